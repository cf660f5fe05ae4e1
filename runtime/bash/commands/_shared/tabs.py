"""Tab stops of ``expand`` and ``unexpand``, and the lines that both read."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import Lines, each
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.utility_context import Context

__all__ = ["Source", "Stops"]

_ITEM = re.compile(r"[, \t]+|[/+]|\d+", re.ASCII)
_LARGEST = (1 << 64) - 1


class Stops:
    """``-t``: one width, or a list whose last may be ``/N`` (every N columns) or ``+N`` (every N columns behind the last).

    Several lists add up; `add` reads one, `finish` checks them all.
    """

    def __init__(self, cx: Context) -> None:
        self.cx = cx
        self.stops: list[int] = []
        self.every = {"/": 0, "+": 0}

    def _trouble(self, message: str) -> Done:
        self.cx.complain(message)
        return Done(1)

    def add(self, text: str) -> None:
        """One list. Raises Done."""
        mark = ""
        at = 0
        number = False
        while at < len(text):
            found = _ITEM.match(text, at)
            if found is None:
                raise self._trouble(f"tab size contains invalid character(s): {quote(text[at:])}")
            item = found[0]
            if item in self.every:
                if number:
                    raise self._trouble(f"'{item}' specifier not at start of number: {quote(text[at:])}")
                mark = item
            number = item.isdigit()
            if number:
                self._stop(mark, item)
            at = found.end()

    def _stop(self, mark: str, digits: str) -> None:
        value = int(digits[:30])
        if value > _LARGEST:
            raise self._trouble(f"tab stop is too large {quote(digits)}")
        if not mark:
            self.stops.append(value)
            return
        if self.every[mark]:
            raise self._trouble(f"'{mark}' specifier only allowed with the last value")
        self.every[mark] = value

    def finish(self) -> None:
        """Check the list as a whole. Raises Done."""
        before = 0
        for stop in self.stops:
            if not stop:
                raise self._trouble("tab size cannot be 0")
            if stop <= before:
                raise self._trouble("tab sizes must be ascending")
            before = stop
        if self.every["/"] and self.every["+"]:
            raise self._trouble("'/' specifier is mutually exclusive with '+'")
        if not self.stops:
            self.every["/"] = self.every["/"] or self.every["+"] or 8
        elif len(self.stops) == 1 and not any(self.every.values()):
            self.every["/"] = self.stops.pop()

    def after(self, column: int) -> int:
        """The next stop behind ``column``; 0 where there is none."""
        for stop in self.stops:
            if stop > column:
                return stop
        if self.every["/"]:
            return column + self.every["/"] - column % self.every["/"]
        if self.every["+"]:
            return column + self.every["+"] - (column - self.stops[-1]) % self.every["+"]
        return 0


class Source:
    """The lines of all operands: one that ends without a newline goes on in the next file."""

    def __init__(self, cx: Context, names: list[str]) -> None:
        self.cx = cx
        self.names = names
        self.status = 0

    def __iter__(self) -> Iterator[bytes]:
        held = b""
        for _, stream in each(self.cx, self.names):
            if stream is None:
                self.status = 1
                continue
            for text in Lines(self.cx, stream):
                line, held = held + text, b""
                if line.endswith(b"\n"):
                    yield line
                else:
                    held = line
                    self.cx.meter.text(len(held))
        if held:
            yield held
