"""Whatever text it is given, a tool answers or refuses in words of its own: it never breaks off."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.capability import FsRead

SIGNS = [
    "\0",
    "\t",
    "\n",
    "\r\n",
    " ",
    '"',
    ",",
    "\\",
    "#",
    "`",
    "~",
    "-",
    "=",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "<!--",
    "-->",
]
SIGNS += [
    "*",
    "+",
    "?",
    "|",
    "^",
    "$",
    ".",
    ">",
    ":",
    "0",
    "1",
    "e",
    "a",
    "B",
    "d",
    "é",
    "\u2028",
    "😀",
    "null",
    "'",
    "--",
    "select ",
]
TEXTS = st.lists(st.sampled_from(SIGNS), max_size=40).map("".join)
COLUMNS = st.sampled_from(["a", "b", "c", ""])
CONDITIONS = st.fixed_dictionaries(
    {"column": COLUMNS, "op": st.sampled_from(["eq", "lt", "contains", "ends_with", "is_empty"])},
    optional={"value": TEXTS | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False)},
)
AGGREGATES = st.fixed_dictionaries(
    {"fn": st.sampled_from(["count", "sum", "min", "max", "avg"])},
    optional={"column": COLUMNS, "group_by": COLUMNS},
)
OWN_CODE = re.compile(r"guest\.((csv|json|pattern|path)\.[a-z_]+|arguments\.missing)")


def ends_in_its_own_words(outcome: Any) -> bool:
    """An output, or an error with a code that the tool's source names, and with advice."""
    return outcome.ok or bool(OWN_CODE.fullmatch(outcome.error.code) and outcome.error.suggestion)


@given(st.data())
def test_any_table_and_any_question_about_it_is_answered(call, data: st.DataObject) -> None:
    question = st.fixed_dictionaries(
        {"csv": TEXTS.map("a,b,c\n".__add__) | TEXTS},
        optional={
            "where": st.lists(CONDITIONS, max_size=2),
            "aggregate": AGGREGATES,
            "order_by": COLUMNS,
            "limit": st.integers(0, 3),
        },
    )
    assert ends_in_its_own_words(call("csv_query", **data.draw(question)))


@given(TEXTS, st.integers(0, 8), st.booleans())
def test_any_text_is_laid_out_or_its_fault_is_named(call, text: str, indent: int, sort: bool) -> None:
    outcome = call("json_pretty", text=text, indent=indent, sort_keys=sort)
    assert ends_in_its_own_words(outcome)
    if outcome.ok:
        again = call("json_pretty", text=outcome.output["text"], indent=indent, sort_keys=sort)
        assert again.output == outcome.output


@given(TEXTS)
def test_any_markdown_has_an_outline_in_the_order_of_its_lines(call, text: str) -> None:
    found = call("markdown_outline", markdown=text).output["headings"]
    lines = [heading["line"] for heading in found]
    slugs = [heading["slug"] for heading in found]
    assert lines == sorted(set(lines))
    assert len(set(slugs)) == len(slugs)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)


@given(TEXTS)
def test_any_text_has_as_many_words_as_blanks_part(call, text: str) -> None:
    counted = call("word_count", text=text).output
    assert counted["words"] == len(re.split(r"[ \t-\r]+", f" {text} ")) - 2
    assert counted["characters"] == len(text)
    assert counted["bytes"] == len(text.encode())


@given(TEXTS.filter(bool), TEXTS, st.booleans(), st.booleans())
def test_any_pattern_searches_any_file_or_is_refused(
    call, wasm_workspace, pattern, text, regex, ignore
) -> None:
    (wasm_workspace / "any.txt").write_text(text, "utf-8", newline="")
    options = {"pattern": pattern, "regex": regex, "ignore_case": ignore, "path": "any.txt"}
    outcome = call("grep_files", **options, grants=[FsRead(["any.txt"])])
    assert ends_in_its_own_words(outcome)
    if outcome.ok and not regex and not ignore and "\0" not in text:
        expected = [n for n, line in enumerate(text.split("\n"), 1) if pattern in line.removesuffix("\r")]
        assert [match["line"] for match in outcome.output["matches"]] == expected
