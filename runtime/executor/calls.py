"""The calls of an executor: the forms in which they are made, and two of their steps.

0. admit: a closed or failed executor refuses; malformed options are refused; a call waits for a place, or is turned away.
3. claim: an id that a caller gave names one call, which runs once. One that ran before gives its outcome again.

An id belongs to its principal. An id is claimed once the arguments are frozen, as they are part of what it names. A call that is refused before it gets so far has
arguments that equal no others, and claims its id all the same: its records stand under that id unless it is another call's.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Iterable, Sequence
from concurrent.futures import Future

import msgspec

from runtime.capability.match import CapabilitySet
from runtime.contracts import canonical, steps
from runtime.contracts.audit import LoggedRecord
from runtime.contracts.capability import Capability
from runtime.contracts.changes import ChangesMode
from runtime.contracts.decision import NOT_ASKED
from runtime.contracts.digest import Digest, digest
from runtime.contracts.errors import (
    CallConflict,
    CallRepeated,
    ConfigurationError,
    InputInvalid,
    Overloaded,
    RefusedError,
)
from runtime.contracts.invocation import ErrorInfo, Outcome, Principal
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.tracing import CURRENT, parse_traceparent
from runtime.executor.admission import Admission
from runtime.executor.call_log import CallLog
from runtime.executor.dependencies import (
    CallRequest,
    Preview,
    as_grants,
    as_principal,
    check_call_id,
    check_changes,
    check_limits,
    check_session,
)
from runtime.executor.entitlements import Entitlements
from runtime.executor.event_stream import EventStream
from runtime.executor.idempotency import CallKey, IdempotencyCache, conflict
from runtime.executor.lifecycle import Lifecycle
from runtime.executor.pipeline import Pipeline
from runtime.executor.progress import Progress
from runtime.executor.recorded_outcome import principal_of, repeated
from runtime.executor.salts import fresh_salt
from runtime.executor.shed_calls import ShedCalls
from runtime.executor.stages import Arrived, Call, Frozen


class Calls:
    """Runs governed calls: one, many, each at most once. Usable from one event loop or several; no global state."""

    def __init__(
        self,
        pipeline: Pipeline,
        log: CallLog,
        lifecycle: Lifecycle,
        places: Admission,
        entitlements: Entitlements = Entitlements(),  # noqa: B008  # frozen
    ) -> None:
        """Take nothing yet.

        Args:
            pipeline: Runs them.
            log: Remembers the ids of calls that other processes ran.
            lifecycle: Whether calls are taken; told of each one that is under way.
            places: How many calls run, and wait, at once.
            entitlements: What principals have beside what their calls bring.
        """
        self._pipeline = pipeline
        self._log = log
        self._lifecycle = lifecycle
        self._entitlements = entitlements
        self._ids = IdempotencyCache()
        self._places = places
        self._shed = ShedCalls(log.commit_apart, log.hidden_names)

    async def stream(self, request: CallRequest) -> AsyncGenerator[ToolStatus | Outcome, None]:
        """What the call tells while it runs, and last how it ended. Whoever leaves before that cancels it.

        Raises:
            AuditError, ConfigurationError: as `call`.
        """
        events = EventStream()
        running = asyncio.create_task(self.call(request, events))
        running.add_done_callback(lambda _: events.finish())
        try:
            while (event := await events.get()) is not None:
                yield event
            yield await running
        finally:
            events.leave()
            running.cancel()
            while not running.done():  # cancelled meanwhile, it waits for the record all the same
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.wait((running,))
            _looked_at(running)

    async def call(self, request: CallRequest, events: EventStream | None = None) -> Outcome:
        """How one call ended.

        Args:
            request: The call.
            events: Takes what it tells while it runs.

        Raises:
            AuditError: the log cannot be written: nothing ran, or the result is withheld.
            ConfigurationError: the executor is closed, or its set-up broke.
        """
        with self._lifecycle:
            progress, refusal = self._admit(request, events)
            with self._log.observation.watch(progress) as watch:
                return watch.saw(await self._in_turn(progress, request, refusal))

    async def _in_turn(
        self, progress: Progress, request: CallRequest, refusal: InputInvalid | None
    ) -> Outcome:
        """The rest of step 0: a place, or none."""
        who = progress.call.principal.id
        try:
            await self._places.enter(who)
        except Overloaded as overloaded:
            return self._pipeline.shed(progress, overloaded, await self._shed.count(who))
        try:
            return await self._govern(progress, request, refusal)
        finally:
            self._places.leave()

    async def _govern(
        self, progress: Progress, request: CallRequest, refusal: InputInvalid | None
    ) -> Outcome:
        """Steps 1 to 14."""
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
        progress, refusal = self._admit(request, traced=False)
        if refusal is not None:
            return Preview(decision=NOT_ASKED, error=ErrorInfo.of(refusal))
        return self._pipeline.preview(progress, request.arguments)

    def could_run(self, request: CallRequest) -> bool:
        """Whether gate and policy let a call of this tool go on with some arguments; those of the request do not count."""
        progress, refusal = self._admit(request)
        return refusal is None and self._pipeline.could_run(progress.call)

    def _admit(
        self, request: CallRequest, events: EventStream | None = None, *, traced: bool = True
    ) -> tuple[Progress, InputInvalid | None]:
        """Step 0: the call, with safe values for options that are malformed, and what is wrong with them."""
        self._lifecycle.require_open()
        call_id, limits, session = request.call_id, request.limits, request.session
        who, refusal = Principal(id="(invalid)"), None
        changes: ChangesMode = "direct"
        granted: tuple[Capability, ...] = ()
        try:
            who = self._entitlements.with_roles(as_principal(request.principal))
            granted = (
                self._entitlements.grants_of(who.id) if request.grants is None else as_grants(request.grants)
            )
            check_call_id(call_id)
            check_limits(limits)
            check_session(session)
            check_changes(request.changes)
            changes = request.changes or "direct"
        except InputInvalid as error:
            call_id, limits, session, refusal = None, None, None, error
        name = request.tool if isinstance(request.tool, str) else ""
        call = Call(
            call_id or _new_id(),
            name,
            who,
            granted,
            limits,
            session,
            time.perf_counter_ns(),
            events=events,
            changes=changes,
            trace=CURRENT.get() if request.trace is None else parse_traceparent(request.trace),
        )
        if traced:
            call = self._log.observation.traced(call)
        return Progress(Arrived(call), self._log.keeps_values, self._log.hidden_names), refusal

    async def _once(self, progress: Progress, begun: Frozen | RefusedError) -> Outcome:
        """Step 3: run the call if its id is new; otherwise wait for, or tell, the outcome of the first."""
        call = progress.call
        key, fingerprint = CallKey(call.principal.id, call.call_id), _fingerprint(begun)
        if isinstance(begun, Frozen):
            progress.enter(steps.CLAIM)
        try:
            known = self._ids.enter(key, fingerprint)
        except RefusedError as error:
            return await self._refuse_apart(progress, begun, error)
        if known is not None:
            try:
                return await _outcome_of(known) if isinstance(known, Future) else known
            except RefusedError as error:
                return await self._refuse_apart(progress, begun, error)
        try:
            outcome = await self._first(key, fingerprint, progress, begun)
        except (CallRepeated, CallConflict) as error:
            self._ids.fail(key, error)
            return await self._refuse_apart(progress, begun, error)
        except asyncio.CancelledError:
            # It may have run: from here on the log knows.
            self._ids.fail(key, repeated(call.call_id, "aborted"))
            raise
        except BaseException as error:
            self._ids.fail(key, error)  # or whoever repeats the call would wait for ever
            raise
        self._ids.settle(key, outcome)
        return outcome

    async def _first(
        self, key: CallKey, fingerprint: Digest, progress: Progress, begun: Frozen | RefusedError
    ) -> Outcome:
        """Run the call, unless the log shows that it ran.

        Raises:
            CallConflict: a different call ran under its id.
            CallRepeated: it ran, and its outcome cannot be told; or another writer of the log took the id this very moment.
        """
        name, found = await self._name(key)
        if found is not None:
            if isinstance(begun, RefusedError):  # it is no call that could have run
                raise conflict(key.call_id)
            return await asyncio.to_thread(
                self._pipeline.recorded, name, fingerprint, found, self._log.open_value
            )
        if name != key.call_id:
            progress.rename(name)
            begun = progress.reached if isinstance(progress.reached, Frozen) else begun
        progress.request = fingerprint
        return await self._pipeline.govern(progress, begun)

    async def _name(self, key: CallKey) -> tuple[str, Sequence[LoggedRecord] | None]:
        """The id that the call's records have, and the records where it ran before."""
        if self._log.has_call(key.call_id):
            found = await asyncio.to_thread(self._log.records_of, key.call_id)
            owner = await asyncio.to_thread(principal_of, found, self._log.open_value)
            if owner in (key.principal, None):
                return key.call_id, found
        elif not self._log.has_call(key.apart) and self._ids.take_name(key, key.call_id):
            return key.call_id, None
        if self._log.has_call(key.apart):
            return key.apart, await asyncio.to_thread(self._log.records_of, key.apart)
        self._ids.take_name(key, key.apart)
        return key.apart, None

    async def _refuse_apart(
        self, progress: Progress, begun: Frozen | RefusedError, taken: RefusedError
    ) -> Outcome:
        """Refuse a call whose id is another's, for what is wrong with the call itself if anything is."""
        refusal = begun if isinstance(begun, RefusedError) else taken
        return await self._pipeline.refuse_under(_new_id(), progress, refusal)


def _new_id() -> str:
    return f"c-{fresh_salt()[:12].hex()}"


def _fingerprint(begun: Frozen | RefusedError) -> Digest:
    """What makes two uses of one call id the same call; a call without arguments to compare is no other one's."""
    if isinstance(begun, RefusedError):
        return digest(fresh_salt())
    call = begun.call
    asked = [
        call.tool_name,
        call.principal.to_data(),
        CapabilitySet(call.grants).to_data(),
        msgspec.to_builtins(call.limits),
        call.changes,
    ]
    try:
        return digest(canonical.encode(asked) + begun.arguments.canonical)
    except canonical.NotCanonical:  # a principal's attributes: step 6 refuses them
        return digest(fresh_salt())


async def _outcome_of(future: Future[Outcome]) -> Outcome:
    """The outcome of a call that somebody else runs; giving up does not take it from others who wait."""
    waiting = asyncio.wrap_future(future)
    waiting.add_done_callback(_looked_at)
    return await asyncio.shield(waiting)


def _looked_at(outcome: asyncio.Future[Outcome]) -> None:
    """Spare whoever gave up waiting asyncio's complaint that nobody asked for the error."""
    if not outcome.cancelled():
        outcome.exception()
