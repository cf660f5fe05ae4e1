"""MCP servers for tests: programs of the standard library alone, whose behaviour a test chooses by an argument."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from runtime.host.acceptance import accept
from runtime.host.composition import reserved_places
from runtime.host.mcp_acceptance import Offered, ask_server, server_of
from runtime.host.mcp_definitions import with_tools
from runtime.host.settings import load_settings

SCRIPT = Path(__file__).with_name("mcp_script_server.py")


def name_server(workspace: Path, name: str, *words: str, **table: Any) -> None:
    """Have the settings name a server: the script, with these arguments, unless the table says otherwise."""
    (workspace / SCRIPT.name).write_bytes(SCRIPT.read_bytes())
    settings = {"grants": {"fs_read": ["."]}, **table}
    if "url" not in settings:
        settings.setdefault("command", ["python3", SCRIPT.name, *words])
    lines = [f"{key} = {_toml(value)}" for key, value in settings.items()]
    file = workspace / "runtime.toml"
    file.write_text("\n".join([file.read_text(), f"[mcp.servers.{name}]", *lines, ""]))


def offered_by(workspace: Path, name: str) -> list[Offered]:
    """What a server of the settings offers now."""
    loaded = load_settings(workspace)
    return ask_server(loaded, server_of(loaded, name), reserved_places(loaded), ())


def accept_tools(workspace: Path, *names: str) -> None:
    """Accept what these servers offer now."""
    for name in names:
        definitions = [one.definition.data for one in offered_by(workspace, name) if one.acceptable]
        accept(with_tools(load_settings(workspace).workspace, name, definitions))


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value)
