"""Command lines of head."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line
from utility_oracle import Case

_BAD = ("x", "", "1.5", "0x10", "1KBx", "--1", "99999999999999999999", "2kb")


def _count(d: Draw) -> str:
    if d.wrong(0.06):
        return d.pick(*_BAD)
    return (
        d.pick("", "-", "+", "-", "")
        + str(d.number(0, 8))
        + (d.pick("b", "k", "K", "kB", "KiB") if d.maybe(0.1) else "")
    )


_OPTIONS = Options(
    ("c", "bytes", _count),
    ("n", "lines", _count),
    ("q", "quiet", None),
    ("q", "silent", None),
    ("v", "verbose", None),
    ("z", "zero-terminated", None),
)


def draw(r: Random) -> Case:
    """One case; now and then with a number as it once was given."""
    d = Draw(r)
    options = _OPTIONS.draw(d, 2)
    if d.maybe(0.15):
        options.insert(
            0,
            f"-{d.number(0, 9)}{d.pick('', '', '', 'c', 'q', 'b', 'k', 'l', 'cq', 'z', 'm', 'v', 'x', 'qv')}",
        )
    return Case(line(d, "head", options, d.names(3)), d.files(), d.text())
