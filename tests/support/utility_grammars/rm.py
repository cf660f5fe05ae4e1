"""Command lines of rm."""

from __future__ import annotations

from drawing import Options, of
from drawn_files import NAMES, changer

_OPTIONS = Options(
    ("f", "force", None),
    *"iI",
    *(("r", "recursive", None),) * 2,
    ("d", "dir", None),
    ("", "interactive?", of("never", "always", "once", bad=("x",))),
)
draw = changer("rm", _OPTIONS, 3, tuple(name for name in NAMES if name not in ("dl/", "d/")))
