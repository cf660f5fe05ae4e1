"""Command lines of unexpand."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_PARTS = ("\t", "\t", " ", "  ", "    ", "        ", "a", "bc", "é", "\b", "x\t")
LISTS = of(
    "4", "1", "2,5", "3,6,/4", "4 8", "2,+3", "/3", "10,", "8", bad=("0", "x", "5,3", "2,/4,/3", "/x", "3,3")
)
_OPTIONS = Options(
    ("a", "all", None),
    ("", "first-only", None),
    ("t", "tabs", LISTS),
    ("t", "tabs", LISTS),
)


def _text(d: Draw) -> str:
    return "\n".join("".join(d.some(_PARTS, 8)) for _ in range(d.number(0, 6))) + d.pick("\n", "")


def tabbed(r: Random, name: str, known: Options) -> Case:
    """One case of a command that moves tabs; now and then with the stops as they once were given."""
    d = Draw(r)
    options = known.draw(d, 2)
    if d.maybe(0.12):
        options = [d.pick("-1", "-4", "-2,5", "-8", "-3,6")]
    return Case(line(d, name, options, d.names()), {file: _text(d) for file in "fgh"} | {"d/": ""}, _text(d))


def draw(r: Random) -> Case:
    """One case."""
    return tabbed(r, "unexpand", _OPTIONS)
