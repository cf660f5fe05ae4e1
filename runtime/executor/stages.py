"""How far a call has come, as types: each stage is what the one before it was, and more.

    Arrived    0 admit      who calls what, under which grants and bounds
    Found      1 find       the tool
    Frozen     2 freeze     the arguments, as private canonical bytes
    Validated  4 validate   they fit the input schema, and have its defaults
    Gated      5 gate       what the call may use
    Judged     6 policy     what policy answered
    Allowed    6 policy     it allows the call, and its obligations are met
    Noted      7 rate       within the rate; its first records, with a commitment to the arguments
    Approved   8 approve    by whoever had to be asked
    Intended   9 intent     all of that is durable
    Running    10 run       the context that the tool is handed
    Ran        10 run       what the tool gave
    Finished   12 normalize the output in its normal form, with a commitment to it

So a step that needs something takes the stage at which it exists, and whoever ends a call early asks with ``isinstance``
what there is to tell.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec

from runtime.capability.match import CapabilitySet
from runtime.contracts.audit import Check
from runtime.contracts.capability import Capability
from runtime.contracts.changes import ChangesMode
from runtime.contracts.decision import NOT_ASKED, Decision
from runtime.contracts.invocation import Principal
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import ScopedContext
from runtime.contracts.tracing import TraceContext
from runtime.executor.call_tree import CallNode
from runtime.executor.commitments import Commitment
from runtime.executor.event_stream import EventStream
from runtime.executor.prepared import PreparedTool
from runtime.executor.session import Session
from runtime.validation.normalize import Normalized


class Call(msgspec.Struct, frozen=True):
    """One call as it was made."""

    call_id: str
    tool_name: str
    principal: Principal
    grants: tuple[Capability, ...]
    limits: ResourceBounds | None
    """The bounds that the caller asks for."""
    session: Session | None
    """The session that the caller names."""
    begun_ns: int
    parent: CallNode | None = None
    """The call that it is made in."""
    events: EventStream | None = None
    """Who follows it while it runs."""
    changes: ChangesMode = "direct"
    """How the caller wants the changes of its commands to be made."""
    trace: TraceContext | None = None
    """Its position in a trace."""

    def duration_us(self) -> int:
        """Microseconds since the call arrived."""
        return (time.perf_counter_ns() - self.begun_ns) // 1000


class Arguments(msgspec.Struct, frozen=True):
    """The arguments of a call: a private copy, and the bytes that it was read from."""

    value: dict[str, Any]
    canonical: bytes


class Authority(msgspec.Struct, frozen=True):
    """What a call may use."""

    effective: CapabilitySet
    limits: ResourceBounds
    checks: tuple[Check, ...]
    """Each check that was made to find it, for the record."""
    missing: tuple[Capability, ...]
    """What the tool cannot run without and does not have."""


class Arrived(msgspec.Struct, frozen=True):
    """The call was admitted."""

    call: Call


class Found(Arrived, frozen=True):
    """Its tool is known."""

    prepared: PreparedTool


class Frozen(Found, frozen=True):
    """Nobody can change its arguments any more."""

    arguments: Arguments


class Validated(Frozen, frozen=True):
    """The arguments fit the input schema."""


class Gated(Validated, frozen=True):
    """Its declared capabilities are narrowed to the granted ones, and its bounds to those of the caller."""

    authority: Authority


class Judged(Gated, frozen=True):
    """Policy answered; where it named grants, they narrowed what the call may use."""

    decision: Decision
    asked: bytes
    """The question without its arguments, as policy was asked it."""


class Allowed(Judged, frozen=True):
    """Policy allows the call, maybe after approval, and everything that the tool needs is left to it."""

    def noted(self, commitment: Commitment) -> Noted:
        """The next stage."""
        return Noted(
            self.call,
            self.prepared,
            self.arguments,
            self.authority,
            self.decision,
            self.asked,
            commitment,
            (),
        )


class Noted(Judged, frozen=True):
    """The records of what was found and decided are noted."""

    commitment: Commitment
    """To the arguments that would run."""
    redact: tuple[str, ...]
    """What an earlier decision on other arguments of this call redacts, beside this one."""

    def approved(self) -> Approved:
        """The next stage."""
        return Approved(
            self.call,
            self.prepared,
            self.arguments,
            self.authority,
            self.decision,
            self.asked,
            self.commitment,
            self.redact,
        )


class Approved(Noted, frozen=True):
    """The call may run with exactly these arguments."""

    def intended(self) -> Intended:
        """The next stage."""
        return Intended(
            self.call,
            self.prepared,
            self.arguments,
            self.authority,
            self.decision,
            self.asked,
            self.commitment,
            self.redact,
        )


class Intended(Approved, frozen=True):
    """The intent is durable."""

    def running(self, context: ScopedContext) -> Running:
        """The next stage."""
        return Running(
            self.call,
            self.prepared,
            self.arguments,
            self.authority,
            self.decision,
            self.asked,
            self.commitment,
            self.redact,
            context,
        )


class Running(Intended, frozen=True):
    """The tool was started: from here on effects are possible."""

    context: ScopedContext

    def ran(self, value: Any) -> Ran:
        """The next stage."""
        return Ran(
            self.call,
            self.prepared,
            self.arguments,
            self.authority,
            self.decision,
            self.asked,
            self.commitment,
            self.redact,
            self.context,
            value,
        )


class Ran(Running, frozen=True):
    """The tool gave a value."""

    value: Any

    def finished(self, normalized: Normalized, result: Commitment, output: Any) -> Finished:
        """The next stage, which holds what is released in place of what the tool gave."""
        return Finished(
            self.call,
            self.prepared,
            self.arguments,
            self.authority,
            self.decision,
            self.asked,
            self.commitment,
            self.redact,
            self.context,
            output,
            normalized,
            result,
        )


class Finished(Ran, frozen=True):
    """The output passed every check."""

    normalized: Normalized
    result: Commitment


def parent_id(call: Call) -> str | None:
    """The id of the call that it is made in."""
    return None if call.parent is None else call.parent.call_id


def decision_on(stage: Arrived) -> Decision:
    """What policy decided of the call, as far as it was asked."""
    return stage.decision if isinstance(stage, Judged) else NOT_ASKED


def fuel_used(stage: Arrived) -> int | None:
    """What the tool's module burnt; None for other tools, and before one ran."""
    return stage.context.fuel_used if isinstance(stage, Running) else None
