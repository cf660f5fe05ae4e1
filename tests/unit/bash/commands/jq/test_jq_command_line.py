"""The options of jq, its exit statuses and what it says of a program that is none."""

from __future__ import annotations

import pytest

from runtime.bash import Bash

FILES = {
    "a.json": b'{"a":1}\n{"a":2}\n',
    "b.json": b"[1,2]\n",
    "t.txt": b"x\ny\n\nz",
    "p.jq": b"# comment\n.a + 1 # more\n",
    "lib/m.jq": b'module {"name":"m"};\nimport "n" as n;\ndef one: 1;\ndef two: n::half * 4;\n',
    "lib/n/n.jq": b"def half: 0.5;\n",
    "lib/o.jq": b"def half: 0.5;\n",
    "lib/d.json": b'{"k":1} 2\n',
    "lib/loop.jq": b'include "loop";\ndef f: 1;\n',
    "lib/main.jq": b"1\n",
}
# arguments: (output, status)
SAID = {
    ("-c", ".", "a.json", "b.json"): ('{"a":1}\n{"a":2}\n[1,2]\n', 0),
    ("-sc", ".", "a.json", "b.json"): ('[{"a":1},{"a":2},[1,2]]\n', 0),
    ("-n", "input.a, input.a", "a.json"): ("1\n2\n", 0),
    ("-nc", "[inputs.a]", "a.json"): ("[1,2]\n", 0),
    ("-c", "[., input]", "a.json"): ('[{"a":1},{"a":2}]\n', 0),
    ("-R", ".", "t.txt"): ('"x"\n"y"\n""\n"z"\n', 0),
    ("-Rs", ".", "t.txt"): ('"x\\ny\\n\\nz"\n', 0),
    ("-Rn", "-c", "[inputs]", "t.txt"): ('["x","y","","z"]\n', 0),
    ("-Rr", "\"\\(input_line_number) \\(.)\"", "t.txt"): ("1 x\n2 y\n3 \n3 z\n", 0),
    ("-f", "p.jq", "a.json"): ("2\n3\n", 0),
    ("a.json", "-f", "p.jq"): ("2\n3\n", 0),
    ("-n", "-c", "$ARGS", "--arg", "a", "1", "--argjson", "b", "[2]", "--args", "x", "y"): (
        '{"positional":["x","y"],"named":{"a":"1","b":[2]}}\n', 0,
    ),
    ("-nc", "[$a, $b, $__prog_args]", "--arg", "a", "1", "--argjson", "b", "[2]", "--jsonargs", "3", '"x"'): (
        '["1",[2],[3,"x"]]\n', 0,
    ),
    ("-nc", "[$s, $r]", "--slurpfile", "s", "a.json", "--rawfile", "r", "p.jq"): (
        '[[{"a":1},{"a":2}],"# comment\\n.a + 1 # more\\n"]\n', 0,
    ),
    ("-r", '.a, "x"', "a.json"): ("1\nx\n2\nx\n", 0),
    ("-j", '.a, "x"', "a.json"): ("1x2x", 0),
    ("--raw-output0", '"a", 1', "-n"): ("a\x001\x00", 0),
    ("-a", "-n", '"é😀"'): ('"\\u00e9\\ud83d\\ude00"\n', 0),
    ("-ra", "-n", '"é"'): ("\\u00e9\n", 0),
    ("-Sc", "-n", '{b:1,a:{d:1,c:[{z:1,y:2.0}]}}'): ('{"a":{"c":[{"y":2.0,"z":1}],"d":1},"b":1}\n', 0),
    ("-S", "-n", '{b:1,a:{}}'): ('{\n  "a": {},\n  "b": 1\n}\n', 0),
    ("-n", "[1,{a:[1.5,true]},[],{}]"): ('[\n  1,\n  {\n    "a": [\n      1.5,\n      true\n    ]\n  },\n  [],\n  {}\n]\n', 0),
    ("-n", "--tab", "{a:[null]}"): ('{\n\t"a": [\n\t\tnull\n\t]\n}\n', 0),
    ("-n", "--indent", "1", "[[1]]"): ("[\n [\n  1\n ]\n]\n", 0),
    ("-n", "--indent", "0", "[[1]]"): ("[[1]]\n", 0),
    ("--seq", "-c", ".", "b.json"): ("\x1e[1,2]\n", 0),
    ("-c", "--stream", ".", "b.json"): ("[[0],1]\n[[1],2]\n[[1]]\n", 0),
    ("-nc", "--stream", "fromstream(inputs)", "b.json"): ("[1,2]\n", 0),
    ("-sc", "--stream", ".", "b.json"): ("[[[0],1],[[1],2],[[1]]]\n", 0),
    ("-e", ".a", "a.json"): ("1\n2\n", 0),
    ("-e", "null", "-n"): ("null\n", 1),
    ("-en", "1, false"): ("1\nfalse\n", 1),
    ("-en", "empty"): ("", 4),
    ("-n", "1, halt, 2"): ("1\n", 0),
    ("", "b.json", "-c"): ("[1,2]\n", 0),
    ("-n", "--", "-1"): ("-1\n", 0),
    ("-c", "-L", "lib", 'import "m" as m; import "d" as $d; [m::one, m::two, $d, $d::d[1]]', "a.json"): (
        '[1,2,[{"k":1},2],2]\n' * 2, 0,
    ),
    ("-nc", "-Llib", 'include "m"; [one, two]'): ("[1,2]\n", 0),
    ("-nc", "--library-path", "lib", '"m" | modulemeta'): (
        '{"name":"m","deps":[{"as":"n","is_data":false,"relpath":"n"}],"defs":["one/0","two/0"]}\n', 0,
    ),
    ("-nc", 'import "o" as o {search: "./lib"}; o::half'): ("0.5\n", 0),
    ("-V",): ("jq-1.8\n", 0),
    ("-C", "-nc", '{a:[1,null]}'): (
        ('\x1b[1;39m{\x1b[0m\x1b[34;1m"a"\x1b[0m\x1b[1;39m:\x1b[0m\x1b[1;39m[\x1b[0;39m1\x1b[0m\x1b[1;39m,'
        "\x1b[1;30mnull\x1b[0m\x1b[1;39m\x1b[1;39m]\x1b[0m\x1b[1;39m\x1b[1;39m}\x1b[0m\n"), 0,
    ),
    ("-C", "-n", '["x",false,{},{a:true}]'): (
        ('\x1b[1;39m[\n  \x1b[0;32m"x"\x1b[0m\x1b[1;39m,\n  \x1b[0;39mfalse\x1b[0m\x1b[1;39m,\n  \x1b[1;39m{}\x1b[0m'
        '\x1b[1;39m,\n  \x1b[1;39m{\n    \x1b[0m\x1b[34;1m"a"\x1b[0m\x1b[1;39m: \x1b[0m\x1b[0;39mtrue\x1b[0m'
        "\x1b[1;39m\n  \x1b[1;39m}\x1b[0m\x1b[1;39m\n\x1b[1;39m]\x1b[0m\n"), 0,
    ),
    ("-CM", "-nc", "[1]"): ("[1]\n", 0),
}  # fmt: skip
# arguments: (first line of standard error, status)
REFUSED = {
    ("--foo", "."): ("jq: Unknown option: --foo", 2),
    ("-Z", "."): ("jq: Unknown option: -Z", 2),
    ("--arg", "x"): ("jq: --arg takes two parameters (e.g. --arg varname value)", 2),
    ("--argjson", "x", "{", "."): ("jq: Invalid JSON text passed to --argjson", 2),
    ("-n", ".", "--jsonargs", "{"): ("jq: Invalid JSON text passed to --jsonargs", 2),
    (".", "--indent"): ("jq: --indent takes one parameter", 2),
    (".", "--indent", "9"): ("jq: Cannot indent more than 7 characters", 2),
    (".", "--indent", "x"): ("jq: --indent takes a number", 2),
    (".", "-L"): ("jq: -L takes a parameter: (e.g. -L /search/path or -L/search/path)", 2),
    ("-f",): ("Usage:\tjq [OPTIONS] FILTER [FILES...]", 2),
    (".", "absent"): ("jq: error: Could not open file absent: No such file or directory", 2),
    (".", "lib"): ("jq: error: Could not open file lib: Is a directory", 2),
    ("-f", "absent"): ("jq: Could not open absent: No such file or directory", 2),
    ("-n", ".", "--slurpfile", "a", "absent"): (
        "jq: Bad JSON in --slurpfile a absent: Could not open absent: No such file or directory", 2,
    ),
    ("-n", ".", "--slurpfile", "a", "t.txt"): (
        "jq: Bad JSON in --slurpfile a t.txt: Invalid numeric literal at line 2, column 0", 2,
    ),
    ("-n", "foo"): ("jq: error: foo/0 is not defined at <top-level>, line 1:", 3),
    ("-n", "$x"): ("jq: error: $x is not defined at <top-level>, line 1:", 3),
    ("-n", "break $x"): ("jq: error: $*label-x is not defined at <top-level>, line 1:", 3),
    ("-n", "1 +"): ("jq: error: syntax error, unexpected end of file (Unix shell quoting issues?) at <top-level>, line 1:", 3),
    ("-n", "1\n| }"): ("jq: error: syntax error, unexpected '}' (Unix shell quoting issues?) at <top-level>, line 2:", 3),
    ("-n", "if 1 then"): ("jq: error: syntax error, unexpected end of file (Unix shell quoting issues?) at <top-level>, line 1:", 3),
    ("-n", ".a as 1"): ("jq: error: syntax error, unexpected LITERAL (Unix shell quoting issues?) at <top-level>, line 1:", 3),
    ("-n", "1 == 2 == 3"): ("jq: error: syntax error, unexpected '==' (Unix shell quoting issues?) at <top-level>, line 1:", 3),
    ("-n", "{1: 2}"): ("jq: error: May need parentheses around object key expression at <top-level>, line 1:", 3),
    ("-n", "{(1): 2}"): ("jq: error: Cannot use number (1) as object key at <top-level>, line 1:", 3),
    ("-n", '"\\q"'): ("jq: error: syntax error, unexpected INVALID_CHARACTER (Unix shell quoting issues?) at <top-level>, line 1:", 3),
    ("-n", "try (break) catch ."): ("jq: error: break requires a label to break to at <top-level>, line 1:", 3),
    ("-n", 'module []; 1'): ("jq: error: Module metadata must be an object at <top-level>, line 1:", 3),
    ("-n", 'module .; 1'): ("jq: error: Module metadata must be constant at <top-level>, line 1:", 3),
    ("-n", 'import "a\\(1)" as a; 1'): ("jq: error: Import path must be constant at <top-level>, line 1:", 3),
    ("-n", 'import "absent" as a; 1'): ("jq: error: module not found: absent at <top-level>, line 1:", 3),
    ("-n", "-Llib", 'include "loop"; f'): ("jq: error: module /w/lib/loop.jq imports itself at <top-level>, line 1:", 3),
    ("-n", "-Llib", 'include "main"; f'): (
        "jq: error: library should only have function definitions, not a main expression at <top-level>, line 1:", 3,
    ),
    ("-n", "@foo"): ("jq: error (at <unknown>): foo is not a valid format", 5),
    ("-n", "input"): ("jq: error (at <stdin>:0): No more inputs", 5),
    ("-n", '{"a":1} | error'): ('jq: error (at <unknown>) (not a string): {"a":1}', 5),
    ("-n", "error(null)"): ("jq: error (at <unknown>) (not a string): null", 5),
    ("-n", '"bye" | halt_error'): ("bye", 5),
    ("-n", "[1] | halt_error(3)"): ("[1]", 3),
    ("--raw-output0", "-n", '"a\\u0000"'): ("jq: error (at <unknown>): Cannot dump a string containing NUL with --raw-output0 option", 5),
}  # fmt: skip


