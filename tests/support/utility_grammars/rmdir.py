"""Command lines of rmdir."""

from __future__ import annotations

from drawing import Options
from drawn_files import changer

_OPTIONS = Options(("p", "parents", None), ("v", "verbose", None), ("", "ignore-fail-on-non-empty", None))
draw = changer("rmdir", _OPTIONS)
