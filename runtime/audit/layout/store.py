"""Defines what a store does: the port between the log and where its bytes live. Every store passes ``tests/conformance``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Protocol


class AppendOnlyFile(Protocol):
    """Bytes that only grow. Every method raises an `AuditError` where it cannot do what it says."""

    def locked(self) -> AbstractContextManager[None]:
        """Holds off every other writer, of this and other processes."""
        ...

    def size(self) -> int:
        """How many bytes there are now; raises `AuditInconsistent` where the file is not the one opened."""
        ...

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """The bytes of a range in chunks; fewer where the file ends before."""
        ...

    def append(self, data: bytes, end: int) -> None:
        """Write behind the first ``end`` bytes, all or nothing. The lock is held."""
        ...

    def sync(self) -> None:
        """Return once all that was appended survives a power failure."""
        ...

    def cut(self, end: int) -> None:
        """Durably remove what lies behind the first ``end`` bytes. The lock is held."""
        ...

    def mend(self, *, apply: bool) -> int:
        """Correct what the store says of the bytes, and not the bytes themselves; how much of it was wrong. The lock is held."""
        ...


class Records(AppendOnlyFile, Protocol):
    """The records, parted into segments that do not change once they are sealed. A store without parts is never full."""

    @property
    def full_size(self) -> int:
        """The size of the log at which its last segment is full."""
        ...

    @property
    def first(self) -> int:
        """The first record of the last segment."""
        ...

    @property
    def start(self) -> int:
        """Where the last segment starts, in bytes."""
        ...

    @property
    def kept_from(self) -> int:
        """From which byte on all records are here, and none in an archive: whoever only looks back a while stays behind it."""
        ...

    def load_seal(self) -> bytes:
        """The seal of the segment in front of the last one; nothing where that is the first."""
        ...

    def seal(self, note: bytes, size: int) -> None:
        """Durably keep the seal of the last segment, and begin the next with the record of this number. The lock is held."""
        ...


class Store(Protocol):
    """One log: its records, its checkpoints, and what only speeds up opening it."""

    @property
    def records(self) -> Records: ...
    @property
    def checkpoints(self) -> AppendOnlyFile: ...

    def load_frontier(self) -> bytes:
        """What was saved last, or part of it, or nothing: a cache."""
        ...

    def save_frontier(self, note: bytes) -> None: ...

    def joining(self) -> AbstractContextManager[bool]:
        """Become one of the log's writers, until `close`; inside, true while there is no other."""
        ...

    def quarantine(self, name: str, chunks: Iterator[bytes]) -> None:
        """Durably keep bytes that will be cut; the name tells them apart from any others."""
        ...

    def close(self) -> None: ...
