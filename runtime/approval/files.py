"""Small private files that several processes change: one at a time, each change whole or not at all."""

from __future__ import annotations

import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.contracts.errors import ConfigurationError, ConfigurationUnsafe
from runtime.hostfs.ownership import changeable_by

Stamp = tuple[int, int, int, int]
"""What tells one state of a file from another."""
_LOCK_WAIT_S = 10.0
_LOCK_POLL_S = 0.001


def is_there(path: Path) -> bool:
    """Whether there may be something of that name: false only where the system says that there is not."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True  # whoever reads it says what is wrong
    return True


def stamp(file: Path) -> Stamp | None:
    """The state of a file, None where it is not there."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def read(file: Path, max_bytes: int) -> bytes | None:
    """The file's bytes, None where it is not there.

    Raises:
        ConfigurationError: it cannot be read, is no file, is others' to write, or is larger.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _cannot("read", file, error) from None
    try:
        status = os.fstat(descriptor)
        if status.st_mode & 0o170_000 != 0o100_000 or status.st_size > max_bytes:
            raise ConfigurationError(f"{file} is no file of at most {max_bytes} bytes", file=str(file))
        if changer := changeable_by(status):
            raise ConfigurationUnsafe(
                f"{file} answers in your place, and {changer}",
                suggestion=f"Make it yours alone to change: chmod go-w {file}",
                file=str(file),
            )
        with open(descriptor, "rb", closefd=False) as stream:  # a descriptor, not a path
            return stream.read(max_bytes + 1)
    except OSError as error:
        raise _cannot("read", file, error) from None
    finally:
        os.close(descriptor)


def replace(file: Path, data: bytes) -> None:
    """Give a file new content by one atomic step; its folder is made, for its owner alone.

    Raises:
        ConfigurationError: it cannot be written.
    """
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with open(descriptor, "wb") as stream:  # noqa: PTH123  # a descriptor, not a path
                stream.write(data)
                stream.flush()
                os.fsync(descriptor)
            os.replace(name, file)  # noqa: PTH105  # names of one kind
        except BaseException:
            os.unlink(name)  # noqa: PTH108
            raise
        _sync(file.parent)
    except OSError as error:
        raise _cannot("write", file, error) from None


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock beside a file, alone among all threads and processes.

    Raises:
        ConfigurationError: the lock cannot be made, or somebody keeps it.
    """
    lock = file.with_name(f".{file.name}.lock")
    try:
        lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _cannot("write", lock, error) from None
    try:
        _wait_for(descriptor, lock)
        yield
    finally:
        os.close(descriptor)


def _wait_for(descriptor: int, lock: Path) -> None:
    deadline = time.monotonic() + _LOCK_WAIT_S
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise ConfigurationError(
                    f"another process has held {lock} for {_LOCK_WAIT_S:g} seconds",
                    suggestion="Look for a stopped process.",
                ) from None
            time.sleep(_LOCK_POLL_S)
        else:
            return


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _cannot(verb: str, file: Path, error: OSError) -> ConfigurationError:
    return ConfigurationError(f"cannot {verb} {file}: {error.strerror}", file=str(file))
