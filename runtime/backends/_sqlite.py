"""Runs one statement on a SQLite database that is bytes: no file is opened, by it or for it.

The library is C and works for whoever calls it. A statement is held by what the library offers for that: ``query_only``, an authorizer that is asked about
every table and function and refuses ATTACH, PRAGMA, extensions and changes of the schema, limits on lengths and depths, and a progress handler that looks at the
clock and at memory. The database's own views and triggers are held by the same, and are not trusted with functions that have effects.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from resource import RUSAGE_SELF, getrusage
from typing import Any

from runtime.contracts.database import ROW_TOO_LARGE, QueryFailed, QueryRows, SqlStatement, StatementResult
from runtime.contracts.errors import MemoryLimit

__all__ = ["run"]

_STRIDE = 1_000
"""Opcodes between two looks at the clock."""
_LONGEST = 4 * 1024 * 1024
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: _LONGEST,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 400_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 500,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 100,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 250_000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 100,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    # LIKE looks at every character of the pattern at every place of the value, within one opcode.
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 128,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 1_000,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
# Those of the command line's extensions, and `printf`, whose widths are loops that nothing interrupts.
_FORBIDDEN = frozenset(
    {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "sqlite_log", "printf", "format"}
)
_HARMLESS = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE})
_WRITES = {
    sqlite3.SQLITE_INSERT: "db_write",
    sqlite3.SQLITE_UPDATE: "db_write",
    sqlite3.SQLITE_DELETE: "db_write",
}
_ALWAYS = frozenset({"json_each", "json_tree"})
"""Tables that are functions of their arguments."""
_NEVER = ("pragma_", "sqlite_dbpage", "sqlite_stmt", "dbstat", "bytecode", "tables_used", "sqlite_dbptr")
"""Tables that are functions of the database's file, or of the library."""
_VIRTUAL = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND (sql LIKE 'create virtual%' OR rootpage = 0)"
)
_MOST_TRIMMED = 1_000


def run(
    data: bytes, statement: SqlStatement, *, admit: Callable[[str, str], None], go_on: Callable[[], None]
) -> StatementResult:
    """See `runtime.contracts.database.DatabaseEngine`."""
    return _Run(statement, admit, go_on).ran(data)


