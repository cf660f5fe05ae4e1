"""What a client's configuration needs to start the server, or to reach it over HTTP: printed, and written nowhere."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

NAME = "cathedral"
TOKEN = "RUNTIME_MCP_TOKEN"  # noqa: S105  # the name of a variable
_HEADINGS = {
    "claude": "Add it to claude_desktop_config.json, or to .mcp.json of a project for Claude Code.",
    "cursor": "Add it to .cursor/mcp.json of a project, or to ~/.cursor/mcp.json.",
    "vscode": "Add it to .vscode/mcp.json of a project.",
    "codex": "Add it to ~/.codex/config.toml.",
}


def entry_for(client: str, options: dict[str, Any]) -> str:
    """The entry, with a comment above it where its format has comments.

    Args:
        client: One of ``claude``, ``cursor``, ``vscode`` and ``codex``.
        options: Of the command: what the client's server is started with.
    """
    entry = _remote(client, options["address"]) if options["address"] else _local(options)
    if client == "codex":
        lines = [f"# {_HEADINGS[client]}", f"[mcp_servers.{NAME}]"]
        lines += [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in entry.items()]
        return "\n".join(lines) + "\n"
    if client == "vscode":
        entry = {"type": "http" if options["address"] else "stdio", **entry}
        data: dict[str, Any] = {"servers": {NAME: entry}}
    else:
        data = {"mcpServers": {NAME: entry}}
    if client == "vscode" and options["address"]:
        data["inputs"] = [
            {"type": "promptString", "id": "token", "description": "The server's token", "password": True}
        ]
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _local(options: dict[str, Any]) -> dict[str, Any]:
    """By absolute paths: a client starts it anywhere, with an environment of its own."""
    arguments = ["-m", "runtime", "serve", "mcp", "--folder", str(Path(options["folder"]).resolve())]
    for name in ("principal", "approvals"):
        if options[name]:
            arguments += [f"--{name}", options[name]]
    for name, values in (("--grant", options["grants"]), ("--role", options["roles"])):
        for value in values:
            arguments += [name, value]
    if options["auditor"]:
        arguments.append("--auditor")
    return {"command": sys.executable, "args": arguments}


def _remote(client: str, address: str) -> dict[str, Any]:
    from runtime.server.address import parse_address

    host, port = parse_address(address)
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{port}/mcp"
    if client == "codex":
        return {"url": url, "bearer_token_env_var": TOKEN}
    token = {"claude": f"${{{TOKEN}}}", "cursor": f"${{env:{TOKEN}}}", "vscode": "${input:token}"}[client]
    entry: dict[str, Any] = {"url": url, "headers": {"Authorization": f"Bearer {token}"}}
    return {"type": "http", **entry} if client == "claude" else entry
