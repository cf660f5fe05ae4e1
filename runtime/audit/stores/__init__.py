"""Stores a log's bytes, in a folder or a database: one file each. `audit.store` of the settings names one.

A `Location` is opened by a writer, and read by a verification, which loads nothing of the writing side.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from runtime.audit.format.note import VerifierKey
from runtime.audit.layout.checkpoint_file import CHECKPOINTS, CheckpointRange
from runtime.audit.layout.segments import Segment, find_segments, open_to_read
from runtime.audit.layout.store import Store
from runtime.contracts.errors import ConfigurationError


class Location(Protocol):
    """Where one log is kept. Its text is for people, and holds no secret."""

    @property
    def folder(self) -> Path | None:
        """The folder that it is, None for a database."""
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

    def __init__(self, folder: Path) -> None:
        """Nothing is opened yet."""
        self.folder = folder

    def __str__(self) -> str:
        return str(self.folder)

    def open(self, *, create: bool) -> Store:
        """See `Location`."""
        from runtime.audit.stores.file import FileStore

        return FileStore(self.folder, create=create)

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
        return find_segments(self.folder, keys)

    def checkpoints(self) -> CheckpointRange:
        """See `Location`."""
        descriptor = open_to_read(self.folder, CHECKPOINTS)
        try:
            return CheckpointRange(str(self.folder), 0, os.fstat(descriptor).st_size)
        finally:
            os.close(descriptor)


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
