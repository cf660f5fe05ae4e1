"""Command lines of fold."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_OPTIONS = Options(
    ("b", "bytes", None),
    ("s", "spaces", None),
    ("w", "width", of(*"1234567", "10", "20", "+3", bad=("0", "x", "", "-1", "99999999999999999999", "1k"))),
)


def draw(r: Random) -> Case:
    """One case; now and then with the width as it once was given."""
    d = Draw(r)
    old = [f"-{d.number(1, 20)}"] if d.maybe(0.2) else []
    return Case(line(d, "fold", old + _OPTIONS.draw(d, 2), d.names()), d.files(), d.text())
