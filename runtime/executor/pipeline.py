"""One governed call, from a name to a receipt.

    0  admit       closed or failed: refuse. Malformed options: refuse
    1  find        the tool by its name; what is not registered is denied
    2  freeze      the arguments become private canonical bytes, within what the tool declares for them
    3  claim       the id that a caller gave: one that ran before gives its outcome again, and runs nothing
    4  validate    the arguments meet the input schema, which adds its defaults
    5  gate        declared capabilities, narrowed to what the caller granted; one not covered is a refusal
    6  policy      default deny; its obligations can only narrow
    7  rate        at most as many calls as policy allows in a while
    8  approve     exactly these bytes, once, where policy or the manifest asks for it
    9  intent      ToolInvoked, CapabilityCheck, PolicyDecision durable: before this, nothing has run
    10 run         on the tool's backend, under its bounds, with handles for what steps 5 and 6 left
    11 validate    the output against the output schema
    12 normalize   and hash
    13 complete    what a reviewed command changed is decided and made; the completion record durable: before this, nothing is released
    14 outcome

Steps 0 and 3 are in `runtime.executor.calls`, those that decide in `runtime.executor.decision_steps`, step 8 in
`runtime.executor.approval_step`. What exists after which step is said by the types of `runtime.executor.stages`. Each exit between
1 and 13 leaves one terminal record that names its step, failures and cancellation included.

Source: tool system specification, "Tool Execution" and "Auditing".
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from runtime.contracts import steps
from runtime.contracts.audit import LoggedRecord, Receipt, ShadowDecision
from runtime.contracts.decision import NOT_ASKED, Decision, PolicyInput
from runtime.contracts.digest import Digest
from runtime.contracts.errors import (
    AuditError,
    BackendFault,
    CallRepeated,
    CapabilityMissing,
    Error,
    FailedError,
    Overloaded,
    RefusedError,
    RuntimeFault,
)
from runtime.contracts.invocation import Completed, ErrorInfo, Failed, Outcome, Refused
from runtime.executor import records
from runtime.executor.admission import Admission
from runtime.executor.approval_step import ApprovalStep
from runtime.executor.call_log import CallLog
from runtime.executor.call_tree import CallNode
from runtime.executor.changes_step import ChangesStep
from runtime.executor.commitments import redacts
from runtime.executor.decision_steps import (
    allow,
    find,
    freeze,
    gate,
    judge,
    needs_approval,
    question,
    recorded_question,
    require_nothing_missing,
    validate,
)
from runtime.executor.dependencies import Dependencies, Preview
from runtime.executor.event_stream import EventStream
from runtime.executor.example_arguments import example_arguments
from runtime.executor.large_outputs import in_turn
from runtime.executor.nested_calls import NestedCalls
from runtime.executor.prepared import Manifests
from runtime.executor.progress import Progress, Review
from runtime.executor.recorded_outcome import Open, tell
from runtime.executor.session import PinnedSession, Sessions
from runtime.executor.stages import (
    Arrived,
    Call,
    Finished,
    Found,
    Frozen,
    Gated,
    Intended,
    Ran,
    Running,
    Validated,
    decision_on,
    fuel_used,
    parent_id,
)
from runtime.executor.surroundings import CallSurroundings
from runtime.validation.normalize import Normalized, is_small

_DECIDING = 128
"""Questions that the engine is asked at once: a quarter of a second's work on a busy machine, and its deadline is one second."""
_E = TypeVar("_E", Refused, Failed)
_log = logging.getLogger("runtime.executor")


