"""Command lines of cut."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_BAD = ("-", "", "x", "0", "1-x", "3-1", "1-2-3", "1,,0", "0-2", "2x", "-0", "1 a", "99999999999999999999")


def _list(d: Draw) -> str:
    if d.wrong(0.05):
        return d.pick(*_BAD)
    glue = d.pick(",", ",", " ", "\t")
    return glue.join(_range(d) for _ in range(d.pick(1, 1, 2, 3)))


def _range(d: Draw) -> str:
    low, high = sorted((d.number(1, 8), d.number(1, 8)))
    return d.pick(f"{low}", f"{low}", f"{low}-{high}", f"{low}-", f"-{high}")


_OPTIONS = Options(
    ("d", "delimiter", of(":", " ", ",", "\t", "a", "", bad=("::", "é"))),
    ("d", "delimiter", of(":", " ", ",")),
    "n",
    ("", "complement", None),
    ("s", "only-delimited", None),
    ("", "output-delimiter", of("", "-", "<>", "\n", "é")),
    ("z", "zero-terminated", None),
)


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    kind = d.pick("-f", "-f", "-f", "-b", "-c", "--fields=", "--bytes=", "--characters=")
    lists = [] if d.wrong(0.02) else [f"{kind}{_list(d)}"]
    if d.wrong(0.02):
        lists.append("-c1")
    return Case(line(d, "cut", [*_OPTIONS.draw(d), *lists], d.names()), d.files(), d.text())
