"""The order of associative arrays: bash lists one by its hash table, so scripts (and their recorded outputs) know it.

A table of 1024 chains, newest first; FNV-1 over the signed bytes of the key, as bash's ``hashlib.c`` computes it.
"""

from __future__ import annotations

__all__ = ["items", "keys", "values"]

_BUCKETS = 1024
_GROWTH = 4
_OFFSET = 2166136261
_PRIME = 16777619
_KEPT = 65_536
_hashes: dict[str, int] = {}


def _hash(key: str) -> int:
    found = _hashes.get(key)
    if found is None:
        found = _OFFSET
        for byte in key.encode("utf-8", "surrogateescape"):
            found = (found * _PRIME & 0xFFFFFFFF) ^ (byte if byte < 128 else byte | 0xFFFFFF00)
        if len(_hashes) >= _KEPT:
            _hashes.clear()
        _hashes[key] = found
    return found


def keys(table: dict[str, str]) -> list[str]:
    """The keys as bash lists them."""
    if len(table) < 2:
        return list(table)
    mask = _BUCKETS - 1
    # A table that holds twice its chains grows fourfold before the next key comes.
    while len(table) > 2 * (mask + 1):
        mask = (mask + 1) * _GROWTH - 1
    newest_first = list(table)
    newest_first.reverse()
    newest_first.sort(key=lambda key: _hash(key) & mask)
    return newest_first


def values(table: dict[str, str]) -> list[str]:
    """The values in the order of `keys`."""
    return [table[key] for key in keys(table)]


def items(table: dict[str, str]) -> list[tuple[str, str]]:
    """Keys and values in the order of `keys`."""
    return [(key, table[key]) for key in keys(table)]
