"""Command lines of tr."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options
from utility_oracle import Case

_ITEMS = (
    "a-z", "A-Z", "0-9", "[:alpha:]", "[:digit:]", "[:upper:]", "[:lower:]", "[:space:]", "[:punct:]", "[:alnum:]", "[:cntrl:]", "[:blank:]",
    "[:graph:]", "[:print:]", "[:xdigit:]", "[:bogus:]", "[=a=]", "[=ab=]", "[x*3]", "[y*]", "[z*010]", "[q*x]", "a", "b", "c", "é", "\\n", "\\t",
    "\\0", "\\012", "\\141", "\\\\", "\\x", "\\", "-", "z-a", "a-", "-z", "\\101-\\105", " ", "[", "]", "[a", "[:alpha", "^", "\\400", "\\8", "[x*", "\\r",
    "\\177-\\200", "", "b-b", "!-~", "[::]", "[==]", "[:*]", "[=*5]",
)  # fmt: skip
_OPTIONS = Options(
    ("c", "complement", None),
    "C",
    ("d", "delete", None),
    ("s", "squeeze-repeats", None),
    ("t", "truncate-set1", None),
)


def _set(d: Draw) -> str:
    text = "".join(d.some(_ITEMS, 3, 1))
    return f"a{text}" if text.startswith("-") else text


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    options = _OPTIONS.draw(d, 2)
    sets = [_set(d) for _ in range(d.pick(2, 2, 2, 2, 2, 1, 1, 0, 3))]
    if len(sets) == 1 and d.maybe(0.8):
        options.append(d.pick("-d", "-s"))
    return Case(("tr", *options, *(["--"] if d.maybe(0.05) else []), *sets), {}, d.text())
