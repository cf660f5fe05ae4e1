"""Reads a log in PostgreSQL for a verification: a stream of lines in the order of their numbers.

Where a row says that it ends is not looked at. What is verified is the bytes, as they would stand in a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from runtime.audit.format.note import VerifierKey
from runtime.audit.format.seal import MAX_SEAL_BYTES, SegmentStart
from runtime.audit.layout.checkpoint_file import CheckpointRange
from runtime.audit.layout.finding import Finding
from runtime.audit.layout.segments import Segment, VerificationStopped, open_seal
from runtime.audit.stores._pg_schema import PIECE_BYTES, has_tables
from runtime.audit.stores._pg_session import Connection
from runtime.contracts.errors import AuditError, ConfigurationMissing

_MAX_SEALS = 200_000
"""Far more than a log has segments: a hostile table must not exhaust the auditor's memory."""
_SEALS = f"SELECT seq FROM cathedral.seals WHERE log_id = %s LIMIT {_MAX_SEALS + 1}"  # noqa: S608
_SEAL = f"SELECT substring(data FROM 1 FOR {MAX_SEAL_BYTES + 1}) FROM cathedral.seals WHERE log_id = %s AND seq = %s"  # noqa: S608
_PAGE = 256  # rows; with the size of a row it bounds the memory
_BEFORE_ALL = -(1 << 63)


class PostgresReader:
    """One log, read over one connection, which is made when it is needed. Every method raises OSError."""

    def __init__(self, address: Mapping[str, str], name: str) -> None:
        """Nothing is connected yet."""
        self._address = address
        self._name = name
        self._session: Connection | None = None
        self._log_id = 0

    def close(self) -> None:
        """Hang up, until the next question."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def ask(self, statement: str, *values: object, shape: tuple[type, ...] = ()) -> list[tuple[Any, ...]]:
        """The rows of a statement, whose first value is the log's number. FileNotFoundError where it has none."""
        try:
            if self._session is None:
                self._session = Connection(self._address)
                self._log_id = find_log(self._session, self._name)
            return self._session.run(statement, (self._log_id, *values), shape)
        except ConfigurationMissing as missing:
            self.close()
            raise FileNotFoundError(2, missing.message, f"the log {self._name}") from None
        except AuditError as error:
            self.close()
            raise OSError(0, error.message) from None

    def end(self, table: str) -> tuple[int, int]:
        """The number of the last row, and where it says that it ends; to stop there, not to believe."""
        last = f"SELECT seq, stop FROM cathedral.{table} WHERE log_id = %s ORDER BY seq DESC LIMIT 1"  # noqa: S608  # one of two names
        rows = self.ask(last, shape=(int, int))
        return (rows[0][0], rows[0][1]) if rows else (-1, 0)

    def chunks(self, table: str, last: int, first: int = 0) -> Iterator[bytes]:
        """The bytes of the rows from one number to another. A row longer than any of ours is cut, and no record then."""
        page = f"""SELECT seq, substring(data FROM 1 FOR {PIECE_BYTES + 1}) FROM cathedral.{table}
            WHERE log_id = %s AND seq > %s AND seq <= %s ORDER BY seq LIMIT {_PAGE}"""  # noqa: S608
        seen = first - 1 if first else _BEFORE_ALL
        while rows := self.ask(page, seen, last, shape=(int, bytes)):
            for seq, data in rows:
                if not seen < seq <= last or not 0 < len(data) <= PIECE_BYTES + 1:
                    raise OSError(0, "the database answers with other rows than it was asked for")
                seen = seq
            yield b"".join(data for _, data in rows)


def find_log(session: Connection, name: str) -> int:
    """The number of a log in its database.

    Raises:
        ConfigurationMissing: ``config.missing``: it is not there.
    """
    if has_tables(session):
        found = session.run("SELECT log_id FROM cathedral.logs WHERE name = %s", (name,), (int,))
        if found:
            number: int = found[0][0]
            return number
    raise ConfigurationMissing(f"There is no audit log {name!r} in the database")


def list_logs(session: Connection) -> list[str]:
    """The names of two logs of a database, if it holds so many."""
    if not has_tables(session):
        return []
    return [
        name for (name,) in session.run("SELECT name FROM cathedral.logs ORDER BY log_id LIMIT 2", (), (str,))
    ]


def find_segments(reader: PostgresReader, keys: Sequence[VerifierKey]) -> list[Segment]:
    """See `runtime.audit.layout.segments.find_segments`; all seals are rows, and each must be reached."""
    last, length = reader.end("records")
    strays = {first for (first,) in reader.ask(_SEALS, shape=(int,))}
    if len(strays) > _MAX_SEALS:
        raise OSError(0, "the table holds more seals than any log")
    segments: list[Segment] = []
    start, retired = SegmentStart(), tuple[VerifierKey, ...]()
    while True:
        strays.discard(start.size)
        notes = reader.ask(_SEAL, start.size, shape=(bytes,))
        seal = open_seal(notes[0][0], f"records-{start.size}.seal", start, keys) if notes else None
        segments.append(
            StoredSegment(
                folder="",
                name="records",
                length=seal.length if seal else max(0, length - sum(each.length for each in segments)),
                start=start,
                seal=seal,
                keys=tuple(keys),
                retired=retired,
                reader=reader,
                last=seal.size - 1 if seal else last,
            )
        )
        if seal is None:
            break
        start = seal.end
        if seal.key not in map(str, keys):
            retired, keys = (*retired, *keys), [VerifierKey.parse(seal.key)]
    if strays:
        message = (
            f"the seal in front of record {min(strays)} is missing, or that record's is no part of this log"
        )
        raise VerificationStopped(Finding("TAMPERED", "seal.missing", message, "seals", start.size))
    return segments


class StoredSegment(Segment, frozen=True, kw_only=True):
    """The records from one seal to the next, or to the end."""

    reader: PostgresReader
    last: int

    def chunks(self) -> Iterator[bytes]:
        """See `Segment`."""
        return self.reader.chunks("records", self.last, self.start.size)


class StoredCheckpointRange(CheckpointRange, frozen=True, kw_only=True):
    """Some of a log's checkpoints, counted in bytes as if they stood in a file."""

    reader: PostgresReader
    last: int

    def chunks(self) -> Iterator[bytes]:
        """See `CheckpointRange`."""
        offset = 0
        for chunk in self.reader.chunks("checkpoints", self.last):
            yield chunk[max(0, self.start - offset) : max(0, self.end - offset)]
            offset += len(chunk)
            if offset >= self.end:
                return
