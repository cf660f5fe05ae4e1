"""``tools/call``: a governed call, its progress, its questions, and its end, whoever gives up on the way."""

from __future__ import annotations

import asyncio
import contextlib
import difflib
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

import anyio
import msgspec
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    ElicitRequest,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from runtime.contracts.approval import ApprovalAnswer, ApprovalInbox
from runtime.contracts.errors import ApprovalUnknown, Error, InputInvalid
from runtime.contracts.invocation import ErrorInfo, Outcome, Refused
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.tracing import HEADER
from runtime.host.executor import Executor
from runtime.providers import PROVIDERS
from runtime.server.catalogue import Catalogue
from runtime.server.client import Client
from runtime.server.limits import ClientLimits
from runtime.server.mcp import approvals, tools

Context = ServerRequestContext[Any, Any]
CALL_ID = f"{tools.META}call-id"
"""A client that names its call in ``_meta`` may repeat it after a broken connection: it runs once, and has one outcome."""
_MOST_QUESTIONS = 3
_ANSWER_S = 900.0
"""How long a client's call waits for the person at it; after that the question waits in the inbox alone."""
_LONGEST_MESSAGE = 4096
_HIDDEN_BY = frozenset(
    {
        "tool.not_found",
        "capability.missing",
        "policy.denied",
        "policy.unavailable",
        "input.invalid",
        "call.refused",
    }
)
"""Refusals that would tell a client that there is a tool which it is not shown."""
_T = TypeVar("_T")


class ToolCalls:
    """Makes the calls of all clients."""

    def __init__(
        self, executor: Executor, catalogue: Catalogue, limits: ClientLimits, inbox: ApprovalInbox
    ) -> None:
        """Call nothing yet."""
        self._executor = executor
        self._catalogue = catalogue
        self._limits = limits
        self._inbox = inbox

    async def call(
        self, ctx: Context, client: Client, params: CallToolRequestParams
    ) -> dict[str, Any] | InputRequiredResult:
        """The result of one request.

        Raises:
            MCPError: the client sees no tool of that name.
        """
        try:
            with self._limits.call(client):
                if params.input_responses is not None or params.request_state is not None:
                    return await self._answered(ctx, client, params)
                return await self._asking(ctx, client, params)
        except Error as error:
            return tools.failure(_shown(error))

    async def _asking(
        self, ctx: Context, client: Client, params: CallToolRequestParams
    ) -> dict[str, Any] | InputRequiredResult:
        """Call, and ask the person at the client where somebody has to be asked."""
        outcome = await self._run(ctx, client, params)
        for _ in range(_MOST_QUESTIONS):
            asked = approvals.asked_as(outcome)
            if asked is None or client.approver is None or not approvals.can_ask(_capabilities(ctx)):
                break
            entry = await asyncio.to_thread(self._inbox.entry, asked)
            if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
                return approvals.asking(entry)
            given = await _elicit(ctx, approvals.form(entry))
            if given is None or not await self._decide(client, asked, given):
                break
            outcome = await self._run(ctx, client, params)
        return await self._told(ctx, client, params.name, outcome)

    async def _answered(
        self, ctx: Context, client: Client, params: CallToolRequestParams
    ) -> dict[str, Any] | InputRequiredResult:
        """Take the answer to a question of the round before, and make the same call again."""
        given = (params.input_responses or {}).get(approvals.KEY)
        asked = params.request_state
        if client.approver is None or asked is None or not isinstance(given, ElicitResult):
            return await self._asking(ctx, client, params)
        if await self._decide(client, asked, given):
            return await self._asking(ctx, client, params)
        return await self._told(ctx, client, params.name, await self._run(ctx, client, params))

    async def _decide(self, client: Client, asked: str, given: ElicitResult) -> bool:
        """Put an answer into the inbox; false where the form was dismissed.

        Raises:
            ApprovalUnknown: the question has expired, or is answered.
            InputInvalid: the other arguments are no JSON object.
        """
        answer = await asyncio.to_thread(self._put, client, asked, given)
        return answer is not None

    def _put(self, client: Client, asked: str, given: ElicitResult) -> ApprovalAnswer | None:
        entry = self._inbox.entry(asked)
        if entry.request.principal != client.principal.id or client.approver is None:
            # The sealed state says so already. Nobody answers for another's call, whatever else breaks.
            raise InputInvalid("the question is not this client's", field="requestState")
        answer = approvals.answer_of(given, client.approver, entry.request.arguments)
        if answer is not None:
            self._inbox.decide(asked, answer)
        return answer

    async def _run(self, ctx: Context, client: Client, params: CallToolRequestParams) -> Outcome:
        manifest = self._executor.manifest(params.name)
        told = () if manifest is None else (manifest,)
        call = PROVIDERS["mcp"].call({"name": params.name, "arguments": params.arguments}, told)
        meta: dict[str, Any] = dict(ctx.meta or {})
        options: dict[str, Any] = {
            "grants": client.grants,
            "principal": client.principal,
            "call_id": meta.get(CALL_ID),
            "trace": _trace(ctx, meta),
        }
        if meta.get("progress_token") is None:
            return await _to_its_end(self._executor.call(call.tool, call.arguments, **options))
        return await _to_its_end(self._follow(ctx, call.tool, call.arguments, options))

    async def _follow(self, ctx: Context, tool: str, arguments: Any, options: dict[str, Any]) -> Outcome:
        """The outcome of a call whose client is told what it does meanwhile."""
        told = 0.0
        async with contextlib.aclosing(self._executor.stream(tool, arguments, **options)) as events:
            async for event in events:
                if not isinstance(event, ToolStatus):
                    return event
                told += 1
                await ctx.session.report_progress(*_progress(event, told))
        raise AssertionError("a call ends with its outcome")

    async def _told(self, ctx: Context, client: Client, name: str, outcome: Outcome) -> dict[str, Any]:
        """The result; that there is a tool which the client is not shown, no answer tells.

        Raises:
            MCPError: the client sees no tool of that name.
        """
        if isinstance(outcome, Refused) and outcome.error.category in _HIDDEN_BY:
            shown = [manifest.name for manifest in await self._catalogue.of(client)]
            if name not in shown:
                near = difflib.get_close_matches(name, shown, 1)
                raise MCPError(
                    INVALID_PARAMS,
                    f"Unknown tool: {name[:128]}",
                    {
                        "code": "tool.not_found",
                        "suggestion": f"Did you mean {near[0]!r}?" if near else "See tools/list.",
                    },
                )
        if not isinstance(outcome, Refused):
            self._catalogue.used(client, name)
        return tools.result(outcome, ctx.protocol_version)


