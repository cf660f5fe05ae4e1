"""Command lines of tee."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_OPTIONS = Options(
    ("a", "append", None),
    ("i", "ignore-interrupts", None),
    "p",
    ("", "output-error?", of("warn", "exit", "warn-nopipe", "exit-nopipe", bad=("x",))),
)


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    names = [
        d.pick("d", "missing/x") if d.wrong() else d.pick("f", "new", "-") for _ in range(d.number(0, 2))
    ]
    return Case(line(d, "tee", _OPTIONS.draw(d, 2), names), {"f": d.text(), "d/": ""}, d.text())
