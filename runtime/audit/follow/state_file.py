"""Keeps what somebody who follows a log has to remember, in a file that is replaced whole and belongs to one process at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from runtime.contracts.errors import ConfigurationError

T = TypeVar("T", bound=msgspec.Struct)
_MAX_BYTES = 64 << 20


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep other processes from using the file meanwhile.

    Raises:
        ConfigurationError: ``config.invalid``: another one does, or the file's folder cannot be written.
    """
    lock = path.with_name(f"{path.name}.lock")
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise ConfigurationError(f"{lock} cannot be written: {error.strerror}") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ConfigurationError(
                f"{path} is in use by another process",
                suggestion="Give each its own file, or stop the other.",
            ) from None
        yield
    finally:
        os.close(descriptor)


def load_state(path: Path, form: type[T]) -> T | None:
    """What was saved last; None where nothing was.

    Raises:
        ConfigurationError: ``config.invalid``: the file holds something else, or cannot be read.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(_MAX_BYTES)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ConfigurationError(f"{path} cannot be read: {reason}") from None
    try:
        return msgspec.json.decode(data, type=form)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise ConfigurationError(
            f"{path} does not hold what was saved there",
            suggestion="Move it away to begin at the log's first record again.",
        ) from None


def save_state(path: Path, state: msgspec.Struct) -> None:
    """Durably replace what was saved.

    Raises:
        ConfigurationError: ``config.invalid``: the file cannot be written.
    """
    fresh = path.with_name(f"{path.name}.new")
    try:
        with suppress(FileNotFoundError):
            fresh.unlink()  # what a killed process left
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with open(descriptor, "wb") as stream:  # noqa: PTH123  # a descriptor, not a path
            stream.write(msgspec.json.encode(state))
            stream.flush()
            os.fsync(descriptor)
        os.replace(fresh, path)  # noqa: PTH105
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be written: {error.strerror}") from None