class Pipeline:
    """Takes a call through its steps. One pipeline serves all calls of an executor."""

    def __init__(self, dependencies: Dependencies, log: CallLog) -> None:
        """Put it together.

        Args:
            dependencies: What the steps need.
            log: Where the calls' records go.
        """
        self._tools = dependencies.tools
        self._manifests = Manifests(dependencies.tools)
        self._suggest = dependencies.suggest
        self._engine = dependencies.engine
        self._make_context = dependencies.make_context
        self._normalizer = dependencies.normalizer
        self._log = log
        self._rates = dependencies.rates
        self._sessions = Sessions()
        self._surroundings = dependencies.surroundings
        self._shadow = dependencies.shadow
        self._approval = ApprovalStep(
            dependencies.broker, dependencies.engine, log, self._surroundings, dependencies.places
        )
        self._changes = ChangesStep(
            dependencies.broker,
            dependencies.engine,
            log,
            self._surroundings,
            dependencies.changes,
            dependencies.places,
        )
        self._deciding = Admission(_DECIDING)

    def begin(self, progress: Progress, arguments: Any) -> Frozen | RefusedError:
        """Steps 1 and 2: the call with arguments that nobody can change, or why `govern` will refuse it."""
        try:
            progress.enter(steps.FIND)
            found = progress.reached = find(progress.reached, self._tools, self._suggest)
            progress.enter(steps.FREEZE)
            frozen = progress.reached = freeze(found, arguments)
            return frozen
        except RefusedError as error:
            return error
        except Exception as error:  # noqa: BLE001  # whatever breaks, the call leaves its terminal record
            return _fault(progress, error)

    async def govern(self, progress: Progress, begun: Frozen | RefusedError) -> Outcome:
        """Steps 4 to 14, of what `begin` gave.

        Raises:
            CallRepeated: another writer of the log has taken the call's id; nothing of this call was written.
            AuditError: the log cannot be written: nothing ran, or the result is withheld.
        """
        if isinstance(begun, RefusedError):
            return await self.refuse(progress, begun)
        try:
            finished = await self._finish(progress, begun)
        except asyncio.CancelledError:
            await self._abort(progress)
            raise
        except (AuditError, CallRepeated):
            raise
        except Exception as error:  # noqa: BLE001  # whatever breaks, the call leaves its terminal record
            return await self._end(progress, error)
        finally:
            self._surroundings.over(progress.call)
            progress.let_go()
        return await self._complete(progress, finished)

    def recorded(
        self, call_id: str, fingerprint: Digest, found: Sequence[LoggedRecord], open_value: Open
    ) -> Completed:
        """How a call ended that ran before; raises as `tell`."""
        return tell(call_id, fingerprint, found, open_value, self._tools, self._normalizer)

    def preview(self, progress: Progress, arguments: Any) -> Preview:
        """What steps 1 to 6 would say of a call. Nothing runs, nobody is asked, nothing is recorded."""
        begun = self.begin(progress, arguments)
        if isinstance(begun, RefusedError):
            return Preview(decision=NOT_ASKED, error=ErrorInfo.of(begun))
        try:
            gated = _narrow(progress, begun)
            context = self._context(progress.call)
            judged = progress.reached = judge(gated, self._engine.decide(question(gated, context)))
            allowed = allow(judged)
        except RefusedError as error:
            return Preview(decision=decision_on(progress.reached), error=ErrorInfo.of(error))
        finally:
            self._surroundings.over(progress.call)
        return Preview(
            decision=allowed.decision,
            needs_approval=needs_approval(allowed),
            capabilities=tuple(allowed.authority.effective.to_data()),
            limits=allowed.authority.limits,
        )

    def could_run(self, call: Call) -> bool:
        """Whether gate and policy let a call of this tool go on with some arguments: those that `example_arguments` makes up.

        A tool that is shown to somebody is one that somebody can use: there is a call that policy said yes to. Nothing runs and nothing
        is recorded.
        """
        prepared = self._tools.get(call.tool_name)
        if prepared is None:
            return False
        for arguments in example_arguments(prepared.manifest.input_schema):
            try:
                frozen = freeze(Found(call, prepared), arguments)
                gated = gate(Validated(call, prepared, frozen.arguments))
                require_nothing_missing(gated)
                allow(judge(gated, self._engine.decide(question(gated, self._context(call)))))
            except Exception as error:  # noqa: BLE001  # a tool's own analysis may break on made-up arguments: it is not shown
                if isinstance(error, CapabilityMissing):
                    return False  # whatever the arguments are
            else:
                return True
            finally:
                self._surroundings.over(call)
        return False

    # -- the steps ----------------------------------------------------------------------------------------

    async def _finish(self, progress: Progress, frozen: Frozen) -> Finished:
        """Steps 4 to 12, and the commitment that step 13 records."""
        gated = _narrow(progress, frozen)
        progress.enter(steps.POLICY)
        context = self._context(progress.call)
        asked = question(gated, context)
        decision, progress.shadow = await self._decide(progress.call, gated, asked)
        judged = progress.reached = judge(gated, decision, recorded_question(asked, context.given))
        allowed = progress.reached = allow(judged)
        progress.enter(steps.RATE)
        if (rate := allowed.decision.obligations.rate) is not None:
            self._rates.admit(rate)
        noted = progress.open(allowed)
        progress.enter(steps.APPROVE)
        call, uses_session = noted.call, noted.prepared.manifest.session
        session = self._sessions.for_call(call.session, call.principal.id, uses_session=uses_session)
        approved = progress.reached = await self._approval.approve(
            progress, noted, session, self._sessions.id_of(call.session, call.principal.id)
        )
        progress.enter(steps.INTENT)
        review = progress.review = self._changes.announce(progress, approved)
        await self._log.commit(progress)
        intended = progress.reached = approved.intended()
        progress.enter(steps.RUN)
        ran = await self._run(progress, intended, session, review)
        progress.enter(steps.VALIDATE_OUTPUT)
        if is_small(ran.value):
            normalized, output = self._judge_output(progress, ran)
        else:
            normalized, output = await in_turn(ran.context, lambda: self._judge_output(progress, ran))
        if call.parent is not None:
            call.parent.charge(len(normalized.raw))
        progress.enter(steps.COMPLETE)
        progress.changes = await self._changes.settle(
            progress, ran, review, session, self._sessions.id_of(call.session, call.principal.id)
        )
        result = progress.commit_to("result", normalized.raw, ran.decision, redact=ran.redact)
        finished = progress.reached = ran.finished(normalized, result, output)
        return finished

    def _judge_output(self, progress: Progress, ran: Ran) -> tuple[Normalized, Any]:
        """Steps 11 and 12: the normal form, and the output read back from the bytes that the record commits to.

        A tool may still hold, and change, its own value.
        """
        manifest = ran.prepared.manifest
        if manifest.normalization != "binary":
            ran.prepared.output_schema.check(ran.value)
        progress.enter(steps.NORMALIZE)
        normalized = self._normalizer.normalize(
            manifest, ran.value, max_bytes=ran.context.limits.output_bytes
        )
        raw = normalized.raw
        return normalized, raw if manifest.normalization == "binary" else msgspec.json.decode(raw)

    async def _decide(
        self, call: Call, gated: Gated, asked: PolicyInput
    ) -> tuple[Decision, ShadowDecision | None]:
        """The decision, and what a second bundle would have decided otherwise.

        So many ask at once that each is answered well within the engine's deadline.
        """
        await self._deciding.enter(call.principal.id)
        try:
            if self._shadow is None:
                return await self._engine.ask(asked), None
            beside = question(gated, self._context(call))
            decision, shadow = await asyncio.gather(self._engine.ask(asked), self._shadow.ask(beside))
        finally:
            self._deciding.leave()
        return decision, records.shadowed(decision, shadow)

    def _context(self, call: Call) -> CallSurroundings:
        return self._surroundings.of(call, self._sessions.id_of(call.session, call.principal.id))

    async def _run(
        self, progress: Progress, intended: Intended, session: PinnedSession | None, review: Review | None
    ) -> Ran:
        call, prepared, authority = intended.call, intended.prepared, intended.authority
        calls, commands = None, None
        if (granted := authority.effective.get("tool_call")) is not None:
            calls = NestedCalls(intended, self._govern_inside)
            from runtime.scripted.governed import granted_commands  # few calls make calls

            commands = granted_commands(granted.tools, self._manifests, calls.context)
        context = self._make_context(
            call.call_id,
            authority.effective,
            authority.limits,
            principal=call.principal.id,
            tool=call.tool_name,
            session=session,
            calls=calls,
            events=call.events,
            commands=commands,
            trace=call.trace,
        )
        if call.events is not None:
            withheld = redacts("result", intended.redact + intended.decision.obligations.redact)
            call.events.open(withheld=withheld, max_bytes=authority.limits.output_bytes)
        if calls is not None:
            calls.node = CallNode(call.call_id, call.tool_name, authority.limits, context, call.parent)
        running = progress.reached = intended.running(context)
        try:
            self._changes.hold(review, context)
            value = await prepared.backend.run(prepared.tool, running.arguments.value, context)
        finally:
            context.close()
            try:
                if calls is not None:
                    await calls.close()
            finally:
                if checks := context.checks():
                    progress.note(records.checked(checks, "use", running.decision))
                if (use := context.script_use) is not None:
                    progress.note(records.script_ran(use))
                if call.events is not None:
                    _note_streamed(progress, running, call.events)
        ran = progress.reached = running.ran(value)
        return ran

    async def _govern_inside(self, call: Call, arguments: Any) -> Outcome:
        """Steps 1 to 14 of a call that a tool makes; step 0 is its capability's, and its id is new."""
        observation = self._log.observation
        call = observation.traced(call)
        progress = Progress(Arrived(call), self._log.keeps_values, self._log.hidden_names)
        with observation.watch(progress) as watch:
            return watch.saw(await self.govern(progress, self.begin(progress, arguments)))

    async def _complete(self, progress: Progress, finished: Finished) -> Completed:
        """Step 13, in which a cancellation changes nothing any more: the record is on its way. Then the outcome."""
        recorded = records.completed(finished)
        progress.note(recorded, finished.result.sealed)
        receipt = await self._log.commit(progress)
        call, normalized = finished.call, finished.normalized
        return Completed(
            call_id=call.call_id,
            tool=call.tool_name,
            parent=parent_id(call),
            receipt=receipt,
            decision=finished.decision,
            execution_time_ms=recorded.duration_us / 1000,
            fuel=finished.context.fuel_used,
            salts=progress.salts,
            output=finished.value,
            digest=normalized.digest,
            raw_digest=normalized.raw_digest,
            normalized=normalized.data,
            side_effects=finished.prepared.manifest.side_effects,
            changes=progress.changes,
        )

    # -- the other exits ----------------------------------------------------------------------------------

    async def refuse(self, progress: Progress, error: RefusedError) -> Refused:
        """End a call of which nothing ran."""
        progress.require_opening()
        return await self._deny(progress, error)

    async def refuse_under(self, call_id: str, progress: Progress, error: RefusedError) -> Refused:
        """Refuse a call whose id is another call's: its records must not mix with those, and get an id of their own."""
        taken = progress.call.call_id
        progress.rename(call_id)
        progress.note_opening()
        return msgspec.structs.replace(await self._deny(progress, error), call_id=taken)

    def shed(self, progress: Progress, error: Overloaded, receipt: Receipt) -> Refused:
        """End a call that was never begun; the receipt is that of the record which counts it."""
        return _ended(Refused, progress, receipt, error)

    async def _deny(self, progress: Progress, error: RefusedError) -> Refused:
        progress.note(records.denied(progress.step, error))
        return _ended(Refused, progress, await self._log.commit(progress), error)

    async def _end(self, progress: Progress, error: Exception) -> Outcome:
        if isinstance(error, RefusedError):
            return await self.refuse(progress, error)
        if not isinstance(error, FailedError):
            if progress.step < steps.RUN:
                return await self.refuse(progress, _fault(progress, error))
            error = BackendFault(_broke(progress, error))
        progress.require_opening()
        self._changes.drop(progress, progress.review, error)
        progress.note(records.failed(progress.reached, progress.step, error))
        return _ended(Failed, progress, await self._log.commit(progress), error)

    async def _abort(self, progress: Progress) -> None:
        progress.require_opening()
        self._changes.drop(progress, progress.review, None)
        progress.note(records.aborted(progress.call, progress.step))
        commit = asyncio.ensure_future(self._log.commit(progress))
        while not commit.done():  # cancelled again and again, the record is still written
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(commit)
        with contextlib.suppress(CallRepeated):  # the id's records are those of another writer's call
            commit.result()


