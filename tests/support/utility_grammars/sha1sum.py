"""Command lines of sha1sum, and of what is like it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random

from drawing import Draw, Options, line
from utility_oracle import Case

_WRITING = Options(("b", "binary", None), ("t", "text", None), ("", "tag", None), ("z", "zero", None))
_CHECKING = Options(
    ("", "ignore-missing", None),
    ("", "quiet", None),
    ("", "status", None),
    ("", "strict", None),
    ("w", "warn", None),
)


def sums(name: str, algorithm: str) -> Callable[[Random], Case]:
    """The grammar of a tool that writes and checks sums."""

    def row(d: Draw, files: dict[str, str]) -> str:
        file = d.pick("f", "g", "missing", "a b", "f")
        data = files.get(file, "").encode("utf-8", "surrogateescape")
        sum_ = hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()
        sum_ = sum_[:-1] + "0" if d.maybe(0.15) else sum_.upper() if d.maybe(0.1) else sum_
        if d.maybe(0.7):
            return f"{sum_} {d.pick(' ', '*')}{file}"
        return d.pick(
            f"{algorithm.upper()} ({file}) = {sum_}",
            "",
            "garbage",
            f"{sum_[:-2]}  f",
            f"# {sum_}  f",
            f"xyz  {file}",
        )

    def draw(r: Random) -> Case:
        d = Draw(r)
        files = {"f": d.text(), "g": d.text(), "a b": "x", "back\\slash": "y"}
        if d.maybe():
            names = (
                d.pick(["missing", "f"], ["d"])
                if d.wrong()
                else d.pick(["f"], ["f", "g"], [], ["-"], ["back\\slash"], ["a b"])
            )
            return Case(line(d, name, _WRITING.draw(d), names), files | {"d/": ""}, d.text())
        # Lines of one file are of one form, as a checker takes them to be.
        files["l"] = "".join(f"{row(d, files)}\n" for _ in range(d.number(0, 4)))
        names = ["missing"] if d.wrong() else d.pick(["l"], ["l"], ["l", "l"], ["-"])
        return Case(line(d, name, ["-c", *_CHECKING.draw(d)], names), files, files["l"])

    return draw


draw = sums("sha1sum", "sha1")
