"""Describes a record in one line for a person, and names the step of the executor that it comes from.

A table, one row for each kind; a kind without a row shows its fields.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from runtime.audit.format.timestamps import format_timestamp
from runtime.contracts import audit, steps
from runtime.contracts.audit import Body

_STEPS: dict[str, int] = {
    "ToolInvoked": steps.FIND,
    "PolicyDecision": steps.POLICY,
    "ShadowDecision": steps.POLICY,
    "ApprovalRequested": steps.APPROVE,
    "ApprovalDecided": steps.APPROVE,
    "ToolStreamed": steps.RUN,
    "ChangesHeld": steps.INTENT,
    "ChangesReviewed": steps.COMPLETE,
    "ChangesSettled": steps.COMPLETE,
    "ToolTimedOut": steps.RUN,
    "ScriptRan": steps.RUN,
    "ToolCompleted": steps.COMPLETE,
}
_PHASES: dict[str, int] = {"gate": steps.GATE, "use": steps.RUN}
_SAID: dict[type[Body], Callable[[Any], str]] = {
    audit.LogOpened: lambda body: (
        f"a writer opened the log {body.origin}, runtime {body.runtime}"
        + (f"; took over {body.unsigned_tail} unsigned records" if body.unsigned_tail else "")
    ),
    audit.PolicyLoaded: lambda body: (
        f"{body.engine} policy {body.bundle} "
        + ("took effect" if body.accepted else f"was refused: {body.detail}")
    ),
    audit.ToolInvoked: lambda body: (
        f"{body.principal} called {body.tool}, {body.arguments_bytes} bytes of arguments"
    ),
    audit.CapabilityCheck: lambda body: (
        f"{'allowed' if body.allowed else 'refused'} at the {body.phase}: "
        + (", ".join(_check(check) for check in body.checks) or "nothing asked for")
    ),
    audit.PolicyDecision: lambda body: (
        f"policy said {body.outcome}" + (f": {'; '.join(body.reasons)}" if body.reasons else "")
    ),
    audit.ShadowDecision: lambda body: (
        f"the second bundle would have said {body.outcome} in place of {body.enforced}"
        + (f": {'; '.join(body.reasons)}" if body.reasons else "")
    ),
    audit.ApprovalRequested: lambda _: "approval was asked for",
    audit.ApprovalDecided: lambda body: (
        f"{body.approver} {'approved' if body.approved else 'rejected'}"
        + (" other arguments" if body.modified is not None else "")
        + (f" by rule {body.rule}" if body.rule is not None else "")
        + (f": {body.reason}" if body.reason else "")
    ),
    audit.ToolStreamed: lambda body: f"streamed {body.output_bytes} bytes of output in {body.events} events",
    audit.ChangesHeld: lambda body: (
        "changes of its command are held back until "
        + ("policy has seen them" if body.mode == "review" else "somebody has approved them")
    ),
    audit.ChangesReviewed: lambda body: (
        f"policy said {body.outcome} to {body.count} changes"
        + (f": {'; '.join(body.reasons)}" if body.reasons else "")
    ),
    audit.ChangesSettled: lambda body: (
        (
            "the command changed nothing"
            if body.outcome == "unchanged"
            else f"the changes were {body.outcome}"
            if body.outcome != "unknown"
            else "it is not known whether the changes were made"
        )
        + (f": {body.code}" if body.code is not None else "")
    ),
    audit.ChangesRecovered: lambda body: (
        f"the changes of call {body.call}, which a killed process had begun to make, were {body.outcome}"
        + (f"; {body.left} holds what could not be put back" if body.left else "")
    ),
    audit.ScriptRan: lambda body: (
        f"{body.scripts} script{'s' if body.scripts != 1 else ''} ran {body.commands} commands in {body.duration_us // 1000} ms"
        + (f"; ended by {body.ended_by}" if body.ended_by is not None else "")
    ),
    audit.ToolCompleted: lambda body: f"completed, {body.output_bytes} bytes of output",
    audit.ToolFailed: lambda body: (
        f"failed: {body.code}" + (f" ({body.tool_code})" if body.tool_code is not None else "")
    ),
    audit.ToolTimedOut: lambda body: (
        f"timed out after {body.wall_ms} ms: {body.code}"
        + ("; it could not be stopped" if body.abandoned else "")
    ),
    audit.ToolDenied: lambda body: f"denied: {body.code}; nothing ran",
    audit.ToolAborted: lambda body: (
        "cancelled by the caller" if body.outcome == "cancelled" else f"aborted, outcome {body.outcome}"
    ),
    audit.Erased: lambda body: (
        f"{body.rows} values of {len(body.commitments)} commitments were erased"
        + (f": {body.reason}" if body.reason else "")
        if body.cause == "request"
        else f"the values of {len(body.commitments)} commitments were lost in a crash"
    ),
    audit.HoldPlaced: lambda body: (
        f"{body.placed_by} placed the legal hold {body.hold} on {_held(body)}: {body.reason}"
    ),
    audit.HoldReleased: lambda body: f"{body.released_by} released the legal hold {body.hold}: {body.reason}",
    audit.SegmentArchived: lambda body: (
        f"records {body.first} to {body.size - 1} are in {body.archive}, and may be removed here"
    ),
    audit.ReplayStarted: lambda body: (
        f"{body.requested_by} had recorded calls run again"
        + (f", {body.calls} by name" if body.calls else "")
        + (f", of {body.tool}" if body.tool is not None else "")
    ),
    audit.ReplayEnded: lambda body: (
        f"{body.replayed} calls were run again, {body.diverged} gave another output, {body.skipped} were skipped"
        + (f"; the first that differs is {body.first}" if body.first is not None else "")
    ),
    audit.CallsShed: lambda body: (
        f"{body.calls} calls were turned away before they began, {body.most} of them of {body.principal}"
    ),
    audit.ShardCheckpoint: lambda body: f"{body.origin} had {body.size} records",
    audit.LogRecovered: lambda body: (
        f"{body.bytes} {body.cause} bytes at {body.offset} were moved to quarantine"
    ),
    audit.ClockJumped: lambda body: (
        f"the clock jumped to {format_timestamp(body.clock_us)}; by the {body.reference} it should be "
        + format_timestamp(body.expected_us)
    ),
    audit.KeyRotated: lambda body: f"handed over to the key {body.new}",
}


def describe(body: Body) -> str:
    """What the record says. It quotes what tools and callers chose: nothing to send to a terminal as it is."""
    said = _SAID.get(type(body))
    return said(body) if said is not None else msgspec.json.encode(body).decode()


def step_of(body: Body) -> int | None:
    """The step of a governed call that the record comes from; None for records of the log itself."""
    if isinstance(body, audit.CapabilityCheck):
        return _PHASES.get(body.phase)
    step: int | None = getattr(body, "step", None)
    return step if step is not None else _STEPS.get(body.kind)


def _check(check: audit.Check) -> str:
    times = f", {check.count} times" if check.count > 1 else ""
    return f"{'' if check.allowed else 'not '}{check.capability} {check.target}{times}".rstrip()


def _held(body: audit.HoldPlaced) -> str:
    """What a hold is about, in words."""
    parts = [f"call {call}" for call in body.calls]
    if body.principal is not None:
        parts.append(f"calls of {body.principal}")
    if body.since_us is not None:
        parts.append(f"what is from {format_timestamp(body.since_us)} on")
    if body.until_us is not None:
        parts.append(f"what is before {format_timestamp(body.until_us)}")
    return ", ".join(parts) or "everything"
