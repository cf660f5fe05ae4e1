"""Tab stops of ``expand`` and ``unexpand``."""

from __future__ import annotations

from runtime.bash.commands._names import quote
from runtime.bash.options import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context

__all__ = ["Stops"]


class Stops:
    """``-t``: one width, or a list whose last may be ``/N`` (every N columns) or ``+N`` (every N columns behind the last)."""

    def __init__(self, cx: Context, texts: list[str]) -> None:
        self.stops: list[int] = []
        self.every = 0
        self.origin = 0
        words = [word for text in texts for word in text.replace(" ", ",").split(",") if word]
        for number, word in enumerate(words):
            mark = word[0] if word[0] in "/+" else ""
            digits = word[len(mark) :]
            if not (digits.isascii() and digits.isdigit()):
                self._refuse(
                    cx, f"tab size contains invalid character(s): {quote(digits.lstrip('0123456789'))}"
                )
            if len(digits) > 18:
                self._refuse(cx, f"tab stop is too large {quote(digits)}")
            value = int(digits)
            if mark:
                if number != len(words) - 1:
                    self._refuse(cx, f"{quote(mark)} specifier only allowed with the last value")
                self.every = value
                self.origin = self.stops[-1] if mark == "+" and self.stops else 0
                continue
            if not value:
                self._refuse(cx, "tab size cannot be 0")
            if self.stops and value <= self.stops[-1]:
                self._refuse(cx, "tab sizes must be ascending")
            self.stops.append(value)
        if len(self.stops) == 1 and not self.every:
            self.every, self.stops = self.stops[0], []
        elif not self.stops and not self.every:
            self.every = 8

    @staticmethod
    def _refuse(cx: Context, message: str) -> None:
        cx.complain(message)
        raise Done(1)

    def after(self, column: int) -> int:
        """The next stop behind ``column``; 0 where there is none."""
        for stop in self.stops:
            if stop > column:
                return stop
        if not self.every:
            return 0
        return self.origin + ((column - self.origin) // self.every + 1) * self.every
