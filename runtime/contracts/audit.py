"""The records of the audit log, as data.

A record is one line of canonical JSON (RFC 8785)::

    {"at_us":1795000000000000,"body":{...},"call":"c-1","kind":"ToolInvoked","prev":"blake3:...","seq":7,"tag":"..."}

Fields are declared in sorted order and hold strings, integers below 2^53, booleans, null, lists and objects of
such: inside that subset msgspec's encoding is the canonical one (the property tests prove it). One kind is one
struct; a verifier refuses unknown kinds and unknown fields.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from runtime.contracts.vault import Kept, Sealed

FORMAT = 2
MAX_LINE_BYTES = 65_535
MAX_OPEN_CALLS = 100_000
"""More than any writer has open at once; a hostile log must not exhaust the auditor's memory."""
MAX_SAFE_INTEGER = 2**53 - 1
GENESIS = "blake3:" + "0" * 64
"""``prev`` of the first record."""

DecisionOutcome = Literal[
    "allow", "deny", "ask", "undefined", "invalid", "error", "timeout", "stale", "too_large", "not_asked"
]
"""What policy answered, or why it did not."""

Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_SAFE_INTEGER)]
"""Every number of a record: a reader that keeps numbers as doubles reads it exactly (RFC 7493)."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of the kinds. ``terminal`` kinds end a call; each call has exactly one."""

    terminal: ClassVar[bool] = False

    @property
    def kind(self) -> str:
        """The record's kind: the name of its struct."""
        return type(self).__name__


class LogOpened(Body, frozen=True):
    """A writer started. ``unsigned_tail`` counts complete records after the last checkpoint that it took over."""

    format: Count
    key: str
    origin: str
    runtime: str
    unsigned_tail: Count


class PolicyLoaded(Body, frozen=True):
    """A bundle took effect, or (``accepted`` false) failed to and the last good one stays."""

    accepted: bool
    bundle: str
    detail: str
    engine: str


class ToolInvoked(Body, frozen=True, kw_only=True):
    """A call arrived. ``arguments`` is a commitment, null where the arguments were no JSON value."""

    arguments: str | None
    arguments_bytes: Count
    kept: Kept = "nothing"
    """What the vault was given of the arguments."""
    manifest: str | None
    names: str | None = None
    """Commits to the principal, which is then ``(sealed)`` and kept in the vault."""
    parent: str | None = None
    """The call that it was made in, which is open then and ends after it; null for one that a caller made."""
    principal: str
    request: str | None = None
    """For a call whose caller named it: a commitment, by the salt of the arguments, to all that a repetition must have in common with it."""
    tool: str
    version: str | None


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One capability check: at the gate on the declared scope, at use on the actual target."""

    allowed: bool
    capability: str
    count: Count
    """How many checks of this capability, target and result this stands for."""
    target: str


class CapabilityCheck(Body, frozen=True, kw_only=True):
    """The checks of a call: phase ``gate`` before execution, ``use`` while the tool ran."""

    allowed: bool
    checks: tuple[Check, ...]
    decision_id: str | None
    names: str | None = None
    """Commits to the list of targets, which are then ``(sealed)`` and kept in the vault."""
    phase: str


class PolicyDecision(Body, frozen=True, kw_only=True):
    """What policy answered. ``input`` commits to the question but for its arguments, to which the invocation does."""

    bundle: str
    cached: bool
    decision_id: str
    engine: str
    input: str | None = None
    kept: Kept = "nothing"
    """What the vault was given of the question."""
    outcome: DecisionOutcome
    reasons: tuple[str, ...]


class ShadowDecision(Body, frozen=True):
    """A second bundle, which enforces nothing, would have answered otherwise than policy did (``enforced``)."""

    bundle: str
    enforced: str
    engine: str
    outcome: str
    reasons: tuple[str, ...]


class ApprovalRequested(Body, frozen=True):
    """Approval of exactly these arguments was asked for."""

    arguments: str
    decision_id: str
    expires_us: Count


class ApprovalDecided(Body, frozen=True, kw_only=True):
    """What the approver said. ``modified`` commits to the arguments that run instead of those asked about."""

    approval: str | None = None
    """The waiting question whose answer this is: no later record uses it up again. Null where somebody was asked at once."""
    approved: bool
    approver: str
    arguments: str
    expires_us: Count | None = None
    """Until when that answer was good."""
    kept: Kept = "nothing"
    """What the vault was given of ``modified``."""
    modified: str | None
    names: str | None = None
    """Commits to the approver, who is then ``(sealed)`` and kept in the vault."""
    reason: str
    rule: str | None
    """The rule that answered in a person's place."""


