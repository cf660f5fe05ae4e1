"""Lines found in whole blocks are those that a search line by line finds; what may run in `re` has a bound."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.bash.limits import Limits, Meter
from runtime.bash.posix.regex import Pattern
from runtime.bash.posix.regex_cost import literal_prefix, measured
from runtime.bash.posix.regex_syntax import rewrite

EXPRESSIONS = [
    ["one"],
    ["ONE"],
    ["^one"],
    ["o$"],
    ["^$"],
    ["^[a-z]*$"],
    ["one|two"],
    ["one|on|two"],
    ["o(n|m)e|t.o"],
    [r"\bone\b"],
    [r"\<one"],
    [r"\<[ot]"],
    ["[0-9]+ [a-z]*o"],
    ["([0-9]{1,3} ){2}"],
    ["(one)+ (two)*"],
    ["(a|ab)(c|bcd)*"],
    ["n.*w"],
    ["é"],
    ["[^a-z]o"],
    ["one", "two", "1."],
    ["one", ""],
    ["x*"],
    [r"\.|\*"],
]
LINES = [
    "one two",
    "One",
    "",
    "two 12 one",
    "no ne",
    "é one",
    "12 345 o",
    "one.",
    "a*b",
    "on",
    "onetwo",
    "bone",
]


def _lines(chosen: list[str], *, ended: bool) -> bytes:
    text = "\n".join(chosen)
    # Long enough for a block to be worth it.
    filling = "\nnothing at all " * 300
    return (text + filling + "\n" * ended).encode("utf-8", "surrogateescape")


@pytest.mark.parametrize("sources", EXPRESSIONS, ids=" ".join)
@settings(max_examples=15)
@given(
    chosen=st.lists(st.sampled_from([*LINES, "\udcff one"]), max_size=12),
    ended=st.booleans(),
    ignore_case=st.booleans(),
    whole=st.sampled_from(["", "word", "line"]),
)
def test_lines_found_in_a_block_are_those_found_one_by_one(
    sources: list[str], chosen: list[str], ended: bool, ignore_case: bool, whole: str
) -> None:
    pattern = Pattern(sources, Meter(Limits()), syntax="extended", ignore_case=ignore_case, whole=whole)
    subject = pattern.subject(_lines(chosen, ended=ended))
    newline = "\n" if isinstance(subject, str) else b"\n"
    expected = []
    at = 0
    for line in subject.split(newline)[: len(subject.split(newline)) - ended]:
        if pattern.search(line) is not None:
            expected.append((at, at + len(line)))
        at += len(line) + 1
    assert pattern.spans(subject) == expected
    assert list(pattern.lines(subject)) == expected
    assert pattern.count(subject) == len(expected)


@pytest.mark.parametrize(
    "source",
    [
        "(a*)*",
        "(a|ab)+b",
        "(a?b?)*",
        "(a+b*)+",
        "((a|b)|ab)*c",
        r"(a)\1*",
        "(a{1,2}){3}",
        "([ab]*c?)*",
        "(a|a)*",
    ],
)
def test_an_expression_that_can_match_in_many_ways_has_no_bound(source: str) -> None:
    """T-SH-07"""
    assert measured(rewrite(source, extended=True).tokens, text=False) is None


@pytest.mark.parametrize(
    ("source", "power", "ways", "least"),
    [
        ("abc", 0, 1, 3),
        ("[0-9]+ x", 1, 1, 3),
        ("[0-9]+[a-z]", 1, 1, 2),
        (".*a", 1, 1, 1),
        (".*a.*b", 2, 1, 2),
        ("[0-9]+ .*b", 1, 1, 3),
        ("a?b", 1, 1, 1),
        ("a?a", 0, 2, 1),
        ("(a|b)c", 0, 1, 2),
        ("(a|ab)c", 0, 2, 2),
        ("([0-9]{1,3}[.]){3}", 1, 1, 6),
        ("(ab)*", 1, 1, 0),
        (r"\bab", 0, 1, 2),
        ("(a|.*b)?", 1, 6, 0),
    ],
)
def test_the_cost_of_an_expression_is_read_off_its_choices(
    source: str, power: int, ways: int, least: int
) -> None:
    cost = measured(rewrite(source, extended=True).tokens, text=False)
    assert cost is not None
    assert (cost.power, cost.ways, cost.least) == (power, ways, least)


@pytest.mark.parametrize(
    "source", [".*.*.*x", "([ab]{1,9}c)*d", "[ab]*[a]*[b]*c", "(a|b|ab)[ab]*c", "a?a?a?a?a*c"]
)
def test_a_line_that_re_may_search_takes_it_a_moment(source: str) -> None:
    """T-SH-07"""
    pattern = Pattern([source], Meter(Limits()), syntax="extended")
    compiled, longest = pattern.plain()
    assert compiled is not None
    text = "ab" * (min(longest, 4000) // 2)
    begun = time.process_time()
    assert compiled.search(text) is None
    assert time.process_time() - begun < 0.25


def test_what_repeats_is_no_part_of_a_prefix() -> None:
    assert literal_prefix(["a", "b", "*", "c"]) == 1
    assert literal_prefix(["a", r"\.", "[b]", "c"]) == 2
    assert literal_prefix([".", "a"]) == 0
    assert re.escape("-") == r"\-"
