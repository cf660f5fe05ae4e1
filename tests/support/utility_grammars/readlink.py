"""Command lines of readlink."""

from __future__ import annotations

from drawing import Options
from drawn_files import changer

_OPTIONS = Options(
    ("f", "canonicalize", None),
    ("e", "canonicalize-existing", None),
    ("m", "canonicalize-missing", None),
    ("n", "no-newline", None),
    ("v", "verbose", None),
    ("z", "zero", None),
)
draw = changer("readlink", _OPTIONS, 2)
