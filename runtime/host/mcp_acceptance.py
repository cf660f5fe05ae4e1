"""What the tools of other MCP servers are now, for whoever accepts them: asked of the server, looked through, tried as declarations."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection

import msgspec

from runtime.backends._mcp.caller import Caller
from runtime.backends._mcp.connection import ServerConnection
from runtime.backends._mcp.definitions import ToolDefinition
from runtime.backends._mcp.secrets import Credentials
from runtime.backends.egress import HttpEgress
from runtime.capability.context import CallContext
from runtime.capability.handles import Reserved
from runtime.contracts.errors import ConfigurationError
from runtime.contracts.limits import ResourceBounds
from runtime.host.mcp_backend import ServerLaunchers, ServerSurroundings, broker_of, strict_parse
from runtime.host.mcp_servers import ConfiguredServer, servers_of, usable
from runtime.host.settings import LoadedSettings
from runtime.validation.tool_screen import ScreenFinding, screen


class Offered(msgspec.Struct, frozen=True):
    """A tool as its server defines it now, and what was found in it."""

    server: str
    definition: ToolDefinition
    findings: tuple[ScreenFinding, ...]
    fault: str
    """Why it can be no tool; nothing where it can."""

    @property
    def acceptable(self) -> bool:
        """Whether anybody can accept it."""
        return not self.fault and all(one.severity != "refused" for one in self.findings)


def server_of(loaded: LoadedSettings, name: str) -> ConfiguredServer:
    """A server of the settings.

    Raises:
        ConfigurationError: there is none of that name, or it cannot be one.
    """
    settings = loaded.settings.mcp.servers
    if name not in settings:
        there = f"There are: {', '.join(settings)}." if settings else "Add one: runtime mcp add"
        raise ConfigurationError(
            f"the settings name no MCP server {name[:64]!r}", suggestion=there, field="name"
        )
    return servers_of(loaded.workspace, {name: settings[name]})[name]


def ask_server(
    loaded: LoadedSettings, server: ConfiguredServer, reserved: Reserved, others: Collection[str]
) -> list[Offered]:
    """The tools that a server offers now: it is started, or asked, with all that its settings grant.

    Args:
        loaded: The settings.
        server: Which of their servers.
        reserved: What in the workspace no tool may reach.
        others: The names of all other tools, which a definition had better not mention.

    Raises:
        FailedError: ``mcp.*``, or what kept it from being asked.
    """
    found = _in_thread(ServerSurroundings(loaded.workspace.resolve(), loaded.settings, reserved), server)
    shown = []
    for one in found.values():
        if one.fault or not one.content:
            shown.append(Offered(server.name, one, (), one.fault))
            continue
        own = {*others} | {other for other in found if other != one.name}
        findings = tuple(screen(one.data, own))
        shown.append(Offered(server.name, one, findings, usable(server, one.data)))
    return sorted(shown, key=lambda one: one.definition.name)


def _in_thread(setup: ServerSurroundings, server: ConfiguredServer) -> dict[str, ToolDefinition]:
    """Ask in a loop of its own: whoever calls this may have one running."""
    result: dict[str, ToolDefinition] = {}
    raised: list[BaseException] = []

    def work() -> None:
        try:
            result.update(asyncio.run(_ask(setup, server)))
        except BaseException as error:  # noqa: BLE001  # handed on to whoever waits
            raised.append(error)

    thread = threading.Thread(target=work, name="mcp")
    thread.start()
    thread.join()
    if raised:
        raise raised[0]
    return result


async def _ask(setup: ServerSurroundings, server: ConfiguredServer) -> dict[str, ToolDefinition]:
    launchers = ServerLaunchers(setup)
    limits = ResourceBounds(wall_s=server.settings.start_s)
    context = CallContext(
        f"mcp:{server.name}", server.grants, limits, workspace=setup.workspace, egress=HttpEgress()
    )
    context.start()
    capabilities = tuple(server.grants) if server.plan.command else ()
    connection = ServerConnection(server.plan, capabilities, launchers.make_context, strict_parse)
    connection.take()
    try:
        credentials = Credentials(server.plan, f"{server.name}.", broker_of(setup))
        session = await connection.ready(Caller(server.plan, context), credentials)
        return session.definitions
    finally:
        connection.close_soon()
        await connection.ended()
        context.close()
        launchers.close()
