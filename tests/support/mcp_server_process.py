"""`runtime serve mcp --http` as a process of its own, with a workspace, tools and tokens, and clients that come in over HTTP."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from runtime.host.workspace import initialise
from runtime.server.tokens import TokenFile, new_token

TOOLS = """\
from runtime import FsRead, ToolContext, tool

NONE = {"side_effects": ["none"], "risk": "read_only"}


@tool(description="Add numbers", **NONE)
def add(a: int, b: int) -> dict[str, int]:
    return {"sum": a + b}


@tool(description="Say a word", requires_approval=True, **NONE)
def say(word: str) -> str:
    return f"said {word}"


@tool(description="Count up", **NONE)
async def count(ctx: ToolContext, to: int) -> int:
    for number in range(to):
        await ctx.status(f"{number}")
    return to


@tool(description="Wait", **NONE)
async def wait(ctx: ToolContext, name: str) -> str:
    import asyncio

    while True:
        await asyncio.sleep(0.01)
        ctx.check()


@tool(description="Read a note", capabilities=[FsRead(["notes"])], side_effects=["fs_read"], risk="read_only")
def note(ctx: ToolContext, name: str) -> str:
    return ctx.fs.read_bytes(f"notes/{name}").decode()
"""


_environments: dict[Path, dict[str, str]] = {}
"""Of the user who made a workspace: a fixture wider than one test has another home than the test."""


def command(folder: Path, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run one command of `runtime` in the workspace, as the user who made it."""
    options = {"check": True, "capture_output": True, "text": True, "env": _environments[folder]} | options
    return subprocess.run([sys.executable, "-m", "runtime", *arguments], cwd=folder, **options)


def make_workspace(folder: Path, settings: str = "", tools: str = TOOLS) -> Path:
    """A workspace with tools of its own, which this user accepted."""
    folder.mkdir(mode=0o700)
    (folder / "README.md").write_text("# Hello\n")
    (folder / "notes").mkdir()
    (folder / "notes" / "one.txt").write_text("a note")
    (folder / "mine").mkdir()
    (folder / "mine" / "served_tools.py").write_text(tools)
    initialise(folder)
    with (folder / "runtime.toml").open("a") as file:
        file.write(f'\n[tools]\nfolders = ["mine"]\n{settings}')
    initialise(folder, accept=True)
    _environments[folder] = dict(os.environ)
    return folder


def add_token(folder: Path, name: str, *grants: str, **options: Any) -> str:
    """A token for a client of this name, which calls as an agent of this name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", _environments[folder]["XDG_CONFIG_HOME"])
        return TokenFile(folder).add(new_token(name, f"agent:{name}", grants=grants or None, **options))


class ServerProcess:
    """A server that runs."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        serve = [sys.executable, "-m", "runtime", "serve", "mcp", "--http", "127.0.0.1:0", *options]
        self.process = subprocess.Popen(
            serve, cwd=folder, stderr=subprocess.PIPE, text=True, env=_environments[folder]
        )
        assert self.process.stderr is not None
        self.url = self.process.stderr.readline().strip()
        assert self.url.startswith("http://"), self.url + self.process.stderr.read()
        self.port = int(self.url.rpartition(":")[2].partition("/")[0])

    @contextlib.asynccontextmanager
    async def client(self, token: str, mode: str = "auto", **options: Any) -> AsyncIterator[Client]:
        """A client of the SDK that brings this token."""
        limits = httpx2.Limits(max_connections=None)
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60, limits=limits) as http,
            Client(streamable_http_client(self.url, http_client=http), mode=mode, **options) as client,  # type: ignore[arg-type]
        ):
            yield client

    def ask(self, token: str | None, body: Any, **headers: str) -> httpx2.Response:
        """What one request of a program is answered."""
        given = {
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
        } | headers
        if token is not None:
            given["Authorization"] = f"Bearer {token}"
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return httpx2.post(self.url, content=data, headers=given, timeout=60)

    def stop(self) -> str:
        """Have it end; what it wrote to standard error."""
        self.process.terminate()
        _, said = self.process.communicate(timeout=60)
        return said

    def kill(self) -> None:
        """End it as a crash would."""
        os.kill(self.process.pid, 9)
        self.process.communicate()


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[ServerProcess]:
    """A server of the workspace, to the end of the block."""
    server = ServerProcess(folder, *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.communicate()


def envelope(method: str, params: dict[str, Any] | None = None, number: Any = 1) -> dict[str, Any]:
    """A request of the 2026-07-28 revision, whole in itself."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        **(params or {}).get("_meta", {}),
    }
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": {**(params or {}), "_meta": meta}}


MODERN = {"MCP-Protocol-Version": "2026-07-28"}
