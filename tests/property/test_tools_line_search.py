"""grep_search's two ways through a text find what one line at a time finds."""

from __future__ import annotations

import pytest
import regex
from hypothesis import assume, given
from hypothesis import strategies as st

from runtime.tools import _pattern
from runtime.tools._pattern import LineRegex, hits

# What a block of lines could get wrong: line ends inside classes, edges, assertions, atoms that give nothing back.
FRAGMENTS = (
    "a", "b", ".", r"\w", r"\W", r"\s", "[^a]", "[^x]*b", "^", "$", r"\b", r"\B", "a*", "b+?", "(?:ab|b)", r"(a)\1",
    "(?s:.)", "(?s:.*)b", "(?i:A)", "(?m:^b)", r"\Aa", r"b\Z", r"\n", r"\R", r"\X", "(?!a)", "(?<=a)b", r"(?<!\n)b",
    r"a(?=\n)", "(?>a*)b", r"(?>\s*)", "a++b", r"\s*+", "a{2}", "a{0,2}b", "(?:a?){2}", "(?P<n>b)", "(?r:ab)", r"\Ka", "{",
)  # fmt: skip
patterns = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=4).map("".join)
texts = st.text(alphabet="aab \n", max_size=60)


def _compiles(pattern: str) -> bool:
    try:
        regex.compile(pattern)
    except regex.error:
        return False
    return True


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks so small that a short text has several, and yet no line is cut."""
    monkeypatch.setattr(_pattern, "BLOCK", 61)


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


@given(patterns, st.lists(texts, max_size=4).map("\n".join))
def test_a_regex_finds_the_lines_that_match_alone(pattern: str, text: str) -> None:
    assume(_compiles(pattern))
    alone = regex.compile(pattern, regex.MULTILINE)
    expected = [(number, line) for number, line in enumerate(_lines(text), 1) if alone.search(line)]
    found = [(hit.number, hit.line) for hit in hits(text, LineRegex(pattern, lambda: 5.0).find)]
    assert found == expected


@given(st.text(alphabet="ab ", min_size=1, max_size=3), texts)
def test_a_literal_finds_the_lines_that_hold_it(needle: str, text: str) -> None:
    expected = [
        (number, line, line.index(needle)) for number, line in enumerate(_lines(text), 1) if needle in line
    ]
    assert [tuple(hit) for hit in hits(text, lambda text, at: text.find(needle, at))] == expected
