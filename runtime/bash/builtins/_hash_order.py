"""The order in which bash walks its hash tables, so that listings come out in the order that scripts know."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["walked"]

# FNV-1 with 32 bits.
_OFFSET, _PRIME, _MASK = 2166136261, 16777619, 0xFFFFFFFF
# A table grows fourfold once it holds twice as many names as buckets.
_CROWDED, _GROWTH = 2, 4


def walked(names: Iterable[str], buckets: int) -> list[str]:
    """``names`` in the order of a walk through a table of ``buckets``; the newest of a bucket comes first."""
    newest_first = list(names)[::-1]
    while len(newest_first) > buckets * _CROWDED:
        buckets *= _GROWTH
    return sorted(newest_first, key=lambda name: _hash(name) % buckets)


def _hash(name: str) -> int:
    value = _OFFSET
    for byte in name.encode("utf-8", "surrogateescape"):
        # bash mixes in a signed char.
        value = (value * _PRIME & _MASK) ^ (byte if byte < 128 else byte | 0xFFFFFF00)
    return value
