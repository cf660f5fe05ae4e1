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
from runtime.contracts.errors import AuditError, AuditInconsistent, AuditWriteFailed

_LOCKS = {"records": 0x43_52_01_01, "checkpoints": 0x43_52_01_02}
_PREV = re.compile(rb'"prev":"blake3:([0-9a-f]{64})","seq":[0-9]+,"tag":"[0-9a-f]{32}"}\n\Z')
_CHANGED = (
    "Run `runtime audit verify`; if it finds nothing, `runtime audit repair` corrects the column `stop`."
)
_PAGE_SHAPE = (int, bytes)
_PAGE = 256  # rows; with the size of a row it bounds the memory of a reader
_INSERT = {
    "records": """INSERT INTO cathedral.records (log_id, seq, stop, prev, data)
        SELECT %s, * FROM unnest(%s::bigint[], %s::bigint[], %s::bytea[], %s::bytea[])""",
    "checkpoints": """INSERT INTO cathedral.checkpoints (log_id, seq, stop, data)
        SELECT %s, * FROM unnest(%s::bigint[], %s::bigint[], %s::bytea[])""",
}


_LAST_BYTES = 64
"""The end of a record: its digest and tag, which tell one end of a log from every other."""
_LAST = f"substring(data FROM greatest(1, octet_length(data) - {_LAST_BYTES - 1}))"
_SEAL = "SELECT size, stop FROM cathedral.seals WHERE log_id = %s ORDER BY seq DESC LIMIT 1"
_TIP = f"SELECT seq + 1, stop, {_LAST} FROM cathedral.{{}} WHERE log_id = %s ORDER BY seq DESC LIMIT 1"  # noqa: S608  # one of two names
# One question for both: a row of the seal, and one of the tip, if they are there.
_STATE = f"""(SELECT 0, size, stop, ''::bytea FROM ({_SEAL}) AS seal)
    UNION ALL (SELECT 1, * FROM ({_TIP.format("records")}) AS tip)"""  # noqa: S608
_STATE_SHAPE = (int, int, int, bytes)


_WRONG = """SELECT seq, ends FROM (SELECT seq, stop, (sum(octet_length(data)) OVER (ORDER BY seq))::bigint AS ends
    FROM cathedral.{} WHERE log_id = %s) AS row WHERE stop <> ends"""


class RowFile:
    """See `AppendOnlyFile`. What was appended is durable at once, so there is nothing to sync."""

    def __init__(self, session: Connection, table: str, log_id: int) -> None:
        self._session = session
        self._table = table
        self._log_id = log_id
        self._tip: tuple[int, int] | None = None  # rows and bytes, while the lock is held
        self._own: tuple[int, bytes] = (-1, b"")  # where this process wrote last, and how that ends

    def locked(self) -> RowFile:
        """See `AppendOnlyFile`."""
        return self

    def __enter__(self) -> None:
        try:
            self._session.run("SELECT pg_advisory_lock(%s, %s)", (_LOCKS[self._table], self._log_id))
        except AuditError as error:
            error.details["unwritten"] = True
            raise
        self._tip = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tip = None
        try:
            rows = self._session.run("SELECT pg_advisory_unlock(%s, %s)", (_LOCKS[self._table], self._log_id))
            if rows != [(True,)]:
                raise AuditWriteFailed("The log's lock was lost while it was held", temporary=True)
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
        while offset < end and (rows := self._session.run(page, (self._log_id, offset), _PAGE_SHAPE)):
            for stop, data in rows:
                first = stop - len(data)
                if not first <= offset < stop or (first < offset and offset != start):
                    raise AuditInconsistent(
                        f"Rows of the log's {self._table} were removed or changed",
                        suggestion=_CHANGED,
                    )
                part = data[offset - first : end - first]
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
            ((stop, data),) = self._session.run(select, (self._log_id, end), _PAGE_SHAPE)
            self._session.run("SELECT set_config('cathedral.repair', 'on', true)")
            gone = self._session.run(delete, (self._log_id, end), (int,))
            first = stop - len(data)
            if first < end:
                self._insert(min(seq for (seq,) in gone), first, data[: end - first])
        self._tip = None

    def mend(self, *, apply: bool) -> int:
        """See `AppendOnlyFile`. Where a row ends follows from the rows in front; takes a role that may delete."""
        wrong = self._session.run(_WRONG.format(self._table), (self._log_id,), (int, int))
        if not wrong or not apply:
            return len(wrong)
        stops = dict(wrong)
        delete = (
            f"DELETE FROM cathedral.{self._table} WHERE log_id = %s AND seq = ANY(%s) RETURNING seq, data"  # noqa: S608  # one of two names
        )
        with self._session.whole():
            self._session.run("SELECT set_config('cathedral.repair', 'on', true)")
            for seq, data in self._session.run(delete, (self._log_id, list(stops)), _PAGE_SHAPE):
                self._insert(seq, stops[seq] - len(data), data)
        self._tip = None
        return len(wrong)

    def _find_tip(self) -> tuple[int, int]:
        """How many rows and bytes there are."""
        found = self._session.run(_TIP.format(self._table), (self._log_id,), _STATE_SHAPE[1:])
        return self._take_tip(found[0] if found else (0, 0, b""))

    def _take_tip(self, tip: tuple[int, int, bytes]) -> tuple[int, int]:
        """Rows and bytes of a tip; what this process wrote last must still stand there."""
        rows, size, last = tip
        if rows < 0 or size < rows:
            raise AuditInconsistent(
                f"The log's {self._table} say wrongly where they end", suggestion=_CHANGED
            )
        if size == self._own[0] and last != self._own[1]:
            raise AuditInconsistent(f"The log's {self._table} were changed while the log was open")
        return rows, size

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
        if pieces:
            self._own = size, pieces[-1][-_LAST_BYTES:]


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
        found = {
            which: rest
            for which, *rest in self._session.run(_STATE, (self._log_id, self._log_id), _STATE_SHAPE)
        }
        self.first, self.start = found.get(0, (0, 0, b""))[:2]
        self._tip = self._take_tip(tuple(found.get(1, (0, 0, b""))))
        return self._tip[1]

    def cut(self, end: int) -> None:
        """See `AppendOnlyFile`."""
        if end < self.start:
            raise AuditInconsistent("What is to be cut was sealed")
        super().cut(end)

    kept_from = 0
    """See `Records`: all rows are here."""

    def load_seal(self) -> bytes:
        """See `Records`."""
        select = "SELECT substring(data FROM 1 FOR %s) FROM cathedral.seals WHERE log_id = %s AND size = %s"
        if not self.first:
            return b""
        found = self._session.run(select, (MAX_SEAL_BYTES + 1, self._log_id, self.first), (bytes,))
        if not found:
            raise AuditInconsistent(f"The seal in front of record {self.first} was removed")
        seal: bytes = found[0][0]
        return seal

    def seal(self, note: bytes, size: int) -> None:
        """See `Records`."""
        self._session.run(
            "INSERT INTO cathedral.seals (log_id, seq, size, stop, data) VALUES (%s, %s, %s, %s, %s)",
            (self._log_id, self.first, size, self._find_tip()[1], note),
        )
        self._find_segment()

    def _find_segment(self) -> None:
        found = self._session.run(_SEAL, (self._log_id,), (int, int))
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
