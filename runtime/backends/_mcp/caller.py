"""Whom a request is made for, and what answers a server that asks back meanwhile."""

from __future__ import annotations

import contextlib
from typing import Any

from runtime.backends._mcp.faults import visible
from runtime.backends._mcp.messages import METHOD_NOT_FOUND, Notice, ServerRequest, answered, refused
from runtime.backends._mcp.plan import ServerPlan
from runtime.contracts.capability import FsRead
from runtime.contracts.errors import Error, FailedError, McpAskedBack
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.ports import ScopedContext

_ANSWERED_BY = {"sampling/createMessage": "sampling", "elicitation/create": "elicitation"}
_REFUSED = -1
_MAX_MESSAGE = 500
_NOTES = frozenset({"notifications/progress", "notifications/message"})


def client_capabilities(plan: ServerPlan) -> dict[str, Any]:
    """What a server is told that it may ask."""
    found: dict[str, Any] = {"roots": {}} if plan.roots else {}
    if plan.sampling:
        found["sampling"] = {}
    if plan.elicitation:
        found["elicitation"] = {"form": {}}
    return found


class Caller:
    """A call under way, as a connection sees it."""

    def __init__(self, plan: ServerPlan, context: ScopedContext) -> None:
        self.plan = plan
        self.context = context
        self.asked: str = ""
        """What the server asked and was refused; what it answers then is no success of ours."""

    async def note(self, notice: Notice) -> None:
        """Hand progress on to whoever follows the call."""
        if notice.method not in _NOTES or not self.context.streaming:
            return
        params = notice.params
        text = params.get("message") if notice.method == "notifications/progress" else params.get("data")
        message = visible(text, _MAX_MESSAGE) if isinstance(text, str) else "working"
        with contextlib.suppress(FailedError):  # the call is over, which is no fault of the server's
            await self.context.status(
                ToolStatus(phase="execute", message=message, percent_complete=_percent(params))
            )

    async def answer(self, asked: ServerRequest) -> bytes:
        """The answer to a request of the server's: only what the settings allow has one."""
        if asked.method == "ping":
            return answered(asked.id, {})
        try:
            return answered(asked.id, await self.reply(asked.method, asked.params))
        except McpAskedBack as error:
            self.asked = visible(asked.method, 64)
            known = asked.method in _ANSWERED_BY or asked.method == "roots/list"
            return refused(asked.id, _REFUSED if known else METHOD_NOT_FOUND, error.message)

    async def reply(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """What a server that asks back is told.

        Raises:
            McpAskedBack: it may not ask that, or the tool that would answer was refused or failed.
        """
        if method == "roots/list" and self.plan.roots:
            return {"roots": self._roots()}
        tool = getattr(self.plan, _ANSWERED_BY[method]) if method in _ANSWERED_BY else ""
        if not tool:
            raise self._refusal(method, "and may not")
        try:
            outcome = await self.context.call(tool, {key: params[key] for key in params if key != "_meta"})
        except Error as error:
            raise self._refusal(method, f"and {tool} could not be called: {error.message}") from None
        if outcome.error is not None:
            raise self._refusal(method, f"and {tool} did not answer: {outcome.error.code}")
        if not isinstance(outcome.output, dict):
            raise self._refusal(method, f"and {tool} did not answer with an object")
        return outcome.output

    def _roots(self) -> list[dict[str, str]]:
        granted = self.context.capability("fs_read")
        prefixes = granted.prefixes if isinstance(granted, FsRead) else ()
        return [{"uri": (self.plan.workspace / prefix).as_uri(), "name": prefix} for prefix in prefixes]

    def _refusal(self, method: str, why: str) -> McpAskedBack:
        return McpAskedBack(
            f"the MCP server {self.plan.name} asked for {visible(method, 64)}, {why}", server=self.plan.name
        )


def _percent(params: dict[str, Any]) -> float | None:
    done, total = params.get("progress"), params.get("total")
    if not isinstance(done, int | float) or not isinstance(total, int | float) or total <= 0:
        return None
    return min(100.0, max(0.0, 100.0 * done / total))
