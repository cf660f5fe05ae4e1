"""Command lines of seq."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_FORMATS = (
    "%g", "%f", "%.2f", "%e", "%03g", "x%gy", "%5.1f|", "%+g", "% g", "%-6gx", "%G", "%#g", "%%%g", "%.0f", "%Lg", "%10.3e",
)  # fmt: skip
_OPTIONS = Options(
    ("f", "format", of(*_FORMATS, bad=("%%", "%d", "%", "%g%g", "a", "%s"))),
    ("s", "separator", of(",", " ", "", "\\n", "é", "-")),
    ("w", "equal-width", None),
)
_NUMBERS = (
    "1.5",
    "0.1",
    ".5",
    "-.25",
    "1e1",
    "01",
    "10",
    "007",
    "1.50",
    "1e-1",
    "+3",
    "2.",
    "1.000",
    " 1",
)
_BAD = ("x", "", "nan", "--5", "1,5", "1x")


def _number(d: Draw) -> str:
    if d.wrong(0.04):
        return d.pick(*_BAD)
    return d.pick(str(d.number(-12, 12)), str(d.number(0, 12)), d.pick(*_NUMBERS))


def draw(r: Random) -> Case:
    """One case; what goes on for ever is cut."""
    d = Draw(r)
    numbers = [_number(d) for _ in range(d.pick(1, 2, 2, 3, 3, 3))]
    if len(numbers) == 3 and d.maybe(0.8):
        numbers[1] = d.pick("1", "2", "-1", "0.5", "-0.25", "3", "-3", "1.5")
    if d.wrong(0.03):
        numbers = d.pick([], ["1", "2", "3", "4"], ["1", "0", "3"])
    return Case(line(d, "seq", _OPTIONS.draw(d, 2), numbers), {}, "", "", " | head -n 30")
