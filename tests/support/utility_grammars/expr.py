"""Command lines of expr."""

from __future__ import annotations

from random import Random

from utility_oracle import Case

WORDS = (
    "1",
    "2",
    "-3",
    "0",
    "007",
    "10",
    "abc",
    "a.c",
    "",
    "x",
    "é",
    "99999999999999999999",
    "-",
    "+5",
    "1.5",
)
BINARY = ("+", "-", "*", "/", "%", "<", "<=", "=", "==", "!=", ">=", ">", "|", "&", ":")
PATTERNS = (
    "a",
    "a*",
    r"\(a\)",
    r"\(.\).*",
    ".*",
    r"a\{1,2\}",
    "[a-c]*",
    r"\(b\)*",
    r"\(",
    "[",
    r"a\{2",
    "^a",
    "*a",
    r"a\|b",
    r"\(a\)\1",
    "é",
    r"\w*",
    "$",
)


def _word(r: Random) -> list[str]:
    return [r.choice(WORDS)]


def _term(r: Random, depth: int) -> list[str]:
    kind = r.randrange(12)
    if depth <= 0 or kind < 4:
        return _word(r)
    if kind == 4:
        return ["(", *_term(r, depth - 1), ")"]
    if kind == 5:
        return ["length", *_term(r, depth - 1)]
    if kind == 6:
        return ["index", *_term(r, 0), r.choice(("abc", "", "c", "éx"))]
    if kind == 7:
        return ["substr", *_term(r, 0), *_term(r, 0), *_term(r, 0)]
    if kind == 8:
        return ["match", *_term(r, 0), r.choice(PATTERNS)]
    if kind == 9:
        return [*_term(r, depth - 1), ":", r.choice(PATTERNS)]
    if kind == 10 and r.random() < 0.3:
        return ["+", r.choice(("length", "match", "substr", "index", "+", "("))]
    return [*_term(r, depth - 1), r.choice(BINARY), *_term(r, depth - 1)]


def draw(r: Random) -> Case:
    words = _term(r, 3)
    if r.random() < 0.08:
        at = r.randrange(len(words) + 1)
        words[at : at + r.randrange(2)] = [r.choice((")", "(", "+", ":", "length", "=", "--", "--version x"))]
    return Case(("expr", *words))
