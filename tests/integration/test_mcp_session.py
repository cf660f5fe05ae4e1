"""A session over standard input and output, from end to end: a policy author denies, an approver changes, an auditor looks, all seen through an MCP client."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp_server_process import _environments, command, make_workspace
from mcp_types import ElicitResult

META = "cathedral-runtime/"
NOISY = """\
import os
import subprocess
import sys

from runtime import tool

print("imported, and telling everybody")


@tool(description="Talk", side_effects=["none"], risk="read_only")
def talk() -> str:
    print("to standard output")
    os.write(1, b"to descriptor 1\\n")
    sys.__stdout__.write("to the first stdout\\n")
    sys.__stdout__.flush()
    heard = sys.stdin.read()
    subprocess.run(["echo", "from a child"], check=True)
    return f"heard {heard!r}"


@tool(description="Create a file", side_effects=["none"], risk="read_only", requires_approval=True)
def propose(text: str) -> str:
    return text
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("mcp-session") / "workspace", tools=NOISY)


def _connect(folder: Path, mode: str, *options: str, **given: Any) -> Client:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "runtime", "serve", "mcp", "-C", str(folder), *options],
        env=_environments[folder],
    )
    return Client(stdio_client(server), mode=mode, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_deny_a_modification_and_a_record_are_seen_through_a_client(folder: Path, mode: str) -> None:
    asked: list[str] = []

    async def approve(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        other = {"decision": "approve", "arguments": '{"text": "a better text"}', "reason": "typo"}
        return ElicitResult(action="accept", content=other)

    async def session() -> tuple[str, str]:
        async with _connect(folder, mode, elicitation_callback=approve) as client:
            assert "propose" in {one.name for one in (await client.list_tools()).tools}
            # The policy author closes a file: the client reads why.
            denied = await client.call_tool("read_file", {"path": ".env"})
            told = json.loads(denied.content[0].text)["error"]
            assert (denied.is_error, told["code"], told["executed"]) == (True, "policy.denied", False)
            assert "closed" in told["message"]
            # The approver has other arguments run: the client gets their result.
            changed = await client.call_tool("propose", {"text": "a bad txet"})
            assert changed.content[0].text == "a better text"
            call = changed.meta[f"{META}call"]
            # The auditor's view, through the client.
            uri = f"runtime://calls/{call}"
            return call, (await client.read_resource(uri)).contents[0].text

    call, seen = asyncio.run(session())
    assert len(asked) == 1
    assert "  text: a bad txet" in asked[0].splitlines()
    record = json.loads(seen)
    shown = json.loads(command(folder, "audit", "show", call, "--values", "--json").stdout)
    assert record["calls"] == shown["calls"]
    kinds = [one["kind"] for one in record["calls"][0]]
    assert kinds[0] == "ToolInvoked"
    assert kinds[-1] == "ToolCompleted"
    assert "ApprovalDecided" in kinds


def test_standard_output_carries_the_protocol_alone(folder: Path) -> None:
    """T-SRV-09: whatever a tool, a library or a child process prints."""
    lines = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "t", "version": "1"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "talk", "arguments": {}}},
    ]
    server = subprocess.Popen(
        [sys.executable, "-m", "runtime", "serve", "mcp"],
        cwd=folder,
        env=_environments[folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    server.stdin.flush()
    answers = [json.loads(server.stdout.readline()) for _ in range(2)]
    rest, said = server.communicate(timeout=60)
    assert [answer["id"] for answer in answers] == [1, 2]
    assert answers[1]["result"]["content"][0]["text"] == "heard ''"
    assert rest == b""
    for words in (
        b"imported",
        b"to standard output",
        b"to descriptor 1",
        b"to the first stdout",
        b"from a child",
    ):
        assert words in said
    assert server.returncode == 0
