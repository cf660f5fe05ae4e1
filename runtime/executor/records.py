"""The bodies of a call's records. Strings from outside are bounded here, so that every record fits its line."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest
from runtime.contracts.audit import (
    ApprovalDecided,
    ApprovalRequested,
    CapabilityCheck,
    ChangesReviewed,
    Check,
    Entry,
    PolicyDecision,
    ScriptRan,
    ShadowDecision,
    ToolAborted,
    ToolCompleted,
    ToolDenied,
    ToolFailed,
    ToolInvoked,
    ToolStreamed,
    ToolTimedOut,
)
from runtime.contracts.changes import Changes
from runtime.contracts.decision import Decision
from runtime.contracts.digest import Digest
from runtime.contracts.errors import FailedError, RefusedError, WallLimit
from runtime.contracts.manifest import ANY_NAME
from runtime.contracts.shell import ScriptUse
from runtime.executor.commitments import Commitment
from runtime.executor.prepared import PreparedTool
from runtime.executor.stages import (
    Arrived,
    Call,
    Finished,
    Noted,
    Running,
    fuel_used,
    parent_id,
)

_UNNAMED = "(invalid)"
_MAX_TEXT = 512
_MAX_TARGET = 160  # times 64 checks, a record stays under its 65,535 bytes


def invoked(
    call: Call,
    prepared: PreparedTool | None,
    arguments_bytes: int,
    commitment: Commitment | None,
    request: Digest | None,
) -> ToolInvoked:
    """The call arrived; a hostile name is not carried into the log."""
    return ToolInvoked(
        arguments=commitment.digest if commitment else None,
        arguments_bytes=arguments_bytes,
        kept=commitment.kept if commitment else "nothing",
        manifest=prepared.digest if prepared else None,
        parent=parent_id(call),
        principal=call.principal.id,
        request=None if request is None or commitment is None else commitment.of_request(request),
        tool=call.tool_name if ANY_NAME.fullmatch(call.tool_name) else _UNNAMED,
        version=prepared.manifest.version if prepared else None,
    )


def checked(checks: tuple[Check, ...], phase: str, decision: Decision) -> CapabilityCheck:
    """The capability checks of one phase, and the decision that allowed them if policy was asked."""
    return CapabilityCheck(
        allowed=all(check.allowed for check in checks),
        checks=tuple(msgspec.structs.replace(c, target=_bounded(c.target, _MAX_TARGET)) for c in checks),
        decision_id=decision.decision_id or None,
        phase=phase,
    )


def script_ran(use: ScriptUse) -> ScriptRan:
    """What the call's scripts used."""
    return ScriptRan(
        commands=use.commands,
        duration_us=use.duration_us,
        ended_by=use.ended_by,
        loop_iterations=use.loop_iterations,
        output_bytes=use.output_bytes,
        scripts=use.scripts,
    )


def decided(decision: Decision, asked: Commitment | None = None) -> PolicyDecision:
    """What policy answered; ``asked`` commits to the question."""
    return PolicyDecision(
        bundle=decision.bundle,
        cached=decision.cached,
        decision_id=decision.decision_id,
        engine=decision.engine,
        input=asked.digest if asked else None,
        kept=asked.kept if asked else "nothing",
        outcome=decision.outcome,
        reasons=decision.reasons,
    )


def shadowed(enforced: Decision, shadow: Decision) -> ShadowDecision | None:
    """What the second bundle would have answered, where that is another answer."""
    if (enforced.outcome, enforced.obligations) == (shadow.outcome, shadow.obligations):
        return None
    return ShadowDecision(
        bundle=shadow.bundle,
        enforced=enforced.outcome,
        engine=shadow.engine,
        outcome=shadow.outcome,
        reasons=shadow.reasons or ((_bounded(shadow.detail),) if shadow.detail else ()),
    )


def approval_requested(stage: Noted, request: ApprovalRequest) -> ApprovalRequested:
    """Approval of exactly these arguments was asked for."""
    return ApprovalRequested(
        arguments=stage.commitment.digest,
        decision_id=stage.decision.decision_id,
        expires_us=request.expires_us,
    )


def approval_decided(
    answer: ApprovalAnswer, asked: Commitment, modified: Commitment | None = None
) -> ApprovalDecided:
    """What the approver said of the arguments that were asked about; ``modified`` are those that would run instead."""
    return ApprovalDecided(
        approval=answer.approval,
        approved=answer.approved,
        approver=_bounded(answer.approver),
        arguments=asked.digest,
        expires_us=answer.expires_us,
        kept=modified.kept if modified else "nothing",
        modified=modified.digest if modified else None,
        reason=_bounded(answer.reason),
        rule=None if answer.rule is None else _bounded(answer.rule),
    )


def changes_reviewed(changes: Changes, commitment: Commitment, decision: Decision) -> ChangesReviewed:
    """What policy said of the changes."""
    return ChangesReviewed(
        bundle=decision.bundle,
        cached=decision.cached,
        changes=commitment.digest,
        count=len(changes.changes),
        decision_id=decision.decision_id,
        engine=decision.engine,
        kept=commitment.kept,
        outcome=decision.outcome,
        reasons=decision.reasons,
    )


def without_answer(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of a call whose answer was no longer to be had."""
    return [entry for entry in entries if not isinstance(entry.body, ApprovalDecided)]


def denied(step: int, error: RefusedError) -> ToolDenied:
    """The call was refused at this step."""
    return ToolDenied(code=error.category, step=step)


def failed(stage: Arrived, step: int, error: FailedError) -> ToolFailed | ToolTimedOut:
    """Execution began and failed; a time-out has a kind of its own."""
    if isinstance(error, WallLimit) and isinstance(stage, Running):
        return ToolTimedOut(
            abandoned=bool(error.details.get("abandoned", False)),
            code=error.category,
            duration_us=stage.call.duration_us(),
            fuel=stage.context.fuel_used,
            wall_ms=int(stage.context.limits.wall_s * 1000),
        )
    return ToolFailed(
        code=error.category,
        duration_us=stage.call.duration_us(),
        fuel=fuel_used(stage),
        step=step,
        tool_code=_bounded(error.code) if error.code != error.category else None,
    )


def aborted(call: Call, step: int) -> ToolAborted:
    """The caller gave up."""
    return ToolAborted(duration_us=call.duration_us(), outcome="cancelled", step=step)


def streamed(events: int, commitment: Commitment, output_bytes: int) -> ToolStreamed:
    """What the caller was given while the tool ran."""
    return ToolStreamed(
        events=events, kept=commitment.kept, output_bytes=output_bytes, streamed=commitment.digest
    )


def completed(stage: Finished) -> ToolCompleted:
    """The output passed every check."""
    return ToolCompleted(
        backend=stage.prepared.backend.source,
        duration_us=stage.call.duration_us(),
        fuel=stage.context.fuel_used,
        kept=stage.result.kept,
        normalization=str(stage.prepared.manifest.normalization),
        output_bytes=len(stage.normalized.raw),
        output_hash=None if stage.result.guarded else stage.normalized.digest,
        raw=stage.result.digest,
    )


def _bounded(text: str, most: int = _MAX_TEXT) -> str:
    """At most so many characters, with lone surrogates made visible: the log holds valid UTF-8 only."""
    return text[:most].encode("utf-8", "backslashreplace").decode("utf-8")
