"""sqlite3 keeps to its database: no file of the machine, no time or chance of its own, no budget overrun."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits

COUNTING = "with recursive c(x) as (select 1 union all select x+1 from c)"


def said(*sql: str, limits: dict | None = None, **how):
    script = "sqlite3 /tmp/x.db " + " ".join("'" + text.replace("'", "'\\''") + "'" for text in sql)
    return Bash(limits=Limits(**(limits or {})), **how).exec_sync(script)


@pytest.mark.parametrize(
    "sql",
    [
        "attach '/tmp/evil.db' as x",
        "attach '' as x",
        "vacuum into '/tmp/evil.db'",
        "select load_extension('/lib/x.so')",
        "pragma temp_store_directory='/tmp'",
        "pragma hard_heap_limit=1",
        "pragma writable_schema=on",
        "create virtual table v using dbstat",
    ],
)
def test_what_reaches_beyond_the_database_is_not_authorized(sql, tmp_path, monkeypatch) -> None:
    """T-FS-01: SQL names files of the machine."""
    monkeypatch.chdir(tmp_path)
    done = said(sql)
    assert done.exit_code == 1 or done.exit_code == 23
    assert "not authorized" in done.stderr or "authorization denied" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("line", [".shell ls", ".system ls", ".load x", ".cd /", ".archive -t", ".clone y"])
def test_dot_commands_that_reach_beyond_are_unknown(line) -> None:
    done = said(line)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "unknown command or invalid arguments" in done.stderr


@pytest.mark.parametrize(
    ("sql", "error"),
    [
        (f"{COUNTING} select count(*) from c", "limit.timeout"),
        (f"{COUNTING} select x, randomblob(500) r from c order by r limit 1", "limit.timeout"),
        ("select length(printf('%.*c', 1000000000, 'x'))", "limit.variable_bytes"),
        ("select printf('%1000000000d', 1)", "limit.variable_bytes"),
        ("select randomblob(1000000000)", "limit.variable_bytes"),
        ("select length(replace(hex(zeroblob(400000)), '0', hex(zeroblob(400000))))", "limit.variable_bytes"),
    ],
)
def test_a_statement_that_takes_too_much_ends_at_a_limit(sql, error) -> None:
    """T-SH-01: one statement of SQL runs or grows without end."""
    assert said("select 'kept'", sql, limits={"timeout_s": 0.2}).error == error


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("select zeroblob(1000000000)", "string or blob too big"),
        ("select hex(hex(hex(randomblob(900000))))", "string or blob too big"),
        (f"create table t(x); {COUNTING} insert into t select randomblob(900000) from c", "disk is full"),
        (
            f"create temp table t(x); {COUNTING} insert into t select randomblob(900000) from c",
            "disk is full",
        ),
        (f"select {'(' * 5000}1{')' * 5000}", "parser stack overflow"),
        ("select 'a' like '%" + "a" * 200 + "'", "pattern too complex"),
    ],
)
def test_a_value_that_is_too_large_is_refused_in_sqlites_words(sql, words) -> None:
    assert words in said(sql, limits={"max_file_bytes": 4_000_000}).stderr


def test_definitions_that_double_one_another_are_refused_before_they_are_copied() -> None:
    """T-SH-01: nothing ends the library while it expands 2 to the 30th references."""
    doubled = "".join(f", c{n} as (select a.x from c{n - 1} a, c{n - 1} b)" for n in range(1, 31))
    done = said(f"with c0 as (select 1 x){doubled} select * from c30")
    assert "too many references" in done.stderr
    views = "".join(f"create view v{n} as select a.x from v{n - 1} a, v{n - 1} b;" for n in range(1, 31))
    assert "too many references" in said(f"create view v0 as select 1 x;{views}", "select * from v30").stderr


def test_definitions_may_be_referred_to_as_often_as_honest_queries_do() -> None:
    chain = "".join(
        f", c{n} as (select c{n - 1}.x + 1 as x from c{n - 1} join c{n - 1} as o using (x))"
        for n in range(1, 9)
    )
    assert said(f"with c0 as materialized (select 1 x){chain} select x from c8").stdout == "9\n"


def test_output_before_a_limit_is_kept_and_so_is_what_was_written() -> None:
    shell = Bash(limits=Limits(timeout_s=0.2))
    done = shell.exec_sync(
        f'sqlite3 k.db "create table t(a); insert into t values(7)" "select 1" "{COUNTING} select count(*) from c"'
    )
    assert (done.stdout, done.error) == ("1\n", "limit.timeout")
    assert shell.exec_sync("sqlite3 k.db 'select * from t'").stdout == "7\n"


def test_time_and_chance_are_those_of_the_virtual_machine() -> None:
    first, second = (
        said(
            "select date('now'), datetime('now','localtime'), strftime('%s'), current_timestamp, julianday() > 2460000",
            "create table t(a default current_timestamp, b default (random()))",
            "insert into t default values",
            "select a, b, hex(randomblob(4)) from t",
            clock=1_700_000_000, seed=3,
        )
        for _ in range(2)
    )  # fmt: skip
    assert first.stdout == second.stdout
    assert first.stdout.startswith(
        "2023-11-14|2023-11-14 22:13:20|1700000000|2023-11-14 22:13:20|1\n2023-11-14 22:13:20|"
    )


def test_a_database_that_does_not_fit_leaves_the_old_one() -> None:
    shell = Bash(limits=Limits(max_fs_bytes=20_000))
    shell.exec_sync("sqlite3 f.db 'create table t(x); insert into t values(7)'")
    assert shell.exec_sync("sqlite3 f.db 'insert into t values(zeroblob(50000))'").error == "limit.fs_bytes"
    assert shell.exec_sync("sqlite3 f.db 'select * from t'").stdout == "7\n"


def test_a_database_in_wal_mode_is_read() -> None:
    import sqlite3

    memory = sqlite3.connect(":memory:")
    memory.execute("create table t(a)")
    memory.execute("insert into t values(5)")
    memory.commit()
    data = bytearray(memory.serialize())
    memory.close()
    data[18:20] = b"\2\2"
    shell = Bash(files={"/tmp/w.db": bytes(data)})
    assert shell.exec_sync("sqlite3 /tmp/w.db 'pragma journal_mode=wal; select a from t'").stdout == "5\n"


def test_a_database_that_was_only_read_is_not_written() -> None:
    shell = Bash()
    shell.exec_sync(
        "sqlite3 a.db 'create table t(a)'; chmod 444 a.db; cp a.db b.db; touch -d 2020-01-01 a.db"
    )
    done = shell.exec_sync(
        "sqlite3 a.db 'select count(*) from t'; stat -c %y a.db | cut -c1-4; sqlite3 a.db 'insert into t values(1)'"
    )
    assert done.stdout == "0\n2020\n"
    assert "attempt to write a readonly database" in done.stderr


def test_bytes_that_are_no_text_survive_an_import() -> None:
    done = Bash().exec_sync(
        r"""printf 'a\n\xff\xfe\n' > f; sqlite3 :memory: '.import f t' 'select a from t' | od -An -tx1"""
    )
    assert done.stdout == " ff fe 0a\n"


def test_a_query_may_be_read_from_another_command_while_it_runs() -> None:
    done = Bash().exec_sync(f'sqlite3 :memory: "{COUNTING} select x from c" | head -n 2')
    assert (done.stdout, done.error) == ("1\n2\n", None)


def test_other_databases_can_be_opened_and_saved() -> None:
    done = Bash().exec_sync(
        "printf '.open a.db\ncreate table t(x);\n.save b.db\n.open b.db\n.tables\n.open --new a.db\n.tables\n.read s\n' | sqlite3; "
        "echo .read s > s; sqlite3 :memory: '.read s'"
    )
    assert done.stdout == "t\n"
    assert "nesting limit (25)" in done.stderr


def test_help_names_what_is_there() -> None:
    done = Bash().exec_sync(
        "sqlite3 -version; sqlite3 :memory: '.help mode' .version '.help zzz'; sqlite3 --help | head -n 1"
    )
    assert ".mode MODE" in done.stdout
    assert "Usage: sqlite3 [OPTIONS]" in done.stdout


ENDLESS = f'sqlite3 :memory: "{COUNTING} select count(*) from c"'


def test_a_statement_without_end_can_be_killed_and_timed() -> None:
    """T-SH-09: the library holds the thread while it counts."""
    done = Bash(limits=Limits(timeout_s=10)).exec_sync(
        f"{ENDLESS} & kill $!; wait $!; echo $?; timeout 0.05 {ENDLESS}; echo $?"
    )
    assert (done.stdout, done.error) == ("143\n124\n", None)


def test_statements_take_turns_with_one_another_and_with_the_loop() -> None:
    """T-SH-08: two statements without end in one loop; cancelling still works, and so does what comes next."""
    import asyncio

    async def scenario() -> str:
        shell = Bash(limits=Limits(timeout_s=10))
        running = asyncio.create_task(shell.exec(f"{ENDLESS} & {ENDLESS}"))
        for _ in range(20):
            await asyncio.sleep(0)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return (await shell.exec("sqlite3 :memory: 'select 1'")).stdout

    assert asyncio.run(scenario()) == "1\n"


def test_a_query_plan_is_drawn_as_a_tree() -> None:
    from runtime.bash.commands.sqlite3.plan import drawn

    rows = [(1, 0, 0, "A"), (2, 1, 0, "B"), (3, 1, 0, "C"), (4, 0, 0, "D")]
    assert drawn(rows) == "QUERY PLAN\n|--A\n|  |--B\n|  `--C\n`--D\n"


def test_sql_of_any_bytes_is_read_without_a_fault_of_ours() -> None:
    """T-SH-03: bytes that are no text in a script, in an argument, in a pattern."""
    done = Bash().exec_sync(
        r"""printf "select '\xff' as a;selec\xfe 1;\n" | sqlite3; sqlite3 :memory: $'select \'\xff\'' $'.tables \xff' $'.schema \xff' $'.print \xff'"""
    )
    assert done.error is None
    assert done.stdout_bytes == b"\xef\xbf\xbd\n\xef\xbf\xbd\n\xff\n"
    assert "syntax error" in done.stderr


def test_a_database_that_nothing_was_put_into_is_an_empty_file() -> None:
    done = Bash().exec_sync(
        "sqlite3 e.db 'create table t(a) nonsense'; sqlite3 e.db '.save f.db'; wc -c < e.db; wc -c < f.db"
    )
    assert (done.stdout, done.error) == ("0\n0\n", None)
