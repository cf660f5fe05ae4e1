"""The bodies of a call's records. Strings from outside are bounded here, so that every record fits its line."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest
from runtime.contracts.audit import (
    ApprovalDecided,
    ApprovalRequested,
    CapabilityCheck,
    Check,
    Entry,
    PolicyDecision,
    ToolAborted,
    ToolCompleted,
    ToolDenied,
    ToolFailed,
    ToolInvoked,
    ToolTimedOut,
)
from runtime.contracts.errors import FailedError, RefusedError, WallLimit
from runtime.contracts.manifest import NAME
from runtime.executor.call import Call
from runtime.executor.commitments import Commitment

_UNNAMED = "(invalid)"
_MAX_TEXT = 512
_MAX_TARGET = 160  # times 64 checks, a record stays under its 65,535 bytes


def invoked(call: Call) -> ToolInvoked:
    """The call arrived; a hostile name is not carried into the log."""
    found, committed = call.found, call.committed
    return ToolInvoked(
        arguments=committed.digest if committed else None,
        arguments_bytes=len(call.canonical),
        kept=committed.kept if committed else "nothing",
        manifest=found.digest if found else None,
        principal=call.principal.id,
        tool=call.tool_name if NAME.fullmatch(call.tool_name) else _UNNAMED,
        version=found.manifest.version if found else None,
    )


def checked(call: Call, checks: tuple[Check, ...], phase: str) -> CapabilityCheck:
    """The capability checks of one phase."""
    return CapabilityCheck(
        allowed=all(check.allowed for check in checks),
        checks=tuple(msgspec.structs.replace(c, target=_bounded(c.target, _MAX_TARGET)) for c in checks),
        decision_id=call.decision.decision_id or None,
        phase=phase,
    )


def decided(call: Call) -> PolicyDecision:
    """What policy answered."""
    decision = call.decision
    return PolicyDecision(
        bundle=decision.bundle,
        cached=decision.cached,
        decision_id=decision.decision_id,
        engine=decision.engine,
        outcome=decision.outcome,
        reasons=decision.reasons,
    )


def approval_requested(call: Call, request: ApprovalRequest) -> ApprovalRequested:
    """Approval of exactly these arguments was asked for."""
    return ApprovalRequested(
        arguments=_committed_to(call),
        decision_id=call.decision.decision_id,
        expires_us=request.expires_us,
    )


def approval_decided(call: Call, answer: ApprovalAnswer, *, asked: str | None = None) -> ApprovalDecided:
    """What the approver said; ``asked`` commits to the arguments that were asked about, where others run instead."""
    return ApprovalDecided(
        approval=answer.approval,
        approved=answer.approved,
        approver=_bounded(answer.approver),
        arguments=asked or _committed_to(call),
        expires_us=answer.expires_us,
        kept="nothing" if asked is None or call.committed is None else call.committed.kept,
        modified=None if asked is None else _committed_to(call),
        reason=_bounded(answer.reason),
        rule=None if answer.rule is None else _bounded(answer.rule),
    )


def without_answer(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of a call whose answer was no longer to be had."""
    return [entry for entry in entries if not isinstance(entry.body, ApprovalDecided)]


def denied(call: Call, error: RefusedError) -> ToolDenied:
    """The call was refused at the step it is in."""
    return ToolDenied(code=error.category, step=call.step)


def failed(call: Call, error: FailedError) -> ToolFailed | ToolTimedOut:
    """Execution began and failed; a time-out has a kind of its own."""
    if isinstance(error, WallLimit):
        return ToolTimedOut(
            abandoned=bool(error.details.get("abandoned", False)),
            code=error.category,
            duration_us=call.duration_us(),
            fuel=call.fuel,
            wall_ms=int(call.context.limits.wall_s * 1000),
        )
    return ToolFailed(
        code=error.category,
        duration_us=call.duration_us(),
        fuel=call.fuel,
        step=call.step,
        tool_code=_bounded(error.code) if error.code != error.category else None,
    )


def aborted(call: Call) -> ToolAborted:
    """The caller gave up."""
    return ToolAborted(duration_us=call.duration_us(), outcome="cancelled", step=call.step)


def completed(
    call: Call, result: Commitment, *, backend: str, normalization: str, size_bytes: int, output_hash: str
) -> ToolCompleted:
    """The output passed every check."""
    return ToolCompleted(
        backend=backend,
        duration_us=call.duration_us(),
        fuel=call.fuel,
        kept=result.kept,
        normalization=normalization,
        output_bytes=size_bytes,
        output_hash=None if result.guarded else output_hash,
        raw=result.digest,
    )


def _committed_to(call: Call) -> str:
    assert call.committed is not None  # noqa: S101  # who asks an approver has committed to the arguments
    return call.committed.digest


def _bounded(text: str, most: int = _MAX_TEXT) -> str:
    """At most so many characters, with lone surrogates made visible: the log holds valid UTF-8 only."""
    return text[:most].encode("utf-8", "backslashreplace").decode("utf-8")
