"""Runs tools of other MCP servers: confined processes, or addresses of the web, neither of which is trusted.

1. A server is started, or first asked, by the first call that needs it. Its tools must be as they were accepted, or the call is refused.
2. A process is held to what the call was given, by the kernel: calls of one principal with the same effective capabilities share it, others never do. So nothing that a
   server remembers crosses from one principal to another.
3. An address is asked through the call's own ``ctx.http``: every request is checked, resolved, pinned and counted there.
4. A connection that broke is closed, and the next call makes a new one. One that nobody uses for a while is closed, too.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from runtime.backends._base import BackendBase
from runtime.backends._mcp.answer import failed, output_of
from runtime.backends._mcp.caller import Caller
from runtime.backends._mcp.connection import ServerConnection
from runtime.backends._mcp.faults import unreachable
from runtime.backends._mcp.messages import RpcError
from runtime.backends._mcp.plan import MakeContext, Parse, ServerPlan
from runtime.backends._mcp.secrets import Credentials
from runtime.backends._mcp.tool import ServerTool
from runtime.contracts.capability import KINDS, Capability
from runtime.contracts.errors import BackendFault, McpAskedBack, WallLimit
from runtime.contracts.ports import ScopedContext, Tool
from runtime.contracts.secrets import SecretBroker

__all__ = ["McpServers"]


class _Key(NamedTuple):
    server: str
    principal: str
    capabilities: tuple[Capability, ...]
    loop: int
    """A connection belongs to the event loop that it was made in."""


class McpServers(BackendBase):
    """The backend of manifests whose source is ``mcp``."""

    source: ClassVar[str] = "mcp"
    enforces: ClassVar[frozenset[str]] = frozenset({"wall_s", "output_bytes", "calls"})

    def __init__(
        self,
        plans: Mapping[str, ServerPlan],
        make_context: MakeContext,
        parse: Parse,
        broker: SecretBroker | None = None,
    ) -> None:
        """Start nothing yet.

        Args:
            plans: The servers, by name.
            make_context: Makes what a server's process lives in.
            parse: Reads JSON strictly.
            broker: Where secrets are asked for.
        """
        self._plans = plans
        self._make_context = make_context
        self._parse = parse
        self._broker = broker
        self._connections: dict[_Key, ServerConnection] = {}

    def close(self) -> None:
        """End every process."""
        connections, self._connections = list(self._connections.values()), {}
        for connection in connections:
            connection.close_soon()

    async def _run(self, tool: Tool, arguments: dict[str, Any], context: ScopedContext) -> Any:
        origin = tool.manifest.mcp
        plan = None if origin is None else self._plans.get(origin.server)
        if origin is None or plan is None or not isinstance(tool, ServerTool):
            raise BackendFault(f"{tool.manifest.name} is no tool of an MCP server")
        caller = Caller(plan, context)
        connection = self._connection(plan, context)
        credentials = Credentials(plan, tool.manifest.name, self._broker)
        try:
            session = await connection.ready(caller, credentials)
            result = await connection.call(session, origin, arguments, caller)
        except TimeoutError:
            context.check()
            raise WallLimit(
                f"the MCP server {plan.name} did not answer in the time of the call",
                wall_s=context.limits.wall_s,
            ) from None
        except RpcError as error:
            raise failed(tool.manifest.name, str(error), rpc_code=error.code) from None
        finally:
            connection.release(context)
        result = credentials.redacted(result)
        if caller.asked and result.get("isError") is True:
            raise McpAskedBack(
                f"the MCP server {plan.name} asked for {caller.asked}, and may not", server=plan.name
            )
        return output_of(plan.name, tool.manifest.name, result, structured=tool.structured)

    def _connection(self, plan: ServerPlan, context: ScopedContext) -> ServerConnection:
        """The connection of this call's principal, taken into use.

        Raises:
            McpUnreachable: there are as many as there may be, and all are in use.
        """
        given = (context.capability(kind) for kind in KINDS)
        capabilities = tuple(one for one in given if one is not None) if plan.command else ()
        key = _Key(plan.name, context.principal, capabilities, id(asyncio.get_running_loop()))
        self._close_idle()
        found = self._connections.get(key)
        if found is None or not found.is_open:
            self._make_room(plan)
            found = ServerConnection(plan, capabilities, self._make_context, self._parse)
            self._connections[key] = found
        found.take()
        return found

    def _close_idle(self) -> None:
        now_s = time.monotonic()
        for key, one in list(self._connections.items()):
            if not one.is_open or one.is_idle(now_s):
                del self._connections[key]
                one.close_soon()

    def _make_room(self, plan: ServerPlan) -> None:
        same = [(key, one) for key, one in self._connections.items() if key.server == plan.name]
        if len(same) < plan.connections:
            return
        unused = [(one.used_s, key) for key, one in same if not one.in_use]
        if not unused:
            raise unreachable(
                plan.name,
                f"has {plan.connections} connections, and all are in use",
                "Call again later, or raise mcp.servers.NAME.connections.",
            )
        _, key = min(unused, key=lambda one: one[0])
        self._connections.pop(key).close_soon()
