"""A workspace served over MCP to clients in the same process: real handlers and real clients, without a transport between them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from mcp.client.client import Client as McpClient

from runtime import FsRead, ToolContext, tool
from runtime.audit.stores import location_of
from runtime.contracts.invocation import Principal
from runtime.host.settings import ServeSettings
from runtime.server.client import Client
from runtime.server.mcp import workspace_files
from runtime.server.mcp.handlers import Handlers
from runtime.server.records import CallRecords
from runtime.server.tool_folders import ToolFolders

NONE: dict[str, Any] = {"side_effects": ["none"], "risk": "read_only"}


@tool(description="Add numbers", **NONE)
def add(a: int, b: int) -> dict[str, int]:
    return {"sum": a + b}


@tool(description="Say a word", requires_approval=True, **NONE)
def say(word: str) -> str:
    return f"said {word}"


@tool(
    description="Read a note",
    capabilities=[FsRead(["notes"])],
    side_effects=["fs_read"],
    risk="read_only",
)
def note(ctx: ToolContext, name: str) -> str:
    return ctx.fs.read_bytes(f"notes/{name}").decode()


@tool(description="Count up", **NONE)
async def count(ctx: ToolContext, to: int) -> int:
    for number in range(to):
        await ctx.status(f"{number}", percent_complete=100 * number / to)
    return to


class Hall:
    """One executor, its handlers, and clients that come in."""

    def __init__(self, executor: Any, handlers: Handlers, clients: list[Client]) -> None:
        self.executor, self.handlers, self._clients = executor, handlers, clients

    @contextlib.asynccontextmanager
    async def enter(self, client: Client, mode: str = "auto", **options: Any) -> AsyncIterator[McpClient]:
        self._clients[:] = [client]
        async with McpClient(self.handlers.server(), mode=mode, **options) as session:  # type: ignore[arg-type]
            yield session


def client(principal: str = "agent:a", **options: Any) -> Client:
    return Client(name=options.pop("name", principal), principal=Principal(id=principal), **options)


@pytest.fixture
def hall(workspace) -> Callable[..., contextlib.AbstractAsyncContextManager[Hall]]:
    """Opens the workspace for clients."""

    @contextlib.asynccontextmanager
    async def open_(
        *tools: Any, settings: ServeSettings | None = None, **options: Any
    ) -> AsyncIterator[Hall]:
        current: list[Client] = []
        records = CallRecords(location_of(workspace.log), (workspace.verifier_key,))
        async with workspace.open(*tools, *workspace_files.TOOLS, **options) as executor:
            handlers = Handlers(
                executor,
                settings or ServeSettings(),
                records,
                ToolFolders(executor, ()),
                lambda _: current[0],
            )
            yield Hall(executor, handlers, current)

    return open_


def run(session: Callable[[], Any]) -> Any:
    return asyncio.run(asyncio.wait_for(session(), 60))
