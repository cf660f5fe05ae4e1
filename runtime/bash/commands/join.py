"""join: lines of two sorted files that have a field in common."""

from __future__ import annotations

import re

from runtime.bash.commands._input import Lines, encoded, opened
from runtime.bash.commands._names import always, maybe, quote, reason
from runtime.bash.options import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.command import Context
    from runtime.bash.options import Given
    from runtime.bash.streams import Stream

    Row = tuple[bytes, list[bytes], bytes]

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
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    names = given.operands
    if len(names) < 2:
        raise OPTIONS.refuse(cx, f"missing operand after {quote(names[0])}" if names else "missing operand")
    if len(names) > 2:
        raise OPTIONS.refuse(cx, f"extra operand {always(names[2])}")
    if names == ["-", "-"]:
        return cx.fail("both files cannot be standard input")
    work = _Join(cx, given, names)
    streams: list[Stream] = []
    try:
        streams.append(_opened(cx, names[0]))
        streams.append(_opened(cx, names[1]))
        work.run(*streams)
    finally:
        for stream in streams:
            stream.release()
    return work.status


def _opened(cx: Context, name: str) -> Stream:
    try:
        return opened(cx, name)
    except OSError as error:
        cx.complain(f"{maybe(name)}: {reason(error)}")
        raise Done(1) from None


