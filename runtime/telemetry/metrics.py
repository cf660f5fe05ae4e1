"""Metrics of calls in Prometheus' text format, version 0.0.4: what `/metrics` of a server answers with.

::

    metrics = Metrics()
    executor = Executor.open(".", observers=[metrics])
    metrics.text()   # of the type CONTENT_TYPE

Labels have few values each: the name of a tool that is registered, an outcome, a code of the error tree. What a caller makes up is no label.

Source: Prometheus, "Exposition formats", text-based format.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Iterator

from runtime.contracts.observing import CallAsked, CallDecided, CallEvent, CallTimed

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
UNKNOWN = "(unknown)"
"""Stands for every name that is no tool's."""
OTHER = "(other)"
"""Stands for tools beyond `MAX_TOOLS`: a folder of tools may change for years."""
MAX_TOOLS = 1_000
BUCKETS_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
STEPS = ("queue", "validate", "gate", "policy", "approval_wait", "run", "commit")
"""Whose durations are kept, each under this name."""
_Labels = tuple[tuple[str, str], ...]


class _Histogram:
    """Counts by bucket, and the sum."""

    __slots__ = ("counts", "sum_s")

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS_S) + 1)
        self.sum_s = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BUCKETS_S, seconds)] += 1
        self.sum_s += seconds


class Metrics:
    """An observer that counts. One may serve several executors; safe to use from several threads."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._lock = threading.Lock()
        self._tools: set[str] = set()
        self._calls: dict[_Labels, int] = {}
        self._decisions: dict[_Labels, int] = {}
        self._asked = 0
        self._durations: dict[_Labels, _Histogram] = {}
        self._steps: dict[str, _Histogram] = {name: _Histogram() for name in STEPS}

    def __call__(self, event: CallEvent) -> None:
        """Count an event."""
        with self._lock:
            if isinstance(event, CallTimed):
                self._count(event)
            elif isinstance(event, CallDecided):
                labels = (("outcome", event.outcome), ("cached", "true" if event.cached else "false"))
                self._decisions[labels] = self._decisions.get(labels, 0) + 1
            elif isinstance(event, CallAsked):
                self._asked += 1

    def text(self) -> str:
        """All metrics as they are now."""
        with self._lock:
            return "".join(f"{line}\n" for line in self._lines())

    def _count(self, event: CallTimed) -> None:
        tool = self._tool(event)
        labels = (("tool", tool), ("outcome", event.outcome), ("code", event.category or ""))
        self._calls[labels] = self._calls.get(labels, 0) + 1
        self._durations.setdefault((("tool", tool),), _Histogram()).add(event.duration_ns / 1e9)
        for step in event.steps:
            if (histogram := self._steps.get(step.name)) is not None:
                histogram.add(step.duration_ns / 1e9)

    def _tool(self, event: CallTimed) -> str:
        if not event.registered:
            return UNKNOWN
        if event.tool not in self._tools:
            if len(self._tools) >= MAX_TOOLS:
                return OTHER
            self._tools.add(event.tool)
        return event.tool

    def _lines(self) -> Iterator[str]:
        yield from _head(
            "runtime_calls_total", "counter", "Calls by how they ended; code is empty for a completed one."
        )
        yield from (_sample("runtime_calls_total", labels, count) for labels, count in self._calls.items())
        yield from _head("runtime_policy_decisions_total", "counter", "Answers of policy.")
        yield from (
            _sample("runtime_policy_decisions_total", labels, count)
            for labels, count in self._decisions.items()
        )
        yield from _head("runtime_approvals_asked_total", "counter", "Questions put to a person or a rule.")
        yield _sample("runtime_approvals_asked_total", (), self._asked)
        name = "runtime_call_duration_seconds"
        yield from _head(name, "histogram", "From a call's arrival to its end.")
        for labels, histogram in self._durations.items():
            yield from _histogram(name, labels, histogram)
        name = "runtime_step_duration_seconds"
        yield from _head(
            name, "histogram", "In one step of a call: queue, policy, run, commit to the log and others."
        )
        for step, histogram in self._steps.items():
            yield from _histogram(name, (("step", step),), histogram)


def _head(name: str, kind: str, help_text: str) -> tuple[str, str]:
    return f"# HELP {name} {help_text}", f"# TYPE {name} {kind}"


def _histogram(name: str, labels: _Labels, histogram: _Histogram) -> Iterator[str]:
    total = 0
    for bound, count in zip((*map(str, BUCKETS_S), "+Inf"), histogram.counts, strict=True):
        total += count
        yield _sample(f"{name}_bucket", (*labels, ("le", bound)), total)
    yield _sample(f"{name}_sum", labels, histogram.sum_s)
    yield _sample(f"{name}_count", labels, total)


def _sample(name: str, labels: _Labels, value: float) -> str:
    shown = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels)
    return f"{name}{{{shown}}} {value}" if shown else f"{name} {value}"


def _escaped(text: str) -> str:
    visible = text.encode("utf-8", "backslashreplace").decode("utf-8")  # a lone surrogate is no UTF-8
    return visible.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
