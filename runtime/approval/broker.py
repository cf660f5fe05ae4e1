"""Asks an approver for exactly one set of arguments, once.

The request carries the digest of the canonical arguments, and the executor runs exactly those bytes: an answer
cannot be carried over to another call. No approver, an exception in one, or silence past the expiry count as no.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable

from runtime.contracts.errors import ApprovalRejected, ApprovalRequired
from runtime.contracts.ports import ApprovalAnswer, ApprovalRequest

Answer = bool | ApprovalAnswer
ApproveCallback = Callable[[ApprovalRequest], Answer | Awaitable[Answer]]


class Broker:
    """The one way from a question to an approved call."""

    def __init__(self, approve: ApproveCallback | None, *, expiry_s: float = 300.0) -> None:
        """Use a callback, plain or async, that answers with a bool or an `ApprovalAnswer`."""
        self._approve = approve
        self._expiry_s = expiry_s

    @property
    def available(self) -> bool:
        """Whether there is anybody to ask."""
        return self._approve is not None

    def expires_us(self) -> int:
        """When a request made now expires, in microseconds of the Unix epoch."""
        return time.time_ns() // 1000 + int(self._expiry_s * 1e6)

    def require_approver(self, request: ApprovalRequest) -> None:
        """Refuse before anything is asked where nobody could answer.

        Raises:
            ApprovalRequired: no approver is configured.
        """
        if self._approve is None:
            raise ApprovalRequired(
                f"{request.tool} needs approval and no approver is configured",
                reasons=list(request.reasons),
                arguments_digest=request.arguments_digest,
            )

    async def ask(self, request: ApprovalRequest) -> ApprovalAnswer:
        """The answer to exactly this request; every fault is a rejection that says why."""
        if self._approve is None:
            return ApprovalAnswer(approved=False, approver="nobody", reason="no approver is configured")
        try:
            async with asyncio.timeout(self._expiry_s):
                answer = await self._answer(request)
        except TimeoutError:
            return ApprovalAnswer(approved=False, approver="nobody", reason="the request expired")
        except Exception as error:  # noqa: BLE001  # an approver is foreign code: whatever breaks in it is a no
            name = type(error).__name__
            return ApprovalAnswer(approved=False, approver="nobody", reason=f"the approver failed ({name})")
        return answer

    async def _answer(self, request: ApprovalRequest) -> ApprovalAnswer:
        approve = self._approve
        assert approve is not None  # noqa: S101  # ask() looked
        if inspect.iscoroutinefunction(approve):
            answer = await approve(request)
        else:  # a plain callback may wait for a human: keep the loop free
            answer = await asyncio.to_thread(approve, request)
            if inspect.isawaitable(answer):
                answer = await answer
        if isinstance(answer, ApprovalAnswer):
            return answer
        if answer is True:
            return ApprovalAnswer(approved=True, approver="callback")
        # Anything that is not exactly True is a no: a truthy mistake must not approve.
        return ApprovalAnswer(approved=False, approver="callback")


def rejected(answer: ApprovalAnswer) -> ApprovalRejected:
    """The refusal that a negative answer becomes."""
    reason = f": {answer.reason}" if answer.reason else ""
    return ApprovalRejected(f"approval was rejected by {answer.approver}{reason}", approver=answer.approver)
