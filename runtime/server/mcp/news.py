"""News: clients are told that their list of tools has changed, and none that another's has.

The tools folders and each listening client's own list are looked at every few seconds, while anybody listens. A client of the handshake era listens
from its first ``tools/list`` on; one of the 2026-07-28 revision says so with ``subscriptions/listen``.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Hashable
from typing import Any

import msgspec
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp_types import SubscriptionsListenRequestParams, SubscriptionsListenResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from runtime.contracts.digest import digest
from runtime.contracts.errors import Error
from runtime.server.catalogue import FRESH_S, Catalogue
from runtime.server.client import Client
from runtime.server.mcp.calls import Context
from runtime.server.tool_folders import ToolFolders

_MOST_SESSIONS = 1024
_MOST_STREAMS = 16
"""Of one client."""


class _Session(msgspec.Struct):
    """A connection that is told, and the list that it was given last."""

    client: Client
    session: Any
    given: str


class _Streams(msgspec.Struct):
    """The open streams of one client, and the list as they know it."""

    client: Client
    bus: InMemorySubscriptionBus
    handler: ListenHandler
    open: int = 0
    given: str = ""


class News:
    """Who listens, and what they know."""

    def __init__(self, catalogue: Catalogue, folders: ToolFolders) -> None:
        """Watch nothing yet."""
        self._catalogue = catalogue
        self._folders = folders
        self._sessions: dict[Hashable, _Session] = {}
        self._streams: dict[str, _Streams] = {}

    async def listed(self, ctx: Context, client: Client) -> None:
        """A connection was given its list: from here on it is told when that changes."""
        if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return
        headers = getattr(ctx.request, "headers", {})
        key = (client.name, headers.get("mcp-session-id", "stdio"))
        self._sessions.pop(key, None)  # the latest stand last
        while len(self._sessions) >= _MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        self._sessions[key] = _Session(client, ctx.session, await self._list_of(client))

    async def listen(
        self, ctx: Context, client: Client, params: SubscriptionsListenRequestParams
    ) -> SubscriptionsListenResult:
        """Serve one stream of news."""
        streams = self._streams.get(client.name)
        if streams is None:
            bus = InMemorySubscriptionBus()
            handler = ListenHandler(bus, max_subscriptions=_MOST_STREAMS)
            streams = self._streams[client.name] = _Streams(client, bus, handler)
            streams.given = await self._list_of(client)
        streams.open += 1
        try:
            return await streams.handler(ctx, params)
        finally:
            streams.open -= 1
            if not streams.open:
                self._streams.pop(client.name, None)

    async def watch(self) -> None:
        """Look, and tell, until cancelled."""
        while True:
            await asyncio.sleep(FRESH_S)
            if self._sessions or self._streams:
                await self.look()

    async def look(self) -> None:
        """Look once."""
        if await self._folders.follow():
            self._catalogue.forget()
        for key, known in list(self._sessions.items()):
            now = await self._list_of(known.client)
            if now != known.given and self._sessions.get(key) is known:
                known.given = now
                await known.session.send_tool_list_changed()
        for streams in list(self._streams.values()):
            now = await self._list_of(streams.client)
            if now != streams.given:
                streams.given = now
                await streams.bus.publish(ToolsListChanged())

    async def _list_of(self, client: Client) -> str:
        with contextlib.suppress(Error):
            shown = await self._catalogue.of(client)
            return digest("\n".join(one.digest() for one in shown).encode())
        return ""
