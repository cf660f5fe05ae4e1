"""Command lines of mkdir."""

from __future__ import annotations

from drawing import Options, of
from drawn_files import changer

MODES = (
    "755",
    "0644",
    "u+x",
    "go-rwx",
    "u=rwx,g=rx,o=",
    "+x",
    "u+s",
    "g+s",
    "+t",
    "1777",
    "u=g",
    "o=u",
    "a+X",
    "ug+rw,o-r",
    "00755",
    "u+x-w",
    "g=u-w",
)
BAD_MODES = ("8", "x", "", "755x", "u~x", "99999")
_OPTIONS = Options(("p", "parents", None), ("m", "mode", of(*MODES, bad=BAD_MODES)), ("v", "verbose", None))
draw = changer("mkdir", _OPTIONS)
