"""Command lines of uniq."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_NUMBERS = of(*"01234567", "+2", " 1", bad=("x", "", "-1", "1k", "1.5"))
_OPTIONS = Options(
    ("c", "count", None),
    ("d", "repeated", None),
    "D",
    ("", "all-repeated?", of("none", "prepend", "separate", "p", bad=("x",))),
    ("f", "skip-fields", _NUMBERS),
    ("", "group?", of("separate", "prepend", "append", "both", "b", bad=("x",))),
    ("i", "ignore-case", None),
    ("s", "skip-chars", _NUMBERS),
    ("u", "unique", None),
    ("z", "zero-terminated", None),
    ("w", "check-chars", _NUMBERS),
)


def draw(r: Random) -> Case:
    """One case; the second name is written to."""
    d = Draw(r)
    options, names = _OPTIONS.draw(d), d.names(1)
    if d.maybe(0.08):
        options.append(f"{d.pick(*'-+')}{d.number(0, 4)}")
    if names and d.maybe(0.2):
        names.append("missing/x" if d.wrong() else d.pick("out", "-", "g"))
    if names and d.wrong(0.02):
        names += ["x", "y"]
    return Case(line(d, "uniq", options, names), d.files(), d.text())
