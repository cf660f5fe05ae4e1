"""Checks that every call in a log is complete: nothing ran undecided, nothing began without an end.

1. Every ToolInvoked has exactly one terminal record, and every terminal record a ToolInvoked before it.
2. What ran (ToolCompleted, ToolFailed, ToolTimedOut) was allowed before: the last check at the gate allowed it, and
   policy said ``allow``, or ``ask`` and the approver approved. A rejection outweighs an allow.
3. A call that names a parent begins while that call is open and allowed to run, and ends before it does.

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
    inside: tuple[str, int] | None = None
    """The call that it was made in: its id, and the record that began it, since ids come back."""
    open_inside: int = 0
    """How many calls are open that were made in it."""

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
            Violation: ``call.unnamed``, ``.repeated``, ``.too_many``, ``.not_invoked``, ``.not_allowed``, ``.no_parent`` or
                ``.outlived``.
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
        opened = OpenCall(seq)
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

    def _end(self, call: str, _seq: int, body: Body) -> None:
        opened = self.open_calls.pop(call, None)
        if opened is None:
            raise Violation("call.not_invoked", f"a {body.kind} ends call {call}, which is not open")
        if opened.inside is not None:
            parent, seq = opened.inside
            around = self.open_calls.get(parent)
            if around is not None and around.seq == seq:
                around.open_inside -= 1
        if type(body) in _OF_WHAT_RAN and not opened.allowed:
            raise Violation(
                "call.not_allowed", f"a {body.kind} ends call {call}, which nothing allowed to run"
            )
        if opened.open_inside:
            raise Violation(
                "call.outlived",
                f"a {body.kind} ends call {call}, in which {opened.open_inside} calls are open",
            )


_OF_WHAT_RAN = (ToolCompleted, ToolFailed, ToolTimedOut)
_STEPS: dict[type[Body], Callable[[Completeness, str, int, Body], object]] = {
    ToolInvoked: Completeness._invoke,  # noqa: SLF001  # the table of this class
    CapabilityCheck: Completeness._check,  # noqa: SLF001
    PolicyDecision: Completeness._decide,  # noqa: SLF001
    ApprovalDecided: Completeness._approve,  # noqa: SLF001
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
