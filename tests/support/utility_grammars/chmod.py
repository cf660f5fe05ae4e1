"""Command lines of chmod."""

from __future__ import annotations

from drawing import Draw, Options
from drawn_files import changer
from utility_grammars.mkdir import BAD_MODES, MODES

_OPTIONS = Options(("c", "changes", None), ("f", "silent", None), ("v", "verbose", None), "R")


def _mode(d: Draw) -> list[str]:
    return [d.value((*MODES, "-w"), BAD_MODES)]


draw = changer("chmod", _OPTIONS, 2, ("f", "g", "d/x", "d/s", "e", "missing", "l", "broken"), _mode)
