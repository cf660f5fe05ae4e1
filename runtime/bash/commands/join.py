"""join: lines of two sorted files that have a field in common."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import Lines, encoded, opened, watched
from runtime.bash.commands._shared.quoting import always, maybe, quote, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... FILE1 FILE2",
    "For each pair of input lines with identical join fields, write a line to standard output.",
    ("a", "", "FILENUM", "also print unpairable lines from file FILENUM"),
    ("e", "", "EMPTY", "replace missing input fields with EMPTY"),
    ("i", "ignore-case", "", "ignore differences in case when comparing fields"),
    ("j", "", "FIELD", "equivalent to '-1 FIELD -2 FIELD'"),
    ("o", "", "FORMAT", "obey FORMAT while constructing output line"),
    ("t", "", "CHAR", "use CHAR as input and output field separator"),
    ("v", "", "FILENUM", "like -a FILENUM, but suppress joined output lines"),
    ("1", "", "FIELD", "join on this FIELD of file 1"),
    ("2", "", "FIELD", "join on this FIELD of file 2"),
    ("", "check-order", "", "check that the input is correctly sorted"),
    ("", "nocheck-order", "", "do not check that the input is correctly sorted"),
    ("", "header", "", "treat the first line in each file as field headers"),
    ("z", "zero-terminated", "", "lines end with NUL"),
    posix=False,
)


_MOST_FIELD = (1 << 64) - 1
_BLANKS = b" \t\n"

# Bytes that are gathered before they are written.
_HELD = 65_536


def main(cx: Context) -> int:
    layout = _Layout(cx)
    given = OPTIONS.parse(cx, checks=layout.checks())
    layout.finish(given)
    names = given.operands
    if len(names) < 2:
        raise OPTIONS.refuse(cx, f"missing operand after {quote(names[0])}" if names else "missing operand")
    if len(names) > 2:
        raise OPTIONS.refuse(cx, f"extra operand {always(names[2])}")
    streams: list[Stream | None] = []
    try:
        streams += (_opened(cx, name) for name in names)
        if names == ["-", "-"]:
            return cx.fail("both files cannot be standard input")
        sources = [_Source(cx, layout, name, stream) for name, stream in zip(names, streams, strict=True)]
        work = _Join(cx, layout, *sources)
        try:
            return work.run()
        finally:
            work.flush()
    finally:
        for stream in streams:
            if stream is not None:
                stream.release()


def _opened(cx: Context, name: str) -> Stream | None:
    """None for a folder, which can be opened, but not read."""
    try:
        return opened(cx, name)
    except OSError as error:
        if error.errno == 21:
            return None
        cx.complain(f"{maybe(name)}: {reason(error)}")
        raise Done(1) from None


class _Layout:
    """What the options say: how lines part into fields, and which fields are written."""

    def __init__(self, cx: Context) -> None:
        self.cx = cx
        self.separator: bytes | None = None
        self.whole_line = False
        self.filler: bytes | None = None
        self.empty = b""
        self.keys: list[int | None] = [None, None]
        self.format: list[tuple[int, int]] = []
        self.auto = False
        self.unpaired = [False, False]

    def _trouble(self, message: str) -> Done:
        self.cx.complain(message)
        return Done(1)

    def checks(self) -> dict[str, Callable[[str], object]]:
        """What reads values in order: the first that is wrong is complained of."""
        return {
            "a": self._side,
            "v": self._side,
            "e": self._filler,
            "1": lambda text: self._key(0, self._field(text)),
            "2": lambda text: self._key(1, self._field(text)),
            "j": self._both,
            "o": self._fields,
            "t": self._tab,
        }

    def _side(self, text: str) -> None:
        if text not in ("1", "2"):
            raise self._trouble(f"invalid field number: {quote(text)}")
        self.unpaired[int(text) - 1] = True

    def _filler(self, text: str) -> None:
        if self.filler not in (None, encoded(text)):
            raise self._trouble("conflicting empty-field replacement strings")
        self.filler = self.empty = encoded(text)

    def _field(self, text: str) -> int:
        digits = text.lstrip(" \t\n\v\f\r").removeprefix("+")
        if not (digits.isascii() and digits.isdigit()) or not int(digits[:30]):
            raise self._trouble(f"invalid field number: {quote(text)}")
        return min(int(digits[:30]), _MOST_FIELD) - 1

    def _both(self, text: str) -> None:
        for side in (0, 1):
            self._key(side, self._field(text))

    def _key(self, side: int, field: int) -> None:
        before = self.keys[side]
        if before not in (None, field):
            raise self._trouble(f"incompatible join fields {(before or 0) + 1}, {field + 1}")
        self.keys[side] = field

    def _fields(self, text: str) -> None:
        if text == "auto":
            self.auto = True
            return
        for word in watched(self.cx, re.split(r"[ ,\t]", text)):
            if word[:1] not in ("0", "1", "2"):
                raise self._trouble(f"invalid file number in field spec: {quote(word)}")
            if word[1:] if word[0] == "0" else word[1:2] != ".":
                raise self._trouble(f"invalid field specifier: {quote(word)}")
            self.format.append((int(word[0]), self._field(word[2:]) if word != "0" else 0))

    def _tab(self, text: str) -> None:
        tab = b"\0" if text == "\\0" else encoded(text) or b"\n"
        if len(tab) > 1:
            raise self._trouble(f"multi-character tab {quote(text)}")
        if self.separator not in (None, tab):
            raise self._trouble("incompatible tabs")
        self.separator, self.whole_line = tab, tab == b"\n"

    def finish(self, given: Given) -> None:
        """What is known only when all options are read."""
        self.key = [key or 0 for key in self.keys]
        self.paired = "v" not in given
        self.fold = "i" in given
        self.end = b"\0" if "z" in given else b"\n"
        self.header = "header" in given
        order = given.last(("check-order", "nocheck-order"))
        self.check, self.strict = order != "nocheck-order", order == "check-order"
        self.between = b" " if self.separator is None else self.separator

    def split(self, line: bytes) -> list[bytes]:
        """A line's fields; blanks at its end begin an empty one."""
        if not line:
            return []
        if self.whole_line:
            return [line]
        if self.separator is not None:
            return line.split(self.separator)
        line = line.lstrip(_BLANKS)
        return re.split(rb"[ \t\n]+", line) if line else []


