"""Command lines of factor."""

from __future__ import annotations

from random import Random

from drawing import Draw
from utility_oracle import Case

_ODD = ("0", "1", "2", "+5", "007", " 8", "18446744073709551616", "2147483647")
_BAD = ("x", "", "1.5", "12abc", "-3")


def _number(d: Draw) -> str:
    if d.wrong(0.06):
        return d.pick(*_BAD)
    return d.pick(str(d.number(0, 100)), str(d.number(0, 10**6)), str(d.number(0, 10**12)), d.pick(*_ODD))


def draw(r: Random) -> Case:
    """One case: numbers as operands, or in standard input."""
    d = Draw(r)
    glue = d.pick(" ", "\n")
    numbers = [_number(d) for _ in range(d.number(0, 3))]
    return Case(("factor", "--", *numbers), {}, glue.join(_number(d) for _ in range(d.number(0, 4))) + "\n")
