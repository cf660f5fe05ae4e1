"""What every integration shares: whose calls they are, what a model is told of an outcome, and how a framework's approval answers ours.

A framework asks its user in its own way, before it runs a tool. So a call is previewed first: where policy or the tool wants approval, the framework asks, and the
call is then made with the answer at hand. The answer is good for that one call, with exactly the arguments that were asked about; policy, gate and log see the call as any other. What
nobody was asked about (a call that the tool makes itself) is refused.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import deque
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from runtime.approval.broker import ApproveCallback
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest
from runtime.contracts.capability import Capability
from runtime.contracts.errors import ToolNotFound
from runtime.contracts.invocation import ErrorInfo, Outcome, Principal
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.manifest import Manifest
from runtime.executor.dependencies import Preview
from runtime.executor.session import Session
from runtime.host.executor import Executor
from runtime.providers import PROVIDERS

_MOST_EXPECTED = 1_000
"""Calls that a framework allowed and did not make."""


class Approvals:
    """The approval callback of an executor whose tools a framework runs: it hands on what the framework's user said.

    ::

        approvals = Approvals()
        executor = Executor.open(".", approve=approvals)
    """

    def __init__(self, otherwise: ApproveCallback | None = None) -> None:
        """Know of no answer.

        Args:
            otherwise: Asked where the framework was not: about a call that a tool makes itself, for one. Without it, such a question is answered with no.
        """
        self._otherwise = otherwise
        self._lock = threading.Lock()
        self._answers: dict[str, ApprovalAnswer] = {}
        self._expected: deque[tuple[str, bytes]] = deque(maxlen=_MOST_EXPECTED)

    def __call__(self, request: ApprovalRequest) -> Any:
        """The answer to a question of the executor's."""
        with self._lock:
            answer = self._answers.pop(request.call_id, None)
        if answer is not None:
            return answer
        if self._otherwise is not None:
            return self._otherwise(request)
        return ApprovalAnswer(approved=False, approver="integration", reason="nobody was asked")

    def put(self, call_id: str, answer: ApprovalAnswer) -> None:
        """Have this answer at hand for one call."""
        with self._lock:
            self._answers[call_id] = answer

    def drop(self, call_id: str) -> None:
        """Forget an answer that was not asked for."""
        with self._lock:
            self._answers.pop(call_id, None)

    def expect(self, tool: str, arguments: Any) -> None:
        """The framework's user allowed one call of exactly this, which the framework makes next."""
        with self._lock:
            self._expected.append((tool, _exactly(arguments)))

    def take_expected(self, tool: str, arguments: Any) -> bool:
        """Whether such a call was allowed and not made; once for each time that it was."""
        with self._lock:
            try:
                self._expected.remove((tool, _exactly(arguments)))
            except ValueError:
                return False
            return True


