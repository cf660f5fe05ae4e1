"""Command lines of diff."""

from __future__ import annotations

import re
from random import Random

from utility_oracle import Case, Seen

_LINES = (
    "a",
    "b",
    "c",
    "d",
    "",
    "  a",
    "a ",
    "a  b",
    "A",
    "\ta",
    "{",
    "}",
    "int f(void)",
    "x y",
    "é",
    "foo",
    "foo\tbar",
    "B",
    "\r",
)
_FLAGS = (
    "-u", "-u", "-u", "-U1", "-U0", "-c", "-C1", "-e", "-n", "-f", "-y", "-q", "-s", "-i", "-w", "-b", "-B", "-E", "-Z", "-t", "-T", "-a", "-N",
    "-r", "--normal", "-p", "-F^int", "-Ifoo", "-I^a", "--label=x", "--strip-trailing-cr", "-d", "-H", "-W40", "--left-column",
    "--suppress-common-lines", "--brief", "--unified=2", "--context", "--ed", "--rcs", "--ignore-all-space", "--ignore-blank-lines", "-l -",
    "--color=always", "--color=never", "-Dxx", "--line-format=%L", "--old-line-format=-%l\n", "--new-line-format=+%L", "--unchanged-line-format=",
    "--tabsize=4", "--suppress-blank-empty", "--no-dereference", "-x*.c", "-1", "-2", "-3u", "--minimal", "-P", "-S b",
)  # fmt: skip
_BAD = (
    "-k",
    "-Ux",
    "-C",
    "--nope",
    "-y -u",
    "-W0",
    "-Wx",
    "--horizon-lines=x",
    "--color=x",
    "-I[",
    "-F*",
    "-u -c",
)


def _text(r: Random) -> list[str]:
    return [r.choice(_LINES) for _ in range(r.choice((0, 1, 3, 6, 9)))]


def _edited(r: Random, lines: list[str]) -> list[str]:
    made = list(lines)
    for _ in range(r.randrange(4)):
        at = r.randrange(len(made) + 1)
        made[at : at + r.randrange(3)] = [r.choice(_LINES) for _ in range(r.randrange(3))]
    return made


def _joined(r: Random, lines: list[str]) -> str:
    joined = "".join(line + "\n" for line in lines)
    joined = joined[:-1] if r.random() < 0.15 else joined
    return joined + "\0x\n" if r.random() < 0.03 else joined


def draw(r: Random) -> Case:
    first = _text(r)
    files = {"a": _joined(r, first), "b": _joined(r, _edited(r, first))}
    flags: list[str] = []
    for _ in range(r.choice((0, 1, 1, 2, 2, 3))):
        flags += r.choice(_FLAGS).split(" ")
    if r.random() < 0.04:
        flags += r.choice(_BAD).split(" ")
    names = ["a", "b"]
    if r.random() < 0.25:
        for name in ("x", "y.c", "s/z"):
            lines = _text(r)
            if r.random() < 0.8:
                files[f"d1/{name}"] = _joined(r, lines)
            if r.random() < 0.8:
                files[f"d2/{name}"] = _joined(r, lines if r.random() < 0.3 else _edited(r, lines))
        files.setdefault("d1/w", "w\n")
        files.setdefault("d2/v", "v\n")
        names = ["d1", "d2"] if r.random() < 0.8 else ["d1", "a"]
    if r.random() < 0.08:
        names[r.randrange(2)] = r.choice(("-", "none", "d", "a"))
    if r.random() < 0.03:
        names = r.choice((["a"], [], ["a", "b", "a"], ["none", "none2"], ["-", "-"]))
    touch = "find . -type f -exec touch -d @86400.5 {} +"
    return Case(("diff", *flags, *names), files, _joined(r, _edited(r, first)), before=touch)


_DATED = re.compile(r"(\t)20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9} \+0000")


def settle(_case: Case, seen: Seen) -> Seen:
    """What comes by standard input is dated now."""
    return seen._replace(stdout=_DATED.sub(r"\1now", seen.stdout))


def _marked(seen: Seen) -> list[str]:
    return sorted(line for line in seen.stdout.split("\n") if line[:1] in tuple("<>+-!"))


KNOWN = (
    (
        lambda case, real, ours: real.status == ours.status == 1 and _marked(real) == _marked(ours),
        "which of several equal lines is the one that stayed: the changes are as few",
    ),
    (
        lambda case, real, ours: (
            real.status == ours.status == 2 and "conflicting" in real.stderr + ours.stderr
        ),
        "which fault of a command line is told first",
    ),
    (
        lambda case, real, ours: "d1" in case.argv and "--label=x" in case.argv,
        "labels of files in folders: here the command above each comparison names the files",
    ),
    (
        lambda case, real, ours: "not supported with directories" in real.stderr,
        "formats of lines for whole folders: here they are written",
    ),
    (
        lambda case, real, ours: (
            any(word in ("-N", "-P", "--new-file") for word in case.argv) and "d1" in case.argv
        ),
        "a file beside a folder where absent files count as empty ones",
    ),
)
