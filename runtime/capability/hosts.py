"""Host patterns. Pure: no I/O."""

from __future__ import annotations

Scope = tuple[str, ...]


def meet(a: Scope, b: Scope) -> Scope:
    return tuple(sorted(set(a) & set(b)))


def join(a: Scope, b: Scope) -> Scope:
    return tuple(sorted({*a, *b}))
