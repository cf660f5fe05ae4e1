"""Structured logs: one line of JSON for each event of a call, with the call's id and its trace's. Silent unless ``RUNTIME_LOG=json`` or ``telemetry.log`` asks for it.

The lines hold no arguments and no results, and no principal that settings or policy keep out of the records. They are ASCII, whatever a caller's text holds: none
of them forges a second line or steers a terminal.
"""

from __future__ import annotations

import json
import sys
import time
from datetime import UTC, datetime
from typing import Any, TextIO

from runtime.contracts.observing import CallEvent, CallTimed
from runtime.telemetry.background import Background

_LEFT_OUT = frozenset({"trace", "hidden", "arguments", "result", "begun_ns", "duration_ns", "steps"})
_MOST = 256
"""Characters of a text of the caller's."""


class JsonLog:
    """An observer that writes lines; a thread of its own does, so a reader who does not read delays no call."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Write to a stream; standard error, as it is at each line, unless one is given."""
        self._stream = stream
        self._lines: Background[tuple[float, CallEvent]] = Background(self._write, name="runtime-log")
        self._told = 0

    def __call__(self, event: CallEvent) -> None:
        """Have the line of an event written."""
        self._lines.put((time.time(), event))

    def close(self) -> None:
        """Write what waits."""
        self._lines.close()

    def _write(self, item: tuple[float, CallEvent]) -> None:
        stream = sys.stderr if self._stream is None else self._stream
        text = json.dumps(line_of(*item), separators=(",", ":")) + "\n"
        if lost := self._lines.lost - self._told:
            self._told += lost
            text += json.dumps({"event": "lost", "lines": lost}, separators=(",", ":")) + "\n"
        try:
            stream.write(text)
            stream.flush()
        except (OSError, ValueError):  # ValueError: closed
            self._told -= lost


def line_of(when_s: float, event: CallEvent) -> dict[str, Any]:
    """What the line of an event says."""
    when = datetime.fromtimestamp(when_s, UTC)
    told: dict[str, Any] = {"time": when.isoformat(timespec="milliseconds").replace("+00:00", "Z")}
    told["event"] = event.__struct_config__.tag
    for name in event.__struct_fields__:
        if name not in _LEFT_OUT:
            told[name] = _bounded(getattr(event, name))
    if event.hidden:
        told["principal"] = None
    told["trace_id"] = None if event.trace is None else event.trace.trace_id
    told["span_id"] = None if event.trace is None else event.trace.span_id
    if isinstance(event, CallTimed):
        told["duration_us"] = event.duration_ns // 1000
        told["steps_us"] = _steps_us(event)
    return told


def _steps_us(event: CallTimed) -> dict[str, int]:
    taken: dict[str, int] = {}
    for step in event.steps:
        taken[step.name] = taken.get(step.name, 0) + step.duration_ns
    return {name: duration_ns // 1000 for name, duration_ns in taken.items()}


def _bounded(value: Any) -> Any:
    return value[:_MOST] if isinstance(value, str) else value
