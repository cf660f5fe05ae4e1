"""Command lines of truncate."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_SIZES = of(
    "0", "3", "10", "+2", "-3", "<4", ">20", "/4", "%8", "1K", "100", "1kB", bad=("x", "", ">x", "/0")
)
_OPTIONS = Options(
    ("c", "no-create", None),
    ("r", "reference", of("g", bad=("missing",))),
    ("s", "size", _SIZES),
    ("s", "size", _SIZES),
)


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    names = d.pick(["d"], ["missing/x"], []) if d.wrong() else d.pick(["f"], ["f"], ["f", "g"], ["new"])
    return Case(line(d, "truncate", _OPTIONS.draw(d, 2), names), {"f": d.text(), "g": d.text(), "d/": ""})
