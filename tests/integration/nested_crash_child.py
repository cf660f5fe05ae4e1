"""An executor to be killed while calls are open inside calls: one trunk, two branches in it, two leaves in each.

Usage: nested_crash_child.py FOLDER. Each leaf writes its call id when it runs, and never ends.
"""

from __future__ import annotations

import asyncio
import os
import sys

from runtime import Executor, ToolCall, ToolContext, tool

ANY = [ToolCall(["*"])]


@tool(description="Waits", side_effects=["none"], risk="read_only")
async def leaf(context: ToolContext) -> None:
    os.write(1, f"{context.call_id}\n".encode())
    await asyncio.Event().wait()


@tool(description="Two leaves", side_effects=["none"], capabilities=ANY, risk="read_only")
async def branch(context: ToolContext) -> None:
    await asyncio.gather(*(context.call("leaf", {}) for _ in range(2)))


@tool(description="Two branches", side_effects=["none"], capabilities=ANY, risk="read_only")
async def trunk(context: ToolContext) -> None:
    await asyncio.gather(*(context.call("branch", {}) for _ in range(2)))


async def main(folder: str) -> None:
    async with Executor.open(folder, tools=[leaf, branch, trunk], isolation="in_process") as executor:
        await executor.call("trunk", {}, grants=ANY, call_id="trunk")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