@pytest.mark.parametrize("args", SAID, ids=lambda args: " ".join(args)[:50])
def test_a_command_line_prints_what_it_asks_for(run, args) -> None:
    done = run("jq", *args, files=FILES)
    assert (done.out.decode(), done.err, done.status) == (SAID[args][0], "", SAID[args][1])


@pytest.mark.parametrize("args", REFUSED, ids=lambda args: " ".join(args)[:50])
def test_what_cannot_be_done_is_said_with_its_status(run, args) -> None:
    done = run("jq", *args, files=FILES)
    assert (done.err.split("\n")[0], done.status) == REFUSED[args]


def test_the_help_names_every_option(run) -> None:
    out = run("jq", "--help").out.decode()
    assert all(
        f"--{name}" in out for name in ("slurp", "argjson", "rawfile", "jsonargs", "stream", "seq", "indent")
    )


def test_a_file_that_is_missing_does_not_keep_others_from_being_read(run) -> None:
    done = run("jq", "-c", ".", "absent", "b.json", files=FILES)
    assert (done.out, done.status) == (b"[1,2]\n", 2)


def test_an_error_in_one_input_does_not_keep_others_from_being_filtered(run) -> None:
    done = run("jq", ".a", stdin=b'{"a":1}\n[]\n{"a":2}\n')
    assert (done.out, done.status) == (b"1\n2\n", 0)
    assert done.err == 'jq: error (at <stdin>:2): Cannot index array with string "a"\n'


