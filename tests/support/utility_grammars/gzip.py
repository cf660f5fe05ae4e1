"""Files packed and unpacked again by gzip, bzip2 and xz."""

from __future__ import annotations

from random import Random

from drawing import Draw
from utility_oracle import Case

_BACK = {
    "gzip": ("gunzip", "zcat", "gzip -d", "gzip -dc"),
    "bzip2": ("bunzip2", "bzcat", "bzip2 -d"),
    "xz": ("unxz", "xzcat", "xz -d"),
}
_END = {"gzip": "gz", "bzip2": "bz2", "xz": "xz"}


def draw(r: Random) -> Case:
    """One case; how small a file becomes is every library's own, so only what comes out again is compared."""
    d = Draw(r)
    tool = d.pick("gzip", "gzip", "bzip2", "xz")
    options = d.some(("-k", "-f", "-1", "-9", "-n" if tool == "gzip" else "-k"), 2)
    names = ["missing"] if d.wrong() else d.pick(["f"], ["f", "g"], ["d"], ["f", "missing"])
    back = d.pick(*_BACK[tool])
    after = f"; echo $?; {back} f.{_END[tool]}; echo $?; rm -f *.{_END[tool]}"
    return Case((tool, *options, *names), {"f": d.text(), "g": d.text(), "d/": ""}, "", "", after)
