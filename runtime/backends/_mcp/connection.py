"""A connection: a channel, the session on it, and who uses it. Made empty; opened by the first call that has it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from runtime.backends._mcp.caller import Caller
from runtime.backends._mcp.http import HttpChannel
from runtime.backends._mcp.messages import RpcError
from runtime.backends._mcp.plan import MakeContext, Parse, ServerPlan
from runtime.backends._mcp.secrets import Credentials
from runtime.backends._mcp.session import McpSession
from runtime.backends._mcp.stdio import ProcessChannel
from runtime.contracts.audit import Check
from runtime.contracts.capability import Capability
from runtime.contracts.errors import CapabilityExceeded, FailedError
from runtime.contracts.mcp import McpTool
from runtime.contracts.ports import ScopedContext

_PING_S = 2.0
"""How soon a process answers a ping that left the last call without an answer; later, and it is taken to hang."""


class ServerConnection:
    """What the calls of one principal share. Belongs to the event loop that it was made in."""

    def __init__(
        self,
        plan: ServerPlan,
        capabilities: tuple[Capability, ...],
        make_context: MakeContext,
        parse: Parse,
    ) -> None:
        self._plan = plan
        self._capabilities = capabilities
        self._make_context = make_context
        self._parse = parse
        self._loop = asyncio.get_running_loop()
        self._opening = asyncio.Lock()
        self._session: McpSession | None = None
        self._process: ProcessChannel | None = None
        self._closed = False
        self._is_late = False
        self._told: set[Check] = set()
        self.in_use = 0
        self.used_s = time.monotonic()

    @property
    def is_open(self) -> bool:
        """Whether it may be taken: it was not opened yet, or can still be asked."""
        return not self._closed and (self._session is None or self._session.channel.is_open)

    def is_idle(self, now_s: float) -> bool:
        """Whether nobody used it for as long as its server may wait."""
        return not self.in_use and now_s - self.used_s > self._plan.idle_s

    def take(self) -> None:
        """Use it."""
        self.in_use += 1

    def release(self, context: ScopedContext) -> None:
        """Be done with it; what the server reached for meanwhile goes into the call's record."""
        self.in_use -= 1
        self.used_s = time.monotonic()
        if self._process is None:
            return
        checks = self._process.context.checks()
        for check in checks:
            if check not in self._told:
                with contextlib.suppress(CapabilityExceeded):  # a target too long to be looked at again
                    context.note_check(check.capability, check.target, allowed=check.allowed)
        self._told = set(checks)

    async def ready(self, caller: Caller, credentials: Credentials) -> McpSession:
        """The session, opened if need be.

        Raises:
            FailedError: ``mcp.*``, or a secret is not there.
            TimeoutError: the call's time was over first.
        """
        async with asyncio.timeout(caller.context.remaining_s()), self._opening:
            await self._end_hanging(caller)
            if self._session is None or not self._session.channel.is_open:
                self._session = await self._open(caller, credentials)
            channel = self._session.channel
            if isinstance(channel, HttpChannel):
                await channel.authorize(credentials, caller)
            return self._session

    async def _open(self, caller: Caller, credentials: Credentials) -> McpSession:
        channel: ProcessChannel | HttpChannel
        if self._plan.url:
            channel = HttpChannel(self._plan, self._parse)
            await channel.authorize(credentials, caller)
        else:
            environment = await credentials.environment(self._capabilities)
            context = self._make_context(self._plan, self._capabilities)
            channel = self._process = ProcessChannel(self._plan, context, self._parse, environment)
        session = McpSession(self._plan, channel)
        opened = False
        try:
            await session.open(caller, min(self._plan.start_s, caller.context.remaining_s()))
            opened = True
        finally:
            if not opened and isinstance(channel, ProcessChannel):
                channel.close()
        return session

    async def call(
        self, session: McpSession, tool: McpTool, arguments: dict[str, Any], caller: Caller
    ) -> dict[str, Any]:
        """The result of a tool; as `McpSession.call`."""
        try:
            return await session.call(tool, arguments, caller, caller.context.remaining_s())
        except TimeoutError:
            self._is_late = True
            raise

    async def _end_hanging(self, caller: Caller) -> None:
        """Ask a process that left a call without an answer whether it is there, and end it if not."""
        process, self._is_late, is_late = self._process, False, self._is_late
        if not is_late or process is None or not process.is_open or process.in_use:
            return
        try:
            await process.request("ping", {}, caller, min(_PING_S, caller.context.remaining_s()))
        except TimeoutError:
            process.close()
        except (RpcError, FailedError):
            pass  # it is there, or it is gone

    async def ended(self) -> None:
        """Return when nothing of its process is left."""
        if self._process is not None:
            await self._process.ended()

    def close_soon(self) -> None:
        """End it, from any thread."""
        self._closed = True
        if self._process is not None:
            with contextlib.suppress(RuntimeError):  # its loop is gone, and the process with it
                self._loop.call_soon_threadsafe(self._process.close)
