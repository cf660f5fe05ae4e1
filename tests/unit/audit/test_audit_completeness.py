"""Every call has its decision and its end."""

from __future__ import annotations

import msgspec
import pytest

from runtime.audit.verify import completeness
from runtime.audit.verify.completeness import Completeness, Violation
from runtime.audit.write.log_state import LogState
from runtime.contracts import audit

GATE = audit.CapabilityCheck(allowed=True, checks=(), decision_id=None, phase="gate")
NO_GATE = msgspec.structs.replace(GATE, allowed=False)
USE = audit.CapabilityCheck(allowed=True, checks=(), decision_id="d", phase="use")
NO_USE = msgspec.structs.replace(USE, allowed=False)
ALLOW = audit.PolicyDecision(
    bundle="b", cached=False, decision_id="d", engine="rego", outcome="allow", reasons=()
)
ASK = msgspec.structs.replace(ALLOW, outcome="ask")
DENY = msgspec.structs.replace(ALLOW, outcome="deny")
YES = audit.ApprovalDecided(
    approved=True, approver="user:eve", arguments="a", modified=None, reason="", rule=None
)
NO = msgspec.structs.replace(YES, approved=False)
REQUESTED = audit.ApprovalRequested(arguments="a", decision_id="d", expires_us=9)
COMPLETED = audit.ToolCompleted(
    backend="inprocess",
    duration_us=7,
    fuel=None,
    normalization="json",
    output_bytes=2,
    output_hash="h",
    raw="r",
)
FAILED = audit.ToolFailed(code="tool.failed", duration_us=7, fuel=None, step=8, tool_code=None)
TIMED_OUT = audit.ToolTimedOut(abandoned=False, code="limit.wall", duration_us=7, fuel=None, wall_ms=5)
DENIED = audit.ToolDenied(code="policy.denied", step=4)
ABORTED = audit.ToolAborted(duration_us=0, outcome="cancelled", step=0)
INVOKED = audit.ToolInvoked(
    arguments="a", arguments_bytes=2, manifest="m", principal="agent:demo", tool="t", version="1"
)


def follow(*bodies: audit.Body, call: str | None = "c") -> list[str]:
    """The codes of the violations."""
    rules, found = Completeness(), []
    for seq, body in enumerate(bodies):
        record = audit.Record(
            at_us=1, body=msgspec.Raw(b"{}"), call=call, kind=body.kind, prev=audit.GENESIS, seq=seq
        )
        try:
            rules.take(record, body)
        except Violation as violation:
            found.append(violation.code)
    return found


@pytest.mark.parametrize("ran", [COMPLETED, FAILED, TIMED_OUT])
@pytest.mark.parametrize(
    ("before", "allowed"),
    [
        ((GATE, ALLOW), True),
        ((ALLOW, GATE), True),
        ((GATE, ASK, REQUESTED, YES), True),
        ((GATE, ALLOW, YES), True),
        ((NO_GATE, GATE, DENY, ALLOW), True),
        ((GATE, ALLOW, NO_USE), True),
        ((), False),
        ((GATE,), False),
        ((ALLOW,), False),
        ((USE, ALLOW), False),
        ((NO_GATE, ALLOW), False),
        ((GATE, NO_GATE, ALLOW), False),
        ((GATE, DENY), False),
        ((GATE, ALLOW, DENY), False),
        ((GATE, DENY, YES), False),
        ((GATE, ASK), False),
        ((GATE, ASK, NO), False),
        ((GATE, ASK, YES, NO), False),
        ((GATE, ALLOW, NO), False),
        ((GATE, YES, ASK), False),
    ],
)
def test_what_ran_was_allowed_before(ran, before, allowed):
    """T-AUD-08: gate, decision and approval, in every combination that matters."""
    assert follow(INVOKED, *before, ran) == ([] if allowed else ["call.not_allowed"])


@pytest.mark.parametrize("ended", [DENIED, ABORTED])
def test_what_never_ran_needs_no_decision(ended):
    assert follow(INVOKED, ended) == []


@pytest.mark.parametrize("ended", [COMPLETED, DENIED, ABORTED])
def test_a_second_end_is_a_violation(ended):
    """T-AUD-08: one call, two ends."""
    assert follow(INVOKED, GATE, ALLOW, COMPLETED, ended) == ["call.not_invoked"]


