"""Command lines of comm."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_grammars.join import pair, rows
from utility_oracle import Case

_OPTIONS = Options(
    *"123",
    ("", "check-order", None),
    ("", "nocheck-order", None),
    ("", "output-delimiter", of(":", "", "--", "\n")),
    ("", "total", None),
    ("z", "zero-terminated", None),
)


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    files = {"f": rows(d, " "), "g": rows(d, " "), "d/": ""}
    return Case(line(d, "comm", _OPTIONS.draw(d), pair(d)), files, rows(d, " "))
