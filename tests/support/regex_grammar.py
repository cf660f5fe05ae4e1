"""Regular expressions and texts made at random, basic and extended, from a small alphabet so that they often match."""

from __future__ import annotations

from random import Random

ATOMS = ("a", "b", "c", "ab", "foo", "x", "1", "A", "é", " ", "-", "_", ".", ".", "a", "b")
# No range beyond ASCII: glibc's C.UTF-8 of the recorder has no order for it ("Invalid collation character").
CLASSES = (
    "[ab]",
    "[^a]",
    "[a-c]",
    "[^a-c1]",
    "[[:alpha:]]",
    "[[:digit:][:space:]]",
    "[^[:upper:]]",
    "[]a]",
    "[^]a]",
    "[a-]",
    "[-a]",
    "[[.a.]b]",
    "[[=a=]]",
    "[a\\]",
    "[éa]",
    "[.*]",
    "[[.-.]]",
    "[x^]",
)
ESCAPES = (
    r"\w",
    r"\W",
    r"\s",
    r"\S",
    r"\b",
    r"\B",
    r"\<",
    r"\>",
    r"\.",
    r"\*",
    r"\[",
    r"\\",
    r"\`",
    r"\'",
    r"\/",
)
BROKEN = (
    "[",
    "[a",
    "[[:foo:]]",
    "[[:alpha:",
    "[b-a]",
    r"\(",
    r"\)",
    "(",
    ")",
    r"a\{1",
    "a{1",
    r"a\{2,1\}",
    "a{2,1}",
    r"a\{99999\}",
    "a{99999}",
    "\\",
    r"\1",
    r"\(a\)\2",
    r"(a)\2",
    "*a",
    "+a",
    "?",
    "{1}a",
    "a**",
    "a+*",
    "a|*b",
    "()",
    r"\(\)",
    "a||b",
    "|a",
    "(|a)",
    "a{,2}",
    "a{x}",
    "a{1,x}",
    r"\{1\}",
    r"a\{,\}",
    "[[.ab.]]",
    "[[=ab=]]",
    "[a-[:digit:]]",
    "[:alpha:]",
    "(*a)",
    "(^*a)",
    r"\(*a\)",
    r"\(^*a\)",
    "^*",
    "a^b",
    "a$b",
    "x\\|^*a",
    "\\d",
    "a{0}",
    "a{1}{2}",
    "[a-a]",
    "^+",
    "$*",
)
LINES = (
    "",
    "a",
    "b",
    "ab",
    "aab",
    "abc",
    "foo",
    "foo bar",
    "Foo",
    "a b c",
    "abab",
    "xaxbx",
    "1",
    "12 a1",
    "é",
    "aéb ÉA",
    "foo-bar_a",
    "a.b",
    "*a*",
    "[a]",
    "a\\b",
    "aaaa",
    "ABC abc",
    "\ta\tb ",
    "a{1}",
    "(a)",
    "x",
    "a+b?",
    "^a$",
    "foo foo",
    "bb",
)
ODD_LINES = ("a\0b", "\0", "\udcff", "a\udcffb", "foo\udcc3", "a\r", "é\udca9b")


def _quantifier(r: Random, extended: bool) -> str:
    kind = r.randrange(10)
    if kind < 4:
        return "*"
    bounds = r.choice(("1", "2", "0,1", "1,", "1,2", "0", "2,3", ",2"))
    if extended:
        return ("+", "?", "{" + bounds + "}")[kind % 3]
    return (r"\+", r"\?", r"\{" + bounds + r"\}")[kind % 3]


def regex(r: Random, *, extended: bool, depth: int = 2, sound: bool = False) -> str:
    """A regular expression; a broken or odd one now and then, unless it must be ``sound``."""
    if not sound and depth == 2 and r.random() < 0.1:
        odd = r.choice(BROKEN)
        return odd if r.random() < 0.5 else odd + r.choice(ATOMS)
    bar = "|" if extended else r"\|"
    branches = [_branch(r, extended, depth, sound) for _ in range(r.choice((1, 1, 1, 1, 1, 2)))]
    return bar.join(branches)


def _branch(r: Random, extended: bool, depth: int, sound: bool) -> str:
    parts = [_piece(r, extended, depth, sound) for _ in range(r.choice((1, 1, 2, 2, 3)))]
    if r.random() < 0.15:
        parts.insert(0, "^")
    if r.random() < 0.15:
        parts.append("$")
    return "".join(parts)


def _piece(r: Random, extended: bool, depth: int, sound: bool) -> str:
    kind = r.random()
    if kind < 0.2 and depth:
        inner = regex(r, extended=extended, depth=depth - 1, sound=sound)
        piece = f"({inner})" if extended else rf"\({inner}\)"
        if r.random() < 0.25:
            piece += r.choice(("", "b", "*" if not sound else "")) + r"\1"
    elif kind < 0.35:
        piece = r.choice(CLASSES)
    elif kind < 0.45:
        return r.choice(ESCAPES)
    else:
        piece = r.choice(ATOMS)
    return piece + _quantifier(r, extended) if r.random() < 0.3 else piece


def text(r: Random, *, odd: float = 0.05, most: int = 7, end: str = "\n") -> str:
    """A few lines, the last one sometimes without its newline."""
    lines = [
        r.choice(ODD_LINES)
        if r.random() < odd
        else r.choice(LINES) + r.choice(("", "", "", " " + r.choice(LINES)))
        for _ in range(r.randrange(most + 1))
    ]
    joined = "".join(line + end for line in lines)
    return joined.removesuffix(end) if r.random() < 0.2 else joined
