"""A log as a folder of files on a local disk.

| file | holds |
|---|---|
| records.jsonl | the records, one line each |
| checkpoints | signed notes, a blank line behind each |
| frontier | where the log stood at a recent checkpoint: a cache |
| writers | empty; each writer holds a shared lock on it while the log is open |
| quarantine-* | bytes that a repair moved out of the way |

The folder has mode 0700 and its files 0600; links are not followed.
"""

from __future__ import annotations

import fcntl
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from runtime.audit.checkpoint_file import CHECKPOINTS
from runtime.audit.segments import CHUNK_BYTES, RECORDS
from runtime.contracts.errors import AuditDamaged, AuditInconsistent, AuditWriteFailed, ConfigurationMissing

FRONTIER = "frontier"
WRITERS = "writers"
_MAX_FRONTIER_BYTES = 64 << 20
_LOCK_WAIT_S = 10.0
"""A writer that was stopped while it held the lock must not stop the others for ever."""
_LOCK_POLL_S = 0.000_1
_ALONE_TRIES = 10


class LockedFile:
    """An append-only file, opened once, and the lock that goes with it."""

    def __init__(self, folder: int, name: str, descriptor: int) -> None:
        self._folder = folder
        self._name = name
        self.descriptor = descriptor
        self._identity = _identity(os.fstat(descriptor))

    def locked(self) -> LockedFile:
        """See `GrowingFile`."""
        return self

    def __enter__(self) -> None:
        _lock(self.descriptor, fcntl.LOCK_EX, self._name)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        fcntl.flock(self.descriptor, fcntl.LOCK_UN)

    def size(self) -> int:
        """See `GrowingFile`. A file moved away or replaced would take the records with it unseen."""
        try:
            status = os.stat(self._name, dir_fd=self._folder, follow_symlinks=False)
        except OSError as error:
            raise AuditInconsistent(f"{self._name} is gone: {error.strerror}") from None
        if _identity(status) != self._identity:
            raise AuditInconsistent(f"{self._name} was replaced while the log was open")
        return status.st_size

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """See `GrowingFile`."""
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
        """See `GrowingFile`. What a full disk left behind is taken back, so that no torn line stays."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self.descriptor, rest) :]
        except OSError as error:
            outcome = self._take_back(end)
            raise AuditWriteFailed(f"{self._name} cannot be written: {error.strerror}; {outcome}") from None

    def _take_back(self, end: int) -> str:
        try:
            os.ftruncate(self.descriptor, end)
            os.fdatasync(self.descriptor)
        except OSError:
            return "a torn end may remain"
        return "nothing of the batch remains in the file"

    def sync(self) -> None:
        """See `GrowingFile`. Never retried: after a failed sync the kernel may forget what was not written."""
        try:
            os.fdatasync(self.descriptor)
        except OSError as error:
            raise AuditWriteFailed(f"{self._name} cannot be synced: {error.strerror}") from None

    def cut(self, end: int) -> None:
        """See `GrowingFile`."""
        try:
            os.ftruncate(self.descriptor, end)
        except OSError as error:
            raise AuditWriteFailed(f"{self._name} cannot be cut: {error.strerror}") from None
        self.sync()


class FileStore:
    """A folder that holds one log."""

    def __init__(self, folder: Path, *, create: bool) -> None:
        """Open the folder's files.

        Args:
            folder: The log's folder.
            create: Make what is missing; otherwise a missing log is an error.

        Raises:
            ConfigurationMissing: ``config.missing``: no log is there.
            AuditWriteFailed: ``audit.write_failed``: it cannot be opened for writing.
        """
        self._descriptors: list[int] = []
        try:
            if create:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder = self._keep(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW))
            self.records = LockedFile(self._folder, RECORDS, self._open(RECORDS, create=create))
            self.checkpoints = LockedFile(self._folder, CHECKPOINTS, self._open(CHECKPOINTS, create=create))
            # These two may be lost without harm, so they are made anew in any case.
            self._frontier = self._open(FRONTIER, create=True, append=False)
            self._writers = self._open(WRITERS, create=True)
            os.fsync(self._folder)
        except FileNotFoundError:
            self.close()
            raise ConfigurationMissing(f"There is no audit log in {folder}") from None
        except OSError as error:
            self.close()
            raise AuditWriteFailed(f"The audit log in {folder} cannot be opened: {error.strerror}") from None

    def _keep(self, descriptor: int) -> int:
        self._descriptors.append(descriptor)
        return descriptor

    def _open(self, name: str, *, create: bool, append: bool = True) -> int:
        flags = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | (os.O_APPEND if append else 0)
        if create:
            flags |= os.O_CREAT
        descriptor = self._keep(os.open(name, flags, 0o600, dir_fd=self._folder))
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, f"{name} is not a regular file")
        return descriptor

    def load_frontier(self) -> bytes:
        """See `Store`."""
        with suppress(OSError):
            return os.pread(self._frontier, _MAX_FRONTIER_BYTES, 0)
        return b""

    def save_frontier(self, note: bytes) -> None:
        """See `Store`. Written in place: a torn note has no valid signature, and the log is then read instead."""
        with suppress(OSError):
            os.pwrite(self._frontier, note, 0)
            os.ftruncate(self._frontier, len(note))

    @contextmanager
    def joining(self) -> Iterator[bool]:
        """See `Store`.

        A writer holds a shared lock for as long as it lives, whatever ends it, so the exclusive lock shows that
        nobody else is there. Between the two locks another may come in; by then this one has finished.
        """
        alone = self._is_alone()
        if not alone:
            _lock(self._writers, fcntl.LOCK_SH, WRITERS)
        yield alone
        _lock(self._writers, fcntl.LOCK_SH, WRITERS)

    def _is_alone(self) -> bool:
        for _ in range(_ALONE_TRIES):  # more than one: `has_writer` holds the lock for a moment, too
            with suppress(BlockingIOError):
                fcntl.flock(self._writers, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            time.sleep(_LOCK_POLL_S)
        return False

    def quarantine(self, name: str, chunks: Iterator[bytes]) -> None:
        """See `Store`. What an interrupted repair left is written again: its source is still in the log."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
        try:
            descriptor = os.open(name, flags, 0o600, dir_fd=self._folder)
            with open(descriptor, "wb") as file:  # noqa: PTH123  # a descriptor, not a path
                file.writelines(chunks)
                file.flush()
                os.fsync(descriptor)
            os.fsync(self._folder)
        except OSError as error:
            raise AuditWriteFailed(f"{name} cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """Close the files and with them every lock."""
        while self._descriptors:
            os.close(self._descriptors.pop())


def has_writer(folder: Path) -> bool:
    """Whether some process has the log open for writing."""
    try:
        descriptor = os.open(folder / WRITERS, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def _lock(descriptor: int, operation: int, name: str) -> None:
    with suppress(BlockingIOError):
        fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
        return
    deadline = time.monotonic() + _LOCK_WAIT_S
    while time.monotonic() < deadline:
        time.sleep(_LOCK_POLL_S)
        with suppress(BlockingIOError):
            fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
            return
    raise AuditWriteFailed(
        f"Another writer has held {name} for {_LOCK_WAIT_S:g} seconds",
        suggestion="Look for a stopped process that has the log open.",
    )


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
