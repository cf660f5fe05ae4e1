"""The tools of wasm_tools/, each through an executor: what they answer, and how they refuse."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from runtime.contracts.capability import FsRead

PEOPLE = 'name,age,city\nAnn,30,"New\nYork ""NY"""\nBob,9,Rome\r\nCy,,Rome\n\nDé,0.1,Oslo\nEd,0.2,Oslo'


# -- csv_query, a reactor in C -----------------------------------------------------------------------------------------


def names(outcome: Any) -> list[str]:
    """The first cell of each row; the error, if there is one, shows in the comparison."""
    return [row[0] for row in outcome.output["rows"]] if outcome.ok else outcome.error.code


def test_csv_values_keep_quotes_commas_and_line_ends(call) -> None:
    assert call("csv_query", csv=PEOPLE).output == {
        "columns": ["name", "age", "city"],
        "rows": [
            ["Ann", "30", 'New\nYork "NY"'],
            ["Bob", "9", "Rome"],
            ["Cy", "", "Rome"],
            ["Dé", "0.1", "Oslo"],
            ["Ed", "0.2", "Oslo"],
        ],
        "row_count": 5,
        "matched": 5,
    }


def test_csv_is_read_as_the_standard_library_reads_it(call) -> None:
    """The other reader is Python's, in its strict form, on tables of all that can stand in a cell."""
    choose = random.Random(4180)
    for _ in range(30):
        width = choose.randrange(2, 5)
        rows = [
            [
                "".join(
                    choose.choice(['"', ",", "\n", "\r\n", "é", " ", "7"]) for _ in range(choose.randrange(4))
                )
            ]
            * width
            for _ in range(6)
        ]
        written = io.StringIO()
        writer = csv.writer(written, lineterminator=choose.choice(["\n", "\r\n"]))
        writer.writerow([f"c{i}" for i in range(width)])
        writer.writerows(rows)
        text = written.getvalue()
        expected = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        assert call("csv_query", csv=text).output["rows"] == expected[1:]


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ({"op": "eq", "column": "city", "value": "Rome"}, ["Bob", "Cy"]),
        ({"op": "ne", "column": "city", "value": "Rome"}, ["Ann", "Dé", "Ed"]),
        ({"op": "gt", "column": "age", "value": 8.5}, ["Ann", "Bob"]),
        ({"op": "ne", "column": "age", "value": 9}, ["Ann", "Cy", "Dé", "Ed"]),
        ({"op": "gt", "column": "age", "value": "30"}, ["Bob"]),
        ({"op": "le", "column": "age", "value": 0.1}, ["Dé"]),
        ({"op": "contains", "column": "city", "value": '"NY'}, ["Ann"]),
        ({"op": "starts_with", "column": "name", "value": "D"}, ["Dé"]),
        ({"op": "ends_with", "column": "name", "value": "é"}, ["Dé"]),
        ({"op": "is_empty", "column": "age"}, ["Cy"]),
        ({"op": "not_empty", "column": "age"}, ["Ann", "Bob", "Dé", "Ed"]),
    ],
)
def test_a_condition_compares_numbers_with_numbers_and_texts_with_texts(call, condition, found) -> None:
    assert names(call("csv_query", csv=PEOPLE, where=[condition])) == found


def test_rows_are_sorted_by_number_where_all_are_numbers_with_empty_ones_last(call) -> None:
    assert names(call("csv_query", csv=PEOPLE, order_by="age")) == ["Dé", "Ed", "Bob", "Ann", "Cy"]
    down = call("csv_query", csv=PEOPLE, order_by="age", descending=True, limit=2, select=["city", "name"])
    assert down.output["rows"] == [['New\nYork "NY"', "Ann"], ["Rome", "Bob"]]
    assert down.output["matched"] == 5
    assert names(call("csv_query", csv=PEOPLE, order_by="city")) == ["Ann", "Dé", "Ed", "Bob", "Cy"]


