"""One governed call, from a name to a receipt.

    0  admit       closed or failed: refuse. A call id that ran before: the same outcome, not a second run
    1  find        the tool by its name; what is not registered is denied
    2  validate    the arguments: frozen to their canonical bytes, checked against the input schema, which adds its defaults
    3  gate        declared capabilities, narrowed to what the caller granted; one not covered is a refusal
    4  policy      default deny; its obligations can only narrow
    5  approve     exactly these bytes, once, where policy or the manifest asks for it
    6  intent      ToolInvoked, CapabilityCheck, PolicyDecision durable: before this, nothing has run
    7  run         on the tool's backend, under its bounds, with the handles of step 3
    8  validate    the output against the output schema
    9  normalize   and hash
    10 complete    the completion record durable: before this, nothing is released
    11 outcome

Each exit between 1 and 10 leaves one terminal record that names its step, failures and cancellation included.

Source: tool system specification, "Tool Execution" and "Auditing".
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from runtime.approval.broker import rejected
from runtime.capability.gate import check_gate
from runtime.capability.match import CapabilitySet
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest
from runtime.contracts.audit import Receipt
from runtime.contracts.capability import Capability, to_data
from runtime.contracts.decision import NOT_ASKED, Decision, LimitObligation, PolicyInput
from runtime.contracts.digest import digest
from runtime.contracts.errors import (
    ApprovalSpent,
    AuditError,
    BackendFault,
    CallRepeated,
    CapabilityMissing,
    Error,
    FailedError,
    PolicyDenied,
    PolicyUnavailable,
    RefusedError,
    RuntimeFault,
    ToolNotFound,
)
from runtime.contracts.invocation import Completed, ErrorInfo, Failed, Outcome, Refused
from runtime.contracts.limits import ResourceBounds
from runtime.executor import records
from runtime.executor.call import Call
from runtime.executor.commitments import Commitment, Root, commit
from runtime.executor.dependencies import (
    Dependencies,
)
from runtime.executor.in_flight import InFlight
from runtime.executor.prepared import capability_view, principal_view
from runtime.executor.rate import RateLimiter
from runtime.executor.session import PinnedSession, Sessions
from runtime.validation.normalize import Normalized
from runtime.validation.strict_json import freeze_arguments

_VALIDATE, _GATE, _RUN = 2, 3, 7
_DEFAULTS = ResourceBounds()
_E = TypeVar("_E", Refused, Failed)
_log = logging.getLogger("runtime.executor")


class Pipeline:
    """Steps 1 to 11; step 0 is `runtime.executor.calls`."""

    def __init__(self, parts: Dependencies) -> None:
        self._parts = parts
        self._sessions = Sessions()
        self._rates = RateLimiter()
        self._in_flight = InFlight()
        self._stopped: str | None = None

    async def _govern(self, call: Call, arguments: Any) -> Outcome:
        try:
            self._find(call)
            self._validate(call, arguments)
            self._gate(call)
            await self._decide(call)
            await self._approve(call)
            await self._record_intent(call)
            value = await self._run(call)
            self._validate_output(call, value)
            normalized = self._normalize(call, value)
            return await self._complete(call, normalized)
        except asyncio.CancelledError:
            await self._abort(call)
            raise
        except (AuditError, CallRepeated):
            raise
        except Exception as error:  # noqa: BLE001  # whatever breaks, the call leaves its terminal record
            return await self._end(call, error)

    def _find(self, call: Call) -> None:
        call.step = 1
        prepared = self._parts.tools.get(call.tool_name)
        if prepared is None:
            near = self._parts.suggest(call.tool_name)
            raise ToolNotFound(
                "no tool of that name",
                suggestion=f"Did you mean {near!r}?" if near else "",
                did_you_mean=near,
            )
        call.found = prepared

    def _validate(self, call: Call, arguments: Any) -> None:
        call.step = 2
        self._freeze(call, arguments)
        self._check_arguments(call)

    def _check_arguments(self, call: Call) -> None:
        call.prepared.input_schema.check(call.arguments)
        self._fill_in(call)

    def _fill_in(self, call: Call) -> None:
        """Write the schema's defaults down, so that policy, approver and log see all that the tool will."""
        schema, bounds = call.prepared.input_schema, call.prepared.manifest.resource_bounds
        filled = schema.complete(call.arguments, max_bytes=bounds.input_bytes)
        if filled is not call.arguments:
            call.arguments, call.canonical = freeze_arguments(filled, max_bytes=bounds.input_bytes)
            schema.check(call.arguments)

    def _freeze(self, call: Call, arguments: Any) -> None:
        """Turn the arguments, once, into private canonical bytes within what the tool declares for them."""
        if not call.canonical:
            found = self._parts.tools.get(call.tool_name)
            bounds = found.manifest.resource_bounds if found else _DEFAULTS
            call.arguments, call.canonical = freeze_arguments(arguments, max_bytes=bounds.input_bytes)

    def _gate(self, call: Call) -> None:
        call.step = 3
        result = check_gate(call.prepared.declared, call.grants, optional=call.prepared.optional)
        call.gate_checks, call.effective = result.checks, result.effective
        if result.missing:
            raise _missing(result.missing)

    async def _decide(self, call: Call) -> None:
        call.step = 4
        self._judge(call, await self._parts.engine.ask(self._question(call)))

    def _question(self, call: Call) -> PolicyInput:
        return PolicyInput(
            principal=principal_view(call.principal),
            tool=call.prepared.policy_view(call.effective),
            canonical_arguments=call.canonical,
            capabilities=capability_view(call.prepared.offered, call.effective),
            max_arguments_bytes=call.prepared.manifest.resource_bounds.input_bytes,
        )

    def _judge(self, call: Call, decision: Decision) -> None:
        call.decision = decision
        if decision.outcome == "deny":
            raise PolicyDenied(
                "; ".join(decision.reasons) or "policy denies this call",
                reasons=list(decision.reasons),
                decision_id=decision.decision_id,
            )
        if not decision.allowed:
            raise PolicyUnavailable(
                f"policy gave no usable answer ({decision.outcome})",
                outcome=decision.outcome,
                decision_id=decision.decision_id,
            )
        self._oblige(call)

    def _oblige(self, call: Call) -> None:
        """Take the decision's obligations on: each can only narrow what the call may do."""
        obligations = call.decision.obligations
        if obligations.grants is not None:
            required = [c for c in call.effective if c.kind in call.prepared.declared]
            spare = CapabilitySet(c for c in call.effective if c.kind in call.prepared.optional)
            result = check_gate(required, obligations.grants, optional=spare)
            call.gate_checks, call.effective = call.gate_checks + result.checks, result.effective
            if result.missing:
                raise _missing(result.missing)
        bounds = call.prepared.manifest.resource_bounds.narrowed(call.limits)
        if obligations.limits is not None:
            _require_enforced(call, obligations.limits)
            bounds = obligations.limits.applied_to(bounds)
        call.limits = bounds

    async def _approve(self, call: Call) -> None:
        if (rate := call.decision.obligations.rate) is not None:
            self._rates.admit(rate)  # still step 4; here, so that a preview uses nothing up
        call.step = 5
        if not self._needs_approval(call):
            return
        request = _request(call, self._parts.broker.expires_us(), self._session(call))
        answer = await asyncio.to_thread(self._parts.broker.settled, request, call.canonical)
        if answer is None:
            self._parts.broker.require_anybody(request)
        self._note_opening(call)
        call.note(records.approval_requested(call, request))
        if answer is None:
            await self._commit(call)  # whoever is asked can see in the log what for
            answer = await self._parts.broker.ask(request, call.canonical)
        if answer.approved and answer.arguments is not None:
            await self._run_instead(call, answer, answer.arguments)
            return
        call.note(records.approval_decided(call, answer))
        if not answer.approved:
            raise rejected(answer)

    async def _run_instead(self, call: Call, answer: ApprovalAnswer, arguments: dict[str, Any]) -> None:
        """Take the approver's arguments for the caller's: validated, and put to policy, as if they had come first."""
        call.canonical, call.step = b"", 2
        try:
            self._freeze(call, arguments)
        except RefusedError:
            call.note(records.approval_decided(call, answer))
            raise
        decision = NOT_ASKED
        try:
            self._check_arguments(call)
            call.step = 4
            decision = await self._parts.engine.ask(self._question(call))
        finally:
            self._note_instead(call, answer, decision)
        try:
            self._judge(call, decision)
        finally:
            call.note(records.checked(call, call.gate_checks, "gate"))
            call.note(records.decided(call))

    def _note_instead(self, call: Call, answer: ApprovalAnswer, decision: Decision) -> None:
        """Note the approver's arguments; what policy redacted of the caller's, it redacts of them."""
        asked = call.committed
        assert asked is not None  # noqa: S101  # an approver was asked about them
        salts = {f"asked_{name.removeprefix('/')}": salt for name, salt in call.salts.items()}
        call.salts.clear()
        call.redact += call.decision.obligations.redact
        call.committed = self._commit_to(call, "arguments", call.canonical, decision)
        call.salts.update(salts)
        call.note(records.approval_decided(call, answer, asked=asked.digest), call.committed.sealed)

    def _needs_approval(self, call: Call) -> bool:
        return call.decision.outcome == "ask" or call.prepared.manifest.requires_approval

    async def _record_intent(self, call: Call) -> None:
        call.step = 6
        self._note_opening(call)
        await self._commit(call)

    async def _run(self, call: Call) -> Any:
        call.step = 7
        assert call.limits is not None  # noqa: S101  # set by step 4
        call.scoped = self._parts.make_context(
            call.call_id,
            call.effective,
            call.limits,
            session=self._session(call),
        )
        try:
            return await call.prepared.backend.run(call.prepared.tool, call.arguments, call.context)
        finally:
            call.context.close()
            if checks := call.context.checks():
                call.note(records.checked(call, checks, "use"))

    def _session(self, call: Call) -> PinnedSession | None:
        """What the call shares with others, where its tool uses that."""
        if not call.prepared.manifest.session:
            return None
        if not isinstance(call.session, PinnedSession):
            call.session = PinnedSession(call.session or self._sessions.of(call.principal.id))
        return call.session

    def _validate_output(self, call: Call, value: Any) -> None:
        call.step = 8
        if call.prepared.manifest.normalization != "binary":
            call.prepared.output_schema.check(value)

    def _normalize(self, call: Call, value: Any) -> Normalized:
        call.step = 9
        return self._parts.normalizer.normalize(
            call.prepared.manifest, value, max_bytes=call.context.limits.output_bytes
        )

    async def _complete(self, call: Call, normalized: Normalized) -> Completed:
        call.step = 10
        result = self._commit_to(call, "result", normalized.raw, call.decision)
        call.end(
            records.completed(
                call,
                result,
                backend=call.prepared.backend.source,
                normalization=str(call.prepared.manifest.normalization),
                size_bytes=len(normalized.raw),
                output_hash=normalized.digest,
            ),
            result.sealed,
        )
        receipt = await self._commit(call)
        # 11. outcome
        return Completed(
            call_id=call.call_id,
            tool=call.tool_name,
            receipt=receipt,
            decision=call.decision,
            execution_time_ms=call.duration_us() / 1000,
            fuel=call.fuel,
            salts=call.salts,
            output=_released(call, normalized),
            digest=normalized.digest,
            raw_digest=normalized.raw_digest,
            normalized=normalized.data,
            side_effects=call.prepared.manifest.side_effects,
        )

    # -- the other exits ----------------------------------------------------------------------------------

    async def _end(self, call: Call, error: Exception) -> Outcome:
        if isinstance(error, RefusedError):
            return await self._refuse(call, error)
        if not isinstance(error, FailedError):
            _log.error("step %d of call %s broke", call.step, call.call_id, exc_info=error)
            if call.step < _RUN:
                return await self._refuse(call, RuntimeFault(f"the runtime broke in step {call.step}"))
            error = BackendFault(f"the runtime broke in step {call.step}")
        call.end(records.failed(call, error))
        return self._ended(Failed, call, await self._commit(call), error)

    async def _refuse(self, call: Call, error: RefusedError) -> Refused:
        self._note_opening(call)
        call.end(records.denied(call, error))
        return self._ended(Refused, call, await self._commit(call), error)

    async def _abort(self, call: Call) -> None:
        if call.ended:  # cancelled while it waited for its terminal record, which is on its way
            return
        self._note_opening(call)
        call.end(records.aborted(call))
        commit = asyncio.ensure_future(self._commit(call))
        while not commit.done():  # cancelled again and again, the record is still written
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(commit)
        with contextlib.suppress(CallRepeated):  # the id's records are those of another writer's call
            commit.result()

    def _ended(self, kind: type[_E], call: Call, receipt: Receipt, error: Error) -> _E:
        return kind(
            call_id=call.call_id,
            tool=call.tool_name,
            receipt=receipt,
            decision=call.decision,
            execution_time_ms=call.duration_us() / 1000,
            fuel=call.fuel,
            salts=call.salts,
            error=ErrorInfo.of(error),
        )

    def _stop(self, why: str) -> None:
        """Refuse every call from now on; the first reason stays."""
        self._stopped = self._stopped or why

    # -- the log ------------------------------------------------------------------------------------------

    def _note_opening(self, call: Call) -> None:
        """Note, once and in the order of the steps, what was found and decided before execution."""
        if call.opened:
            return
        call.opened = True
        if call.committed is None and call.step >= _VALIDATE and call.canonical:
            call.committed = self._commit_to(call, "arguments", call.canonical, call.decision)
        call.note(records.invoked(call), call.committed.sealed if call.committed else None)
        if call.step >= _GATE:
            call.note(records.checked(call, call.gate_checks, "gate"))
        if call.decision is not NOT_ASKED:
            call.note(records.decided(call))

    def _commit_to(self, call: Call, root: Root, value: bytes, decision: Decision) -> Commitment:
        """Commit to a value as far as policy lets it be kept; the salts leave with the outcome."""
        made = commit(root, value, decision, redact=call.redact, keep=self._parts.log.keeps_values)
        call.salts.update(made.salts)
        return made

    async def _commit(self, call: Call) -> Receipt:
        """Make the noted records durable; where that fails, nothing runs here any more."""
        entries = call.take_entries()
        try:
            return await self._parts.log.commit(entries, under_way=self._in_flight.count)
        except ApprovalSpent:
            call.entries[:0] = records.without_answer(entries)
            if any(entry.body.terminal for entry in entries):  # it has ended, and nothing ran
                return await self._commit(call)
            raise
        except AuditError as error:
            raise self._audit_failed(error) from None

    def _audit_failed(self, error: AuditError) -> AuditError:
        self._stop(f"the audit log failed earlier: {error.message}")
        return error


