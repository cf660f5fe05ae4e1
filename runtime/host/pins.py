"""Which settings, policies and tools this user accepted: digests, in a file of the user's own.

``pins.jsonl`` stands beside ``known_logs``, outside every workspace. One line is one acceptance, and the last line of a workspace and a
subject holds::

    {"workspace": "/srv/project", "subject": "policy", "digest": "blake3:..."}

The subject is ``settings``, ``policy``, ``tools`` or ``mcp`` (the definitions of other servers' tools). A line that cannot be read is none: where a crash cut an acceptance short, the one before holds.

The accepted files themselves are kept in the user's state: what changed can be shown, and processes that run go on with the accepted
bundle whatever the workspace holds by then. A copy is believed only where it has the digest that is pinned.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from runtime.approval import files as own_files
from runtime.contracts.errors import ConfigurationError
from runtime.host.settings import require_own, state_folder, user_folder

Subject = Literal["settings", "policy", "tools", "mcp"]
LOOK_S = 0.2
"""How often a running process looks whether something else was accepted."""
_MAX_COPY_BYTES = 300 * 1024 * 1024


class Pin(msgspec.Struct, frozen=True):
    """What holds for a workspace and a subject."""

    digest: str
    number: int
    """How many acceptances there were: whether a new one came."""


class KeptFile(msgspec.Struct, frozen=True):
    """An accepted file: its digest, and its content unless that is no text to compare."""

    digest: str
    content: bytes | None


def pins_file() -> Path:
    """The file of accepted digests."""
    return user_folder() / "pins.jsonl"


def pinned(workspace: Path, subject: Subject) -> Pin | None:
    """What this user accepted last, None where nothing was.

    Raises:
        ConfigurationError: the file cannot be read.
        ConfigurationUnsafe: somebody else can change it.
    """
    file = pins_file()
    try:
        with file.open("rb") as stream:
            require_own(file)
            return _last(stream.read(), str(workspace.resolve()), subject)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror}", file=str(file)) from None


def accept(
    workspace: Path, subject: Subject, digest: str, kept: Mapping[str, KeptFile], *, renew: bool = False
) -> None:
    """Pin a digest, and keep the files that it is of.

    Args:
        workspace: Whose.
        subject: Of what.
        digest: What holds from here on.
        kept: The files.
        renew: Write the pin even where it holds already, so that processes which look for a new one take it up.

    Raises:
        ConfigurationError: the pin or the copy cannot be written.
    """
    former = pinned(workspace, subject)
    is_new = former is None or former.digest != digest
    # First the copy: a process that sees the pin finds the files.
    if is_new or kept_files(workspace, subject, digest) != kept:
        own_files.replace(_copy(workspace, subject, digest), msgspec.msgpack.encode(dict(kept)))
    if is_new or renew:
        _append({"workspace": str(workspace.resolve()), "subject": subject, "digest": digest})
    if former is not None and is_new:
        with suppress(OSError):
            _copy(workspace, subject, former.digest).unlink(missing_ok=True)


def kept_files(workspace: Path, subject: Subject, digest: str) -> dict[str, KeptFile] | None:
    """The files as they were accepted; None where there is no copy. Whoever runs them compares their digest first."""
    try:
        data = own_files.read(_copy(workspace, subject, digest), _MAX_COPY_BYTES)
        return None if data is None else msgspec.msgpack.decode(data, type=dict[str, KeptFile])
    except (msgspec.MsgspecError, ConfigurationError):
        return None


class PinWatch:
    """The pin of one workspace and subject, looked at again and again for next to nothing.

    At most every `LOOK_S` the file is opened and asked for its size and times, which a file system of the network answers with what holds by
    now; it is read where they changed.
    """

    def __init__(
        self, workspace: Path, subject: Subject, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Look for the first time; raises as `pinned` does."""
        self._workspace = workspace.resolve()
        self._subject = subject
        self._clock = clock
        self._seen = _status()
        self._pin = pinned(self._workspace, subject)
        self._next = clock() + LOOK_S

    def pin(self) -> Pin | None:
        """The pin as it was at most `LOOK_S` ago; raises as `pinned` does."""
        if self._clock() < self._next:
            return self._pin
        return self._look()

    def _look(self) -> Pin | None:
        now = self._clock()
        status = _status()
        if status != self._seen:
            self._pin = pinned(self._workspace, self._subject)
            self._seen = status
        self._next = now + LOOK_S
        return self._pin


def _status() -> tuple[int, ...]:
    try:
        descriptor = os.open(pins_file(), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise ConfigurationError(f"{pins_file()} cannot be read: {error.strerror}") from None
    try:
        status = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    return (
        status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns,
        status.st_mode, status.st_uid,
    )  # fmt: skip


def _last(data: bytes, workspace: str, subject: Subject) -> Pin | None:
    digest, number = "", 0
    for line in data.split(b"\n"):
        if b'"digest"' not in line:
            continue
        try:
            entry = json.loads(line)
            if (entry["workspace"], entry["subject"]) == (workspace, subject):
                digest, number = str(entry["digest"]), number + 1
        except (ValueError, LookupError, TypeError, RecursionError):
            continue
    return Pin(digest, number) if number else None


def _append(entry: dict[str, str]) -> None:
    # As in known_logs: one write, never read and replaced; the line break in front closes a line that a crash left open. JSON escapes a
    # line break in a folder's name, so no name forges a line.
    line = b"\n" + json.dumps(entry).encode() + b"\n"
    file = pins_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            written = os.write(descriptor, line)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be written: {error.strerror}", file=str(file)) from None
    if written != len(line):
        raise ConfigurationError(f"{file} cannot be written: no room is left", file=str(file))


def _copy(workspace: Path, subject: Subject, digest: str) -> Path:
    place = sha256(os.fsencode(workspace.resolve())).hexdigest()[:32]
    return state_folder() / "accepted" / f"{place}-{subject}-{sha256(digest.encode()).hexdigest()[:32]}"
