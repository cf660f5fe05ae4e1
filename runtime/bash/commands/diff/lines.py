"""The shortest edit between two lists of lines (Myers 1986, in linear space), as GNU diff lays changes.

Lines are numbers here: equal lines have equal numbers.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.limits import Meter

__all__ = ["changes"]


def changes(
    one: list[int], two: list[int], meter: Meter, horizon: int = 0
) -> list[tuple[int, int, int, int]]:
    """The runs that differ: (start, end) in ``one`` and in ``two``, ascending, apart from each other.

    What both begin and end with is left out, but for ``horizon`` lines: no change slides into it.
    """
    least = min(len(one), len(two))
    head = next((at for at in range(least) if one[at] != two[at]), least)
    least -= head
    tail = next((at for at in range(least) if one[-1 - at] != two[-1 - at]), least)
    head, tail = max(0, head - horizon), max(0, tail - horizon)
    one, two = one[head : len(one) - tail], two[head : len(two) - tail]
    removed, added = bytearray(len(one) + 2), bytearray(len(two) + 2)
    _mark_shared(one, two, removed, added, meter)
    _Slider(one, removed, added).run()
    _Slider(two, added, removed).run()
    return [
        (a + head, b + head, c + head, d + head) for a, b, c, d in _runs(removed, added, len(one), len(two))
    ]


def _mark_shared(one: list[int], two: list[int], removed: bytearray, added: bytearray, meter: Meter) -> None:
    """`_mark`, where what has no equal in the other list needs no search: as GNU's discard_confusing_lines begins."""
    here, there = set(one), set(two)
    kept_one = [at for at, line in enumerate(one) if line in there]
    kept_two = [at for at, line in enumerate(two) if line in here]
    if len(kept_one) == len(one) and len(kept_two) == len(two):
        _mark(one, two, removed, added, meter)
        return
    for lines, kept, marks in ((one, kept_one, removed), (two, kept_two, added)):
        marks[: len(lines)] = b"\1" * len(lines)
        for at in kept:
            marks[at] = 0
    out, new = bytearray(len(kept_one) + 2), bytearray(len(kept_two) + 2)
    _mark([one[at] for at in kept_one], [two[at] for at in kept_two], out, new, meter)
    for kept, found, marks in ((kept_one, out, removed), (kept_two, new, added)):
        for at, mark in zip(kept, found, strict=False):
            marks[at] = mark


def _mark(one: list[int], two: list[int], removed: bytearray, added: bytearray, meter: Meter) -> None:
    """Mark what is in one list only; boxes that are still to be compared wait on a stack."""
    boxes = [(0, len(one), 0, len(two))]
    while boxes:
        left, right, top, bottom = boxes.pop()
        while left < right and top < bottom and one[left] == two[top]:
            left += 1
            top += 1
        while left < right and top < bottom and one[right - 1] == two[bottom - 1]:
            right -= 1
            bottom -= 1
        if left == right:
            for at in range(top, bottom):
                added[at] = 1
        elif top == bottom:
            for at in range(left, right):
                removed[at] = 1
        else:
            x, y = _middle(one, two, (left, right, top, bottom), meter)
            boxes += [(x, right, y, bottom), (left, x, top, y)]


def _middle(one: list[int], two: list[int], box: tuple[int, int, int, int], meter: Meter) -> tuple[int, int]:
    """A point on a shortest path: where a search from the start and one from the end meet."""
    left, right, top, bottom = box
    low, high = left - bottom, right - top
    forward_start, backward_start = left - top, right - bottom
    odd = (forward_start - backward_start) & 1
    forward = {forward_start: left}
    backward = {backward_start: right}
    fmin = fmax = forward_start
    bmin = bmax = backward_start
    beyond = 1 << 60
    while True:
        meter.check()
        # One more step forward on every diagonal within the box.
        fmin, fmax = _widen(forward, fmin, fmax, low, high, -1)
        for diagonal in range(fmax, fmin - 1, -2):
            below, above = forward.get(diagonal - 1, -1), forward.get(diagonal + 1, -1)
            x = above if below < above else below + 1
            y = x - diagonal
            while x < right and y < bottom and one[x] == two[y]:
                x += 1
                y += 1
            forward[diagonal] = x
            if odd and bmin <= diagonal <= bmax and backward.get(diagonal, beyond) <= x:
                return x, y
        bmin, bmax = _widen(backward, bmin, bmax, low, high, beyond)
        for diagonal in range(bmax, bmin - 1, -2):
            below, above = backward.get(diagonal - 1, beyond), backward.get(diagonal + 1, beyond)
            x = below if below < above else above - 1
            y = x - diagonal
            while left < x and top < y and one[x - 1] == two[y - 1]:
                x -= 1
                y -= 1
            backward[diagonal] = x
            if not odd and fmin <= diagonal <= fmax and x <= forward.get(diagonal, -1):
                return x, y


def _widen(reach: dict[int, int], least: int, most: int, low: int, high: int, edge: int) -> tuple[int, int]:
    """One diagonal more on either side, or one fewer where the box ends."""
    if least > low:
        least -= 1
        reach[least - 1] = edge
    else:
        least += 1
    if most < high:
        most += 1
        reach[most + 1] = edge
    else:
        most -= 1
    return least, most


class _Slider:
    """Slides each run of changes as far down as it goes, joining runs that meet, but back up to an end that lines up with a
    change of the other file (GNU's shift_boundaries). ``there`` is the place in the other file; a 0 behind the end of either
    stops every search, also one that goes below 0."""

    def __init__(self, lines: list[int], changed: bytearray, other: bytearray) -> None:
        self.lines = lines
        self.changed = changed
        self.other = other
        self.start = self.at = self.there = 0

    def run(self) -> None:
        """All runs, from the top."""
        end = len(self.lines)
        while self._next_run(end):
            length = -1
            while length != self.at - self.start:
                length = self.at - self.start
                while self.start and self.lines[self.start - 1] == self.lines[self.at - 1]:
                    self._up()
                    while self.changed[self.start - 1]:
                        self.start -= 1
                aligned = self.at if self.other[self.there - 1] else end
                while self.at != end and self.lines[self.start] == self.lines[self.at]:
                    aligned = self._down(aligned)
            while aligned < self.at:
                self._up()

    def _next_run(self, end: int) -> bool:
        while self.at < end and not self.changed[self.at]:
            while self.other[self.there]:
                self.there += 1
            self.there += 1
            self.at += 1
        self.start = self.at
        if self.at == end:
            return False
        while self.changed[self.at]:
            self.at += 1
        while self.other[self.there]:
            self.there += 1
        return True

    def _up(self) -> None:
        self.start -= 1
        self.at -= 1
        self.changed[self.start], self.changed[self.at] = 1, 0
        self.there -= 1
        while self.other[self.there]:
            self.there -= 1

    def _down(self, aligned: int) -> int:
        self.changed[self.start], self.changed[self.at] = 0, 1
        self.start += 1
        self.at += 1
        while self.changed[self.at]:
            self.at += 1
        self.there += 1
        while self.other[self.there]:
            aligned = self.at
            self.there += 1
        return aligned


def _runs(
    removed: bytearray, added: bytearray, size_one: int, size_two: int
) -> list[tuple[int, int, int, int]]:
    out = []
    x = y = 0
    while x < size_one or y < size_two:
        if removed[x] or added[y]:
            start_x, start_y = x, y
            while removed[x]:
                x += 1
            while added[y]:
                y += 1
            out.append((start_x, x, start_y, y))
        x += 1
        y += 1
    return out
