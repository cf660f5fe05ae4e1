"""Hostile statements on a real PostgreSQL server through ``ctx.db.connection``: each names the wall that holds it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from postgres_shop import PASSWORD, Shop, a_shop
from psycopg.conninfo import make_conninfo

from runtime import ResourceBounds
from runtime.backends._postgres import session as sessions
from runtime.backends._postgres import statement as statements
from runtime.backends.postgres_engine import NamedDatabase, PostgresEngine
from runtime.capability.connections import ConnectionHandle
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.database import QueryFailed
from runtime.contracts.errors import BackendUnavailable, CapabilityExceeded, WallLimit
from runtime.sdk import DbRead, DbWrite

ALL = (DbRead(["shop:*"]), DbWrite(["shop:*"]))
STATE = "SELECT " + ", ".join(
    f"({look})" for look in (
    "SELECT array_agg(p ORDER BY id)::text FROM pets p", "SELECT array_agg(s)::text FROM salaries s", "SELECT count(*) FROM pg_class WHERE oid > 16383",
    "SELECT count(*) FROM pg_largeobject_metadata", "SELECT count(*) FROM pg_prepared_xacts", "SELECT count(*) FROM pg_roles", "SELECT last_value FROM orders_id_seq",
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'", "SELECT count(*) FROM pg_db_role_setting", "SELECT count(*) FROM pg_replication_slots",
    )
)  # fmt: skip


@pytest.fixture(scope="module")
def shop() -> Iterator[Shop]:
    with a_shop() as made, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHOP_ADDRESS", made.url)
        yield made


def connected(
    *granted: Any, wall_s: float = 20.0, writes: bool = True, variable: str = "SHOP_ADDRESS"
) -> tuple[ConnectionHandle, CallContext]:
    engine = PostgresEngine({"shop": NamedDatabase("env", (variable,), ("report_*",), writes)})
    made = CallContext(
        "c", CapabilitySet(granted), ResourceBounds(wall_s=wall_s), tool="report_sales", connections=engine
    )
    made.start()
    return made.db.connection("shop"), made


# Statement, and what ends it: a word of the refusal, or the class of the error.
GRAMMAR = "syntax error"
HOSTILE = [
    ("SET TRANSACTION READ WRITE", GRAMMAR), ("SET default_transaction_read_only = off", GRAMMAR), ("SET SESSION AUTHORIZATION postgres", GRAMMAR),
    ("SET ROLE pg_execute_server_program", GRAMMAR), ("RESET ALL", GRAMMAR), ("COMMIT", GRAMMAR), ("COMMIT AND CHAIN", GRAMMAR), ("ROLLBACK", GRAMMAR),
    ("PREPARE TRANSACTION 'x'", GRAMMAR), ("COPY pets TO PROGRAM 'id'", GRAMMAR), ("COPY pets FROM PROGRAM 'id'", GRAMMAR), ("COPY pets TO '/tmp/x'", GRAMMAR),
    ("COPY pets TO STDOUT", GRAMMAR), ("DO $$BEGIN DELETE FROM pets; END$$", GRAMMAR), ("CALL wipe()", GRAMMAR), ("LISTEN x", GRAMMAR), ("NOTIFY x", GRAMMAR),
    ("LOCK TABLE pets", GRAMMAR), ("VACUUM pets", GRAMMAR), ("TRUNCATE pets", GRAMMAR), ("CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", GRAMMAR),
    ("CREATE TEMP TABLE x AS SELECT 1", GRAMMAR), ("CREATE EXTENSION hstore", GRAMMAR), ("ALTER ROLE CURRENT_USER SET search_path = x", GRAMMAR), ("GRANT ALL ON pets TO PUBLIC", GRAMMAR),
    ("LOAD 'x'", GRAMMAR), ("DECLARE c CURSOR WITH HOLD FOR SELECT 1", GRAMMAR), ("EXPLAIN ANALYZE DELETE FROM pets", GRAMMAR), ("DISCARD ALL", GRAMMAR), ("CHECKPOINT", GRAMMAR),
    ("IMPORT FOREIGN SCHEMA x FROM SERVER y INTO z", GRAMMAR), ("REFRESH MATERIALIZED VIEW x", GRAMMAR), ("SECURITY LABEL ON TABLE pets IS 'x'", GRAMMAR),
    ("SELECT 1; DELETE FROM pets", "multiple commands"), ("SELECT 1; COMMIT; DELETE FROM pets; BEGIN", "multiple commands"), ("SELECT 1 /* ; */; SET ROLE x", "multiple commands"),
    ("SELECT 1 INTO stolen", "INTO|changes nothing|permission denied"), ("SELECT 1 INTO TEMP stolen", "INTO|changes nothing|permission denied"), ("SELECT * FROM pets FOR UPDATE", "read-only|changes nothing"),
    ("SELECT set_config('transaction_read_only', 'off', false)", "outside"), ("SELECT pg_catalog.set_config('role', 'postgres', false)", "outside"),
    ('SELECT "set_config"(\'statement_timeout\', \'0\', false)', "outside"), ("SELECT U&\"\\0073et_config\"('x.y', '1', false)", "outside"), ("SELECT u&\"set_config\"('x.y', '1', false)", "outside"),
    ("SELECT pg_notify('c', 'x')", "outside"), ("SELECT pg_terminate_backend(pid) FROM pg_stat_activity", "outside"), ("SELECT pg_cancel_backend(1)", "outside"), ("SELECT pg_sleep(1000)", "outside"),
    ("SELECT pg_advisory_lock(1)", "outside"), ("SELECT pg_try_advisory_xact_lock(1)", "outside"), ("SELECT pg_advisory_unlock_all()", "outside"), ("SELECT lo_creat(-1)", "outside"),
    ("SELECT lo_export(1, '/tmp/x')", "outside"), ("SELECT lo_import('/etc/passwd')", "outside"), ("SELECT lo_from_bytea(0, 'x')", "outside"), ("SELECT pg_read_file('/etc/passwd')", "outside"),
    ("SELECT * FROM pg_ls_dir('/')", "outside"), ("SELECT dblink('host=evil', 'SELECT 1')", "outside"), ("SELECT nextval('orders_id_seq')", "outside"), ("SELECT setval('orders_id_seq', 999)", "outside"),
    ("SELECT pg_logical_emit_message(false, 'a', 'b')", "outside"), ("SELECT pg_create_logical_replication_slot('a', 'b')", "outside"), ("SELECT pg_stat_reset()", "outside"), ("SELECT pg_reload_conf()", "outside"),
    ("SELECT query_to_xml('DELETE FROM pets', true, true, '')", "outside"), ("SELECT cursor_to_xml('runtime_rows', 1, true, true, '')", "outside"), ("SELECT ts_stat('SELECT 1')", "outside"),
    ("WITH gone AS (DELETE FROM pets RETURNING *) SELECT * FROM gone", "data-modifying|changes nothing"), ("SELECT wipe()", "procedure"), ("SELECT currval('orders_id_seq')", "(?i)prerequisite|changes nothing|not yet defined"),
    ("VALUES (1), (2) \\gexec", GRAMMAR), ("SELECT $1", "number of values"), ("SELECT pg_current_xact_id()", None), ("SELECT 1 --\n; DELETE FROM pets", "multiple commands"),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "wall"), HOSTILE, ids=[sql[:40] for sql, _ in HOSTILE])
def test_a_hostile_statement_ends_at_its_wall_and_leaves_nothing(shop, sql, wall):
    """T-DB-02"""
    before = shop.sql(STATE)
    handle, _ = connected(*ALL)
    for run in (handle.query, handle.execute):
        if wall is None and run == handle.query:
            handle.query(sql)  # it is a query, and whatever it did is undone
            continue
        with pytest.raises((QueryFailed, CapabilityExceeded)) as caught:
            run(sql)
        if wall is not None and isinstance(caught.value, QueryFailed):
            caught.match(wall)
    assert shop.sql(STATE) == before
    assert handle.query("SELECT count(*) FROM pets").rows == ((2,),)


@pytest.mark.parametrize(
    "sql",
    ["SELECT set_config('transaction_read_only', 'off', false)", "SELECT pg_notify('c', 'x')", "SELECT lo_creat(-1)", "SELECT pg_advisory_lock(4)", "SELECT nextval('orders_id_seq')",
     "SELECT set_config('statement_timeout', '0', false)", "SELECT set_config('role', 'pg_write_server_files', false)", "SELECT pg_read_file('/etc/passwd')",
     "SELECT set_config('max_parallel_workers_per_gather', '8', false)"],
)  # fmt: skip
def test_what_the_list_of_words_would_miss_the_walls_behind_it_hold(shop, sql, monkeypatch):
    """T-DB-02"""
    monkeypatch.setattr(statements, "_OUTSIDE", statements.re.compile(r"(?!)"))
    before = shop.sql(STATE)
    with psycopg.connect(shop.admin, autocommit=True) as listener:
        listener.execute("LISTEN c")
        handle, _ = connected(*ALL)
        for run in (handle.query, handle.execute):
            try:
                run(sql)
            except QueryFailed:
                continue
        shop.settle()
        assert list(listener.notifies(timeout=0)) == []
    assert shop.sql(STATE) == before
    assert connected(*ALL)[0].query("SELECT 1").rows == ((1,),)


@pytest.mark.parametrize(
    "sql",
    ["SELECT top_salary()", "SELECT query_to_xml('SELECT * FROM salaries', true, true, '')", "SELECT * FROM hidden.pets", 'SELECT * FROM public."salaries"', "TABLE salaries",
     "SELECT * FROM pets, LATERAL (SELECT amount FROM salaries) x", "SELECT * FROM pg_class", "SELECT usename FROM pg_user", "SELECT * FROM information_schema.tables",
     "SELECT rolpassword FROM pg_authid", "SELECT * FROM pg_stat_activity", "SELECT (SELECT s FROM salaries s LIMIT 1)::text::int", "SELECT * FROM pets TABLESAMPLE SYSTEM (100), salaries",
     "SELECT table_to_xml('salaries', true, true, '')::text::int"],
)  # fmt: skip
def test_no_way_leads_to_a_table_that_is_not_granted(shop, sql, monkeypatch):
    """T-DB-01"""
    monkeypatch.setattr(statements, "_OUTSIDE", statements.re.compile(r"(?!)"))
    handle, made = connected(DbRead(["shop:pets", "shop:visits"]))
    with pytest.raises((CapabilityExceeded, QueryFailed)) as caught:
        handle.query(sql)
    assert "Eve" not in str(caught.value)
    assert "100" not in str(caught.value)
    if isinstance(caught.value, CapabilityExceeded):
        assert any(not check.allowed for check in made.checks())


def test_a_partition_belongs_to_its_table_and_a_schema_can_be_named(shop):
    handle, made = connected(DbRead(["shop:visits", "shop:hidden.pets"]))
    assert handle.query("SELECT note FROM visits WHERE day = $1", [1]).rows == (("first",),)
    assert handle.query("SELECT secret FROM hidden.pets").rows == (("treasure",),)
    assert {check.target for check in made.checks()} == {
        "shop:public.visits",
        "shop:public.visits_early",
        "shop:hidden.pets",
    }


def test_words_of_an_error_that_could_hold_a_value_are_not_told(shop):
    """T-DB-05"""
    handle, _ = connected(*ALL)
    with pytest.raises(QueryFailed) as caught:
        handle.query("SELECT secret::int FROM hidden.pets")
    assert str(caught.value) == "invalid text representation (22P02)"
    with pytest.raises(QueryFailed, match="pets_pkey"):
        handle.execute("INSERT INTO pets VALUES (1, 'Rex')")
    with pytest.raises(QueryFailed, match='column "nme" does not exist'):
        handle.query("SELECT nme FROM pets")


@pytest.mark.parametrize(
    "value",
    ["top_salary()::text::regclass", "('a' || top_salary())::regrole", "('a ' || top_salary())::regtype", "('a' || top_salary())::regproc", "('a' || top_salary())::regoper",
     "('a.b.c' || top_salary())::regclass", "to_tsquery('a ' || top_salary() || ' b')", "current_setting('a' || top_salary())", "has_table_privilege('a' || top_salary(), 'SELECT')",
     "has_schema_privilege('a' || top_salary(), 'USAGE')", "to_tsvector(('a' || top_salary())::regconfig, 'x')", "row_security_active('a' || top_salary())", "('a' || top_salary())::int",
     "age(('a' || top_salary())::timestamp)", "('{' || top_salary())::int[]", "(('{' || top_salary())::jsonb)", "regexp_match('x', '(' || top_salary())", "convert_to('x', 'a' || top_salary())",
     "now() AT TIME ZONE ('a' || top_salary())", "encode('x', 'a' || top_salary())", "date_trunc('a' || top_salary(), now())", "xmlparse(content '<' || top_salary())", "CAST('a' || top_salary() AS uuid)"],
)  # fmt: skip
def test_no_value_becomes_a_name_that_an_error_quotes(shop, value):
    """T-DB-05"""
    handle, _ = connected(DbRead(["shop:pets"]), DbWrite(["shop:pets"]))
    for run, sql in (
        (handle.query, f"SELECT {value}"),
        (
            handle.query,
            f"SELECT 1 FROM pets WHERE name = ({value})::text",
        ),  # the planner asks stable functions
        (handle.execute, f"UPDATE pets SET name = ({value})::text"),
        (handle.execute, f"INSERT INTO pets SELECT 3, ({value})::text"),
    ):
        with pytest.raises((QueryFailed, CapabilityExceeded)) as caught:
            run(sql)
        assert "100" not in str(caught.value)


@pytest.mark.parametrize(
    "sql",
    ["SELECT query FROM pg_stat_get_activity(NULL) AS q", "SELECT pg_stat_get_backend_activity(i) FROM generate_series(1, 50) i", "SELECT pg_catalog.pg_stat_get_live_tuples('salaries'::regclass)",
     "SELECT * FROM pg_stat_statements(true)", "SELECT pg_get_functiondef('top_salary'::regproc)", "SELECT pg_get_viewdef('open_view'::regclass)", "SELECT pg_relation_size('salaries')",
     "SELECT pg_total_relation_size('salaries')", "SELECT * FROM pg_lock_status()", "SELECT * FROM pg_show_all_settings()", "SELECT * FROM pg_prepared_xact()",
     'SELECT * FROM "pg_stat_get_activity" (NULL)', "SELECT current_setting('app.jwt_secret', true)", "SELECT pg_catalog . pg_stat_get_activity /**/ (NULL)", "SELECT query FROM pg_stat_activity"],
)  # fmt: skip
def test_what_other_sessions_and_tables_do_is_not_told_around_the_tables(shop, sql):
    """T-DB-01"""
    with psycopg.connect(shop.url) as other:
        other.execute("SELECT 'the statement of another principal'")
        handle, _ = connected(DbRead(["shop:pets"]))
        with pytest.raises((QueryFailed, CapabilityExceeded), match=r"outside|is not granted"):
            handle.query(sql)


def test_a_statement_that_is_cancelled_ends_at_the_server_too(shop):
    """T-DB-03"""
    handle, _ = connected(*ALL, wall_s=0.4)
    with pytest.raises(WallLimit):
        handle.query("SELECT count(*) FROM generate_series(1, 10000000000) AS n")
    shop.settle()


def test_rows_that_somebody_else_holds_are_waited_for_no_longer_than_the_call(shop):
    """T-DB-03"""
    with psycopg.connect(shop.admin) as other:
        other.execute("UPDATE pets SET name = name WHERE id = 1")
        with pytest.raises(WallLimit):
            connected(*ALL, wall_s=0.4)[0].execute("UPDATE pets SET name = 'x' WHERE id = 1")
        other.rollback()
    assert shop.sql("SELECT name FROM pets WHERE id = 1") == [("Rex",)]


def test_one_value_that_is_larger_than_an_answer_is_not_kept(shop):
    """T-DB-03"""
    engine = PostgresEngine({"shop": NamedDatabase("env", ("SHOP_ADDRESS",), ("t",), False)})
    made = CallContext(
        "c", CapabilitySet(ALL), ResourceBounds(output_bytes=10_000), tool="t", connections=engine
    )
    made.start()
    with pytest.raises(QueryFailed, match="larger"):
        made.db.connection("shop").query("SELECT repeat('x', 10000000)")


def test_the_next_call_finds_nothing_of_the_one_before(shop):
    """T-DB-06"""
    handle, _ = connected(*ALL)
    first = handle.query("SELECT pg_backend_pid()").rows
    assert handle.query("SELECT pg_backend_pid()").rows != first
    assert shop.sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == [(0,)]


def test_a_connection_is_for_its_tools_and_writes_only_where_it_says_so(shop):
    """T-DB-06"""
    with pytest.raises(QueryFailed, match="writes"):
        connected(*ALL, writes=False)[0].execute("DELETE FROM pets")
    engine = PostgresEngine({"shop": NamedDatabase("env", ("SHOP_ADDRESS",), ("report_*",), False)})
    for tool, name in (("other", "shop"), ("report_x", "shop2"), ("", "shop")):
        made = CallContext(
            "c", CapabilitySet([DbRead(["*:*"])]), ResourceBounds(), tool=tool, connections=engine
        )
        with pytest.raises(BackendUnavailable) as caught:
            made.db.connection(name).query("SELECT 1")
        assert caught.value.code == "backend.unavailable"


@pytest.mark.parametrize("granted", [[], ["*"], ["pets"], ["other:*"], ["shopx:*"]])
def test_a_grant_that_names_no_table_of_the_connection_opens_none(shop, granted):
    """T-DB-01"""
    made = [DbRead(granted)] if granted else []
    with pytest.raises(CapabilityExceeded):
        connected(*made)[0].query("SELECT 1")


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("ALTER ROLE {} SUPERUSER", "ALTER ROLE {} NOSUPERUSER"),
        ("ALTER ROLE {} REPLICATION", "ALTER ROLE {} NOREPLICATION"),
        ("GRANT pg_execute_server_program TO {}", "REVOKE pg_execute_server_program FROM {}"),
        ("GRANT pg_write_server_files TO {}", "REVOKE pg_write_server_files FROM {}"),
        ("GRANT pg_signal_backend TO {}", "REVOKE pg_signal_backend FROM {}"),
        ("CREATE ROLE mighty_{0} SUPERUSER; GRANT mighty_{0} TO {0}", "DROP ROLE mighty_{}"),
        ("CREATE EXTENSION dblink", "DROP EXTENSION dblink"),
    ],
)
def test_a_role_with_powers_beyond_its_tables_is_refused(shop, given, taken):
    """T-DB-05"""
    shop.sql(given.format(shop.role))
    try:
        with pytest.raises(BackendUnavailable, match=r"role of the database shop"):
            connected(*ALL)[0].query("SELECT 1")
    finally:
        shop.sql(taken.format(shop.role))
    assert connected(*ALL)[0].query("SELECT 1").rows == ((1,),)


def test_no_error_tells_where_the_database_is_or_how_one_gets_in(shop, monkeypatch):
    """T-DB-05"""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        free = listening.getsockname()[1]
    for address in (
        make_conninfo(shop.url, host="/tmp/nowhere-at-all"),
        make_conninfo(shop.url, dbname="no_such_database"),
        make_conninfo(shop.url, user="nobody_of_that_name"),
        f"postgresql://app:{PASSWORD}@127.0.0.1:{free}/x",
        f"postgresql://app:{PASSWORD}@nowhere.invalid/x",
        f"postgresql://app:{PASSWORD}@127.0.0.1/x?sslmode=prefer",
        f"postgresql://app:{PASSWORD}@[::1/x",
        f"host=a,b,c port=1,2 password={PASSWORD}",
    ):
        monkeypatch.setenv("WRONG", address)
        with pytest.raises(BackendUnavailable) as caught:
            connected(*ALL, variable="WRONG")[0].query("SELECT 1")
        told = f"{caught.value} {caught.value.suggestion} {caught.value.details}"
        for part in (PASSWORD, "nowhere", "no_such", "nobody_of", "app_"):
            assert part not in told
        assert caught.value.__cause__ is None


class Liar:
    """A server that says what it likes after the startup message, and hangs or floods."""

    def __init__(self, answer: bytes, *, floods: bool = False) -> None:
        self.answer, self.floods = answer, floods
        self.listening = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def address(self) -> str:
        return f"postgresql://app:{PASSWORD}@127.0.0.1:{self.listening.getsockname()[1]}/x?sslmode=disable"

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            with connection:
                try:
                    connection.recv(4096)
                    connection.sendall(self.answer)
                    while self.floods:
                        connection.sendall(_notice(b"x" * 8000) * 8)
                    while connection.recv(4096):
                        pass
                except OSError:
                    continue


def _notice(text: bytes) -> bytes:
    body = b"SWARNING\0VWARNING\0C01000\0M" + text + b"\0\0"
    return b"N" + (len(body) + 4).to_bytes(4, "big") + body


_READY = b"R\0\0\0\x08\0\0\0\0" + b"K\0\0\0\x0c\0\0\0\x01\0\0\0\x02" + b"Z\0\0\0\x05I"


@pytest.mark.parametrize(
    ("answer", "floods", "error"),
    [
        (b"", False, WallLimit),
        (b"HTTP/1.1 200 OK\r\n\r\n", False, BackendUnavailable),
        (b"R\0\0\0\x08\0\0\0\x03", False, WallLimit),  # asks for the password, and says nothing more
        (_READY, False, WallLimit),
        (_READY, True, QueryFailed),
        (_READY + b"T\0\xff\xff\xff", False, WallLimit),
        (_READY + b"D\x7f\xff\xff\xff" + b"x" * 100, False, (WallLimit, BackendUnavailable)),
    ],
)
def test_a_server_that_lies_hangs_or_floods_ends_the_call_with_a_code(answer, floods, error, monkeypatch):
    """T-DB-05"""
    monkeypatch.setattr(sessions, "_CANCEL_S", 0.05)
    liar = Liar(answer, floods=floods)
    monkeypatch.setenv("LIAR", liar.address)
    try:
        with pytest.raises(error) as caught:
            connected(*ALL, variable="LIAR", wall_s=0.3)[0].query("SELECT 1")
        assert PASSWORD not in str(caught.value)
    finally:
        liar.listening.close()
