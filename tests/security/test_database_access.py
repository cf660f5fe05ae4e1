"""``ctx.db`` and ``sql_query`` on real SQLite files: what a statement may reach, and what a hostile one or a hostile file can try."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from runtime import Executor, ResourceBounds
from runtime.backends.sqlite_engine import SqliteEngine
from runtime.capability.context import CallContext
from runtime.capability.handles import Reserved
from runtime.capability.match import CapabilitySet
from runtime.contracts.database import DatabaseAccess, QueryFailed
from runtime.contracts.errors import BackendUnavailable, CapabilityExceeded, MemoryLimit, WallLimit
from runtime.sdk import DbRead, DbWrite, FsRead, FsWrite

SCRIPT = """
    CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    INSERT INTO pets VALUES (1, 'Rex'), (2, 'Ada');
    CREATE TABLE salaries (who TEXT, amount INTEGER);
    INSERT INTO salaries VALUES ('Eve', 100);
    CREATE TABLE toys (pet INTEGER REFERENCES pets(id) ON DELETE CASCADE, name TEXT);
    INSERT INTO toys VALUES (2, 'ball');
    CREATE VIEW open_view AS SELECT amount FROM salaries;
    CREATE TRIGGER leak AFTER UPDATE ON pets BEGIN INSERT INTO salaries SELECT new.name, 1; END;
