"""``rand`` and ``srand``: numbers that follow from their seed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from runtime.bash.utility_context import Context

__all__ = ["Chance"]


class Chance:
    """One sequence of numbers from 0 up to 1. Without ``srand`` it follows from the shell's own."""

    __slots__ = ("_cx", "_random", "_seed")

    def __init__(self, cx: Context) -> None:
        self._cx = cx
        self._random: Random | None = None
        self._seed = 0.0

    def draw(self) -> float:
        """The next number."""
        return (self._random or self._cx.random).random()

    def sow(self, seed: float | None = None) -> float:
        """Begin anew, from the time of day unless a seed is given; the seed before."""
        from random import Random

        before = self._seed
        self._seed = float(self._cx.clock.now() // 1) if seed is None else seed
        self._random = Random(self._seed)  # noqa: S311  # nothing secret follows from it
        return before
