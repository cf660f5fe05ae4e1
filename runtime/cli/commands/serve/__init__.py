"""``runtime serve``: each command is a module of this package, found by its name."""

from __future__ import annotations

from runtime.cli.frame import CommandModules

command = CommandModules(
    package=__name__,
    help="Serve the tools of a workspace to clients, governed call by call.",
    short_help="Serve the tools to clients: MCP.",
    examples=(
        "runtime serve mcp",
        "runtime serve tokens add laptop --principal agent:laptop",
        "runtime serve mcp --http",
    ),
)
