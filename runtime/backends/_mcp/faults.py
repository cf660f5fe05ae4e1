"""What goes wrong between a server and this client, as the errors that a call ends with."""

from __future__ import annotations

from runtime.contracts.errors import McpFlooded, McpGone, McpProtocol, McpUnreachable

_SHOWN = 200


def visible(text: str, most: int = _SHOWN) -> str:
    """A foreign text in one printable line of so many characters."""
    cut = " ".join(text[: most * 4].split())
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut)
    return shown if len(shown) <= most else shown[: most - 1] + "…"


def broken(server: str, what: str) -> McpProtocol:
    """The server sent what no server may send."""
    return McpProtocol(f"the MCP server {server} {what}", server=server)


def flooded(server: str, what: str) -> McpFlooded:
    """The server sent more than anybody reads."""
    return McpFlooded(f"the MCP server {server} {what}", server=server)


def gone(server: str, why: str) -> McpGone:
    """The server ended while it was asked."""
    return McpGone(f"the MCP server {server} {why}", server=server)


def unreachable(server: str, why: str, suggestion: str = "") -> McpUnreachable:
    """The server was never asked."""
    return McpUnreachable(f"the MCP server {server} {why}", suggestion=suggestion, server=server)
