"""What pr writes: lines at columns, with runs of spaces as tabs where there are columns."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["Writer", "columns_of", "expanded", "shortened"]

_RUNS = re.compile(r" +|[^ ]+")
_TEXT = 1 << 16


class Writer:
    """One line after the other; texts are bytes as Latin-1, of which those that ASCII prints take a column each.

    Attributes:
        at: the column that the next character goes to.
    """

    def __init__(self, cx: Context, tab: str, stop: int) -> None:
        self.cx = cx
        self.tab = tab
        self.stop = stop
        self.at = 0
        self.pending = 0
        self.out: list[str] = []
        self.size = 0

    def put(self, text: str) -> None:
        """Text, whose spaces may become tabs."""
        if not self.tab:
            self.out.append(text)
            self.at += columns_of(text)
            return
        for run in _RUNS.findall(text):
            if run[0] == " ":
                self.pending += len(run)
            else:
                self.settle()
                self.out.append(run)
                self.at += columns_of(run)

    def mark(self, char: str) -> None:
        """A character that counts as one column, whatever it is."""
        self.settle()
        self.out.append(char)
        self.at += 1

    def hold(self, column: int) -> None:
        """Spaces up to a column, which further ones may join."""
        self.pending = max(self.pending, column - self.at)

    def pad(self, column: int) -> None:
        """Spaces up to a column."""
        self.hold(column)
        self.settle()

    def settle(self) -> None:
        """Write the spaces that were held back."""
        goal = self.at + self.pending
        self.pending = 0
        self.cx.meter.text(goal)
        while self.tab and goal - self.at > 1:
            after = self.at + self.stop - self.at % self.stop
            if after > goal:
                break
            self.out.append(self.tab)
            self.at = after
        if goal > self.at:
            self.out.append(" " * (goal - self.at))
            self.at = goal

    def end(self, mark: str = "\n") -> None:
        """The line is whole; spaces at its end are not written."""
        self.out.append(mark)
        self.pending = self.at = 0
        self.size += 1
        if self.size & 255 == 0:
            self.flush()

    def flush(self) -> None:
        """Hand on what was written."""
        self.cx.meter.check()
        self.cx.stdout.write("".join(self.out).encode("latin-1"))
        self.out.clear()


def columns_of(text: str) -> int:
    """How many columns a text takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    return 1 if " " <= char <= "~" else -1 if char == "\b" else 0


def expanded(text: str, tab: str, stop: int, start: int = 0) -> str:
    """``text``, which begins in column ``start``, with its tabs as spaces."""
    if tab not in text:
        return text
    out: list[str] = []
    at = start
    for part in re.split(f"({re.escape(tab)})", text):
        if part == tab:
            out.append(" " * (stop - at % stop))
            at += len(out[-1])
        else:
            out.append(part)
            at += columns_of(part)
    return "".join(out)


def shortened(text: str, columns: int) -> str:
    """As much of ``text`` as fits."""
    if text.isascii() and text.isprintable():
        return text[: max(0, columns)]
    at = 0
    for index, char in enumerate(text):
        at += _width(char)
        if at > columns:
            return text[:index]
    return text
