"""The outcome of a call that ended in another process, or too long ago to be held in memory, as log and vault tell it.

A completed call whose output is in the vault is told whole. Where something is missing the refusal says what: a failure's words, for example, are
in no record. In no case does the call run again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from runtime.contracts.audit import (
    ApprovalDecided,
    ChangesReviewed,
    ChangesSettled,
    LoggedRecord,
    PolicyDecision,
    Receipt,
    ToolAborted,
    ToolCompleted,
    ToolInvoked,
)
from runtime.contracts.changes import Change, Changes
from runtime.contracts.decision import NOT_ASKED, Decision
from runtime.contracts.digest import Digest, commitment
from runtime.contracts.errors import CallRepeated, Error
from runtime.contracts.invocation import Completed
from runtime.contracts.vault import Opened
from runtime.executor.hidden_names import HIDDEN
from runtime.executor.idempotency import conflict
from runtime.executor.prepared import PreparedTool
from runtime.validation.normalize import Normalized, Normalizer

Missing = Literal[
    "unknown", "under_way", "aborted", "failed", "not_kept", "redacted", "too_large", "erased", "tool_changed"
]
_WORDS: dict[Missing, str] = {
    "unknown": "its records are too far back in the log",
    "under_way": "it runs in another process, or that process died",
    "aborted": "it was given up, and what it did is unknown",
    "failed": "it failed; the words of a failure are not recorded",
    "not_kept": "its arguments or its result were not kept",
    "redacted": "policy redacts a part of it",
    "too_large": "its result is larger than what the vault keeps",
    "erased": "its arguments or its result were erased",
    "tool_changed": "its tool has another declaration by now, or is not here",
}
_NOT_OPENED: dict[str, Missing] = {"salt": "too_large", "erased": "erased"}
Open = Callable[[str, int], Opened]


def repeated(call_id: str, missing: Missing, **details: Any) -> CallRepeated:
    """The refusal of a repetition whose first outcome cannot be told."""
    return CallRepeated(
        f"call id {call_id!r} ran before: {_WORDS[missing]}", call_id=call_id, missing=missing, **details
    )


def principal_of(found: Sequence[LoggedRecord], open_value: Open) -> str | None:
    """On whose behalf the call was made; None where neither its first record nor the vault says.

    Raises:
        AuditError: the vault cannot be read.
    """
    invoked = found[0].body if found else None
    if not isinstance(invoked, ToolInvoked):
        return None
    if invoked.principal != HIDDEN:
        return invoked.principal
    sealed = None if invoked.names is None else open_value(invoked.names, found[0].record.seq).value
    return None if sealed is None else msgspec.json.decode(sealed, type=str)


def tell(
    call_id: str,
    fingerprint: Digest,
    found: Sequence[LoggedRecord],
    open_value: Open,
    tools: Mapping[str, PreparedTool],
    normalizer: Normalizer,
) -> Completed:
    """How the call ended.

    Args:
        call_id: The id that its records have.
        fingerprint: What the repetition is.
        found: The records of the call that ran, in order.
        open_value: What the vault holds of a commitment.
        tools: By name.
        normalizer: Brings the output into its normal form once more.

    Raises:
        CallConflict: the repetition is a different call.
        CallRepeated: the outcome cannot be told; ``missing`` says why.
        AuditError: the vault cannot be read.
    """
    invoked = found[0].body if found else None
    if not isinstance(invoked, ToolInvoked):
        raise repeated(call_id, "unknown")
    salts = {"arguments": _same_request(call_id, fingerprint, found[0], invoked, open_value)}
    end = found[-1]
    if not end.body.terminal:
        raise repeated(call_id, "under_way")
    if not isinstance(end.body, ToolCompleted):
        missing: Missing = "aborted" if isinstance(end.body, ToolAborted) else "failed"
        raise repeated(call_id, missing, ended=end.body.kind, code=getattr(end.body, "code", None))
    prepared = tools.get(invoked.tool)
    if prepared is None or prepared.digest != invoked.manifest:
        raise repeated(call_id, "tool_changed")
    raw, salts["result"] = _result(call_id, end, end.body, open_value)
    if any(isinstance(r.body, ApprovalDecided) and r.body.modified for r in found):
        raise repeated(
            call_id, "not_kept"
        )  # the salts of the approver's arguments left with the first outcome
    changes = _changes(call_id, found, open_value, salts)
    normalized = _normalized(call_id, prepared, raw, end.body, normalizer)
    return Completed(
        call_id=call_id,
        tool=invoked.tool,
        receipt=Receipt(end.record.seq, end.digest, end.record.seq + 1),
        decision=_decision(found),
        execution_time_ms=end.body.duration_us / 1000,
        fuel=end.body.fuel,
        salts=salts,
        output=raw if prepared.manifest.normalization == "binary" else msgspec.json.decode(raw),
        digest=normalized.digest,
        raw_digest=normalized.raw_digest,
        normalized=normalized.data,
        side_effects=prepared.manifest.side_effects,
        changes=changes,
    )


def _same_request(
    call_id: str, fingerprint: Digest, first: LoggedRecord, invoked: ToolInvoked, open_value: Open
) -> str:
    """The salt of the arguments, in hex, once it has shown that the repetition is the same request."""
    if invoked.arguments is None or invoked.request is None or invoked.kept == "nothing":
        raise repeated(call_id, "not_kept")
    opened = open_value(invoked.arguments, first.record.seq)
    if opened.salt is None:
        raise repeated(call_id, "erased" if opened.state == "erased" else "not_kept")
    if commitment(opened.salt, fingerprint.encode()) != invoked.request:
        raise conflict(call_id)
    if invoked.kept == "redacted":
        raise repeated(call_id, "redacted")
    return opened.salt.hex()


def _result(call_id: str, end: LoggedRecord, body: ToolCompleted, open_value: Open) -> tuple[bytes, str]:
    if body.kept == "redacted" or body.output_hash is None:
        raise repeated(call_id, "redacted")
    if body.kept == "nothing":
        raise repeated(call_id, "not_kept")
    opened = open_value(body.raw, end.record.seq)
    if opened.value is None or opened.salt is None:
        raise repeated(call_id, _NOT_OPENED.get(opened.state, "not_kept"))
    return opened.value, opened.salt.hex()


def _changes(
    call_id: str, found: Sequence[LoggedRecord], open_value: Open, salts: dict[str, str]
) -> Changes | None:
    """What a reviewed call changed, without the texts; None where its changes were not held back."""
    settled = [record.body.outcome for record in found if isinstance(record.body, ChangesSettled)]
    reviewed = [(record, record.body) for record in found if isinstance(record.body, ChangesReviewed)]
    if not settled or not reviewed:
        return Changes(changes=(), outcome=settled[-1]) if settled else None
    record, body = reviewed[-1]
    if body.kept == "redacted":
        raise repeated(call_id, "redacted")
    if body.kept == "nothing":
        raise repeated(call_id, "not_kept")
    opened = open_value(body.changes, record.record.seq)
    if opened.value is None or opened.salt is None:
        raise repeated(call_id, _NOT_OPENED.get(opened.state, "not_kept"))
    salts["changes"] = opened.salt.hex()
    listed = msgspec.json.decode(opened.value, type=tuple[Change, ...])
    return Changes(changes=listed, outcome=settled[-1])


def _normalized(
    call_id: str, prepared: PreparedTool, raw: bytes, body: ToolCompleted, normalizer: Normalizer
) -> Normalized:
    manifest = prepared.manifest
    try:
        value = raw if manifest.normalization == "binary" else msgspec.json.decode(raw)
        normalized = normalizer.normalize(manifest, value)
    except (Error, msgspec.MsgspecError):
        raise repeated(call_id, "tool_changed") from None
    if (
        normalized.digest != body.output_hash or normalized.raw != raw
    ):  # by another rule than the one that was recorded
        raise repeated(call_id, "tool_changed")
    return normalized


def _decision(found: Sequence[LoggedRecord]) -> Decision:
    """The last decision on the call, as far as it is recorded: without its obligations."""
    decided = [record.body for record in found if isinstance(record.body, PolicyDecision)]
    if not decided:
        return NOT_ASKED
    body = decided[-1]
    return Decision(
        outcome=body.outcome,  # a record of this runtime's
        reasons=body.reasons,
        bundle=body.bundle,
        engine=body.engine,
        decision_id=body.decision_id,
        cached=body.cached,
    )
