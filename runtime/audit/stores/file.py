"""Stores a log as a folder of files on a local disk.

| file | holds |
|---|---|
| records.jsonl | the first segment of the records, one line each |
| records-N.jsonl | the segment whose first record is N |
| records.seal, records-N.seal | what that segment holds, signed when it was full |
| records.archived, records-N.archived | that it lies in the archive; its file here is empty, or about to be |
| checkpoints | signed notes, a blank line behind each |
| frontier | where the log stood at a recent checkpoint: a cache |
| writers | empty; each writer holds a shared lock on it while the log is open |
| quarantine-* | bytes that a repair moved out of the way |

The folder has mode 0700 and its files 0600; links are not followed.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from runtime.audit.layout.checkpoint_file import CHECKPOINTS
from runtime.audit.layout.segments import SEGMENT_RECORDS
from runtime.audit.stores._locked_file import LOCK_POLL_S, LockedFile, lock, open_file, try_lock
from runtime.audit.stores._segmented_file import SegmentedFile
from runtime.contracts.errors import AuditError, AuditWriteFailed, ConfigurationMissing

FRONTIER = "frontier"
WRITERS = "writers"
_MAX_FRONTIER_BYTES = 64 << 20
_ALONE_TRIES = 10


class FileStore:
    """A folder that holds one log."""

    def __init__(
        self, folder: Path, *, create: bool, segment_records: int = SEGMENT_RECORDS, archive: str = ""
    ) -> None:
        """Open the folder's files.

        Args:
            folder: The log's folder.
            create: Make what is missing; otherwise a missing log is an error.
            segment_records: How many records fill a segment; those that are sealed stay as they are.
            archive: Where segments are that are not in the folder any more.

        Raises:
            ConfigurationMissing: ``config.missing``: no log is there.
            AuditInconsistent: ``audit.inconsistent``: a seal was removed.
            AuditWriteFailed: ``audit.write_failed``: it cannot be opened for writing.
        """
        self._descriptors: list[int] = []
        self._records: SegmentedFile | None = None
        try:
            if create:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder.absolute()
            self._folder = self._keep(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW))
            self.records = self._records = SegmentedFile(
                path, self._folder, segment_records, create=create, archive=archive
            )
            self.checkpoints = LockedFile(path, CHECKPOINTS, self._open(CHECKPOINTS, create=create))
            # These two may be lost without harm, so they are made anew in any case.
            self._frontier = self._open(FRONTIER, create=True, append=False)
            self._writers = self._open(WRITERS, create=True)
            os.fsync(self._folder)
        except FileNotFoundError:
            self.close()
            raise ConfigurationMissing(f"There is no audit log in {folder}") from None
        except OSError as error:
            self.close()
            raise AuditWriteFailed.by(f"The audit log in {folder} cannot be opened", error) from None
        except AuditError:
            self.close()
            raise

    def _keep(self, descriptor: int) -> int:
        self._descriptors.append(descriptor)
        return descriptor

    def _open(self, name: str, *, create: bool, append: bool = True) -> int:
        return self._keep(open_file(self._folder, name, create=create, append=append))

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
            lock(self._writers, fcntl.LOCK_SH, WRITERS)
        yield alone
        lock(self._writers, fcntl.LOCK_SH, WRITERS)

    def _is_alone(self) -> bool:
        for _ in range(_ALONE_TRIES):  # more than one: `has_writer` holds the lock for a moment, too
            if try_lock(self._writers, fcntl.LOCK_EX, WRITERS):
                return True
            time.sleep(LOCK_POLL_S)
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
        if self._records is not None:
            self._records.close()
        while self._descriptors:
            os.close(self._descriptors.pop())


def has_writer(folder: Path) -> bool:
    """Whether some process has the log open for writing. Raises OSError where there are no locks."""
    try:
        descriptor = os.open(folder / WRITERS, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
