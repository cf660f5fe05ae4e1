"""Reads secrets where the user keeps them, and hands each only to a request that it is meant for.

A secret is bound to servers, tools and workspaces. An entry for a server that names no scheme means ``https``: a secret crosses a network in the
clear only where the settings say ``http://`` themselves. What can go wrong is told without the value, and without the place where it lies.
"""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from runtime.contracts.address import Target
from runtime.contracts.errors import BackendUnavailable

MAX_SECRET_BYTES = 65_536
MIN_SECRET = 8
COMMAND_S = 10.0
KEPT_S = 300.0
"""How long what a keyring or a command gave is used again: they may ask a person."""
Covers = Callable[[Sequence[str], Target], bool]


class Secret(NamedTuple):
    """One secret: where it lies, and whom it is for."""

    source: str
    """``env``, ``file``, ``keyring`` or ``command``."""
    place: tuple[str, ...]
    """The variable; the file; service and user; the program and its arguments."""
    hosts: tuple[str, ...]
    tools: tuple[str, ...]
    """Names; one that ends in ``*`` stands for all that begin so."""


class SecretValues:
    """What the sources give, which is asked of a keyring or a command no more often than it must be."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        """Read nothing yet; variables are read in ``environ``."""
        self._environ = environ
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[float, str]] = {}

    def read(self, name: str, source: str, place: tuple[str, ...], *, table: str = "secrets") -> str:
        """The value of the secret that a table of the settings names.

        Raises:
            BackendUnavailable: the source does not give it, or it cannot be one.
        """
        now_s = time.monotonic()
        with self._lock:  # a command asks once, however many calls wait for it
            kept = self._kept.get(name)
            if kept is not None and now_s - kept[0] < KEPT_S:
                return kept[1]
            try:
                value = _SOURCES[source](place, self._environ)
            except Exception:  # noqa: BLE001  # a keyring's own errors are of any kind, and may name what it holds
                value = None
            text = _usable(f"{table}.{name}", value)
            if source in ("keyring", "command"):
                self._kept[name] = (now_s, text)
            return text


class Secrets:
    """Implements `runtime.contracts.secrets.SecretBroker`."""

    def __init__(
        self, secrets: Mapping[str, Secret], covers: Covers, *, environ: Mapping[str, str] = os.environ
    ) -> None:
        """Read nothing yet.

        Args:
            secrets: By name: those that this workspace may use.
            covers: Whether a list of hosts names a server.
            environ: Where variables are read.
        """
        self._secrets = secrets
        self._covers = covers
        self._values = SecretValues(environ)

    async def reveal(self, name: str, *, tool: str, target: Target) -> str:
        """See `runtime.contracts.secrets.SecretBroker`."""
        secret = self._secrets.get(name)
        if secret is None:
            raise _unavailable(
                f"the secret {name} is not set up here", f"Add [secrets.{name}] to your own settings."
            )
        if not any(is_named(tool, pattern) for pattern in secret.tools):
            raise _unavailable(
                f"the secret {name} is not for the tool {tool}", f"Add the tool to secrets.{name}.tools."
            )
        if not self._is_for(secret.hosts, target):
            raise _unavailable(
                f"the secret {name} is not for {target}",
                f"Add the server to secrets.{name}.hosts; one without TLS is written with http://.",
            )
        return await asyncio.to_thread(self._values.read, name, secret.source, secret.place)

    def _is_for(self, hosts: Iterable[str], target: Target) -> bool:
        named = [entry if "://" in entry else f"https://{entry}" for entry in hosts]
        return self._covers(named, target)


def is_named(tool: str, pattern: str) -> bool:
    """Whether the tools that a setting names are this one, or it among others."""
    return tool.startswith(pattern[:-1]) if pattern.endswith("*") else tool == pattern


def _usable(setting: str, value: str | bytes | None) -> str:
    if value is None:
        raise _unavailable(f"the source of {setting} does not give it", f"See what {setting} names.")
    try:
        text = value.decode("utf-8") if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        text = ""
    text = text.removesuffix("\n").removesuffix("\r")
    if not MIN_SECRET <= len(text) <= MAX_SECRET_BYTES or not text.isprintable():
        raise _unavailable(
            f"the value of {setting} is not {MIN_SECRET} printable characters or more",
            "Correct what its source holds.",
        )
    return text


def _from_environment(place: tuple[str, ...], environ: Mapping[str, str]) -> str | None:
    return environ.get(place[0])


def _from_file(place: tuple[str, ...], _: Mapping[str, str]) -> bytes | None:
    """The content of a file that nobody else can read or change."""
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW
    with open(os.open(Path(place[0]).expanduser(), flags), "rb") as stream:  # noqa: PTH123  # a descriptor
        status = os.fstat(stream.fileno())
        if (
            not stat.S_ISREG(status.st_mode)
            or status.st_mode & 0o077
            or status.st_uid not in (os.geteuid(), 0)
        ):
            return None
        return stream.read(MAX_SECRET_BYTES + 2)


def _from_keyring(place: tuple[str, ...], _: Mapping[str, str]) -> str | None:
    import keyring  # of the extra `keyring`: most users have their secrets elsewhere

    value: Any = keyring.get_password(*place)
    return value if isinstance(value, str) else None


def _from_command(place: tuple[str, ...], environ: Mapping[str, str]) -> bytes | None:
    """What a program of the user's own writes, such as a password manager's. No shell; it is not the agent's and not confined."""
    done = subprocess.run(  # noqa: S603  # the user's own settings name it
        place,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=dict(environ),
        cwd="/",
        timeout=COMMAND_S,
        check=False,
        start_new_session=True,
    )
    return done.stdout[: MAX_SECRET_BYTES + 2] if done.returncode == 0 else None


_SOURCES: dict[str, Callable[[tuple[str, ...], Mapping[str, str]], str | bytes | None]] = {
    "env": _from_environment,
    "file": _from_file,
    "keyring": _from_keyring,
    "command": _from_command,
}


def _unavailable(message: str, suggestion: str) -> BackendUnavailable:
    return BackendUnavailable(message, suggestion=suggestion)
