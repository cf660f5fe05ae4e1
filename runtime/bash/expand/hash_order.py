"""The order of associative arrays: bash lists one by its hash table, so scripts (and their recorded outputs) know it.

A table of 1024 chains, newest first; FNV-1 over the signed bytes of the key, as bash's ``hashlib.c`` computes it.
"""

from __future__ import annotations

__all__ = ["items", "keys", "values"]

_BUCKETS = 1024
_GROWTH = 4
_OFFSET = 2166136261
_PRIME = 16777619
_KEPT, _LONGEST = 65_536, 256
_hashes: dict[str, int] = {}


def _hash(key: str) -> int:
    found = _hashes.get(key)
    if found is None:
        found = _OFFSET
        for byte in key.encode("utf-8", "surrogateescape"):
            found = (found * _PRIME & 0xFFFFFFFF) ^ (byte if byte < 128 else byte | 0xFFFFFF00)
        if len(_hashes) >= _KEPT:
            _hashes.clear()
        if len(key) <= _LONGEST:
            _hashes[key] = found
    return found


def keys(table: dict[str, str]) -> list[str]:
    """The keys as bash lists them."""
    oldest_first = list(table)
    if len(oldest_first) < 2:
        return oldest_first
    # Each chain is newest first, and a key goes to the head of its chain. A table that holds two keys a chain grows
    # fourfold before the next one comes: its keys move in listed order, so every move turns the chains around.
    buckets = _BUCKETS
    full = 2 * buckets
    listed = _listed(oldest_first[:full], buckets)
    while full < len(oldest_first):
        more = oldest_first[full : 2 * buckets * _GROWTH]
        buckets *= _GROWTH
        full = 2 * buckets
        listed = _listed(listed + more, buckets)
    return listed


def _listed(entering: list[str], buckets: int) -> list[str]:
    mask = buckets - 1
    newest_first = entering[::-1]
    newest_first.sort(key=lambda key: _hash(key) & mask)
    return newest_first


def values(table: dict[str, str]) -> list[str]:
    """The values in the order of `keys`."""
    return [table[key] for key in keys(table)]


def items(table: dict[str, str]) -> list[tuple[str, str]]:
    """Keys and values in the order of `keys`."""
    return [(key, table[key]) for key in keys(table)]
