"""The engine that never goes back: it finds what POSIX says, in time that grows with the text."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.bash.errors import LimitExceeded
from runtime.bash.limits import Limits, Meter
from runtime.bash.posix.linear import Linear, NotLinear
from runtime.bash.posix.regex import Pattern
from runtime.bash.posix.regex_syntax import RegexError

LETTER = st.sampled_from(["a", "b", "c", "[ab]", "[^a]", ".", r"\b", "^", "$"])
EXPRESSION = st.recursive(
    LETTER,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map("({0[0]}|{0[1]})".format),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}"])).map(
            "({0[0]}){0[1]}".format
        ),
    ),
    max_leaves=6,
)


def linear(source: str, *, lines: bool = True) -> Linear:
    return Linear(source, ignore_case=False, lines=lines)


def found(source: str, text: str) -> list[str | None] | None:
    match = linear(source).search(text, 0, len(text), Meter(Limits()))
    return None if match is None else [match[0], *match.groups()]


def spans(source: str, text: str, at: int) -> tuple[int, int] | None:
    """The leftmost longest match by trying every end, each with an engine that goes back."""
    for start in range(at, len(text) + 1):
        for end in range(len(text), start - 1, -1):
            whole = re.compile(rf"(?:{source})(?=(?s:.{{{len(text) - end}}})\Z)", re.MULTILINE)
            if whole.match(text, start):
                return start, end
    return None


@settings(max_examples=300, deadline=None)
@given(EXPRESSION, st.text("abc\n", max_size=6), st.integers(0, 2))
def test_a_match_is_the_leftmost_and_the_longest_there(source: str, text: str, at: int) -> None:
    at = min(at, len(text))
    match = linear(source).search(text, at, len(text), Meter(Limits()))
    assert (None if match is None else match.span()) == spans(source, text, at)


# What GNU bash 5.2 has in BASH_REMATCH.
GROUPS = [
    ("(a|ab)(c|bcd)(d*)", "abcd", ["abcd", "a", "bcd", ""]),
    ("(a*)(ab)*(b*)", "abb", ["abb", "a", None, "bb"]),
    ("(.){2,}", "cacbcb", ["cacbcb", "b"]),
    ("((.){0,3}(.){2,})*", "cccbc", ["cccbc", "cccbc", "c", "c"]),
    ("((b|.)){2,}", "bcccb", ["bcccb", "b", "b"]),
    ("((([^a]){1,2})){2,}", "aaacb", ["cb", "b", "b", "b"]),
    ("(([ab]|c))*", "cbcac", ["cbcac", "c", "c"]),
    ("(x)?y", "y", ["y", None]),
]


@pytest.mark.parametrize(("source", "text", "groups"), GROUPS)
def test_groups_are_where_bash_finds_them(source: str, text: str, groups: list[str | None]) -> None:
    assert found(source, text) == groups


EXPLOSIVE = ["^(a+)+$", "^(a|aa)+$", "(a|a)*c", "((a{1,100}){1,100}){1,100}b", "(a*)*b", "(a?){40}a{40}b"]


@pytest.mark.parametrize("source", EXPLOSIVE)
def test_what_blows_up_other_engines_takes_time_by_the_length_of_the_text(source: str) -> None:
    """T-SH-07"""
    text = "a" * 2_000 + "c"
    began = time.perf_counter()
    linear(source).search(text, 0, len(text) - 1, Meter(Limits()))
    assert time.perf_counter() - began < 2


def test_a_search_looks_at_the_clock() -> None:
    """T-SH-07"""
    text = "ab" * 100_000
    with pytest.raises(LimitExceeded) as ended:
        linear("^(ab)*$").search(text, 0, len(text), Meter(Limits(timeout_s=0.001)))
    assert ended.value.code == "limit.timeout"


def test_a_back_reference_is_left_to_an_engine_that_is_stopped() -> None:
    """T-SH-07"""
    with pytest.raises(NotLinear):
        linear(r"(a*)(?:\1)")
    pattern = Pattern([r"\(a\{0,1\}a*\)*\1\1c"], Meter(Limits()))
    assert pattern.search(pattern.subject(b"aac")) is not None


def test_groups_nested_beyond_reason_are_no_expression() -> None:
    """T-SH-03"""
    with pytest.raises(RegexError):
        linear("(" * 500 + "a" + ")*" * 500)


def test_a_pattern_too_long_to_compile_in_time_is_no_expression() -> None:
    """T-SH-07"""
    with pytest.raises(RegexError):
        Pattern(["a|" * 200_000 + "b"], Meter(Limits()), syntax="extended")


def test_a_text_is_searched_again_from_where_the_last_match_ended() -> None:
    engine, text, meter = linear("(ab|b)+"), "abbxabxb", Meter(Limits())
    at, seen = 0, []
    while (match := engine.search(text, at, len(text), meter)) is not None:
        seen.append(match[0])
        at = match.end()
    assert seen == ["abb", "ab", "b"]


def test_bytes_give_bytes_and_classes_reach_beyond_ascii() -> None:
    match = linear("(a|b)+").search(b"xaby", 0, 4, Meter(Limits()))
    assert match is not None
    assert (match[0], match.start(), match.end()) == (b"ab", 1, 3)
    assert found(r"([\p{Lu}]|x)+", "éÉx") == ["Éx", "x"]


def test_anchors_are_those_of_lines_or_of_the_text() -> None:
    meter = Meter(Limits())
    assert linear("^(b|c)+$", lines=True).search("a\nb\n", 0, 4, meter) is not None
    assert linear("^(b|c)+$", lines=False).search("a\nb\n", 0, 4, meter) is None
