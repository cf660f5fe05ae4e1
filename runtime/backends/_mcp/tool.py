"""A tool of another MCP server, as the catalog holds it."""

from __future__ import annotations

from typing import Any

from runtime.contracts.errors import BackendFault
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import ToolContext


class ServerTool:
    """A tool whose source is ``mcp``."""

    blocking = False

    def __init__(self, manifest: Manifest, *, structured: bool) -> None:
        """Keep them.

        Args:
            manifest: The declaration.
            structured: Whether the accepted definition has a schema of the output.
        """
        self.manifest = manifest
        self.structured = structured

    async def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any:  # noqa: ARG002
        """Refuses: its server is asked by the backend alone."""
        raise BackendFault(f"{self.manifest.name} is run by its backend alone")
