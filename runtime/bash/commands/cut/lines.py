"""Parts of many lines at once, where every line has all the fields that are wanted."""

from __future__ import annotations

from operator import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Ranges = list[tuple[int, int]]
    Parts = Callable[[list[bytes]], list[bytes]]

__all__ = ["columns", "fields"]

# More fields than this are picked one by one.
_MOST_PICKED = 64


def fields(ranges: Ranges, delimiter: bytes, glue: bytes) -> Parts | None:
    """A function from lines to the chosen fields of each, glued; it raises IndexError where a line has too few, and None
    stands for a choice that it cannot make. Ranges are ascending and from 0, their ends left out."""
    if not ranges:
        return None
    low, high = ranges[-1]
    if high >= 1 << 30:
        if len(ranges) > 1 or glue != delimiter or not low:
            return None
        return lambda lines: [line.split(delimiter, low)[low] for line in lines]
    if ranges == [(0, 1)]:
        return lambda lines: [line.partition(delimiter)[0] for line in lines]
    picked = [at for first, last in ranges for at in range(first, min(last, first + _MOST_PICKED + 1))]
    if len(picked) == 1:
        return lambda lines: [line.split(delimiter, high)[low] for line in lines]
    if len(picked) > _MOST_PICKED:
        return None
    pick, join = itemgetter(*picked), glue.join
    return lambda lines: [join(pick(line.split(delimiter, high))) for line in lines]


def columns(ranges: Ranges) -> Parts:
    """A function from lines to the chosen bytes of each."""

    def parts(lines: list[bytes]) -> list[bytes]:
        found = [[line[low:high] for line in lines] for low, high in ranges]
        return found[0] if len(found) == 1 else list(map(b"".join, zip(*found, strict=True)))

    return parts