@pytest.mark.parametrize(
    ("aggregate", "rows"),
    [
        ({"fn": "count"}, [[5]]),
        ({"fn": "count", "column": "age"}, [[4]]),
        ({"fn": "sum", "column": "age"}, [[39.3]]),
        ({"fn": "avg", "column": "age"}, [[9.825]]),
        ({"fn": "min", "column": "age"}, [[0.1]]),
        ({"fn": "max", "column": "name"}, [["Ed"]]),
        (
            {"fn": "sum", "column": "age", "group_by": "city"},
            [['New\nYork "NY"', 30], ["Rome", 9], ["Oslo", 0.3]],
        ),
    ],
)
def test_an_aggregate_leaves_empty_cells_out_and_adds_decimals_exactly(call, aggregate, rows) -> None:
    assert call("csv_query", csv=PEOPLE, aggregate=aggregate).output["rows"] == rows


def test_an_aggregate_of_nothing_is_null_and_a_sum_of_nothing_is_zero(call) -> None:
    def of_nothing(fn: str) -> Any:
        return call("csv_query", csv="a", aggregate={"fn": fn, "column": "a"}).output["rows"]

    assert [of_nothing(fn) for fn in ("count", "sum", "min", "avg")] == [[[0]], [[0]], [[None]], [[None]]]
    grouped = call("csv_query", csv="a", aggregate={"fn": "count", "group_by": "a"})
    assert grouped.output["rows"] == []


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"csv": ""}, "guest.csv.empty"),
        ({"csv": "a,b\n1"}, "guest.csv.ragged"),
        ({"csv": "a,b\n1,2,3"}, "guest.csv.ragged"),
        ({"csv": "a,a\n1,2"}, "guest.csv.repeated_column"),
        ({"csv": 'a\n"x'}, "guest.csv.open_quote"),
        ({"csv": 'a\n"x"y'}, "guest.csv.stray_quote"),
        ({"csv": 'a\nx"y"'}, "guest.csv.stray_quote"),
        ({"csv": "," * 1024}, "guest.csv.too_wide"),
        ({"csv": "a", "order_by": "b"}, "guest.csv.unknown_column"),
        ({"csv": "a", "select": ["b"]}, "guest.csv.unknown_column"),
        ({"csv": "a", "where": [{"column": "a", "op": "eq"}]}, "guest.csv.bad_condition"),
        ({"csv": "a", "aggregate": {"fn": "sum"}}, "guest.csv.bad_aggregate"),
        ({"csv": "a\nx", "aggregate": {"fn": "sum", "column": "a"}}, "guest.csv.not_a_number"),
        ({"csv": "a", "where": [{"column": "a", "op": "like", "value": "x"}]}, "input.invalid"),
    ],
)
def test_a_csv_query_that_cannot_be_answered_says_what_to_change(call, arguments, code) -> None:
    error = call("csv_query", **arguments).error
    assert error.code == code
    assert error.suggestion


def test_a_large_table_is_summed_up_within_the_bounds_of_one_call(call) -> None:
    table = "group,number\n" + "".join(f"{i % 97},{i}\n" for i in range(20_000))
    summed = call("csv_query", csv=table, aggregate={"fn": "sum", "column": "number", "group_by": "group"})
    totals: Counter[str] = Counter()
    for i in range(20_000):
        totals[str(i % 97)] += i
    assert dict(summed.output["rows"]) == totals


# -- json_pretty, a command in Zig -------------------------------------------------------------------------------------


def drawn(choose: random.Random, depth: int) -> Any:
    """A JSON value of some depth, of all kinds."""
    kind = choose.randrange(7 if depth else 4)
    text = "".join(choose.choice('A\n"\\é😀\0\uffff') for _ in range(choose.randrange(5)))
    leaves = (None, choose.random() * 10.0 ** choose.randrange(-20, 20), text, choose.randrange(-5, 5000))
    if kind < len(leaves):
        return leaves[kind]
    if kind == 4:
        return [drawn(choose, depth - 1) for _ in range(choose.randrange(4))]
    return {f"{choose.randrange(100)}{text}{i}": drawn(choose, depth - 1) for i in range(choose.randrange(5))}


