"""pr's pages: what goes into which column of which page, and what stands above and below."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands.pr.writer import Writer, columns_of, expanded, shortened
from runtime.bash.posix.calendar import broken_down
from runtime.bash.posix.time_format import format_time
from runtime.bash.posix.zones import zone_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

    Row = list[str | None]

__all__ = ["Layout", "Pages"]

_HEADER, _TRAILER = 5, 5
_TAB = 8


class Layout:
    """The measures of a page, from the options.

    Attributes:
        joined: columns are not aligned, and lines not cut.
        stored: lines go down the columns, which takes a whole page at once.
        column_width: characters of a column, its number included.
    """

    def __init__(self, cx: Context, given: Given, numbers: dict[str, int], files: int) -> None:
        self.given = given
        self.merge = "m" in given
        self.columns = files if self.merge else numbers.get("columns", 1)
        cx.meter.fields(self.columns)
        self.length = numbers.get("l", 66)
        self.headed = not given.any("tT") and self.length > _HEADER + _TRAILER
        self.double = "d" in given
        self.margin = numbers.get("o", 0)
        cx.meter.text(self.margin)
        self.feed = "F" in given
        body = self.length - _HEADER - _TRAILER if self.headed else self.length
        self.rows = max(1, body // 2) if self.double else body
        self.body = self.rows * 2 if self.double else body
        self._separate(given)
        self.width = numbers.get("W", numbers.get("w", 72))
        self._count(given, numbers)
        self._tabs(given)
        inner = self.width - (self.number_width if self.merge else 0)
        self.column_width = (inner - (self.columns - 1) * len(self.separator)) // self.columns
        self.stored = self.columns > 1 and not self.merge and "a" not in given
        narrow = "W" in given or ("w" in given and "columns" in given)
        self.cut = (self.columns > 1 or narrow) and not self.joined

    def _separate(self, given: Given) -> None:
        many = self.columns > 1 or self.merge
        self.joined = "J" in given
        named = given.get("S").encode("utf-8", "surrogateescape").decode("latin-1") if "S" in given else None
        if named is None and "s" in given:
            character = encoded(given["s"]).decode("latin-1")
            if given.any("wW"):
                named = character
            else:
                self.joined = self.joined or many
                named = character or None
        if named is None:
            named = "\t" if self.joined else " "
        elif named == "\t" and not self.joined:
            named = " "
        self.separator = named if many else ""

    def _count(self, given: Given, numbers: dict[str, int]) -> None:
        self.numbered = "n" in given
        text = encoded(given.get("n")).decode("latin-1")
        self.number_mark = text[0] if text and not text[0].isdigit() else "\t"
        digits = text[1:] if text and not text[0].isdigit() else text
        self.digits = int(digits[:3]) if digits.isascii() and digits.isdigit() else 5
        self.first_number = numbers.get("N", 1)
        behind = _TAB - self.digits % _TAB if self.number_mark == "\t" else 1
        self.number_width = self.digits + behind if self.numbered else 0

    def _tabs(self, given: Given) -> None:
        self.in_tab, self.in_stop = _tab(given, "e")
        self.out_tab, self.out_stop = _tab(given, "i")
        many = self.columns > 1 or self.merge
        self.expands = "e" in given or (many and self.separator != "\t")
        if not many and "i" not in given:
            self.out_tab = ""

    def number(self, value: int) -> str:
        """A line's number with what follows it."""
        digits = str(value)[-self.digits :].rjust(self.digits)
        if self.columns > 1 and self.number_mark == "\t":
            return digits + " " * (self.number_width - self.digits)
        return digits + self.number_mark

    def line(self, text: str) -> str:
        """A line as it fits into its column."""
        taken = self.number_width if self.cut and not self.merge else 0
        if self.expands:
            text = expanded(text, self.in_tab, self.in_stop, taken)
        if self.cut:
            text = shortened(text, max(1, self.column_width - taken))
        return text


def _tab(given: Given, key: str) -> tuple[str, int]:
    text = encoded(given.get(key)).decode("latin-1")
    mark = text[0] if text and not text[0].isdigit() else "\t"
    digits = text[1:] if text and not text[0].isdigit() else text
    return mark, int(digits[:4]) if digits.isascii() and digits.isdigit() and int(digits[:4]) else _TAB


