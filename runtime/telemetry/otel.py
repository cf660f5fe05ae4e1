"""OpenTelemetry: a span ``execute_tool {name}`` for each call, with a child for each step that matters, and metrics. The extra ``otel``.

::

    executor = Executor.open(".", observers=[OpenTelemetry()])

Names follow the semantic conventions for generative AI; they are spelled out here, since the constants of the Python package are deprecated while the
conventions are in development. Nothing is configured here but by `from_environment`: spans and metrics go to the providers that the program has set.

A call's span begins when the call arrives, and is current while the call runs: spans of a tool in this process are its children, and requests and programs of the tool
carry it on. What remains, the children and the metrics, is made in a thread, after the call.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

from opentelemetry import context as contexts
from opentelemetry import metrics, trace

from runtime.contracts.observing import CallEvent, CallTimed
from runtime.contracts.tracing import TraceContext
from runtime.contracts.version import VERSION
from runtime.telemetry.background import Background

_SCOPE = "cathedral.runtime"
_OPERATION = "execute_tool"
_STEPS = {
    "validate": "validate",
    "gate": "gate",
    "policy": "policy",
    "approval_wait": "approval wait",
    "run": "run",
    "commit": "commit",
}
"""The steps that have a span, and its name."""
_METERED = {
    "queue": "runtime.queue.duration",
    "policy": "runtime.policy.duration",
    "commit": "runtime.log.commit.duration",
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,127}")
_MOST_CHARS = 128
_Open = tuple[trace.Span, Any]


class OpenTelemetry:
    """An observer, and a tracer, for one executor or several."""

    def __init__(
        self,
        *,
        tracer_provider: trace.TracerProvider | None = None,
        meter_provider: metrics.MeterProvider | None = None,
        arguments: bool = False,
        close: Callable[[], None] | None = None,
    ) -> None:
        """Take the program's providers.

        Args:
            tracer_provider: Other than the global one.
            meter_provider: Likewise.
            arguments: Whether spans have the call's arguments and result, without what policy redacts.
            close: Called after the last span is made.
        """
        self.wants_values = arguments
        self._tracer = trace.get_tracer(_SCOPE, VERSION, tracer_provider)
        meter = metrics.get_meter(_SCOPE, VERSION, meter_provider)
        self._duration = meter.create_histogram(
            "gen_ai.execute_tool.duration", unit="s", description="Duration of tool calls"
        )
        self._calls = meter.create_counter(
            "runtime.calls", unit="{call}", description="Calls by how they ended"
        )
        self._steps = {
            step: meter.create_histogram(name, unit="s", description=f"Duration of the step {step}")
            for step, name in _METERED.items()
        }
        self._lock = threading.Lock()
        self._open: dict[str, _Open] = {}
        self._ended: Background[tuple[CallTimed, trace.Span | None]] = Background(
            self._finish, name="runtime-otel"
        )
        self._close = close

    def begin_call(self, *, tool: str, call_id: str, within: TraceContext | None) -> TraceContext | None:
        """Begin the call's span, and make it the current one."""
        parent = self._parent(within)
        name = f"{_OPERATION} {tool}" if _NAME.fullmatch(tool) else _OPERATION
        attributes = {
            "gen_ai.operation.name": _OPERATION,
            "gen_ai.tool.name": _text(tool),
            "gen_ai.tool.type": "function",
            "gen_ai.tool.call.id": call_id,
        }
        span = self._tracer.start_span(name, context=parent, attributes=attributes)
        at = span.get_span_context()
        if not at.is_valid:  # no provider is set
            return within
        token = contexts.attach(trace.set_span_in_context(span, parent))
        position = TraceContext(
            trace.format_trace_id(at.trace_id), trace.format_span_id(at.span_id), int(at.trace_flags)
        )
        with self._lock:
            self._open[position.span_id] = span, token
        return position

    def __call__(self, event: CallEvent) -> None:
        """Take note of an end."""
        if not isinstance(event, CallTimed):
            return
        span = None
        if event.trace is not None:
            with self._lock:
                found = self._open.pop(event.trace.span_id, None)
            if found is not None:
                span, token = found
                contexts.detach(token)
        self._ended.put((event, span))

    def flush(self, timeout_s: float = 5.0) -> bool:
        """Wait until the spans of all calls that have ended are with the provider; whether they are."""
        return self._ended.flush(timeout_s)

    def close(self) -> None:
        """`flush`, and take nothing more."""
        self._ended.close()
        if self._close is not None:
            self._close()

    def _parent(self, within: TraceContext | None) -> contexts.Context:
        """The caller's position; without one, the program's own current span."""
        here = contexts.get_current()
        if within is None:
            return here
        with self._lock:
            local = within.span_id in self._open
        position = trace.SpanContext(
            int(within.trace_id, 16), int(within.span_id, 16), not local, trace.TraceFlags(within.flags)
        )
        return trace.set_span_in_context(trace.NonRecordingSpan(position), here)

    def _finish(self, ended: tuple[CallTimed, trace.Span | None]) -> None:
        event, span = ended
        self._measure(event)
        if span is None:
            return
        if span.is_recording():
            self._describe(event, span)
        span.end(event.begun_ns + event.duration_ns)

    def _describe(self, event: CallTimed, span: trace.Span) -> None:
        inside = trace.set_span_in_context(span, contexts.Context())
        for step in event.steps:
            if (name := _STEPS.get(step.name)) is not None:
                child = self._tracer.start_span(name, context=inside, start_time=step.begun_ns)
                child.end(step.begun_ns + step.duration_ns)
        if not event.registered:
            span.update_name(_OPERATION)
        span.set_attributes(_described(event))
        if event.outcome != "completed":
            span.set_status(trace.Status(trace.StatusCode.ERROR, event.category or event.outcome))

    def _measure(self, event: CallTimed) -> None:
        about = {"gen_ai.operation.name": _OPERATION}
        if event.registered:
            about["gen_ai.tool.name"] = event.tool
        error = {} if event.outcome == "completed" else {"error.type": event.category or event.outcome}
        self._duration.record(event.duration_ns / 1e9, {**about, **error})
        self._calls.add(1, {**about, **error, "runtime.outcome": event.outcome})
        for step in event.steps:
            if (histogram := self._steps.get(step.name)) is not None:
                histogram.record(step.duration_ns / 1e9)


