"""Command lines of cp."""

from __future__ import annotations

from drawing import Options, of
from drawn_files import NAMES, changer

_OPTIONS = Options(
    ("f", "force", None),
    ("n", "no-clobber", None),
    ("L", "dereference", None),
    ("P", "no-dereference", None),
    "p",
    ("", "preserve?", of("mode", "timestamps", "mode,timestamps", bad=("x",))),
    *"rr",
    ("R", "recursive", None),
    ("", "remove-destination", None),
    ("S", "suffix", of(".bak", "~")),
    ("t", "target-directory", of("d", "e", bad=("f", "missing"))),
    ("T", "no-target-directory", None),
    *(("v", "verbose", None),) * 2,
    "b",
    ("", "backup?", of("none", "numbered", "t", "simple", bad=("x",))),
)
draw = changer(
    "cp",
    _OPTIONS,
    3,
    tuple(name for name in NAMES if not name.startswith(("dl", "l", "./", "d/..", "broken"))),
)
