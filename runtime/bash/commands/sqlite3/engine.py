"""A SQLite database in memory that reaches nothing else: the one module of the shell that imports `sqlite3`.

The library is C and works for whoever calls it, so the script is held by what the library offers for that: an authorizer
that refuses what opens files (ATTACH, VACUUM INTO, extensions, most pragmas), limits on lengths and depths that are set for
each statement by how many values it could hold at once, and a progress handler that looks at the clock and at memory.
What the library would ask of the machine (the time, random numbers) are functions of ours. Of what a script can ask,
``random()``, ``randomblob()`` and the time follow the shell's seed and clock; nothing else in SQLite is left to chance.
"""

from __future__ import annotations

import re
import sqlite3
from resource import RUSAGE_SELF, getrusage

from runtime.bash.commands.sqlite3 import functions as functions
from runtime.bash.commands.sqlite3.guard import overgrown
from runtime.bash.commands.sqlite3.text import bare, statement_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.utility_context import Context

__all__ = ["VERSION", "Database", "Fault", "Rows", "complete", "exact"]

VERSION = sqlite3.sqlite_version
# Opcodes between two looks at clock and memory: some 5 µs, and no more rows than memory bears at the longest value.
_STRIDE = 200
# Seconds between two turns of other tasks within one statement.
_TURN_S = 0.005
# What one database may take of the host's memory beyond what the process has held before.
_MOST_MEMORY_KB = 150_000
# All values that one row of a statement could make together, and the longest single one.
_ROW_BYTES = 160_000_000
_LONGEST = 1_000_000
_LEAST = 300_000
_COLUMNS = 500
# Pages cost at most what a file may hold.
_BLOCK = 256
_LIMITS = {
    "SQLITE_LIMIT_SQL_LENGTH": 4_000_000,
    "SQLITE_LIMIT_COLUMN": _COLUMNS,
    "SQLITE_LIMIT_EXPR_DEPTH": 200,
    "SQLITE_LIMIT_COMPOUND_SELECT": 200,
    "SQLITE_LIMIT_VDBE_OP": 250_000,
    "SQLITE_LIMIT_FUNCTION_ARG": 100,
    "SQLITE_LIMIT_ATTACHED": 1,  # VACUUM attaches the copy that it makes
    # LIKE looks at every character of the pattern at every place of the value, within one opcode.
    "SQLITE_LIMIT_LIKE_PATTERN_LENGTH": 128,
    "SQLITE_LIMIT_VARIABLE_NUMBER": 1_000,
    "SQLITE_LIMIT_TRIGGER_DEPTH": 100,
    "SQLITE_LIMIT_WORKER_THREADS": 0,
}
_VIRTUAL_TABLES = frozenset({"fts3", "fts4", "fts5", "rtree", "rtree_i32"})
_FORBIDDEN = frozenset({"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "fsdir"})
# Pragmas that read, and of those that set something the ones that set nothing but how this database answers.
_READING = frozenset(
    {
        "application_id", "analysis_limit", "auto_vacuum", "collation_list", "compile_options", "count_changes", "data_version",
        "database_list", "encoding", "foreign_key_check", "foreign_key_list", "foreign_keys", "freelist_count",
        "full_column_names", "function_list", "ignore_check_constraints", "incremental_vacuum", "index_info", "index_list",
        "index_xinfo", "integrity_check", "legacy_alter_table", "max_page_count", "module_list", "optimize", "page_count",
        "page_size", "pragma_list", "quick_check", "query_only", "recursive_triggers", "reverse_unordered_selects",
        "schema_version", "short_column_names", "table_info", "table_list", "table_xinfo", "trusted_schema", "user_version",
        "automatic_index", "case_sensitive_like", "cell_size_check", "defer_foreign_keys", "read_uncommitted",
    }
)  # fmt: skip
_READING_ONLY = frozenset(
    {"data_version", "max_page_count", "page_count", "schema_version", "trusted_schema"}
)
# What makes sense for a file of the machine alone is taken and does nothing: scripts begin with `PRAGMA journal_mode=WAL`.
_WITHOUT_EFFECT = frozenset(
    {
        "busy_timeout", "cache_size", "cache_spill", "checkpoint_fullfsync", "fullfsync", "journal_mode", "journal_size_limit",
        "locking_mode", "mmap_size", "secure_delete", "shrink_memory", "synchronous", "temp_store", "threads",
        "wal_autocheckpoint", "wal_checkpoint",
    }
)  # fmt: skip
_OPENING = frozenset({sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH})
_READS = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_TRANSACTION,
     sqlite3.SQLITE_SAVEPOINT, sqlite3.SQLITE_RECURSIVE}
)  # fmt: skip
# A name of the one statement that may attach: VACUUM its copy.
_VACUUM = re.compile(r"vacuum(?:\s+\w+)?\s*;?\s*", re.IGNORECASE)
# Marks of what could make a value, and of what repeats those of an inner query.
_MAKERS = re.compile(r"\(|,|\|\||->")
_VIEWS = (
    "SELECT name, sql FROM sqlite_master WHERE type IN ('view','trigger') UNION ALL "
    "SELECT name, sql FROM sqlite_temp_master WHERE type IN ('view','trigger')"
)
_READ_ONLY_CODE, _NO_DATABASE_CODE, _FULL_CODE = 8, 26, 13
_helper: list[sqlite3.Connection] = []
_HEADER = b"SQLite format 3\0"


