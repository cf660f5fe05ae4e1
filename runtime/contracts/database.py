"""What a tool may ask of a database, and who carries it out.

The handle (`runtime.capability.database`) reads and replaces the file under the call's own file capabilities, and says of each table whether it is granted. The
engine works on the file's bytes and opens nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

Value = str | int | float | bytes | None
Parameters = Sequence[Value] | Mapping[str, Value]


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
