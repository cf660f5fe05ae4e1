"""What a capability covers, and what two have in common. Pure: no I/O.

Each kind is a meet-semilattice: `intersect` is the greatest capability that both sides cover. So whatever is built from
intersections can only narrow, which the property tests hold this module to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from runtime.capability import hosts, tables
from runtime.contracts.capability import (
    KINDS,
    Capability,
    to_data,
)

Scope = tuple[str, ...]
ANY = "*"

_Number = TypeVar("_Number", int, float)


def prefix_covers(prefix: str, path: str) -> bool:
    """Whether a normal path lies at or beneath a normal prefix: ``src`` covers ``src/a``, not ``srcx``."""
    return prefix in (".", path) or path.startswith(prefix + "/")


def prefixes_cover(prefixes: Scope, path: str) -> bool:
    """Whether one of the prefixes covers a normal path."""
    return any(prefix_covers(prefix, path) for prefix in prefixes)


def names_cover(names: Scope, name: str) -> bool:
    """Whether a name is listed; a lone ``*`` lists every name, and nothing else is a wildcard."""
    return name in names or ANY in names


def intersect(a: Capability, b: Capability) -> Capability | None:
    """The greatest capability that both cover, or None where they share no kind or no target."""
    if type(a) is not type(b):
        return None
    parts = [_MEETS[field](getattr(a, field), getattr(b, field)) for field in a.__struct_fields__]
    if () in parts:
        return None
    return type(a)(*parts)


class CapabilitySet:
    """An immutable set with at most one capability of a kind, in the order of `KINDS`.

    Two capabilities of one kind become one with the targets of both and the *tighter* of their bounds: taking the
    looser one would give the first's targets the second's bounds, which nobody granted.
    """

    __slots__ = ("_by_kind", "_hash")

    def __init__(self, capabilities: Iterable[Capability] = ()) -> None:
        found: dict[str, Capability] = {}
        for capability in capabilities:
            kind = capability.kind
            found[kind] = _merge(found[kind], capability) if kind in found else _minimal(capability)
        self._by_kind = found if len(found) < 2 else {kind: found[kind] for kind in KINDS if kind in found}
        self._hash = hash(tuple(self._by_kind.values()))

    def get(self, kind: str) -> Any:
        """The capability of this kind, for example ``fs_read``, or None."""
        return self._by_kind.get(kind)

    def __contains__(self, kind: object) -> bool:
        return kind in self._by_kind

    def __iter__(self) -> Iterator[Capability]:
        return iter(self._by_kind.values())

    def __len__(self) -> int:
        return len(self._by_kind)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CapabilitySet) and self._by_kind == other._by_kind

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"CapabilitySet({list(self)!r})"

    def to_data(self) -> list[dict[str, Any]]:
        """The set as JSON data, one object a capability."""
        return [to_data(capability) for capability in self]


def _merge(a: Capability, b: Capability) -> Capability:
    parts = [_JOINS[field](getattr(a, field), getattr(b, field)) for field in a.__struct_fields__]
    return type(a)(*parts)


def _minimal(capability: Capability) -> Capability:
    """The same capability without targets that another of its targets covers."""
    return _merge(capability, capability)


def _outermost(prefixes: Iterable[str]) -> Scope:
    kept: list[str] = []
    # "." first: it covers all. Then each prefix comes after those that could cover it.
    for prefix in sorted(set(prefixes), key=lambda p: (p != ".", p.split("/"))):
        if not kept or not prefix_covers(kept[-1], prefix):
            kept.append(prefix)
    return tuple(sorted(kept))


def _meet_prefixes(a: Scope, b: Scope) -> Scope:
    deeper = [p for p in a if prefixes_cover(b, p)] + [p for p in b if prefixes_cover(a, p)]
    return _outermost(deeper)


def _join_prefixes(a: Scope, b: Scope) -> Scope:
    return _outermost(a + b)


def _meet_names(a: Scope, b: Scope) -> Scope:
    shared = {n for n in a if names_cover(b, n)} | {n for n in b if names_cover(a, n)}
    return _join_names(tuple(shared), ())


def _join_names(a: Scope, b: Scope) -> Scope:
    names = {*a, *b}
    return (ANY,) if ANY in names else tuple(sorted(names))


def _tighter(a: _Number | None, b: _Number | None) -> _Number | None:
    if a is None:
        return b
    return a if b is None else min(a, b)


_MEETS: dict[str, Callable[[Any, Any], Any]] = {
    "prefixes": _meet_prefixes,
    "allowlist": hosts.meet,
    "tables": tables.meet,
    "commands": _meet_names,
    "vars": _meet_names,
    "tools": _meet_names,
    "cpu_s": _tighter,
    "memory_bytes": _tighter,
    "fuel": _tighter,
}
_JOINS: dict[str, Callable[[Any, Any], Any]] = {
    **_MEETS,
    "prefixes": _join_prefixes,
    "allowlist": hosts.join,
    "tables": tables.join,
    "commands": _join_names,
    "vars": _join_names,
    "tools": _join_names,
}