class _Row:
    """A line: its fields and what it is ordered by."""

    __slots__ = ("fields", "key")

    def __init__(self, layout: _Layout, side: int, line: bytes) -> None:
        self.fields = layout.split(line)
        at = layout.key[side]
        key = self.fields[at] if at < len(self.fields) else b""
        self.key = key.upper() if layout.fold else key


class _Source:
    """One file, read line by line; ``before`` is the row that the next one is held against."""

    def __init__(self, cx: Context, layout: _Layout, name: str, stream: Stream | None) -> None:
        self.cx = cx
        self.layout = layout
        self.name = name
        self.lines = iter(Lines(cx, stream, layout.end)) if stream is not None else None
        self.number = 0
        self.before: _Row | None = None
        self.complained = False

    def next(self, side: int, mismatched: bool) -> _Row | None:
        """The next row; without --check-order disorder only counts once a line has found no partner."""
        if self.lines is None:
            self.cx.complain("read error: Is a directory")
            raise Done(1)
        line = next(self.lines, None)
        if line is None:
            return None
        self.number += 1
        text = line.removesuffix(self.layout.end)
        row = _Row(self.layout, side, text)
        wanted = self.layout.strict or (self.layout.check and mismatched)
        if wanted and not self.complained and self.before is not None and self.before.key > row.key:
            shown = text.decode("utf-8", "surrogateescape")
            self.cx.complain(f"{self.name}:{self.number}: is not sorted: {shown}")
            self.complained = True
            if self.layout.strict:
                raise Done(1)
        self.before = row
        return row


