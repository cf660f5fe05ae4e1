"""Asks for approval of exactly one set of arguments, once.

1. A rule that fits answers in a person's place; not where changes are asked about, which nobody had seen when the rule was made.
2. An answer that was given earlier to exactly this question, and is not used yet, is taken.
3. The approver is asked, and has until the request expires.
4. With nobody to ask, the question is kept in the inbox, and the call refused: it may be repeated once it is answered.

The request carries the digest of the canonical arguments, and the executor runs exactly those bytes: an answer
cannot be carried over to another call. No approver, an exception in one, or silence past the expiry count as no.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from runtime.approval.clock import system_time_us
from runtime.contracts.approval import ApprovalAnswer, ApprovalInbox, ApprovalRequest, ApprovalRules
from runtime.contracts.errors import ApprovalRejected, ApprovalRequired, ConfigurationError

Answer = bool | ApprovalAnswer
ApproveCallback = Callable[[ApprovalRequest], Answer | Awaitable[Answer]]
_log = logging.getLogger("runtime.approval")


class Broker:
    """The one way from a question to an approved call."""

    def __init__(
        self,
        approve: ApproveCallback | None = None,
        *,
        rules: ApprovalRules | None = None,
        inbox: ApprovalInbox | None = None,
        expiry_s: float = 300.0,
        now_us: Callable[[], int] = system_time_us,
    ) -> None:
        """Keep who can answer.

        Args:
            approve: A callback, plain or async, that answers with a bool or an `ApprovalAnswer`.
            rules: What answers in a person's place.
            inbox: Where questions wait that nobody can answer now.
            expiry_s: How long a question, and an answer that is not used, is good for.
            now_us: Real time, as the inbox has it.
        """
        self._approve = approve
        self._rules = rules
        self._inbox = inbox
        self._expiry_s = expiry_s
        self._now_us = now_us

    def expires_us(self) -> int:
        """When a request made now expires, in microseconds of the Unix epoch."""
        return self._now_us() + int(self._expiry_s * 1e6)

    async def settled(self, request: ApprovalRequest, arguments: bytes) -> ApprovalAnswer | None:
        """The answer of a rule, or one given earlier; None where somebody has to be asked.

        A thread reads the files; where there are none, as in most programs that bring an approver, it would cost more than it finds.

        Args:
            request: What would run.
            arguments: Its canonical arguments.
        """
        if not any(kept is not None and kept.is_there() for kept in (self._rules, self._inbox)):
            return None
        return await asyncio.to_thread(self._settled, request, arguments)

    def _settled(self, request: ApprovalRequest, arguments: bytes) -> ApprovalAnswer | None:
        rules = self._rules if request.changes_digest is None else None
        rule = rules.match(request, arguments) if rules is not None else None
        if rule is not None:
            return ApprovalAnswer(approved=True, approver=f"rule:{rule.id}", rule=rule.id)
        claimed = self._inbox.claim(request) if self._inbox is not None else None
        return None if claimed is None else _read(claimed)

    def require_anybody(self, request: ApprovalRequest) -> None:
        """Refuse before anything is asked where nobody could ever answer.

        Raises:
            ApprovalRequired: there is neither an approver nor an inbox.
        """
        if self._approve is None and self._inbox is None:
            raise _unattended(request, f"{request.tool} needs approval and no approver is configured")

    async def ask(self, request: ApprovalRequest, arguments: bytes) -> ApprovalAnswer:
        """The approver's answer to exactly this request; every fault of the approver is a rejection that says why.

        Raises:
            ApprovalRequired: nobody can answer now; the question is kept under the id that the error names.
        """
        if self._approve is None:
            raise await asyncio.to_thread(self._kept, request)
        answer = await self._ask(self._approve, request)
        always = answer.approved and answer.always and request.changes_digest is None
        if always and answer.arguments is None and self._rules is not None:
            await asyncio.to_thread(_remember, self._rules, request, arguments)
        return answer

    def _kept(self, request: ApprovalRequest) -> ApprovalRequired:
        if self._inbox is None:
            return _unattended(request, f"{request.tool} needs approval and no approver is configured")
        try:
            kept = self._inbox.put(request)
        except ConfigurationError as error:
            _log.warning("a question cannot be kept: %s", error)
            suggestion = "Have an operator look at `runtime approvals list`."
            message = f"{request.tool} needs approval, and the question cannot be kept"
            return _unattended(request, message, suggestion=suggestion)
        return _unattended(
            request,
            f"{request.tool} needs approval, asked for as {kept.id}",
            suggestion=f"Have somebody run `runtime approvals approve {kept.id}`, then make the same call again.",
            approval=kept.id,
            expires_us=kept.request.expires_us,
        )

    async def _ask(self, approve: ApproveCallback, request: ApprovalRequest) -> ApprovalAnswer:
        try:
            async with asyncio.timeout(self._expiry_s):
                return _given_now(await self._answer(approve, request))
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


def _remember(rules: ApprovalRules, request: ApprovalRequest, arguments: bytes) -> None:
    """Make the rule that was asked for; where that fails, the yes still stands for this call."""
    if request.redact:
        _log.warning("approved this once, and no rule was made: policy lets nobody keep these arguments")
        return
    try:
        rules.always(request, arguments)
    except ConfigurationError as error:
        _log.warning("approved this once, and no rule was made: %s", error)


def _unattended(request: ApprovalRequest, message: str, **details: Any) -> ApprovalRequired:
    suggestion = details.pop("suggestion", "")
    return ApprovalRequired(
        message,
        suggestion=suggestion,
        reasons=list(request.reasons),
        arguments_digest=request.arguments_digest,
        **details,
    )


def _call(approve: ApproveCallback, request: ApprovalRequest) -> object:
    try:
        return approve(request)
    except BaseException as error:  # noqa: BLE001  # SystemExit and its like would end the loop that waits
        return _broken(error)


def _given_now(answer: object) -> ApprovalAnswer:
    """The answer of an approver, which is nobody else's: it cannot use up one that waits."""
    return msgspec.structs.replace(_read(answer), approval=None, expires_us=None)


def _read(answer: object) -> ApprovalAnswer:
    """Anything that is not exactly True is a no: a truthy mistake must not approve."""
    if answer is True:
        return ApprovalAnswer(approved=True, approver="callback")
    if not isinstance(answer, ApprovalAnswer):
        return ApprovalAnswer(approved=False, approver="callback")
    if not _well_formed(answer):
        return _no("the approver gave a malformed answer")
    return answer


def _well_formed(answer: ApprovalAnswer) -> bool:
    """A struct made in code holds anything."""
    return (
        type(answer.approved) is bool
        and type(answer.always) is bool
        and type(answer.approver) is str
        and type(answer.reason) is str
        and (answer.arguments is None or type(answer.arguments) is dict)
        and (answer.rule is None or type(answer.rule) is str)
    )


def _broken(error: BaseException) -> ApprovalAnswer:
    return _no(f"the approver failed ({type(error).__name__[:64]})")


def _no(reason: str) -> ApprovalAnswer:
    return ApprovalAnswer(approved=False, approver="nobody", reason=reason)


def rejected(answer: ApprovalAnswer) -> ApprovalRejected:
    """The refusal that a negative answer becomes."""
    reason = f": {answer.reason}" if answer.reason else ""
    return ApprovalRejected(f"approval was rejected by {answer.approver}{reason}", approver=answer.approver)
