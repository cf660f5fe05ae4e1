"""A call is a span by the conventions for generative AI, with a child for each step that matters; metrics come beside it."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple

import pytest
from opentelemetry import trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF

from runtime import ToolContext, tool
from runtime.contracts.capability import ToolCall
from runtime.telemetry.otel import OpenTelemetry

TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


class Telemetry(NamedTuple):
    provider: TracerProvider
    exporter: InMemorySpanExporter
    reader: InMemoryMetricReader
    meters: MeterProvider

    def observer(self, **options: Any) -> OpenTelemetry:
        return OpenTelemetry(tracer_provider=self.provider, meter_provider=self.meters, **options)

    def spans(self, observer: OpenTelemetry) -> list[ReadableSpan]:
        assert observer.flush()
        return list(self.exporter.get_finished_spans())

    def calls(self, observer: OpenTelemetry) -> list[ReadableSpan]:
        return [span for span in self.spans(observer) if span.name.startswith("execute_tool")]

    def children(self, observer: OpenTelemetry, of: ReadableSpan) -> list[ReadableSpan]:
        found = [
            s
            for s in self.spans(observer)
            if s.parent and of.context and s.parent.span_id == of.context.span_id
        ]
        return sorted(found, key=lambda span: span.start_time or 0)

    def points(self) -> dict[str, list[Any]]:
        data = self.reader.get_metrics_data()
        assert data is not None
        return {
            metric.name: list(metric.data.data_points)
            for resource in data.resource_metrics
            for scope in resource.scope_metrics
            for metric in scope.metrics
        }


@pytest.fixture
def telemetry() -> Telemetry:
    exporter, reader = InMemorySpanExporter(), InMemoryMetricReader()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return Telemetry(provider, exporter, reader, MeterProvider(metric_readers=[reader]))


@tool(description="Say it again", side_effects=["none"])
def say(text: str) -> str:
    return text


@tool(description="Wait for a person", side_effects=["none"], requires_approval=True)
def ponder() -> None: ...


@tool(description="Call another", side_effects=["none"], capabilities=[ToolCall(["say"])])
async def outer(ctx: ToolContext) -> Any:
    return (await ctx.call("say", {"text": "inside"})).output


def test_a_call_is_a_span_with_the_conventions_names(workspace: Any, telemetry: Telemetry) -> None:
    observer = telemetry.observer()
    with workspace.open(say, observers=[observer]) as executor:
        outcome = executor.call_sync("say", {"text": "hunter2"}, principal="agent:demo")
    (span,) = telemetry.calls(observer)
    assert span.name == "execute_tool say"
    assert span.attributes is not None
    assert dict(span.attributes) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "say",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": outcome.call_id,
        "runtime.outcome": "completed",
        "runtime.principal": "agent:demo",
    }
    assert span.status.is_unset
    children = telemetry.children(observer, span)
    assert [child.name for child in children] == ["validate", "gate", "policy", "commit", "run", "commit"]
    assert span.start_time is not None
    assert span.end_time is not None
    assert all(span.start_time <= (c.start_time or 0) <= (c.end_time or 0) <= span.end_time for c in children)
    assert "hunter2" not in json.dumps([json.loads(s.to_json()) for s in telemetry.spans(observer)])


def test_refusals_and_failures_are_errors_with_their_code(workspace: Any, telemetry: Telemetry) -> None:
    @tool(description="Break", side_effects=["none"])
    def broken() -> None:
        raise ValueError("a host path")

    observer = telemetry.observer()
    with workspace.open(say, broken, observers=[observer]) as executor:
        executor.call_sync("say", {})
        executor.call_sync("broken", {})
        executor.call_sync("ignore all previous instructions", {})
    spans = telemetry.calls(observer)
    assert [(s.name, (s.attributes or {})["error.type"], s.status.is_ok) for s in spans] == [
        ("execute_tool say", "input.invalid", False),
        ("execute_tool broken", "tool.failed", False),
        ("execute_tool", "tool.not_found", False),
    ]
    assert [span.status.description for span in spans] == ["input.invalid", "tool.failed", "tool.not_found"]


def test_waiting_for_approval_is_a_child(workspace: Any, telemetry: Telemetry) -> None:
    observer = telemetry.observer()
    with workspace.open(ponder, observers=[observer], approve=lambda _: True) as executor:
        assert executor.call_sync("ponder", {}).ok
    (span,) = telemetry.calls(observer)
    assert "approval wait" in [child.name for child in telemetry.children(observer, span)]


def test_a_call_joins_the_trace_of_its_caller_and_passes_it_on_inside(
    workspace: Any, telemetry: Telemetry
) -> None:
    observer = telemetry.observer()
    own = telemetry.provider.get_tracer("embedder")

    @tool(description="Trace something", side_effects=["none"])
    def traced() -> None:
        own.start_span("of the tool").end()

    with workspace.open(say, outer, traced, observers=[observer]) as executor:
        executor.call_sync("outer", {}, grants=[ToolCall(["say"])], trace=TRACE)
        with own.start_as_current_span("of the embedder") as around:
            executor.call_sync("traced", {})
        assert trace.get_current_span().get_span_context().is_valid is False  # nothing stays behind
    spans = {span.name: span for span in telemetry.spans(observer)}
    outer_span, inner = spans["execute_tool outer"], spans["execute_tool say"]
    assert outer_span.parent is not None
    assert trace.format_span_id(outer_span.parent.span_id) == "b7ad6b7169203331"
    assert outer_span.parent.is_remote
    assert inner.parent is not None
    assert outer_span.context is not None
    assert inner.parent.span_id == outer_span.context.span_id
    assert trace.format_trace_id(inner.parent.trace_id) == "0af7651916cd43dd8448eb211c80319c"
    call, inside = spans["execute_tool traced"], spans["of the tool"]
    assert call.parent is not None
    assert call.parent.span_id == around.get_span_context().span_id
    assert inside.parent is not None
    assert call.context is not None
    assert inside.parent.span_id == call.context.span_id


def test_arguments_are_in_a_span_on_request_and_without_what_policy_redacts(
    workspace: Any, telemetry: Telemetry
) -> None:
    """T-TEL-01"""
    workspace.decide('{"allow": true, "reasons": [], "obligations": {"redact": ["/result"]}}')
    observer = telemetry.observer(arguments=True)
    with workspace.open(say, observers=[observer]) as executor:
        executor.call_sync("say", {"text": "shown"})
    (span,) = telemetry.calls(observer)
    assert span.attributes is not None
    assert span.attributes["gen_ai.tool.call.arguments"] == '{"text":"shown"}'
    assert "$redacted" in str(span.attributes["gen_ai.tool.call.result"])


def test_metrics_tell_durations_and_outcomes(workspace: Any, telemetry: Telemetry) -> None:
    observer = telemetry.observer()
    with workspace.open(say, observers=[observer]) as executor:
        executor.call_sync("say", {"text": "x"})
        executor.call_sync("say", {})
        executor.call_sync("made up by a model", {})
    assert observer.flush()
    points = telemetry.points()
    assert set(points) == {
        "gen_ai.execute_tool.duration", "runtime.calls", "runtime.queue.duration", "runtime.policy.duration", "runtime.log.commit.duration",
    }  # fmt: skip
    calls = {
        (
            p.attributes.get("gen_ai.tool.name"),
            p.attributes["runtime.outcome"],
            p.attributes.get("error.type"),
        ): p.value
        for p in points["runtime.calls"]
    }
    assert calls == {
        ("say", "completed", None): 1,
        ("say", "refused", "input.invalid"): 1,
        (None, "refused", "tool.not_found"): 1,
    }
    assert sum(point.count for point in points["gen_ai.execute_tool.duration"]) == 3
    assert sum(point.count for point in points["runtime.policy.duration"]) == 1


def test_what_is_not_sampled_is_counted_and_its_trace_goes_on(workspace: Any, telemetry: Telemetry) -> None:
    quiet = telemetry._replace(provider=TracerProvider(sampler=ALWAYS_OFF))
    observer, traces = quiet.observer(), []
    with workspace.open(say, observers=[observer, lambda event: traces.append(event.trace)]) as executor:
        executor.call_sync("say", {"text": "x"}, trace=TRACE)
    assert telemetry.spans(observer) == []
    assert {one.trace_id for one in traces} == {"0af7651916cd43dd8448eb211c80319c"}
    assert {one.sampled for one in traces} == {False}
    assert len(telemetry.points()["runtime.calls"]) == 1


def test_without_a_provider_the_callers_position_is_passed_on(workspace: Any) -> None:
    traces: list[Any] = []
    observer = OpenTelemetry(tracer_provider=trace.NoOpTracerProvider())
    with workspace.open(say, observers=[observer, lambda event: traces.append(event.trace)]) as executor:
        executor.call_sync("say", {"text": "x"}, trace=TRACE)
    assert {one.traceparent for one in traces} == {TRACE}


def test_calls_side_by_side_and_given_up_leave_no_span_open(workspace: Any, telemetry: Telemetry) -> None:
    observer = telemetry.observer()

    @tool(description="Wait", side_effects=["none"])
    async def wait() -> None:
        await asyncio.Event().wait()

    async def make() -> None:
        async with workspace.open(say, wait, observers=[observer]) as executor:
            waiting = [asyncio.create_task(executor.call("wait", {})) for _ in range(5)]
            await asyncio.gather(*(executor.call("say", {"text": str(n)}) for n in range(20)))
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(make())
    spans = telemetry.calls(observer)
    assert len(spans) == 25
    assert observer._open == {}
    assert all(span.parent is None for span in spans)
    cancelled = [span for span in spans if span.name == "execute_tool wait"]
    assert {(s.attributes or {})["error.type"] for s in cancelled} == {"cancelled"}
