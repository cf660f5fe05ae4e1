"""The hunks of a patch: what diff wrote as unified, context or normal text, read into one shape."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Side = list[tuple[str, bytes]]

__all__ = ["COMMAND", "Hunk", "Malformed", "Source", "next_hunk"]

_UNIFIED = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)", re.DOTALL)
_STARS = re.compile(rb"\*\*\* (\d+)(?:,(\d+))?")
_DASHES = re.compile(rb"--- (\d+)(?:,(\d+))?")
COMMAND = re.compile(rb"(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?\s*")
_MOST = 1 << 53


class Malformed(Exception):
    """The patch cannot be read any further; the words for it."""


class Hunk:
    """Lines to find and lines to put there; a line has its mark (`` ``, ``-``, ``+``, ``!``) and its newline, if any.

    Attributes:
        first, new_first: where either side begins, counted from 1; an empty side begins before that line.
        function: what follows the range, with its space.
    """

    __slots__ = ("first", "function", "new", "new_first", "old")

    def __init__(self, first: int, old: Side, new_first: int, new: Side, function: bytes = b"") -> None:
        self.first = first
        self.old = old
        self.new_first = new_first
        self.new = new
        self.function = function

    def swap(self) -> None:
        """The other way round."""
        marks = {"-": "+", "+": "-"}
        self.first, self.new_first = self.new_first, self.first
        self.old, self.new = (
            [(marks.get(mark, mark), line) for mark, line in side] for side in (self.new, self.old)
        )

    def context(self) -> tuple[int, int]:
        """Unchanged lines before and behind the changes."""
        return (
            min(_unchanged(self.old), _unchanged(self.new)),
            min(_unchanged(self.old[::-1]), _unchanged(self.new[::-1])),
        )


def _unchanged(side: Side) -> int:
    return next((at for at, (mark, _) in enumerate(side) if mark != " "), len(side))


class Source:
    """The lines of a patch, one after the other.

    Attributes:
        at: the index of the next line.
        indent: columns that every line of this part is indented by.
        strip_cr: whether lines end with a carriage return that is the patch's, not the file's.
    """

    def __init__(self, lines: list[bytes], say: Callable[[str], None]) -> None:
        self.lines = lines
        self.say = say
        self.at = 0
        self.uncounted = 0  # lines that GNU's patch leaves out of the numbers in its messages
        self.indent = 0
        self.strip_cr = False

    def peek(self) -> bytes:
        """The next line as it is meant; b"" at the end."""
        return self.meant(self.lines[self.at]) if self.at < len(self.lines) else b""

    def meant(self, line: bytes) -> bytes:
        """A line without the indent."""
        column = start = 0
        while column < self.indent and start < len(line) and line[start : start + 1] in (b" ", b"\t", b"X"):
            column += 8 - column % 8 if line[start] == 9 else 1
            start += 1
        line = line[start:]
        if self.strip_cr and line.endswith(b"\r\n"):
            line = line[:-2] + b"\n"
        return line

    def take(self) -> bytes:
        """The next line; b"" at the end."""
        line = self.peek()
        if line:
            self.at += 1
            if not line.endswith(b"\n"):
                self.say("patch unexpectedly ends in middle of line\n")
        return line

    def malformed(self, line: bytes) -> Malformed:
        """That the line just taken is wrong."""
        return Malformed(
            f"malformed patch at line {self.at - self.uncounted}: {line.decode('utf-8', 'surrogateescape')}"
        )


def next_hunk(source: Source, kind: str) -> Hunk | None:
    """The next hunk, or None where the next line begins none. Raises Malformed."""
    return {"unified": _unified, "context": _context, "normal": _normal}[kind](source)


def _number(source: Source, digits: bytes, line: bytes) -> int:
    if len(digits) > 16 or int(digits) > _MOST:
        raise source.malformed(line)
    return int(digits)


# Unified


def _unified(source: Source) -> Hunk | None:
    line = source.peek()
    if not line.startswith(b"@@ -"):
        return None
    source.take()
    found = _UNIFIED.match(line)
    if found is None:
        raise source.malformed(line)
    first, new_first = (_number(source, found[at], line) for at in (1, 3))
    wanted, new_wanted = (_number(source, found[at] or b"1", line) for at in (2, 4))
    old: Side = []
    new: Side = []
    while len(old) < wanted or len(new) < new_wanted:
        line = _body_line(source, new_wanted - len(new))
        mark = chr(line[0])
        if (
            mark not in " -+"
            or (mark != "+" and len(old) >= wanted)
            or (mark != "-" and len(new) >= new_wanted)
        ):
            raise source.malformed(line)
        if mark != "+":
            old.append((mark, line[1:]))
        if mark != "-":
            new.append((mark, line[1:]))
        _last_newline(source, old if mark != "+" else [], new if mark != "-" else [])
    function = found[5].rstrip(b"\r\n")
    return Hunk(
        first + (not wanted),
        old,
        new_first + (not new_wanted),
        new,
        function if function[:1] == b" " else b"",
    )


def _body_line(source: Source, missing: int) -> bytes:
    """A line within a hunk: with its mark, which mailers eat when it is a space."""
    line = source.take()
    if not line:
        if missing > 3:
            raise Malformed("unexpected end of file in patch")
        return b" \n"  # empty lines at the end got lost
    return b" " + line if line[:1] in (b"\t", b"\n") else line


def _last_newline(source: Source, *sides: Side) -> None:
    """``\\ No newline at end of file`` behind a line: it has none."""
    if source.at >= len(source.lines) or not source.lines[source.at].startswith(b"\\ "):
        return
    source.at += 1
    source.uncounted += 1
    for side in sides:
        if side:
            mark, line = side[-1]
            side[-1] = (mark, line.removesuffix(b"\n"))


# Context


def _context(source: Source) -> Hunk | None:
    start = source.at
    line = source.peek()
    if not line.startswith(b"********"):
        return None
    source.take()
    function = line.rstrip(b"\r\n").lstrip(b"*")
    stars = _STARS.match(source.peek())
    if stars is None:
        source.at = start
        return None
    source.take()
    old = _half(source, "-", _size(source, stars))
    line = source.take()
    dashes = _DASHES.match(line)
    if dashes is None:
        if not line:
            raise Malformed("unexpected end of file in patch")
        raise source.malformed(line)
    new = _half(source, "+", _size(source, dashes))
    wanted, new_wanted = _size(source, stars), _size(source, dashes)
    if not old:
        old = [(mark, text) for mark, text in new if mark == " "]
    if not new and new_wanted:
        new = [(mark, text) for mark, text in old if mark == " "]
    if len(old) != wanted or len(new) != new_wanted:
        raise Malformed(
            "unexpected end of file in patch"
            if not source.peek()
            else f"replacement text or line numbers mangled in hunk at line {start + 1}"
        )
    first, new_first = int(stars[1]), int(dashes[1])
    return Hunk(first + (not wanted), old, new_first + (not new_wanted), new, function)


def _size(source: Source, found: re.Match[bytes]) -> int:
    low = _number(source, found[1], found[0])
    high = _number(source, found[2], found[0]) if found[2] else low
    return high - low + 1 if high else 0


def _half(source: Source, change: str, wanted: int) -> Side:
    """One side's lines; none when diff left it out, as it does where only the other one changes."""
    side: Side = []
    while len(side) < wanted:
        line = source.peek()
        if not line and change == "+" and side and wanted - len(side) <= 3:
            side.append((" ", b"\n"))  # empty lines at the end got lost
            continue
        mark = chr(line[0]) if line else ""
        if mark and mark in "\t\n":
            line, mark = b" " + line, " "
        if mark not in (" ", "!", change) or _DASHES.match(line):
            break
        source.take()
        side.append((mark, line[2:] if line[1:2] == b" " else line[1:]))
        _last_newline(source, side)
    return side


