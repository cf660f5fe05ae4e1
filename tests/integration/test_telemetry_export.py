"""Telemetry leaves the process: spans and metrics by OTLP to a real endpoint, the position in a trace to servers and programs."""

from __future__ import annotations

import json
import socket
from typing import Any

import msgspec
import pytest
from otlp_receiver import attributes, receiving
from program_tools import name_tools_folder, put_program
from web_server import Asked, response, serving

from runtime import EnvRead, Executor, NetRead, tool
from runtime.contracts.errors import ConfigurationError
from runtime.host.settings import TelemetrySettings

TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@tool(description="Say it again", side_effects=["none"])
def say(text: str) -> str:
    return text


def opened(workspace: Any, **telemetry: Any) -> Executor:
    settings = msgspec.structs.replace(workspace.settings, telemetry=TelemetrySettings(**telemetry))
    return Executor.open(workspace.folder, tools=[say], settings=settings, isolation="in_process")


def test_spans_and_metrics_arrive_at_an_endpoint(workspace: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as receiver:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url)
        with opened(workspace, otel=True) as executor:
            outcome = executor.call_sync("say", {"text": "hunter2"}, trace=TRACE)
    (span,) = [span for span in receiver.spans if span.name == "execute_tool say"]
    assert span.trace_id.hex() == "0af7651916cd43dd8448eb211c80319c"
    assert span.parent_span_id.hex() == "b7ad6b7169203331"
    assert attributes(span)["gen_ai.tool.call.id"] == outcome.call_id
    children = [one.name for one in receiver.spans if one.parent_span_id == span.span_id]
    assert sorted(children) == ["commit", "commit", "gate", "policy", "run", "validate"]
    assert {metric.name for metric in receiver.metrics} >= {"gen_ai.execute_tool.duration", "runtime.calls"}
    assert receiver.resources[0]["service.name"] == "cathedral-runtime"
    assert "hunter2" not in str(receiver.spans)


def test_an_endpoint_that_is_gone_costs_no_call_its_outcome(
    workspace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-TEL-04"""
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    with opened(workspace, otel=True) as executor:
        assert executor.call_sync("say", {"text": "x"}).ok


def test_a_variable_that_opentelemetry_refuses_is_named(
    workspace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_BSP_MAX_QUEUE_SIZE", "-1")
    with pytest.raises(ConfigurationError, match="max_queue_size") as refused:
        opened(workspace, otel=True)
    assert refused.value.details["field"] == "telemetry.otel"


def test_a_request_of_an_http_tool_carries_the_position_and_nothing_else_of_the_trace(workspace: Any) -> None:
    """T-TEL-03"""

    def echo(connection: socket.socket, asked: Asked) -> None:
        connection.sendall(response(json.dumps(asked.headers).encode(), "Content-Type: application/json"))

    with serving(echo=echo) as server:
        folder = workspace.folder / "http"
        folder.mkdir()
        (folder / "ask.toml").write_text(f'description = "Ask"\n[http]\nurl = "{server.url("/echo")}"\n')
        own = f'description = "Ask"\n[http]\nurl = "{server.url("/echo")}"\nheaders = {{ Traceparent = "own" }}\n'
        (folder / "own.toml").write_text(own)
        tools = msgspec.structs.replace(workspace.settings.tools, folders=("http",))
        settings = msgspec.structs.replace(workspace.settings, tools=tools)
        with Executor.open(workspace.folder, settings=settings, isolation="in_process") as executor:
            grants = [NetRead([server.address])]
            traced = executor.call_sync("ask", {}, grants=grants, trace=TRACE)
            plain = executor.call_sync("ask", {}, grants=grants)
            kept = executor.call_sync("own", {}, grants=grants, trace=TRACE)
            refused = executor.call_sync("ask", {}, grants=[], trace=TRACE)
    assert traced.output["traceparent"] == TRACE
    assert "tracestate" not in traced.output
    assert "traceparent" not in plain.output
    assert kept.output["traceparent"] == "own"
    assert refused.error.code == "capability.missing"
    assert len(server.asked) == 3


def test_a_program_sees_the_position_where_it_declares_and_is_granted_the_variable(
    workspace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-TEL-03"""
    monkeypatch.setenv("TRACEPARENT", "of the host's own start")
    name_tools_folder(workspace.folder)
    declared = [{"type": "env_read", "vars": ["TRACEPARENT"]}]
    put_program(
        workspace.folder / "tools", "told.sh", 'printf "%s" "${TRACEPARENT:-none}"', capabilities=declared
    )
    put_program(workspace.folder / "tools", "untold.sh", 'printf "%s" "${TRACEPARENT:-none}"')
    with workspace.open() as executor:
        told = executor.call_sync("told", {}, grants=[EnvRead(["TRACEPARENT"])], trace=TRACE)
        untold = executor.call_sync("untold", {}, grants=[EnvRead(["TRACEPARENT"])], trace=TRACE)
        refused = executor.call_sync("told", {}, grants=[], trace=TRACE)
    assert (told.output, untold.output) == (TRACE, "none")
    assert refused.error.code == "capability.missing"
