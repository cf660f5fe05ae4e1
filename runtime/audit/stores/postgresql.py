"""Stores logs in a PostgreSQL database, each by its name, which is the origin that its checkpoints are signed for.

| table of the schema ``cathedral`` | holds |
|---|---|
| logs | the names |
| records | one row for each record: its number, its line, what it continues, where it ends |
| seals | what each full segment holds, signed |
| checkpoints | signed notes, a blank line behind each |
| frontiers | where each log stood at a recent checkpoint: a cache |
| quarantine | bytes that a repair moved out of the way |
| vault, erasures | what opens the records' commitments, and what is being erased of it (`runtime.audit.vault.postgres_vault`) |

Writers take turns by an advisory lock. It orders them; that a record has one successor is the table's own rule, and holds where
the lock does not. A batch is one statement, durable when it returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from runtime.audit.format.note import VerifierKey
from runtime.audit.layout.checkpoint_file import CheckpointRange
from runtime.audit.layout.segments import SEGMENT_RECORDS, Segment
from runtime.audit.stores._pg_bytes import PostgresBytes
from runtime.audit.stores._pg_reader import (
    PostgresReader,
    StoredCheckpointRange,
    find_log,
    find_segments,
    list_logs,
)
from runtime.audit.stores._pg_rows import RecordRows, RowFile
from runtime.audit.stores._pg_schema import make_tables, require_durable
from runtime.audit.stores._pg_session import Connection, parse_address, shown
from runtime.contracts.errors import AuditError, AuditUnavailable, ConfigurationError, ConfigurationMissing

_WRITERS = 0x43_52_01_03
_JOIN = (
    "SELECT pg_advisory_lock_shared(%s, %s)",
    "SELECT pg_try_advisory_lock(%s, %s)",
    "SELECT pg_advisory_unlock(%s, %s)",
)
_HAS_WRITER = """
SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND datname = current_database() AND objid = %s::oid AND classid = %s::oid)"""


class PostgresStore:
    """One log of a database, open for writing."""

    def __init__(
        self, address: dict[str, str], name: str, *, create: bool, segment_records: int = SEGMENT_RECORDS
    ) -> None:
        """Open it.

        Args:
            address: The parameters of the connection.
            name: The log's name in the database.
            create: Make what is missing, tables included; otherwise a missing log is an error.
            segment_records: How many records fill a segment.

        Raises:
            ConfigurationMissing: ``config.missing``: no log is there.
            AuditWriteFailed: ``audit.write_failed``: it cannot be opened, or the server would lose records.
        """
        self._sessions: list[Connection] = []
        try:
            # Records and checkpoints are written by different threads.
            self._main, marks = self._connect(address), self._connect(address)
            if create:
                _make_log(self._main, name)
            self._log_id = find_log(self._main, name)
            require_durable(self._main)
            require_durable(marks)
            self.records = RecordRows(self._main, self._log_id, segment_records)
            self.checkpoints = RowFile(marks, "checkpoints", self._log_id)
            self._marks = marks
        except BaseException:
            self.close()
            raise

    def _connect(self, address: dict[str, str]) -> Connection:
        self._sessions.append(Connection(address, writes=True))
        return self._sessions[-1]

    def load_frontier(self) -> bytes:
        """See `Store`."""
        with suppress(AuditError):
            select = "SELECT note FROM cathedral.frontiers WHERE log_id = %s"
            rows = self._marks.run(select, (self._log_id,), (bytes,))
            return b"".join(note for (note,) in rows)
        return b""

    def save_frontier(self, note: bytes) -> None:
        """See `Store`."""
        with suppress(AuditError):
            self._marks.run(
                "INSERT INTO cathedral.frontiers (log_id, note) VALUES (%s, %s) "
                "ON CONFLICT (log_id) DO UPDATE SET note = EXCLUDED.note",
                (self._log_id, note),
            )

    @contextmanager
    def joining(self) -> Iterator[bool]:
        """See `Store`. A session may hold a lock in both ways, so nobody comes in while it goes from one to the other."""
        key = (_WRITERS, self._log_id)
        share, try_alone, release = _JOIN
        alone = self._main.run(try_alone, key) == [(True,)]
        if not alone:
            self._main.run(share, key)
        yield alone
        if alone:
            self._main.run(share, key)
            self._main.run(release, key)

    def quarantine(self, name: str, chunks: Iterator[bytes]) -> None:
        """See `Store`. All of it or nothing, so what is there under this name is the same."""
        with self._main.whole():
            for part, chunk in enumerate(chunks):
                self._main.run(
                    "INSERT INTO cathedral.quarantine (log_id, name, part, data) VALUES (%s, %s, %s, %s) "
                    "ON CONFLICT DO NOTHING",
                    (self._log_id, name, part, chunk),
                )

    def close(self) -> None:
        """Hang up, and with that give back every lock."""
        while self._sessions:
            self._sessions.pop().close()


class PostgresLog:
    """Where one log of a database is: to be opened, or verified. Its text holds no password."""

    folder = None
    archive = ""

    def __init__(self, url: str, name: str) -> None:
        """Nothing is connected yet.

        Raises:
            ConfigurationError: ``config.invalid``: it is no address, or the driver is missing.
        """
        self._url = url
        self._address = parse_address(url)
        self.name = name
        self._reader = PostgresReader(self._address, name)

    def __str__(self) -> str:
        return f"{self.name} in {shown(self._address)}"

    @property
    def identity(self) -> str:
        """See `Location`."""
        return str(self)

    def open(self, *, create: bool, segment_records: int = SEGMENT_RECORDS) -> PostgresStore:
        """Open it for writing; raises as `PostgresStore`."""
        return PostgresStore(self._address, self.name, create=create, segment_records=segment_records)

    def beside(self, origin: str) -> PostgresLog:
        """See `Location`."""
        return PostgresLog(self._url, origin)

    def open_bytes(self) -> PostgresBytes:
        """See `Location`."""
        return PostgresBytes(self.connect(kind=AuditUnavailable), self.name)

    def connect(self, **options: Any) -> Connection:
        """A connection to the database; takes and raises as `Connection`."""
        return Connection(self._address, **options)

    def close(self) -> None:
        """See `Location`."""
        self._reader.close()

    def exists(self) -> bool:
        """See `Location`."""
        try:
            return bool(self._reader.ask("SELECT FROM cathedral.logs WHERE log_id = %s"))
        except FileNotFoundError:
            return False

    def has_writer(self) -> bool:
        """See `Location`."""
        return self._reader.ask(_HAS_WRITER, _WRITERS) == [(True,)]

    def segments(self, keys: Sequence[VerifierKey]) -> list[Segment]:
        """See `Location`."""
        return find_segments(self._reader, keys)

    def checkpoints(self) -> CheckpointRange:
        """See `Location`."""
        last, end = self._reader.end("checkpoints")
        return StoredCheckpointRange(folder="", start=0, end=end, reader=self._reader, last=last)


def find_only_log(url: str) -> PostgresLog:
    """The only log of a database.

    Raises:
        ConfigurationMissing: there is none.
        ConfigurationError: ``config.invalid``: there are several, or the address is none.
        AuditUnavailable: ``audit.unavailable``: the server cannot be reached.
    """
    session = Connection(parse_address(url), kind=AuditUnavailable)
    try:
        names = list_logs(session)
    finally:
        session.close()
    if not names:
        raise ConfigurationMissing("There is no audit log in the database")
    if len(names) > 1:
        raise ConfigurationError(
            f"The database holds several logs, {names[0]} and {names[1]} among them",
            suggestion="Name one behind the address: postgresql://HOST/DATABASE#ORIGIN.",
        )
    return PostgresLog(url, names[0])


def _make_log(session: Connection, name: str) -> None:
    make_tables(session)
    session.run("INSERT INTO cathedral.logs (name) VALUES (%s) ON CONFLICT DO NOTHING", (name,))
