"""Command lines of touch."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from drawn_files import FILES, SETUP
from utility_oracle import Case

_DATES = ("2020-01-01", "@5", "2021-02-03 04:05:06.5", "2020-01-01 yesterday", "2020-01-01T00:00Z")
_STAMPS = ("202001021530", "202001021530.45", "2001021530")
_WHEN = (
    ("d", "date", of(*_DATES, bad=("garbage", "2020-13-01"))),
    ("r", "reference", of("g", "d", bad=("missing",))),
    ("t", "", of(*_STAMPS, bad=("x", "202013010000", "1"))),
)
_OPTIONS = Options(
    "a", ("c", "no-create", None), "m", ("", "time", of("atime", "mtime", "use", "access", bad=("x",)))
)
# None that would make a file, whose other time is now.
_NAMES = ("f", "g", "d", "d/x", "d/s", "e", "l", "dl", "./f", "e/", "missing/x")
_STATE = "; echo $?; for i in f g d/x d e; do [ -e $i ] && stat -c '%n %Y %X %y' $i; done"


def draw(r: Random) -> Case:
    """One case; always with a time that is named, since no two runs agree about now."""
    d = Draw(r)
    options = Options(d.pick(*_WHEN)).draw(d, 1) or ["-d", "@7"]
    before = f"{SETUP}; touch -h -d @1100000000 f g d/x d/s d e l broken dl"
    return Case(line(d, "touch", options + _OPTIONS.draw(d, 1), d.some(_NAMES, 2)), FILES, "", before, _STATE)