class ToolStreamed(Body, frozen=True, kw_only=True):
    """What the caller was given while the tool ran, in front of the record that ends the call.

    ``streamed`` commits to the output as canonical JSON, ``{"stderr":"...","stdout":"..."}``.
    """

    events: Count
    kept: Kept = "nothing"
    """What the vault was given of it."""
    output_bytes: Count
    streamed: str


class ChangesHeld(Body, frozen=True):
    """What a command of this call changes is held back until it is reviewed: durable before the tool runs."""

    mode: str
    """``review``, by policy; ``ask``, by somebody as well."""


class ChangesReviewed(Body, frozen=True, kw_only=True):
    """What policy said of the changes; approvals behind it are of them. Durable before any of them is made."""

    bundle: str
    cached: bool
    changes: str
    """A commitment to the list of them, with the digest of each content before and after."""
    count: Count
    decision_id: str
    engine: str
    kept: Kept = "nothing"
    """What the vault was given of the list."""
    outcome: DecisionOutcome
    reasons: tuple[str, ...]


class ChangesSettled(Body, frozen=True):
    """What became of the changes of a call."""

    code: str | None
    """Why they were not made."""
    outcome: Literal["committed", "discarded", "unchanged", "unknown"]
    """``unchanged``: there were none. ``unknown``: the disk failed on the way, and ChangesRecovered will say."""


class ScriptRan(Body, frozen=True):
    """What the scripts used that a call ran in the virtual shell, and what ended one early: ``limit.commands``, ``syntax``."""

    commands: Count
    duration_us: Count
    ended_by: str | None
    loop_iterations: Count
    output_bytes: Count
    scripts: Count


class ToolCompleted(Body, frozen=True, kw_only=True):
    """The tool's output passed every check. ``raw`` is a commitment; ``output_hash`` is what the caller got."""

    backend: str
    duration_us: Count
    fuel: Count | None
    """What a Wasm module burnt, exactly: the same input burns the same again. Null for other tools."""
    kept: Kept = "nothing"
    """What the vault was given of the result."""
    normalization: str
    output_bytes: Count
    output_hash: str | None
    """Null where policy redacts the result: a short secret could be guessed from a digest without a salt."""
    raw: str
    terminal: ClassVar[bool] = True


class ToolFailed(Body, frozen=True):
    """Execution began and failed, at this step of the executor."""

    code: str
    duration_us: Count
    fuel: Count | None
    step: Count
    tool_code: str | None
    terminal: ClassVar[bool] = True


class ToolTimedOut(Body, frozen=True):
    """The wall-clock bound was reached. ``abandoned``: a thread that could not be stopped still runs."""

    abandoned: bool
    code: str
    duration_us: Count
    fuel: Count | None
    wall_ms: Count
    terminal: ClassVar[bool] = True


class ToolDenied(Body, frozen=True):
    """The call was refused before execution, at this step of the executor."""

    code: str
    step: Count
    terminal: ClassVar[bool] = True


class ToolAborted(Body, frozen=True):
    """The call ended without an answer: cancelled by the caller, or found open after a crash."""

    duration_us: Count
    outcome: str
    """``cancelled``, or ``unknown`` after a crash."""
    step: Count
    terminal: ClassVar[bool] = True


class LogRecovered(Body, frozen=True):
    """The end was moved to quarantine: so many bytes from this offset, with this digest."""

    bytes: Count
    cause: Literal["forged", "torn"]
    """``torn``: a crash left it. ``forged``: its first record was complete, and nobody who holds the log's key wrote it."""
    digest: str
    offset: Count


class ChangesRecovered(Body, frozen=True):
    """A process was killed while it made the changes of a call; they were made whole now, or undone."""

    call: str
    left: str
    """The folder beneath ``.runtime/changes`` that holds what could not be put back; empty where all was."""
    outcome: Literal["committed", "discarded"]


class ShardCheckpoint(Body, frozen=True):
    """Another log, a shard of this one, had so many records: ``note`` is its checkpoint, signed with ``key``."""

    key: str
    note: str
    origin: str
    place: str
    size: Count


