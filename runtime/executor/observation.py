"""Tells observers what the log has just made durable of a call."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any

from runtime.contracts import steps
from runtime.contracts.audit import OUTCOMES, ApprovalRequested, Body, Entry, PolicyDecision, ToolInvoked
from runtime.contracts.observing import (
    CallAsked,
    CallDecided,
    CallEnded,
    CallEvent,
    CallMade,
    CallStarted,
    Observer,
)
from runtime.executor.stages import Call

_log = logging.getLogger("runtime.observers")


class Observation:
    """The observers of one executor."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        """Keep whom to tell."""
        self._observers = tuple(observers)

    def tell(self, call: Call, step: int, entries: Sequence[Entry]) -> None:
        """Tell what these durable records say of a call that is in this step."""
        if not self._observers:
            return
        for event in _events(call, step, entries):
            for observer in self._observers:
                try:
                    observer(event)
                except BaseException:  # noqa: BLE001  # an observer that could end a call would be one that can change it
                    _log.exception("an observer raised at %s of call %s", type(event).__name__, call.call_id)


def _events(call: Call, step: int, entries: Sequence[Entry]) -> Iterator[CallEvent]:
    about: dict[str, Any] = {
        "call_id": call.call_id,
        "tool": call.tool_name,
        "principal": call.principal.id,
        "parent": None if call.parent is None else call.parent.call_id,
    }
    for entry in entries:
        event = _event(entry.body, call, about)
        if event is not None:
            yield event
    if step == steps.INTENT and not any(entry.body.terminal for entry in entries):
        yield CallStarted(**about)


def _event(body: Body, call: Call, about: dict[str, Any]) -> CallEvent | None:
    if isinstance(body, ToolInvoked):
        return CallMade(**about, version=body.version, arguments_bytes=body.arguments_bytes)
    if isinstance(body, PolicyDecision):
        return CallDecided(
            **about, outcome=body.outcome, reasons=body.reasons, bundle=body.bundle, cached=body.cached
        )
    if isinstance(body, ApprovalRequested):
        return CallAsked(**about, expires_us=body.expires_us)
    if body.terminal:
        return CallEnded(
            **about,
            outcome=OUTCOMES[type(body).__name__],
            code=getattr(body, "code", None),
            duration_us=call.duration_us(),
        )
    return None