def test_the_last_input_decides_the_exit_status(run) -> None:
    assert run("jq", ".a", stdin=b'{"a":1}\n[]\n').status == 5
    assert run("jq", "-e", ".a", stdin=b'[] {"a":null}').status == 1


def test_without_a_filter_the_input_is_printed(run) -> None:
    assert run("jq", "-c", stdin=b'{"a": [1]}').out == b'{"a":[1]}\n'


def test_debug_and_stderr_write_compact_json_and_pass_their_input_on(run) -> None:
    done = run("jq", "-nc", '[1] | debug | stderr | debug("x\\(.[0])")')
    assert (done.out, done.err) == (b"[1]\n", '["DEBUG:",[1]]\n[1]["DEBUG:","x1"]\n')


def test_the_environment_is_the_one_of_the_shell_alone(run) -> None:
    done = run("jq", "-nc", "env, $ENV", env={"A": "1"})
    assert done.out == b'{"A":"1"}\n{"A":"1"}\n'


def test_local_time_is_that_of_the_zone_in_the_environment(run) -> None:
    text = '0 | localtime, strflocaltime("%H:%M %Z %z"), (localtime | mktime)'
    done = run("jq", "-nc", text, env={"TZ": "Asia/Tokyo"})
    assert done.out.decode().splitlines() == ["[1970,0,1,9,0,0,4,0]", '"09:00 JST +0900"', "32400"]


def test_a_setting_of_colours_replaces_the_first_of_them(run) -> None:
    done = run("jq", "-nC", "null, 1", env={"JQ_COLORS": "4;31"})
    assert done.out == b"\x1b[4;31mnull\x1b[0m\n\x1b[0;39m1\x1b[0m\n"


def test_malformed_input_is_an_event_where_that_is_asked_for(run) -> None:
    done = run("jq", "-c", "--stream-errors", ".", stdin=b"[1] [")
    assert done.out.decode().splitlines()[-1].startswith('["Unfinished JSON term')


@pytest.mark.parametrize(
    "text", ["(" * 600 + "1" + ")" * 600, '"' + '\\("' * 300 + '")' * 300 + '"', "-" * 900 + "1", "[" * 9000]
)
def test_a_program_that_is_nested_too_deeply_is_refused(text) -> None:
    shell = Bash(files={"/w/f.jq": text})
    done = shell.exec_sync("jq -nf /w/f.jq")
    assert (done.exit_code, done.failures) == (3, ())
    assert "nested too deeply" in done.stderr
