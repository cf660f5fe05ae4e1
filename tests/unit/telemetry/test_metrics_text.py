"""Metrics in Prometheus' text format, as its own parser reads them; a caller's text is no label."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from runtime import CallTimed, tool
from runtime.telemetry.metrics import OTHER, UNKNOWN, Metrics


@tool(description="Add", side_effects=["none"])
def add(a: int, b: int) -> int:
    return a + b


def samples(metrics: Metrics) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    families = list(text_string_to_metric_families(metrics.text()))
    assert all(family.documentation and family.type != "unknown" for family in families)
    return {(s.name, tuple(sorted(s.labels.items()))): s.value for family in families for s in family.samples}


def ended(tool_name: str, *, registered: bool = True) -> CallTimed:
    return CallTimed(
        call_id="c-1", tool=tool_name, principal="agent:demo", parent=None, registered=registered, outcome="completed", category=None,
        code=None, begun_ns=0, duration_ns=1_500_000, steps=(),
    )  # fmt: skip


def test_calls_are_counted_by_tool_outcome_and_code(workspace: Any) -> None:
    metrics = Metrics()

    async def make() -> None:
        async with workspace.open(add, observers=[metrics]) as executor:
            for _ in range(3):
                await executor.call("add", {"a": 1, "b": 2})
            await executor.call("add", {"a": "x"})
            await executor.call('x"} forged{y="', {})

    asyncio.run(make())
    found = samples(metrics)
    calls = {labels: value for (name, labels), value in found.items() if name == "runtime_calls_total"}
    assert calls == {
        (("code", ""), ("outcome", "completed"), ("tool", "add")): 3,
        (("code", "input.invalid"), ("outcome", "refused"), ("tool", "add")): 1,
        (("code", "tool.not_found"), ("outcome", "refused"), ("tool", UNKNOWN)): 1,
    }
    assert found["runtime_call_duration_seconds_count", (("tool", "add"),)] == 4
    assert found["runtime_step_duration_seconds_count", (("step", "policy"),)] == 3
    assert found["runtime_step_duration_seconds_count", (("step", "commit"),)] == 8
    assert "forged" not in metrics.text()


def test_a_histogram_counts_what_is_at_most_its_bound() -> None:
    metrics = Metrics()
    metrics(ended("add"))
    found = samples(metrics)
    name = "runtime_call_duration_seconds_bucket"
    below = {dict(labels)["le"]: value for (n, labels), value in found.items() if n == name}
    assert (below["0.001"], below["0.0025"], below["+Inf"]) == (0, 1, 1)
    assert found["runtime_call_duration_seconds_sum", (("tool", "add"),)] == 0.0015


def test_labels_are_escaped_and_bounded_in_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-TEL-02"""
    monkeypatch.setattr("runtime.telemetry.metrics.MAX_TOOLS", 10)
    metrics = Metrics()
    odd = 'a"b\\c\nd\ud800'
    for number in range(15):
        metrics(ended(odd if number == 0 else f"tool_{number}"))
    tools = {dict(labels)["tool"] for (name, labels) in samples(metrics) if name == "runtime_calls_total"}
    assert len(tools) == 11
    assert OTHER in tools
    assert 'a"b\\c\nd\\ud800' in tools
