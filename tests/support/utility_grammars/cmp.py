"""Command lines of cmp."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case, Seen

_OPTIONS = Options(
    ("b", "print-bytes", None),
    ("i", "ignore-initial", of("0", "1", "3", "1:2", "1K", "100", bad=("x", "-1"))),
    ("l", "verbose", None),
    ("n", "bytes", of("0", "1", "3", "10", "1K", bad=("x",))),
    ("s", "quiet", None),
    ("", "silent", None),
)


def _near(d: Draw, text: str) -> str:
    """Nearly the same."""
    for _ in range(d.number(0, 3)):
        at = d.number(0, len(text))
        text = text[:at] + d.pick("a", "b", "Z", "\n", "", "~", "\udcff") + text[at + d.pick(0, 1, 1) :]
    return text


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    text = d.text()
    names = (
        d.pick(["f", "missing"], ["f", "d"], ["f", "g", "x"], ["f", "g", "1", "2", "3"], [])
        if d.wrong()
        else d.pick(
            ["f", "g"],
            ["f", "g"],
            ["f", "g"],
            ["f", "-"],
            ["-", "g"],
            ["f"],
            ["f", "g", "1"],
            ["f", "g", "1", "2"],
            ["f", "f"],
        )
    )
    return Case(line(d, "cmp", _OPTIONS.draw(d, 2), names), {"f": text, "g": _near(d, text), "d/": ""}, text)


def _two_faults(_case: Case, real: Seen, ours: Seen) -> bool:
    return real.status == ours.status != 0 and "invalid" in real.stderr + ours.stderr and not ours.stdout


def _incompatible(_case: Case, real: Seen, ours: Seen) -> bool:
    return real.status == ours.status != 0 and "incompatible" in real.stderr and "unrecognized" in ours.stderr


KNOWN = (
    (_two_faults, "a value is looked at when the line is read whole: of two faults another is named"),
    (_incompatible, "an option that is none is named ahead of options that exclude each other"),
)
