"""Checks that every call in a log is complete: nothing ran undecided, nothing began without an end.

1. Every ToolInvoked has exactly one terminal record, and every terminal record a ToolInvoked before it.
2. What ran (ToolCompleted, ToolFailed, ToolTimedOut) was allowed before: the last check at the gate allowed it, and
   policy said ``allow``, or ``ask`` and the approver approved. A rejection outweighs an allow.
3. The decision is the one that the last check at the gate names.
4. What was asked of an approver, and answered, are the arguments of this call, by their commitment, and its decision.
5. A call that names a parent begins while that call is open and allowed to run, and ends before it does.
6. Where changes were held back: they were only made (ChangesSettled, committed) after policy, and the approver where one was asked,
    had allowed just them; and what ran says what became of them.

A signed chain proves that the log is what the runtime wrote; this proves that the runtime kept its own rules. Memory
is bounded by the calls that are open at one time, so a call id that comes back after its end counts as a new call.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from runtime.contracts.audit import (
    MAX_OPEN_CALLS,
    ApprovalDecided,
    ApprovalRequested,
    Body,
    CapabilityCheck,
    ChangesHeld,
    ChangesReviewed,
    ChangesSettled,
    PolicyDecision,
    Record,
    ToolAborted,
    ToolCompleted,
    ToolDenied,
    ToolFailed,
    ToolInvoked,
    ToolTimedOut,
)

_SWEEP = 4096


class Violation(Exception):  # a finding, named as one
    """A rule that the record breaks."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class OpenCall(msgspec.Struct):
    """What is known of a call that has not ended."""

    seq: int
    arguments: str | None = None
    """What the call commits to: what an approver may be asked about."""
    gate: bool = False
    gate_decision: str = ""
    """The id of the decision that the gate names."""
    decision: str = ""
    """The id of the newest decision."""
    outcome: str = ""
    approved: bool | None = None
    inside: tuple[str, int] | None = None
    """The call that it was made in: its id, and the record that began it, since ids come back."""
    open_inside: int = 0
    """How many calls are open that were made in it."""
    changes_mode: str = ""
    """How the changes of its command are held back; empty where they are not."""
    changes: str = ""
    """What the review of its changes commits to: what an approver may be asked about from then on."""
    changes_outcome: str = ""
    """What policy said of them."""
    changes_decision: str = ""
    """The id of that decision."""
    changes_approved: bool | None = None
    changes_settled: str = ""

    @property
    def changes_allowed(self) -> bool:
        """Whether its changes may be made."""
        if not self.allowed or self.changes_approved is False:
            return False
        if self.changes_outcome == "allow" and self.changes_mode == "review":
            return True
        return self.changes_outcome in ("allow", "ask") and self.changes_approved is True

    @property
    def allowed(self) -> bool:
        """Whether it may run."""
        if not self.gate or self.approved is False:
            return False
        return self.outcome == "allow" or (self.outcome == "ask" and self.approved is True)


