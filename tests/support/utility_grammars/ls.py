"""Command lines of ls."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case, Seen

_FILES = {
    "f": "a",
    "g.txt": "x" * 50,
    "d/.hid": "x",
    "d/s/": "",
    "e/": "",
    "a b": "123",
    "it's": "1",
    ".dot": "",
    "v10": "",
    "v9": "",
    "n\nl": "",
}
_SETUP = (
    "ln -s f l; ln -s nope broken; ln -s d dl; chmod 755 v9; touch -h -d @1000000000 * .dot; touch -d @1500000000 g.txt d; "
    "touch -d @1795000000 v10; touch -d @1200000000 d/.hid d/s; touch -d @1500000000 d; touch -d @1000000000 ."
)
_NAMES = ("f", "d", "g.txt", "l", "dl", "broken", ".", "e", "a b", "dl/", ".dot")
_QUOTING = ("literal", "shell", "shell-always", "shell-escape", "c", "escape")
_OPTIONS = Options(
    *"aABbCdFmNpQqrRtvxX1",
    ("", "group-directories-first", None),
    ("I", "ignore", of("f", "*")),
    ("", "hide", of("d")),
    ("", "sort", of("time", "extension", "version", bad=("x",))),
    ("w", "width", of("20", "40", "80", bad=("x",))),
    ("", "format", of("across", "commas", "vertical", "single-column", bad=("x",))),
    ("", "indicator-style", of("none", "slash", "file-type", "classify", bad=("x",))),
    ("", "quoting-style", of(*_QUOTING, bad=("x",))),
    ("", "file-type", None),
)


def draw(r: Random) -> Case:
    """One case; sizes of folders and owners are every machine's own, so names are what is asked for."""
    d = Draw(r)
    names = [
        d.pick("missing", "f/") if d.wrong() else d.pick(*_NAMES) for _ in range(d.pick(0, 0, 1, 1, 2, 3))
    ]
    return Case(line(d, "ls", _OPTIONS.draw(d, 4), names), _FILES, "", _SETUP)


def _overridden(_case: Case, real: Seen, _ours: Seen) -> bool:
    return "invalid argument" in real.stderr and "--indicator-style" in real.stderr


def _possibilities(_case: Case, real: Seen, ours: Seen) -> bool:
    return "ambiguous" in real.stderr and sorted(real.stderr.split()) == sorted(ours.stderr.split())


KNOWN = (
    (_overridden, "a style that a later option overrides is not looked at"),
    (_possibilities, "possibilities are listed in the order of the help"),
)
