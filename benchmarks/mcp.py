"""What a governed call of another MCP server's tool costs, beside the same call by the protocol's own client.

    python -m benchmarks.mcp [ROUNDS]

Both ask the same program, written with the protocol's own library, over its standard input and output, call after call, in turns. The governed
call has policy, confinement, both schemas and the durable record on disk; the other has none of these. Of each row the best round counts, as what a busy
machine adds is not the row's. The last row is the same call of a function in this process.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from benchmarks._measure import Round, percentile, time_each_async
from runtime import Executor, FsRead, tool
from runtime.host import workspace
from runtime.host.acceptance import accept
from runtime.host.composition import reserved_places
from runtime.host.mcp_acceptance import ask_server, server_of
from runtime.host.mcp_definitions import with_tools
from runtime.host.settings import load_settings

_SERVER = '''
from mcp.server.mcpserver import MCPServer

server = MCPServer("bench")


@server.tool()
def echo(text: str) -> str:
    """Give a text back"""
    return text


server.run("stdio")
'''
_CALLS = 60
_DIRECT = "the protocol's own client"
_TEXT = "a text of some words, as a model would send it"

Call = Callable[[str], Awaitable[object]]


def main() -> None:
    """Print one row a way, with its ratio to the protocol's own client."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(measure(Path(name).resolve(), rounds))


async def measure(folder: Path, rounds: int) -> None:
    """Both ways in turns."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    (folder / "server.py").write_text(_SERVER)
    with _executor(folder, "worker") as executor, _executor(folder, "in_process") as lighter:
        parameters = StdioServerParameters(command=sys.executable, args=[str(folder / "server.py")])
        async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
            await session.initialize()
            await session.list_tools()

            async def direct(text: str) -> object:
                result = await session.call_tool("echo", {"text": text})
                assert not result.is_error
                return result

            rows: dict[str, Call] = {
                _DIRECT: direct,
                "a governed call": _governed(executor, "bench.echo", "text"),
                "the same, policy in process": _governed(lighter, "bench.echo", "text"),
                "governed, no server": _governed(lighter, "echo", "text"),
            }
            taken: dict[str, list[Round]] = {name: [] for name in rows}
            for number in range(rounds + 1):
                for name, call in rows.items():
                    found = await time_each_async(call, [f"{_TEXT} {number} {n}" for n in range(_CALLS)])
                    if number:
                        taken[name].append(found)
    _print(taken)


@tool(description="Give a text back", side_effects=["none"])
def echo(text: str) -> str:
    """Give a text back."""
    return text


def _governed(executor: Any, name: str, argument: str) -> Call:
    async def call(text: str) -> object:
        outcome = await executor.call(name, {argument: text}, grants=[FsRead(["."])])
        assert outcome.ok, outcome
        return outcome

    return call


def _executor(folder: Path, isolation: Any) -> Any:
    if (folder / "runtime.toml").exists():
        return Executor.open(
            folder, settings=load_settings(folder).settings, isolation=isolation, tools=[echo]
        )
    workspace.initialise(folder, pin=False)
    (folder / "policies" / "authz.rego").write_text(
        'package runtime.authz\n\nimport rego.v1\n\ndefault decision := {"allow": true, "reasons": ["measured"]}\n'
    )
    system = json.dumps(sorted({sys.prefix, sys.base_prefix}))
    file = folder / "runtime.toml"
    command = json.dumps([sys.executable, "server.py"])
    lines = [
        "[mcp.servers.bench]",
        f"command = {command}",
        f"system = {system}",
        'grants = {fs_read = ["."]}',
    ]
    file.write_text("\n".join([file.read_text(), *lines, ""]))
    os.environ["HOME"] = str(folder / "home")
    loaded = load_settings(folder)
    offered = ask_server(loaded, server_of(loaded, "bench"), reserved_places(loaded), ())
    accept(with_tools(loaded.workspace, "bench", [one.definition.data for one in offered]))
    return Executor.open(folder, settings=loaded.settings, isolation=isolation, tools=[echo])


def _print(taken: dict[str, list[Round]]) -> None:
    costs = {name: min(one.cost_us for one in rounds) for name, rounds in taken.items()}
    floor = costs[_DIRECT]
    for name, cost in costs.items():
        waits = sorted(wait for one in taken[name] for wait in one.latencies_us)
        print(
            f"{name:28}{cost / 1000:9.2f} ms{cost / floor:8.2f} x   p99 {percentile(waits, 0.99) / 1000:8.2f} ms"
        )


if __name__ == "__main__":
    main()
