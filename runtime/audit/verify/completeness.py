"""Checks that every call in a log is complete: nothing ran undecided, nothing began without an end.

1. Every ToolInvoked has exactly one terminal record, and every terminal record a ToolInvoked before it.
2. What ran (ToolCompleted, ToolFailed, ToolTimedOut) was allowed before: the last check at the gate allowed it, and
   policy said ``allow``, or ``ask`` and the approver approved. A rejection outweighs an allow.

A signed chain proves that the log is what the runtime wrote; this proves that the runtime kept its own rules. Memory
is bounded by the calls that are open at one time, so a call id that comes back after its end counts as a new call.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from runtime.contracts.audit import (
    MAX_OPEN_CALLS,
    ApprovalDecided,
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
    gate: bool = False
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

    __slots__ = ("_sweep_at", "open_calls", "spent")

    def __init__(self) -> None:
        self.open_calls: dict[str, OpenCall] = {}
        self.spent: dict[str, int] = {}
        """The waiting questions whose answers were used, and when those expired."""
        self._sweep_at = _SWEEP

    def take(self, record: Record, body: Body) -> None:
        """Take the next record.

        Raises:
            Violation: ``call.unnamed``, ``.repeated``, ``.too_many``, ``.not_invoked`` or ``.not_allowed``; ``approval.repeated`` or ``.expired``.
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

    def _invoke(self, call: str, seq: int, _body: Body) -> None:
        if call in self.open_calls:
            raise Violation("call.repeated", f"call {call} was invoked again before it ended")
        if len(self.open_calls) >= MAX_OPEN_CALLS:
            raise Violation("call.too_many", f"more than {MAX_OPEN_CALLS} calls are open at once")
        self.open_calls[call] = OpenCall(seq)

    def _check(self, call: str, _seq: int, body: Body) -> None:
        if isinstance(body, CapabilityCheck) and body.phase == "gate" and call in self.open_calls:
            self.open_calls[call].gate = body.allowed

    def _decide(self, call: str, _seq: int, body: Body) -> None:
        if isinstance(body, PolicyDecision) and call in self.open_calls:
            self.open_calls[call].outcome = body.outcome

    def _approve(self, call: str, _seq: int, body: Body) -> None:
        # An approval that comes before the decision which asks for one approves nothing.
        opened = self.open_calls.get(call)
        if isinstance(body, ApprovalDecided) and opened is not None and opened.outcome:
            opened.approved = body.approved

    def _end(self, call: str, _seq: int, body: Body) -> OpenCall:
        opened = self.open_calls.pop(call, None)
        if opened is None:
            raise Violation("call.not_invoked", f"a {body.kind} ends call {call}, which is not open")
        return opened

    def _end_run(self, call: str, seq: int, body: Body) -> None:
        if not self._end(call, seq, body).allowed:
            raise Violation(
                "call.not_allowed", f"a {body.kind} ends call {call}, which nothing allowed to run"
            )


_STEPS: dict[type[Body], Callable[[Completeness, str, int, Body], object]] = {
    ToolInvoked: Completeness._invoke,  # noqa: SLF001  # the table of this class
    CapabilityCheck: Completeness._check,  # noqa: SLF001
    PolicyDecision: Completeness._decide,  # noqa: SLF001
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
