"""Formats and arguments of bash's printf."""

from __future__ import annotations

import re
from random import Random

from drawing import Draw
from utility_oracle import Case, Seen

_ESCAPES = (
    "\\n", "\\t", "\\\\", "\\a", "\\x41", "\\101", "\\0101", "\\u00e9", "\\U0001F600", "\\e", "\\q", "\\x", "%%", '\\"', "\\'", "\\1", "\\x4g",
)  # fmt: skip
_ARGUMENTS = (
    "", "a", "abc", "é", "10", "-3", "0x1f", "017", "08", "1.5", "-2.25", "1e3", "'a", '"é', "'", "inf", "-inf", "abc def", "a\\tb", "\\0101",
    "\\x41", "\\c", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551615", " 5", "5 ", "5x", "+7", "0",
    "0.1", "123456789", "it's", "\n", "~", "0b1", "1_000", "1e-5", "3.7", "-0",
)  # fmt: skip


def _part(d: Draw) -> str:
    kind = d.number(0, 99)
    if kind < 62:
        flags = "".join(d.some("-+ #0", 2)) if d.maybe(0.4) else ""
        width, precision = (
            d.pick("", "", "", "3", "10", "08", "-4"),
            d.pick("", "", "", ".0", ".3", ".", ".10"),
        )
        return f"%{flags}{width}{precision}{d.pick(*'ddddiouxXsssssccbbqeEfFgG%', 'ld')}"
    return d.pick(*_ESCAPES) if kind < 85 else d.pick("a ", " ", ":", "é", "<", ">")


def settle(_case: Case, seen: Seen) -> Seen:
    """A builtin says on which line it stands, and the two sides begin to count elsewhere."""
    return seen._replace(stderr=re.sub(r"line \d+:", "line:", seen.stderr))


def draw(r: Random) -> Case:
    """One case; the format is used again while arguments are left."""
    d = Draw(r)
    text = "".join(_part(d) for _ in range(d.number(1, 4)))
    arguments = d.some(_ARGUMENTS, 5)
    return Case(
        ("printf", *(["--"] if text.startswith("-") else []), text, *arguments),
        {},
        "",
        "",
        d.pick("", "", " | od -c"),
    )
