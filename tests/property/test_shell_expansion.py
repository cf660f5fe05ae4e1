"""Laws of the shell's expansion, each against a second, simpler way to say the same."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.bash import Bash
from runtime.bash.expand.braces import expansion
from runtime.bash.expand.pattern import pattern
from runtime.bash.expand.pattern_items import PatternAtom, PatternGroup, parse
from runtime.bash.expand.quote import ansi, backslashed, transformed
from runtime.bash.expand.split import splitter
from runtime.bash.syntax.tree import Literal, Word

SUBJECTS = st.text("ab.", max_size=7)
PIECES = st.recursive(
    st.sampled_from(["a", "b", "?", "*", "[ab]", "[!a]", "."]),
    lambda inner: st.builds(
        lambda operator, parts: f"{operator}({'|'.join(parts)})",
        st.sampled_from("?*+@!"),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=4,
)
PATTERNS = st.lists(PIECES, max_size=5).map("".join)
# No NUL (no shell text has one) and no lone surrogates but those that stand for bytes.
TEXTS = st.text(
    st.one_of(
        st.characters(codec="utf-8", exclude_characters="\0"), st.sampled_from("\udc80\udcff\n\t'\"\\$`! ~#")
    )
)


def ends(items: list[PatternAtom | PatternGroup], text: str, at: int) -> set[int]:
    """Where a match from ``at`` can end, by trying everything."""
    if not items:
        return {at}
    first, *rest = items
    if isinstance(first, PatternGroup):
        return {end for middle in group_ends(first, text, at) for end in ends(rest, text, middle)}
    if first.regex == ".*" and not first.text:
        return {end for middle in range(at, len(text) + 1) for end in ends(rest, text, middle)}
    fits = at < len(text) and compiled_atom(first, text[at])
    return ends(rest, text, at + 1) if fits else set()


def compiled_atom(atom: PatternAtom, character: str) -> bool:
    return re.fullmatch(atom.regex, character, re.DOTALL) is not None


def group_ends(group: PatternGroup, text: str, at: int) -> set[int]:
    def once(start: int) -> set[int]:
        return {end for alternative in group.alternatives for end in ends(alternative, text, start)}

    if group.operator == "!":
        return set(range(at, len(text) + 1)) - once(at)
    found = once(at)
    if group.operator in "*+":
        waiting = list(found)
        while waiting:
            new = once(waiting.pop()) - found
            found |= new
            waiting += new
    return found | {at} if group.operator in "?*" else found


@given(PATTERNS, SUBJECTS)
@settings(max_examples=300, deadline=None)
def test_every_way_to_match_agrees_with_trying_everything(text: str, subject: str) -> None:
    items = parse(text)
    found = pattern(text)
    reached = ends(items, subject, 0)
    assert found.matches(subject) == (len(subject) in reached)
    assert found.prefix(subject, True) == max(reached, default=-1)
    assert found.prefix(subject, False) == min(reached, default=-1)
    starts = {start for start in range(len(subject) + 1) if len(subject) in ends(items, subject, start)}
    assert found.suffix(subject, True) == min(starts, default=-1)
    assert found.suffix(subject, False) == max(starts, default=-1)
    spans = ((start, max(ends(items, subject, start), default=-1)) for start in range(len(subject) + 1))
    assert found.find(subject, 0) == next((span for span in spans if span[1] >= 0), None)


@given(TEXTS)
def test_what_is_quoted_is_read_back(text: str) -> None:
    written = " ".join(quote(text) for quote in (backslashed, transformed, ansi))
    read = Bash().exec_sync(
        f'set -- {written}; [[ $# = 3 && $1 == "$2" && $2 == "$3" ]] && printf %s "${{#1}}"'
    )
    assert read.stdout == str(len(text))


@given(st.text("ab :,\t\n", max_size=20), st.text(" \t\n:,a", max_size=4))
def test_splitting_in_one_go_and_in_parts_agree(text: str, ifs: str) -> None:
    by = splitter(ifs)
    fields: list[str] = []
    open_, ended = "", False
    for number, piece in enumerate(by.parts(text)):
        hard = number % 2 == 1 and any(c in by.hard for c in piece)
        if number % 2 == 0:
            open_ += piece
        elif open_ or (hard and not ended):
            fields.append(open_)
            open_ = ""
        if number % 2 == 1:
            ended = not hard
    assert by.fields(text) == ([*fields, open_] if open_ else fields)
    assert "".join(by.fields(text)) == "".join(c for c in text if c not in ifs)


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-7, 7))
def test_a_range_has_both_ends_in_order(first: int, last: int, step: int) -> None:
    made = expansion(Word((Literal(f"{{{first}..{last}..{step}}}"),)))
    assert made is not None
    numbers = [int(text) for text in made.texts() or ()]
    size = abs(step) or 1
    assert len(numbers) == made.count
    assert numbers == (
        list(range(first, last + 1, size)) if first <= last else list(range(first, last - 1, -size))
    )


NUMBERS = st.one_of(st.integers(-20, 20), st.integers(-(1 << 63), (1 << 63) - 1))
OPERATORS = ["+", "-", "*", "&", "|", "^", "<", "<=", "==", "!="]


def wrapped(value: int) -> int:
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


@given(
    st.lists(NUMBERS, min_size=2, max_size=6), st.lists(st.sampled_from(OPERATORS), min_size=5, max_size=5)
)
def test_arithmetic_is_that_of_python_in_64_bits(numbers: list[int], operators: list[str]) -> None:
    expected = numbers[0]
    shown, names = "a0", [f"a0={numbers[0]}"]
    for at, (operator, number) in enumerate(zip(operators, numbers[1:], strict=False), 1):
        expected = wrapped(int(eval(f"({expected}) {operator} ({number})")))
        shown = f"({shown}){operator}a{at}"
        names.append(f"a{at}={number}")
    dollars = shown.replace("a", "$a").replace("-$", "- $")
    done = Bash().exec_sync(f"{' '.join(names)}; echo $(({shown})) $(( {dollars} ))")
    assert done.stdout == f"{expected} {expected}\n"
