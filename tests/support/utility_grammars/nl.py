"""Command lines of nl."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case

_STYLES = of("a", "t", "n", "pa", "p^b", "p", "t1", bad=("x", "", "p["))
_NUMBERS = ("1", "2", "3", "7")
_OPTIONS = Options(
    ("b", "body-numbering", _STYLES),
    ("f", "footer-numbering", _STYLES),
    ("h", "header-numbering", _STYLES),
    ("d", "section-delimiter", of("x", "ab", "", "abc", ":", "\\:")),
    ("i", "line-increment", of(*_NUMBERS, "0", "-1", bad=("x", ""))),
    ("l", "join-blank-lines", of(*_NUMBERS, bad=("0", "x"))),
    ("n", "number-format", of("ln", "rn", "rz", bad=("x",))),
    ("p", "no-renumber", None),
    ("s", "number-separator", of(": ", "", "é", "\t\t")),
    ("v", "starting-line-number", of(*_NUMBERS, "0", "-3", bad=("x", ""))),
    ("w", "number-width", of(*_NUMBERS, bad=("0", "x"))),
)
_SECTIONS = ("\\:\\:\\:", "\\:\\:", "\\:", "a", "bc", "", "", "x", "xx", ":", "abab", "ab")


def draw(r: Random) -> Case:
    """One case; some files have sections."""
    d = Draw(r)
    files = d.files()
    if d.maybe(0.4):
        files["f"] = "\n".join(d.some(_SECTIONS, 12)) + "\n"
    return Case(line(d, "nl", _OPTIONS.draw(d), d.names()), files, d.text())
