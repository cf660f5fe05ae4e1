"""The calls of an executor: step 0 of the pipeline, and the forms in which calls are made.

0. admit: a closed or failed executor refuses; malformed options are refused; a call id that ran before gives its
   outcome again and runs nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from runtime.contracts import canonical
from runtime.contracts.capability import Capability
from runtime.contracts.digest import Digest, digest
from runtime.contracts.errors import (
    AuditError,
    CallRepeated,
    ConfigurationError,
    InputInvalid,
    RefusedError,
    RuntimeClosed,
)
from runtime.contracts.invocation import ErrorInfo, Outcome, Principal, Refused
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest
from runtime.executor.call import Call
from runtime.executor.dependencies import (
    CallRequest,
    Dependencies,
    Preview,
    as_grants,
    as_principal,
    check_call_id,
    check_limits,
    check_session,
)
from runtime.executor.idempotency import IdempotencyCache
from runtime.executor.pipeline import Pipeline
from runtime.executor.salts import fresh_salt
from runtime.executor.session import Session


class Calls(Pipeline):
    """Runs governed calls: one, many, each at most once. Usable from one event loop or several; no global state."""

    def __init__(self, parts: Dependencies) -> None:
        super().__init__(parts)
        self._ledger = IdempotencyCache()

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of the tools that can be called, sorted."""
        return tuple(sorted(self._parts.tools))

    @property
    def manifests(self) -> tuple[Manifest, ...]:
        """What the tools declare, by name: for `runtime.providers`, among others."""
        return tuple(self._parts.tools[name].manifest for name in self.tools)

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        principal: str | Principal = "agent:anonymous",
        call_id: str | None = None,
        limits: ResourceBounds | None = None,
        session: Session | None = None,
    ) -> Outcome:
        """Run one tool under governance and return how it ended.

        Args:
            tool: The tool's name.
            arguments: A JSON object, as a mapping or as JSON text.
            grants: What this call may use; None means the configured grants, [] means nothing.
            principal: On whose behalf, ``kind:name``; policy reads it.
            call_id: Makes the call idempotent: repeated, it returns the first outcome and runs nothing.
            limits: Bounds tighter than the manifest's; looser ones have no effect.
            session: What this call shares with others; None means the principal's own.

        Returns:
            Completed, Refused (nothing ran) or Failed (effects are possible): everything that a tool or a
            caller can cause.

        Raises:
            AuditError: the log cannot be written: nothing ran, or the result is withheld.
            ConfigurationError: the executor's set-up broke.
        """
        with self._in_flight:
            call, refusal = self._admit(tool, grants, principal, call_id, limits, session)
            if refusal is not None:
                return await self._refuse(call, refusal)
            if call_id is None:
                return await self._govern(call, arguments)
            return await self._once(call, arguments)

    async def call_many(self, requests: Iterable[CallRequest], *, concurrency: int = 64) -> list[Outcome]:
        """Run calls side by side, at most ``concurrency`` at once; outcomes come in the order of the requests.

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
                outcomes[index] = await self.call(
                    request.tool,
                    request.arguments,
                    grants=request.grants,
                    principal=request.principal,
                    call_id=request.call_id,
                    limits=request.limits,
                    session=request.session,
                )

        workers = [asyncio.create_task(work()) for _ in range(min(concurrency, len(pending)))]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        return [outcome for outcome in outcomes if outcome is not None]

    def preview(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        grants: Sequence[Capability] | None = None,
        principal: str | Principal = "agent:anonymous",
        limits: ResourceBounds | None = None,
    ) -> Preview:
        """What steps 1 to 4 would say of a call. Nothing runs, nobody is asked, nothing is recorded."""
        call, refusal = self._admit(tool, grants, principal, None, limits)
        try:
            if refusal is not None:
                raise refusal
            self._find(call)
            self._validate(call, arguments)
            self._gate(call)
            self._judge(call, self._parts.engine.decide(self._question(call)))
        except RefusedError as error:
            return Preview(decision=call.decision, error=ErrorInfo.of(error))
        return Preview(
            decision=call.decision,
            needs_approval=self._needs_approval(call),
            capabilities=tuple(call.effective.to_data()),
            limits=call.limits,
        )

    def _admit(
        self,
        tool: str,
        grants: Sequence[Capability] | None,
        principal: str | Principal,
        call_id: str | None,
        limits: ResourceBounds | None,
        session: Session | None = None,
    ) -> tuple[Call, RefusedError | None]:
        if self._stopped is not None:
            raise RuntimeClosed(self._stopped)
        who, refusal = Principal(id="(invalid)"), None
        granted: tuple[Capability, ...] = ()
        try:
            who = as_principal(principal)
            granted = self._parts.default_grants if grants is None else as_grants(grants)
            check_call_id(call_id)
            check_limits(limits)
            check_session(session)
        except InputInvalid as error:
            call_id, limits, session, refusal = None, None, None, error
        name = tool if isinstance(tool, str) else ""
        return Call(call_id or _new_id(), name, who, granted, limits, session), refusal

    async def _once(self, call: Call, arguments: Any) -> Outcome:
        """Run the call if its id is new; otherwise wait for, or repeat, the outcome of the first."""
        repeated = CallRepeated(f"call id {call.call_id!r} ran before", call_id=call.call_id)
        try:
            self._freeze(call, arguments)
            future, first = self._ledger.enter(call.call_id, _fingerprint(call))
            if not first:
                waiting = asyncio.wrap_future(future)
                waiting.add_done_callback(_looked_at)
                return await asyncio.shield(waiting)
            if self._ran_before(call):
                self._ledger.fail(call.call_id, repeated)
                raise repeated
        except RefusedError as error:
            return await self._refuse_under_new_id(call, error)
        try:
            outcome = await self._govern(call, call.arguments)
        except CallRepeated as error:
            # Another writer of this log took the id since `_ran_before`: nothing of this call was written.
            self._ledger.fail(call.call_id, error)
            call.opened = False
            return await self._refuse_under_new_id(call, error)
        except asyncio.CancelledError:
            self._ledger.fail(call.call_id, repeated)  # it may have run: from here on the log knows
            raise
        except BaseException as error:
            self._ledger.fail(call.call_id, error)
            raise
        self._ledger.settle(call.call_id, outcome)
        return outcome

    def _ran_before(self, call: Call) -> bool:
        try:
            return self._parts.log.has_call(call.call_id)
        except AuditError as error:
            self._ledger.fail(call.call_id, error)  # or whoever repeats the call would wait for ever
            raise self._audit_failed(error) from None

    async def _refuse_under_new_id(self, call: Call, error: RefusedError) -> Refused:
        """Refuse a call whose id belongs to another: its records must not mix with that one's."""
        taken, call.call_id = call.call_id, _new_id()
        refused = await self._refuse(call, error)
        return msgspec.structs.replace(refused, call_id=taken)


def _new_id() -> str:
    return f"c-{fresh_salt()[:12].hex()}"


def _fingerprint(call: Call) -> Digest:
    """What makes two uses of one call id the same call."""
    name = ascii(call.tool_name)  # a hostile one may hold half a surrogate pair, which has no canonical form
    return digest(canonical.encode([name, call.principal.id]) + call.canonical)


def _looked_at(outcome: asyncio.Future[Outcome]) -> None:
    """Spare whoever gave up waiting asyncio's complaint that nobody asked for the error."""
    if not outcome.cancelled():
        outcome.exception()
