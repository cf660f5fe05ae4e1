"""Keeps an append-only file as rows of a table: each holds a piece of it and says where that ends.

A record's row is its line with the line feed. Its column ``prev`` is what the record itself says that it continues, so the
table takes one successor of each record, whoever holds or believes to hold the lock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import TracebackType

from runtime.audit.format.seal import MAX_SEAL_BYTES
from runtime.audit.layout.segments import CHUNK_BYTES
from runtime.audit.stores._pg_schema import PIECE_BYTES
from runtime.audit.stores._pg_session import Connection
from runtime.contracts.errors import AuditDamaged, AuditError, AuditInconsistent, AuditWriteFailed

_LOCKS = {"records": 0x43_52_01_01, "checkpoints": 0x43_52_01_02}
_PREV = re.compile(rb'"prev":"blake3:([0-9a-f]{64})","seq":[0-9]+,"tag":"[0-9a-f]{32}"}\n\Z')
_PAGE = 256  # rows; with the size of a row it bounds the memory of a reader
_INSERT = {
    "records": """INSERT INTO cathedral.records (log_id, seq, stop, prev, data)
        SELECT %s, * FROM unnest(%s::bigint[], %s::bigint[], %s::bytea[], %s::bytea[])""",
    "checkpoints": """INSERT INTO cathedral.checkpoints (log_id, seq, stop, data)
        SELECT %s, * FROM unnest(%s::bigint[], %s::bigint[], %s::bytea[])""",
}


_STATE = """SELECT seal.size, seal.stop, tip.seq + 1, tip.stop FROM (VALUES (0)) AS one (row)
    LEFT JOIN LATERAL (SELECT size, stop FROM cathedral.seals WHERE log_id = %s ORDER BY seq DESC LIMIT 1) AS seal ON true
    LEFT JOIN LATERAL (SELECT seq, stop FROM cathedral.records WHERE log_id = %s ORDER BY seq DESC LIMIT 1) AS tip ON true"""


_WRONG = """SELECT seq, ends FROM (SELECT seq, stop, (sum(octet_length(data)) OVER (ORDER BY seq))::bigint AS ends
    FROM cathedral.{} WHERE log_id = %s) AS row WHERE stop <> ends"""


class RowFile:
    """See `AppendOnlyFile`. What was appended is durable at once, so there is nothing to sync."""

    def __init__(self, session: Connection, table: str, log_id: int) -> None:
        self._session = session
        self._table = table
        self._log_id = log_id
        self._tip: tuple[int, int] | None = None  # rows and bytes, while the lock is held

    def locked(self) -> RowFile:
        """See `AppendOnlyFile`."""
        return self

    def __enter__(self) -> None:
        self._session.run("SELECT pg_advisory_lock(%s, %s)", (_LOCKS[self._table], self._log_id))
        self._tip = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tip = None
        try:
            rows = self._session.run("SELECT pg_advisory_unlock(%s, %s)", (_LOCKS[self._table], self._log_id))
            if rows != [(True,)]:
                raise AuditWriteFailed("The log's lock was lost while it was held")
        except AuditError:
            if error is None:
                raise

    def size(self) -> int:
        """See `AppendOnlyFile`."""
        self._tip = self._find_tip()
        return self._tip[1]

    def read(self, start: int, end: int) -> Iterator[bytes]:
        """See `AppendOnlyFile`."""
        page = f"SELECT stop, data FROM cathedral.{self._table} WHERE log_id = %s AND stop > %s ORDER BY stop LIMIT {_PAGE}"  # noqa: S608  # one of two names
        offset, parts, held = start, list[bytes](), 0
        while offset < end and (rows := self._session.run(page, (self._log_id, offset), kind=AuditDamaged)):
            for stop, data in rows:
                first = stop - len(data)
                if first > offset or (first < offset and offset != start):
                    raise AuditInconsistent(
                        f"Rows of the log's {self._table} were removed or changed",
                        suggestion="Run `runtime audit verify`; if it finds nothing, `runtime audit repair` corrects the column `stop`.",
                    )
                part = bytes(data[offset - first : end - first])
                offset = stop
                parts.append(part)
                held += len(part)
                if held >= CHUNK_BYTES:
                    yield b"".join(parts)
                    parts, held = [], 0
                if offset >= end:
                    break
        if parts:
            yield b"".join(parts)

    def append(self, data: bytes, end: int) -> None:
        """See `AppendOnlyFile`."""
        rows, size = self._tip or self._find_tip()
        if size != end:
            raise AuditInconsistent(f"Rows of the log's {self._table} came or went while it was locked")
        self._insert(rows, size, data)
        self._tip = None

    def sync(self) -> None:
        """See `AppendOnlyFile`."""

    def cut(self, end: int) -> None:
        """See `AppendOnlyFile`. Takes a role that may delete; the trigger lets pass who says that it is a repair."""
        if end >= self._find_tip()[1]:
            return
        select = f"SELECT stop, data FROM cathedral.{self._table} WHERE log_id = %s AND stop > %s ORDER BY stop LIMIT 1"  # noqa: S608
        delete = f"DELETE FROM cathedral.{self._table} WHERE log_id = %s AND stop > %s RETURNING seq"  # noqa: S608
        with self._session.whole():
            ((stop, data),) = self._session.run(select, (self._log_id, end))
            self._session.run("SELECT set_config('cathedral.repair', 'on', true)")
            gone = self._session.run(delete, (self._log_id, end))
            first = stop - len(data)
            if first < end:
                self._insert(min(seq for (seq,) in gone), first, bytes(data[: end - first]))
        self._tip = None

    def mend(self, *, apply: bool) -> int:
        """See `AppendOnlyFile`. Where a row ends follows from the rows in front; takes a role that may delete."""
        wrong = self._session.run(_WRONG.format(self._table), (self._log_id,))
        if not wrong or not apply:
            return len(wrong)
        stops = dict(wrong)
        delete = (
            f"DELETE FROM cathedral.{self._table} WHERE log_id = %s AND seq = ANY(%s) RETURNING seq, data"  # noqa: S608  # one of two names
        )
        with self._session.whole():
            self._session.run("SELECT set_config('cathedral.repair', 'on', true)")
            for seq, data in self._session.run(delete, (self._log_id, list(stops))):
                self._insert(seq, stops[seq] - len(data), bytes(data))
        self._tip = None
        return len(wrong)

    def _find_tip(self) -> tuple[int, int]:
        """How many rows and bytes there are."""
        tip = f"SELECT seq + 1, stop FROM cathedral.{self._table} WHERE log_id = %s ORDER BY seq DESC LIMIT 1"  # noqa: S608
        found = self._session.run(tip, (self._log_id,))
        return (found[0][0], found[0][1]) if found else (0, 0)

    def _insert(self, rows: int, size: int, data: bytes) -> None:
        pieces = list(_split(data, lines=self._table == "records"))
        numbers, stops = list(range(rows, rows + len(pieces))), []
        for piece in pieces:
            size += len(piece)
            stops.append(size)
        columns: list[object] = [self._log_id, numbers, stops, pieces]
        if self._table == "records":
            columns.insert(3, [_prev(piece) for piece in pieces])
        self._session.run(_INSERT[self._table], columns)


class RecordRows(RowFile):
    """See `Records`. A segment is a range of rows; the row of its seal says where it ends."""

    def __init__(self, session: Connection, log_id: int, segment_records: int) -> None:
        """Take up the segments that are there."""
        super().__init__(session, "records", log_id)
        self._segment_records = segment_records
        self.first = 0
        self.start = 0
        self._find_segment()

    @property
    def full_size(self) -> int:
        """See `Records`."""
        return self.first + self._segment_records

    def size(self) -> int:
        """See `AppendOnlyFile`. Another writer may have begun new segments; one question answers for both."""
        ((first, start, rows, size),) = self._session.run(_STATE, (self._log_id, self._log_id))
        self.first, self.start = first or 0, start or 0
        self._tip = (rows or 0, size or 0)
        return self._tip[1]

    def cut(self, end: int) -> None:
        """See `AppendOnlyFile`."""
        if end < self.start:
            raise AuditInconsistent("What is to be cut was sealed")
        super().cut(end)

    def load_seal(self) -> bytes:
        """See `Records`."""
        select = "SELECT substring(data FROM 1 FOR %s) FROM cathedral.seals WHERE log_id = %s AND size = %s"
        if not self.first:
            return b""
        found = self._session.run(select, (MAX_SEAL_BYTES + 1, self._log_id, self.first))
        if not found:
            raise AuditInconsistent(f"The seal in front of record {self.first} was removed")
        return bytes(found[0][0])

    def seal(self, note: bytes, size: int) -> None:
        """See `Records`."""
        self._session.run(
            "INSERT INTO cathedral.seals (log_id, seq, size, stop, data) VALUES (%s, %s, %s, %s, %s)",
            (self._log_id, self.first, size, self._find_tip()[1], note),
        )
        self._find_segment()

    def _find_segment(self) -> None:
        last = "SELECT size, stop FROM cathedral.seals WHERE log_id = %s ORDER BY seq DESC LIMIT 1"
        found = self._session.run(last, (self._log_id,))
        self.first, self.start = found[0] if found else (0, 0)


def _split(data: bytes, *, lines: bool) -> Iterator[bytes]:
    """The rows for some bytes: one for each line, where they are lines."""
    first = 0
    while first < len(data):
        last = data.find(b"\n", first) + 1 if lines else 0
        last = min(last or len(data), first + PIECE_BYTES)
        yield data[first:last]
        first = last


def _prev(piece: bytes) -> bytes | None:
    found = _PREV.search(piece)
    return bytes.fromhex(found[1].decode()) if found else None
