"""Command lines of realpath."""

from __future__ import annotations

from drawing import Options, of
from drawn_files import changer

_OPTIONS = Options(
    ("e", "canonicalize-existing", None),
    ("m", "canonicalize-missing", None),
    ("L", "logical", None),
    ("P", "physical", None),
    ("q", "quiet", None),
    ("", "relative-to", of("d", "e", ".", "d/s")),
    ("", "relative-base", of("d", "e", ".", "d/s")),
    ("s", "strip", None),
    ("z", "zero", None),
)
draw = changer("realpath", _OPTIONS, 2)
