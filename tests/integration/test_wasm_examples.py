"""The engines of examples/, run as tools: QuickJS and SQLite, in workers that can be killed."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.capability import FsRead
from runtime.contracts.limits import ResourceBounds

# -- run_javascript ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("1 + 1", 2),
        ("input.a.map(x => x * 2)", [2, 4]),
        ("const x = await Promise.resolve(5); x + 1", 6),
        ("Promise.all([1, Promise.resolve(2)])", [1, 2]),
        ("'é😀\\u0000'", "é😀\0"),
        ("undefined", None),
        ("() => 1", None),
        ("NaN", None),
        ("({ toJSON: () => [1, null] })", [1, None]),
        ("[...new Set([3, 1, 3])].toSorted()", [1, 3]),
        ("/(?<year>\\d{4})/u.exec('in 2024').groups.year", "2024"),
        ("let s = 0; for (let i = 0; i < 1e5; i++) s += i; s", 4_999_950_000),
        ('JSON.stringify(JSON.parse(\'{"b":1,"a":2}\'))', '{"b":1,"a":2}'),
    ],
)
def test_a_script_is_answered_with_its_last_value(call, code: str, result: Any) -> None:
    assert call("run_javascript", code=code, input={"a": [1, 2]}).output == {"result": result, "logs": []}


def test_what_a_script_writes_to_the_console_comes_with_its_result(call) -> None:
    logged = call("run_javascript", code="console.log('a', {b: 1}, [2], undefined); console.error('é'); 3")
    assert logged.output == {"result": 3, "logs": ['a {"b":1} [2] undefined', "é"]}


@pytest.mark.parametrize(
    ("code", "error", "says"),
    [
        ("throw new TypeError('no')", "guest.javascript.exception", "TypeError: no"),
        ("throw 1", "guest.javascript.exception", "1"),
        ("throw { toString() { throw 1 } }", "guest.javascript.exception", "no text"),
        ("1 +", "guest.javascript.exception", "SyntaxError"),
        ("function f() { return f() } f()", "guest.javascript.exception", "RangeError"),
        ("const a = {}; a.a = a; a", "guest.javascript.exception", "circular"),
        ("1n", "guest.javascript.exception", "BigInt"),
        ("await Promise.reject(new Error('r'))", "guest.javascript.exception", "Error: r"),
        ("Promise.reject(new Error('r'))", "guest.javascript.exception", "Error: r"),
        ("await new Promise(() => {})", "guest.javascript.unsettled", "nothing settles"),
        ("await import('std')", "guest.javascript.exception", "std"),
        ("require('fs')", "guest.javascript.exception", "require"),
        ("setTimeout(() => {}, 1)", "guest.javascript.exception", "setTimeout"),
        ("fetch('http://localhost')", "guest.javascript.exception", "fetch"),
    ],
)
def test_a_script_that_fails_says_how_in_a_coded_error(call, code: str, error: str, says: str) -> None:
    failed = call("run_javascript", code=code).error
    assert failed.code == error
    assert says in failed.message


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("for (;;) {}", "limit.fuel"),
        ("await (async () => { for (;;) await 0 })()", "limit.fuel"),
        ("/(a+)+$/.test('a'.repeat(40) + 'b')", "limit.fuel"),
        ("'x'.repeat(2 ** 17)", "limit.output"),
    ],
)
def test_a_script_without_end_or_measure_ends_at_its_bounds(call_within, code: str, error: str) -> None:
    little = ResourceBounds(fuel=200_000_000, output_bytes=100_000)
    assert call_within(little, "run_javascript", code=code).error.code == error
    assert call_within(little, "run_javascript", code="1").output["result"] == 1


def test_a_script_that_takes_all_memory_is_told_so_or_stopped(call) -> None:
    greedy = call("run_javascript", code="const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1))")
    assert greedy.error.code == "guest.javascript.exception"
    deep = call("run_javascript", code="JSON.parse('['.repeat(200000))")
    assert deep.error.code == "tool.failed"


def test_a_script_sees_a_clock_that_stands_still_and_the_same_random_numbers(call) -> None:
    code = "[Date.now(), new Date().getFullYear(), Math.random(), Math.random()]"
    first, second = call("run_javascript", code=code), call("run_javascript", code=code)
    assert (first.digest, first.fuel) == (second.digest, second.fuel)
    assert first.output["result"][:2] == [0, 1970]


def test_no_script_sees_what_another_one_left(call) -> None:
    assert (
        call("run_javascript", code="globalThis.left = 1; Array.prototype.at = null; left").output["result"]
        == 1
    )
    assert call("run_javascript", code="[typeof left, [7].at(0)]").output["result"] == ["undefined", 7]


# -- table_sql ---------------------------------------------------------------------------------------------------------

ORDERS = [
    {"id": 1, "who": "Ann", "total": 12.5, "tags": ["a", "b"]},
    {"id": 2, "who": "Bob", "paid": True},
    {"id": 3, "who": "Ann", "total": None, "paid": False},
]


def rows(outcome: Any) -> Any:
    """The rows of an answer; the error, if there is one, shows in the comparison."""
    return outcome.output["rows"] if outcome.ok else outcome.error


def test_tables_come_as_objects_with_the_columns_of_all_rows(call) -> None:
    assert call("table_sql", sql="SELECT * FROM orders ORDER BY id", tables={"orders": ORDERS}).output == {
        "columns": ["id", "tags", "total", "who", "paid"],
        "rows": [
            [1, '["a","b"]', 12.5, "Ann", None],
            [2, None, None, "Bob", 1],
            [3, None, None, "Ann", 0],
        ],
        "truncated": False,
        "changes": 0,
    }


def test_the_answer_of_one_tool_is_a_table_for_the_next(call) -> None:
    first = call(
        "csv_query",
        csv="city,n\nRome,2\nOslo,3\nRome,5",
        aggregate={"fn": "sum", "column": "n", "group_by": "city"},
    )
    table = {name: first.output[name] for name in ("columns", "rows")}
    sql = 'SELECT city FROM sums WHERE "sum(n)" > 3'
    assert rows(call("table_sql", sql=sql, tables={"sums": table})) == [["Rome"]]


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("SELECT 1, 'x', NULL, 1.5, x'00ff'", [[1, "x", None, 1.5, "00ff"]]),
        ("SELECT 9007199254740991, 9007199254740993", [[9007199254740991, "9007199254740993"]]),
        ("SELECT 1e999, -1e999", [[None, None]]),
        ("SELECT 'é' || char(0x1F600)", [["é😀"]]),
        ("CREATE TABLE z(a); INSERT INTO z VALUES (1), (2); SELECT sum(a) FROM z; DELETE FROM z", [[3]]),
        ("SELECT json_extract('{\"a\":[1,2]}', '$.a[1]'), sqrt(2)", [[2, 1.4142135623730951]]),
        (
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 5) SELECT max(x) FROM c",
            [[5]],
        ),
        ("SELECT v, sum(v) OVER (ORDER BY v) FROM (SELECT 1 AS v UNION SELECT 2)", [[1, 1], [2, 3]]),
        ("-- nothing", []),
        ("", []),
        ("SELECT date('now'), strftime('%s', 'now')", [["1970-01-01", "0"]]),
    ],
)
def test_statements_are_answered_with_values_that_json_has(call, sql: str, found: Any) -> None:
    assert rows(call("table_sql", sql=sql)) == found


def test_sums_and_groups_are_those_of_another_build_of_the_library(call) -> None:
    values = [[i % 7, (i * 37) % 101 / 8] for i in range(500)]
    sql = "SELECT k, count(*), sum(v), min(v), max(v), avg(v) FROM t GROUP BY k HAVING k <> 3 ORDER BY 3 DESC"
    with sqlite3.connect(":memory:") as other:
        other.execute("CREATE TABLE t(k, v)")
        other.executemany("INSERT INTO t VALUES (?, ?)", values)
        expected = [list(row) for row in other.execute(sql)]
    other.close()
    assert rows(call("table_sql", sql=sql, tables={"t": {"columns": ["k", "v"], "rows": values}})) == expected


@pytest.mark.parametrize(
    ("sql", "parameters", "found"),
    [
        ("SELECT ?, ?2, ?", ["a", 2, None], [["a", 2, None]]),
        ("SELECT :x, @y, $z", {"x": 1, "y": "'; DROP TABLE t", "z": True}, [[1, "'; DROP TABLE t", 1]]),
        ("SELECT typeof(?), typeof(?), typeof(?)", [1, 1.5, "1"], [["integer", "real", "text"]]),
        ("SELECT json_extract(?, '$[0].a')", [[{"a": "é"}]], [["é"]]),
    ],
)
def test_parameters_are_values_and_never_statements(call, sql: str, parameters: Any, found: Any) -> None:
    assert rows(call("table_sql", sql=sql, parameters=parameters)) == found


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"sql": "SELEC"}, "guest.sql.error"),
        ({"sql": "SELECT * FROM nothing"}, "guest.sql.error"),
        ({"sql": "SELECT 1; SELECT"}, "guest.sql.error"),
        ({"sql": "SELECT ?"}, "guest.sql.missing_parameter"),
        ({"sql": "SELECT :x", "parameters": {"y": 1}}, "guest.sql.missing_parameter"),
        ({"sql": "SELECT 1", "tables": {"t": []}}, "guest.sql.bad_table"),
        ({"sql": "SELECT 1", "tables": {"t": {"columns": ["a", "a"], "rows": []}}}, "guest.sql.bad_table"),
        ({"sql": "SELECT 1", "tables": {"t": {"columns": ["a", "b"], "rows": [[1]]}}}, "guest.sql.bad_table"),
        ({"sql": "SELECT 1", "tables": {"sqlite_x": [{"a": 1}]}}, "guest.sql.error"),
        ({"sql": "SELECT 1\0"}, "guest.arguments.missing"),
        ({"sql": 1}, "input.invalid"),
        ({"sql": "SELECT 1", "tables": {"t": 1}}, "input.invalid"),
    ],
)
def test_a_statement_that_cannot_run_says_what_to_change(call, arguments: Any, code: str) -> None:
    error = call("table_sql", **arguments).error
    assert error.code == code
    assert error.suggestion


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH '/etc/passwd' AS x; SELECT * FROM x.sqlite_schema",
        "VACUUM INTO 'copy.db'",
        "SELECT load_extension('x')",
        "SELECT readfile('/etc/passwd')",
        "SELECT writefile('x', 'y')",
        "ATTACH 'runtime.toml' AS x; SELECT 1",
    ],
)
def test_no_statement_reaches_a_file_whatever_is_granted(call, wasm_workspace, sql: str) -> None:
    before = sorted(wasm_workspace.iterdir())
    assert call("table_sql", sql=sql, grants=[FsRead(["."])]).error.code == "guest.sql.error"
    assert sorted(wasm_workspace.iterdir()) == before


def test_rows_beyond_the_wanted_number_are_left_out_and_told(call) -> None:
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"
    cut = call("table_sql", sql=endless, max_rows=2).output
    assert (cut["rows"], cut["truncated"]) == ([[1], [2]], True)
    exact = call("table_sql", sql=endless + " LIMIT 2", max_rows=2).output
    assert (exact["rows"], exact["truncated"]) == ([[1], [2]], False)


def test_a_query_without_end_ends_at_its_fuel(call_within) -> None:
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
    little = ResourceBounds(fuel=100_000_000)
    assert call_within(little, "table_sql", sql=endless).error.code == "limit.fuel"
    assert rows(call_within(little, "table_sql", sql="SELECT 1")) == [[1]]


def test_large_tables_come_on_stdin_and_stay_whole(call) -> None:
    table = {"columns": ["n"], "rows": [[i] for i in range(30_000)]}
    assert len(json.dumps(table)) > 100_000
    counted = call("table_sql", sql="SELECT count(*), sum(n) FROM t", tables={"t": table})
    assert rows(counted) == [[30_000, 449_985_000]]


def test_the_same_query_gives_the_same_digest_for_the_same_fuel(call) -> None:
    runs = [call("table_sql", sql="SELECT random(), hex(randomblob(4)), datetime('now')") for _ in range(3)]
    assert len({(run.digest, run.fuel) for run in runs}) == 1


# -- both --------------------------------------------------------------------------------------------------------------

WORDS = [
    "select ",
    "values ",
    "from t ",
    "order by ",
    "limit ",
    "null",
    "count(*)",
    "x'00'",
    "?",
    ":x",
    "--",
    "/*",
    "\0",
    "'",
]
WORDS += [
    "let ",
    "await ",
    "throw ",
    "new ",
    "for ",
    "of ",
    "async ",
    "input",
    "Promise",
    "=>",
    "...",
    "`",
    "${",
    "\\u",
    "\n",
]
WORDS += ["(", ")", "[", "]", "{", "}", ",", ";", "+", "/", "=", "1", "a", "é", "😀"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map("".join)


@given(TEXTS)
def test_any_statement_and_any_script_end_in_words_of_the_engines(call, text: str) -> None:
    queried, evaluated = call("table_sql", sql=text), call("run_javascript", code=text)
    assert queried.ok or queried.error.code in {
        "guest.sql.error",
        "guest.sql.missing_parameter",
        "guest.arguments.missing",
    }
    assert evaluated.ok or evaluated.error.code in {
        "guest.javascript.exception",
        "guest.javascript.unsettled",
    }
