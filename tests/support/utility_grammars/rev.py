"""Command lines of rev."""

from __future__ import annotations

from random import Random

from drawing import Draw
from utility_oracle import Case


def _text(d: Draw) -> str:
    """Text alone: bytes that are none, and NULs, are an error to util-linux's rev, and are turned round here."""
    return "".join(char for char in d.text() if "\0" < char < "\ud800" or char > "\udfff")


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    files = {f"{name}{d.number(1, 60)}": _text(d) for name in "fg"}
    names = [name for name in files if d.maybe(0.7)]
    return Case(("rev", *names, *(["missing"] if d.wrong() else [])), files, _text(d))
