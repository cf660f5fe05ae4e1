"""Command lines of join."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_FIELDS = of(*"111223", "+1", bad=("0", "x", "", "-1"))
_SIDES = of("1", "2", bad=("3", "x", "0"))
_FORMATS = of(
    "0",
    "1.1",
    "1.2,2.1",
    "2.2 1.2",
    "0,1.2,2.2",
    "auto",
    "0\t1.3",
    bad=("1", "3.1", "1.x", "", "1.0", "0.1", "x"),
)
_OPTIONS = Options(
    ("a", "", _SIDES),
    ("e", "", of("E", "-", "")),
    ("i", "ignore-case", None),
    ("o", "", _FORMATS),
    ("t", "", of(":", " ", ",", "", "\\0", "\t", bad=("ab", "é"))),
    ("v", "", _SIDES),
    ("1", "", _FIELDS),
    ("2", "", _FIELDS),
    ("", "check-order", None),
    ("", "nocheck-order", None),
    ("", "header", None),
    ("z", "zero-terminated", None),
)


def rows(d: Draw, glue: str) -> str:
    """Lines in order, most of the time."""
    keys = ("a", "b", "c", "d", "B", "10", "9", "", "é")
    lines = [glue.join([d.pick(*keys), *d.some(("x", "y", "1", "2", ""), 3)]) for _ in range(d.number(0, 7))]
    if d.maybe(0.8):
        lines.sort(key=lambda text: text.encode().split(b" ")[0])
    return "\n".join(lines) + ("" if not lines or d.maybe(0.1) else "\n")


def pair(d: Draw) -> list[str]:
    """Two files, or what is no pair."""
    if d.wrong():
        return d.pick(["f"], ["f", "missing"], ["f", "g", "h"], [], ["d", "f"], ["missing", "f"])
    return d.pick(["f", "g"], ["f", "g"], ["f", "g"], ["-", "g"], ["f", "-"])


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    glue = d.pick(" ", " ", ":", ",", "  ")
    options = _OPTIONS.draw(d, 4)
    if glue.strip() and d.maybe(0.8):
        options = ["-t", glue, *options]
    files = {"f": rows(d, glue), "g": rows(d, glue), "d/": ""}
    return Case(line(d, "join", options, pair(d)), files, rows(d, glue))