def test_json_is_laid_out_as_the_standard_library_lays_it_out(call) -> None:
    choose = random.Random(8259)
    for turn in range(40):
        value, ascii_only, indent, sort = drawn(choose, 5), turn % 2 == 0, turn % 3, turn % 5 == 0
        expected = json.dumps(
            value,
            ensure_ascii=ascii_only,
            indent=indent or None,
            sort_keys=sort,
            separators=None if indent else (",", ":"),
        )
        text = json.dumps(value, ensure_ascii=ascii_only)
        assert call("json_pretty", text=text, indent=indent, sort_keys=sort).output["text"] == expected


def test_json_keeps_digits_escapes_order_and_names_that_occur_twice(call) -> None:
    text = '{"b":1.50e+01,"a":"\\u00e9\\/","b":-0,"\\u0041":[]}'
    kept = call("json_pretty", text=text, indent=0).output
    assert kept == {"text": text, "values": 5, "depth": 2}
    assert (
        call("json_pretty", text=text, indent=0, sort_keys=True).output["text"]
        == '{"\\u0041":[],"a":"\\u00e9\\/","b":1.50e+01,"b":-0}'
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1"),
        ("[1,\n 02]", "line 2, column 4"),
        ("[1,\n é]", "line 2, column 2"),
        ('["é", x]', "line 1, column 7"),
        ('{"a" 1}', "line 1, column 6"),
        ('"a\nb"', "line 1, column 3"),
        ('"\\x"', "line 1, column 3"),
        ("1 2", "line 1, column 3"),
        ("[1.]", "line 1, column 4"),
        ("nul", "line 1, column 1"),
        ("[" * 513, "line 1, column 514"),
        ("NaN", "line 1, column 1"),
    ],
)
def test_a_fault_in_json_is_answered_with_its_place(call, text: str, place: str) -> None:
    error = call("json_pretty", text=text).error
    assert error.code == "guest.json.invalid"
    assert error.message.endswith(place)


def test_arguments_too_long_for_one_argument_come_on_stdin(call) -> None:
    numbers = list(range(50_000))
    laid_out = call("json_pretty", text=json.dumps(numbers), indent=0)
    assert len(laid_out.output["text"]) > 100_000
    assert json.loads(laid_out.output["text"]) == numbers


# -- markdown_outline, a reactor in AssemblyScript ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markdown", "headings"),
    [
        ("# A\n## B ##\n### C #x", [(1, "A", 1), (2, "B", 2), (3, "C #x", 3)]),
        ("   # A\n    # B\n\t# C", [(1, "A", 1)]),
        ("#A\n####### B\n#\tC", [(1, "C", 3)]),
        ("#\n## ##", [(1, "", 1), (2, "", 2)]),
        ("A\nb\n===\nC\n---", [(1, "A b", 1), (2, "C", 4)]),
        ("A\n\n===\n---", [(2, "===", 3)]),
        ("```sh\n# A\n````\n# B", [(1, "B", 4)]),
        ("~~~\n# A\n```\n# B", []),
        ("``` a`b\n# A", [(1, "A", 2)]),
        ("<!--\n# A\n-->\n# B", [(1, "B", 4)]),
        ("---\ntitle: x\n---\n# A", [(1, "A", 4)]),
        ("- item\n---\n> quoted\n---\n1. one\n===", []),
        ("***\nA\n- - -\n", []),
        ("# A\r\nB\r\n==\r\n", [(1, "A", 1), (1, "B", 2)]),
    ],
)
def test_headings_are_those_of_the_text_and_of_nothing_in_it(call, markdown: str, headings: Any) -> None:
    found = call("markdown_outline", markdown=markdown).output["headings"]
    assert [(h["level"], h["text"], h["line"]) for h in found] == headings


def test_a_heading_is_linked_by_a_name_of_its_own(call) -> None:
    text = "# Hello, *World*!\n# Über größe \u2013 😀 x_y\n# A [link](to/it) `code`\n# hello world\n# Hello-World\n"
    found = call("markdown_outline", markdown=text).output["headings"]
    assert [h["slug"] for h in found] == [
        "hello-world",
        "über-größe---x_y",
        "a-link-code",
        "hello-world-1",
        "hello-world-2",
    ]


