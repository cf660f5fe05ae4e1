"""POSIX regular expressions: what they mean, and that no one of them takes all the time there is."""

from __future__ import annotations

import itertools

import pytest

from runtime.bash.errors import LimitExceeded
from runtime.bash.limits import Limits, Meter
from runtime.bash.posix.regex import Pattern, RegexError


def matched(source: str, text: bytes, **how) -> bytes | None:
    pattern = Pattern([source], Meter(Limits()), longest=True, **how)
    subject = pattern.subject(text)
    found = pattern.search(subject)
    if found is None:
        return None
    return found[0] if isinstance(found[0], bytes) else found[0].encode("utf-8", "surrogateescape")


@pytest.mark.parametrize(
    ("source", "text", "found"),
    [
        ("a|ab", b"abc", b"ab"),
        ("(a|ab)(c|bcd)", b"abcd", b"abcd"),
        ("x*", b"aaa", b""),
        ("[[:digit:]]+", b"ab12c", b"12"),
        ("[]a]+", b"x]a]", b"]a]"),
        ("[^]a]", b"]ab", b"b"),
        ("a{2,3}", b"aaaa", b"aaa"),
        ("(ab)\\1", b"ababab", b"abab"),
        ("\\<o", b"foo of", b"o"),
        ("b\\>", b"abc ab", b"b"),
        (".", "é".encode(), "é".encode()),
        (".", b"\xff", None),
        ("[é-ë]", "ê".encode(), "ê".encode()),
        ("[[:upper:]]", "É".encode(), "É".encode()),
        ("a{,2}$", b"aaa", b"aa"),
    ],
)
def test_the_longest_of_the_leftmost_matches_is_found(source, text, found) -> None:
    assert matched(source, text, syntax="extended") == found


@pytest.mark.parametrize(
    ("source", "text", "found"),
    [
        ("*a", b"b*a", b"*a"),
        ("a\\+", b"baa", b"aa"),
        ("a+", b"aa+", b"a+"),
        ("\\(a\\)\\1", b"aa", b"aa"),
        ("a^b", b"a^b", b"a^b"),
        ("a$b", b"a$b", b"a$b"),
        ("\\(^a\\)", b"ba", None),
        ("a\\{2\\}", b"aaa", b"aa"),
        ("x\\|b", b"ab", b"b"),
        ("{1}", b"a{1}", b"{1}"),
    ],
)
def test_a_basic_expression_has_its_own_operators(source, text, found) -> None:
    assert matched(source, text) == found


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("(a", "Unmatched ( or \\("),
        ("[a", "Unmatched [, [^, [:, [., or [="),
        ("[[:foo:]]", "Invalid character class name"),
        ("[:space:]", "character class syntax is [[:space:]], not [:space:]"),
        ("[b-a]", "Invalid range end"),
        ("a\\", "Trailing backslash"),
        ("(a)\\2", "Invalid back reference"),
        ("a{2,1}", "Invalid content of \\{\\}"),
        ("a{99999}", "Regular expression too big"),
    ],
)
def test_what_is_no_expression_is_said_as_gnu_says_it(source, message) -> None:
    with pytest.raises(RegexError) as caught:
        Pattern([source], Meter(Limits()), syntax="extended")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "source", ["(a*)*b", "(a|a)*b", "(a|aa)+b", "(.*)(.*)(.*)(.*)(.*)b", "(a+)+\\1b", "a*a*a*a*a*a*a*b"]
)
def test_no_expression_outlives_the_budget(source) -> None:
    meter = Meter(Limits(timeout_s=0.2))
    pattern = Pattern([source], meter, syntax="extended")
    try:
        outcome = pattern.search(b"a" * 5000)
    except LimitExceeded as over:
        outcome = over.code
    assert outcome in (None, "limit.timeout", "limit.regex")


def test_a_budget_that_is_used_up_allows_no_search() -> None:
    times = itertools.chain([0.0], itertools.repeat(100.0))
    meter = Meter(Limits(timeout_s=1), now=lambda: next(times))
    with pytest.raises(LimitExceeded):
        Pattern(["(a|b)*\\1"], meter, syntax="extended").search(b"abab" * 3000)


def test_several_expressions_keep_their_own_references() -> None:
    pattern = Pattern(["(a)\\1", "(b)\\1"], Meter(Limits()), syntax="extended")
    assert pattern.search(b"bb") is not None
    assert pattern.search(b"ab") is None


def test_lines_that_match_are_found_in_one_buffer() -> None:
    pattern = Pattern(["^b*$"], Meter(Limits()), syntax="extended")
    text = b"a\n\nbb\nab\nb"
    assert [text[start:end] for start, end in pattern.lines(text)] == [b"", b"bb", b"b"]
