"""Command lines of expand."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_PARTS = ("\t", "\t", " ", "  ", "    ", "        ", "a", "bc", "é", "\b", "x\t")
_LISTS = of(
    "4", "1", "2,5", "3,6,/4", "4 8", "2,+3", "/3", "10,", "8", bad=("0", "x", "5,3", "2,/4,/3", "/x", "3,3")
)
_OPTIONS = Options(
    ("i", "initial", None),
    ("t", "tabs", _LISTS),
    ("t", "tabs", _LISTS),
)


def _text(d: Draw) -> str:
    return "\n".join("".join(d.some(_PARTS, 8)) for _ in range(d.number(0, 6))) + d.pick("\n", "")


def draw(r: Random) -> Case:
    """One case; now and then with the stops as they once were given."""
    d = Draw(r)
    options = _OPTIONS.draw(d, 2)
    if d.maybe(0.12):
        options = [d.pick("-1", "-4", "-2,5", "-8", "-3,6")]
    return Case(
        line(d, "expand", options, d.names()), {name: _text(d) for name in "fgh"} | {"d/": ""}, _text(d)
    )
