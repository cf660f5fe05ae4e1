"""Command lines of wc."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line
from utility_oracle import Case

_OPTIONS = Options(
    ("c", "bytes", None),
    ("m", "chars", None),
    ("l", "lines", None),
    ("L", "max-line-length", None),
    ("w", "words", None),
)


def draw(r: Random) -> Case:
    """One case; now and then with the names in a file."""
    d = Draw(r)
    options, names, files = _OPTIONS.draw(d), d.names(3), d.files()
    if d.maybe(0.15):
        files["l"] = d.pick("f\0g\0", "f", "", "f\0\0g", "missing\0f\0", "-\0", "f\0d\0")
        options.append(f"--files0-from={d.pick('l', 'l', '-', 'missing')}")
        names = names if d.wrong() else []
    return Case(line(d, "wc", options, names), files, d.text())
