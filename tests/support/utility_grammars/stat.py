"""Command lines of stat."""

from __future__ import annotations

from random import Random

from drawing import Draw, line
from drawn_files import FILES, SETUP
from utility_oracle import Case


def draw(r: Random) -> Case:
    """One case: a format of what is the same on every machine."""
    d = Draw(r)
    parts = [
        f"%{d.pick('', '', '-', '0', '10')}{d.pick(*'aAfFns')}{d.pick(' ', ':', '', chr(92) + 'n')}"
        for _ in range(d.number(1, 4))
    ]
    options = [d.pick("-c", "--format=", "--printf=") + "".join(parts), *(["-L"] if d.maybe(0.3) else [])]
    names = [
        d.pick("missing", "f/x") if d.wrong() else d.pick("f", "g", "l", "d/x") for _ in range(d.number(0, 2))
    ]
    return Case(line(d, "stat", options, names), FILES, "", SETUP)
