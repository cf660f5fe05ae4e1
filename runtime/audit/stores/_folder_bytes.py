"""Reads the bytes of a log in a folder: its segments are one row of bytes, whatever files hold them. It takes no lock and changes nothing."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.audit.format.seal import MAX_SEAL_BYTES
from runtime.audit.layout.checkpoint_file import CHECKPOINTS
from runtime.audit.layout.segments import (
    CHUNK_BYTES,
    is_archived,
    open_to_read,
    seal_name,
    sealed_length,
    segment_firsts,
    segment_name,
)
from runtime.audit.stores._archived_segments import ArchivedSegments
from runtime.contracts.errors import AuditDamaged, AuditTampered, ConfigurationMissing

_KEPT_OPEN = 8


class FolderBytes:
    """Implements `runtime.audit.stores.LogBytes`."""

    def __init__(self, folder: Path, archive: str = "") -> None:
        """Find the log's files; segments that are not here any more are asked of the archive.

        Raises:
            ConfigurationMissing: ``config.missing``: no log is there.
            AuditDamaged: ``audit.damaged``: it cannot be read.
            AuditTampered: ``audit.tampered``: its first segment is missing.
        """
        self._folder = folder
        self._archive = ArchivedSegments(archive)
        self._opened: OrderedDict[str, int] = OrderedDict()
        self._firsts: list[int] = []  # the number of each segment's first record
        self._names: list[str] = []
        self._starts: list[int] = []  # of each segment, counted from the log's first byte
        try:
            self._find_segments()
            self._descriptor(CHECKPOINTS)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """See `LogBytes`."""
        while self._opened:
            os.close(self._opened.popitem()[1])

    def end(self) -> int:
        """See `LogBytes`."""
        if self._is_sealed():  # before that, no next segment is begun
            self._find_segments()
        return self._starts[-1] + self._size(self._names[-1])

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """See `LogBytes`."""
        while start < end:
            number = bisect_right(self._starts, start) - 1
            base = self._starts[number]
            until = self._starts[number + 1] if number + 1 < len(self._starts) else end
            before = start
            for chunk in self._read(self._names[number], start - base, min(end, until) - base):
                yield chunk
                start += len(chunk)
            if start < min(end, until) and is_archived(self._folder, self._firsts[number]):
                wanted = self._names[number], start - base, min(end, until) - base
                for chunk in self._archive.read(*wanted):
                    yield chunk
                    start += len(chunk)
            if start == before:
                return

    def offset_before(self, seq: int) -> int:
        """See `LogBytes`."""
        self._find_segments()
        return self._starts[max(0, bisect_right(self._firsts, seq) - 1)]

    def checkpoints_end(self) -> int:
        """See `LogBytes`."""
        return self._size(CHECKPOINTS)

    def read_checkpoints(self, start: int, end: int) -> Iterator[bytes]:
        """See `LogBytes`."""
        return self._read(CHECKPOINTS, start, end)

    def read_seal(self, first: int) -> bytes:
        """See `LogBytes`."""
        try:
            with self._readable(missing_is_none=True):
                descriptor = open_to_read(self._folder, seal_name(first))
        except FileNotFoundError:
            return b""
        try:
            with self._readable():
                return os.pread(descriptor, MAX_SEAL_BYTES + 1, 0)
        finally:
            os.close(descriptor)

    def _is_sealed(self) -> bool:
        """Whether the last segment has its seal."""
        with self._readable():
            return os.path.lexists(self._folder / seal_name(self._firsts[-1]))

    def _find_segments(self) -> None:
        """Take in segments that were begun since. A segment is full when the next one is there."""
        with self._readable():
            firsts = segment_firsts(self._folder)
        if not firsts:
            raise ConfigurationMissing(f"There is no audit log in {self._folder}")
        if firsts[0]:
            raise AuditTampered(f"The log's first segment is missing: {segment_name(0)}")
        for first in firsts[len(self._names) :]:
            self._starts.append(self._starts[-1] + self._length(len(self._names) - 1) if self._names else 0)
            self._names.append(segment_name(first))
            self._firsts.append(first)

    def _length(self, number: int) -> int:
        """How long a full segment is, wherever its bytes are."""
        first = self._firsts[number]
        if not is_archived(self._folder, first):
            return self._size(self._names[number])
        with self._readable():
            return sealed_length(self.read_seal(first))

    def _size(self, name: str) -> int:
        with self._readable():
            return os.fstat(self._descriptor(name)).st_size

    def _read(self, name: str, start: int, end: int) -> Iterator[bytes]:
        while start < end:
            with self._readable():  # asked for each time: another range may have had the file closed
                chunk = os.pread(self._descriptor(name), min(CHUNK_BYTES, end - start), start)
            if not chunk:
                return
            yield chunk
            start += len(chunk)

    def _descriptor(self, name: str) -> int:
        """The open file; those that were not asked for lately are closed."""
        if name not in self._opened:
            with self._readable():
                self._opened[name] = open_to_read(self._folder, name)
            if len(self._opened) > _KEPT_OPEN:
                os.close(self._opened.popitem(last=False)[1])
        self._opened.move_to_end(name)
        return self._opened[name]

    @contextmanager
    def _readable(self, *, missing_is_none: bool = False) -> Iterator[None]:
        try:
            yield
        except (FileNotFoundError, NotADirectoryError):
            if missing_is_none:
                raise
            raise ConfigurationMissing(
                f"There is no audit log in {self._folder}, or a file of it is missing"
            ) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise AuditDamaged(f"The audit log in {self._folder} cannot be read: {reason}") from None
