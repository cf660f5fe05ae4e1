"""What one run of jq may use: the shell's meter, looked at every so many steps, and a count of what it builds."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.limits import Meter

__all__ = ["Budget"]

# Steps (of 0.1-1 µs) between two looks at the clock.
_STRIDE = 4096
# Members of arrays and objects that the filter may make for one input, at some 40 bytes each 200 MB at the very most.
_CELLS = 5_000_000
# Characters that a cell stands for where text is built.
_CELL_TEXT = 16


class Budget:
    """Charged before anything is made."""

    __slots__ = ("held", "left", "meter")

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.left = _STRIDE
        self.held = 0

    def renew(self) -> None:
        """Another input: what was made for the last one is gone."""
        self.held = 0

    def tick(self) -> None:
        """One step of a loop (hot loops count ``left`` down themselves and call `check` below zero)."""
        self.left -= 1
        if self.left < 0:
            self.check()

    def spend(self, steps: int) -> None:
        """Several steps."""
        self.left -= steps
        if self.left < 0:
            self.check()

    def check(self) -> None:
        """Look at the clock."""
        self.left = _STRIDE
        self.meter.check()

    def cells(self, count: int) -> None:
        """Refuse ``count`` more members of arrays or objects where that is too much in all."""
        self.left -= count
        self.held += count
        if self.held > _CELLS:
            self.meter.exceeded("variable_bytes", f"jq: more than {_CELLS} values held")
        if self.left < 0:
            self.check()

    def text(self, size: int) -> None:
        """Refuse a string of ``size`` characters."""
        self.meter.text(size)
        self.cells(size // _CELL_TEXT + 1)
