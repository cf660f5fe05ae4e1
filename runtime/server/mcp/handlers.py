"""The server's answers to the protocol's requests, whichever transport and era brought them.

Each request says whose it is (`client_of`): over HTTP by the token that came with this very request, so that neither a session nor a stream that
somebody else opened lends its rights to whoever writes into it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp_types import (
    CallToolRequestParams,
    CompleteRequestParams,
    InputRequiredResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
)

from runtime.contracts.version import VERSION
from runtime.host.executor import Executor
from runtime.host.settings import ServeSettings
from runtime.server.catalogue import Catalogue
from runtime.server.client import Client
from runtime.server.limits import ClientLimits
from runtime.server.mcp import tools, workspace_files
from runtime.server.mcp.calls import Context, ToolCalls
from runtime.server.mcp.news import News
from runtime.server.mcp.pages import page_of
from runtime.server.mcp.resources import TEMPLATES, Resources
from runtime.server.records import CallRecords
from runtime.server.tool_folders import ToolFolders

NAME = "cathedral-runtime"
_P = TypeVar("_P")
_CACHEABLE: tuple[CacheableMethod, ...] = (
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "server/discover",
)
"""Whose results a client may keep: for no time and for nobody else, since grants and policy may change at any moment."""
_STATE_S = 900.0
_INSTRUCTIONS = (
    "Every call is checked against capabilities and policy, and recorded. A result with isError holds {code, message, suggestion}: follow the "
    "suggestion instead of repeating the call. A call that needs approval says so, and can be made again, unchanged, once it is approved."
)


class _Server(Server[Any]):
    """The SDK's server. One thing is said to every client: the list of tools may change."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """See `Server`."""
        options = notification_options or NotificationOptions(tools_changed=True)
        return super().create_initialization_options(options, experimental_capabilities, extensions)


class Handlers:
    """Answers the requests of all clients of one executor."""

    def __init__(
        self,
        executor: Executor,
        settings: ServeSettings,
        records: CallRecords,
        folders: ToolFolders,
        client_of: Callable[[Context], Client],
    ) -> None:
        """Serve nobody yet.

        Args:
            executor: Opened with `workspace_files.TOOLS`, and without an approver: questions go to its inbox.
            settings: What one client may have.
            records: The log, for clients that ask about their calls.
            folders: Where tools come from that may change.
            client_of: Whose a request is; raises `MCPError` where nobody can tell.
        """
        self._client_of = client_of
        self._catalogue = Catalogue(executor)
        limits = ClientLimits(settings)
        self._calls = ToolCalls(executor, self._catalogue, limits, executor.inbox)
        self._resources = Resources(executor, self._catalogue, limits, records)
        self.news = News(self._catalogue, folders)
        """Tells clients that their list of tools has changed."""

    def server(self) -> Server[Any]:
        """A server of the SDK that these handlers answer for."""
        server = _Server(
            NAME,
            version=VERSION,
            title="Cathedral Runtime",
            instructions=_INSTRUCTIONS,
            get_tool_input_schema=_declares_no_headers,
            cache_hints=dict.fromkeys(_CACHEABLE, CacheHint()),
            on_list_tools=_whole(self._list_tools),
            on_call_tool=_whole(self._call_tool),
            on_list_resources=_whole(self._list_resources),
            on_list_resource_templates=_whole(self._list_templates),
            on_read_resource=_whole(self._read_resource),
            on_completion=_whole(self._complete),
            on_subscriptions_listen=self._listen,
        )
        security = RequestStateSecurity.ephemeral(ttl=_STATE_S)
        security.bind_principal = self._bound_to
        server.middleware.append(RequestStateBoundary(security, default_audience=NAME))
        return server

    def _bound_to(self, ctx: Context) -> str:
        client = self._client_of(ctx)
        return msgspec.json.encode([client.name, client.principal.id]).decode()

    async def _list_tools(self, ctx: Context, params: PaginatedRequestParams | None) -> dict[str, Any]:
        client = self._client_of(ctx)
        shown = [one for one in await self._catalogue.of(client) if one.name not in workspace_files.NAMES]
        await self.news.listed(ctx, client)
        page, following = page_of(shown, None if params is None else params.cursor, lambda one: one.name)
        listed = [tools.definition(one, ctx.protocol_version) for one in page]
        return {"tools": listed} | ({"nextCursor": following} if following else {})

    async def _call_tool(
        self, ctx: Context, params: CallToolRequestParams
    ) -> dict[str, Any] | InputRequiredResult:
        client = self._client_of(ctx)
        result = await self._calls.call(ctx, client, params)
        if isinstance(result, dict) and isinstance(
            made := result.get("_meta", {}).get(f"{tools.META}call"), str
        ):
            self._resources.made(client, made)
        return result

    async def _list_resources(self, ctx: Context, params: PaginatedRequestParams | None) -> dict[str, Any]:
        return await self._resources.list(self._client_of(ctx), params)

    async def _list_templates(self, ctx: Context, params: PaginatedRequestParams | None) -> dict[str, Any]:
        self._client_of(ctx)
        page_of((), None if params is None else params.cursor, str)
        return {"resourceTemplates": list(TEMPLATES)}

    async def _read_resource(self, ctx: Context, params: ReadResourceRequestParams) -> dict[str, Any]:
        return await self._resources.read(ctx, self._client_of(ctx), str(params.uri))

    async def _complete(self, ctx: Context, params: CompleteRequestParams) -> dict[str, Any]:
        return await self._resources.complete(self._client_of(ctx), params)

    async def _listen(
        self, ctx: Context, params: SubscriptionsListenRequestParams
    ) -> SubscriptionsListenResult:
        return await self.news.listen(ctx, self._client_of(ctx), params)


def _whole(
    answer: Callable[[Context, _P], Awaitable[dict[str, Any] | InputRequiredResult]],
) -> Callable[[Context, _P], Awaitable[Any]]:
    """The handler with the mark that the 2026-07-28 revision wants on what is a result; earlier ones leave it out."""

    async def answered(ctx: Context, params: _P) -> dict[str, Any] | InputRequiredResult:
        result = await answer(ctx, params)
        return {**result, "resultType": "complete"} if isinstance(result, dict) else result

    return answered


def _declares_no_headers(_: str) -> None:
    """No tool's schema maps arguments to headers, so a call's arguments are not compared with any."""
