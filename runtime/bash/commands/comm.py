"""comm: compare sorted files line by line."""

from __future__ import annotations

from runtime.bash.commands._shared.input import Lines, encoded, opened
from runtime.bash.commands._shared.quoting import maybe, quote, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... FILE1 FILE2",
    "Write three columns: lines only in FILE1, only in FILE2, in both.",
    ("1", "", "", "leave out column 1"),
    ("2", "", "", "leave out column 2"),
    ("3", "", "", "leave out column 3"),
    ("", "check-order", "", "check that the input is sorted, even when all lines pair"),
    ("", "nocheck-order", "", "do not check"),
    ("", "output-delimiter", "STR", "part the columns by STR"),
    ("", "total", "", "write a summary"),
    ("z", "zero-terminated", "", "lines end with NUL"),
)
# Bytes that are gathered before they are written.
_HELD = 262_144


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if len(set(given.all("output-delimiter"))) > 1:
        return cx.fail("multiple output delimiters specified")
    names = given.operands
    if len(names) < 2:
        after = f" after {quote(names[0])}" if names else ""
        raise OPTIONS.refuse(cx, f"missing operand{after}")
    if len(names) > 2:
        raise OPTIONS.refuse(cx, f"extra operand {quote(names[2])}")
    end = b"\0" if "z" in given else b"\n"
    streams: list[Stream] = []
    try:
        for name in names:
            try:
                streams.append(opened(cx, name))
            except OSError as error:
                cx.complain(f"{maybe(name)}: {reason(error)}")
                return 1
        if names == ["-", "-"]:
            # Both read the one input, line by line in turn; it cannot be closed twice.
            lines = iter(Lines(cx, streams[0], end))
            _Comparison(cx, given, end).run(lines, lines)
            return cx.fail("-: Bad file descriptor")
        return _Comparison(cx, given, end).run(*(iter(Lines(cx, stream, end)) for stream in streams))
    finally:
        for stream in streams:
            stream.release()


class _Comparison:
    def __init__(self, cx: Context, given: Given, end: bytes) -> None:
        self.cx = cx
        self.end = end
        self.delimiter = encoded(given.get("output-delimiter", "\t")) or b"\0"
        shown = [key not in given for key in "123"]
        # Each column stands behind as many delimiters as columns before it are shown.
        self.heads = [self.delimiter * sum(shown[:number]) if shown[number] else None for number in range(3)]
        self.check = given.last(("check-order", "nocheck-order"))
        self.total = "total" in given
        self.counts = [0, 0, 0]
        self.before: list[bytes | None] = [None, None]
        self.unsorted = [False, False]
        self.unpaired = False
        self.out: list[bytes] = []
        self.held = 0

    def run(self, first: Iterator[bytes], second: Iterator[bytes]) -> int:
        """Merge the two; the exit status."""
        left, right = self._next(first, 0), self._next(second, 1)
        while left is not None or right is not None:
            if right is None or (left is not None and left < right):
                self._write(0, left or b"")
                left = self._next(first, 0)
            elif left is None or right < left:
                self._write(1, right)
                right = self._next(second, 1)
            else:
                self._write(2, left)
                left, right = self._next(first, 0), self._next(second, 1)
        if self.total:
            # An empty delimiter is a NUL between columns, and nothing here.
            glue = self.delimiter.strip(b"\0")
            self.out.append(glue.join(b"%d" % count for count in self.counts) + glue + b"total" + self.end)
        self.cx.stdout.write(b"".join(self.out))
        if any(self.unsorted):
            self.cx.complain("input is not in sorted order")
            return 1
        return 0

    def _next(self, lines: Iterator[bytes], number: int) -> bytes | None:
        line = next(lines, None)
        if line is None:
            return None
        line = line.removesuffix(self.end)
        before, self.before[number] = self.before[number], line
        if before is not None and line < before and self.check != "nocheck-order":
            self._disorder(number)
        return line

    def _disorder(self, number: int) -> None:
        if self.unsorted[number] or not (self.check == "check-order" or self.unpaired):
            return
        self.unsorted[number] = True
        self.cx.stdout.write(b"".join(self.out))
        self.out.clear()
        self.cx.complain(f"file {number + 1} is not in sorted order")
        if self.check == "check-order":
            raise Done(1)

    def _write(self, column: int, line: bytes) -> None:
        self.counts[column] += 1
        self.unpaired = self.unpaired or column < 2
        head = self.heads[column]
        if head is not None:
            self.out.append(head + line + self.end)
            self.held += len(head) + len(line)
        if len(self.out) > 2048 or self.held > _HELD:
            self.cx.stdout.write(b"".join(self.out))
            self.out.clear()
            self.held = 0