class Fault(Exception):
    """A statement failed.

    Attributes:
        message: the library's words.
        code: its primary result code.
        prepared: whether the statement was understood and failed while it ran.
        sql: the text from the statement on; ``offset`` is where in it the fault is (-1: not known).
    """

    def __init__(self, message: str, code: int, *, prepared: bool, sql: str = "", offset: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.prepared = prepared
        self.sql = sql
        self.offset = offset


class Rows:
    """What one statement gives: the names of its columns, then its rows."""

    __slots__ = ("_blocks", "names", "sql")

    def __init__(self, sql: str, names: list[str], blocks: Iterator[list[tuple[Any, ...]]]) -> None:
        self.sql = sql
        self.names = names
        self._blocks = blocks

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for block in self._blocks:
            yield from block


class Database:
    """One database, of the bytes of a file or new. Text comes as str (bytes that are no UTF-8 as surrogates), blobs as bytes.

    Attributes:
        written: whether a statement was allowed that could change it.
    """

    def __init__(self, cx: Context, data: bytes = b"", *, read_only: bool = False) -> None:
        self.cx = cx
        self.written = False
        self._read_only = read_only
        self._vacuuming = False
        self._next_turn = 0.0
        # What ended a callback: the library forgets the exception, and its words would be Python's.
        self._ended: BaseException | None = None
        self._seen_views: list[tuple[str, str]] | None = None
        self._most_kb = getrusage(RUSAGE_SELF).ru_maxrss + _MOST_MEMORY_KB
        self.corrupt = bool(data) and not data.startswith(_HEADER)
        self._connection = connection = sqlite3.connect(
            ":memory:", isolation_level=None, cached_statements=16
        )
        # Before anything else: a sort must never spill into a file of the machine.
        connection.execute("PRAGMA temp_store=2").fetchall()
        if data and not self.corrupt:
            # Bytes 18 and 19 ask for a write-ahead log, which is another file: what is in the database itself is read.
            connection.deserialize(data if data[18:20] != b"\2\2" else data[:18] + b"\1\1" + data[20:])
        self._bounded()
        connection.text_factory = _text
        functions.install(connection, cx, self._end, _computed)
        connection.set_progress_handler(self._progress, _STRIDE)
        connection.set_authorizer(self._authorize)

    def _bounded(self) -> None:
        connection, limits = self._connection, self.cx.meter.limits
        for name, value in _LIMITS.items():
            connection.setlimit(getattr(sqlite3, name), value)
        try:
            size = connection.execute("PRAGMA page_size").fetchone()[0]
            pages = max(8, limits.max_file_bytes // size)
            for schema in ("main", "temp"):
                connection.execute(f"PRAGMA {schema}.max_page_count={pages}").fetchall()
            connection.execute("PRAGMA journal_mode=MEMORY").fetchall()
        except sqlite3.Error:
            self.corrupt = True

    # -- what the library asks back

    def _authorize(self, action: int, first: str | None, second: str | None, *_: str | None) -> int:
        if action in _READS:
            refused = action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _FORBIDDEN
            return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_PRAGMA:
            return self._authorize_pragma((first or "").lower(), second)
        if action in _OPENING:
            return sqlite3.SQLITE_OK if self._vacuuming and not first else self._vacuum_end(action)
        if action == sqlite3.SQLITE_CREATE_VTABLE and (second or "").lower() not in _VIRTUAL_TABLES:
            return sqlite3.SQLITE_DENY
        self.written = True
        return sqlite3.SQLITE_OK

    def _vacuum_end(self, action: int) -> int:
        inside = self._vacuuming and action == sqlite3.SQLITE_DETACH
        return sqlite3.SQLITE_OK if inside else sqlite3.SQLITE_DENY

    def _authorize_pragma(self, name: str, value: str | None) -> int:
        if name in _WITHOUT_EFFECT:
            return sqlite3.SQLITE_IGNORE
        if name not in _READING or (value and name in _READING_ONLY):
            return sqlite3.SQLITE_DENY
        if value:
            self.written = True
        return sqlite3.SQLITE_OK

    def _progress(self) -> int:
        """Not zero ends the statement. Other tasks get their turn, and the host's loop with them."""
        meter = self.cx.meter
        try:
            now = meter.now()
            if now > self._next_turn:
                self._next_turn = now + _TURN_S
                meter.check()
            if getrusage(RUSAGE_SELF).ru_maxrss > self._most_kb:
                meter.exceeded("variable_bytes", "sqlite3: the values of a statement take too much memory")
        except BaseException as error:  # noqa: BLE001  # the library would lose it; `_fault` raises it again
            self._end(error)
            return 1
        return 0

    def _end(self, error: BaseException) -> None:
        self._ended = self._ended or error

    # -- statements

    def run(self, sql: str) -> Iterator[Rows]:
        """Every statement of a text, one after the other. Raises Fault, and limits."""
        rest = readable(sql)
        while rest := bare(rest):
            end = statement_end(rest, complete)
            yield self._statement(rest[:end], rest)
            rest = rest[end:]

    def rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """All rows of one statement of ours."""
        return list(self._statement(sql, sql, values))

    def _statement(self, sql: str, rest: str, values: tuple[Any, ...] = ()) -> Rows:
        if self.corrupt:
            raise Fault("file is not a database", _NO_DATABASE_CODE, prepared=False)
        self.cx.meter.check()
        sql = readable(sql)
        self._fit(sql)
        self._vacuuming = _VACUUM.fullmatch(sql) is not None
        cursor = self._connection.cursor()
        written, self.written = self.written, False
        try:
            self._guard_reading(sql)
            cursor.execute(sql, values)
        except (sqlite3.Error, sqlite3.Warning, ValueError, MemoryError) as error:
            cursor.close()
            raise self._fault(error, sql, rest) from None
        finally:
            self.written = self.written or written
        names = [column[0] for column in cursor.description or ()]
        return Rows(sql, names, self._blocks(cursor, sql, rest))

    def _guard_reading(self, sql: str) -> None:
        """With ``-readonly``, refuse what would write; the library can say so of a file only."""
        if not self._read_only:
            return
        try:
            self._connection.execute(f"EXPLAIN {sql}").close()
        except (sqlite3.Error, sqlite3.Warning):
            # It says so itself when it is run.
            return
        if self.written:
            self.written = False
            raise Fault("attempt to write a readonly database", _READ_ONLY_CODE, prepared=True)

    def _fit(self, sql: str) -> None:
        """The longest value that this statement may make: registers of a row are filled without a look at anything."""
        views = self._views()
        name = overgrown(sql, views)
        if name:
            raise Fault(f'too many references to "{name}"', 1, prepared=False)
        makers = len(_MAKERS.findall(sql)) + 1
        if views:
            makers = max(makers, _COLUMNS)
        makers *= sql.count("*") + 1
        longest = min(_LONGEST, self.cx.meter.limits.max_variable_bytes)
        fitting = min(longest, max(_LEAST, _ROW_BYTES // makers))
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(fitting, min(len(sql) * 4, longest)))

    def _views(self) -> list[tuple[str, str]]:
        """What a name of the statement can stand for beside a table. Read again when something may have changed it."""
        if self.written or self._seen_views is None:
            connection = self._connection
            connection.set_authorizer(None)
            try:
                self._seen_views = connection.execute(_VIEWS).fetchall()
            except sqlite3.Error:
                self._seen_views = []
            finally:
                connection.set_authorizer(self._authorize)
        return self._seen_views

    def _blocks(self, cursor: sqlite3.Cursor, sql: str, rest: str) -> Iterator[list[tuple[Any, ...]]]:
        check = self.cx.meter.check
        size = 1
        try:
            while block := cursor.fetchmany(size):
                yield block
                check()
                size = min(size * 2, _BLOCK)
        except (sqlite3.Error, sqlite3.Warning, MemoryError) as error:
            raise self._fault(error, sql, rest, prepared=True) from None
        finally:
            try:
                cursor.close()
            except sqlite3.ProgrammingError:
                # Rows that nobody asked for any more, of a database that has gone meanwhile.
                pass

    def _fault(self, error: BaseException, sql: str, rest: str, *, prepared: bool = False) -> BaseException:
        """What to raise for a failure."""
        ended, self._ended = self._ended, None
        if ended is not None:
            return ended
        if isinstance(error, MemoryError):
            return Fault("out of memory", 7, prepared=prepared)
        if isinstance(error, ValueError):
            return Fault("unrecognized token", 1, prepared=False)
        code = getattr(error, "sqlite_errorcode", 1) & 0xFF
        message = str(error)
        if isinstance(error, sqlite3.ProgrammingError):
            message, code = "parameters are not supported", 1
        if prepared or self._prepares(sql):
            return Fault(message, code, prepared=True)
        return Fault(message, code, prepared=False, sql=rest, offset=self._offset(message, sql))

    def _prepares(self, sql: str) -> bool:
        """Whether the library takes a statement: what then failed is its run."""
        written = self.written
        try:
            self._connection.execute(f"EXPLAIN {sql}").close()
        except (sqlite3.Error, sqlite3.Warning):
            return False
        finally:
            self.written, self._ended = written, None
        return True

    def _offset(self, message: str, sql: str) -> int:
        """Where in a statement its fault is. The library knows and Python cannot ask: the place is found again."""
        from runtime.bash.commands.sqlite3.text import fault_places

        for start, end in fault_places(message, sql):
            if end is None:
                return start
            try:
                self._connection.execute(f"EXPLAIN {sql[:end]}").close()
            except sqlite3.Error as error:
                if str(error) == message:
                    return start
        return -1

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def insert(self, sql: str, values: tuple[str | None, ...], *, look: bool) -> None:
        """One row by a statement of ours; ``look`` at the clock now and then. Raises Fault."""
        if look:
            self.cx.meter.check()
        try:
            self._connection.execute(sql, [None if value is None else _sound(value) for value in values])
        except (sqlite3.Error, MemoryError) as error:
            raise self._fault(error, sql, sql, prepared=True) from None

    def changes(self) -> tuple[int, int]:
        """Rows that the last statement changed, and all did."""
        return self.rows("SELECT changes()")[0][0], self._connection.total_changes

    def serialized(self) -> bytes:
        """The file. What is not committed is taken back first."""
        if self._connection.in_transaction:
            self._connection.rollback()
        # One without a page yet is an empty file, which the library does not serialize. The clock is not looked at: it may
        # be what ended the script.
        pages = self._connection.execute("PRAGMA page_count").fetchone()[0]
        return self._connection.serialize() if pages else b""

    def close(self) -> None:
        """Let the memory go."""
        self._connection.close()


def complete(sql: str) -> bool:
    """Whether a text ends where a statement ends."""
    return sqlite3.complete_statement(readable(sql).replace("\0", " "))


def readable(sql: str) -> str:
    """SQL that Python can hand on: bytes that are no UTF-8 become U+FFFD."""
    if sql.isascii():
        return sql
    return sql.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _sound(text: str) -> str | bytes:
    """Text that the library takes: bytes that are no UTF-8 make it a blob."""
    return text if text.isascii() or text.isprintable() else _whole(text)


def _whole(text: str) -> str | bytes:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")
    return text


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def exact(value: float) -> str:
    """A number with all of its digits, as this library spells it in ``.dump`` and JSON."""
    return str(_computed("printf('%!.20g',?)", [value]))


def _computed(expression: str, values: list[Any]) -> Any:
    """What an expression gives in a database without tables."""
    if not _helper:
        _helper.append(sqlite3.connect(":memory:", check_same_thread=False))
    return _helper[0].execute(f"SELECT {expression}", values).fetchone()[0]
