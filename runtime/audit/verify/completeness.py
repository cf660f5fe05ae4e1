"""Checks that every call in a log is complete: nothing ran undecided, nothing began without an end.

1. Every ToolInvoked has exactly one terminal record, and every terminal record a ToolInvoked before it.
2. What ran (ToolCompleted, ToolFailed, ToolTimedOut) was allowed before: the last check at the gate allowed it, and
   policy said ``allow``, or ``ask`` and the approver approved. A rejection outweighs an allow.
3. The decision is the one that the last check at the gate names.
4. What was asked of an approver, and answered, are the arguments of this call, by their commitment, and its decision.

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
    PolicyDecision,
    Record,
    ToolAborted,
    ToolCompleted,
    ToolDenied,
    ToolFailed,
    ToolInvoked,
    ToolTimedOut,
)


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

    @property
    def allowed(self) -> bool:
        """Whether it may run."""
        if not self.gate or self.approved is False:
            return False
        return self.outcome == "allow" or (self.outcome == "ask" and self.approved is True)


class Completeness:
    """Follows the calls of a log, record by record."""

    __slots__ = ("open_calls",)

    def __init__(self) -> None:
        self.open_calls: dict[str, OpenCall] = {}

    def take(self, record: Record, body: Body) -> None:
        """Take the next record.

        Raises:
            Violation: ``call.unnamed``, ``.repeated``, ``.too_many``, ``.not_invoked``, ``.not_allowed``,
                ``.decision_differs`` or ``.approval_differs``.
        """
        step = _STEPS.get(type(body))
        if step is None:
            return
        if record.call is None:
            raise Violation("call.unnamed", f"a {record.kind} names no call")
        step(self, record.call, record.seq, body)

    def _invoke(self, call: str, seq: int, body: Body) -> None:
        if call in self.open_calls:
            raise Violation("call.repeated", f"call {call} was invoked again before it ended")
        if len(self.open_calls) >= MAX_OPEN_CALLS:
            raise Violation("call.too_many", f"more than {MAX_OPEN_CALLS} calls are open at once")
        self.open_calls[call] = OpenCall(seq, getattr(body, "arguments", None))

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
            if body.decision_id != opened.decision:
                raise _other_decision(call)

    def _approve(self, call: str, _seq: int, body: Body) -> None:
        # An approval that comes before the decision which asks for one approves nothing.
        opened = self.open_calls.get(call)
        if isinstance(body, ApprovalDecided) and opened is not None and opened.outcome:
            opened.approved = False
            self._require_same(call, opened, body.arguments)
            opened.approved = body.approved

    @staticmethod
    def _require_same(call: str, opened: OpenCall, arguments: str) -> None:
        if arguments != opened.arguments:
            raise Violation(
                "call.approval_differs", f"an approval of call {call} is of other arguments than the call's"
            )

    def _end(self, call: str, _seq: int, body: Body) -> OpenCall:
        opened = self.open_calls.pop(call, None)
        if opened is None:
            raise Violation("call.not_invoked", f"a {body.kind} ends call {call}, which is not open")
        return opened

    def _end_run(self, call: str, seq: int, body: Body) -> None:
        opened = self._end(call, seq, body)
        if opened.allowed and opened.decision != opened.gate_decision:
            raise _other_decision(call)
        if not opened.allowed:
            raise Violation(
                "call.not_allowed", f"a {body.kind} ends call {call}, which nothing allowed to run"
            )


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
    ToolCompleted: Completeness._end_run,  # noqa: SLF001
    ToolFailed: Completeness._end_run,  # noqa: SLF001
    ToolTimedOut: Completeness._end_run,  # noqa: SLF001
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
