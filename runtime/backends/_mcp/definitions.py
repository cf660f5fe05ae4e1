"""The definitions of a server's tools: what of them is pinned, and the list of them within bounds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from runtime.backends._mcp.faults import broken, flooded, visible
from runtime.contracts import canonical
from runtime.contracts.digest import digest

PINNED = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")
"""The fields that a model, a person or a validator reads: the pin covers all of them."""
MAX_TOOLS = 1_000
MAX_PAGES = 100
MAX_DEFINITION_BYTES = 131_072
_MAX_CURSOR = 65_536


class ToolDefinition(msgspec.Struct, frozen=True):
    """One tool as its server defines it."""

    name: str
    content: bytes
    """The pinned fields as canonical JSON; empty where they have none."""
    digest: str
    fault: str = ""
    """Why it can be no tool."""

    @property
    def data(self) -> dict[str, Any]:
        """The pinned fields."""
        found: dict[str, Any] = msgspec.json.decode(self.content)
        return found


def definition_of(server: str, entry: Any) -> ToolDefinition:
    """The definition in one entry of a list.

    Raises:
        McpProtocol: the entry has no name.
    """
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        raise broken(server, "lists a tool without a name")
    kept = {field: entry[field] for field in PINNED if entry.get(field) is not None}
    name = visible(entry["name"], 128)
    try:
        content = canonical.encode(kept)
    except canonical.NotCanonical as error:
        return ToolDefinition(name, b"", "", f"its definition has no canonical form: {error}")
    if len(content) > MAX_DEFINITION_BYTES:
        return ToolDefinition(name, b"", "", f"its definition is larger than {MAX_DEFINITION_BYTES:,} bytes")
    return ToolDefinition(name, content, digest(content), _fault(kept))


def _fault(kept: dict[str, Any]) -> str:
    if not isinstance(kept.get("inputSchema"), dict) or kept["inputSchema"].get("type") != "object":
        return "its inputSchema is no schema of an object"
    if not isinstance(kept.get("outputSchema", {}), dict):
        return "its outputSchema is no schema"
    if not all(isinstance(kept.get(field, ""), str) for field in ("title", "description")):
        return "its title or description is no text"
    return ""


async def list_definitions(
    server: str, ask: Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]
) -> dict[str, ToolDefinition]:
    """All pages of a server's list of tools, by name.

    Args:
        server: Its name.
        ask: Asks for one page.

    Raises:
        McpProtocol: the list is none, names a tool twice, or a page leads back to an earlier one.
        McpFlooded: it does not end.
    """
    found: dict[str, ToolDefinition] = {}
    seen: set[str] = set()
    params: dict[str, Any] = {}
    for _ in range(MAX_PAGES):
        page = await ask(params)
        entries, cursor = page.get("tools"), page.get("nextCursor")
        if not isinstance(entries, list):
            raise broken(server, "sent a list of tools that is none")
        if len(found) + len(entries) > MAX_TOOLS:
            raise flooded(server, f"lists more than {MAX_TOOLS:,} tools")
        for entry in entries:
            one = definition_of(server, entry)
            if one.name in found:
                raise broken(server, f"lists the tool {visible(one.name)} twice")
            found[one.name] = one
        if cursor is None:
            return found
        if not isinstance(cursor, str) or len(cursor) > _MAX_CURSOR:
            raise broken(server, "sent a cursor that is none")
        if cursor in seen:
            raise broken(server, "sent a list of tools whose pages lead back to an earlier one")
        seen.add(cursor)
        params = {"cursor": cursor}
    raise flooded(server, f"lists its tools on more than {MAX_PAGES} pages")
