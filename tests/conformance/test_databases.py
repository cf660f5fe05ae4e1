"""What ``ctx.db`` promises, whatever kind of database is behind it: each implementation passes the same tests."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from postgres_cluster import has_server
from postgres_shop import a_shop

from runtime import ResourceBounds
from runtime.backends.postgres_engine import NamedDatabase, PostgresEngine
from runtime.backends.sqlite_engine import SqliteEngine
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.database import QueryFailed
from runtime.contracts.errors import CallCancelled, CapabilityExceeded, WallLimit
from runtime.sdk import DbRead, DbWrite, FsRead, FsWrite

PRESENT = ["file", "postgres"] if has_server() else ["file"]
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n{}) SELECT {} FROM n"
FILE = """
    CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    INSERT INTO pets VALUES (1, 'Rex'), (2, 'Ada');
    CREATE TABLE salaries (who TEXT, amount INTEGER);
    INSERT INTO salaries VALUES ('Eve', 100);
    CREATE VIEW open_view AS SELECT amount FROM salaries;
    CREATE TRIGGER leak AFTER UPDATE ON pets BEGIN INSERT INTO salaries SELECT new.name, 1; END;
"""


class Database:
    """One database, and how a context with grants reaches it."""

    def __init__(self, kind: str, place: Any) -> None:
        self.kind, self.place = kind, place
        self.value = "?" if kind == "file" else "$1"
        self.contexts: list[CallContext] = []

    def opened(
        self, read: list[str] | None = None, write: list[str] | None = None, *, wall_s: float = 20.0
    ) -> tuple[Callable[..., Any], Callable[..., int]]:
        """`query` and `execute` under these tables."""
        own = "" if self.kind == "file" else "shop:"
        granted: list[Any] = [FsRead(["."]), FsWrite(["."])]
        granted += [DbRead([own + table for table in read])] if read else []
        granted += [DbWrite([own + table for table in write])] if write else []
        file = self.kind == "file"
        made = CallContext(
            "c",
            CapabilitySet(granted),
            ResourceBounds(wall_s=wall_s),
            tool="t",
            workspace=self.place if file else None,
            databases=SqliteEngine(),
            connections=PostgresEngine(
                {"shop": NamedDatabase("env", ("SHOP_ADDRESS",), ("t",), writes=True)}
            ),
        )
        made.start()
        self.contexts.append(made)
        if file:
            return partial(made.db.query, "shop.db"), partial(made.db.execute, "shop.db")
        connection = made.db.connection("shop")
        return connection.query, connection.execute

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """What is there, seen from outside."""
        if self.kind != "file":
            return list(self.place.sql(sql))
        connection = sqlite3.connect(self.place / "shop.db")
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()


@pytest.fixture(scope="module")
def servers() -> Iterator[Any]:
    """One database server for the module's tests; each of them finds the rows as they were."""
    if not has_server():
        yield None
        return
    with a_shop() as shop, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHOP_ADDRESS", shop.url)
        yield shop


@pytest.fixture(params=PRESENT)
def database(request: pytest.FixtureRequest, tmp_path: Path, servers: Any) -> Database:
    if request.param == "postgres":
        servers.sql(
            "TRUNCATE pets, salaries CASCADE; INSERT INTO pets VALUES (1, 'Rex'), (2, 'Ada'); INSERT INTO salaries VALUES ('Eve', 100)"
        )
        return Database("postgres", servers)
    connection = sqlite3.connect(tmp_path / "shop.db")
    connection.executescript(FILE)
    connection.close()
    return Database("file", tmp_path)


def test_values_of_every_kind_go_there_and_come_back(database):
    query, _ = database.opened(["*"])
    hostile = "'; DELETE FROM pets; --"
    mark = database.value
    found = query(f"SELECT name FROM pets WHERE name <> {mark} ORDER BY id", [hostile])
    assert (found.columns, found.rows, found.truncated) == (("name",), (("Rex",), ("Ada",)), False)
    kinds = {"int": 7, "double precision": 1.5, "text": "ä'\"", "bytea": b"\0\xff"}
    for kind, value in kinds.items():
        cast = f"CAST({mark} AS {'blob' if kind == 'bytea' and database.kind == 'file' else kind})"
        assert query(f"SELECT {cast}", [value]).rows == ((value,),)
    assert query(f"SELECT {mark}", [None]).rows == ((None,),)
    assert query("SELECT id FROM pets WHERE id > 100").rows == ()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM salaries",
        "SELECT amount FROM open_view",
        "SELECT (SELECT max(amount) FROM salaries) FROM pets",
        "SELECT name FROM pets UNION SELECT who FROM salaries",
        "WITH t AS (SELECT * FROM salaries) SELECT * FROM t",
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM salaries)",
    ],
)
def test_a_table_is_read_where_it_is_granted_and_nowhere_else(database, sql):
    """T-DB-01"""
    query, _ = database.opened(["pets"])
    with pytest.raises(CapabilityExceeded) as caught:
        query(sql)
    assert caught.value.code == "capability.exceeded"
    checks = database.contexts[-1].checks()
    assert any(not check.allowed and "salaries" in check.target for check in checks)
    assert database.opened(["*"])[0](sql).rows


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO pets VALUES (9, 'x')",
        "UPDATE pets SET name = 'x'",
        "DELETE FROM pets",
        "DROP TABLE pets",
        "CREATE TABLE more (x int)",
        "ALTER TABLE pets ADD COLUMN x int",
    ],
)
def test_a_query_changes_nothing_even_where_writing_is_granted(database, sql):
    """T-DB-02"""
    query, _ = database.opened(["*"], ["*"])
    with pytest.raises(QueryFailed):
        query(sql)
    assert database.rows("SELECT * FROM pets ORDER BY id") == [(1, "Rex"), (2, "Ada")]


