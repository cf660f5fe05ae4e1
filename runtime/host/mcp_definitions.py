"""The accepted definitions of other MCP servers' tools.

They are kept where the accepted files of policies and tools are, one text for each tool, and pinned by one digest: what a server says later is compared with
them, and no server is needed to know which tools there are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from runtime.contracts import canonical
from runtime.contracts.digest import digest
from runtime.contracts.errors import ConfigurationError
from runtime.host import pins
from runtime.host.differences import FoundFiles
from runtime.host.pins import KeptFile

SUBJECT: pins.Subject = "mcp"


def accepted_definitions(workspace: Path) -> dict[str, dict[str, bytes]]:
    """The accepted definitions as texts, by server and tool; a server of which no tool was accepted is there, too.

    Raises:
        ConfigurationError: they cannot be read, or are not what was accepted.
    """
    found: dict[str, dict[str, bytes]] = {}
    for path, kept in _kept(workspace).items():
        server, _, tool = path.partition("/")
        tools = found.setdefault(server, {})
        if tool:
            tools[tool] = kept.content or b""
    return found


def read_definition(content: bytes) -> dict[str, Any]:
    """The definition in a kept text."""
    found: dict[str, Any] = msgspec.json.decode(content)
    return found


def with_tools(workspace: Path, server: str, definitions: Iterable[dict[str, Any]]) -> FoundFiles:
    """What would be accepted: of this server these tools, of all others what was accepted before."""
    kept = {path: file for path, file in _kept(workspace).items() if path.partition("/")[0] != server}
    kept[server] = _kept_file(b"")
    for one in definitions:
        kept[f"{server}/{one['name']}"] = _kept_file(_text(one))
    return _found(workspace, kept)


def without_server(workspace: Path, server: str) -> FoundFiles:
    """What is accepted, without a server."""
    kept = {path: file for path, file in _kept(workspace).items() if path.partition("/")[0] != server}
    return _found(workspace, kept)


def _kept(workspace: Path) -> dict[str, KeptFile]:
    pin = pins.pinned(workspace, SUBJECT)
    if pin is None:
        return {}
    kept = pins.kept_files(workspace, SUBJECT, pin.digest)
    if (
        kept is None
        or _digest_of(kept) != pin.digest
        or any(digest(f.content or b"") != f.digest for f in kept.values())
    ):
        raise ConfigurationError(
            "the accepted definitions of MCP servers are not there any more, or were changed",
            suggestion="Accept them again: runtime mcp accept",
        )
    return kept


def _found(workspace: Path, kept: Mapping[str, KeptFile]) -> FoundFiles:
    ordered = dict(sorted(kept.items()))
    return FoundFiles(workspace, SUBJECT, _digest_of(ordered), ordered)


def _digest_of(kept: Mapping[str, KeptFile]) -> str:
    return digest(canonical.encode({path: file.digest for path, file in kept.items()}))


def _kept_file(content: bytes) -> KeptFile:
    return KeptFile(digest(content), content)


def _text(definition: dict[str, Any]) -> bytes:
    """The definition as people compare it."""
    return json.dumps(definition, indent=2, sort_keys=True, ensure_ascii=False).encode()