def test_deeper_headings_can_be_left_out_and_still_take_their_names(call) -> None:
    outline = call("markdown_outline", markdown="## A\n# A\n### B", max_level=1).output
    assert outline == {"headings": [{"level": 1, "text": "A", "line": 2, "slug": "a-1"}], "count": 1}


def test_a_markdown_text_of_many_headings_stays_in_its_memory(call) -> None:
    outline = call("markdown_outline", markdown='# A "b"\ntext\n\n' * 9_000)
    assert outline.output["count"] == 9_000
    assert outline.output["headings"][-1]["slug"] == "a-b-8999"


@pytest.mark.parametrize("hostile", ["](", "][", "[", "`", "#", "\\", "<!--", "> "])
def test_no_markdown_text_takes_more_than_linear_work(call, hostile: str) -> None:
    once, thrice = (
        call("markdown_outline", markdown="# " + hostile * count).fuel for count in (20_000, 60_000)
    )
    assert thrice < 4 * once


@pytest.mark.parametrize("arguments", [{}, {"markdown": 1}, {"markdown": "", "max_level": 7}])
def test_an_outline_of_no_text_is_refused_before_it_runs(call, arguments: Any) -> None:
    assert call("markdown_outline", **arguments).error.code == "input.invalid"


# -- word_count, a component in C --------------------------------------------------------------------------------------


def test_words_are_counted_as_blanks_part_them(call) -> None:
    counted = call("word_count", text="The cat, the dog.\n(THE end) é\n  ... don't", top=2).output
    assert counted == {
        "lines": 3,
        "words": 9,
        "characters": 41,
        "bytes": 42,
        "distinct": 6,
        "frequent": [{"word": "the", "count": 3}, {"word": "cat", "count": 1}],
    }


@pytest.mark.parametrize(
    ("text", "lines", "words"),
    [
        ("", 0, 0),
        (" \n", 1, 0),
        ("a", 1, 1),
        ("a\n", 1, 1),
        ("a\nb", 2, 2),
        ("\n\n", 2, 0),
        ("\ta\vb\fc\r\n", 1, 3),
    ],
)
def test_a_last_line_counts_with_and_without_its_end(call, text: str, lines: int, words: int) -> None:
    counted = call("word_count", text=text).output
    assert (counted["lines"], counted["words"]) == (lines, words)


def test_the_most_frequent_words_come_first_and_equals_as_they_came(call) -> None:
    choose = random.Random(7)
    words = [choose.choice("abcdefgh") * choose.randrange(1, 4) for _ in range(3_000)]
    counted = call("word_count", text=" ".join(words), top=1000).output
    assert [(row["word"], row["count"]) for row in counted["frequent"]] == Counter(words).most_common()
    assert counted["distinct"] == len(set(words))


@pytest.mark.parametrize(
    "arguments", [{}, {"text": None}, {"text": "a", "top": -1}, {"text": "a", "other": 1}]
)
def test_a_component_gets_only_arguments_that_its_schema_allows(call, arguments: Any) -> None:
    assert call("word_count", **arguments).error.code == "input.invalid"


# -- grep_files, a reactor in C that reads -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree(wasm_workspace: Path, call) -> Path:
    """Files to search: ``src`` is granted in most tests, ``secret`` in few."""
    files = {
        "src/a.py": b"import os\nx = 1\r\nfoo bar\n",
        "src/sub/b.py": b"import sys\n",
        "src/sub/c.txt": "imp\u00f6rt \xe9\n".encode() + b"\xff\xfe import\n",
        "src/data.bin": b"import\0",
        "src/.hidden/d.py": b"import hidden\n",
        "src/empty": b"",
        "secret/key.txt": b"import secret\n",
    }
    for name, content in files.items():
        path = wasm_workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (wasm_workspace / "src" / "large.txt").write_bytes(b"import\n" * 700_000)
    (wasm_workspace / "src" / "link").symlink_to("/etc")
    return wasm_workspace


