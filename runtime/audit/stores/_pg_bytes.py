"""Reads the bytes of a log in PostgreSQL by their offsets, as its rows state them: to find something, not to verify it."""

from __future__ import annotations

from collections.abc import Iterator

from runtime.audit.format.seal import MAX_SEAL_BYTES
from runtime.audit.stores._pg_reader import find_log
from runtime.audit.stores._pg_rows import RowFile
from runtime.audit.stores._pg_session import Connection

_OFFSET = """SELECT stop - octet_length(data) FROM cathedral.records
    WHERE log_id = %s AND seq <= %s ORDER BY seq DESC LIMIT 1"""
_SEAL = f"SELECT substring(data FROM 1 FOR {MAX_SEAL_BYTES + 1}) FROM cathedral.seals WHERE log_id = %s AND seq = %s"  # noqa: S608


class PostgresBytes:
    """Implements `runtime.audit.stores.LogBytes`."""

    def __init__(self, session: Connection, name: str) -> None:
        """Read over an open connection, which is closed with this, or where there is no such log."""
        self._session = session
        try:
            self._log_id = find_log(session, name)
        except BaseException:
            session.close()
            raise
        self._records = RowFile(session, "records", self._log_id)
        self._checkpoints = RowFile(session, "checkpoints", self._log_id)

    def end(self) -> int:
        """See `LogBytes`."""
        return self._records.size()

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """See `LogBytes`."""
        return self._records.read(start, end)

    def offset_before(self, seq: int) -> int:
        """See `LogBytes`."""
        rows = self._session.run(_OFFSET, (self._log_id, seq), (int,))
        return max(0, rows[0][0]) if rows else 0

    def checkpoints_end(self) -> int:
        """See `LogBytes`."""
        return self._checkpoints.size()

    def read_checkpoints(self, start: int, end: int) -> Iterator[bytes]:
        """See `LogBytes`."""
        return self._checkpoints.read(start, end)

    def read_seal(self, first: int) -> bytes:
        """See `LogBytes`."""
        return b"".join(note for (note,) in self._session.run(_SEAL, (self._log_id, first), (bytes,)))

    def close(self) -> None:
        """See `LogBytes`."""
        self._session.close()
