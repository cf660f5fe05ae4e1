"""The gate before execution: what a tool declares, within what its caller grants and policy leaves. Pure.

1. Each declared capability is narrowed to the grant of its kind: declared ``.`` under the grant ``src`` is ``src``.
2. Policy's own grants, where it names any, narrow the result again.
3. A capability of which nothing is left is missing, and the call is refused.
4. What is granted and was not declared is dropped.
5. What is declared as optional is narrowed likewise, and dropped where nothing is left of it.

A capability declared without targets (``FsRead([])``) declares the kind and leaves the targets to grant and policy.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import NamedTuple

from runtime.capability.grants import from_table, parse_grant
from runtime.capability.match import CapabilitySet, intersect
from runtime.contracts.audit import Check
from runtime.contracts.capability import Capability

__all__ = ["GateResult", "check_gate", "from_table", "parse_grant"]


_NOTHING = CapabilitySet()


class GateResult(NamedTuple):
    """What passed, every check for the record, and what is missing."""

    effective: CapabilitySet
    checks: tuple[Check, ...]
    missing: tuple[Capability, ...]


def check_gate(
    declared: Iterable[Capability],
    granted: Iterable[Capability],
    policy_grants: Iterable[Capability] | None = None,
    *,
    optional: CapabilitySet = _NOTHING,
) -> GateResult:
    """Narrow what is declared to what is granted, and to policy's grants unless they are None."""
    return _checked(
        declared if isinstance(declared, CapabilitySet) else CapabilitySet(declared),
        optional,
        tuple(granted),
        None if policy_grants is None else tuple(policy_grants),
    )


# A caller's calls repeat the same few grants: the answer is a function of the three arguments alone.
@functools.lru_cache(maxsize=1024)
def _checked(
    declared: CapabilitySet,
    optional: CapabilitySet,
    granted: tuple[Capability, ...],
    policy_grants: tuple[Capability, ...] | None,
) -> GateResult:
    limits = [CapabilitySet(granted)]
    if policy_grants is not None:
        limits.append(CapabilitySet(policy_grants))
    effective: list[Capability] = []
    checks: list[Check] = []
    missing: list[Capability] = []
    for capability in (*declared, *optional):
        narrowed = _narrowed(capability, limits)
        if narrowed is None and capability.kind in optional:
            continue
        allowed = narrowed is not None
        checks.append(Check(allowed=allowed, capability=capability.kind, count=1, target=_scope(capability)))
        if narrowed is None:
            missing.append(capability)
        else:
            effective.append(narrowed)
    return GateResult(CapabilitySet(effective), tuple(checks), tuple(missing))


def _narrowed(declared: Capability, limits: list[CapabilitySet]) -> Capability | None:
    left: Capability | None = declared
    for limit in limits:
        grant: Capability | None = limit.get(declared.kind)
        if left is None or grant is None:
            return None
        left = intersect(_open(left, grant), grant)
    return left


def _open(declared: Capability, grant: Capability) -> Capability:
    """The declaration with the grant's targets where it names none; bounds of its own stay."""
    fields = [
        getattr(grant, name) if value == () else value
        for name in declared.__struct_fields__
        for value in (getattr(declared, name),)
    ]
    return type(declared)(*fields)


def _scope(capability: Capability) -> str:
    values = (getattr(capability, name) for name in capability.__struct_fields__)
    return next((",".join(value) for value in values if value and isinstance(value, tuple)), "*")
