"""Command lines of mv."""

from __future__ import annotations

from drawing import Options, of
from drawn_files import NAMES, changer

_OPTIONS = Options(
    ("f", "force", None),
    ("n", "no-clobber", None),
    ("i", "interactive", None),
    ("t", "target-directory", of("d", "e", bad=("f", "missing"))),
    ("T", "no-target-directory", None),
    ("u", "update", None),
    *(("v", "verbose", None),) * 2,
)
draw = changer("mv", _OPTIONS, 3, tuple(name for name in NAMES if not name.startswith(("dl", "l", "e"))))
