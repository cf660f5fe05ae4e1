"""What one run of jq may use: the shell's meter, looked at every so many steps, and a count of what is built.

What a filter builds is counted, what it lets go of is not: a count that reaches its bound is a reason to look, not yet to
refuse. Small things are looked at by the number of blocks that the interpreter holds, wide arrays and objects by a
walk over those that are alive; long strings, of which nobody keeps a list, are bounded by the count alone. What a loop
builds and drops (the states of a `reduce`) is forgiven by `settle`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from runtime.bash.limits import Meter

__all__ = ["Budget", "State", "collected"]

# Steps (of 0.1-1 µs) between two looks at the clock.
_STRIDE = 4096
# Members from which on a container is wide: below, its table is one of the blocks that the interpreter counts.
_WIDE = 64
_LONG = 512
# Small things after which the blocks are counted, and the blocks there may be, of some 50 bytes each.
_LOOKED_AT = 1_000_000
_MOST_BLOCKS = 4_000_000
# Members of wide containers, of 8 bytes in an array and up to 30 in an object, and as much again for numbers in them.
_MOST_WIDE = 4_000_000
# Characters of long strings, of 1 to 4 bytes.
_MOST_CHARACTERS = 100_000_000
# Members that are collected between two charges.
_BLOCK = 2048
# Charges of a loop after which its state is weighed.
_WEIGHED = 500_000


class Budget:
    """Charged before anything is made."""

    __slots__ = ("blocks", "characters", "left", "meter", "small", "wide")

    def __init__(self, meter: Meter) -> None:
        from sys import getallocatedblocks

        self.meter = meter
        self.left = _STRIDE
        self.small = self.wide = self.characters = 0
        self.blocks = getallocatedblocks()

    def renew(self) -> None:
        """Another input: what was made for the last one is gone."""
        self.small = self.wide = self.characters = 0

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
        """``count`` members of a new array or object."""
        self.left -= (count >> 4) + 1
        if count < _WIDE:
            self.small += count + 1
            if self.small > _LOOKED_AT:
                self.reserve(0)
        else:
            self.wide += count
            if self.wide > _MOST_WIDE:
                self._count_wide(count)
        if self.left < 0:
            self.check()

    def text(self, size: int) -> None:
        """Refuse a string of ``size`` characters, or all the long ones together."""
        self.meter.text(size)
        if size > _LONG:
            self.left -= size >> 8
            self.characters += size
            if self.characters > _MOST_CHARACTERS:
                self._exceeded()
            if self.left < 0:
                self.check()
        else:
            self.small += 1

    def reserve(self, count: int) -> None:
        """Refuse ``count`` small things where there would be too many; asked before many are made at once."""
        from sys import getallocatedblocks

        self.small = 0
        if getallocatedblocks() - self.blocks + count > _MOST_BLOCKS:
            self._exceeded()

    def _count_wide(self, count: int) -> None:
        """How much of what was counted is still there (what the host holds is counted too: it errs to the safe side)."""
        import gc

        found = count + sum(
            len(held) for held in gc.get_objects() if type(held) in (list, dict) and len(held) >= _WIDE
        )
        if found > _MOST_WIDE:
            self._exceeded()
        self.wide = found

    def _exceeded(self) -> None:
        self.meter.exceeded("variable_bytes", "jq: the values of a filter take too much memory")


class State:
    """What a loop carries from round to round: only this is left of what a round has built."""

    __slots__ = ("characters", "grown", "run", "wide")

    def __init__(self, run: Budget) -> None:
        self.run = run
        self.wide = self.characters = self.grown = 0

    def settle(self, wide: int, characters: int, state: Any) -> None:
        """A round is over that began with the run's counts at ``wide`` and ``characters``."""
        run = self.run
        self.grown += run.wide - wide + ((run.characters - characters) >> 3)
        if run.wide < wide:
            # Counted anew meanwhile.
            return
        run.wide, run.characters = wide, characters
        if self.grown > _WEIGHED:
            self.grown = 0
            now_wide, now_characters = _weighed(state, run)
            run.wide += now_wide - self.wide
            run.characters += now_characters - self.characters
            self.wide, self.characters = now_wide, now_characters
            run.cells(0)
            run.text(0)


def _weighed(value: Any, run: Budget) -> tuple[int, int]:
    """Members of wide containers and characters of long strings in a value, every object once."""
    wide = characters = 0
    seen: set[int] = set()
    stack = [value]
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind is str:
            characters += len(item) if len(item) > _LONG else 0
        elif (kind is list or kind is dict) and id(item) not in seen:
            seen.add(id(item))
            run.spend(len(item))
            wide += len(item) if len(item) >= _WIDE else 0
            stack.extend(item.values() if kind is dict else item)
    return wide, characters


def collected(items: Iterable[Any], budget: Budget) -> list[Any]:
    """A new list of the items, charged while it grows."""
    from itertools import islice

    if type(items) is list or type(items) is tuple:
        budget.cells(len(items))
        return list(items)
    source = iter(items)
    made = list(islice(source, _BLOCK))
    budget.cells(len(made))
    while block := list(islice(source, _BLOCK)):
        budget.cells(len(block))
        made += block
    return made
