"""Appends to a file that only grows, and locks it against other processes."""

from __future__ import annotations

import fcntl
import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType

from runtime.audit.layout.segments import CHUNK_BYTES
from runtime.contracts.errors import AuditDamaged, AuditInconsistent, AuditWriteFailed

LOCK_POLL_S = 0.000_1
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

    def __init__(self, folder: int, name: str, descriptor: int) -> None:
        self._folder = folder
        self._name = name
        self.descriptor = descriptor
        self._identity = _identity(os.fstat(descriptor))

    def close(self) -> None:
        """Close it; a second time does nothing."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def locked(self) -> LockedFile:
        """See `AppendOnlyFile`."""
        return self

    def __enter__(self) -> None:
        lock(self.descriptor, fcntl.LOCK_EX, self._name)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        fcntl.flock(self.descriptor, fcntl.LOCK_UN)

    def size(self) -> int:
        """See `AppendOnlyFile`. A file moved away or replaced would take the records with it unseen."""
        try:
            status = os.stat(self._name, dir_fd=self._folder, follow_symlinks=False)
        except OSError as error:
            raise AuditInconsistent(f"{self._name} is gone: {error.strerror}") from None
        if _identity(status) != self._identity:
            raise AuditInconsistent(f"{self._name} was replaced while the log was open")
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

    def cut(self, end: int) -> None:
        """See `AppendOnlyFile`."""
        try:
            os.ftruncate(self.descriptor, end)
        except OSError as error:
            raise AuditWriteFailed(f"{self._name} cannot be cut: {error.strerror}") from None
        self.sync()


def lock(descriptor: int, operation: int, name: str) -> None:
    """Take a lock, or wait for it.

    Raises:
        AuditWriteFailed: somebody holds it for far too long.
    """
    with suppress(BlockingIOError):
        fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
        return
    deadline = time.monotonic() + _LOCK_WAIT_S
    while time.monotonic() < deadline:
        time.sleep(LOCK_POLL_S)
        with suppress(BlockingIOError):
            fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
            return
    raise AuditWriteFailed(
        f"Another writer has held {name} for {_LOCK_WAIT_S:g} seconds",
        suggestion="Look for a stopped process that has the log open.",
    )


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
