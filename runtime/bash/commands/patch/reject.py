"""Hunks that found no place, as the reject file shows them: like the patch, with the places where they were looked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.patch.hunks import Hunk, Side

__all__ = ["rejected"]


def rejected(hunk: Hunk, grown: int, unified: bool, starred: bool) -> bytes:
    """One hunk's text; ``grown`` is how many lines the hunks before it added. GNU's patch ends the ranges of a context
    hunk in stars and four dashes only when it was ``starred`` before."""
    old, new = hunk.first + grown, hunk.new_first + grown
    return _unified(hunk, old, new) if unified else _context(hunk, old, new, starred)


def _unified(hunk: Hunk, old: int, new: int) -> bytes:
    ranges = f"@@ -{_range(old, len(hunk.old))} +{_range(new, len(hunk.new))} @@".encode()
    out = [ranges, hunk.function, b"\n"]
    at = 0
    for mark, line in hunk.old:
        if mark == " ":
            at = _added(hunk.new, at, out)
            at += 1
        out += _line(b"-" if mark != " " else b" ", line)
    _added(hunk.new, at, out)
    return b"".join(out)


def _added(side: Side, at: int, out: list[bytes]) -> int:
    """Write what is new from ``at`` on; where it ends."""
    while at < len(side) and side[at][0] != " ":
        out += _line(b"+", side[at][1])
        at += 1
    return at


def _range(first: int, count: int) -> str:
    if count == 1:
        return str(first)
    return f"{first if count else first - 1},{count}"


def _context(hunk: Hunk, old: int, new: int, starred: bool) -> bytes:
    out = [b"***************", hunk.function, b"\n"]
    tails = (b" ****\n", b" ----\n") if starred else (b"\n", b" -----\n")
    sides = (
        (b"*** ", old, _marked(hunk.old, hunk.new, starred), tails[0]),
        (b"--- ", new, _marked(hunk.new, hunk.old, starred), tails[1]),
    )
    for lead, first, side, tail in sides:
        out += [lead, _lines(first, len(side)).encode(), tail]
        for mark, line in side:
            out += _line(mark.encode() + b" ", line)
    return b"".join(out)


def _marked(side: Side, other: Side, starred: bool) -> Side:
    """A side with ``!`` where the other one has lines in the same place."""
    if not starred:
        return side
    busy = _places(other)
    out: Side = []
    at = 0
    for mark, line in side:
        at += mark == " "
        out.append(("!" if mark in "-+" and at in busy else mark, line))
    return out


def _places(side: Side) -> set[int]:
    """How many unchanged lines stand before each change."""
    places = set()
    at = 0
    for mark, _ in side:
        at += mark == " "
        if mark != " ":
            places.add(at)
    return places


def _lines(first: int, count: int) -> str:
    if count < 1:
        return "0"
    return str(first) if count == 1 else f"{first},{first + count - 1}"


def _line(lead: bytes, line: bytes) -> tuple[bytes, ...]:
    return lead, line
