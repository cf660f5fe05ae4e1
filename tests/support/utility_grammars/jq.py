"""Programs and command lines of jq."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from utility_oracle import Case, Seen

_VALUES = (
    "null", "true", "false", "0", "1", "-1", "2.5", '""', '"a"', '"abc"', '"a,b"', '"é"', "[]", "[1,2,3]", "[3,1,2]", '["a","b"]', "{}", '{"a":1}', '{"a":{"b":[1,2]}}',
    '{"b":2,"a":1}', "[[1,2],[3]]", "[1,[2,[3]]]", '[{"a":1,"b":2},{"a":3,"b":1}]', '[{"a":"x"},{"a":null},{}]', "[null,true,1,\"a\",[],{}]", '"1"', '"12 ab"', '{"a":[1,2,{"c":3}]}',
    "0.1", "[0,false,null]", '{"k":"v","n":null}', '"2015-03-05T23:51:47Z"', "1425599621", '"x y z"', '"<&\\u0027>"', '"a\\nb"', "3", "[1,1,2]", '"aXbXc"',
)  # fmt: skip
_PATHS = (
    ".", ".a", ".a.b", ".[0]", ".[-1]", ".[]", ".[]?", ".a?", '.["a"]', ".a[0]", ".[1:]", ".[:2]", ".[:-1]", ".[1:2]", "..", ".a.b[]?", '."a"', ".[2:1]", ".a|.b?", ".[0].a?", ".[\"a\",\"b\"]?", ".[0,1]?",
    ".a[]?", ".b", ".k", ".[10]?", ".[1.7]?", "first", "last", ".a[1:]?", "first(.[]?)", ".. | numbers", "getpath([\"a\",\"b\"])?", ".[]?.a?",
)  # fmt: skip
_FUNCTIONS = (
    "length", "keys", "keys_unsorted", "values", "type", "not", "add", "any", "all", "flatten", "flatten(1)", "range(3)", "range(1;4)", "range(0;10;3)", "floor", "sqrt", "tostring", "tonumber", "reverse",
    "sort", "unique", "group_by(.a)", "sort_by(.a)", "unique_by(.a)", "min", "max", "min_by(.a)", "max_by(.a)", "to_entries", "from_entries", "with_entries(.value |= 1)", "map(.+1)", "map(.)", "map_values(.)",
    "map_values(empty)", "select(.)", "select(. != null)", "empty", "error", 'error("x")', "recurse", "env|type", "transpose", "input", "inputs", "[inputs]", "first", "nth(1)", "join(\",\")", 'join("-")', "ascii_downcase",
    "ascii_upcase", "explode", "implode", "ltrimstr(\"a\")", 'rtrimstr("c")', 'startswith("a")', 'endswith("c")', 'split(",")', 'split("X")', 'test("a")', 'test("A";"i")', 'match("b")', 'capture("(?<x>a)")',
    'scan("[a-z]")', 'sub("a";"b")', 'gsub("[a-c]";"<\\(.)>")', 'splits(", *")', 'contains("a")', "contains([1])", "inside([1,2,3])", "has(\"a\")", "has(0)", "in({\"a\":1})", "indices(1)", 'index("a")', 'rindex("b")',
    "paths", "leaf_paths", "path(..)", "del(.a)", "del(.[0])", "del(.[0,1])", "delpaths([[\"a\"]])", "to_entries?", "tojson", "fromjson", "todate", "fromdate", "now|type", "gmtime", "mktime", 'strftime("%Y-%m-%d %j")',
    'strptime("%Y-%m-%dT%H:%M:%SZ")', "dateadd(\"seconds\";1)?", "date", "infinite", "nan|isnan", "-infinite", "isinfinite", "isnormal", "ascii", "@json", "@text", "@csv", "@tsv", "@html", "@uri", "@sh", "@base64",
    "@base64d", '@html "x\\(.)y"', "limit(2;.[]?)", "until(true;.)", "while(false;.)", "repeat(empty)", "isvalid(.a)", "input_line_number", "$__loc__", "splits(\"a\")", "combinations", "walk(.)", "tostream",
    "fromstream(tostream)", "truncate_stream(1;tostream)", "halt_error", "halt", "getpath([\"a\"])", "setpath([\"a\"];1)", "setpath([0];1)", "any(.[]?;.==1)", "all(.[]?;.==1)", "flatten(0)", "bsearch(2)", "tojson|fromjson",
    "ltrimstr(1)", "arrays", "objects", "iterables", "booleans", "numbers", "normals", "finites", "strings", "nulls", "scalars", "utf8bytelength", "isempty(empty)", "error(null)", "debug", "stderr", "input_filename", "pow(.;2)?",
    "log10?", "exp10?", "significand?", "ceil", "round", "fabs", "abs?", "toarray?", "splits(\"b\")?", "group_by(.)", "unique_by(length)", "builtins|type", "env.PATH|type", "$ENV|type", "ascii(65)?", "@json \"v\\(.)\"", "tojson?",
    "min_by(.b)", "add/length", "limit(0;1,2)", "first(empty)", "IN(1,2)", "INDEX(.a)?", "getpath([\"x\",\"y\"])?", "to_entries|map(.key)", "flatten(-1)", "implode?", "splits(1)?", "test(1)?",
)  # fmt: skip
_OPERATORS = ("+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "//", ",", "|")
_UPDATES = ("=", "|=", "+=", "-=", "*=", "/=", "%=", "//=")
_BROKEN = (
    "{", "}", "[", ".a.", ".[", "1 +", "| .", "foo", "$x", ".a b", '"abc', "if . then 1", "reduce . as $x", "def f: 1", "{a:}", ".a = ", "try", "@foo", "1 as x | x", "..a", ". as [$a", "}", "%", "{(1):2}", "foo(1)", "break $x",
    "label $x", "import \"a\" as a; .", "include \"a\"; .", "and", "limit(1)", ".[1,2", "{a b}", "\"\\(1\"", "\"\\x\"", "'a'", ".a[", "...", "$__prog_args", "input(", "?", "reduce", "end",
)  # fmt: skip


def _filter(r: Random, depth: int = 2) -> str:
    kind = r.randrange(30)
    if depth <= 0 or kind < 5:
        return r.choice(_PATHS)
    inner = lambda: _filter(r, depth - 1)  # noqa: E731 - short for what stands three dozen times below
    if kind < 12:
        return r.choice(_FUNCTIONS)
    if kind < 14:
        return r.choice(_VALUES)
    if kind < 18:
        return f"({inner()} {r.choice(_OPERATORS)} {inner()})"
    if kind == 18:
        return f"{inner()} | {inner()}"
    return r.choice(
        (
            lambda: f"[{inner()}]",
            lambda: f"{{a: ({inner()}), b: {r.choice(('1', '.a?', '$v'))}}}".replace("$v", "(2)"),
            lambda: f'{{"x": {r.choice(("1", ".", "(1,2)"))}, ({r.choice((chr(34) + "k" + chr(34), ".a?", "1"))}): 2}}',
            lambda: "{" + r.choice(("a", "a, b", '"a"', '"x y": 1', "$__loc__", "@base64: 1", "a: 1, b: .a?", '"a\\(1)": 1')) + "}",
            lambda: f"if {inner()} then {inner()} else {inner()} end",
            lambda: f"(if {inner()} then 1 elif {inner()} then 2 else 3 end)",
            lambda: f"try ({inner()}) catch {r.choice(('.', '1', 'empty', 'length'))}",
            lambda: f"(try error({inner()}) catch .)",
            lambda: f"({inner()})?",
            lambda: f"reduce .[]? as $i (0; . + {r.choice(('1', '$i'))})",
            lambda: f"reduce ({inner()}) as $i ([]; . + [$i])",
            lambda: f"foreach .[]? as $i (0; . + 1; {r.choice(('.', '[$i, .]', 'empty'))})",
            lambda: f"[foreach ({inner()}) as $i (null; $i)]",
            lambda: f"{inner()} as $v | {r.choice(('$v', '[$v, .]', '$v + 1', '{$v}'))}",
            lambda: f". as {r.choice(('[$p, $q]', '{a: $p, b: $q}', '{$a, b: [$p, $q]}'))} | {r.choice(('$p', '[$p, $q]'))}".replace("{$a, b: [$p, $q]}", "{a: [$p, $q]}"),
            lambda: f"{r.choice(_PATHS[:20])} {r.choice(_UPDATES)} {inner()}",
            lambda: f"({r.choice(_PATHS[:20])} {r.choice(_UPDATES)} ({inner()}))",
            lambda: f"map({inner()})",
            lambda: f"map(select({inner()}))",
            lambda: f"def f: {inner()}; [f]",
            lambda: f"def f(g): g | g; f({inner()})",
            lambda: f"def f($x; y): [$x, y]; f({inner()}; {inner()})",
            lambda: f"label $out | {inner()} , break $out",
            lambda: f"with_entries(.value |= {r.choice(('tostring', '.', 'empty', 'length'))})",
            lambda: f"[limit({r.choice(('1', '2', '0'))}; {inner()})]",
            lambda: f"first({inner()})",
            lambda: f"path({r.choice(_PATHS)})",
            lambda: f"[paths({r.choice(('type == ' + chr(34) + 'number' + chr(34), 'true', 'scalars'))})]",
            lambda: f"to_entries | {inner()}",
            lambda: f'"x\\({inner()})y"',
            lambda: f"-({inner()})",
            lambda: f"sort_by({inner()})",
            lambda: f"group_by({inner()})",
            lambda: f"del({r.choice(_PATHS)})",
            lambda: f"[.[]? | {inner()}]",
            lambda: f"{inner()} | not",
            lambda: f"any({inner()})",
            lambda: f"@{r.choice(('base64', 'uri', 'html', 'sh', 'json', 'text', 'csv', 'tsv'))} \"<\\({inner()})>\"",
            lambda: "splits(\"a\"; null)",
            lambda: f".[{inner()}]?",
            lambda: f"getpath({inner()})?",
            lambda: f"input as $x | [., $x] | {inner()}",
            lambda: f"[.[]?] | sort | {inner()}",
        )
    )()  # fmt: skip


def _input(r: Random) -> str:
    kind = r.randrange(12)
    if kind == 0:
        return r.choice(
            (
                "",
                "{",
                "[1,",
                '"a',
                "nul",
                "1 2 x",
                "{a:1}",
                "[1,2]]",
                "\n",
                "'a'",
                '{"a":1,}',
                "tru",
                "[1 2]",
                '{"a" 1}',
                "NaN",
                "01",
                "1.e",
                '"\t"',
                "[\n1\n,",
                '"\\x"',
                '"\\ud800"',
                "-",
                "1e1000",
                "}",
            )
        )
    joined = r.choice(("\n", " ", "\n\n")).join(r.choice(_VALUES) for _ in range(r.choice((1, 1, 1, 2, 3))))
    return joined + r.choice(("\n", ""))


_FLAGS = (
    "-c",
    "-c",
    "-r",
    "-j",
    "-s",
    "-n",
    "-e",
    "-S",
    "--tab",
    "--indent 1",
    "-a",
    "-R",
    "-cr",
    "-sR",
    "-nr",
    "--stream",
    "-C",
    "-M",
    "--unbuffered",
    "--raw-output",
    "--compact-output",
)


def draw(r: Random) -> Case:
    argv: list[str] = ["jq"]
    for _ in range(r.choice((0, 1, 1, 2))):
        argv += r.choice(_FLAGS).split(" ")
    if r.random() < 0.03:
        argv += r.choice(
            (
                "--nope",
                "-z",
                "--indent 9",
                "--indent x",
                "--arg a",
                "--argjson a {",
                "--indent",
                "-f none",
                "--slurpfile a none",
                "--tab=1",
            )
        ).split(" ")
    program = r.choice(_BROKEN) if r.random() < 0.06 else _filter(r, 3)
    named = r.random()
    if named < 0.05:
        argv += ["--arg", "v", "x y"]
        program = f"$v, ({program})"
    elif named < 0.1:
        argv += ["--argjson", "v", r.choice(_VALUES)]
        program = f"$v | {program}"
    files = {"f1": _input(r), "f2": _input(r)} if r.random() < 0.3 else {}
    if named > 0.96:
        files["p.jq"] = f"# a comment\n{program}\n"
        argv += ["-f", "p.jq"]
    else:
        argv.append(program)
    if 0.1 < named < 0.13:
        argv += r.choice((["--args", "a", "b"], ["--jsonargs", "1", "{}"], ["--jsonargs", "{"]))
        argv[argv.index(program)] = f"$ARGS, ({program})"
    elif "f1" in files:
        argv += r.choice((["f1"], ["f1"], ["f1", "f2"], ["none"], ["f2", "none", "f1"]))
    return Case(tuple(argv), files, _input(r))


_SYNTAX = re.compile(r"syntax error, .*?(\(Unix|at <top-level>)")


def settle(_case: Case, seen: Seen) -> Seen:
    """What a parser had expected is in its grammar's words, and the text of usage is each jq's own."""
    said = _SYNTAX.sub(r"syntax error \1", seen.stderr)
    if seen.status == 2 and ("jq --help" in said or said.startswith(("Usage:", "Unknown"))):
        said = "usage"
    return seen._replace(stderr=said.replace("jq: parse error: ", "parse error: "))


# What only one of jq 1.6, the recorder's, and jq 1.7 with 1.8's additions, which is followed here, says or does.
_OTHERWISE = (
    (r"is not defined at", r"", "functions that the recorder's jq does not have"),
    (r"(\): |^)break$", r"No more inputs", "input after the last one"),
    (r"", r"number required", "functions of numbers that took anything"),
    (
        r"they are not both arrays|Cannot iterate|Cannot index",
        r"cannot be (sorted|grouped)",
        "sorting what is no array",
    ),
    (r"explode input must be", r"_(up|down)case input must be", "case of what is no string"),
    (r"Cannot update field at object index", r"Cannot update string slices", "slices of strings as places"),
    (r"strftime/1 requires|mktime requires", r"", "broken down times of fewer than eight parts"),
    (
        r"cannot be iterated over",
        r"cannot be sorted, as it is not an array",
        "the least and greatest of what is no array",
    ),
    (r"Range bounds must be numeric", r"", "transpose of nothing"),
    (r"Cannot use number", r"", "with_entries on an array"),
    (r"compile error", r"compile error", "what a parser goes on to say after the first fault"),
)
_OTHERWISE_IN = (
    (r"none", "how far is read before a file that is not there is told, and the place in files after it"),
    (r"input_filename|input_line_number|\$__loc__", "when a file counts as read to its end"),
)


def _otherwise(real: str, ours: str) -> Callable[[Case, Seen, Seen], bool]:
    one, two = re.compile(real, re.MULTILINE), re.compile(ours, re.MULTILINE)
    return lambda case, said, got: bool(one.search(said.stderr) and two.search(got.stderr))


KNOWN = (
    (
        lambda case, real, ours: "Assertion" in real.stderr or real.status >= 128,
        "jq 1.6 ends by an assertion of its own",
    ),
    (
        lambda case, real, ours: "parse error" in real.stderr and real._replace(status=2) == ours,
        "the status of a parse error, which Debian's jq 1.6 makes 4",
    ),
    *((_otherwise(real, ours), reason) for real, ours, reason in _OTHERWISE),
    *(
        (lambda case, real, ours, mark=re.compile(mark): bool(mark.search(" ".join(case.argv))), reason)
        for mark, reason in _OTHERWISE_IN
    ),
)
