"""Asks an approver for exactly one set of arguments, once.

The request carries the digest of the canonical arguments, and the executor runs exactly those bytes: an answer
cannot be carried over to another call. No approver, an exception in one, or silence past the expiry count as no.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
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
            return _no("no approver is configured")
        try:
            async with asyncio.timeout(self._expiry_s):
                return _read(await self._answer(self._approve, request))
        except TimeoutError:
            return _no("the request expired")
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():  # the caller gave up; otherwise the approver says so
                raise
            return _broken(error)
        except KeyboardInterrupt as error:
            if (
                threading.current_thread() is threading.main_thread()
            ):  # only there can a person have interrupted
                raise
            return _broken(error)
        except BaseException as error:  # noqa: BLE001  # an approver is foreign code: whatever breaks in it is a no
            return _broken(error)

    @staticmethod
    async def _answer(approve: ApproveCallback, request: ApprovalRequest) -> object:
        if inspect.iscoroutinefunction(approve):
            return await approve(request)
        # A plain callback may wait for a human: keep the loop free.
        answer = await asyncio.to_thread(_call, approve, request)
        return await answer if inspect.isawaitable(answer) else answer


def _call(approve: ApproveCallback, request: ApprovalRequest) -> object:
    try:
        return approve(request)
    except BaseException as error:  # noqa: BLE001  # SystemExit and its like would end the loop that waits
        return _broken(error)


def _read(answer: object) -> ApprovalAnswer:
    """Anything that is not exactly True is a no: a truthy mistake must not approve."""
    if answer is True:
        return ApprovalAnswer(approved=True, approver="callback")
    if not isinstance(answer, ApprovalAnswer):
        return ApprovalAnswer(approved=False, approver="callback")
    if (
        type(answer.approved) is not bool
        or type(answer.approver) is not str
        or type(answer.reason) is not str
    ):
        return _no("the approver gave a malformed answer")
    return answer


def _broken(error: BaseException) -> ApprovalAnswer:
    return _no(f"the approver failed ({type(error).__name__[:64]})")


def _no(reason: str) -> ApprovalAnswer:
    return ApprovalAnswer(approved=False, approver="nobody", reason=reason)


def rejected(answer: ApprovalAnswer) -> ApprovalRejected:
    """The refusal that a negative answer becomes."""
    reason = f": {answer.reason}" if answer.reason else ""
    return ApprovalRejected(f"approval was rejected by {answer.approver}{reason}", approver=answer.approver)
