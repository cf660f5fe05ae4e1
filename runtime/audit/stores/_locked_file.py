"""Appends to a file that only grows, and locks it against other processes."""

from __future__ import annotations

import fcntl
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from runtime.audit.layout.segments import CHUNK_BYTES
from runtime.contracts.errors import AuditDamaged, AuditInconsistent, AuditWriteFailed

LOCK_POLL_S = 0.000_1
_LAST_BYTES = 64
"""The end of a record: a digest or a tag, which tells one end of a log from every other."""
_MOVED = "Put the folder back where it was, then open a new executor."
_LOCK_WAIT_S = 10.0
"""A writer that was stopped while it held the lock must not stop the others for ever."""


def open_file(folder: int, name: str, *, create: bool, append: bool = True) -> int:
    """A descriptor of a regular file of the folder; links are not followed. Raises OSError."""
    flags = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | (os.O_APPEND if append else 0)
    if create:
        flags |= os.O_CREAT
    descriptor = os.open(name, flags, 0o600, dir_fd=folder)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, f"{name} is not a regular file")
    return descriptor


class LockedFile:
    """An append-only file, opened once, and the lock that goes with it."""

    def __init__(self, folder: Path, name: str, descriptor: int) -> None:
        """Take an open file that is to be found in this folder, by its absolute path, for as long as it is written to."""
        self._path = folder / name
        self._name = name
        self.descriptor = descriptor
        self._identity = _identity(os.fstat(descriptor))
        self._own_end = -1
        self._own_last = b""  # bytes in front of that end, as this process wrote them

    def close(self) -> None:
        """Close it; a second time does nothing."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def locked(self) -> LockedFile:
        """See `AppendOnlyFile`."""
        return self

    def __enter__(self) -> None:
        try:
            lock(self.descriptor, fcntl.LOCK_EX, self._name)
        except AuditWriteFailed as error:
            error.details["unwritten"] = True
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        fcntl.flock(self.descriptor, fcntl.LOCK_UN)

    def size(self) -> int:
        """See `AppendOnlyFile`. What this process wrote last must still stand there."""
        size = self.require_place()
        if size == self._own_end:
            last = os.pread(self.descriptor, len(self._own_last), size - len(self._own_last))
            if last != self._own_last:
                raise AuditInconsistent(f"{self._name} was changed while the log was open")
        return size

    def require_place(self) -> int:
        """How long the file is. It, or a folder above, that was moved away or replaced would take the records with it unseen.

        Raises:
            AuditInconsistent: ``audit.inconsistent``: the file is not to be found where the log was opened.
        """
        try:
            status = os.stat(self._path, follow_symlinks=False)  # noqa: PTH116  # a fifth of the time
        except OSError as error:
            raise AuditInconsistent(f"{self._name} is gone: {error.strerror}", suggestion=_MOVED) from None
        if _identity(status) != self._identity:
            raise AuditInconsistent(
                f"{self._name}, or a folder above it, was replaced while the log was open", suggestion=_MOVED
            )
        return status.st_size

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """See `AppendOnlyFile`."""
        while start < end:
            try:
                chunk = os.pread(self.descriptor, min(CHUNK_BYTES, end - start), start)
            except OSError as error:
                raise AuditDamaged(f"{self._name} cannot be read: {error.strerror}") from None
            if not chunk:
                return
            yield chunk
            start += len(chunk)

    def append(self, data: bytes, end: int) -> None:
        """See `AppendOnlyFile`. What a full disk left behind is taken back, so that no torn line stays."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self.descriptor, rest) :]
        except OSError as error:
            outcome = self._take_back(end)
            raise AuditWriteFailed.by(f"{self._name} cannot be written", error, f"; {outcome}") from None
        self._own_end, self._own_last = end + len(data), data[-_LAST_BYTES:]

    def _take_back(self, end: int) -> str:
        try:
            os.ftruncate(self.descriptor, end)
            os.fdatasync(self.descriptor)
        except OSError:
            return "a torn end may remain"
        return "nothing of the batch remains in the file"

    def sync(self) -> None:
        """See `AppendOnlyFile`. Never retried: after a failed sync the kernel may forget what was not written."""
        try:
            os.fdatasync(self.descriptor)
        except OSError as error:
            raise AuditWriteFailed(f"{self._name} cannot be synced: {error.strerror}") from None
        self.require_place()  # what is acknowledged now is where the next reader looks

    def cut(self, end: int) -> None:
        """See `AppendOnlyFile`."""
        try:
            os.ftruncate(self.descriptor, end)
        except OSError as error:
            raise AuditWriteFailed(f"{self._name} cannot be cut: {error.strerror}") from None
        self.sync()

    def mend(self, *, apply: bool) -> int:  # noqa: ARG002  # a file says nothing of its bytes
        """See `AppendOnlyFile`."""
        return 0


def lock(descriptor: int, operation: int, name: str) -> None:
    """Take a lock, or wait for it.

    Raises:
        AuditWriteFailed: somebody holds it for far too long.
    """
    if try_lock(descriptor, operation, name):
        return
    deadline = time.monotonic() + _LOCK_WAIT_S
    while time.monotonic() < deadline:
        time.sleep(LOCK_POLL_S)
        if try_lock(descriptor, operation, name):
            return
    raise AuditWriteFailed(
        f"Another writer has held {name} for {_LOCK_WAIT_S:g} seconds",
        suggestion="Look for a stopped process that has the log open.",
        temporary=True,
    )


def try_lock(descriptor: int, operation: int, name: str) -> bool:
    """Take a lock, if nobody holds it.

    Raises:
        AuditWriteFailed: there are no locks to be had here.
    """
    try:
        fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        raise AuditWriteFailed(
            f"{name} cannot be locked: {error.strerror}",
            suggestion="Keep the log on a local disk, and try again.",
            temporary=True,
        ) from None
    return True


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
