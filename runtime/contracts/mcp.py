"""What a tool of another MCP server is: the server, the tool, and the definition that was accepted."""

from __future__ import annotations

import re

import msgspec

from runtime.contracts.digest import Digest

SERVER_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,31}")
"""What a server may be called here."""
TOOL_NAME = re.compile(r"[a-zA-Z0-9_.-]{1,95}")
"""What a server may call its tools: with the server's name and a dot, at most 128 characters."""


class McpTool(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tool of an MCP server, pinned: with these digests in the declaration, the declaration's digest covers what was accepted."""

    server: str
    """The server's name in the settings."""
    tool: str
    """What the server calls the tool."""
    definition: Digest
    """Of the accepted definition: name, descriptions, schemas, annotations."""
    reached: Digest
    """Of how the server is reached: its command or address, and what it is given."""
