"""Extended patterns by sets of positions.

A set of positions in the text is an int: bit i stands for offset i. One character moves the positions where it
fits one bit up, ``*`` fills everything above the lowest, alternatives are united. So the work is the size of the
pattern times the length of the text, whatever the nesting: there is nothing to go back to.
"""

from __future__ import annotations

import re

from runtime.bash.expand.pattern_items import STAR, PatternAtom, PatternGroup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.expand.pattern_items import Items
    from runtime.bash.limits import Meter

__all__ = ["Extended"]

# Steps between two looks at the clock, in words of 64 positions.
_STRIDE = 100_000


def _mirrored(items: Items) -> Items:
    return [
        PatternGroup(item.operator, [_mirrored(alternative) for alternative in item.alternatives])
        if isinstance(item, PatternGroup)
        else item
        for item in reversed(items)
    ]


class _Run:
    """One text being matched."""

    __slots__ = ("all", "flags", "masks", "meter", "steps", "text", "words")

    def __init__(self, text: str, flags: int, meter: Meter | None) -> None:
        self.text = text
        self.flags = flags
        self.meter = meter
        self.all = (1 << (len(text) + 1)) - 1
        self.masks: dict[str, int] = {}
        self.words = len(text) // 64 + 1
        self.steps = 0

    def spend(self) -> None:
        self.steps += self.words
        if self.steps > _STRIDE:
            self.steps = 0
            if self.meter is not None:
                self.meter.check()

    def mask(self, atom: PatternAtom) -> int:
        """Where the character of ``atom`` stands."""
        found = self.masks.get(atom.regex)
        if found is None:
            fits = re.compile(atom.regex, self.flags).fullmatch
            table = {ord(c): "1" if fits(c) else "0" for c in set(self.text)}
            found = self.masks[atom.regex] = int("0" + self.text[::-1].translate(table), 2)
        return found

    def ends(self, items: Items, at: int) -> int:
        """Where a match of ``items`` can end that starts at one of the positions ``at``."""
        for item in items:
            if not at:
                return 0
            self.spend()
            if item is STAR:
                at = -(at & -at) & self.all
            elif isinstance(item, PatternAtom):
                at = (at & self.mask(item)) << 1
            else:
                at = self._group(item, at)
        return at

    def _group(self, group: PatternGroup, at: int) -> int:
        operator = group.operator
        if operator == "!":
            return self._others(group, at)
        found = self._any(group, at)
        if operator in "*+":
            fresh = found & ~at
            seen = found
            while fresh:
                fresh = self._any(group, fresh) & ~seen
                seen |= fresh
            found = seen
        return found | at if operator in "?*" else found

    def _any(self, group: PatternGroup, at: int) -> int:
        found = 0
        for alternative in group.alternatives:
            found |= self.ends(alternative, at)
        return found

    def _others(self, group: PatternGroup, at: int) -> int:
        """From each start alone: every later position that the alternatives do not reach from it."""
        found = 0
        while at:
            self.spend()
            start = at & -at
            at ^= start
            found |= -start & self.all & ~self._any(group, start)
        return found


class Extended:
    """A pattern with groups."""

    __slots__ = ("_flags", "_items", "_last", "_mirror")

    def __init__(self, items: Items, flags: int) -> None:
        self._items = items
        self._mirror = _mirrored(items)
        self._flags = flags
        # The text searched last and where matches start in it: `find` is called again and again on one text.
        self._last: tuple[str, int] = ("", 0)

    def matches(self, text: str, meter: Meter | None = None) -> bool:
        return bool(_Run(text, self._flags, meter).ends(self._items, 1) >> len(text) & 1)

    def prefix(self, text: str, longest: bool, meter: Meter | None = None) -> int:
        return _chosen(_Run(text, self._flags, meter).ends(self._items, 1), longest)

    def suffix(self, text: str, longest: bool, meter: Meter | None = None) -> int:
        at = _chosen(_Run(text[::-1], self._flags, meter).ends(self._mirror, 1), longest)
        return at if at < 0 else len(text) - at

    def find(self, text: str, start: int, meter: Meter | None = None) -> tuple[int, int] | None:
        searched, starts = self._last
        if searched is not text or start == 0:
            starts = self._starts(text, meter)
            self._last = (text, starts)
        at = starts >> start
        if not at:
            return None
        first = start + (at & -at).bit_length() - 1
        # Everything before the start is out of reach: the run is on what is left.
        return first, first + self.prefix(text[first:], True, meter)

    def _starts(self, text: str, meter: Meter | None) -> int:
        run = _Run(text[::-1], self._flags, meter)
        backward = run.ends(self._mirror, run.all)
        size = len(text) + 1
        return int(f"{backward:0{size}b}"[::-1], 2)


def _chosen(bits: int, longest: bool) -> int:
    if not bits:
        return -1
    return (bits if longest else bits & -bits).bit_length() - 1
