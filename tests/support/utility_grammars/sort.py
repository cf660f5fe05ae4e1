"""Command lines of sort."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_BAD_KEYS = ("0", "x", "1.x", "1,", "1,x", "1.0", "1n2", "", "1,0", "-1", "1..2", "1,2.x")


def _key(d: Draw) -> str:
    if d.wrong(0.04):
        return d.pick(*_BAD_KEYS)
    key = _position(d)
    return f"{key},{_position(d)}" if d.maybe() else key


def _position(d: Draw) -> str:
    char = f".{d.number(1, 4)}" if d.maybe(0.3) else ""
    flags = d.pick(*"bfgihMnrV", "d", "nr", "bf", "hr") if d.maybe(0.35) else ""
    return f"{d.number(1, 5)}{char}{flags}"


_SORTS = ("general-numeric", "human-numeric", "month", "numeric", "version", "n", "ver")
_OPTIONS = Options(
    ("b", "ignore-leading-blanks", None),
    ("d", "dictionary-order", None),
    ("f", "ignore-case", None),
    ("g", "general-numeric-sort", None),
    ("i", "ignore-nonprinting", None),
    ("M", "month-sort", None),
    ("h", "human-numeric-sort", None),
    ("n", "numeric-sort", None),
    ("r", "reverse", None),
    ("V", "version-sort", None),
    ("", "sort", of(*_SORTS, bad=("bad", "", "numbers"))),
    ("c", "", None),
    ("C", "", None),
    ("", "check?", of("quiet", "silent", "diagnose-first", "q", bad=("x",))),
    ("m", "merge", None),
    *(("k", "key", _key),) * 3,
    *(("t", "field-separator", of(":", " ", ",", "\t", "a", "\\0", "\n", bad=("", "::", "é", "\\t"))),) * 2,
    ("s", "stable", None),
    ("u", "unique", None),
    ("z", "zero-terminated", None),
    ("o", "output", of("f", "g", "new", bad=("missing/x", "d"))),
    ("S", "", of("10%", "1K", "1M", "5", "1b", "1G", bad=("x", "", "100kk", "-1"))),
    ("", "parallel", of("1", "2", bad=("0", "x", "-1"))),
    ("", "batch-size", of("2", "16", bad=("1", "0", "x"))),
)


def draw(r: Random) -> Case:
    """One case; now and then with keys as they once were given."""
    d = Draw(r)
    options, names = _OPTIONS.draw(d, 4), d.names()
    if d.maybe(0.06):
        old = [f"+{d.number(0, 3)}{d.pick('', 'n', '.1', 'r', '.2b')}"]
        if d.maybe():
            old.append(f"-{d.number(0, 4)}{d.pick('', '.1', 'n')}")
        return Case(("sort", *options, *old, *names), d.files(), d.text())
    return Case(line(d, "sort", options, names), d.files(), d.text())
