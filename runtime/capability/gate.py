"""The gate before execution: what a tool declares, within what is granted. Pure.

1. Each declared capability is narrowed to the grant of its kind: declared ``.`` under the grant ``src`` is ``src``.
2. A capability of which nothing is left is missing, and the call is refused.
3. What is granted and was not declared is dropped.
4. What is declared as optional is narrowed likewise, and dropped where nothing is left of it.

The executor passes it twice: with the caller's grants, and, where policy names grants, with what was left and those. A
capability declared without targets (``FsRead([])``) declares the kind and leaves the targets to the grants.
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
    *,
    optional: CapabilitySet = _NOTHING,
) -> GateResult:
    """Narrow what is declared to what is granted."""
    return _checked(
        declared if isinstance(declared, CapabilitySet) else CapabilitySet(declared),
        optional,
        tuple(granted),
    )


# A caller's calls repeat the same few grants: the answer is a function of the three arguments alone.
@functools.lru_cache(maxsize=1024)
def _checked(declared: CapabilitySet, optional: CapabilitySet, granted: tuple[Capability, ...]) -> GateResult:
    grants = CapabilitySet(granted)
    effective: list[Capability] = []
    checks: list[Check] = []
    missing: list[Capability] = []
    for capability in (*declared, *optional):
        narrowed = _narrowed(capability, grants.get(capability.kind))
        if narrowed is None and capability.kind in optional:
            continue
        allowed = narrowed is not None
        checks.append(Check(allowed=allowed, capability=capability.kind, count=1, target=_scope(capability)))
        if narrowed is None:
            missing.append(capability)
        else:
            effective.append(narrowed)
    return GateResult(CapabilitySet(effective), tuple(checks), tuple(missing))


def _narrowed(declared: Capability, grant: Capability | None) -> Capability | None:
    return None if grant is None else intersect(_open(declared, grant), grant)


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
