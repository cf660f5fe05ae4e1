"""Command lines of basename."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_PARTS = ("a", "b.c", "usr", ".", "..", "x.tar.gz", "é", " ", "-n", ".txt", "")
_OPTIONS = Options(
    ("a", "multiple", None), ("s", "suffix", of(".c", ".gz", "c", "", "/", "b.c", "usr")), ("z", "zero", None)
)


def path(d: Draw) -> str:
    """A path, slashes in every number."""
    return (
        d.pick("", "/", "//", "x")
        + d.pick("/", "/", "//").join(d.some(_PARTS, 4))
        + d.pick("", "/", "//", "")
    )


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    names = [path(d) for _ in range(d.number(0, 3))]
    if names and d.maybe(0.3):
        names = [names[0], d.pick(".c", ".gz", "a", "r", "usr")]
    return Case(line(d, "basename", _OPTIONS.draw(d, 2), names))