def _trace(ctx: Context, meta: dict[str, Any]) -> str | None:
    """The client's position in a trace: of this very request in ``_meta``, else of the HTTP request that carried it."""
    found = meta.get(HEADER)
    if found is None and isinstance(headers := getattr(ctx.request, "headers", None), Mapping):
        found = headers.get(HEADER)
    return found if isinstance(found, str) else None


def _capabilities(ctx: Context) -> Any:
    return ctx.session.client_capabilities


def _progress(event: ToolStatus, told: float) -> tuple[float, float | None, str | None]:
    """Progress never goes back, as the protocol wants it: it counts events, and the message says how far the tool is."""
    text = event.output if event.output is not None else event.message or event.phase
    if event.percent_complete is not None:
        text = f"{text} ({event.percent_complete:g} %)"
    return told, None, text[:_LONGEST_MESSAGE]


async def _elicit(ctx: Context, asked: Any) -> ElicitResult | None:
    """What the person at the client answered; None where the client cannot ask after all."""
    try:
        return await ctx.session.send_request(
            ElicitRequest(params=asked),
            ElicitResult,
            request_read_timeout_seconds=_ANSWER_S,
            metadata=ServerMessageMetadata(related_request_id=ctx.request_id),
        )
    except (NoBackChannelError, MCPError, ValidationError):
        return None


async def _to_its_end(call: Coroutine[Any, Any, _T]) -> _T:
    """What a call comes to. Given up, it is cancelled once and waited for: its record is durable before its client is forgotten."""
    task = asyncio.ensure_future(call)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.cancel()
        with anyio.CancelScope(shield=True):
            await asyncio.wait({task})
        if not task.cancelled():
            task.exception()
        raise


def _shown(error: Error) -> ErrorInfo:
    """An error as clients may see it: what is meant for operators names files of the host."""
    info = ErrorInfo.of(error)
    if error.audience == "model" or isinstance(error, ApprovalUnknown):
        return msgspec.structs.replace(info, details={})
    return msgspec.structs.replace(
        info,
        message="the server cannot go on with this call",
        suggestion="Tell its operator the code.",
        details={},
    )