def places(outcome: Any) -> list[tuple[str, int]]:
    """Where it was found."""
    return [(m["path"], m["line"]) for m in outcome.output["matches"]]


@pytest.mark.usefixtures("tree")
def test_files_are_searched_in_order_and_what_holds_no_lines_is_counted(call) -> None:
    found = call("grep_files", pattern="import", path="src", grants=[FsRead(["src"])])
    assert places(found) == [("src/a.py", 1), ("src/sub/b.py", 1), ("src/sub/c.txt", 2)]
    assert found.output["matches"][0]["text"] == "import os"
    assert found.output["matches"][2]["text"] == "\ufffd\ufffd import"
    assert found.output["skipped"] == {"denied": 1, "binary": 1, "too_large": 1, "too_deep": 0}
    assert found.output["files_searched"] == 4
    assert found.output["truncated"] is False


@pytest.mark.usefixtures("tree")
def test_folders_that_are_not_granted_are_left_out_and_counted(call) -> None:
    found = call("grep_files", pattern="import", path="src/sub", grants=[FsRead(["src/sub"])])
    assert places(found) == [("src/sub/b.py", 1), ("src/sub/c.txt", 2)]
    denied = call("grep_files", pattern="import", path="secret", grants=[FsRead(["src"])])
    assert denied.error.code == "guest.path.denied"
    every = call("grep_files", pattern="secret", grants=[FsRead(["."])])
    assert ("secret/key.txt", 1) in places(every)


@pytest.mark.usefixtures("tree")
def test_a_search_of_everything_reads_neither_the_key_nor_the_log(call, wasm_workspace: Path) -> None:
    everything = [FsRead(["."])]
    stored = list((wasm_workspace / ".runtime" / "keys").iterdir())
    keys = call("grep_files", pattern="e", path=".runtime/keys", grants=everything).output
    assert (keys["matches"], keys["files_searched"], keys["skipped"]["denied"]) == ([], 0, len(stored))
    assert stored
    assert (
        call("grep_files", pattern="e", path=".runtime/audit", grants=everything).error.code
        == "guest.path.denied"
    )


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize("path", ["../", "/etc", "src/../../etc", "src/link", "src/nothing", "a\0b"])
def test_a_path_that_leads_out_or_nowhere_is_refused(call, path: str) -> None:
    error = call("grep_files", pattern="root", path=path, grants=[FsRead(["."])]).error
    assert error.code in {"guest.path.denied", "guest.path.not_found"}


@pytest.mark.usefixtures("tree")
def test_without_any_grant_a_search_is_refused(call) -> None:
    assert call("grep_files", pattern="x").error.code == "capability.missing"


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(
    ("options", "found"),
    [
        (
            {"pattern": "IMPORT", "ignore_case": True, "include": "*.py"},
            [("src/a.py", 1), ("src/sub/b.py", 1)],
        ),
        ({"pattern": "import", "max_results": 1}, [("src/a.py", 1)]),
        ({"pattern": "^im.*y.$", "regex": True}, [("src/sub/b.py", 1)]),
        ({"pattern": "^import (os|sys)$", "regex": True}, [("src/a.py", 1), ("src/sub/b.py", 1)]),
        ({"pattern": "1$", "regex": True}, [("src/a.py", 2)]),
        ({"pattern": "\\bp\u00f6?", "regex": True}, []),
        ({"pattern": "imp.rt .$", "regex": True}, [("src/sub/c.txt", 1)]),
        ({"pattern": "a.py"}, []),
        ({"pattern": "\\\0|[\\\0]", "regex": True}, []),
        ({"pattern": "x", "path": "src/a.py"}, [("src/a.py", 2)]),
        ({"pattern": "import", "path": "src/.hidden"}, [("src/.hidden/d.py", 1)]),
        ({"pattern": "import", "include": "?.txt"}, [("src/sub/c.txt", 2)]),
    ],
)
def test_a_search_finds_what_its_options_say(call, options: Any, found: Any) -> None:
    searched = call("grep_files", **{"path": "src", **options}, grants=[FsRead(["src"])])
    assert places(searched) == found
    assert searched.output["truncated"] is (options.get("max_results") == 1)


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(
    "pattern",
    ["(a", "a)b(", "[a", "a{2,1}", "a{999}", "*a", "\\q", "a\\", "(?<a>b)", "[z-a]", "[\\D]", "[a-\\d]"],
)
def test_a_pattern_that_is_none_is_refused_with_advice(call, pattern: str) -> None:
    error = call("grep_files", pattern=pattern, regex=True, grants=[FsRead(["src"])]).error
    assert error.code == "guest.pattern.invalid"
    assert error.suggestion