def test_a_change_says_how_many_rows_and_is_there_afterwards(database):
    _, execute = database.opened(["*"], ["*"])
    mark = database.value
    assert execute("INSERT INTO pets VALUES (3, 'Bob')") == 1
    assert execute(f"DELETE FROM pets WHERE id < {mark}", [3]) == 2
    assert database.rows("SELECT * FROM pets") == [(3, "Bob")]


def test_a_change_of_a_table_that_is_not_granted_leaves_everything_as_it_was(database):
    """T-DB-01"""
    for read, write, sql in (
        (["*"], [], "INSERT INTO pets VALUES (3, 'x')"),
        (["*"], ["salaries"], "INSERT INTO pets VALUES (3, 'x')"),
        (["pets"], ["pets"], "UPDATE pets SET name = 'x' WHERE id = 1"),  # a trigger writes another one
        (["pets"], ["pets"], "INSERT INTO pets SELECT 9, who FROM salaries"),
        ([], ["pets"], "DELETE FROM pets WHERE name = 'Rex'"),  # rows are found by what they hold
    ):
        with pytest.raises(CapabilityExceeded):
            database.opened(read, write)[1](sql)
    assert database.rows("SELECT * FROM pets ORDER BY id") == [(1, "Rex"), (2, "Ada")]
    assert database.rows("SELECT * FROM salaries") == [("Eve", 100)]


@pytest.mark.parametrize(
    "sql",
    ["", ";", "SELEC 1", "SELECT 1; SELECT 2", "SELECT 1; DELETE FROM pets", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT x", "SELECT \0", "VACUUM",
     "SELECT * FROM nowhere", "SELECT nothing FROM pets", "ANALYZE"],
)  # fmt: skip
def test_what_is_not_one_statement_on_rows_is_refused_with_words(database, sql):
    """T-DB-02"""
    query, execute = database.opened(["*"], ["*"])
    for run in (query, execute):
        with pytest.raises(QueryFailed) as caught:
            run(sql)
        assert str(caught.value)
    assert database.rows("SELECT count(*) FROM pets") == [(2,)]


def test_rows_and_bytes_of_an_answer_have_bounds(database):
    """T-DB-03"""
    query, _ = database.opened(["*"])
    found = query(NUMBERS.format(" WHERE i < 5000", "i"), max_rows=700)
    assert (len(found.rows), found.truncated, found.rows[-1]) == (700, True, (700,))
    found = query(NUMBERS.format(" WHERE i < 5000", "i"), max_rows=5000)
    assert (len(found.rows), found.truncated) == (5000, False)
    wide = "hex(zeroblob(500000))" if database.kind == "file" else "repeat('x', 1000000)"
    found = query(NUMBERS.format(" WHERE i < 30", wide), max_rows=100)
    assert found.truncated
    assert 0 < sum(len(row[0]) for row in found.rows) <= 8 * 1024 * 1024


def test_a_statement_without_end_ends_with_its_call(database):
    """T-DB-03"""
    query, execute = database.opened(["*"], ["*"], wall_s=0.4)
    with pytest.raises(WallLimit):
        query(NUMBERS.format("", "max(i)"))
    with pytest.raises(WallLimit):
        execute("INSERT INTO pets " + NUMBERS.format("", "max(i), 'x'"))
    assert database.rows("SELECT count(*) FROM pets") == [(2,)]


def test_a_cancelled_call_and_one_that_has_ended_run_nothing(database):
    """T-DB-03"""
    query, _ = database.opened(["*"])
    database.contexts[-1].cancel()
    with pytest.raises(CallCancelled):
        query("SELECT 1")
    query, _ = database.opened(["*"])
    database.contexts[-1].close()
    with pytest.raises(CapabilityExceeded):
        query("SELECT 1")


def test_without_a_table_that_is_granted_nothing_is_opened(database):
    """T-DB-01"""
    query, execute = database.opened()
    for run in (query, execute):
        with pytest.raises(CapabilityExceeded):
            run("SELECT 1")