class _Run:
    """One statement."""

    def __init__(
        self, statement: SqlStatement, admit: Callable[[str, str], None], go_on: Callable[[], None]
    ) -> None:
        self._statement = statement
        self._admit = admit
        self._go_on = go_on
        self._raised: BaseException | None = None
        self._asked: set[tuple[str, str]] = set()
        self._virtual: frozenset[str] = frozenset()
        self._most_kb = getrusage(RUSAGE_SELF).ru_maxrss + statement.memory_bytes // 1024

    def ran(self, data: bytes) -> StatementResult:
        try:
            connection = sqlite3.connect(":memory:", isolation_level=None, cached_statements=0)
        except sqlite3.Error as error:  # out of memory
            raise QueryFailed(str(error)) from None
        try:
            return self._on(connection, data)
        except sqlite3.Error as error:
            if self._raised is not None:
                raise self._raised from None
            raise QueryFailed(str(error)[:500]) from None
        except (ValueError, OverflowError, TypeError) as error:
            if isinstance(error, QueryFailed):
                raise
            raise QueryFailed(f"the parameters cannot be used: {str(error)[:200]}") from None
        finally:
            connection.set_progress_handler(None, 0)
            connection.close()

    def _on(self, connection: sqlite3.Connection, data: bytes) -> StatementResult:
        connection.deserialize(data)
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        for setting in (
            "trusted_schema = OFF",
            "cell_size_check = ON",
            "temp_store = MEMORY",
            "foreign_keys = ON",
        ):
            connection.execute(f"PRAGMA {setting}").close()
        if not self._statement.writes:
            connection.execute("PRAGMA query_only = ON").close()
        for limit, value in _LIMITS.items():
            connection.setlimit(limit, value)
        _replace_functions(connection)
        self._virtual = frozenset(str(name).lower() for (name,) in connection.execute(_VIRTUAL))
        connection.set_authorizer(self._authorize)
        connection.set_progress_handler(self._watch, _STRIDE)
        before = connection.total_changes
        cursor = connection.execute(self._statement.sql, self._statement.parameters)
        rows = self._rows(cursor)
        cursor.close()
        self._go_on()
        if self._statement.writes and not any(kind == "db_write" for kind, _ in self._asked):
            raise QueryFailed("the statement changes nothing: write INSERT, UPDATE or DELETE")
        changed = connection.total_changes - before
        return StatementResult(
            rows=rows, changed=changed, data=connection.serialize() if self._statement.writes else None
        )

    def _rows(self, cursor: sqlite3.Cursor) -> QueryRows:
        if cursor.description is None and not self._statement.writes:
            raise QueryFailed("the statement gives no rows")
        columns = tuple(str(each[0]) for each in cursor.description or ())
        found: list[tuple[Any, ...]] = []
        size, truncated = 0, False
        for row in cursor:
            size += sum(len(value) if isinstance(value, str | bytes) else 8 for value in row)
            if self._statement.writes:
                continue  # every row must be stepped through, or the change is not made
            if len(found) >= self._statement.max_rows or size > self._statement.max_bytes:
                if self._statement.max_rows and not found:
                    raise QueryFailed(ROW_TOO_LARGE)
                truncated = True
                break
            found.append(tuple(row))
        return QueryRows(columns=columns, rows=tuple(found), truncated=truncated)

    def _authorize(self, action: int, first: str | None, second: str | None, *_: str | None) -> int:
        try:
            return (
                sqlite3.SQLITE_OK
                if self._is_allowed(action, first or "", second or "")
                else sqlite3.SQLITE_DENY
            )
        except BaseException as error:  # noqa: BLE001  # the library swallows what is raised here
            self._raised = self._raised or error
            return sqlite3.SQLITE_DENY

    def _is_allowed(self, action: int, first: str, second: str) -> bool:
        if action in _HARMLESS:
            return True
        if action == sqlite3.SQLITE_FUNCTION:
            return second.lower() not in _FORBIDDEN
        kind = "db_read" if action == sqlite3.SQLITE_READ else _WRITES.get(action)
        table = first.lower()
        if (
            kind is None
            or table in self._virtual
            or table.startswith(_NEVER)
            or (kind == "db_write" and table.startswith("sqlite_"))
        ):
            return False
        if table not in _ALWAYS and (kind, first) not in self._asked:
            self._admit(kind, first)
            self._asked.add((kind, first))
        return True

    def _watch(self) -> int:
        try:
            self._go_on()
            if getrusage(RUSAGE_SELF).ru_maxrss > self._most_kb:
                raise MemoryLimit(  # noqa: TRY301  # as `go_on` does
                    f"the statement needs more than {self._statement.memory_bytes} bytes",
                    memory_bytes=self._statement.memory_bytes,
                )
        except BaseException as error:  # noqa: BLE001  # the library swallows what is raised here
            self._raised = self._raised or error
            return 1
        return 0


def _replace_functions(connection: sqlite3.Connection) -> None:
    """Put ours in the place of functions that take quadratic time within one opcode, where no deadline is seen."""
    connection.create_function("instr", 2, _instr, deterministic=True)
    connection.create_function("replace", 3, _replace, deterministic=True)
    for name, method in (("trim", str.strip), ("ltrim", str.lstrip), ("rtrim", str.rstrip)):
        connection.create_function(name, 1, _trimming(method), deterministic=True)
        connection.create_function(name, 2, _trimming(method), deterministic=True)


def _instr(text: Any, part: Any) -> int | None:
    if text is None or part is None:
        return None
    if isinstance(text, bytes) and isinstance(part, bytes):
        return text.find(part) + 1
    return _as_text(text).find(_as_text(part)) + 1


def _replace(text: Any, old: Any, new: Any) -> str | None:
    if text is None or old is None or new is None:
        return None
    before, after, whole = _as_text(old), _as_text(new), _as_text(text)
    if not before:
        return whole
    if len(whole) + whole.count(before) * (len(after) - len(before)) > _LONGEST:
        raise ValueError
    return whole.replace(before, after)


def _trimming(method: Callable[[str, str], str]) -> Callable[..., str | None]:
    def trim(text: Any, characters: Any = " ") -> str | None:
        if text is None or characters is None:
            return None
        wanted = _as_text(characters)
        if len(wanted) > _MOST_TRIMMED:
            raise ValueError
        return method(_as_text(text), wanted)

    return trim


def _as_text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