def _note_streamed(progress: Progress, running: Running, events: EventStream) -> None:
    """Close the stream, and commit to what was handed on."""
    events.close()
    if (output := events.output) is not None:
        made = progress.commit_to("streamed", output, running.decision, redact=running.redact)
        progress.note(records.streamed(events.events, made, len(output)), made.sealed)


def _narrow(progress: Progress, frozen: Frozen) -> Gated:
    """Steps 4 and 5."""
    progress.enter(steps.VALIDATE)
    validated = progress.reached = validate(frozen)
    progress.enter(steps.GATE)
    gated = progress.reached = gate(validated)
    require_nothing_missing(gated)
    return gated


def _ended(kind: type[_E], progress: Progress, receipt: Receipt, error: Error) -> _E:
    stage, call = progress.reached, progress.call
    return kind(
        call_id=call.call_id,
        tool=call.tool_name,
        parent=parent_id(call),
        receipt=receipt,
        decision=decision_on(stage),
        execution_time_ms=call.duration_us() / 1000,
        fuel=fuel_used(stage),
        salts=progress.salts,
        error=ErrorInfo.of(error),
    )


def _fault(progress: Progress, error: Exception) -> RuntimeFault:
    return RuntimeFault(_broke(progress, error))


def _broke(progress: Progress, error: Exception) -> str:
    """What the caller is told of a fault of the runtime itself; the operator's log has its trace."""
    _log.error("step %d of call %s broke", progress.step, progress.call.call_id, exc_info=error)
    return f"the runtime broke in step {progress.step}"
