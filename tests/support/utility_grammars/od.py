"""Command lines of od."""

from __future__ import annotations

from random import Random

from drawing import Draw, Options, line, of
from utility_oracle import Case, Seen

_TYPES = (
    "a",
    "c",
    "d1",
    "d2",
    "d4",
    "d8",
    "dC",
    "dS",
    "dI",
    "dL",
    "d",
    "u1",
    "u2",
    "u4",
    "o1",
    "o2",
    "o",
    "x",
    "x1",
    "x2",
    "x4z",
    "x1z",
    "cz",
    "az",
)


def _type(d: Draw) -> str:
    return d.pick("d3", "k", "xx9", "") if d.wrong(0.06) else "".join(d.some(_TYPES, 2, 1))


_OPTIONS = Options(
    ("A", "address-radix", of(*"doxn", bad=("q", ""))),
    ("j", "skip-bytes", of("0", "1", "3", "0x4", "010", bad=("x", "-1", ""))),
    ("N", "read-bytes", of("0", "1", "5", "17", "0x4", "3", bad=("x",))),
    ("S", "strings?", of("1", "2", "3")),
    *(("t", "format", _type),) * 3,
    ("v", "output-duplicates", None),
    ("w", "width?", of("1", "4", "8", "16", "20", "32")),
    ("", "endian", of("big", "little", "b", bad=("x",))),
    *"abcdilosx",
)


def _bytes(d: Draw) -> str:
    if d.maybe():
        return d.text()
    plain = "".join(d.some(("\0", "\1", "a", "b", "\n", "\x7f", "\udcff", "\udc80", "é", " ", "7"), 40))
    return plain + d.pick("", "\0" * 40, "a" * 35)


def draw(r: Random) -> Case:
    """One case."""
    d = Draw(r)
    return Case(
        line(d, "od", _OPTIONS.draw(d), d.names()),
        {"f": _bytes(d), "g": _bytes(d), "h": "", "d/": ""},
        _bytes(d),
    )


def _two_faults(_case: Case, real: Seen, ours: Seen) -> bool:
    return real.status == ours.status != 0 and "invalid" in real.stderr + ours.stderr and not ours.stdout


def _incompatible(_case: Case, real: Seen, ours: Seen) -> bool:
    return real.status == ours.status != 0 and "incompatible" in real.stderr and "unrecognized" in ours.stderr


KNOWN = (
    (_two_faults, "a value is looked at when the line is read whole: of two faults another is named"),
    (_incompatible, "an option that is none is named ahead of options that exclude each other"),
)
