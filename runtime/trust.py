"""Which folders this user accepted, and the key that each folder's log must be signed with.

A file in the user's own configuration, like SSH's ``known_hosts``: one line is a verifier key, a space, and the
folder's absolute path. It stands outside every log and every repository, so neither can name its own key.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.config import user_folder
from runtime.contracts.errors import ConfigurationError


def known_logs() -> Path:
    """The file of accepted folders."""
    return user_folder() / "known_logs"


def pinned_key(workspace: Path) -> str | None:
    """The verifier key this user pinned for a folder, None for a folder never accepted."""
    return _read().get(str(workspace.resolve()))


def pin(workspace: Path, verifier_key: str) -> None:
    """Accept a folder, and pin the key of its log.

    Raises:
        ConfigurationError: the path cannot be written down on one line, or the file cannot be written.
    """
    path = str(workspace.resolve())
    if "\n" in path:
        raise ConfigurationError("the folder's path holds a line break", suggestion="Rename the folder.")
    file = known_logs()
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _locked(file.parent):
            _replace(file, _read() | {path: verifier_key})
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be written: {error.strerror}") from None


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One writer at a time: two that read, add and replace side by side would lose an entry."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _replace(file: Path, entries: dict[str, str]) -> None:
    fresh = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="surrogateescape") as stream:
        stream.writelines(f"{key} {folder}\n" for folder, key in sorted(entries.items()))
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(file)


def _read() -> dict[str, str]:
    try:
        text = known_logs().read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigurationError(f"{known_logs()} cannot be read: {error.strerror}") from None
    pairs = (line.split(" ", 1) for line in text.split("\n") if " " in line)
    return {folder: key for key, folder in pairs}
