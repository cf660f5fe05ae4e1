"""Tools of other MCP servers: the settings name the servers, and the user accepted the tools. No server is started before a call needs it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from runtime.contracts.ports import Backend
from runtime.host.tool_sources import FolderFile, Loaded, Skipped, SourceSetup, ToolSource

if TYPE_CHECKING:
    from runtime.host.mcp_backend import WorkspaceMcpServers
    from runtime.host.mcp_servers import ConfiguredServer


def wants(file: FolderFile) -> bool:
    """No file: the settings name servers."""
    del file
    return False


class McpSource(ToolSource):
    """Offers the accepted tools of the servers of the settings."""

    def __init__(self, setup: SourceSetup) -> None:
        """See that the servers of the settings can be ones.

        Raises:
            ConfigurationError: one cannot.
        """
        super().__init__(setup)
        self._servers: dict[str, ConfiguredServer] = {}
        self._backend: WorkspaceMcpServers | None = None
        if setup.settings.mcp.servers:
            from runtime.host.mcp_servers import servers_of  # most workspaces name none

            self._servers = servers_of(setup.workspace, setup.settings.mcp.servers)

    def configured(self) -> Iterator[Loaded | Skipped]:
        """The accepted tools of each server."""
        if not self._servers:
            return
        from runtime.sdk.registry import Deferred

        accepted = self.setup.accepted_definitions()
        for name, server in self._servers.items():
            where = f"mcp.servers.{name}"
            if name not in accepted:
                yield Skipped(
                    where, "mcp.not_accepted", f"its tools are not accepted: runtime mcp accept {name}"
                )
            for tool, content in accepted.get(name, {}).items():
                if server.settings.only and tool not in server.settings.only:
                    continue

                def load(server: ConfiguredServer = server, content: bytes = content) -> object:
                    return server.tool(msgspec.json.decode(content))

                yield Loaded(where, Deferred(f"{name}.{tool}", load))

    def backend_for(self, source: str) -> Backend | None:
        """What asks the servers."""
        if source != "mcp":
            return None
        if self._backend is None:
            from runtime.host.mcp_backend import ServerSurroundings, open_backend

            setup = self.setup
            self._backend = open_backend(
                ServerSurroundings(setup.workspace, setup.settings, setup.reserved), self._servers
            )
        return self._backend

    def close(self) -> None:
        """End the servers' processes."""
        if self._backend is not None:
            self._backend.close()


SOURCE = McpSource
