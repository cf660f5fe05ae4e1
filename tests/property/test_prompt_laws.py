"""Laws of what an approver is shown: no text draws a line of ours, and the shown arguments are the arguments."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.cli import display
from runtime.cli.ask import LABELS, answers, authority, question, reasons
from runtime.cli.display import CONTINUED, literal, value_literal, wrapped
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest

OURS = (
    "Risk level: read_only",
    "Approve? (y/n/always): y",
    "Tool: t",
    "  path: a",
    "    | ",
    "Why: it is safe",
)
BREAKS = [
    "\n",
    "\r",
    "\r\n",
    "\v",
    "\f",
    "\x1c",
    "\x1d",
    "\x1e",
    "\x85",
    "\u2028",
    "\u2029",
    "\\n",
    "\\",
    "\\\\n",
]
SIGNS = [
    "\x1b[2J", "\x1b[1A", "\x1b]8;;x\x07", "\x9b8m", "\b\b\b", "\x7f", "\t", "\0", "\u202e", "\u2066", "\u200b", "\u200d",
    "\u2060", "\ufeff", "\xad", "\u0301" * 40, "e\u0301\u0301\u0301", "\u20dd", "\ufe0f", "\u3164", "\u2800", "\u115f",
    "\u3000", "\xa0", "\uff32\uff49\uff53\uff4b", "\u05d0\u05d1", "\u0627\u0644", "\U0001f469\u200d\U0001f4bb",
    "\U000e0041", "\ue000", "\U0010fffd", " " * 81, "x" * 79, "x" * 80, "\u4e00" * 60, "<20 bytes>", '"', "1", "null", "{}",
]  # fmt: skip
HOSTILE = st.lists(st.sampled_from([*OURS, *BREAKS, *SIGNS]) | st.text(max_size=6), max_size=6).map("".join)
TEXT = HOSTILE.filter(lambda text: text.encode(errors="replace").decode() == text)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    SCALARS | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
ARGUMENTS = st.dictionaries(TEXT, VALUES, max_size=4)
PARAMETER = re.compile(r'  (?P<name>[A-Za-z_][A-Za-z0-9_.-]*|"(?:[^"\\]|\\.)*"): (?P<value>.*)')


def request(arguments: dict[str, Any], **changes: object) -> ApprovalRequest:
    made = ApprovalRequest(
        call_id="c", tool="t", manifest="m", arguments=arguments, risk="dangerous", principal="agent:x", reasons=(),
        arguments_digest="d", bundle="b", expires_us=2**52,
    )  # fmt: skip
    return msgspec.structs.replace(made, **changes)


def joined(lines: list[str]) -> list[str]:
    """The lines of ours, each put together again."""
    whole: list[str] = []
    for line in lines:
        if line.startswith(CONTINUED):
            whole[-1] += line.removeprefix(CONTINUED)
        else:
            whole.append(line)
    return whole


def value_of(shown: str) -> Any:
    try:
        return json.loads(shown)
    except (ValueError, RecursionError):
        return shown


def columns(line: str) -> int:
    """How wide a terminal may show it at most."""
    marks = [unicodedata.category(c)[0] == "M" for c in line]
    wide = [unicodedata.east_asian_width(c) in "WFA" for c in line]
    return sum(0 if mark else 1 + double for mark, double in zip(marks, wide, strict=True))


def assert_harmless(lines: list[str]) -> None:
    """Nothing in the lines acts on a terminal, and none is broken by it."""
    for line in lines:
        assert line.isprintable()
        assert len(line.splitlines()) == 1
        assert columns(line) < 80
        assert not re.search(r"[\u0590-\u08ff\u115f\u1160\u2800\u3164\uffa0]", line)
        assert max((len(run) for run in re.findall(r"[\u0300-\u036f\u20d0-\u20ff]+", line)), default=0) <= 2


@settings(max_examples=150)
@given(ARGUMENTS, st.lists(TEXT, max_size=2), st.lists(TEXT, max_size=2), TEXT, TEXT, TEXT, st.booleans())
def test_a_question_has_the_lines_that_it_must_have_and_each_begins_as_ours(
    arguments: dict[str, Any],
    why: list[str],
    paths: list[str],
    principal: str,
    folder: str,
    tool: str,
    whole: bool,
) -> None:
    """T-APP-05"""
    asked = request(
        arguments, reasons=tuple(why), files_affected=tuple(paths), principal=principal, working_directory=folder,
        tool=tool, parent=folder, parent_tool=principal, capabilities=({"type": "fs_read", "prefixes": [folder, principal]},),
    )  # fmt: skip
    given_ = ApprovalAnswer(approved=True, approver=principal, reason="x" + tool, arguments=arguments)
    lines = [
        *reasons(asked, whole=whole),
        *authority(asked),
        *question(asked, whole=whole),
        *answers(given_),
    ]
    assert_harmless(lines)
    begun = [line for line in lines if not line.startswith(CONTINUED)]
    labels = [next(label for label in LABELS if line.startswith(label)) for line in begun if line[0] != " "]
    assert labels == [
        *["Why: "] * len(why), "May use: ", "Asked by: ", "Made in: ", "Works in: ", "Tool: ", "Parameters:",
        *["Files affected: "] * bool(paths), "Risk level: ", "Answered by: ", "Reason: ", "Runs instead: ",
    ]  # fmt: skip
    parameters = [line for line in begun if line.startswith("  ")]
    assert len(parameters) == len(arguments)
    assert all(re.match(r'  ["<A-Za-z_]', line) for line in parameters)


@settings(max_examples=300)
@given(ARGUMENTS)
def test_the_arguments_that_are_shown_whole_give_back_the_arguments(arguments: dict[str, Any]) -> None:
    """T-APP-05"""
    shown = joined(question(request(arguments), whole=True))
    parameters = shown[shown.index("Parameters:") + 1 : -1]
    read = {}
    for line in parameters:
        found = PARAMETER.fullmatch(line)
        assert found is not None
        name = found["name"]
        read[json.loads(name) if name.startswith('"') else name] = value_of(found["value"])
    assert list(read) == list(arguments)
    assert json.dumps(read) == json.dumps(arguments)


@settings(max_examples=300)
@given(TEXT, TEXT)
def test_two_texts_that_differ_are_shown_differently(one: str, other: str) -> None:
    """T-APP-05: a line break and the two characters that stand for one among them."""
    assert (literal(one) == literal(other)) is (one == other)
    assert value_of(literal(one)) == one


@pytest.mark.parametrize(
    "values", [("\n", "\\n"), ("1", 1), ("null", None), ("[]", []), ("\\", "\\\\"), ("", " ")]
)
def test_values_that_are_easily_taken_for_one_another_are_told_apart(values: tuple[Any, Any]) -> None:
    """T-APP-05"""
    first, second = (question(request({"a": value}), whole=True) for value in values)
    assert first != second


@pytest.mark.parametrize("width", [12, 20, 37, 80, 132])
def test_a_line_never_reaches_the_edge_of_the_terminal(monkeypatch, width) -> None:
    """T-APP-05: blanks up to the edge, and then what looks like ours, would begin a line of the terminal's."""
    monkeypatch.setattr(display, "_columns_of", lambda _: width)
    for text in (" " * width + "Risk level: read_only", "\u4e00" * width, "e\u0301" * width, "x" * 1000):
        lines = wrapped(f"  text: {literal(text)}")
        assert max(map(columns, lines)) < width
        assert joined(lines) == [f"  text: {literal(text)}"]
        assert all(line.startswith(CONTINUED) for line in lines[1:])


