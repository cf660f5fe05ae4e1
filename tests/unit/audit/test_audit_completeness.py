"""Every call has its decision and its end."""

from __future__ import annotations

import msgspec
import pytest

from runtime.audit.verify import completeness
from runtime.audit.verify.boundary_calls import SegmentCalls, join_calls
from runtime.audit.verify.completeness import Completeness, Violation, find_violation
from runtime.audit.write.log_state import LogState
from runtime.contracts import audit

GATE = audit.CapabilityCheck(allowed=True, checks=(), decision_id="d", phase="gate")
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
            at_us=1, body=msgspec.Raw(b"{}"), call=call, kind=body.kind, prev=audit.GENESIS, seq=seq, tag=""
        )
        try:
            rules.take(record, body)
        except Violation as violation:
            found.append(violation.code)
    return found


def follow_calls(*steps: tuple[str, audit.Body]) -> list[str]:
    """The codes of the violations of several calls."""
    rules, found = Completeness(), []
    for seq, (call, body) in enumerate(steps):
        record = audit.Record(
            at_us=1, body=msgspec.Raw(b"{}"), call=call, kind=body.kind, prev=audit.GENESIS, seq=seq, tag=""
        )
        try:
            rules.take(record, body)
        except Violation as violation:
            found.append(violation.code)
    return found


def of(call: str, *bodies: audit.Body) -> list[tuple[str, audit.Body]]:
    """The steps of one call."""
    return [(call, body) for body in bodies]


def inside(parent: str) -> audit.ToolInvoked:
    """The beginning of a call that is made in another one."""
    return msgspec.structs.replace(INVOKED, parent=parent)


RUNNING = (GATE, ALLOW)


def test_a_tree_of_calls_that_end_before_their_parents_is_complete():
    """T-CALL-03"""
    tree = [
        *of("p", INVOKED, *RUNNING),
        *of("p/1", inside("p"), *RUNNING),
        *of("p/2", inside("p"), DENIED),
        *of("p/1/1", inside("p/1"), *RUNNING, FAILED),
        *of("p/1", COMPLETED),
        *of("p", COMPLETED),
    ]
    assert follow_calls(*tree) == []


@pytest.mark.parametrize(
    "before", [[], of("p", INVOKED, *RUNNING, COMPLETED), of("other", INVOKED, *RUNNING)]
)
def test_a_call_whose_parent_is_not_open_is_a_violation(before):
    """T-CALL-03"""
    assert follow_calls(*before, *of("c", inside("p"), *RUNNING, COMPLETED)) == ["call.no_parent"]


@pytest.mark.parametrize("state", [[], [GATE], [NO_GATE, ALLOW], [GATE, DENY], [GATE, ASK], [GATE, ASK, NO]])
def test_a_call_made_in_one_that_nothing_allowed_is_a_violation(state):
    """T-CALL-03"""
    tree = [*of("p", INVOKED, *state), *of("c", inside("p"), *RUNNING, COMPLETED), *of("p", ABORTED)]
    assert follow_calls(*tree) == ["call.no_parent"]


@pytest.mark.parametrize("end", [COMPLETED, FAILED, TIMED_OUT, DENIED, ABORTED])
def test_a_parent_that_ends_before_a_call_inside_it_is_a_violation(end):
    """T-CALL-03"""
    tree = [*of("p", INVOKED, *RUNNING), *of("c", inside("p"), *RUNNING), *of("p", end), *of("c", COMPLETED)]
    assert follow_calls(*tree) == ["call.outlived"]


def test_a_call_cannot_be_its_own_parent():
    """T-CALL-03"""
    assert follow_calls(*of("c", inside("c"), *RUNNING, COMPLETED)) == ["call.no_parent"]


def test_an_orphan_counts_for_no_later_call_of_its_parents_id():
    """T-CALL-03"""
    tree = [
        *of("p", INVOKED, *RUNNING),
        *of("c", inside("p"), *RUNNING),
        *of("p", ABORTED, INVOKED, *RUNNING),
        *of("d", inside("p"), *RUNNING),
        *of("c", COMPLETED),
        *of("p", COMPLETED),
    ]
    assert follow_calls(*tree) == ["call.outlived", "call.outlived"]


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
    state.extend(entry, prepare(entry), 1, b"k" * 32)
    assert state.open_calls == {}


@pytest.mark.parametrize("changed", [{"arguments": "other"}, {"arguments": ""}])
def test_an_approval_of_other_arguments_approves_nothing(changed):
    """T-AUD-08: a key's holder could sign it all the same."""
    asked = msgspec.structs.replace(REQUESTED, **changed)
    answered = msgspec.structs.replace(YES, **changed)
    assert follow(INVOKED, GATE, ASK, asked, YES, COMPLETED) == ["call.approval_differs"]
    assert follow(INVOKED, GATE, ASK, REQUESTED, answered, COMPLETED) == [
        "call.approval_differs",
        "call.not_allowed",
    ]


