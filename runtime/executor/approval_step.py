"""Step 8: approval of exactly these bytes, once, where policy or the manifest asks for it.

An approver may have other arguments run instead. They are frozen, validated and put to policy as if they had come first,
under what the first decision left of the call's authority: steps 2, 4 and 6 once more. The gate has no say about arguments.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import msgspec

from runtime.approval.broker import Broker, rejected
from runtime.contracts import steps
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest
from runtime.contracts.decision import NOT_ASKED, Decision
from runtime.contracts.digest import digest
from runtime.contracts.errors import RefusedError
from runtime.contracts.ports import PolicyEngine
from runtime.executor import records
from runtime.executor.admission import Admission
from runtime.executor.call_log import CallLog
from runtime.executor.decision_steps import (
    allow,
    freeze,
    judge,
    needs_approval,
    question,
    recorded_question,
    validate,
)
from runtime.executor.progress import Progress
from runtime.executor.session import PinnedSession
from runtime.executor.stages import Approved, Call, Frozen, Gated, Noted, parent_id
from runtime.executor.surroundings import Surroundings
from runtime.executor.timing import APPROVAL_WAIT


class ApprovalStep:
    """Asks whoever has to be asked."""

    def __init__(
        self,
        broker: Broker,
        engine: PolicyEngine,
        log: CallLog,
        surroundings: Surroundings,
        places: Admission,
    ) -> None:
        """Keep who answers.

        Args:
            broker: For the question whether these arguments may run.
            engine: For the question whether the approver's may.
            log: Where the question is durable before it is asked.
            surroundings: The context of the second question.
            places: Lent to other calls while a person is asked.
        """
        self._surroundings = surroundings
        self._broker = broker
        self._engine = engine
        self._log = log
        self._places = places

    async def approve(
        self, progress: Progress, noted: Noted, session: PinnedSession | None, session_id: str
    ) -> Approved:
        """The call with the arguments that may run.

        Raises:
            RefusedError: nobody approved, nobody can, or the approver's own arguments are refused.
        """
        if not needs_approval(noted):
            return noted.approved()
        request, canonical = request_of(noted, self._broker.expires_us(), session), noted.arguments.canonical
        answer = await self._broker.settled(request, canonical)
        waits = answer is None
        if answer is None:
            self._broker.require_anybody(request)
        if progress.timing is not None:
            progress.timing.mark(APPROVAL_WAIT)
        progress.note(records.approval_requested(noted, request))
        if answer is None:
            await self._log.commit(progress)  # whoever is asked can see in the log what for
            with waiting_for_a_person(noted.call, self._places):
                answer = await self._broker.ask(request, canonical)
        if answer.approved and answer.arguments is not None:
            return await self._approve_instead(progress, noted, answer, answer.arguments, session_id)
        progress.note(records.approval_decided(answer, noted.commitment))
        if not answer.approved:
            raise rejected(answer)
        return (await self._asked_again(progress, noted, session_id) if waits else noted).approved()

    async def _asked_again(self, progress: Progress, noted: Noted, session_id: str) -> Noted:
        """The call under the policy that is in force by now: a person may take hours, and another bundle may have been accepted.

        What was approved stays approved where the new bundle allows it, or asks about it; it may bind it to less.

        Raises:
            PolicyDenied, PolicyUnavailable, CapabilityMissing: the policy in force does not let it run.
        """
        gated = Gated(noted.call, noted.prepared, noted.arguments, noted.authority)
        context = self._surroundings.of(noted.call, session_id)
        put = question(gated, context)
        decision = await self._engine.ask(put)
        if decision.bundle == noted.decision.bundle and decision.outcome in ("allow", "ask", "deny"):
            return noted
        progress.enter(steps.POLICY)
        asked = recorded_question(put, context.given)
        judged = judge(gated, decision, asked)
        redact = noted.redact + noted.decision.obligations.redact
        noted = msgspec.structs.replace(noted, authority=judged.authority, decision=decision, redact=redact)
        progress.reached = noted
        progress.note(records.checked(judged.authority.checks, "gate", decision))
        progress.note(records.decided(decision))
        allowed = allow(judged)
        progress.enter(steps.APPROVE)
        return msgspec.structs.replace(noted, authority=allowed.authority)

    async def _approve_instead(
        self,
        progress: Progress,
        noted: Noted,
        answer: ApprovalAnswer,
        arguments: dict[str, Any],
        session_id: str,
    ) -> Approved:
        """Take the approver's arguments for the caller's."""
        progress.enter(steps.FREEZE)
        try:
            latest = freeze(noted, arguments)
        except RefusedError:
            progress.note(records.approval_decided(answer, noted.commitment))
            raise
        decision, asked = NOT_ASKED, b""
        try:
            progress.enter(steps.VALIDATE)
            latest = validate(latest)
            progress.enter(steps.POLICY)
            gated = Gated(latest.call, latest.prepared, latest.arguments, noted.authority)
            context = self._surroundings.of(noted.call, session_id)
            put = question(gated, context)
            decision = await self._engine.ask(put)
            asked = recorded_question(put, context.given)
        finally:
            amended = _amended(progress, noted, answer, latest, decision)
        judged = judge(gated, decision, asked)
        amended = msgspec.structs.replace(amended, authority=judged.authority, decision=decision, asked=asked)
        progress.reached = amended
        progress.note(records.checked(judged.authority.checks, "gate", decision))
        progress.note_decision(judged)
        allowed = allow(judged)
        return msgspec.structs.replace(amended, authority=allowed.authority).approved()


def waiting_for_a_person(call: Call, places: Admission) -> AbstractContextManager[None]:
    """A person may take minutes: others have the call's place meanwhile, and no clock of a call around it runs.

    A call that a tool makes has no place of its own: its caller's has it.
    """
    return places.left() if call.parent is None else call.parent.clocks_stopped()


def _amended(
    progress: Progress, noted: Noted, answer: ApprovalAnswer, instead: Frozen, decision: Decision
) -> Noted:
    """Note the approver's arguments; what policy redacted of the caller's, it redacts of them."""
    asked = {f"asked_{name.removeprefix('/')}": salt for name, salt in progress.salts.items()}
    redact = noted.redact + noted.decision.obligations.redact
    progress.salts.clear()
    made = progress.commit_to("arguments", instead.arguments.canonical, decision, redact=redact)
    progress.salts.update(asked)
    progress.note(records.approval_decided(answer, noted.commitment, made), made.sealed)
    amended = msgspec.structs.replace(noted, arguments=instead.arguments, commitment=made, redact=redact)
    progress.reached = amended
    return amended


def request_of(noted: Noted, expires_us: int, session: PinnedSession | None) -> ApprovalRequest:
    """What an approver is asked about a call."""
    manifest, canonical, decision = noted.prepared.manifest, noted.arguments.canonical, noted.decision
    decoded = msgspec.json.decode(canonical)  # a copy of its own: an approver is foreign code
    # In the order in which the tool declares them, not in that of the canonical form.
    order = [name for name in manifest.input_schema.get("properties", {}) if name in decoded]
    arguments = {name: decoded[name] for name in order} | decoded
    named = (arguments.get(name) for name in manifest.affects)
    return ApprovalRequest(
        call_id=noted.call.call_id,
        tool=noted.call.tool_name,
        manifest=noted.prepared.digest,
        arguments=arguments,
        arguments_digest=digest(canonical),
        risk=manifest.risk,
        principal=noted.call.principal.id,
        reasons=decision.reasons,
        bundle=decision.bundle,
        files_affected=tuple(path for path in named if isinstance(path, str)),
        redact=decision.obligations.redact,
        capabilities=tuple(noted.authority.effective.to_data()),
        working_directory=session.working_directory if session else None,
        parent=parent_id(noted.call),
        parent_tool=noted.call.parent.tool if noted.call.parent else None,
        expires_us=expires_us,
    )