def test_the_width_is_that_of_the_narrower_terminal(monkeypatch) -> None:
    def size(descriptor: int) -> os.terminal_size:
        return os.terminal_size((100 if descriptor == 1 else 40, 24))

    class Stream:
        def __init__(self, descriptor: int) -> None:
            self.descriptor = descriptor

        def fileno(self) -> int:
            return self.descriptor

    monkeypatch.setattr("sys.stdout", Stream(1))
    monkeypatch.setattr("sys.stderr", Stream(2))
    monkeypatch.setattr(os, "get_terminal_size", size)
    assert [len(line) for line in wrapped("x" * 60)] == [39, 21 + len(CONTINUED)]


def test_many_and_long_parameters_are_counted_and_sized_until_all_is_asked_for() -> None:
    """T-APP-05: what matters does not scroll out of sight."""
    long = request(
        {f"p{n}": "v" for n in range(90)} | {"x" * 500: "y"},
        reasons=("w" * 3_000,),
        files_affected=("f" * 3_000,),
    )
    assert "  <51 more parameters>" in question(long)
    assert len([*reasons(long), *question(long)]) < 50
    assert value_literal("x" * 500)[1:-1] in "".join(joined(question(long, whole=True)))
    assert "w" * 3_000 in "".join(joined(reasons(long, whole=True)))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("a\nb", '"a\\nb"'),
        ("a\\nb", '"a\\\\nb"'),
        ("<20 bytes>", '"<20 bytes>"'),
        ('"a"', '"\\"a\\""'),
        ('say "a"', 'say "a"'),
        (" a", '" a"'),
        ("a ", '"a "'),
        ("", '""'),
        ("7", '"7"'),
        ("\u05d0", '"\\u05d0"'),
        ("\U000e0041", '"\\udb40\\udc41"'),
    ],
)
def test_text_is_shown_bare_only_where_it_cannot_be_mistaken(text: str, shown: str) -> None:
    """T-APP-05"""
    assert literal(text) == shown


def test_a_letter_keeps_two_marks_and_loses_a_pile_of_them() -> None:
    assert literal("cafe\u0301") == "cafe\u0301"
    assert literal("e" + "\u0301" * 3) == '"e\u0301\u0301\\u0301"'
    assert literal("\u0301") == '"\\u0301"'