class _Join:
    def __init__(self, cx: Context, layout: _Layout, *sources: _Source) -> None:
        self.cx = cx
        self.layout = layout
        self.sources = sources
        self.mismatched = False
        self.out: list[bytes] = []
        self.held = 0

    def _next(self, side: int) -> _Row | None:
        return self.sources[side].next(side, self.mismatched)

    def run(self) -> int:
        """Merge the two files; the exit status."""
        a, b = self._next(0), self._next(1)
        layout = self.layout
        if layout.auto:
            counts = [len(row.fields) if row else 0 for row in (a, b)]
            layout.format = [(0, 0)] + [
                (side + 1, at) for side in (0, 1) for at in range(counts[side]) if at != layout.key[side]
            ]
        if layout.header and (a or b):
            self._write(a, b)
            for source in self.sources:
                source.before = None
            a, b = a and self._next(0), b and self._next(1)
        while a is not None and b is not None:
            self.cx.meter.check()
            if a.key == b.key:
                a, b = self._group(a, b)
            elif a.key < b.key:
                a = self._alone(a, 0)
            else:
                b = self._alone(b, 1)
        self._rest(a, 0)
        self._rest(b, 1)
        self.flush()
        if any(source.complained for source in self.sources):
            return self.cx.fail("input is not in sorted order")
        return 0

    def _alone(self, row: _Row, side: int) -> _Row | None:
        if self.layout.unpaired[side]:
            self._write(*((row, None) if side == 0 else (None, row)))
        following = self._next(side)
        self.mismatched = True
        return following

    def _rest(self, row: _Row | None, side: int) -> None:
        """What is left when the other file has ended: written, or at least looked at for its order."""
        written, source = self.layout.unpaired[side], self.sources[side]
        if not written and not (self.layout.check and not all(source.complained for source in self.sources)):
            return
        while row is not None:
            if written:
                self._write(*((row, None) if side == 0 else (None, row)))
            elif source.complained:
                return
            row = self._next(side)

    def _group(self, a: _Row, b: _Row) -> tuple[_Row | None, _Row | None]:
        """All lines of both files with one key, each with each."""
        groups: list[list[_Row]] = [[a], [b]]
        following: list[_Row | None] = []
        held = 0
        for side, group in enumerate(groups):
            row = self._next(side)
            while row is not None and row.key == a.key:
                group.append(row)
                held += sum(map(len, row.fields)) + 100
                self.cx.meter.text(held)
                row = self._next(side)
            following.append(row)
        if self.layout.paired:
            for row in groups[0]:
                self.cx.meter.check()
                for partner in groups[1]:
                    self._write(row, partner)
        return following[0], following[1]

    def _write(self, a: _Row | None, b: _Row | None) -> None:
        layout, empty = self.layout, self.layout.empty
        sides = (a, b)
        keys = layout.key
        if layout.format:
            fields = [
                self._at(sides[which - 1], at)
                if which
                else self._at(a or b, keys[0] if a is not None else keys[1])
                for which, at in layout.format
            ]
        else:
            fields = [self._at(a or b, keys[0] if a is not None else keys[1])]
            for side, row in enumerate(sides):
                if row is not None:
                    fields += [field or empty for at, field in enumerate(row.fields) if at != keys[side]]
        if layout.filler:
            self.cx.meter.text(len(layout.filler) * len(fields))
        self.out.append(layout.between.join(fields) + layout.end)
        self.held += len(self.out[-1])
        if self.held > _HELD:
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        self.cx.stdout.write(b"".join(self.out))
        self.out.clear()
        self.held = 0
        self.cx.meter.check()

    def _at(self, row: _Row | None, at: int) -> bytes:
        if row is None or at >= len(row.fields):
            return self.layout.empty
        return row.fields[at] or self.layout.empty