@pytest.mark.usefixtures("tree")
def test_a_pattern_that_would_grow_without_bound_is_refused(call) -> None:
    searched = call(
        "grep_files", pattern="((((a{200}){200}){200}){200})", regex=True, grants=[FsRead(["src"])]
    )
    assert searched.error.code == "guest.pattern.too_large"


def test_a_pattern_that_backtracks_elsewhere_takes_linear_time_here(call, wasm_workspace: Path) -> None:
    (wasm_workspace / "evil").mkdir()
    (wasm_workspace / "evil" / "a.txt").write_text("a" * 20_000 + "b\n")
    searched = call("grep_files", pattern="(a*)*(a|aa)+c", regex=True, path="evil", grants=[FsRead(["evil"])])
    assert searched.output["matches"] == []


def drawn_pattern(choose: random.Random, depth: int) -> str:
    """A regular expression that Python reads in the same sense."""
    if depth == 0:
        return choose.choice(
            ["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", r"\b", "^", "$", "é", "[a-c]", r"\.", r"\s"]
        )
    inner = drawn_pattern(choose, depth - 1)
    return choose.choice(
        [
            inner,
            inner + drawn_pattern(choose, depth - 1),
            f"({inner}|{drawn_pattern(choose, depth - 1)})",
            f"(?:{inner}){choose.choice(['*', '+', '?', '{2}', '{1,2}', '{0,}'])}",
        ]
    )


def test_a_regular_expression_matches_the_lines_that_it_matches_in_python(call, wasm_workspace: Path) -> None:
    choose = random.Random(1968)
    lines = ["".join(choose.choice("abcABé1_ .") for _ in range(choose.randrange(8))) for _ in range(80)]
    (wasm_workspace / "lines.txt").write_text("\n".join(lines) + "\n")
    for turn in range(120):
        pattern, ignore = drawn_pattern(choose, 4), turn % 2 == 0
        oracle = re.compile(pattern.replace("$", r"\Z"), re.ASCII | (re.IGNORECASE if ignore else 0))
        expected = [number for number, line in enumerate(lines, 1) if oracle.search(line)]
        found = call(
            "grep_files",
            pattern=pattern,
            regex=True,
            ignore_case=ignore,
            path="lines.txt",
            max_results=100,
            grants=[FsRead(["lines.txt"])],
        )
        assert [m["line"] for m in found.output["matches"]] == expected, pattern


# -- all of them -------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (
            "csv_query",
            {
                "csv": PEOPLE,
                "order_by": "avg(age)",
                "aggregate": {"fn": "avg", "column": "age", "group_by": "city"},
            },
        ),
        ("json_pretty", {"text": '{"b":[1,2],"a":{}}', "sort_keys": True}),
        ("markdown_outline", {"markdown": "# A\n# A\nB\n---"}),
        ("word_count", {"text": "b a b c"}),
        ("grep_files", {"pattern": "import", "path": "src"}),
    ],
)
def test_the_same_call_gives_the_same_digest_for_the_same_fuel(call, tool: str, arguments: Any) -> None:
    grants = [FsRead(["src"])] if tool == "grep_files" else []
    runs = {
        (outcome.digest, outcome.fuel)
        for outcome in (call(tool, grants=grants, **arguments) for _ in range(5))
    }
    assert len(runs) == 1
    assert None not in next(iter(runs))
