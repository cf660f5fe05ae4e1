"""The same work as others do it, for the same run; `peers` says which of them are installed.

* ``mcp``: `Client(Server(...)).call_tool`, a low-level server in the same process. The SDK hands such calls over directly; with
  ``mode="legacy"`` they travel as JSON-RPC messages over memory streams, as they would over any transport. Either way a call
  is dispatched and its messages are validated; there is no policy and no record.
* ``agent-governance-toolkit-core``, whose package offers two ways to govern a call. `agentmesh.governance.govern` is the
  documented one-line wrapper: policy, then a hash-chained audit entry, then the function.
  `agent_control_plane.AgentControlPlane.execute_action` checks permission, policy rules, quota and risk, runs the registered
  executor and appends to lists. **Neither writes anything to disk**: what they record is gone with the process.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import warnings
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks._measure import Round, Turn, time_each, time_each_async

DEFAULT_DATA = Path(__file__).resolve().parents[1] / "policies" / "data.json"
GOVERN = "toolkit: govern(), one rule"
GOVERN_MANY = "toolkit: govern(), as many closed names as the default policy"
CONTROL_PLANE = "toolkit: AgentControlPlane.execute_action()"
MCP_DIRECT = "mcp: tool call in memory, handed over directly"
MCP_MESSAGES = "mcp: tool call in memory, as JSON-RPC messages"
_DISTRIBUTIONS = ("mcp", "agent-governance-toolkit-core")
_POLICY = {
    "apiVersion": "governance.toolkit/v1",
    "name": "bench",
    "agents": ["*"],
    "default_action": "deny",
    "rules": [{"name": "reading", "condition": "action.type == 'read_file'", "action": "allow"}],
}


def peers() -> dict[str, str | None]:
    """The installed version of each distribution, None where it is absent."""
    found: dict[str, str | None] = {}
    for name in _DISTRIBUTIONS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def peer_rows(calls: int) -> dict[str, Turn]:
    """A row for each way of each peer that is installed."""
    installed = peers()
    rows: dict[str, Turn] = {}
    if installed["agent-governance-toolkit-core"]:
        rows |= _toolkit(calls)
    if installed["mcp"]:
        rows |= _mcp(calls)
    return rows


def paths(turn: int | str, count: int) -> Iterator[dict[str, str]]:
    """Arguments that no other turn uses."""
    return ({"path": f"src/module_{turn}_{number}.py"} for number in range(count))


def _toolkit(calls: int) -> dict[str, Turn]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the peer's, about its own names and sample rules
        govern = importlib.import_module("agentmesh.governance").govern
        control_plane = _control_plane(calls)
    closed = json.loads(DEFAULT_DATA.read_text("utf-8"))["authz"]["closed_paths"]
    many = {
        **_POLICY,
        # Its conditions know equality alone, no patterns: cheaper than what the default policy looks for.
        "rules": [
            *(
                {
                    "name": f"closed {n}",
                    "condition": f"path.value == '{name}'",
                    "action": "deny",
                    "priority": 1,
                }
                for n, name in enumerate(closed)
            ),
            *_POLICY["rules"],
        ],
    }

    def read_file(action: str, path: str) -> str:  # noqa: ARG001  # the wrapper reads the action
        return path

    def row(policy: dict[str, Any]) -> Turn:
        governed = govern(read_file, policy=json.dumps(policy), agent_id="agent:demo")  # JSON is YAML
        return lambda turn: time_each(lambda a: governed(action="read_file", **a), paths(turn, calls))

    return {GOVERN: row(_POLICY), GOVERN_MANY: row(many), CONTROL_PLANE: control_plane}


def _control_plane(calls: int) -> Turn:
    plane_module = importlib.import_module("agent_control_plane")
    action, level = plane_module.ActionType.FILE_READ, plane_module.PermissionLevel.READ_ONLY
    plane = plane_module.AgentControlPlane()
    plane.execution_engine.register_executor(action, lambda parameters, _: parameters["path"])
    agent = plane.create_agent("agent:demo", {action: level})

    def run(arguments: dict[str, str]) -> None:
        result = plane.execute_action(agent, action, arguments)
        if not result["success"]:
            raise SystemExit(f"the toolkit refused the benchmark's call: {result}")

    return lambda turn: time_each(run, paths(turn, calls))


def _mcp(calls: int) -> dict[str, Turn]:
    async def alone(turn: int, mode: str) -> Round:
        async with _client(mode) as client:

            async def call(arguments: dict[str, str]) -> None:
                await client.call_tool("noop", arguments)

            await time_each_async(call, paths(turn, 8))  # the handshake is not part of a call
            return await time_each_async(call, paths(turn, calls))

    return {
        MCP_DIRECT: lambda turn: asyncio.run(alone(turn, "auto")),
        MCP_MESSAGES: lambda turn: asyncio.run(alone(turn, "legacy")),
    }


def _client(mode: str) -> Any:
    mcp = importlib.import_module("mcp")
    types = importlib.import_module("mcp.types")
    schema = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
    tool = types.Tool(name="noop", description="Nothing", inputSchema=schema)

    async def list_tools(*_: Any) -> Any:
        return types.ListToolsResult(tools=[tool])

    async def call_tool(_: Any, asked: Any) -> Any:
        text = types.TextContent(type="text", text=asked.arguments["path"])
        return types.CallToolResult(content=[text])

    server = importlib.import_module("mcp.server.lowlevel").Server(
        "bench", on_list_tools=list_tools, on_call_tool=call_tool
    )
    return mcp.Client(server, mode=mode)