def _described(event: CallTimed) -> dict[str, str]:
    told = {"runtime.outcome": event.outcome}
    if event.outcome != "completed":
        told["error.type"] = event.category or event.outcome
    if event.code is not None:
        told["runtime.error.code"] = _text(event.code)
    if not event.hidden:
        told["runtime.principal"] = event.principal
    if event.parent is not None:
        told["runtime.call.parent"] = event.parent
    if event.arguments is not None:
        told["gen_ai.tool.call.arguments"] = event.arguments
    if event.result is not None:
        told["gen_ai.tool.call.result"] = event.result
    return told


def _text(text: str) -> str:
    """A caller's text, bounded, with lone surrogates made visible: exporters write UTF-8."""
    return text[:_MOST_CHARS].encode("utf-8", "backslashreplace").decode("utf-8")


def from_environment(*, arguments: bool = False) -> OpenTelemetry:
    """An observer that exports by OTLP over HTTP, to where the variables ``OTEL_*`` say; without them, to ``http://localhost:4318``."""
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    resource = Resource.create({"service.name": "cathedral-runtime", "service.version": VERSION})
    spans = TracerProvider(resource=resource, shutdown_on_exit=False)
    spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    reader = PeriodicExportingMetricReader(OTLPMetricExporter())
    meters = MeterProvider(metric_readers=[reader], resource=resource, shutdown_on_exit=False)

    def close() -> None:
        spans.shutdown()
        meters.shutdown()

    return OpenTelemetry(tracer_provider=spans, meter_provider=meters, arguments=arguments, close=close)
