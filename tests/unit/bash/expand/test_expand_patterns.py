"""Patterns as such: matching, the shortest and longest ends, and texts that make other matchers go back for ever."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits
from runtime.bash.errors import LimitExceeded
from runtime.bash.expand.pattern import compiled, escape, pattern, unescape
from runtime.bash.limits import Meter


@pytest.mark.parametrize(
    ("text", "matching", "others"),
    [
        ("abc", ["abc"], ["ab", "abcd"]),
        ("a*", ["a", "abc"], ["ba", ""]),
        ("*a*b*", ["ab", "xaxbx"], ["ba", "a"]),
        ("?", ["a", "é", "\udcff"], ["", "ab"]),
        ("[a-c]x", ["ax", "cx"], ["dx", "x"]),
        ("[!a-c]", ["d", "]"], ["a", ""]),
        ("[^a-c]", ["d"], ["b"]),
        ("[]a]", ["]", "a"], ["b"]),
        ("[!]a]", ["b"], ["]", "a"]),
        ("[a", ["[a"], ["a"]),
        ("[a-]", ["a", "-"], ["b"]),
        ("[z-a]", [], ["z", "a", "-"]),
        ("[[:alpha:]_]", ["a", "é", "_"], ["1", " "]),
        ("[[:upper:]]", ["A", "É"], ["a", "1"]),
        ("[![:space:]]", ["a"], [" ", "\t"]),
        ("[[:nope:]]", [], ["n", ":"]),
        ("[[.a.]-c]", ["a", "b"], ["d"]),
        ("[[=a=]]", ["a"], ["b"]),
        ("[[.hyphen.]]", ["-"], ["h"]),
        (r"[\]]", ["]"], ["\\"]),
        (r"\*", ["*"], ["a", "\\*"]),
        ("a\\", ["a\\"], ["a"]),
        ("?(a)b", ["b", "ab"], ["aab"]),
        ("*(ab|c)", ["", "ab", "cab", "abab"], ["a", "b"]),
        ("+(a|aa)b", ["ab", "aaab"], ["b"]),
        ("@(a|b*)c", ["ac", "bxc"], ["c", "axc"]),
        ("!(a|b)", ["", "c", "ab"], ["a", "b"]),
        ("a!(b)c", ["ac", "axc", "abbc"], ["abc"]),
        ("*.!(c)", ["a.h", "a.c.h", "a."], ["a"]),
        ("+(!(a)b)", ["b", "abb", "bb"], ["a"]),
        ("@(a", ["@(a"], ["a"]),
        ("a|b)", ["a|b)"], ["a"]),
    ],
)
def test_a_pattern_matches_what_bash_matches(text: str, matching: list[str], others: list[str]) -> None:
    matches = compiled(text)
    assert [one for one in matching if not matches(one)] == []
    assert [one for one in others if matches(one)] == []


def test_without_extglob_parentheses_are_text() -> None:
    assert compiled("@(a)", extglob=False)("@(a)")
    assert not compiled("@(a)", extglob=False)("a")


def test_case_is_ignored_on_request() -> None:
    assert compiled("[a-c]É*", nocase=True)("Béx")
    assert compiled("+(ab)", nocase=True)("aBAb")


@pytest.mark.parametrize(
    ("text", "subject", "prefixes", "suffixes"),
    [
        ("a*b", "abab", (2, 4), (2, 0)),
        ("*b", "abab", (2, 4), (3, 0)),
        ("*", "ab", (0, 2), (2, 0)),
        ("[a]*[b]", "abab", (2, 4), (2, 0)),
        ("?*?", "abc", (2, 3), (1, 0)),
        ("+(ab)", "abab", (2, 4), (2, 0)),
        ("x*", "ab", (-1, -1), (-1, -1)),
        ("[x]?", "ab", (-1, -1), (-1, -1)),
        ("+(x)", "ab", (-1, -1), (-1, -1)),
        ("ab", "ab", (2, 2), (0, 0)),
        ("ab", "abx", (2, 2), (-1, -1)),
        ("b", "xb", (-1, -1), (1, 1)),
    ],
)
def test_prefixes_and_suffixes_are_the_shortest_or_the_longest(
    text: str, subject: str, prefixes: tuple[int, int], suffixes: tuple[int, int]
) -> None:
    found = pattern(text)
    assert (found.prefix(subject, False), found.prefix(subject, True)) == prefixes
    assert (found.suffix(subject, False), found.suffix(subject, True)) == suffixes


@pytest.mark.parametrize(
    ("text", "span"),
    [("b", (1, 2)), ("b*b", (1, 5)), ("[b]?*[b]", (1, 5)), ("@(b|bb)", (1, 2)), ("z*", None)],
)
def test_a_search_finds_the_leftmost_and_there_the_longest(text: str, span: tuple[int, int] | None) -> None:
    assert pattern(text).find("abaab", 0) == span


@pytest.mark.parametrize("text", ["*a*a*a*a*a*b", "+(a|aa|a+(a))b", "*(*(a|b)c)d", "!(!(!(a)*)*)x"])
def test_no_pattern_goes_back_without_end(text: str) -> None:
    """T-BASH ReDoS in [[ and ${x#}: the work grows with the text, not with the ways to match it."""
    subject = "a" * 400
    assert not pattern(text).matches(subject)
    assert pattern(text).prefix(subject, True) == -1
    assert pattern(text).find(subject, 0) is None


def test_a_pattern_that_takes_too_long_ends_by_the_clock() -> None:
    """T-BASH pattern against the clock."""
    ticks = iter(range(1_000_000))
    meter = Meter(Limits(timeout_s=5), now=lambda: float(next(ticks)))
    with pytest.raises(LimitExceeded) as refused:
        pattern("+(a|aa)b").matches("a" * 20_000, meter)
    assert refused.value.code == "limit.timeout"


def test_escaped_text_matches_itself_only() -> None:
    for text in ["a*b", "[x]", "a\\b", "@(a)", "?", ""]:
        assert compiled(escape(text))(text)
        assert unescape(escape(text)) == text


def test_replacing_grows_no_text_beyond_its_limit() -> None:
    """T-BASH string multiplication: the size of the result is charged first."""
    script = "x=aaaaaaaaaaaaaaaa; for i in 1 2 3 4 5 6 7 8; do x=${x//a/$x}; done; echo no"
    done = Bash(limits=Limits(max_variable_bytes=1_000_000)).exec_sync(script)
    assert (done.stdout, done.error) == ("", "limit.variable_bytes")
