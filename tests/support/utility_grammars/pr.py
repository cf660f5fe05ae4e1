"""Columns and pages for pr."""

from __future__ import annotations

from typing import TYPE_CHECKING

from utility_oracle import Case

if TYPE_CHECKING:
    import random

_LINES = (
    "a",
    "bb bb",
    "c\tc",
    "",
    "a long line of words that goes on and on for more than a column",
    "x  y        z",
)
_OPTIONS = ("-d", "-n", "-n:4", "-s", "-s:", "-J", "-w50", "-W40", "-o3", "-Sab", "-N7", "-f", "-T", "-S")


def draw(r: random.Random) -> Case:
    """Some lines, in some shape. The real pr never ends with -d and room for one line on a page."""
    text = "".join(f"{r.choice(_LINES)}\n" for _ in range(r.randint(0, 40)))
    options = ["-t"] if r.random() < 0.7 else [f"-l{r.randint(12, 30)}", "-hT"]
    files = ["f"]
    shape = r.random()
    if shape < 0.4:
        options += [f"-{r.randint(1, 4)}"] + ["-a"] * (r.random() < 0.25)
    elif shape < 0.55:
        options += ["-m", "-Dx"]
        files.append("g")
    options += [option for option in _OPTIONS if r.random() < 0.1]
    count = "".join(f"{number}\n" for number in range(r.randint(0, 20)))
    before = "TZ=UTC0; export TZ; touch -d '2020-01-02 03:04' f g"
    return Case(("pr", *options, *files), {"f": text, "g": count}, before=before)
