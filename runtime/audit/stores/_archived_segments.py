"""Reads segments that were moved to the log's archive, where one is named."""

from __future__ import annotations

from collections.abc import Iterator

from runtime.audit.archive.opening import open_archive
from runtime.audit.archive.port import Archive
from runtime.contracts.errors import AuditArchived, AuditArchiveUnavailable


class ArchivedSegments:
    """The archive of a log, which is opened when something of it is asked for."""

    def __init__(self, url: str) -> None:
        """Nothing is opened yet; empty where nobody named an archive."""
        self._url = url
        self._archive: Archive | None = None

    def read(self, name: str, start: int, end: int) -> Iterator[bytes]:
        """The bytes of a range of a segment; fewer where the object ends before.

        Raises:
            AuditArchived: ``audit.archived``: no archive is named.
            AuditArchiveUnavailable: ``audit.archive_unavailable``: it does not give them.
        """
        if not self._url:
            raise AuditArchived(f"{name} lies in the log's archive, and none is named")
        try:
            if self._archive is None:
                self._archive = open_archive(self._url)
            yield from self._archive.read(name, start, end)
        except OSError as error:
            reason = error.strerror or error
            raise AuditArchiveUnavailable(f"{name} cannot be read from the archive: {reason}") from None
