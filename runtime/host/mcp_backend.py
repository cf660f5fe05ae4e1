"""What asks the MCP servers of a workspace, tied together: confinement, strict JSON, secrets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from runtime.backends._mcp.messages import MAX_MESSAGE_BYTES
from runtime.backends._mcp.plan import ServerPlan
from runtime.backends.launcher import ConfinedLauncher
from runtime.backends.mcp_servers import McpServers
from runtime.capability.context import CallContext
from runtime.capability.handles import Reserved
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import Capability
from runtime.contracts.errors import BackendUnavailable
from runtime.contracts.limits import NetworkBounds, ResourceBounds
from runtime.contracts.ports import ScopedContext
from runtime.contracts.secrets import SecretBroker
from runtime.host.mcp_servers import ConfiguredServer
from runtime.host.secrets import open_secrets
from runtime.host.settings import Settings
from runtime.validation.strict_json import parse

LIFE_S = 30 * 86_400.0
"""A process is ended when nobody uses it, and at the latest after that."""
_CPU_S = 86_400.0
_NETWORK = NetworkBounds(requests=10_000_000, bytes=1 << 42)
"""Of a process, over all of its life."""


class ServerSurroundings(NamedTuple):
    """Where servers run, and within what."""

    workspace: Path
    """Its absolute path, without links."""
    settings: Settings
    reserved: Reserved
    """What in the workspace no tool may reach."""


class ServerLaunchers:
    """What starts servers' processes: one helper for each set of folders that hold their code."""

    def __init__(self, setup: ServerSurroundings) -> None:
        """Start nothing yet."""
        self._setup = setup
        self._launchers: dict[tuple[str, ...], ConfinedLauncher] = {}

    def make_context(self, plan: ServerPlan, capabilities: tuple[Capability, ...]) -> ScopedContext:
        """What a process lives in.

        Raises:
            BackendUnavailable: it would change files, and changes are reviewed here.
        """
        process = self._setup.settings.process
        writes = any(capability.kind == "fs_write" for capability in capabilities)
        if process.changes != "direct" and writes:
            raise BackendUnavailable(
                f"the MCP server {plan.name} would change files at once, and changes are reviewed here",
                suggestion=f"Take fs_write from mcp.servers.{plan.name}.grants, or set process.changes to direct.",
            )
        system = (*process.system, *plan.system)
        if system not in self._launchers:
            self._launchers[system] = ConfinedLauncher(protection=process.protection, system=system)
        limits = ResourceBounds(wall_s=LIFE_S, cpu_s=_CPU_S, memory_bytes=plan.memory_bytes, network=_NETWORK)
        return CallContext(
            f"mcp:{plan.name}",
            CapabilitySet(capabilities),
            limits,
            workspace=self._setup.workspace,
            reserved=self._setup.reserved,
            launcher=self._launchers[system],
        )

    def close(self) -> None:
        """End the helpers, and with them every process."""
        for launcher in self._launchers.values():
            launcher.close()


class WorkspaceMcpServers(McpServers):
    """The servers of a workspace, which end with their helpers."""

    def __init__(
        self, setup: ServerSurroundings, servers: Mapping[str, ConfiguredServer], broker: SecretBroker | None
    ) -> None:
        """Start nothing yet."""
        self._launchers = ServerLaunchers(setup)
        super().__init__(
            {name: server.plan for name, server in servers.items()},
            self._launchers.make_context,
            strict_parse,
            broker,
        )

    def close(self) -> None:
        """End every process, and the helpers."""
        super().close()
        self._launchers.close()


def open_backend(setup: ServerSurroundings, servers: Mapping[str, ConfiguredServer]) -> WorkspaceMcpServers:
    """What asks these servers; nothing is started."""
    return WorkspaceMcpServers(setup, servers, broker_of(setup))


def broker_of(setup: ServerSurroundings) -> SecretBroker | None:
    """Where secrets are asked for, if there are any."""
    secrets = setup.settings.secrets
    return open_secrets(setup.workspace, secrets) if secrets else None


strict_parse: Any = partial(parse, max_bytes=MAX_MESSAGE_BYTES)
"""One message as all readers read it."""
