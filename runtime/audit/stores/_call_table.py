"""Indexes the calls of a log in an SQLite file: fast to search, and no evidence.

The file can be removed at any time. It is sealed: a keyed digest of all its bytes lies beside it, under a key of the user's own. A file
that its seal does not fit, as one that somebody edited, is made anew, and where none can be had the table is in memory.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hmac import compare_digest
from pathlib import Path
from typing import Any, NamedTuple

from blake3 import blake3

_LAYOUT = 3
_COLUMNS = (
    "seq INTEGER PRIMARY KEY", "call TEXT", "at_us INTEGER", "tool TEXT", "principal TEXT", "decision TEXT",
    "approver TEXT", "outcome TEXT", "code TEXT", "duration_us INTEGER", "doubtful INTEGER",
    "places TEXT",
)  # fmt: skip
FIELDS = tuple(column.split()[0] for column in _COLUMNS)
_FUTURE = "(unixepoch() + 60) * 1000000"
_SHOWN = ", ".join(f"doubtful OR at_us > {_FUTURE}" if name == "doubtful" else name for name in FIELDS)
_SCHEMA = (
    f"CREATE TABLE calls ({', '.join(_COLUMNS)}) WITHOUT ROWID",
    "CREATE INDEX by_call ON calls (call)",
    "CREATE INDEX by_tool ON calls (tool)",
    "CREATE INDEX by_principal ON calls (principal)",
    "CREATE INDEX by_outcome ON calls (outcome)",
    "CREATE INDEX by_time ON calls (at_us)",
    "CREATE TABLE place (size INTEGER, start INTEGER, end INTEGER, head TEXT)",
    "INSERT INTO place VALUES (0, 0, 0, '')",
    f"PRAGMA user_version = {_LAYOUT}",
)
_CONDITIONS = {
    "call": "call = ?",
    "call_from": "call >= ?",
    "call_until": "call < ?",
    "tool": "tool GLOB ?",
    "principal": "principal GLOB ?",
    "decision": "decision = ?",
    "outcome": "outcome = ?",
    "code": "code GLOB ?",
    # No bound hides a call whose time cannot be right.
    "since_us": "(at_us >= ? OR doubtful)",
    "until_us": f"(at_us < ? OR doubtful OR at_us > {_FUTURE})",
}
_WAIT_S = 30.0
_CHUNK_BYTES = 4 << 20
Unusable = sqlite3.DatabaseError
"""What any method raises where the file is damaged, for those who may not import the library."""
IndexPosition = tuple[int, int, int, str]
"""How far the rows reach: records, start and end of the last one in bytes, its digest."""


class SealedFile(NamedTuple):
    """Where a table is kept, and what its seal is made with."""

    path: Path
    secret: bytes
    """32 bytes that only this user can read."""
    log: str
    """Which log it is of: a table that was moved beside another log does not fit."""


class CallTable:
    """The rows, and how far they reach. Other processes wait while one has the file open."""

    def __init__(self, file: SealedFile | None) -> None:
        """Open or make the file; in memory where there is none, or it cannot be had."""
        self._file = file
        self._lock = -1
        self._connection = self._open()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _open(self) -> sqlite3.Connection:
        if self._file is not None:
            path = self._file.path
            # A folder that cannot be written, a disk that is full, a folder in the file's place.
            with suppress(OSError, sqlite3.Error):
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
                self._lock = os.open(path.with_suffix(".lock"), flags, 0o600)
                fcntl.flock(self._lock, fcntl.LOCK_EX)
                if not self._is_sealed():
                    remove(path)
                return _connect(path)
        self._file = None
        return _connect(":memory:")

    def _is_sealed(self) -> bool:
        """Whether the file is as this class left it."""
        assert self._file is not None  # noqa: S101  # the caller looked
        try:
            return compare_digest(_seal_path(self._file.path).read_bytes(), _digest(self._file))
        except OSError:
            return False

    def _seal(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                _seal_path(self._file.path).write_bytes(_digest(self._file))

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One change, whole or not at all."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
            self._seal()
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def position(self) -> IndexPosition:
        """How far the rows reach."""
        found: IndexPosition = self._connection.execute("SELECT size, start, end, head FROM place").fetchone()
        return found

    def move(self, position: IndexPosition) -> None:
        """The rows reach so far."""
        self._connection.execute("UPDATE place SET size = ?, start = ?, end = ?, head = ?", position)

    def clear(self) -> None:
        """No rows."""
        self._connection.execute("DELETE FROM calls")
        self.move((0, 0, 0, ""))

    def put(self, rows: Iterable[Sequence[Any]]) -> None:
        """Insert or replace rows, whose values are in the order of `FIELDS`."""
        marks = ", ".join("?" * len(FIELDS))
        self._connection.executemany(f"INSERT OR REPLACE INTO calls VALUES ({marks})", rows)  # noqa: S608  # marks alone

    def doubt(self, since_us: int) -> None:
        """The clock was set back to this: what has a later time has a wrong one."""
        self._connection.execute("UPDATE calls SET doubtful = 1 WHERE at_us > ?", (since_us,))

    def latest(self, call: str) -> tuple[Any, ...] | None:
        """The newest row of a call."""
        found: tuple[Any, ...] | None = self._connection.execute(
            "SELECT * FROM calls WHERE call = ? ORDER BY seq DESC LIMIT 1", (call,)
        ).fetchone()
        return found

    def find(self, conditions: dict[str, Any], limit: int) -> list[tuple[Any, ...]]:
        """The newest rows that meet all the conditions, the oldest of them first."""
        where = " AND ".join(_CONDITIONS[name] for name in conditions) or "1"
        statement = f"SELECT {_SHOWN} FROM calls WHERE {where} ORDER BY seq DESC LIMIT ?"  # noqa: S608  # from the table above
        return self._connection.execute(statement, (*conditions.values(), limit)).fetchall()[::-1]


def remove(file: Path) -> None:
    """Remove a table that is of no use."""
    with suppress(OSError):
        file.unlink()


def _seal_path(path: Path) -> Path:
    return path.with_suffix(".seal")


def _digest(file: SealedFile) -> bytes:
    """Of every byte, and of the log that the table is of; raises OSError."""
    hasher = blake3(file.log.encode(errors="surrogateescape") + b"\0", key=file.secret)
    with file.path.open("rb") as stream:
        while chunk := stream.read(_CHUNK_BYTES):
            hasher.update(chunk)
    return hasher.digest()


def _connect(file: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=_WAIT_S, isolation_level=None)
    try:
        _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the tables where there are none."""
    connection.execute("PRAGMA synchronous = OFF")  # what a crash breaks has no seal, and is made anew
    connection.execute("BEGIN IMMEDIATE")
    (layout,) = connection.execute("PRAGMA user_version").fetchone()
    if layout == 0:
        for statement in _SCHEMA:
            connection.execute(statement)
    connection.execute("COMMIT")
