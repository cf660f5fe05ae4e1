"""Opens an executor and serves it over MCP, as `runtime serve mcp` was asked to."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec

from runtime.host.executor import Executor
from runtime.host.settings import LoadedSettings, load_settings
from runtime.server.client import Client
from runtime.server.mcp import stdio, workspace_files
from runtime.server.mcp.calls import Context
from runtime.server.mcp.handlers import Handlers
from runtime.server.records import records_of
from runtime.server.tool_folders import ToolFolders


class Service(msgspec.Struct, frozen=True):
    """What a transport serves."""

    executor: Executor
    handlers: Handlers
    loaded: LoadedSettings


@contextlib.asynccontextmanager
async def opened(
    folder: str, client_of: Callable[[Context], Client], **options: Any
) -> AsyncIterator[Service]:
    """An executor over the folder's workspace, and what answers for it.

    Args:
        folder: Where ``runtime.toml`` is looked for, upwards.
        client_of: Whose a request is.
        **options: For `Executor.open`.

    Raises:
        ConfigurationError, AuditError: as `Executor.open`.
    """
    loaded = load_settings(Path(folder))
    executor = Executor.open(folder, tools=workspace_files.TOOLS, warm=True, **options)
    async with executor:
        folders = ToolFolders(executor, (loaded.workspace / one for one in loaded.settings.tools.folders))
        handlers = Handlers(executor, loaded.settings.serve, records_of(folder), folders, client_of)
        yield Service(executor, handlers, loaded)


async def serve_stdio(folder: str, client: Client, streams: stdio.ProtocolStreams) -> None:
    """Serve one client over standard input and output."""
    async with opened(folder, lambda _: client) as found:
        await stdio.serve(found.handlers.server(), found.handlers.news, streams)