def test_a_decision_that_the_gate_does_not_name_is_a_violation():
    """T-AUD-08"""
    for decision_id in (None, "other"):
        gate = msgspec.structs.replace(GATE, decision_id=decision_id)
        assert follow(INVOKED, gate, ALLOW, COMPLETED) == ["call.decision_differs"]
    asked = msgspec.structs.replace(REQUESTED, decision_id="other")
    assert follow(INVOKED, GATE, ASK, asked, YES, COMPLETED) == ["call.decision_differs"]
    instead = msgspec.structs.replace(ALLOW, decision_id="second")
    modified = msgspec.structs.replace(YES, modified="b")
    second = msgspec.structs.replace(GATE, decision_id="second")
    assert follow(INVOKED, GATE, ASK, REQUESTED, modified, second, instead, COMPLETED) == []


def _uses(*uses: tuple[str, int, int], cut: int | None = None) -> list[str]:
    """The codes for a log in which one call after the other uses an answer: its question, when it expires, when it is used.

    With ``cut`` the log is read as two segments, of which the second begins with this use.
    """
    whole, parts = Completeness(), [SegmentCalls(), SegmentCalls()]
    found: list[str] = []
    for number, (approval, expires_us, at_us) in enumerate(uses):
        answer = msgspec.structs.replace(YES, approval=approval, expires_us=expires_us)
        for body in (INVOKED, GATE, ASK, answer, COMPLETED):
            record = audit.Record(
                at_us=at_us,
                body=msgspec.Raw(b"{}"),
                call=f"c-{number}",
                kind=body.kind,
                prev=audit.GENESIS,
                seq=number,
                tag="",
            )
            if cut is None:
                violation = find_violation(whole, record, body)
            else:
                violation = parts[number >= cut].take(record, body, b"", 0)
            found += [violation.code] if violation else []
    if cut is not None:
        for part in parts:
            joined = join_calls(whole, part.boundary_calls())
            assert joined is not None
            found += [violation.code for _, _, violation in joined]
    return found


@pytest.mark.parametrize("cut", [None, 1])
def test_an_answer_that_is_used_twice_is_a_violation(cut):
    """T-AUD-08"""
    assert _uses(("q", 9, 1), ("q", 9, 2), cut=cut) == ["approval.repeated"]
    assert _uses(("q", 9, 1), ("r", 9, 2), cut=cut) == []
    assert _uses(("q", 9, 1), ("q", 30, 20), cut=cut) == []  # asked anew after the first one expired
    assert _uses(("r", 99, 1), ("q", 9, 9), cut=cut) == ["approval.expired"]


def test_used_answers_are_forgotten_when_they_expire():
    rules = Completeness()
    for number in range(3 * completeness._SWEEP):
        rules.spend(f"q-{number}", number + 2, number)
    assert len(rules.spent) <= completeness._SWEEP + 1


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
CHANGES_REQUESTED = msgspec.structs.replace(REQUESTED, arguments="c")
CHANGES_YES = msgspec.structs.replace(YES, arguments="c")
CHANGES_NO = msgspec.structs.replace(CHANGES_YES, approved=False)


@pytest.mark.parametrize(
    ("records", "found"),
    [
        ((HELD, REVIEWED, COMMITTED, COMPLETED), []),
        ((HELD, REVIEWED_ASK, CHANGES_REQUESTED, CHANGES_YES, COMMITTED, COMPLETED), []),
        ((HELD_TO_ASK, REVIEWED, CHANGES_REQUESTED, CHANGES_YES, COMMITTED, COMPLETED), []),
        ((HELD, UNCHANGED, COMPLETED), []),
        ((HELD, REVIEWED_DENY, DISCARDED, FAILED), []),
        ((HELD, DISCARDED, TIMED_OUT), []),
        ((HELD, REVIEWED_ASK, CHANGES_REQUESTED, CHANGES_NO, DISCARDED, FAILED), []),
        ((HELD, REVIEWED, ABORTED), []),
        ((HELD, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD, REVIEWED_DENY, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD, REVIEWED_ASK, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD, REVIEWED_ASK, CHANGES_REQUESTED, CHANGES_NO, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD_TO_ASK, REVIEWED, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD, YES, REVIEWED_ASK, COMMITTED, COMPLETED), ["changes.not_allowed"]),
        ((HELD, REVIEWED, COMPLETED), ["changes.not_settled"]),
        ((HELD, COMPLETED), ["changes.not_settled"]),
        ((HELD, REVIEWED, FAILED), ["changes.not_settled"]),
        ((HELD, REVIEWED_DENY, DISCARDED, COMPLETED), ["changes.not_settled"]),
        ((COMMITTED, COMPLETED), ["changes.not_allowed"]),
        (
            (HELD, REVIEWED_ASK, CHANGES_REQUESTED, YES, COMMITTED, COMPLETED),
            ["call.approval_differs", "changes.not_allowed"],
        ),
    ],
)
def test_changes_are_made_only_as_policy_and_approver_allowed_them(records, found):
    """T-PROC-22"""
    assert follow(INVOKED, GATE, ALLOW, *records) == found


def test_a_rejection_of_changes_does_not_say_that_the_call_ran_without_approval():
    assert follow(INVOKED, GATE, ASK, REQUESTED, YES, HELD, REVIEWED_ASK, CHANGES_NO, DISCARDED, FAILED) == []
