"""csvcut, csvgrep, csvjson, csvlook and csvsort, as csvkit 2.2 answers."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits

FILES = {
    "/w/k.csv": 'id,name,amt,ok\n3,bob,10.50,true\n1,"al, b",,false\n20,cy,1234567,true\n',
    "/w/pf": "bob\n3\n",
}
# (command line, standard output, standard error, status), recorded from csvkit 2.2.0.
SAID = [
    ('csvcut -c 1,3 k.csv', 'id,amt\n3,10.50\n1,\n20,1234567\n', '', 0),
    ('csvcut -c name,id k.csv', 'name,id\nbob,3\n"al, b",1\ncy,20\n', '', 0),
    ('csvcut -c 2-3 k.csv', 'name,amt\nbob,10.50\n"al, b",\ncy,1234567\n', '', 0),
    ('csvcut -C name k.csv', 'id,amt,ok\n3,10.50,true\n1,,false\n20,1234567,true\n', '', 0),
    ('csvcut -n k.csv', '  1: id\n  2: name\n  3: amt\n  4: ok\n', '', 0),
    ('csvcut -c nope k.csv', '', "ColumnIdentifierError: Column 'nope' is invalid. It is neither an integer nor a column name. Column names are: 'id', 'name', 'amt', 'ok'\n", 1),
    ('csvcut -c 9 k.csv', '', "ColumnIdentifierError: Column 9 is invalid. The last column is 'ok' at index 4.\n", 1),
    ('csvcut -x -c amt k.csv', 'amt\n10.50\n1234567\n', '', 0),
    ('csvcut -c name: k.csv', '', 'ColumnIdentifierError: Invalid range %s. Ranges must be two integers separated by a - or : character.\n', 1),
    ('csvcut -d , -c 1 nofile', '', "FileNotFoundError: [Errno 2] No such file or directory: 'nofile'\n", 1),
    ('csvcut -l -c 1 k.csv', 'line_number,id\n1,3\n2,1\n3,20\n', '', 0),
    ('csvcut -K 1 k.csv', '3,bob,10.50,true\n1,"al, b",,false\n20,cy,1234567,true\n', '', 0),
    ('csvcut -H -c 1 k.csv', 'a\nid\n3\n1\n20\n', '', 0),
    ('csvcut -c 3,1,1 k.csv', 'amt,id,id\n10.50,3,3\n,1,1\n1234567,20,20\n', '', 0),
    ('csvgrep -c name -m b k.csv', 'id,name,amt,ok\n3,bob,10.50,true\n1,"al, b",,false\n', '', 0),
    ("csvgrep -c 1 -r '^[12]' k.csv", 'id,name,amt,ok\n1,"al, b",,false\n20,cy,1234567,true\n', '', 0),
    ('csvgrep -c name -m bob -i k.csv', 'id,name,amt,ok\n1,"al, b",,false\n20,cy,1234567,true\n', '', 0),
    ('csvgrep -c 1,2 -r 3 -a k.csv', 'id,name,amt,ok\n3,bob,10.50,true\n', '', 0),
    ('csvgrep -c name -f pf k.csv', 'id,name,amt,ok\n3,bob,10.50,true\n', '', 0),
    ('csvgrep -c name -m zz k.csv', 'id,name,amt,ok\n', '', 0),
    ('csvjson k.csv', '[{"id": 3.0, "name": "bob", "amt": 10.5, "ok": true}, {"id": 1.0, "name": "al, b", "amt": null, "ok": false}, {"id": 20.0, "name": "cy", "amt": 1234567.0, "ok": true}]', '', 0),
    ('csvjson -i 2 k.csv', '[\n  {\n    "id": 3.0,\n    "name": "bob",\n    "amt": 10.5,\n    "ok": true\n  },\n  {\n    "id": 1.0,\n    "name": "al, b",\n    "amt": null,\n    "ok": false\n  },\n  {\n    "id": 20.0,\n    "name": "cy",\n    "amt": 1234567.0,\n    "ok": true\n  }\n]', '', 0),
    ('csvjson --stream k.csv', '{"id": 3.0, "name": "bob", "amt": 10.5, "ok": true}\n{"id": 1.0, "name": "al, b", "amt": null, "ok": false}\n{"id": 20.0, "name": "cy", "amt": 1234567.0, "ok": true}\n', '', 0),
    ('csvjson -I k.csv', '[{"id": "3", "name": "bob", "amt": "10.50", "ok": "true"}, {"id": "1", "name": "al, b", "amt": null, "ok": "false"}, {"id": "20", "name": "cy", "amt": "1234567", "ok": "true"}]', '', 0),
    ('csvjson -k name k.csv', '{"bob": {"id": 3.0, "name": "bob", "amt": 10.5, "ok": true}, "al, b": {"id": 1.0, "name": "al, b", "amt": null, "ok": false}, "cy": {"id": 20.0, "name": "cy", "amt": 1234567.0, "ok": true}}', '', 0),
    ('csvjson -k ok k.csv', '', 'ValueError: Value True is not unique in the key column.\n', 1),
    ('csvlook k.csv', '| id | name  |         amt |    ok |\n| -- | ----- | ----------- | ----- |\n|  3 | bob   |        10.5 |  True |\n|  1 | al, b |             | False |\n| 20 | cy    | 1,234,567.0 |  True |\n', '', 0),
    ('csvlook -I k.csv', '| id | name  | amt     | ok    |\n| -- | ----- | ------- | ----- |\n| 3  | bob   | 10.50   | true  |\n| 1  | al, b |         | false |\n| 20 | cy    | 1234567 | true  |\n', '', 0),
    ('csvlook --max-rows 1 k.csv', '| id | name |  amt |   ok |\n| -- | ---- | ---- | ---- |\n|  3 | bob  | 10.5 | True |\n', '', 0),
    ('csvsort -c id k.csv', 'id,name,amt,ok\n1,"al, b",,False\n3,bob,10.50,True\n20,cy,1234567,True\n', '', 0),
    ('csvsort -c name -r k.csv', 'id,name,amt,ok\n20,cy,1234567,True\n3,bob,10.50,True\n1,"al, b",,False\n', '', 0),
    ('csvsort k.csv', 'id,name,amt,ok\n1,"al, b",,False\n3,bob,10.50,True\n20,cy,1234567,True\n', '', 0),
    ('csvsort -c amt k.csv', 'id,name,amt,ok\n3,bob,10.50,True\n20,cy,1234567,True\n1,"al, b",,False\n', '', 0),
    ('csvsort -I -c id k.csv', 'id,name,amt,ok\n1,"al, b",,false\n20,cy,1234567,true\n3,bob,10.50,true\n', '', 0),
    ('csvsort -c amt -r k.csv', 'id,name,amt,ok\n1,"al, b",,False\n20,cy,1234567,True\n3,bob,10.50,True\n', '', 0),
    ("printf 'a;b\\n1;2\\n' | csvcut -d ';' -c b", 'b\n2\n', '', 0),
    ("printf 'a\\tb\\n1\\t2\\n' | csvlook -t", '|    a | b |\n| ---- | - |\n| True | 2 |\n', '', 0),
    ("printf 'd,t\\n2020-01-02,x\\n2019-05-06,\\n' | csvjson", '[{"d": "2020-01-02", "t": "x"}, {"d": "2019-05-06", "t": null}]', '', 0),
    ("printf 'a,b\\n1,2,3\\n4\\n' | csvcut -c a", 'a\n1\n4\n', '', 0),
    ("printf 'a,a,\\n1,2,3\\n' | csvcut -n", '  1: a\n  2: a\n  3: \n', '', 0),
    ('printf \'a,b\\n"x\\ny",1\\n\' | csvlook', '| a   |    b |\n| --- | ---- |\n| x↵y | True |\n', '', 0),
    ("printf 'a,b\\n' | csvlook", '| a | b |\n| - | - |\n', '', 0),
    ("printf 'a,b\\n' | csvjson", '[]', '', 0),
    ("printf 'a,b\\n' | csvcut -c b", 'b\n', '', 0),
    ('csvsort -y 0 -c id,name k.csv', 'id,name,amt,ok\n1,"al, b",,False\n3,bob,10.50,True\n20,cy,1234567,True\n', '', 0),
    ("printf 'a,b\\n1.23456,2\\n10,x\\n' | csvlook", '|       a | b |\n| ------- | - |\n|  1.235… | 2 |\n| 10.000… | x |\n', '', 0),
    ('printf \'a,b\\n"1,234",$5\\n10,6\\n\' | csvsort -c a', 'a,b\n10,6\n1234,5\n', '', 0),
    ('printf \'a,b\\n"1,234",$5\\n10,6\\n\' | csvjson', '[{"a": 1234.0, "b": 5.0}, {"a": 10.0, "b": 6.0}]', '', 0),
    ('csvcut -c 1-2,4 k.csv | csvsort -c name | csvlook', '| id | name  |    ok |\n| -- | ----- | ----- |\n|  1 | al, b | False |\n|  3 | bob   |  True |\n| 20 | cy    |  True |\n', '', 0),
    ('csvcut -c 2 --zero k.csv', 'amt\n10.50\n""\n1234567\n', '', 0),
    ("printf 'a,b\\n1, 2\\n' | csvcut -S -c b", 'b\n2\n', '', 0),
    ("printf 'a,\" \"\\n1,  \" x, y\"\\n' | csvcut -S", 'a, \n1," x, y"\n', '', 0),
]  # fmt: skip


@pytest.mark.parametrize(("script", "out", "err", "status"), SAID)
def test_tables_are_handled_as_csvkit_handles_them(script, out, err, status) -> None:
    done = Bash(files=FILES, cwd="/w").exec_sync(script)
    assert (done.stdout, done.stderr, done.exit_code) == (out, err, status)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("csvgrep -m x k.csv", "csvgrep: error: You must specify at least one column"),
        ("csvgrep -c 1 k.csv", "csvgrep: error: One of -r, -m or -f must be specified"),
        ("csvgrep -c 1 -f nothere k.csv", "csvgrep: error: argument -f/--file: can't open 'nothere'"),
        ("csvcut -c 0 k.csv", "ColumnIdentifierError: Column 0 is invalid. Columns are 1-based."),
        ("csvcut k.csv pf", "error: unrecognized arguments: pf"),
        ("csvcut -H -n k.csv", "RequiredHeaderError"),
        ("csvcut -d ,, k.csv", 'TypeError: "delimiter" must be a 1-character string'),
        ("csvgrep -c 1 -r '(' k.csv", "PatternError"),
        ("printf 'a\n1,2\n' | csvsort", "ValueError: Row 0 has 2 values, but Table only has 1 columns."),
        ("csvjson -i x k.csv", "invalid int value: 'x'"),
        ("printf 'a,b\n1\r2,3\n' | csvcut -c a", "Error: new-line character seen in unquoted field"),
        ("printf 'a,b\n%0200000d,3\n' 1 | csvcut -c a", "Error: field larger than field limit (131072)"),
        ("csvcut -c '\r1' k.csv", "Error: "),
    ],
)  # fmt: skip
def test_what_cannot_be_done_with_a_table_is_said(script, words) -> None:
    done = Bash(files=FILES, cwd="/w").exec_sync(script)
    assert done.exit_code in {1, 2}
    assert done.stdout == ""
    assert words in done.stderr


def test_wide_tables_are_cut_to_what_is_wished() -> None:
    done = Bash(files=FILES, cwd="/w").exec_sync(
        "csvlook -l --max-columns 2 --max-column-width 6 --max-rows 2 k.csv"
    )
    assert done.stdout == (
        "| lin... | id | ... |\n| ------ | -- | --- |\n|      1 |  3 | ... |\n|      2 |  1 | ... |\n"
    )


def test_numbers_of_columns_can_begin_at_zero_and_texts_ignore_case() -> None:
    done = Bash().exec_sync(
        "printf 'a,b\nB,1\na,2\n' > f; csvcut --zero -c 1 f; csvsort -i -c a f; csvcut -h | head -n 1"
    )
    assert done.stdout == "b\n1\n2\na,b\na,2\nB,1\nUsage: csvcut [OPTION]... [FILE]\n"


def test_a_pattern_without_end_stops_at_the_clock() -> None:
    """T-SH-07: the expression of csvgrep -r backtracks."""
    script = "printf 'a\n%060d!\n' 0 | tr 0 a > f; csvgrep -c 1 -r '^(a|a|aa)+$' f"
    done = Bash(limits=Limits(timeout_s=0.2)).exec_sync(script)
    assert done.error == "limit.timeout"


def test_a_table_that_must_be_held_is_bounded() -> None:
    """T-SH-02: a sort of more cells than memory bears."""
    done = Bash(files={"/f": "a," * 2_000 + "b\n" + "1\n" * 1_000}).exec_sync("csvsort /f")
    assert done.error == "limit.lines"
