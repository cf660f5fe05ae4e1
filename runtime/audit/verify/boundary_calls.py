"""Follows the calls of one segment while nobody knows yet which calls were open in front of it.

A call that begins in the segment is followed here, unless it is made in one that does not. A record of any other call is set aside, for `join_calls` to give to whoever
knows the calls that were open, together with the calls that the segment leaves open.

That comes to the same as reading the whole log in one go, unless a call that was open in front, or set aside, begins again inside, or
too many calls are open or set aside. `join_calls` then refuses, and the segment's calls must be followed in order.
"""

from __future__ import annotations

from array import array
from collections import deque
from zlib import crc32

import msgspec

from runtime.audit.format.chain import decode
from runtime.audit.verify.completeness import (
    Completeness,
    OpenCall,
    Violation,
    concerns_call,
    find_violation,
)
from runtime.contracts.audit import (
    MAX_OPEN_CALLS,
    MAX_SAFE_INTEGER,
    ApprovalDecided,
    Body,
    Record,
    ToolInvoked,
)

_MAX_SET_ASIDE_BYTES = 4 << 20


class BoundaryCalls(msgspec.Struct, kw_only=True):
    """What a segment hands on."""

    of_earlier_calls: list[tuple[int, bytes]] = []
    """Offset and line of each record of a call that did not begin here."""
    begun: bytes = b""
    """A checksum of the id of each call that begins here."""
    most_open: int = 0
    open_calls: dict[str, OpenCall] = {}
    used: list[tuple[int, int, str, int, int]] = []
    """Each answer that a call which began here used, and nothing is wrong with as far as is known here: the record's number and offset, the
    question, when it expires, and the record's time."""
    overflowed: bool = False


class SegmentCalls:
    """Follows the calls of one segment."""

    def __init__(self) -> None:
        self._inner = Completeness()
        self._begun = array("I")
        self._of_earlier_calls: list[tuple[int, bytes]] = []
        self._set_aside_bytes = 0
        self._most_open = 0
        self._inside_earlier: set[str] = set()
        self._repeated = False
        self._used: list[tuple[int, int, str, int, int]] = []

    def take(self, record: Record, body: Body, line: bytes, offset: int) -> Violation | None:
        """Take the next record."""
        call, open_calls = record.call, self._inner.open_calls
        if call is not None and call not in open_calls and concerns_call(body):
            if type(body) is not ToolInvoked or (body.parent is not None and body.parent not in open_calls):
                self._set_aside(line, offset)
                if type(body) is ToolInvoked:
                    self._inside_earlier.add(call)
                return None
            self._repeated |= call in self._inside_earlier
            self._begun.append(crc32(call.encode()))
            if len(open_calls) >= self._most_open:
                self._most_open = len(open_calls) + 1
        violation = find_violation(self._inner, record, body)
        if (
            violation is None
            and type(body) is ApprovalDecided
            and body.approved
            and body.approval is not None
        ):
            self._used.append((record.seq, offset, body.approval, body.expires_us or 0, record.at_us))
        return violation

    def boundary_calls(self) -> BoundaryCalls:
        """What is handed on at the segment's end."""
        return BoundaryCalls(
            of_earlier_calls=self._of_earlier_calls,
            begun=self._begun.tobytes(),
            most_open=self._most_open + len(self._inside_earlier),
            open_calls=self._inner.open_calls,
            overflowed=self._repeated or self._set_aside_bytes > _MAX_SET_ASIDE_BYTES,
            used=self._used,
        )

    def _set_aside(self, line: bytes, offset: int) -> None:
        self._set_aside_bytes += len(line)
        if self._set_aside_bytes <= _MAX_SET_ASIDE_BYTES:
            self._of_earlier_calls.append((offset, line))


def join_calls(known: Completeness, part: BoundaryCalls) -> list[tuple[int, int, Violation]] | None:
    """Go on behind a segment; the sequence number and offset of each record in it that breaks a rule, None to refuse."""
    if part.overflowed or len(known.open_calls) + part.most_open > MAX_OPEN_CALLS:
        return None
    if known.open_calls:
        begun = frozenset(array("I", part.begun))
        if any(crc32(call.encode()) in begun for call in known.open_calls):
            return None
    violations = []
    used = deque(part.used)
    for offset, line in part.of_earlier_calls:
        record, body = decode(line)
        violations += _spend(known, used, record.seq)
        violation = find_violation(known, record, body)
        if violation is not None:
            violations.append((record.seq, offset, violation))
    violations += _spend(known, used, MAX_SAFE_INTEGER)
    known.open_calls.update(part.open_calls)
    return violations


def _spend(
    known: Completeness, used: deque[tuple[int, int, str, int, int]], until: int
) -> list[tuple[int, int, Violation]]:
    """Take the answers that were used in front of the record of this number."""
    violations = []
    while used and used[0][0] < until:
        seq, offset, approval, expires_us, at_us = used.popleft()
        try:
            known.spend(approval, expires_us, at_us)
        except Violation as violation:
            violations.append((seq, offset, violation))
    return violations
