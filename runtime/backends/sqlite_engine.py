"""The engine of SQLite databases: `runtime.backends._sqlite`, imported when a call first asks a database."""

from __future__ import annotations

from collections.abc import Callable

from runtime.contracts.database import SqlStatement, StatementResult

__all__ = ["SqliteEngine"]


class SqliteEngine:
    """Implements `runtime.contracts.database.DatabaseEngine`."""

    def run(
        self,
        data: bytes,
        statement: SqlStatement,
        *,
        admit: Callable[[str, str], None],
        go_on: Callable[[], None],
    ) -> StatementResult:
        """See `runtime.contracts.database.DatabaseEngine`."""
        from runtime.backends._sqlite import run  # most programs that open an executor have no database

        return run(data, statement, admit=admit, go_on=go_on)