class Completeness:
    """Follows the calls of a log, record by record."""

    __slots__ = ("_sweep_at", "open_calls", "spent")

    def __init__(self) -> None:
        self.open_calls: dict[str, OpenCall] = {}
        self.spent: dict[str, int] = {}
        """The waiting questions whose answers were used, and when those expired."""
        self._sweep_at = _SWEEP

    def take(self, record: Record, body: Body) -> None:
        """Take the next record.

        Raises:
            Violation: ``call.unnamed``, ``.repeated``, ``.too_many``, ``.not_invoked``, ``.not_allowed``, ``.decision_differs``,
                ``.approval_differs``, ``.no_parent`` or ``.outlived``; ``changes.not_allowed`` or ``.not_settled``;
                ``approval.repeated`` or ``.expired``.
        """
        step = _STEPS.get(type(body))
        if step is None:
            return
        if record.call is None:
            raise Violation("call.unnamed", f"a {record.kind} names no call")
        step(self, record.call, record.seq, body)
        if type(body) is ApprovalDecided and body.approved and body.approval is not None:
            self.spend(body.approval, body.expires_us, record.at_us)

    def spend(self, approval: str, expires_us: int | None, at_us: int) -> None:
        """Take the use of an answer.

        Raises:
            Violation: ``approval.repeated`` or ``approval.expired``.
        """
        former_us = self.spent.get(approval, 0)
        if former_us > at_us:
            self.spent[approval] = max(former_us, expires_us or 0)
            raise Violation("approval.repeated", f"the answer to question {approval} is used a second time")
        if expires_us is None or expires_us <= at_us:
            raise Violation("approval.expired", f"the answer to question {approval} is used after its time")
        if len(self.spent) >= self._sweep_at:
            self.spent = {one: end for one, end in self.spent.items() if end > at_us}
            self._sweep_at = max(_SWEEP, 2 * len(self.spent))
        self.spent[approval] = expires_us

    def _invoke(self, call: str, seq: int, body: Body) -> None:
        if call in self.open_calls:
            raise Violation("call.repeated", f"call {call} was invoked again before it ended")
        if len(self.open_calls) >= MAX_OPEN_CALLS:
            raise Violation("call.too_many", f"more than {MAX_OPEN_CALLS} calls are open at once")
        opened = OpenCall(seq, getattr(body, "arguments", None))
        parent = body.parent if isinstance(body, ToolInvoked) else None
        around = None if parent is None else self.open_calls.get(parent)
        self.open_calls[call] = opened
        if parent is None:
            return
        if around is None or not around.allowed:
            state = "is not open" if around is None else "nothing allowed to run"
            raise Violation("call.no_parent", f"call {call} was made in call {parent}, which {state}")
        opened.inside = (parent, around.seq)
        around.open_inside += 1

    def _check(self, call: str, _seq: int, body: Body) -> None:
        opened = self.open_calls.get(call)
        if isinstance(body, CapabilityCheck) and body.phase == "gate" and opened is not None:
            opened.gate = body.allowed
            opened.gate_decision = body.decision_id or ""

    def _decide(self, call: str, _seq: int, body: Body) -> None:
        if isinstance(body, PolicyDecision) and call in self.open_calls:
            self.open_calls[call].outcome = body.outcome
            self.open_calls[call].decision = body.decision_id

    def _ask(self, call: str, _seq: int, body: Body) -> None:
        opened = self.open_calls.get(call)
        if isinstance(body, ApprovalRequested) and opened is not None:
            self._require_same(call, opened, body.arguments)
            decision = opened.changes_decision if opened.changes_outcome else opened.decision
            if body.decision_id != decision:
                raise _other_decision(call)

    def _approve(self, call: str, _seq: int, body: Body) -> None:
        # An approval that comes before the decision which asks for one approves nothing.
        opened = self.open_calls.get(call)
        if not isinstance(body, ApprovalDecided) or opened is None:
            return
        if opened.changes_outcome:
            opened.changes_approved = False
            self._require_same(call, opened, body.arguments)
            opened.changes_approved = body.approved
        elif opened.outcome:
            opened.approved = False
            self._require_same(call, opened, body.arguments)
            opened.approved = body.approved

    @staticmethod
    def _require_same(call: str, opened: OpenCall, asked: str) -> None:
        """See that an approval is of the call's arguments, or behind a review of its changes."""
        if asked != (opened.changes if opened.changes_outcome else opened.arguments):
            subject = "changes" if opened.changes_outcome else "arguments"
            raise Violation(
                "call.approval_differs", f"an approval of call {call} is of other {subject} than the call's"
            )

    def _hold(self, call: str, _seq: int, body: Body) -> None:
        if isinstance(body, ChangesHeld) and call in self.open_calls:
            self.open_calls[call].changes_mode = body.mode

    def _review(self, call: str, _seq: int, body: Body) -> None:
        opened = self.open_calls.get(call)
        if isinstance(body, ChangesReviewed) and opened is not None:
            opened.changes, opened.changes_outcome = body.changes, body.outcome
            opened.changes_decision = body.decision_id

    def _settle(self, call: str, _seq: int, body: Body) -> None:
        opened = self.open_calls.get(call)
        if not isinstance(body, ChangesSettled) or opened is None:
            return
        opened.changes_settled = body.outcome
        if body.outcome == "committed" and not opened.changes_allowed:
            raise Violation("changes.not_allowed", f"changes of call {call} were made that nothing allowed")

    def _end(self, call: str, _seq: int, body: Body) -> None:
        opened = self.open_calls.pop(call, None)
        if opened is None:
            raise Violation("call.not_invoked", f"a {body.kind} ends call {call}, which is not open")
        if opened.inside is not None:
            parent, seq = opened.inside
            around = self.open_calls.get(parent)
            if around is not None and around.seq == seq:
                around.open_inside -= 1
        if type(body) in _OF_WHAT_RAN:
            self._require_settled(call, opened, body)
        if opened.open_inside:
            raise Violation(
                "call.outlived",
                f"a {body.kind} ends call {call}, in which {opened.open_inside} calls are open",
            )

    @staticmethod
    def _require_settled(call: str, opened: OpenCall, body: Body) -> None:
        if opened.allowed and opened.decision != opened.gate_decision:
            raise _other_decision(call)
        if not opened.allowed:
            raise Violation(
                "call.not_allowed", f"a {body.kind} ends call {call}, which nothing allowed to run"
            )
        wanted = _SETTLED_WELL if isinstance(body, ToolCompleted) else _SETTLED
        if opened.changes_mode and opened.changes_settled not in wanted:
            raise Violation(
                "changes.not_settled",
                f"a {body.kind} ends call {call}, and no record says what became of its changes",
            )


_OF_WHAT_RAN = (ToolCompleted, ToolFailed, ToolTimedOut)
_SETTLED_WELL = frozenset({"committed", "unchanged"})
_SETTLED = frozenset({"committed", "discarded", "unchanged", "unknown"})


def _other_decision(call: str) -> Violation:
    return Violation(
        "call.decision_differs", f"a record of call {call} names another decision than the call's"
    )


_STEPS: dict[type[Body], Callable[[Completeness, str, int, Body], object]] = {
    ToolInvoked: Completeness._invoke,  # noqa: SLF001  # the table of this class
    CapabilityCheck: Completeness._check,  # noqa: SLF001
    PolicyDecision: Completeness._decide,  # noqa: SLF001
    ApprovalRequested: Completeness._ask,  # noqa: SLF001
    ApprovalDecided: Completeness._approve,  # noqa: SLF001
    ChangesHeld: Completeness._hold,  # noqa: SLF001
    ChangesReviewed: Completeness._review,  # noqa: SLF001
    ChangesSettled: Completeness._settle,  # noqa: SLF001
    ToolCompleted: Completeness._end,  # noqa: SLF001
    ToolFailed: Completeness._end,  # noqa: SLF001
    ToolTimedOut: Completeness._end,  # noqa: SLF001
    ToolDenied: Completeness._end,  # noqa: SLF001
    ToolAborted: Completeness._end,  # noqa: SLF001
}


def concerns_call(body: Body) -> bool:
    """Whether a record of this kind is part of a call's story."""
    return type(body) in _STEPS


def find_violation(completeness: Completeness, record: Record, body: Body) -> Violation | None:
    """Take the next record; the rule that it breaks."""
    try:
        completeness.take(record, body)
    except Violation as violation:
        return violation
    return None
