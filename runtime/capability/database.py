"""``ctx.db``: statements on SQLite databases that lie in the workspace, as files that the call was granted, and the way to connections.

1. The file is read through ``ctx.fs``, under its grants, whatever links say. A statement works on those bytes: it opens nothing.
2. The engine asks about each table that a statement touches; what is not granted ends it.
3. What was changed replaces the file whole, if it still holds what was read: two writers cannot undo one another unseen.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

from runtime.capability.check_log import CheckLog
from runtime.capability.connections import MAX_BYTES, MAX_ROWS, MAX_SQL, ConnectionHandle, refuse
from runtime.capability.handles import DEFAULT_MEMORY_BYTES, FilesHandle
from runtime.capability.match import CapabilitySet, names_cover, prefixes_cover
from runtime.contracts.database import (
    DatabaseEngine,
    Parameters,
    QueryFailed,
    QueryRows,
    SqlStatement,
    StatementResult,
)
from runtime.contracts.errors import BackendUnavailable
from runtime.contracts.limits import ResourceBounds

__all__ = ["Database"]

_MAGIC = b"SQLite format 3\0"
_WAL_VERSIONS = slice(18, 20)
"""The file format's versions: 2 means a write-ahead log beside the file (SQLite, "The Database Header")."""


class Database:
    """Implements `runtime.contracts.database.DatabaseAccess`."""

    __slots__ = ("_capabilities", "_check", "_connect", "_engine", "_files", "_ledger", "_limits")

    def __init__(
        self,
        capabilities: CapabilitySet,
        limits: ResourceBounds,
        engine: DatabaseEngine | None,
        files: Callable[[], FilesHandle],
        ledger: CheckLog,
        check: Callable[[], None],
        connect: Callable[[str], ConnectionHandle],
    ) -> None:
        self._capabilities = capabilities
        self._limits = limits
        self._engine = engine
        self._files = files
        self._ledger = ledger
        self._check = check
        self._connect = connect

    def connection(self, name: str) -> ConnectionHandle:
        """A database server that the user's settings name; nothing is connected before the first statement."""
        return self._connect(name)

    def query(self, path: str, sql: str, parameters: Parameters = (), *, max_rows: int = 1000) -> QueryRows:
        """The rows of a statement that reads.

        Args:
            path: The database's file in the workspace.
            sql: One statement, with ``?`` or ``:name`` where values stand.
            parameters: The values.
            max_rows: How many rows are wanted.

        Raises:
            CapabilityExceeded: the file or a table is not granted.
            QueryFailed: the file is no database, or the statement cannot be run.
            OSError: the file cannot be read.
        """
        data = self._read(path)
        return self._run(data, sql, parameters, writes=False, max_rows=max_rows).rows

    def execute(self, path: str, sql: str, parameters: Parameters = ()) -> int:
        """Change rows, and replace the file; how many rows were changed.

        Raises:
            CapabilityExceeded: the file or a table is not granted.
            QueryFailed: as for `query`, or somebody else changed the file meanwhile.
            OSError: the file cannot be read or written.
        """
        data = self._read(path)
        ran = self._run(data, sql, parameters, writes=True, max_rows=0)
        if ran.data is not None and ran.data != data:
            self._check()
            try:
                self._files().replace(path, ran.data, expected=data)
            except OSError as error:
                if error.errno != errno.ESTALE:
                    raise
                raise QueryFailed("the database was changed meanwhile; nothing was written") from None
        return ran.changed

    def _read(self, path: str) -> bytes:
        for kind in ("db_read", "db_write"):
            if kind in self._capabilities:
                break
        else:
            refuse(self._ledger, "db_read", path)
        data = self._files().read_bytes(path)
        if not data.startswith(_MAGIC) or len(data) < 100:
            raise QueryFailed("the file is no SQLite database")
        if data[_WAL_VERSIONS] != b"\1\1":
            raise QueryFailed(
                "the database has a write-ahead log, so that its file alone is not all of it: PRAGMA journal_mode=DELETE makes it whole"
            )
        self._require_whole(path)
        return data

    def _require_whole(self, path: str) -> None:
        """Refuse a database in the middle of another program's change, as far as the grants let that be seen."""
        beside = f"{path}-journal"
        granted = self._capabilities.get("fs_read")
        try:
            seen = granted is not None and prefixes_cover(tuple(granted.prefixes), beside.removeprefix("./"))
            found = seen and self._files().stat(beside).size_bytes > 0
        except (OSError, ValueError):
            return
        if found:
            raise QueryFailed("another program is changing the database, or was killed while it did")

    def _run(self, data: bytes, sql: str, parameters: Any, *, writes: bool, max_rows: int) -> StatementResult:
        if self._engine is None:
            raise BackendUnavailable("nothing here runs statements on databases")
        if len(sql) > MAX_SQL:
            raise QueryFailed(f"the statement is longer than {MAX_SQL} characters")
        bound = self._limits.memory_bytes or DEFAULT_MEMORY_BYTES
        statement = SqlStatement(
            sql=sql,
            parameters=parameters,
            writes=writes,
            max_rows=max(0, min(max_rows, MAX_ROWS)),
            max_bytes=min(MAX_BYTES, self._limits.output_bytes),
            memory_bytes=bound,
        )
        return self._engine.run(data, statement, admit=self._admit, go_on=self._check)

    def _admit(self, kind: str, table: str) -> None:
        granted = self._capabilities.get(kind)
        if granted is None or not names_cover(tuple(granted.tables), table):
            refuse(self._ledger, kind, table)
        self._ledger.allow(kind, table)