"""
EVERYTHING = (FsRead(["."]), FsWrite(["."]), DbRead(["*"]), DbWrite(["*"]))
READING = (FsRead(["."]), DbRead(["pets"]))


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    connection = sqlite3.connect(tmp_path / "shop.db")
    connection.executescript(SCRIPT)
    connection.close()
    return tmp_path / "shop.db"


def context(
    shop: Path, *granted: Any, wall_s: float = 20.0, memory_bytes: int | None = None, **more: Any
) -> CallContext:
    limits = ResourceBounds(wall_s=wall_s, memory_bytes=memory_bytes)
    made = CallContext(
        "c", CapabilitySet(granted), limits, workspace=shop.parent, databases=SqliteEngine(), **more
    )
    made.start()
    return made


def test_values_come_as_parameters_and_rows_as_the_database_has_them(shop):
    ctx = context(shop, *READING)
    assert isinstance(ctx.db, DatabaseAccess)
    hostile = "'; DELETE FROM pets; --"
    found = ctx.db.query("shop.db", "SELECT ?, name, x'00ff', 1.5, NULL FROM pets WHERE id = ?", [hostile, 2])
    assert (found.rows, found.truncated) == (((hostile, "Ada", b"\0\xff", 1.5, None),), False)
    assert ctx.db.query("shop.db", "SELECT name FROM pets WHERE id = :id", {"id": 1}).columns == ("name",)
    assert [(c.capability, c.target, c.allowed) for c in ctx.checks() if c.capability == "db_read"] == [
        ("db_read", "pets", True)
    ]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM salaries", "SELECT amount FROM open_view", "SELECT (SELECT max(amount) FROM salaries) FROM pets",
        "SELECT name FROM pets UNION SELECT who FROM salaries", "SELECT * FROM pets JOIN salaries", "SELECT * FROM sqlite_master",
        "SELECT * FROM main.salaries", 'SELECT * FROM "salaries"', "SELECT count(*) FROM salaries", "WITH t AS (SELECT * FROM salaries) SELECT * FROM t",
    ],
)  # fmt: skip
def test_a_table_that_is_not_granted_is_not_read_by_any_way_round(shop, sql):
    """T-DB-01"""
    with pytest.raises(CapabilityExceeded):
        context(shop, *READING).db.query("shop.db", sql)


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH '/etc/passwd' AS x", "ATTACH ':memory:' AS x", "VACUUM INTO '/tmp/stolen.db'", "VACUUM", "PRAGMA query_only = OFF", "PRAGMA user_version",
        "PRAGMA writable_schema = ON", "SELECT load_extension('x')", "SELECT readfile('/etc/passwd')", "SELECT writefile('/tmp/x', 'x')",
        "SELECT * FROM pragma_database_list", "SELECT * FROM sqlite_dbpage", "SELECT * FROM dbstat", "CREATE TABLE x (y)", "DROP TABLE pets",
        "CREATE TEMP TABLE x (y)", "CREATE VIRTUAL TABLE x USING fts5(y)", "ALTER TABLE pets ADD y", "CREATE TRIGGER t AFTER INSERT ON pets BEGIN SELECT 1; END",
        "DETACH main", "BEGIN", "COMMIT", "SAVEPOINT x", "ANALYZE", "REINDEX", "SELECT 1; DELETE FROM pets", "", ";", "SELECT", "\0", "SELECT 1 --\0; DROP TABLE pets",
        "INSERT INTO sqlite_master VALUES (1, 2, 3, 4, 5)", "UPDATE sqlite_sequence SET seq = 1", "SELECT fts3_tokenizer('x')", "SELECT ?",
    ],
)  # fmt: skip
def test_no_statement_leaves_the_database_or_changes_how_it_is_held(shop, sql):
    """T-DB-02"""
    before = shop.read_bytes()
    ctx = context(shop, *EVERYTHING)
    for run in (ctx.db.query, ctx.db.execute):
        with contextlib.suppress(QueryFailed):
            run("shop.db", sql)
    assert shop.read_bytes() == before
    assert {path.name for path in shop.parent.iterdir()} == {"shop.db"}


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM pets",
        "UPDATE pets SET name = 'x'",
        "INSERT INTO pets VALUES (9, 'x')",
        "REPLACE INTO pets VALUES (1, 'x')",
    ],
)
def test_a_query_changes_nothing_even_where_writing_is_granted(shop, sql):
    """T-DB-02"""
    before = shop.read_bytes()
    with pytest.raises(QueryFailed):
        context(shop, *EVERYTHING).db.query("shop.db", sql)
    assert shop.read_bytes() == before


def test_rows_are_changed_in_granted_tables_of_granted_files_alone(shop):
    """T-DB-01"""
    insert = "INSERT INTO pets VALUES (?, ?)"
    ctx = context(shop, FsRead(["."]), FsWrite(["."]), DbWrite(["pets"]))
    assert ctx.db.execute("shop.db", insert, [3, "Bob"]) == 1
    assert sqlite3.connect(shop).execute("SELECT name FROM pets WHERE id = 3").fetchall() == [("Bob",)]
    before = shop.read_bytes()
    for granted in (
        (FsRead(["."]), DbWrite(["pets"])),
        (FsRead(["."]), FsWrite(["."]), DbRead(["pets"])),
        (FsRead(["."]), FsWrite(["."])),
    ):
        with pytest.raises(CapabilityExceeded):
            context(shop, *granted).db.execute("shop.db", insert, [4, "x"])
    for sql in (
        "DELETE FROM salaries",
        "UPDATE pets SET name = 'x' WHERE id = 1",
        "DELETE FROM pets WHERE id = 2",
    ):
        with pytest.raises(CapabilityExceeded):  # by a trigger and by a cascade, too
            context(shop, FsRead(["."]), FsWrite(["."]), DbRead(["pets"]), DbWrite(["pets"])).db.execute(
                "shop.db", sql
            )
    assert shop.read_bytes() == before


def test_a_file_is_reached_under_its_own_grants_and_reserved_places_never(shop):
    """T-DB-01"""
    (shop.parent / "link.db").symlink_to("/etc/passwd")
    for path in ("../shop.db", "/etc/passwd", "link.db", "shop.db\0"):
        with pytest.raises((CapabilityExceeded, OSError, ValueError)):
            context(shop, *EVERYTHING).db.query(path, "SELECT 1")
    with pytest.raises(CapabilityExceeded):
        context(shop, FsRead(["src"]), DbRead(["*"])).db.query("shop.db", "SELECT 1")
    with pytest.raises(CapabilityExceeded):
        context(shop, *EVERYTHING, reserved=Reserved(("shop.db",), ("shop.db",))).db.query(
            "shop.db", "SELECT 1"
        )
    with pytest.raises(CapabilityExceeded):
        context(shop, FsRead(["."])).db.query("shop.db", "SELECT 1")


@pytest.mark.parametrize(
    "sql",
    [
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT count(*) FROM n a, n b",
    ],
)
def test_a_statement_that_never_ends_ends_at_the_deadline(shop, sql):
    """T-DB-03"""
    with pytest.raises(WallLimit):
        context(shop, *EVERYTHING, wall_s=0.3).db.query("shop.db", sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT zeroblob(1000000000)", "SELECT printf('%.*c', 1000000000, 'x')", "SELECT hex(randomblob(100000000))",
        "SELECT replace(hex(zeroblob(2000000)), '0', hex(zeroblob(1000)))", "SELECT " + "(" * 500 + "1" + ")" * 500,
        "SELECT 1" + " UNION SELECT 1" * 500, "SELECT '" + "x" * 200_000 + "'", "SELECT 'a' LIKE '" + "%a" * 1000 + "'",
    ],
)  # fmt: skip
def test_a_value_or_a_statement_that_is_too_large_is_refused(shop, sql):
    """T-DB-03"""
    with pytest.raises(QueryFailed):
        context(shop, *EVERYTHING).db.query("shop.db", sql)


def test_what_is_kept_on_the_way_to_an_answer_has_a_bound(shop):
    """T-DB-03"""
    growing = "WITH RECURSIVE n(i, t) AS (SELECT 1, zeroblob(100000) UNION ALL SELECT i + 1, zeroblob(100000) FROM n) SELECT * FROM n ORDER BY t, i"
    with pytest.raises(MemoryLimit):
        context(shop, *EVERYTHING, memory_bytes=50_000_000).db.query("shop.db", growing)


def test_rows_and_bytes_of_an_answer_have_bounds(shop):
    """T-DB-03"""
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT {} FROM n"
    found = context(shop, *EVERYTHING).db.query("shop.db", numbers.format("i"), max_rows=7)
    assert (len(found.rows), found.truncated) == (7, True)
    found = context(shop, *EVERYTHING).db.query(
        "shop.db", numbers.format("hex(zeroblob(1000000))"), max_rows=100
    )
    assert (len(found.rows), found.truncated) == (4, True)


@pytest.mark.parametrize("spoil", [b"", b"x", b"SQLite format 3\0", "head", "middle", "wal"])
def test_a_file_that_is_no_whole_database_is_refused(shop, spoil):
    """T-DB-04"""
    data = bytearray(shop.read_bytes())
    if spoil == "wal":
        data[18:20] = b"\2\2"
    elif isinstance(spoil, str):
        for place in range(100 if spoil == "head" else 2000, len(data), 7):
            data[place] ^= 0xA5
    shop.write_bytes(spoil if isinstance(spoil, bytes) else bytes(data))
    for sql in ("SELECT * FROM pets", "DELETE FROM pets"):
        with pytest.raises(QueryFailed):
            context(shop, *EVERYTHING).db.execute("shop.db", sql)


def test_a_database_in_the_middle_of_anothers_change_is_refused(shop):
    """T-DB-04"""
    shop.with_name("shop.db-journal").write_bytes(b"x")
    with pytest.raises(QueryFailed):
        context(shop, *EVERYTHING).db.query("shop.db", "SELECT 1")


def test_a_change_that_came_between_is_not_undone(shop, monkeypatch):
    """T-DB-04"""
    ctx = context(shop, *EVERYTHING)
    engine = SqliteEngine.run

    def meanwhile(*arguments: Any, **more: Any) -> Any:
        ran = engine(*arguments, **more)
        with sqlite3.connect(shop) as other:
            other.execute("INSERT INTO pets VALUES (7, 'other')")
        return ran

    monkeypatch.setattr(SqliteEngine, "run", meanwhile)
    with pytest.raises(QueryFailed):
        ctx.db.execute("shop.db", "INSERT INTO pets VALUES (8, 'mine')")
    assert sqlite3.connect(shop).execute("SELECT id FROM pets WHERE id > 2").fetchall() == [(7,)]


def test_without_an_engine_nothing_runs(shop):
    made = CallContext("c", CapabilitySet(EVERYTHING), ResourceBounds(), workspace=shop.parent)
    with pytest.raises(BackendUnavailable):
        made.db.query("shop.db", "SELECT 1")


def test_the_tool_reads_what_the_call_was_granted_and_says_what_it_was_not(workspace):
    """T-DB-01"""
    connection = sqlite3.connect(workspace.folder / "shop.db")
    connection.executescript(SCRIPT)
    connection.close()
    executor: Executor
    with workspace.open() as executor:
        call = {
            "path": "shop.db",
            "sql": "SELECT name, ?, x'00' FROM pets ORDER BY id",
            "parameters": [9007199254740991],
            "max_rows": 1,
        }
        outcome = executor.call_sync("sql_query", call, grants=READING)
        assert outcome.output == {
            "columns": ["name", "?", "x'00'"],
            "rows": [["Rex", 9007199254740991, "AA=="]],
            "truncated": True,
        }
        wide = {"path": "shop.db", "sql": "SELECT 9223372036854775807, 1e300, 1e17 FROM pets LIMIT 1"}
        assert executor.call_sync("sql_query", wide, grants=READING).output["rows"] == [
            ["9223372036854775807", 1e300, "1e+17"]
        ]
        for sql, code in (
            ("SELECT * FROM salaries", "capability.exceeded"),
            ("SELEC", "query_failed"),
            ("DELETE FROM pets", "capability.exceeded"),
        ):
            assert (
                executor.call_sync(
                    "sql_query", call | {"sql": sql, "parameters": []}, grants=READING
                ).error.code
                == code
            )
        assert (
            executor.call_sync("sql_query", call | {"path": "none.db"}, grants=READING).error.code
            == "file_not_found"
        )
        assert (
            executor.call_sync("sql_query", call, grants=[FsRead(["."])]).error.code == "capability.missing"
        )


def test_functions_that_could_run_for_long_within_one_step_are_ours(shop):
    """T-DB-03"""
    ctx = context(shop, *EVERYTHING)
    sql = "SELECT instr('hello', 'l'), replace('aXa', 'X', 'y'), trim('  a '), ltrim('xa', 'x'), rtrim('ax', 'x'), instr(NULL, 1), replace('a', '', 'b')"
    assert ctx.db.query("shop.db", sql).rows == ((3, "aya", "a", "a", "a", None, "a"),)
    slow = "WITH t(x) AS (SELECT hex(zeroblob(1900000))) SELECT instr(x, substr(x, 2000000) || 'y') FROM t"
    assert ctx.db.query("shop.db", slow).rows == ((0,),)
    with pytest.raises(QueryFailed):
        ctx.db.query("shop.db", "SELECT trim('a', hex(zeroblob(2000)))")


def test_virtual_tables_of_a_hostile_file_are_not_read(shop):
    """T-DB-04"""
    connection = sqlite3.connect(shop)
    connection.execute("CREATE VIRTUAL TABLE notes USING fts5(text)")
    connection.execute("INSERT INTO notes VALUES ('x')")
    connection.commit()
    connection.close()
    with pytest.raises(QueryFailed):
        context(shop, *EVERYTHING).db.query("shop.db", "SELECT * FROM notes")
