"""Keeps the records as one stream of bytes over the files of their segments, of which the last grows.

The lock is that of the first file, which stays for ever, so all writers share it whichever segment they are in. A segment
ends in these steps, under the lock: its bytes are synced; its seal is written beside and renamed into place; the next file
is made. A crash in between leaves a segment that is full, or a seal with no next file: both steps are then done again.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from runtime.audit.format.seal import MAX_SEAL_BYTES
from runtime.audit.layout.segments import (
    RECORDS,
    is_archived,
    read_chunks,
    seal_name,
    sealed_length,
    segment_firsts,
    segment_name,
)
from runtime.audit.stores._archived_segments import ArchivedSegments
from runtime.audit.stores._locked_file import LockedFile, open_file
from runtime.contracts.errors import AuditDamaged, AuditInconsistent, AuditWriteFailed


class SegmentedFile:
    """See `runtime.audit.layout.store.Records`."""

    def __init__(
        self, path: Path, folder: int, segment_records: int, *, create: bool, archive: str = ""
    ) -> None:
        """Take up the segments of a folder, by its absolute path and opened; raises OSError and AuditInconsistent."""
        self._path = path
        self._folder = folder
        self._segment_records = segment_records
        self._archive = ArchivedSegments(archive)
        self._root = self._last = LockedFile(path, RECORDS, open_file(folder, RECORDS, create=create))
        self._sealed: list[
            tuple[int, int]
        ] = []  # the first record and the first byte of each segment but the last
        self.first = 0
        self.start = 0
        self._is_sealed = False
        try:
            self._go_on()
        except BaseException:
            self.close()
            raise

    @property
    def full_size(self) -> int:
        """The size of the log at which the segment is full."""
        return self.first if self._is_sealed else self.first + self._segment_records

    def locked(self) -> LockedFile:
        """See `AppendOnlyFile`."""
        return self._root

    def size(self) -> int:
        """See `AppendOnlyFile`. Another writer may have begun new segments."""
        if os.access(seal_name(self.first), os.F_OK, dir_fd=self._folder, follow_symlinks=False):
            try:
                self._go_on()
            except OSError as error:
                raise AuditDamaged(f"The next segment cannot be opened: {error.strerror}") from None
        if self._last is not self._root:
            self._root.size()
        return self.start + self._last.size()

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """See `AppendOnlyFile`."""
        if start < self.start:
            yield from self._read_sealed_range(start, end)
        if end > self.start:
            yield from self._last.read(max(start, self.start) - self.start, end - self.start)

    def _read_sealed_range(self, start: int, end: int) -> Iterator[bytes]:
        ends = [first_byte for _, first_byte in self._sealed[1:]] + [self.start]
        for (first, first_byte), last_byte in zip(self._sealed, ends, strict=True):
            if start < last_byte and end > first_byte:
                yield from self._read_sealed(
                    first, max(start, first_byte) - first_byte, min(end, last_byte) - first_byte
                )

    def append(self, data: bytes, end: int) -> None:
        """See `AppendOnlyFile`."""
        self._last.append(data, end - self.start)

    def sync(self) -> None:
        """See `AppendOnlyFile`. What was sealed was synced before."""
        self._last.sync()

    def cut(self, end: int) -> None:
        """See `AppendOnlyFile`."""
        if end < self.start:
            raise AuditInconsistent("What is to be cut was sealed")
        self._last.cut(end - self.start)

    def mend(self, *, apply: bool) -> int:
        """See `AppendOnlyFile`."""
        return self._last.mend(apply=apply)

    def load_seal(self) -> bytes:
        """See `Records`."""
        return self._read_seal(self._sealed[-1][0]) if self._sealed else b""

    @property
    def kept_from(self) -> int:
        """See `Records`."""
        ends = [start for _, start in self._sealed[1:]] + [self.start]
        for (first, _), end in reversed(list(zip(self._sealed, ends, strict=False))):
            if is_archived(self._folder, first):
                return end
        return 0

    def _read_seal(self, first: int) -> bytes:
        name = seal_name(first)
        try:
            descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=self._folder)
            try:
                return os.pread(descriptor, MAX_SEAL_BYTES + 1, 0)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise AuditInconsistent(f"{name} cannot be read: {error.strerror}") from None

    def seal(self, note: bytes, size: int) -> None:
        """See `Records`."""
        name = seal_name(self.first)
        try:
            descriptor = os.open(
                f"new-{name}",
                os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW,
                0o600,
                dir_fd=self._folder,
            )
            with open(descriptor, "wb") as file:  # noqa: PTH123  # a descriptor, not a path
                file.write(note)
                file.flush()
                os.fsync(descriptor)
            os.rename(f"new-{name}", name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
            os.fsync(self._folder)
            os.close(open_file(self._folder, segment_name(size), create=True))
            os.fsync(self._folder)
            self._go_on()
        except OSError as error:
            raise AuditWriteFailed.by(f"{name} cannot be written", error) from None

    def close(self) -> None:
        """Let go of the files; a second time does nothing."""
        for file in {self._root, self._last}:
            file.close()

    def _go_on(self) -> None:
        """Move to the last segment that there is."""
        for first in segment_firsts(self._folder):
            if first <= self.first:
                continue
            if not self._has_seal():
                raise AuditInconsistent(f"{seal_name(self.first)} was removed")
            name, length = segment_name(first), self._length()
            following = LockedFile(self._path, name, open_file(self._folder, name, create=False))
            if self._last is not self._root:
                self._last.close()
            self._sealed.append((self.first, self.start))
            self._last, self.first, self.start = following, first, self.start + length
        self._is_sealed = self._has_seal()

    def _length(self) -> int:
        """How long the last known segment is, wherever its bytes are."""
        size = self._last.size()
        return size or (
            sealed_length(self._read_seal(self.first)) if is_archived(self._folder, self.first) else 0
        )

    def _has_seal(self) -> bool:
        try:
            status = os.stat(seal_name(self.first), dir_fd=self._folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return stat.S_ISREG(status.st_mode)

    def _read_sealed(self, first: int, start: int, end: int) -> Iterator[bytes]:
        name = segment_name(first)
        try:
            descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=self._folder)
            try:
                for chunk in read_chunks(descriptor, start, end):
                    yield chunk
                    start += len(chunk)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise AuditDamaged(f"{name} cannot be read: {error.strerror}") from None
        if start < end and is_archived(self._folder, first):
            for chunk in self._archive.read(name, start, end):
                yield chunk
                start += len(chunk)
        if start < end:
            raise AuditInconsistent(f"{name} was cut")