def test_a_decision_does_not_reach_over_an_end_to_a_new_call_of_the_same_id():
    """T-AUD-08"""
    assert follow(INVOKED, GATE, ALLOW, COMPLETED, INVOKED, COMPLETED) == ["call.not_allowed"]


def test_decisions_without_a_call_allow_nothing():
    """T-AUD-08"""
    assert follow(GATE, ASK, YES, ALLOW, INVOKED, COMPLETED) == ["call.not_allowed"]


def test_a_call_cannot_be_invoked_again_before_it_ends():
    assert follow(INVOKED, INVOKED) == ["call.repeated"]


def test_a_record_of_a_call_names_the_call():
    assert follow(INVOKED, GATE, call=None) == ["call.unnamed", "call.unnamed"]


def test_records_of_the_log_itself_name_none():
    assert follow(audit.PolicyLoaded(accepted=True, bundle="b", detail="", engine="rego"), call=None) == []


def test_open_calls_are_bounded(monkeypatch):
    """T-AUD-08"""
    monkeypatch.setattr(completeness, "MAX_OPEN_CALLS", 0)
    assert follow(INVOKED) == ["call.too_many"]


@pytest.mark.parametrize("body", [INVOKED, DENIED])
def test_a_trail_keeps_no_call_without_a_name(body):
    from runtime.audit.format.chain import prepare

    state = LogState()
    entry = audit.Entry(None, body)
    state.extend(entry, prepare(entry), 1)
    assert state.open_calls == {}


HELD, HELD_TO_ASK = audit.ChangesHeld(mode="review"), audit.ChangesHeld(mode="ask")
REVIEWED = audit.ChangesReviewed(
    bundle="b",
    cached=False,
    changes="c",
    count=1,
    decision_id="d",
    engine="rego",
    outcome="allow",
    reasons=(),
)
REVIEWED_ASK = msgspec.structs.replace(REVIEWED, outcome="ask")
REVIEWED_DENY = msgspec.structs.replace(REVIEWED, outcome="deny")
COMMITTED = audit.ChangesSettled(code=None, outcome="committed")
DISCARDED = audit.ChangesSettled(code="changes.discarded", outcome="discarded")
UNCHANGED = audit.ChangesSettled(code=None, outcome="unchanged")


@pytest.mark.parametrize(
    ("records", "found"),
    [
        ((HELD, REVIEWED, COMMITTED, COMPLETED), []),
        ((HELD, REVIEWED_ASK, REQUESTED, YES, COMMITTED, COMPLETED), []),
        ((HELD_TO_ASK, REVIEWED, REQUESTED, YES, COMMITTED, COMPLETED), []),
        ((HELD, UNCHANGED, COMPLETED), []),
        ((HELD, REVIEWED_DENY, DISCARDED, FAILED), []),
        ((HELD, DISCARDED, TIMED_OUT), []),
        ((HELD, REVIEWED_ASK, REQUESTED, NO, DISCARDED, FAILED), []),
        ((HELD, REVIEWED, ABORTED), []),
        ((HELD, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD, REVIEWED_DENY, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD, REVIEWED_ASK, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD, REVIEWED_ASK, REQUESTED, NO, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD_TO_ASK, REVIEWED, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD, YES, REVIEWED_ASK, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD, REVIEWED, COMPLETED), ["changes.not_settled"]),
        ((HELD, COMPLETED), ["changes.not_settled"]),
        ((HELD, REVIEWED, FAILED), ["changes.not_settled"]),
        ((HELD, REVIEWED_DENY, DISCARDED, COMPLETED), ["changes.not_settled"]),
        ((COMMITTED, COMPLETED), ["changes.not_allowed"]),
    ],
)
def test_changes_are_made_only_as_policy_and_approver_allowed_them(records, found):
    """T-PROC-22"""
    assert follow(INVOKED, GATE, ALLOW, *records) == found


def test_a_rejection_of_changes_does_not_say_that_the_call_ran_without_approval():
    assert follow(INVOKED, GATE, ASK, REQUESTED, YES, HELD, REVIEWED_ASK, NO, DISCARDED, FAILED) == []
