"""Stores a log's bytes, in a folder or a database: one file each. `audit.store` of the settings names one.

A `Location` is opened by a writer, and read by everybody else, who load nothing of the writing side.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from runtime.audit.format.note import VerifierKey
from runtime.audit.layout.checkpoint_file import CHECKPOINTS, CheckpointRange
from runtime.audit.layout.segments import Segment, find_segments, open_to_read
from runtime.audit.layout.store import Store
from runtime.contracts.errors import ConfigurationError


class LogBytes(Protocol):
    """The bytes of one log, opened for reading alone: its records as one row of bytes, whatever holds them, and its checkpoints.

    Nothing of it is verified. Every method raises a `ConfigurationMissing` where there is no log, and an `AuditError` where it cannot be read.
    """

    def end(self) -> int:
        """How many bytes of records there are now."""
        ...

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """The records' bytes of a range, in chunks; fewer where the log ends before."""
        ...

    def offset_before(self, seq: int) -> int:
        """Where some line begins that is not behind the record of this number."""
        ...

    def checkpoints_end(self) -> int:
        """How many bytes of checkpoints there are now."""
        ...

    def read_checkpoints(self, start: int, end: int) -> Iterator[bytes]:
        """The checkpoints' bytes of a range, in chunks; fewer where they end before."""
        ...

    def read_seal(self, first: int) -> bytes:
        """The seal of the segment that begins with this record; nothing where it has none."""
        ...

    def close(self) -> None:
        """Let go of it; a second time does nothing."""
        ...


class Location(Protocol):
    """Where one log is kept. Its text is for people, and holds no secret."""

    @property
    def folder(self) -> Path | None:
        """The folder that it is, None for a database."""
        ...

    @property
    def identity(self) -> str:
        """What tells it from every other location; holds no secret."""
        ...

    @property
    def archive(self) -> str:
        """Where its segments are that are not here any more; empty where nobody says."""
        ...

    def beside(self, origin: str) -> Location | None:
        """The log of this name in the same database, None for a folder."""
        ...

    def open_bytes(self) -> LogBytes:
        """Its bytes, to be closed by whoever asked.

        Raises:
            ConfigurationMissing: ``config.missing``: no log is there.
            AuditError: it cannot be read.
        """
        ...

    def open(self, *, create: bool) -> Store:
        """The log, open for writing.

        Raises:
            ConfigurationMissing: ``config.missing``: no log is there.
            AuditError: it cannot be opened.
        """
        ...

    def close(self) -> None:
        """Let go of what reading it holds open; it can be read again."""
        ...

    def exists(self) -> bool:
        """Whether a log is there. Raises OSError."""
        ...

    def has_writer(self) -> bool:
        """Whether some process has it open for writing. Raises OSError."""
        ...

    def segments(self, keys: Sequence[VerifierKey]) -> list[Segment]:
        """See `find_segments`."""
        ...

    def checkpoints(self) -> CheckpointRange:
        """All the notes that there are now. Raises OSError."""
        ...


class FolderLocation:
    """A log in a folder."""

    def __init__(self, folder: Path, archive: str = "") -> None:
        """Nothing is opened yet; segments that are not in the folder any more are asked of the archive."""
        self.folder = folder
        self.archive = archive

    def __str__(self) -> str:
        return str(self.folder)

    @property
    def identity(self) -> str:
        """See `Location`."""
        return str(self.folder.resolve())

    def beside(self, origin: str) -> None:
        """See `Location`."""

    def open_bytes(self) -> LogBytes:
        """See `Location`."""
        from runtime.audit.stores._folder_bytes import FolderBytes

        return FolderBytes(self.folder, self.archive)

    def open(self, *, create: bool) -> Store:
        """See `Location`."""
        from runtime.audit.stores.file import FileStore

        return FileStore(self.folder, create=create, archive=self.archive)

    def close(self) -> None:
        """See `Location`."""

    def exists(self) -> bool:
        """See `Location`."""
        return self.folder.exists()

    def has_writer(self) -> bool:
        """See `Location`."""
        from runtime.audit.stores.file import has_writer

        return has_writer(self.folder)

    def segments(self, keys: Sequence[VerifierKey]) -> list[Segment]:
        """See `Location`."""
        return find_segments(self.folder, keys, self.archive)

    def checkpoints(self) -> CheckpointRange:
        """See `Location`."""
        descriptor = open_to_read(self.folder, CHECKPOINTS)
        try:
            return CheckpointRange(str(self.folder), 0, os.fstat(descriptor).st_size)
        finally:
            os.close(descriptor)


def location_of(place: Path | str | Location) -> Location:
    """The location that a folder is, or that was found before."""
    return FolderLocation(Path(place)) if isinstance(place, str | Path) else place


def with_archive(location: Location, archive: str) -> Location:
    """The same log, whose archived segments are asked of this archive.

    Raises:
        ConfigurationError: ``config.invalid``: the log is in a database, which has no archive.
    """
    if not archive:
        return location
    if location.folder is None:
        raise ConfigurationError(
            "retention.archive: a log in PostgreSQL is archived as a whole, with `runtime audit copy`",
            field="retention.archive",
        )
    return FolderLocation(location.folder, archive)


def find_location(store: str, workspace: Path, origin: str) -> Location:
    """The location that a setting names.

    Args:
        store: ``file:FOLDER`` or ``postgresql://…``.
        workspace: What a folder is relative to.
        origin: The log's name, under which a database keeps it.

    Raises:
        ConfigurationError: ``config.invalid``: there is no such store, or it cannot be reached from here.
    """
    scheme, _, rest = store.partition(":")
    if scheme == "file" and rest:
        return FolderLocation(workspace / rest)
    if scheme == "postgresql" and rest.startswith("//"):
        from runtime.audit.stores.postgresql import PostgresLog

        return PostgresLog(store, origin)
    raise ConfigurationError(
        f"audit.store: no store for {scheme + ':'!r}",  # what follows may hold a password
        suggestion='Use "file:FOLDER", for example "file:.runtime/audit", or "postgresql://HOST/DATABASE".',
        field="audit.store",
    )