class Bridge:
    """Makes the calls of one agent."""

    def __init__(
        self,
        executor: Executor,
        *,
        tools: Iterable[str] | None = None,
        principal: str | Principal = "agent:anonymous",
        grants: Sequence[Capability] | None = None,
        session: Session | None = None,
        limits: ResourceBounds | None = None,
        approvals: Approvals | None = None,
    ) -> None:
        """Keep on whose behalf.

        Args:
            executor: Makes them.
            tools: The names of those to offer; None means all, as they are at each time.
            principal: On whose behalf.
            grants: What each call may use; None means the configured grants.
            session: What the calls share.
            limits: Bounds of each call.
            approvals: The one that the executor was opened with, where the framework asks its user; None leaves approval to the executor.

        Raises:
            ToolNotFound: there is no tool of a name.
        """
        self._executor = executor
        self._names = None if tools is None else tuple(tools)
        self._options: dict[str, Any] = {
            "principal": principal, "grants": grants, "session": session, "limits": limits,
        }  # fmt: skip
        self.approvals = approvals
        self.manifests()

    def manifests(self) -> tuple[Manifest, ...]:
        """What is offered.

        Raises:
            ToolNotFound: there is no tool of a name.
        """
        offered = {manifest.name: manifest for manifest in self._executor.manifests}
        if self._names is None:
            return tuple(offered.values())
        if missing := [name for name in self._names if name not in offered]:
            raise ToolNotFound(
                f"there is no tool {', '.join(missing)}", suggestion=f"Use some of: {', '.join(offered)}"
            )
        return tuple(offered[name] for name in self._names)

    async def asks(self, tool: str, arguments: Mapping[str, Any] | str) -> dict[str, Any] | None:
        """What the framework's user has to be asked before this call; None where nobody has to be, or it would be refused anyway."""
        if self.approvals is None:
            return None
        found = await self._preview(tool, arguments)
        if found.error is not None or not found.needs_approval:
            return None
        risk = next((m.risk for m in self._executor.manifests if m.name == tool), "")
        return {"tool": tool, "risk": risk, "reasons": list(found.decision.reasons)}

    async def refuses(self, tool: str, arguments: Mapping[str, Any] | str) -> str | None:
        """Why this call would be refused, for a framework that can say so before it runs; None where it would not be."""
        found = await self._preview(tool, arguments)
        return None if found.error is None else in_words(found.error)

    async def _preview(self, tool: str, arguments: Mapping[str, Any] | str) -> Preview:
        options = {name: value for name, value in self._options.items() if name != "session"}
        return await asyncio.to_thread(self._executor.preview, tool, arguments, **options)

    async def call(
        self, tool: str, arguments: Mapping[str, Any] | str, *, answer: ApprovalAnswer | None = None
    ) -> Outcome:
        """How a governed call ended.

        Args:
            tool: Its name.
            arguments: A JSON object.
            answer: What the framework's user said of exactly this call; None where nobody was asked.
        """
        call_id = f"f-{secrets.token_hex(12)}"
        with self._answered(call_id, answer):
            return await self._executor.call(tool, arguments, call_id=call_id, **self._options)

    async def stream(
        self, tool: str, arguments: Mapping[str, Any] | str, *, answer: ApprovalAnswer | None = None
    ) -> AsyncGenerator[ToolStatus | Outcome, None]:
        """What a governed call tells while it runs, and last its outcome."""
        call_id = f"f-{secrets.token_hex(12)}"
        with self._answered(call_id, answer):
            async for event in self._executor.stream(tool, arguments, call_id=call_id, **self._options):
                yield event

    @contextmanager
    def _answered(self, call_id: str, answer: ApprovalAnswer | None) -> Iterator[None]:
        """Have an answer at hand for as long as its call runs."""
        if self.approvals is None or answer is None:
            yield
            return
        self.approvals.put(call_id, answer)
        try:
            yield
        finally:
            self.approvals.drop(call_id)


def said(approver: str, *, approved: bool) -> ApprovalAnswer:
    """What a framework's user said."""
    return ApprovalAnswer(approved=approved, approver=approver, reason="" if approved else "the user said no")


def told(outcome: Outcome) -> tuple[str, bool]:
    """What a model is told of an outcome, and whether that is an error: its code, what went wrong, what to do."""
    result = PROVIDERS["mcp"].result(outcome)
    return result["content"][0]["text"], result["isError"]


def in_words(error: ErrorInfo) -> str:
    """The same as one line, for a framework that wraps what it is given."""
    executed = "It may have had effects." if error.executed else "Nothing was executed."
    return f"{error.code}: {error.message.rstrip('.')}. {error.suggestion} {executed}".replace("  ", " ")


def schema_of(manifest: Manifest) -> dict[str, Any]:
    """A copy of the tool's input schema, always with properties: some frameworks look for them."""
    copied: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(manifest.input_schema))
    copied.setdefault("type", "object")
    copied.setdefault("properties", {})
    return copied


def _exactly(arguments: Any) -> bytes:
    return msgspec.json.encode(arguments, order="sorted")
