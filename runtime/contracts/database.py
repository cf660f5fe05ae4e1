"""What a tool may ask of a database, and who carries it out.

A database is a file of the workspace, or a connection of the user's settings.

- File: the handle (`runtime.capability.database`) reads and replaces it under the call's own file capabilities. The engine works on the file's bytes and opens nothing.
- Connection: the handle (`runtime.capability.connections`) names it, and never sees its address. The engine connects, once for each statement.

Either handle says of each table whether it is granted; the engine asks before anything of the table is given out or kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

Value = str | int | float | bytes | None
Parameters = Sequence[Value] | Mapping[str, Value]
ROW_TOO_LARGE = "a row is larger than what may be answered; ask for less of it"


class QueryFailed(ValueError):
    """The database refused a statement; the text is for whoever wrote it."""


class QueryRows(msgspec.Struct, frozen=True, kw_only=True):
    """What a statement gave."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    truncated: bool
    """There were more rows, or more bytes, than were wanted."""


class SqlStatement(msgspec.Struct, frozen=True, kw_only=True):
    """One statement, and what it may use."""

    sql: str
    parameters: Any
    writes: bool
    max_rows: int
    max_bytes: int
    """Of all values that are given back, and of the largest that is made on the way."""
    memory_bytes: int
    """What the process may grow by while it runs, about."""


class StatementResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a statement."""

    rows: QueryRows
    changed: int
    data: bytes | None
    """The database afterwards; None for one that only read."""


class DatabaseEngine(Protocol):
    """Runs one statement on a database that is bytes. Raises QueryFailed, MemoryLimit, and what ``admit`` and ``go_on`` raise."""

    def run(
        self,
        data: bytes,
        statement: SqlStatement,
        *,
        admit: Callable[[str, str], None],
        go_on: Callable[[], None],
    ) -> StatementResult:
        """What the statement gave.

        Args:
            data: The database.
            statement: The statement.
            admit: Asked ``db_read`` or ``db_write`` and a table, of each that the statement touches, also through views and triggers; raises to refuse.
            go_on: Called often; raises where the call is over.
        """
        ...


class ConnectionEngine(Protocol):
    """Runs one statement on a database server. Raises QueryFailed, BackendUnavailable, and what ``admit`` and ``go_on`` raise."""

    def run(
        self,
        connection: str,
        statement: SqlStatement,
        *,
        tool: str,
        remaining_s: Callable[[], float],
        admit: Callable[[str, Sequence[str]], None],
        go_on: Callable[[], None],
    ) -> StatementResult:
        """What came of it.

        Args:
            connection: Its name in the settings.
            statement: What to run.
            tool: Whose call it is: a connection is for tools that its settings name.
            remaining_s: How long the call may still take.
            admit: Called with ``db_read`` or ``db_write`` and the names of a table that the statement touched: the one that records show, and others that a grant
                may have for it. Raises to refuse; what was changed is then undone.
            go_on: Called while the statement runs; raises when the call is over, and the statement is then cancelled at the server.
        """
        ...


class ConnectionAccess(Protocol):
    """``ctx.db.connection(NAME)``: a database server under the user's settings, for tables that are granted as ``NAME:TABLE``.

    Values come as parameters, ``$1`` and on. What a query reads is read-only to the server itself; a change is committed whole, or not at all.
    """

    def query(self, sql: str, parameters: Parameters = (), *, max_rows: int = 1000) -> QueryRows: ...
    def execute(self, sql: str, parameters: Parameters = ()) -> int:
        """Change rows; how many were changed."""
        ...


@runtime_checkable
class DatabaseAccess(Protocol):
    """``ctx.db``: SQLite databases that are files of the workspace.

    The file needs ``fs_read``, and ``fs_write`` to be changed; each table ``db_read`` or ``db_write``. Values come as parameters. A change replaces the file whole, or not
    at all.
    """

    def query(
        self, path: str, sql: str, parameters: Parameters = (), *, max_rows: int = 1000
    ) -> QueryRows: ...
    def execute(self, path: str, sql: str, parameters: Parameters = ()) -> int:
        """Change rows; how many were changed."""
        ...

    def connection(self, name: str) -> ConnectionAccess:
        """A database server that the user's settings name."""
        ...
