"""``[mcp]`` of the settings: other MCP servers, and what each of them and of their tools is held to."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

_Text = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f]*\Z")]


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As the sections of `runtime.host.settings`."""


class McpToolSettings(_Section, frozen=True, kw_only=True):
    """``[mcp.servers.NAME.tools.TOOL]``: what you declare of one tool; what its server says of it are hints of a stranger."""

    grants: dict[str, Any] | None = None
    """What its calls need, of what the server is granted; all of it where this is left out."""
    risk: Literal["read_only", "safe_write", "dangerous"] | None = None
    """Default: ``read_only`` where its grants only read, otherwise ``dangerous``."""
    requires_approval: bool = False
    """Whether each call needs an approval, whatever policy says."""
    wall_s: Annotated[float, msgspec.Meta(gt=0, le=86_400)] | None = None
    """Seconds of one call. Default: those of the server."""


class McpOAuthSettings(_Section, frozen=True, kw_only=True):
    """``[mcp.servers.NAME.oauth]``: credentials of a client, by which access tokens are asked for."""

    token_url: _Text
    client_id: _Text
    client_secret: _Text
    """``{secret:NAME}``."""
    scope: _Text = ""
    resource: _Text = ""
    """The server that a token is for, where its authorization server wants that said."""


class McpServerSettings(_Section, frozen=True, kw_only=True):
    """``[mcp.servers.NAME]``: a program that is run confined, or an address."""

    command: tuple[_Text, ...] = ()
    """The program and its arguments; no shell reads them."""
    url: _Text = ""
    """The address of a server that is reached over HTTP."""
    grants: dict[str, Any] = {}
    """What the server may do, as in ``[grants]``: a program is held to it by the kernel, and its calls need it. An address needs
    ``net_write`` for its own host, which is added."""
    system: tuple[_Text, ...] = ()
    """Folders outside the workspace that hold the program's own code, to read and to execute."""
    environment: dict[_Text, _Text] = {}
    """Variables of the program; ``{secret:NAME}`` stands for a secret."""
    headers: dict[_Text, _Text] = {}
    """Headers of each request to the address; ``{secret:NAME}`` stands for a secret."""
    oauth: McpOAuthSettings | None = None
    """Credentials of a client for the address."""
    only: tuple[_Text, ...] = ()
    """The tools that are offered, by the server's names; all that you accepted where this is left out."""
    wall_s: Annotated[float, msgspec.Meta(gt=0, le=86_400)] = 60.0
    """Seconds of one call."""
    output_bytes: Annotated[int, msgspec.Meta(ge=1, le=16 * 1024 * 1024)] = 4 * 1024 * 1024
    """The output of one call."""
    memory_bytes: Annotated[int, msgspec.Meta(ge=16 * 1024 * 1024)] | None = None
    """The memory of all processes of the program."""
    start_s: Annotated[float, msgspec.Meta(gt=0, le=600)] = 30.0
    """Seconds from the start to the list of tools."""
    idle_s: Annotated[float, msgspec.Meta(gt=0, le=86_400)] = 300.0
    """Seconds without a call after which the program is ended."""
    connections: Annotated[int, msgspec.Meta(ge=1, le=256)] = 8
    """Programs of this server at a time, one for each principal and set of capabilities."""
    roots: bool = False
    """Whether the server is told which folders it was granted, where it asks."""
    sampling: _Text = ""
    """The tool that answers where the server asks for a model; without one it is refused."""
    elicitation: _Text = ""
    """The tool that answers where the server asks for a person; without one it is refused."""
    tools: dict[_Text, McpToolSettings] = {}
    """What you declare of single tools."""


class McpSettings(_Section, frozen=True, kw_only=True):
    """``[mcp]``: other MCP servers, whose tools are offered as ``NAME.TOOL``."""

    servers: dict[_Text, McpServerSettings] = {}
    """By name: see [other servers' tools](mcp-proxy.md)."""
