"""What ends a make: its own fatal errors, and the shell's budgets, charged before anything is made."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.limits import Meter

__all__ = ["Bounds", "Stop"]

# Expansions, files and inclusions within one another: each takes up to six frames of Python of some thousands.
_LEVELS = 300
# Steps between two looks at the clock, less one.
_STRIDE = 63
# What an entry of a table costs beside its text.
_ENTRY = 200


class Stop(Exception):
    """``*** message.  Stop.``; ``where`` is ``file:line`` or "" for what no line is to blame for."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where


class Bounds:
    """The meter as the parts of make charge it."""

    __slots__ = ("_held", "_levels", "_steps", "meter")

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self._levels = self._held = self._steps = 0

    def enter(self) -> None:
        """One level deeper, to be left with `leave`."""
        self._levels += 1
        if self._levels > _LEVELS:
            self.meter.exceeded("function_depth", f"more than {_LEVELS} levels deep")
        self.step()

    def leave(self) -> None:
        """Back up."""
        self._levels -= 1

    def step(self) -> None:
        """One more step of work of some µs."""
        self._steps += 1
        if not self._steps & _STRIDE:
            self.meter.check()

    def text(self, size: int) -> None:
        """A text of so many characters is about to be made."""
        if size > 4096:
            self.meter.text(size)
            self.meter.check()

    def keep(self, size: int) -> None:
        """So much more is kept in a table until make ends."""
        self._held += size + _ENTRY
        self.meter.text(self._held)
