"""Command lines of dirname."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line
from utility_grammars.basename import path
from utility_oracle import Case

_OPTIONS = Options(("z", "zero", None))


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    return Case(line(d, "dirname", _OPTIONS.draw(d, 1), [path(d) for _ in range(d.number(0, 3))]))
