"""How one MCP server is reached, and what it may ask: the settings of a server as its connections use them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from runtime.contracts.capability import Capability
from runtime.contracts.ports import ScopedContext

Parse = Callable[[bytes], Any]
"""Reads a JSON text that all readers read alike; raises `Error` for any other."""
MakeContext = Callable[["ServerPlan", tuple[Capability, ...]], ScopedContext]
"""Makes the context that a server's process lives in: these capabilities, for as long as the process runs."""


class OAuthPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Credentials of a client, by which access tokens are asked for (RFC 6749, section 4.4)."""

    token_url: str
    client_id: str
    client_secret: str
    """A template: ``{secret:NAME}``."""
    scope: str = ""
    resource: str = ""
    """The server that the token is for (RFC 8707)."""


class ServerPlan(msgspec.Struct, frozen=True, kw_only=True):
    """One server of the settings."""

    name: str
    command: tuple[str, ...] = ()
    """What is executed; empty for a server that has a URL."""
    url: str = ""
    environment: dict[str, str] = {}
    """Templates of the variables that a process gets, beside what its grants name."""
    headers: dict[str, str] = {}
    """Templates of the headers that each request has."""
    oauth: OAuthPlan | None = None
    system: tuple[str, ...] = ()
    """Folders outside the workspace that hold the server's own code, to read and to execute."""
    memory_bytes: int | None = None
    start_s: float = 30.0
    """Seconds from the start to the list of tools."""
    idle_s: float = 300.0
    """Seconds without a call after which a process is ended."""
    connections: int = 8
    """Processes of this server at a time, one for each principal and set of capabilities."""
    workspace: Path = Path()
    roots: bool = False
    """Whether the server is told which folders it was granted."""
    sampling: str = ""
    """The tool that answers the server's questions to a model; none: they are refused."""
    elicitation: str = ""
    """The tool that answers the server's questions to a person; none: they are refused."""
