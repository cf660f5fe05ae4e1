"""Structured logs: one line of JSON an event, nothing of values in it, and no call waits for whoever reads."""

from __future__ import annotations

import asyncio
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime import Executor, tool
from runtime.contracts.errors import ConfigurationError
from runtime.host.settings import load_settings
from runtime.telemetry.json_log import JsonLog

TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@tool(description="Say it again", side_effects=["none"])
def say(text: str) -> str:
    return text


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_each_event_is_a_line_with_call_and_trace(workspace: Any) -> None:
    stream = io.StringIO()
    log = JsonLog(stream)
    with workspace.open(say, observers=[log]) as executor:
        outcome = executor.call_sync("say", {"text": "hunter2"}, trace=TRACE)
    log.close()
    told = lines(stream.getvalue())
    assert [line["event"] for line in told] == ["called", "decided", "started", "ended", "timed"]
    assert {line["call_id"] for line in told} == {outcome.call_id}
    assert {line["trace_id"] for line in told} == {"0af7651916cd43dd8448eb211c80319c"}
    assert told[1]["outcome"] == "allow"
    assert sum(told[-1]["steps_us"].values()) <= told[-1]["duration_us"]
    assert "hunter2" not in stream.getvalue()


def test_text_of_a_caller_forges_no_line_and_steers_no_terminal(workspace: Any) -> None:
    """T-TEL-02"""
    stream = io.StringIO()
    log = JsonLog(stream)
    name = 'x"}\n{"event":"forged"}\x1b[2J\u202e\ud800' + "y" * 10_000
    with workspace.open(say, observers=[log]) as executor:
        executor.call_sync(name, {})
    log.close()
    assert [line["event"] for line in lines(stream.getvalue())] == ["called", "ended", "timed"]
    assert stream.getvalue().isascii()
    assert "\x1b" not in stream.getvalue()
    assert len(stream.getvalue()) < 5_000


def test_a_hidden_principal_is_in_no_line(workspace: Any) -> None:
    stream = io.StringIO()
    log = JsonLog(stream)
    audit = msgspec.structs.replace(workspace.settings.audit, hide=("principals",))
    settings = msgspec.structs.replace(workspace.settings, audit=audit)
    with Executor.open(
        workspace.folder, tools=[say], settings=settings, isolation="in_process", observers=[log]
    ) as executor:
        executor.call_sync("say", {"text": "x"}, principal="user:alice")
    log.close()
    assert "alice" not in stream.getvalue()


def test_a_reader_who_does_not_read_delays_no_call(workspace: Any) -> None:
    """T-TEL-04"""
    reading, writing = os.pipe()
    stream = os.fdopen(writing, "w")
    log = JsonLog(stream)

    async def make() -> None:
        async with workspace.open(say, observers=[log]) as executor:
            for number in range(150):  # far more than a pipe holds
                assert (await executor.call("say", {"text": str(number)})).ok

    asyncio.run(make())
    received = bytearray()
    while received.count(b'"timed"') < 150:
        received += os.read(reading, 65_536)
    log.close()
    stream.close()
    os.close(reading)
    assert log._lines.lost == 0


def test_the_command_line_is_silent_unless_it_is_asked(workspace: Any) -> None:
    workspace.accept()

    def call(**variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "runtime", "call", "read_file", '{"path": "README.md"}', "--grant", "fs_read=."],
            cwd=workspace.folder, env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])} | variables,
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    quiet, loud = call(), call(RUNTIME_LOG="json")
    assert quiet.returncode == 0, quiet.stderr
    assert '"event"' not in quiet.stderr
    told = [json.loads(line) for line in loud.stderr.splitlines() if line.startswith("{")]
    assert [line["event"] for line in told] == ["called", "decided", "started", "ended", "timed"]
    assert loud.stdout.startswith("✓ Contents of")


def test_a_format_that_is_none_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as refused:
        load_settings(tmp_path, {"RUNTIME_LOG": "yaml"})
    assert refused.value.code == "config.invalid"
    assert "telemetry.log" in refused.value.message
