"""A session with a server: the agreement on a version, the list of tools as it is now, and calls of tools that are as they were accepted.

The handshake of 2025-11-25 and before is tried first, since every server of today knows it; one that says that it speaks later versions alone is
asked without a handshake, as 2026-07-28 has it.
"""

from __future__ import annotations

import math
import time
from typing import Any, Protocol

from runtime.backends._mcp.caller import Caller, client_capabilities
from runtime.backends._mcp.definitions import ToolDefinition, list_definitions
from runtime.backends._mcp.faults import broken, unreachable, visible
from runtime.backends._mcp.messages import METHOD_NOT_FOUND, RpcError
from runtime.backends._mcp.plan import ServerPlan
from runtime.contracts.errors import McpAskedBack, ToolChanged
from runtime.contracts.mcp import McpTool
from runtime.contracts.version import VERSION

HANDSHAKE = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
STATELESS = "2026-07-28"
LOOK_AGAIN_S = 60.0
"""How long the list of tools is taken to be what it was, where the server says nothing."""
_UNSUPPORTED = -32022
_META = "io.modelcontextprotocol/"
_CLIENT = {"name": "cathedral-runtime", "version": VERSION}
_MOST_ROUNDS = 8


class McpChannel(Protocol):
    """A way to a server."""

    @property
    def is_open(self) -> bool: ...
    def take_listing_changed(self) -> bool: ...
    async def request(
        self, method: str, params: dict[str, Any], caller: Caller | None, timeout_s: float
    ) -> dict[str, Any]: ...
    async def notify(
        self, method: str, params: dict[str, Any] | None = None, caller: Caller | None = None
    ) -> None: ...


class McpSession:
    """One agreed way to talk, over one channel."""

    def __init__(self, plan: ServerPlan, channel: McpChannel) -> None:
        self._plan = plan
        self.channel = channel
        self.version = ""
        self.definitions: dict[str, ToolDefinition] = {}
        self._listed_s = -math.inf
        """When the list was read; long ago: it is read again before the next call."""

    async def open(self, caller: Caller, timeout_s: float) -> None:
        """Agree on a version, and read the list of tools.

        Raises:
            FailedError: ``mcp.*``: it cannot be talked to.
        """
        ends_s = time.monotonic() + timeout_s
        try:
            await self._agree(caller, timeout_s)
            await self._list(caller, ends_s - time.monotonic())
        except TimeoutError:
            raise unreachable(self._plan.name, f"did not list its tools within {timeout_s:g} s") from None
        except RpcError as error:
            raise unreachable(self._plan.name, f"refuses to be talked to: {visible(str(error))}") from None

    async def call(
        self, tool: McpTool, arguments: dict[str, Any], caller: Caller, timeout_s: float
    ) -> dict[str, Any]:
        """The result of a tool that is as it was accepted.

        Raises:
            ToolChanged: it is not.
            RpcError, FailedError, TimeoutError: as the channel says.
        """
        ends_s = time.monotonic() + timeout_s
        if self.channel.take_listing_changed() or time.monotonic() - self._listed_s > LOOK_AGAIN_S:
            await self._list(caller, timeout_s)
        self._require_accepted(tool)
        params: dict[str, Any] = {"name": tool.tool, "arguments": arguments}
        if caller.context.streaming:
            params["_meta"] = {"progressToken": caller.context.call_id}
        for _ in range(_MOST_ROUNDS):
            result = await self._request("tools/call", params, caller, ends_s - time.monotonic())
            if result.get("resultType", "complete") == "complete":
                return result
            params |= await self._input(result, caller)
        raise McpAskedBack(
            f"the MCP server {self._plan.name} asked back {_MOST_ROUNDS} times", server=self._plan.name
        )

    def _require_accepted(self, tool: McpTool) -> None:
        found = self.definitions.get(tool.tool)
        if found is not None and found.digest == tool.definition and not found.fault:
            return
        self._listed_s = -math.inf  # the next call looks whether that still holds
        what = f"defines {tool.tool} otherwise than you accepted it"
        if found is None:
            what = f"no longer offers {tool.tool}"
        raise ToolChanged(
            f"the MCP server {tool.server} {what}",
            suggestion=f"Look at the difference, and accept it or not: runtime mcp diff {tool.server}",
            server=tool.server,
            accepted=tool.definition,
            found=None if found is None else found.digest,
        )

    async def _agree(self, caller: Caller, timeout_s: float) -> None:
        params = {
            "protocolVersion": HANDSHAKE[0],
            "capabilities": client_capabilities(self._plan),
            "clientInfo": _CLIENT,
        }
        try:
            result = await self.channel.request("initialize", params, caller, timeout_s)
        except RpcError as error:
            if error.code not in (_UNSUPPORTED, METHOD_NOT_FOUND):
                raise
            await self._discover(caller, timeout_s)
            return
        version = result.get("protocolVersion")
        if version not in HANDSHAKE:
            shown = visible(version, 40) if isinstance(version, str) else "none"
            raise broken(self._plan.name, f"speaks a version of MCP that is not known here: {shown}")
        self.version = version
        await self.channel.notify("notifications/initialized", None, caller)

    async def _discover(self, caller: Caller, timeout_s: float) -> None:
        self.version = STATELESS
        result = await self._request("server/discover", {}, caller, timeout_s)
        versions = result.get("supportedVersions")
        if not isinstance(versions, list) or STATELESS not in versions:
            raise broken(self._plan.name, f"does not speak MCP {STATELESS}, nor a version before it")

    async def _request(
        self, method: str, params: dict[str, Any], caller: Caller, timeout_s: float
    ) -> dict[str, Any]:
        if self.version == STATELESS:
            said = {
                f"{_META}protocolVersion": STATELESS,
                f"{_META}clientInfo": _CLIENT,
                f"{_META}clientCapabilities": client_capabilities(self._plan),
            }
            params = params | {"_meta": params.get("_meta", {}) | said}
        return await self.channel.request(method, params, caller, timeout_s)

    async def _list(self, caller: Caller, timeout_s: float) -> None:
        ends_s = time.monotonic() + timeout_s

        async def ask(params: dict[str, Any]) -> dict[str, Any]:
            return await self._request("tools/list", params, caller, ends_s - time.monotonic())

        self.definitions = await list_definitions(self._plan.name, ask)
        self._listed_s = time.monotonic()

    async def _input(self, result: dict[str, Any], caller: Caller) -> dict[str, Any]:
        """What a call is repeated with, whose server needs more first (2026-07-28, ``InputRequiredResult``)."""
        asked = result.get("inputRequests") or {}
        if result.get("resultType") != "input_required" or not isinstance(asked, dict):
            raise broken(self._plan.name, "sent a result of an unknown type")
        answers = {}
        for key, one in asked.items():
            if not isinstance(one, dict) or not isinstance(one.get("method"), str):
                raise broken(self._plan.name, "asked back in a form that is none")
            params = one.get("params", {})
            answers[key] = await caller.reply(one["method"], params if isinstance(params, dict) else {})
        state = result.get("requestState")
        return {"inputResponses": answers} | ({"requestState": state} if isinstance(state, str) else {})
