"""Exports calls as events of the Open Cybersecurity Schema Framework: one API Activity (class 6003) each, JSON lines.

What the schema has no attribute for is under ``unmapped``; ``records`` there leads back to the log.

Source: OCSF 1.6.0, API Activity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from runtime.audit.format.timestamps import format_timestamp
from runtime.audit.read.query import RecordLine
from runtime.audit.read.timeline import describe
from runtime.contracts.audit import OPEN, OUTCOMES, ApprovalDecided, LogOpened, PolicyDecision, ToolInvoked
from runtime.contracts.digest import digest

_VERSION = "1.6.0"
_CATEGORY, _CLASS, _ACTIVITY = 6, 6003, 99
# Status and severity of a call that ended so: OCSF knows Success 1 and Failure 2, Informational 1 and Low 2.
_STATUS = {"completed": (1, "Success", 1), "open": (0, "Unknown", 1)}
_FAILURE = (2, "Failure", 2)
_MOST_OPEN = 65_536
"""More calls than any writer has open at once: a hostile log must not take all memory."""


def encode(records: Iterable[RecordLine]) -> Iterator[bytes]:
    """One event a line, in the order in which calls end; calls without an end come last."""
    events = CallEvents()
    for one in records:
        yield from events.take(one)
    yield from events.left()


class CallEvents:
    """Gathers the records of calls, and makes an event of each call that ends."""

    def __init__(self, opened: LogOpened | None = None) -> None:
        """Begin with what the log said when it was opened last."""
        self.opened = opened
        self._calls: dict[str, list[RecordLine]] = {}

    @property
    def oldest(self) -> int | None:
        """The first record of the oldest call that has not ended."""
        return next((records[0].record.seq for records in self._calls.values()), None)

    def take(self, one: RecordLine) -> Iterator[bytes]:
        """The events that the next record completes."""
        if isinstance(one.body, LogOpened):
            self.opened = one.body
        if one.record.call is None:
            return
        self._calls.setdefault(one.record.call, []).append(one)
        if one.body.terminal:
            yield _line(self._calls.pop(one.record.call), self.opened)
        elif len(self._calls) > _MOST_OPEN:
            yield _line(self._calls.pop(next(iter(self._calls))), self.opened)

    def left(self) -> Iterator[bytes]:
        """An event of each call that has not ended."""
        for records in self._calls.values():
            yield _line(records, self.opened)


def _line(call: list[RecordLine], opened: LogOpened | None) -> bytes:
    return msgspec.json.encode(_event(call, opened)) + b"\n"


def _event(call: list[RecordLine], opened: LogOpened | None) -> dict[str, Any]:
    first, last = call[0].record, call[-1]
    outcome = OUTCOMES.get(last.record.kind, OPEN)
    status_id, status, severity = _STATUS.get(outcome, _FAILURE)
    invoked = next((one.body for one in call if isinstance(one.body, ToolInvoked)), None)
    principal = invoked.principal if invoked else "unknown"
    event: dict[str, Any] = {
        "activity_id": _ACTIVITY,
        "activity_name": "Tool call",
        "category_uid": _CATEGORY,
        "class_uid": _CLASS,
        "type_uid": _CLASS * 100 + _ACTIVITY,
        "severity_id": severity,
        "status_id": status_id,
        "status": status,
        "status_detail": describe(last.body),
        "time": first.at_us // 1000,
        "start_time": first.at_us // 1000,
        "end_time": last.record.at_us // 1000,
        "message": f"{principal} called {invoked.tool if invoked else 'unknown'}: {outcome}",
        "metadata": _metadata(call, opened),
        "actor": {"user": {"name": principal, "uid": principal}},
        "api": {
            "operation": invoked.tool if invoked else "unknown",
            "request": {"uid": first.call},
            "version": invoked.version if invoked and invoked.version else "unknown",
        },
        "src_endpoint": {"name": principal},
        "unmapped": _unmapped(call, outcome),
    }
    code = getattr(last.body, "code", None)
    if code is not None:
        event["status_code"] = code
        event["api"]["response"] = {"error": code}
    duration_us = getattr(last.body, "duration_us", None)
    if duration_us is not None:
        event["duration"] = duration_us // 1000
    return event


def _metadata(call: list[RecordLine], opened: LogOpened | None) -> dict[str, Any]:
    first = call[0]
    metadata: dict[str, Any] = {
        "version": _VERSION,
        "product": {"name": "Cathedral Runtime", "vendor_name": "Cathedral"},
        "uid": digest(first.line),
        "correlation_uid": first.record.call,
        "sequence": first.record.seq,
        "original_time": format_timestamp(first.record.at_us),
    }
    if opened is not None:
        metadata["product"]["version"] = opened.runtime
        metadata["log_name"] = opened.origin
    return metadata


def _unmapped(call: list[RecordLine], outcome: str) -> dict[str, Any]:
    decision = next((one.body for one in call if isinstance(one.body, PolicyDecision)), None)
    approval = next((one.body for one in call if isinstance(one.body, ApprovalDecided)), None)
    return {
        "outcome": outcome,
        "decision": decision.outcome if decision else None,
        "reasons": list(decision.reasons) if decision else [],
        "approver": approval.approver if approval else None,
        "records": [{"seq": one.record.seq, "digest": digest(one.line)} for one in call],
    }