class ClockJumped(Body, frozen=True):
    """The machine's clock says something else than it should. Only here may a record's time be before that of the one in front."""

    clock_us: Count
    """What the clock says."""
    expected_us: Count
    """What it should say: by how long the machine has run since, or by the last record of the log."""
    reference: Literal["log", "machine"]


class KeyRotated(Body, frozen=True):
    """From the next record on, checkpoints are signed with ``new``. ``proof`` is its signature over the handing over."""

    new: str
    old: str
    proof: str


class Erased(Body, frozen=True):
    """Rows of the vault are gone: ``commitments`` of these ``records``, of which so many ``rows`` were still there."""

    cause: Literal["crash", "request"]
    """``request``: somebody asked for it. ``crash``: a power failure took what was not synced."""
    commitments: tuple[str, ...]
    reason: str
    records: tuple[Count, ...]
    rows: Count


class HoldPlaced(Body, frozen=True):
    """Nothing of these calls may be erased, and no segment with a record of theirs removed, until the hold is released.

    Without a condition everything is meant. Of several conditions each must be met.
    """

    calls: tuple[str, ...]
    hold: str
    """Its id."""
    placed_by: str
    principal: str | None
    """Who called or approved; ``*`` and ``?`` stand for any characters."""
    reason: str
    since_us: Count | None
    until_us: Count | None


class HoldReleased(Body, frozen=True):
    """A hold ended."""

    hold: str
    reason: str
    released_by: str


class SegmentArchived(Body, frozen=True):
    """The records from ``first`` up to ``size`` were read back from the archive as they were sealed; they may be removed here."""

    archive: str
    digest: str
    first: Count
    length: Count
    size: Count


class ReplayStarted(Body, frozen=True):
    """Recorded calls are about to be run again, to compare their outputs; nobody is given what they return."""

    calls: Count
    requested_by: str
    tool: str | None


class ReplayEnded(Body, frozen=True):
    """How a replay ended; ``first`` is the first call whose output differs."""

    diverged: Count
    first: str | None
    replayed: Count
    skipped: Count


class CallsShed(Body, frozen=True):
    """So many calls were turned away before they were begun, as there was too much to do; ``most`` of them were this principal's."""

    calls: Count
    most: Count
    principal: str


KINDS: dict[str, type[Body]] = {
    body.__name__: body
    for body in (
        LogOpened,
        PolicyLoaded,
        ToolInvoked,
        CapabilityCheck,
        PolicyDecision,
        ShadowDecision,
        ApprovalRequested,
        ApprovalDecided,
        ToolStreamed,
        ChangesHeld,
        ChangesReviewed,
        ChangesSettled,
        ScriptRan,
        ToolCompleted,
        ToolFailed,
        ToolTimedOut,
        ToolDenied,
        ToolAborted,
        LogRecovered,
        ChangesRecovered,
        ClockJumped,
        ShardCheckpoint,
        KeyRotated,
        Erased,
        HoldPlaced,
        HoldReleased,
        SegmentArchived,
        ReplayStarted,
        ReplayEnded,
        CallsShed,
    )
}


OUTCOMES = {
    "ToolCompleted": "completed",
    "ToolFailed": "failed",
    "ToolTimedOut": "timed_out",
    "ToolDenied": "denied",
    "ToolAborted": "aborted",
}
"""How a call ended, in a word, by the kind of the record that ends it."""
OPEN = "open"
"""It has not ended."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of the log; ``body`` is the kind's struct, still encoded."""

    at_us: Count
    body: msgspec.Raw
    call: str | None
    kind: str
    prev: str
    seq: Count
    tag: str
    """A message authentication code by the holder of the signing key, of use until a checkpoint covers the record."""


class LoggedRecord(msgspec.Struct, frozen=True):
    """A record as it stands in the log."""

    record: Record
    body: Body
    digest: str
    """Of its line."""


class Entry(msgspec.Struct, frozen=True):
    """What a writer is given; the log adds sequence number, time and chain."""

    call: str | None
    body: Body
    sealed: Sealed | None = None
    """What opens the commitment to a value that the record makes, for the vault; a record makes at most one."""
    names: Sealed | None = None
    """What opens its commitment to names."""


class Receipt(msgspec.Struct, frozen=True):
    """Where a record stands in the log: ``{"seq": 7, "record": "blake3:<64 hex>", "checkpoint_size": 8}``."""

    seq: int
    record: str
    """Digest of the record's line."""
    checkpoint_size: int
    """The smallest tree size whose checkpoint covers the record."""
