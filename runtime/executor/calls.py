"""The calls of an executor: the forms in which they are made, and two of their steps.

0. admit: a closed or failed executor refuses; malformed options are refused.
3. claim: an id that a caller gave names one call, which runs once. One that ran before gives its outcome again.

An id is claimed once the arguments are frozen, as they are part of what it names. A call that is refused before it gets so far has
arguments that equal no others, and claims its id all the same: its records stand under that id unless it is another call's.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from concurrent.futures import Future

from runtime.contracts import canonical, steps
from runtime.contracts.capability import Capability
from runtime.contracts.decision import NOT_ASKED
from runtime.contracts.digest import Digest, digest
from runtime.contracts.errors import (
    AuditError,
    CallRepeated,
    ConfigurationError,
    InputInvalid,
    RefusedError,
)
from runtime.contracts.invocation import ErrorInfo, Outcome, Principal
from runtime.executor.call_log import CallLog
from runtime.executor.dependencies import (
    CallRequest,
    Preview,
    as_grants,
    as_principal,
    check_call_id,
    check_limits,
    check_session,
)
from runtime.executor.idempotency import IdempotencyCache
from runtime.executor.lifecycle import Lifecycle
from runtime.executor.pipeline import Pipeline
from runtime.executor.progress import Progress
from runtime.executor.salts import fresh_salt
from runtime.executor.stages import Arrived, Call, Frozen


class Calls:
    """Runs governed calls: one, many, each at most once. Usable from one event loop or several; no global state."""

    def __init__(
        self,
        pipeline: Pipeline,
        log: CallLog,
        lifecycle: Lifecycle,
        default_grants: tuple[Capability, ...] = (),
    ) -> None:
        """Take nothing yet.

        Args:
            pipeline: Runs them.
            log: Remembers the ids of calls that other processes ran.
            lifecycle: Whether calls are taken; told of each one that is under way.
            default_grants: For calls that name none.
        """
        self._pipeline = pipeline
        self._log = log
        self._lifecycle = lifecycle
        self._default_grants = default_grants
        self._ids = IdempotencyCache()

    async def call(self, request: CallRequest) -> Outcome:
        """How one call ended.

        Raises:
            AuditError: the log cannot be written: nothing ran, or the result is withheld.
            ConfigurationError: the executor is closed, or its set-up broke.
        """
        with self._lifecycle:
            progress, refusal = self._admit(request)
            if refusal is not None:
                return await self._pipeline.refuse(progress, refusal)
            begun = self._pipeline.begin(progress, request.arguments)
            if request.call_id is None:
                return await self._pipeline.govern(progress, begun)
            return await self._once(progress, begun)

    async def call_many(self, requests: Iterable[CallRequest], *, concurrency: int) -> list[Outcome]:
        """How the calls ended, in the order of the requests; at most ``concurrency`` run at once.

        Raises:
            AuditError: as `call`; calls that have not begun are not begun.
        """
        if concurrency < 1:
            raise ConfigurationError("concurrency must be at least 1", field="concurrency")
        pending = list(enumerate(requests))
        outcomes: list[Outcome | None] = [None] * len(pending)
        pending.reverse()

        async def work() -> None:
            while pending:
                index, request = pending.pop()
                outcomes[index] = await self.call(request)

        workers = [asyncio.create_task(work()) for _ in range(min(concurrency, len(pending)))]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        return [outcome for outcome in outcomes if outcome is not None]

    def preview(self, request: CallRequest) -> Preview:
        """What would be decided of a call, as far as that is known without asking anybody."""
        progress, refusal = self._admit(request)
        if refusal is not None:
            return Preview(decision=NOT_ASKED, error=ErrorInfo.of(refusal))
        return self._pipeline.preview(progress, request.arguments)

    def _admit(self, request: CallRequest) -> tuple[Progress, InputInvalid | None]:
        """Step 0: the call, with safe values for options that are malformed, and what is wrong with them."""
        self._lifecycle.require_open()
        call_id, limits, session = request.call_id, request.limits, request.session
        who, refusal = Principal(id="(invalid)"), None
        granted: tuple[Capability, ...] = ()
        try:
            who = as_principal(request.principal)
            granted = self._default_grants if request.grants is None else as_grants(request.grants)
            check_call_id(call_id)
            check_limits(limits)
            check_session(session)
        except InputInvalid as error:
            call_id, limits, session, refusal = None, None, None, error
        name = request.tool if isinstance(request.tool, str) else ""
        call = Call(call_id or _new_id(), name, who, granted, limits, session, time.perf_counter_ns())
        return Progress(Arrived(call), self._log.keeps_values, self._log.hidden_names), refusal

    async def _once(self, progress: Progress, begun: Frozen | RefusedError) -> Outcome:
        """Step 3: run the call if its id is new; otherwise wait for, or repeat, the outcome of the first."""
        call_id = progress.call.call_id
        repeated = CallRepeated(f"call id {call_id!r} ran before", call_id=call_id)
        if isinstance(begun, Frozen):
            progress.step = steps.CLAIM
        try:
            future, first = self._ids.enter(call_id, _fingerprint(begun))
            if not first:
                return await _outcome_of(future)
            if self._ran_before(call_id):
                self._ids.fail(call_id, repeated)
                raise repeated
        except RefusedError as error:
            return await self._refuse_apart(progress, begun, error)
        try:
            outcome = await self._pipeline.govern(progress, begun)
        except CallRepeated as error:
            # Another writer of this log took the id since `_ran_before`: nothing of this call was written.
            self._ids.fail(call_id, error)
            return await self._refuse_apart(progress, begun, error)
        except asyncio.CancelledError:
            self._ids.fail(call_id, repeated)  # it may have run: from here on the log knows
            raise
        except BaseException as error:
            self._ids.fail(call_id, error)
            raise
        self._ids.settle(call_id, outcome)
        return outcome

    async def _refuse_apart(
        self, progress: Progress, begun: Frozen | RefusedError, taken: RefusedError
    ) -> Outcome:
        """Refuse a call whose id is another's, for what is wrong with the call itself if anything is."""
        refusal = begun if isinstance(begun, RefusedError) else taken
        return await self._pipeline.refuse_under(_new_id(), progress, refusal)

    def _ran_before(self, call_id: str) -> bool:
        try:
            return self._log.has_call(call_id)
        except AuditError as error:
            self._ids.fail(call_id, error)  # or whoever repeats the call would wait for ever
            raise


def _new_id() -> str:
    return f"c-{fresh_salt()[:12].hex()}"


def _fingerprint(begun: Frozen | RefusedError) -> Digest:
    """What makes two uses of one call id the same call; a call without arguments to compare is no other one's."""
    if isinstance(begun, RefusedError):
        return digest(fresh_salt())
    call = begun.call
    return digest(canonical.encode([call.tool_name, call.principal.id]) + begun.arguments.canonical)


async def _outcome_of(future: Future[Outcome]) -> Outcome:
    """The outcome of a call that somebody else runs; giving up does not take it from others who wait."""
    waiting = asyncio.wrap_future(future)
    waiting.add_done_callback(_looked_at)
    return await asyncio.shield(waiting)


def _looked_at(outcome: asyncio.Future[Outcome]) -> None:
    """Spare whoever gave up waiting asyncio's complaint that nobody asked for the error."""
    if not outcome.cancelled():
        outcome.exception()