class _Join:
    def __init__(self, cx: Context, given: Given, names: list[str]) -> None:
        self.cx = cx
        self.names = names
        self.status = 0
        self.fold = "i" in given
        self.end = b"\0" if "z" in given else b"\n"
        separator = given.get("t")
        if len(encoded(separator)) > 1 and separator != "\\0":
            cx.complain(f"multi-character tab {quote(separator)}")
            raise Done(1)
        self.separator = b"\0" if separator == "\\0" else encoded(separator)
        self.whole_line = "t" in given and not separator
        self.between = self.separator or b" "
        self.keys = [self._field(given.get(key, given.get("j", "1"))) for key in "12"]
        self.unpaired = [
            self._wanted(given, "a", number) or self._wanted(given, "v", number) for number in "12"
        ]
        self.paired = "v" not in given
        self.empty = encoded(given.get("e"))
        self.header = "header" in given
        order = given.last(("check-order", "nocheck-order"))
        self.check = order != "nocheck-order"
        self.strict = order == "check-order"
        self.auto = given.get("o") == "auto"
        self.counts = [0, 0]
        self.format = None if self.auto or "o" not in given else self._format(" ".join(given.all("o")))
        self.seen: list[tuple[bytes, int] | None] = [None, None]
        self.complained = [False, False]
        self.numbers = [0, 0]
        self.mismatched = False

    def _field(self, text: str) -> int:
        if not (text.isascii() and text.isdigit()) or not int(text[:18]):
            self.cx.complain(f"invalid field number: {quote(text)}")
            raise Done(1)
        return int(text[:18]) - 1

    def _wanted(self, given: Given, key: str, number: str) -> bool:
        for value in given.all(key):
            if value not in {"1", "2"}:
                self.cx.complain(f"invalid file number: {quote(value)}")
                raise Done(1)
        return number in given.all(key)

    def _format(self, text: str) -> list[tuple[int, int]]:
        fields = []
        for word in re.split(r"[ ,\t]+", text.strip()):
            found = re.fullmatch(r"([12])\.(\d{1,18})|0", word, re.ASCII)
            if found is None:
                bad = (
                    f"invalid file number in field spec: {quote(word)}"
                    if word[:1] not in {"1", "2"}
                    else f"invalid field specifier: {quote(word)}"
                )
                self.cx.complain(bad)
                raise Done(1)
            if found[1] and not int(found[2]):
                self.cx.complain(f"invalid field number: {quote(found[2])}")
                raise Done(1)
            fields.append((int(found[1] or 0), int(found[2] or 0) - 1))
        return fields

    def _rows(self, stream: Stream, which: int) -> Iterator[Row]:
        for line in Lines(self.cx, stream, self.end):
            text = line.removesuffix(self.end)
            self.numbers[which] += 1
            if self.whole_line:
                fields = [text]
            elif self.separator:
                fields = text.split(self.separator)
            else:
                fields = re.split(rb"[ \t\n]+", text.strip(b" \t\n")) if text.strip(b" \t\n") else []
            at = self.keys[which]
            key = fields[at] if at < len(fields) else b""
            row = (key.upper() if self.fold else key, fields, key)
            if self.check and not (self.header and self.numbers[which] == 1):
                self._ordered(which, row[0], text)
            yield row

    def _ordered(self, which: int, key: bytes, text: bytes) -> None:
        before = self.seen[which]
        self.seen[which] = (key, self.numbers[which])
        if before is None or before[0] <= key or self.complained[which]:
            return
        # Without --check-order disorder only counts once a line has found no partner.
        if not self.strict and not self.mismatched:
            return
        self.complained[which] = True
        shown = text.decode("utf-8", "surrogateescape")
        self.cx.complain(f"{self.names[which]}:{self.numbers[which]}: is not sorted: {shown}")
        self.status = 1
        if self.strict:
            raise Done(1)

    def run(self, one: Stream, two: Stream) -> None:
        """Merge the two files."""
        left, right = self._rows(one, 0), self._rows(two, 1)
        a, b = next(left, None), next(right, None)
        if self.auto:
            self.counts = [len(row[1]) if row else 0 for row in (a, b)]
            self.format = self._auto()
        if self.header and (a or b):
            self._write(a, b)
            a, b = next(left, None), next(right, None)
        while a is not None and b is not None:
            self.cx.meter.check()
            if a[0] == b[0]:
                a, b = self._group(a, left, b, right)
                continue
            self.mismatched = True
            if a[0] < b[0]:
                self._alone(a, 0)
                a = next(left, None)
            else:
                self._alone(b, 1)
                b = next(right, None)
        self.mismatched = self.mismatched or a is not None or b is not None
        while a is not None:
            self._alone(a, 0)
            a = next(left, None) if self.unpaired[0] or self.check else None
        while b is not None:
            self._alone(b, 1)
            b = next(right, None) if self.unpaired[1] or self.check else None
        if self.complained != [False, False]:
            self.cx.complain("input is not in sorted order")

    def _group(
        self, a: Row, left: Iterator[Row], b: Row, right: Iterator[Row]
    ) -> tuple[Row | None, Row | None]:
        """All lines of both files with one key, each with each."""
        key = a[0]
        lefts, rights = [a], [b]
        held = 0
        following = next(left, None)
        while following is not None and following[0] == key:
            lefts.append(following)
            following = next(left, None)
        other = next(right, None)
        while other is not None and other[0] == key:
            rights.append(other)
            held += sum(map(len, other[1])) + 100
            self.cx.meter.text(held)
            other = next(right, None)
        if self.paired:
            for row in lefts:
                self.cx.meter.check()
                for partner in rights:
                    self._write(row, partner)
        return following, other

    def _auto(self) -> list[tuple[int, int]]:
        fields = [(0, -1)]
        for which in (0, 1):
            fields += [(which + 1, at) for at in range(self.counts[which]) if at != self.keys[which]]
        return fields

    def _alone(self, row: Row, which: int) -> None:
        if self.unpaired[which]:
            self._write(*((row, None) if which == 0 else (None, row)))

    def _write(self, a: Row | None, b: Row | None) -> None:
        row = a or b
        if row is None:
            return
        if self.format is None:
            fields = [row[2] or self.empty]
            for which, side in enumerate((a, b)):
                if side is not None:
                    fields += [
                        field or self.empty for at, field in enumerate(side[1]) if at != self.keys[which]
                    ]
        else:
            sides = (None, a, b)
            fields = [
                row[2] or self.empty if not which else self._at(sides[which], at) for which, at in self.format
            ]
        self.cx.stdout.write(self.between.join(fields) + self.end)

    def _at(self, row: Row | None, at: int) -> bytes:
        if row is None or at >= len(row[1]):
            return self.empty
        return row[1][at] or self.empty