class Pages:
    """Writes files page by page."""

    def __init__(self, cx: Context, layout: Layout, first: int, last: int) -> None:
        self.cx = cx
        self.layout = layout
        self.first, self.last = first, last
        self.writer = Writer(cx, layout.out_tab, layout.out_stop)
        self.number = layout.first_number

    def file(self, name: str, text: str) -> None:
        """One file on pages of its own."""
        self.number = self.layout.first_number
        shown = "" if name == "-" else name
        self._print(self._paged(text), shown, name)

    def merged(self, texts: list[str]) -> None:
        """All files side by side."""
        split = [_lines(text) for text in texts]
        height = max(map(len, split), default=0)
        rows = [[lines[at] if at < len(lines) else None for lines in split] for at in range(height)]
        self._print(iter(_cut(rows, self.layout.rows)), "", "-")

    def _paged(self, text: str) -> Iterator[list[Row]]:
        """The rows of each page."""
        layout = self.layout
        feeds = "T" not in layout.given and "\f" in text
        for segment in (
            text.split("\f") if feeds else [text.replace("\f", "") if "T" in layout.given else text]
        ):
            lines = _lines(segment.removeprefix("\n") if feeds and segment is not text else segment)
            for page in _cut(lines, layout.rows * layout.columns):
                yield self._arranged(page)

    def _arranged(self, lines: list[str]) -> list[Row]:
        layout = self.layout
        columns = layout.columns
        if columns == 1:
            return [[line] for line in lines]
        if "a" in layout.given:
            return [[*row] for row in _cut(lines, columns)]
        base, extra = divmod(len(lines), columns)
        heights = [base + (at < extra) for at in range(columns)]
        starts = [sum(heights[:at]) for at in range(columns)]
        return [
            [
                lines[start + row] if row < height else None
                for start, height in zip(starts, heights, strict=True)
            ]
            for row in range(max(heights))
        ]

    def _print(self, pages: Iterator[list[Row]], title: str, name: str) -> None:
        layout, writer = self.layout, self.writer
        count = 0
        for count, rows in enumerate(pages, 1):
            if count > self.last:
                break
            numbers = self._numbers(rows)
            if count < self.first:
                continue
            if layout.headed:
                self._header(title, name, count)
            for left, (row, counted) in enumerate(zip(rows, numbers, strict=True), 1 - len(rows)):
                self._row(row, counted)
                if layout.double and (left or layout.headed or not self._ends_short(row)):
                    writer.end()
            if layout.headed:
                self._trailer(len(rows))
        writer.flush()
        if self.first > max(count, 1):
            self.cx.complain(f"starting page number {self.first} exceeds page count {count}")

    def _ends_short(self, row: Row) -> bool:
        """Whether nothing follows the last row: it is one of several columns, and not a full one across."""
        layout = self.layout
        return layout.stored or (layout.columns > 1 and not layout.merge and len(row) < layout.columns)

    def _numbers(self, rows: list[Row]) -> list[list[int]]:
        """The number of every cell: down the columns, across, or one for each row of files side by side."""
        layout = self.layout
        numbers = [[0] * len(row) for row in rows]
        if layout.merge:
            for row in numbers:
                row[:1] = [self.number]
                self.number += 1
            return numbers
        cells = [(at, column) for at, row in enumerate(rows) for column in range(len(row))]
        if "a" not in layout.given:
            cells.sort(key=lambda cell: (cell[1], cell[0]))
        for at, column in cells:
            if rows[at][column] is not None:
                numbers[at][column] = self.number
                self.number += 1
        return numbers

    def _row(self, row: Row, numbers: list[int]) -> None:
        layout, writer = self.layout, self.writer
        writer.pad(layout.margin)
        start = layout.margin
        if layout.merge and layout.numbered:
            writer.put(layout.number(numbers[0]))
            start += layout.number_width
        step = layout.column_width + len(layout.separator)
        owed = 0
        for column, cell in enumerate(row):
            if cell is None and not layout.merge:
                owed += 1
                continue
            if cell is None and not column and layout.joined:
                writer.pending = 0
            for passed in range(column - owed, column + 1):
                if passed:
                    self._separate(start + passed * step)
            owed = 0
            if layout.numbered and not layout.merge:
                writer.put(layout.number(numbers[column]))
            line = layout.line(cell or "")
            writer.put(line)
            if layout.stored and layout.joined and not writer.pending:
                # GNU's pr counts from the column's own beginning then, and the first one's is the margin.
                begin = 0 if column else layout.margin
                writer.at = begin + columns_of(expanded(line, layout.in_tab, layout.in_stop))
        writer.end()

    def _separate(self, column: int) -> None:
        layout, writer = self.layout, self.writer
        if not layout.joined:
            writer.hold(column - len(layout.separator))
        for char in layout.separator:
            if char == " ":
                writer.pending += 1
            else:
                writer.mark(char)
        writer.settle()

    def _header(self, title: str, name: str, page: int) -> None:
        layout, writer = self.layout, self.writer
        stamp, title = self._date(name), encoded(layout.given.get("h", title)).decode("latin-1")
        number = f"Page {page}"
        room = layout.width - len(stamp) - len(number) - len(title)
        left = max(room // 2, 1)
        margin = " " * layout.margin
        writer.out.append(
            f"{margin}\n\n{margin}{stamp}{' ' * left}{title}{' ' * max(room - room // 2, 1)}{number}\n\n\n"
        )

    def _date(self, name: str) -> str:
        clock = self.cx.clock.now()
        nanos = int(clock * 1_000_000_000)
        if name != "-":
            nanos = self.cx.fs.stat(self.cx.path(name)).mtime_ns
        seconds, rest = divmod(nanos, 1_000_000_000)
        when = broken_down(seconds, *zone_of(self.cx.env).at(seconds))
        shown = format_time(self.layout.given.get("D", "%Y-%m-%d %H:%M"), when, seconds, rest)
        return encoded(shown).decode("latin-1")

    def _trailer(self, rows: int) -> None:
        layout, writer = self.layout, self.writer
        if layout.feed:
            short = layout.double and rows < layout.rows and not layout.stored
            writer.end("\n\f" if short else "\f")
            return
        printed = rows * 2 if layout.double else rows
        writer.out.append("\n" * (layout.body - printed + _TRAILER))


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _cut(items: list[Any], size: int) -> list[list[Any]]:
    return [items[at : at + size] for at in range(0, len(items), size)]
