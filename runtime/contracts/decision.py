"""What policy is asked and what it may answer.

The answer's JSON form is closed (``schemas/decision.schema.json`` is generated from `DecisionDocument`);
whatever does not fit denies.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import msgspec

from runtime.contracts.audit import DecisionOutcome
from runtime.contracts.canonical import Canonical
from runtime.contracts.capability import Capability
from runtime.contracts.changes import ChangesMode
from runtime.contracts.limits import ResourceBounds

# What the schema promises about the values, so that an absurd answer is no answer instead of a strange bound.
_Seconds = Annotated[float, msgspec.Meta(gt=0)]
_Count = Annotated[int, msgspec.Meta(gt=0)]
_Pointer = Annotated[
    str, msgspec.Meta(pattern=r"^(/([^/~]|~[01])*)+$", max_length=500)
]  # RFC 6901, section 3
_Key = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class LimitObligation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Bounds that policy puts on the call; only narrower ones take effect."""

    wall_s: _Seconds | None = None
    cpu_s: _Seconds | None = None
    fuel: _Count | None = None
    memory_bytes: _Count | None = None
    output_bytes: _Count | None = None
    files: _Count | None = None
    calls: _Count | None = None

    @property
    def named(self) -> dict[str, Any]:
        """The bounds that policy gives, by name."""
        return {f: v for f in self.__struct_fields__ if (v := getattr(self, f)) is not None}

    def applied_to(self, bounds: ResourceBounds) -> ResourceBounds:
        """The bounds, tightened by those that policy names."""
        return bounds.narrowed(msgspec.structs.replace(bounds, **self.named))


class RateObligation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At most ``max`` calls in any ``per_s`` seconds for this key."""

    key: _Key
    max: _Count
    per_s: _Seconds


class Obligations(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an allow is bound to. Obligations only narrow."""

    redact: Annotated[tuple[_Pointer, ...], msgspec.Meta(max_length=64)] = ()
    limits: LimitObligation | None = None
    rate: RateObligation | None = None
    grants: Annotated[tuple[Capability, ...], msgspec.Meta(max_length=64)] | None = None
    changes: ChangesMode | None = None
    """Whether what commands of the call change is reviewed before it is made; the strictest of all wishes holds."""


class DecisionDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The value of ``data.runtime.authz.decision``: exactly these fields."""

    allow: bool
    ask: bool = False
    reasons: tuple[str, ...] = ()
    obligations: Obligations = Obligations()


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on one call, whatever the engine did to reach it."""

    outcome: DecisionOutcome
    reasons: tuple[str, ...] = ()
    obligations: Obligations = Obligations()
    bundle: str = ""
    """Digest of the bundle that decided."""
    engine: str = ""
    decision_id: str = ""
    """Keyed digest of policy input and bundle: in one process equal questions have equal ids."""
    cached: bool = False
    detail: str = ""
    """For operators: what went wrong in the engine. Never shown to a model."""

    @property
    def allowed(self) -> bool:
        """Whether the call may go on, possibly only after approval."""
        return self.outcome in ("allow", "ask")


NOT_ASKED = Decision(outcome="not_asked")
"""The call was refused before policy was asked."""


CONTEXT_PARTS = frozenset({"session", "time", "counts", "parent"})
"""What stands in ``input.context`` only where the policy reads it: no two calls have it alike, so answers could not be kept."""


class ContextSource(Protocol):
    """Writes ``input.context`` of one call, when it is known which parts the policy reads."""

    def written(self, parts: frozenset[str]) -> Canonical:
        """The context with these parts. Raises where one of them cannot be known: then nothing is allowed."""
        ...


class PolicyInput(msgspec.Struct, frozen=True, kw_only=True):
    """One question to policy. The host writes everything but ``arguments``.

    ``canonical_arguments`` are the RFC 8785 bytes that validation saw, so that the text of a model is
    never parsed twice in two ways. The other parts may be given as data or, written before, as `Canonical`.
    """

    principal: dict[str, Any] | Canonical
    tool: dict[str, Any] | Canonical
    canonical_arguments: bytes
    capabilities: dict[str, Any] | Canonical
    context: dict[str, Any] | Canonical | ContextSource = {}
    changes: Canonical | None = None
    """What the call's command changed, in the question whether that may be made."""
    max_arguments_bytes: int = 0
    """What the tool's manifest lets its arguments have; policy sees them whole, however large."""