def _request(call: Call, expires_us: int, session: PinnedSession | None) -> ApprovalRequest:
    manifest = call.prepared.manifest
    decoded = msgspec.json.decode(call.canonical)  # a copy of its own: an approver is foreign code
    # In the order in which the tool declares them, not in that of the canonical form.
    order = [name for name in manifest.input_schema.get("properties", {}) if name in decoded]
    arguments = {name: decoded[name] for name in order} | decoded
    named = (arguments.get(name) for name in manifest.affects)
    return ApprovalRequest(
        call_id=call.call_id,
        tool=call.tool_name,
        manifest=call.prepared.digest,
        arguments=arguments,
        arguments_digest=digest(call.canonical),
        risk=manifest.risk,
        principal=call.principal.id,
        reasons=call.decision.reasons,
        bundle=call.decision.bundle,
        files_affected=tuple(path for path in named if isinstance(path, str)),
        redact=call.decision.obligations.redact,
        capabilities=tuple(call.effective.to_data()),
        working_directory=session.working_directory if session else None,
        expires_us=expires_us,
    )


def _released(call: Call, normalized: Normalized) -> Any:
    """The output, read back from the bytes that the record commits to: a tool may still hold, and change, its own value."""
    if call.prepared.manifest.normalization == "binary":
        return normalized.raw
    return msgspec.json.decode(normalized.raw)


def _require_enforced(call: Call, limits: LimitObligation) -> None:
    """An allow that is bound to what nobody here can hold is no allow."""
    backend = call.prepared.backend
    if beyond := sorted(limits.named.keys() - backend.enforces):
        raise PolicyDenied(
            f"policy bounds {', '.join(beyond)}, which is not enforced for {backend.source} tools",
            suggestion="Have a policy author bind such an obligation to tools that run where it holds.",
            decision_id=call.decision.decision_id,
        )


def _missing(capabilities: Sequence[Capability]) -> CapabilityMissing:
    named = ", ".join(c.kind for c in capabilities)
    return CapabilityMissing(
        f"not granted: {named}",
        suggestion=f"Grant {named} for this call, for example with --grant '{_example(capabilities[0])}'.",
        missing=[to_data(c) for c in capabilities],
    )


def _example(capability: Capability) -> str:
    """The capability in the form that the command line takes."""
    scope = next((v for v in to_data(capability).values() if isinstance(v, (list, tuple))), None)
    if scope is None:
        return capability.kind
    anything = "." if capability.kind.startswith("fs_") else "*"
    return f"{capability.kind}={','.join(scope) or anything}"
