"""MCP servers in the settings of a workspace: added and removed with their accepted tools, in one step that somebody agreed to."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from runtime.contracts.errors import ConfigurationError
from runtime.host.acceptance import accept
from runtime.host.accepted_settings import find_settings, require_accepted_settings
from runtime.host.composition import reserved_places
from runtime.host.differences import FoundFiles
from runtime.host.inspection import list_manifests
from runtime.host.mcp_acceptance import Offered, ask_server, server_of
from runtime.host.mcp_definitions import accepted_definitions, with_tools, without_server
from runtime.host.settings import PROJECT_FILE, LoadedSettings, load_settings, parse_settings

__all__ = ["ServerState", "add_server", "find_offered", "list_servers", "remove_server", "would_accept"]

_HEADER = re.compile(r"\s*\[+(?P<path>[^\]]*)\]+\s*(?:#.*)?\Z")


class ServerState(msgspec.Struct, frozen=True):
    """A server of the settings, without asking it."""

    name: str
    reached: str
    """Its command or its address."""
    accepted: tuple[str, ...]
    """Its accepted tools."""
    grants: tuple[str, ...]
    """The kinds of its grants."""


def list_servers(folder: str | Path) -> list[ServerState]:
    """The servers of the settings and their accepted tools; none is started."""
    loaded = _loaded(folder)
    accepted = accepted_definitions(loaded.workspace)
    return [
        ServerState(
            name,
            one.url or " ".join(one.command),
            tuple(sorted(accepted.get(name, {}))),
            tuple(capability.kind for capability in server_of(loaded, name).grants),
        )
        for name, one in loaded.settings.mcp.servers.items()
    ]


def find_offered(folder: str | Path, name: str) -> list[Offered]:
    """The tools that a server of the settings offers now.

    Raises:
        ConfigurationError: the settings name no such server, or are not accepted.
        FailedError: ``mcp.*``: it cannot be asked.
    """
    loaded = _loaded(folder)
    return _ask(loaded, name)


def would_accept(folder: str | Path, name: str, offered: list[Offered]) -> FoundFiles:
    """What is accepted once these tools are."""
    return with_tools(_loaded(folder).workspace, name, [one.definition.data for one in offered])


def add_server(
    folder: str | Path,
    name: str,
    table: Mapping[str, Any],
    agree: Callable[[list[Offered]], list[Offered] | None],
) -> bool:
    """Ask a server that the settings do not name yet, and add it with the tools that somebody agrees to.

    Args:
        folder: The workspace, or a folder in it.
        name: What it is to be called.
        table: Its settings.
        agree: Shown the tools; the ones to accept, or None to leave all as it is.

    Returns:
        Whether it was added.

    Raises:
        ConfigurationError: the settings cannot take it, or it cannot be a server.
        FailedError: ``mcp.*``: it cannot be asked.
    """
    loaded = _loaded(folder)
    file = _own_file(loaded)
    if name in loaded.settings.mcp.servers:
        raise ConfigurationError(
            f"the settings name an MCP server {name!r} already", suggestion="Take another name."
        )
    text = f"{file.read_text('utf-8').rstrip()}\n\n{_section(name, table)}"
    changed = msgspec.structs.replace(loaded, settings=_parsed(text, file, loaded))
    agreed = agree(_ask(changed, name))
    if agreed is None:
        return False
    found = with_tools(loaded.workspace, name, [one.definition.data for one in agreed])
    file.write_text(text, "utf-8")
    accept(find_settings(load_settings(Path(folder))))
    accept(found)
    return True


def remove_server(folder: str | Path, name: str) -> None:
    """Take a server and its accepted tools out.

    Raises:
        ConfigurationError: the settings name no such server, or in a form that their author has to change.
    """
    loaded = _loaded(folder)
    file = _own_file(loaded)
    server_of(loaded, name)
    text = file.read_text("utf-8")
    left = "".join(_without(text, name))
    wanted = tomllib.loads(text)
    del wanted["mcp"]["servers"][name]
    if _pruned(tomllib.loads(left)) != _pruned(wanted):
        raise ConfigurationError(
            f"{file.name} names mcp.servers.{name} in a form that cannot be taken out here",
            suggestion=f"Take it out yourself, then: runtime accept; runtime mcp accept {name} forgets its tools.",
        )
    file.write_text(left, "utf-8")
    accept(find_settings(load_settings(Path(folder))))
    accept(without_server(loaded.workspace, name))


def _loaded(folder: str | Path) -> LoadedSettings:
    loaded = load_settings(Path(folder))
    require_accepted_settings(loaded)
    return loaded


def _ask(loaded: LoadedSettings, name: str) -> list[Offered]:
    server = server_of(loaded, name)
    others = [m.name for m in list_manifests(loaded.workspace) if not m.name.startswith(f"{name}.")]
    return ask_server(loaded, server, reserved_places(loaded), others)


def _own_file(loaded: LoadedSettings) -> Path:
    if loaded.project_file is None or loaded.project_file.name != PROJECT_FILE:
        raise ConfigurationError("there is no runtime.toml here", suggestion="Make one: runtime init")
    return loaded.project_file


def _parsed(text: str, file: Path, loaded: LoadedSettings) -> Any:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise ConfigurationError(
            f"{file.name} takes no further section [mcp.servers.NAME]",
            suggestion="Write the server into the table that is there, then: runtime accept; runtime mcp accept",
        ) from None
    return msgspec.structs.replace(parse_settings(table, file), secrets=loaded.settings.secrets)


def _section(name: str, table: Mapping[str, Any]) -> str:
    lines = [f"[mcp.servers.{name}]"]
    lines += [f"{key} = {_toml(value)}" for key, value in table.items()]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _without(text: str, name: str) -> Iterator[str]:
    """The lines of the settings without the sections of a server; whether that was right is seen afterwards."""
    own = f"mcp.servers.{name}"
    inside = False
    for line in text.splitlines(keepends=True):
        if header := _HEADER.match(line.rstrip("\r\n")):
            path = "".join(header["path"].split())
            inside = path == own or path.startswith(f"{own}.")
        if not inside:
            yield line


def _pruned(table: dict[str, Any]) -> dict[str, Any]:
    """The settings without tables that hold nothing."""
    kept = {key: _pruned(value) if isinstance(value, dict) else value for key, value in table.items()}
    return {key: value for key, value in kept.items() if value != {}}