# Normal


def _normal(source: Source) -> Hunk | None:
    found = COMMAND.fullmatch(source.peek())
    if found is None:
        return None
    line = source.take()
    low = _number(source, found[1], line)
    high = _number(source, found[2], line) if found[2] else low
    new_low = _number(source, found[4], line)
    new_high = _number(source, found[5], line) if found[5] else new_low
    letter = found[3]
    old = _marked(source, b"<", "-", 0 if letter == b"a" else high - low + 1)
    if letter == b"c" and not source.take().startswith(b"---"):
        raise Malformed(f"'---' expected at line {source.at} of patch")
    new = _marked(source, b">", "+", 0 if letter == b"d" else new_high - new_low + 1)
    return Hunk(low + (letter == b"a"), old, new_low + (letter == b"d"), new)


def _marked(source: Source, lead: bytes, mark: str, count: int) -> Side:
    side: Side = []
    while len(side) < count:
        line = source.take()
        if not line:
            raise Malformed(f"unexpected end of file in patch at line {source.at}")
        if line[:1] != lead or line[1:2] not in (b" ", b"\t"):
            raise Malformed(
                f"'{lead.decode()}' followed by space or tab expected at line {source.at} of patch"
            )
        side.append((mark, line[2:]))
        _last_newline(source, side)
    return side
