"""A file's changed lines as ``diff -u`` writes them, within a bound of work: what is compared is what a hostile command wrote."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["DiffBudget", "unified"]

_CONTEXT = 3
_MAX_LINES = 4_000
_MOST_DIFFERENCES = 300
"""In one file: one with more is shown as replaced."""
_NO_END = "\\ No newline at end of file"
_Run = tuple[int, int, int, int]


class DiffBudget:
    """What all diffs of one call may cost together."""

    def __init__(self, *, text_bytes: int = 1024 * 1024, differences: int = 10_000) -> None:
        self._text_bytes = text_bytes
        self._differences = differences

    def allows(self, size_bytes: int) -> bool:
        """Whether so much text is still to be compared; it then counts."""
        if size_bytes > self._text_bytes:
            return False
        self._text_bytes -= size_bytes
        return True

    def differences(self) -> int:
        """How many differences are still looked for in one file."""
        return min(_MOST_DIFFERENCES, self._differences)

    def spend(self, differences: int) -> None:
        """Count differences that were looked for."""
        self._differences -= differences


def unified(path: str, before: bytes, after: bytes, budget: DiffBudget) -> str | None:
    """The diff; None where nothing differs, a side is no text, or too long for what is left of the budget."""
    if not budget.allows(len(before) + len(after)) or b"\0" in before or b"\0" in after:
        return None
    try:
        one, two = before.decode().split("\n"), after.decode().split("\n")
    except UnicodeDecodeError:
        return None
    if len(one) + len(two) > _MAX_LINES:
        return None
    old, new = _ended(one), _ended(two)
    lines = [line for hunk in _hunks(_runs(old, new, budget)) for line in _written(hunk, old, new)]
    if not lines:
        return None
    return "\n".join([f"--- {_header(path)}", f"+++ {_header(path)}", *lines]) + "\n"


def _header(path: str) -> str:
    """The path as a line of its own: a line break in it would make two."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in path)


def _ended(parts: list[str]) -> list[str]:
    """Lines as they are compared: one that has no line feed is another than the same with one."""
    *lines, rest = parts
    return [*lines, f"{rest}\n{_NO_END}"] if rest else lines


def _runs(old: list[str], new: list[str], budget: DiffBudget) -> list[_Run]:
    """What differs, as runs of lines; what both begin and end with is left out before the search."""
    least = min(len(old), len(new))
    head = next((at for at in range(least) if old[at] != new[at]), least)
    tail = next((at for at in range(least - head) if old[-1 - at] != new[-1 - at]), least - head)
    one, two = old[head : len(old) - tail], new[head : len(new) - tail]
    if not one and not two:
        return []
    kept = _common(one, two, budget) if one and two else []
    runs, x, y = [], 0, 0
    for at, there in [*kept, (len(one), len(two))]:
        if (x, y) != (at, there):
            runs.append((head + x, head + at, head + y, head + there))
        x, y = at + 1, there + 1
    return runs


def _common(one: list[str], two: list[str], budget: DiffBudget) -> list[tuple[int, int]]:
    """The lines that a shortest edit keeps (Myers 1986); none where it has more differences than may be looked for."""
    reach = {1: 0}
    trail: list[dict[int, int]] = []
    most = budget.differences()
    for count in range(most + 1):
        trail.append(reach.copy())
        for diagonal in range(-count, count + 1, 2):
            x = _next(reach, diagonal, count)
            while x < len(one) and 0 <= x - diagonal < len(two) and one[x] == two[x - diagonal]:
                x += 1
            reach[diagonal] = x
            if x >= len(one) and x - diagonal >= len(two):
                budget.spend(count)
                return _walked_back(trail, len(one), len(two))
    budget.spend(most)
    return []


def _next(reach: dict[int, int], diagonal: int, count: int) -> int:
    """How far one more difference leads on a diagonal: a line of the second text, or one of the first."""
    down = diagonal == -count or (diagonal != count and reach[diagonal - 1] < reach[diagonal + 1])
    return reach[diagonal + 1] if down else reach[diagonal - 1] + 1


def _walked_back(trail: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    kept = []
    for count in range(len(trail) - 1, -1, -1):
        reach, diagonal = trail[count], x - y
        down = diagonal == -count or (diagonal != count and reach[diagonal - 1] < reach[diagonal + 1])
        before = diagonal + 1 if down else diagonal - 1
        start_x = reach[before]
        start_y = start_x - before
        while x > start_x and y > start_y:
            x, y = x - 1, y - 1
            kept.append((x, y))
        x, y = start_x, start_y
    return kept[::-1]


def _hunks(runs: list[_Run]) -> Iterator[list[_Run]]:
    """Runs that share their context."""
    hunk: list[_Run] = []
    for run in runs:
        if hunk and run[0] - hunk[-1][1] > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(run)
    if hunk:
        yield hunk


def _written(hunk: list[_Run], old: list[str], new: list[str]) -> Iterator[str]:
    first, last = hunk[0], hunk[-1]
    ahead = min(_CONTEXT, first[0])
    behind = min(_CONTEXT, len(old) - last[1])
    old_span = _span(first[0] - ahead, last[1] + behind)
    new_span = _span(first[2] - ahead, last[3] + behind)
    yield f"@@ -{old_span} +{new_span} @@"
    at = first[0] - ahead
    for start, end, new_start, new_end in hunk:
        yield from (f" {line}" for line in old[at:start])
        yield from (f"-{line}" for line in old[start:end])
        yield from (f"+{line}" for line in new[new_start:new_end])
        at = end
    yield from (f" {line}" for line in old[at : at + behind])


def _span(start: int, end: int) -> str:
    """As diff counts: from 1, and an empty span by the line in front of it."""
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"
