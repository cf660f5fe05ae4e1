"""Governed tools as the Claude Agent SDK's in-process server, asked by MCP as the SDK asks it, and its callback for permissions."""

from __future__ import annotations

import asyncio
from typing import Any

import agent_tools
import pytest
from agent_tools import add, approvals_in, deploy
from claude_agent_sdk import (
    ClaudeAgentOptions,
    PermissionResultAllow,
    PermissionResultDeny,
    ToolPermissionContext,
)
from claude_agent_sdk._internal.query import Query

from runtime.integrations.claude_agent import Approvals, GovernedServer

CONTEXT = ToolPermissionContext()
# The SDK leaves streams of its in-process servers to the garbage collector.
pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"
)


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    agent_tools.ran.clear()


async def asked(server: Any, method: str, params: dict[str, Any]) -> Any:
    """What the SDK hands back to Claude's program for a message to the server."""
    query = Query(transport=None, is_streaming_mode=True, sdk_mcp_servers={"governed": server["instance"]})  # type: ignore[arg-type]
    hello = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    begin = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}
    assert "result" in await query._handle_sdk_mcp_request("governed", begin)
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return (await query._handle_sdk_mcp_request("governed", message))["result"]


async def call(server: Any, name: str, arguments: dict[str, Any]) -> Any:
    return await asked(server, "tools/call", {"name": name, "arguments": arguments})


def test_tools_are_listed_and_called_by_mcp(workspace: Any) -> None:
    async def make() -> None:
        async with workspace.open(add) as executor:
            governed = GovernedServer(executor, tools=["add"], principal="agent:demo")
            assert governed.allowed == ["mcp__governed__add"]
            assert ClaudeAgentOptions(mcp_servers={"governed": governed.server}).mcp_servers
            (listed,) = (await asked(governed.server, "tools/list", {}))["tools"]
            assert listed["inputSchema"]["required"] == ["a"]
            good = await call(governed.server, "add", {"a": 40})
            assert good["content"][0]["text"] == "42"
            workspace.decide('{"allow": false, "reasons": ["not on a Friday"]}')
            await executor.reload_policy()
            bad = await call(governed.server, "add", {"a": 40})
            assert bad.get("is_error", bad.get("isError")) is True
            assert '"code":"policy.denied"' in bad["content"][0]["text"]

    asyncio.run(make())


@pytest.mark.parametrize("approved", [True, False])
def test_a_call_that_needs_approval_is_put_to_the_user(workspace: Any, approved: bool) -> None:
    seen: list[str] = []

    async def ask(name: str, arguments: dict[str, Any], context: Any) -> Any:
        seen.append(name)
        return PermissionResultAllow() if approved else PermissionResultDeny(message="no")

    async def make() -> None:
        approvals = Approvals()
        async with workspace.open(add, deploy, approve=approvals) as executor:
            governed = GovernedServer(executor, approvals=approvals)
            permission = governed.permission(ask)
            assert isinstance(
                await permission("mcp__governed__add", {"a": 1}, CONTEXT), PermissionResultAllow
            )
            refused = await permission("mcp__governed__add", {"a": "x"}, CONTEXT)
            assert isinstance(refused, PermissionResultDeny)
            assert refused.message.startswith("input.invalid: ")
            assert seen == []
            await permission("mcp__governed__deploy", {"service": "web"}, CONTEXT)
            await permission("Bash", {"command": "ls"}, CONTEXT)
            await call(governed.server, "deploy", {"service": "other"})  # what was allowed was another call
            await call(governed.server, "deploy", {"service": "web"})
            await call(governed.server, "deploy", {"service": "web"})  # and it was allowed once

    asyncio.run(make())
    assert seen == ["mcp__governed__deploy", "Bash"]
    assert agent_tools.ran == (["web"] if approved else [])
    assert approvals_in(workspace).count((True, "user:claude-agent")) == int(approved)
