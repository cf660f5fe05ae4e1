"""Command lines of ln."""

from __future__ import annotations

from drawing import Options, of
from drawn_files import NAMES, changer

_OPTIONS = Options(
    ("f", "force", None),
    *(("s", "symbolic", None),) * 2,
    ("n", "no-dereference", None),
    ("r", "relative", None),
    ("v", "verbose", None),
    ("T", "no-target-directory", None),
    "b",
    ("S", "suffix", of(".o")),
)
draw = changer("ln", _OPTIONS, 3, tuple(name for name in NAMES if not name.endswith("/") and "." not in name))
