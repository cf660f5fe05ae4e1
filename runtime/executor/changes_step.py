"""What a reviewed command changed, between the end of the tool and the record of its completion.

1. Before the tool runs: the record that changes are held back is durable, and its context holds them.
2. The changes are read. Where there are none, all is done.
3. Policy is asked a second time, with ``input.changes``; its grants may have narrowed what may be written.
4. Where policy or the mode asks for it, somebody approves exactly these changes. The call lends its place meanwhile, and no clock runs. Policy that was
   replaced while they thought about it decides once more.
5. What was decided is durable. Then the changes are made, all or none.

Whatever goes wrong before 5 throws them away. Every end of a call that held changes says what became of them.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from runtime.approval.broker import Broker, rejected
from runtime.capability.match import prefixes_cover
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest
from runtime.contracts.audit import ChangesHeld, ChangesSettled
from runtime.contracts.changes import Changes, ChangesMode
from runtime.contracts.decision import Decision
from runtime.contracts.errors import ChangesDiscarded, ChangesUnfinished, Error, RefusedError
from runtime.contracts.ports import PolicyEngine, ScopedContext
from runtime.executor import records
from runtime.executor.admission import Admission
from runtime.executor.approval_step import request_of, waiting_for_a_person
from runtime.executor.call_log import CallLog
from runtime.executor.commitments import Commitment
from runtime.executor.decision_steps import changes_mode, judge, question
from runtime.executor.progress import Progress, Review
from runtime.executor.session import PinnedSession
from runtime.executor.stages import Gated, Noted, Ran
from runtime.executor.surroundings import Surroundings

__all__ = ["ChangesStep"]


class ChangesStep:
    """Decides changes, and has them made."""

    def __init__(
        self,
        broker: Broker,
        engine: PolicyEngine,
        log: CallLog,
        surroundings: Surroundings,
        usual: ChangesMode,
        places: Admission,
    ) -> None:
        """Keep who decides.

        Args:
            broker: Asks for approval.
            engine: Judges the changes.
            log: Where the decision is durable before they are made.
            surroundings: The context of the question about the changes.
            usual: The mode of the settings.
            places: Lent to other calls while a person is asked.
        """
        self._broker = broker
        self._engine = engine
        self._log = log
        self._surroundings = surroundings
        self._usual = usual
        self._places = places

    def announce(self, progress: Progress, noted: Noted) -> Review | None:
        """Note that changes are held back, where they are; None where they are not."""
        mode = changes_mode(noted, self._usual)
        if mode == "direct":
            return None
        progress.note(ChangesHeld(mode))
        return Review(mode)

    @staticmethod
    def hold(review: Review | None, context: ScopedContext) -> None:
        """Have the tool's command write to a layer of its own.

        Raises:
            BackendUnavailable: there is nothing that could make its changes.
        """
        if review is not None:
            review.held = context.hold_changes()

    async def settle(
        self,
        progress: Progress,
        ran: Ran,
        review: Review | None,
        session: PinnedSession | None,
        session_id: str,
    ) -> Changes | None:
        """Steps 2 to 5: what was changed; None where the call is not reviewed.

        Raises:
            FailedError: ``changes.*``: nothing of it was made, or `ChangesUnfinished`.
        """
        if review is None or review.held is None:
            return None
        changes = await asyncio.to_thread(review.held.collect)
        if not changes.changes:
            return self._settled(progress, review, changes, "unchanged")
        try:
            await self._review(progress, ran, review, session, session_id, changes)
        except RefusedError as error:
            raise _discarded(error, changes) from None
        await self._make(progress, review)
        return self._settled(progress, review, changes, "committed")

    def drop(self, progress: Progress, review: Review | None, error: Error | None) -> None:
        """Throw away what was not made, at any end of a call that did not get so far, and say so in its records."""
        if review is None or review.settled:
            return
        review.settled = True
        if review.held is not None:
            review.held.discard()
        code = None if error is None else error.category
        progress.note(
            ChangesSettled(code, "unknown" if isinstance(error, ChangesUnfinished) else "discarded")
        )

    @staticmethod
    def _settled(progress: Progress, review: Review, changes: Changes, outcome: Any) -> Changes:
        review.settled = True
        if review.held is not None:
            review.held.discard()
        progress.note(ChangesSettled(None, outcome))
        return msgspec.structs.replace(changes, outcome=outcome)

    async def _review(
        self,
        progress: Progress,
        ran: Ran,
        review: Review,
        session: PinnedSession | None,
        session_id: str,
        changes: Changes,
    ) -> None:
        gated = Gated(ran.call, ran.prepared, ran.arguments, ran.authority)
        context = self._surroundings.of(ran.call, session_id)
        asked = msgspec.structs.replace(question(gated, context), changes=changes.view())
        decision = await self._engine.ask(asked)
        commitment = progress.commit_to("changes", asked.changes or b"", decision, redact=ran.redact)
        progress.note(records.changes_reviewed(changes, commitment, decision), commitment.sealed)
        _require_allowed(gated, decision, changes)
        if decision.outcome == "ask" or review.mode == "ask":
            waited = await self._approve(progress, ran, decision, commitment, session, changes)
            latest = await self._engine.ask(asked) if waited else decision
            if latest.bundle != decision.bundle or latest.outcome not in ("allow", "ask", "deny"):
                progress.note(records.changes_reviewed(changes, commitment, latest), commitment.sealed)
                _require_allowed(gated, latest, changes)
        await self._log.commit(progress)

    async def _approve(
        self,
        progress: Progress,
        ran: Ran,
        decision: Decision,
        commitment: Commitment,
        session: PinnedSession | None,
        changes: Changes,
    ) -> bool:
        """Ask for approval of exactly these changes; whether somebody was waited for.

        Raises:
            RefusedError: nobody approved, or nobody can.
        """
        subject = msgspec.structs.replace(ran, decision=decision, commitment=commitment)
        request = msgspec.structs.replace(
            request_of(subject, self._broker.expires_us(), session),
            changes=changes.changes,
            changes_digest=changes.digest(),
            files_affected=(),
        )
        answer, waited = await self._answer(progress, subject, request)
        progress.note(records.approval_decided(answer, commitment))
        if not answer.approved:
            raise rejected(answer)
        return waited

    async def _answer(
        self, progress: Progress, subject: Noted, request: ApprovalRequest
    ) -> tuple[ApprovalAnswer, bool]:
        canonical = subject.arguments.canonical
        answer = await self._broker.settled(request, canonical)
        waits = answer is None
        if answer is None:
            self._broker.require_anybody(request)
        progress.note(records.approval_requested(subject, request))
        if answer is None:
            await self._log.commit(progress)  # whoever is asked can see in the log what for
            with waiting_for_a_person(subject.call, self._places):
                answer = await self._broker.ask(request, canonical)
        if answer.arguments is not None:  # nothing else can run any more: it is no yes to what did
            reason = "it named other arguments, and the command has run with these"
            answer = msgspec.structs.replace(answer, approved=False, reason=reason)
        return answer, waits

    @staticmethod
    async def _make(progress: Progress, review: Review) -> None:
        """Have the changes made; whoever gives up waiting waits until it is known what became of them."""
        assert review.held is not None  # noqa: S101  # `settle` says so
        making = asyncio.ensure_future(asyncio.to_thread(review.held.commit, progress.call.call_id))
        cancelled: asyncio.CancelledError | None = None
        while not making.done():
            try:
                await asyncio.shield(making)
            except asyncio.CancelledError as error:
                cancelled = error
            except BaseException:  # noqa: BLE001, S110  # of the work itself: raised below
                pass
        making.result()
        if cancelled is not None:
            review.settled = True
            progress.note(ChangesSettled(None, "committed"))
            raise cancelled


def _require_allowed(gated: Gated, decision: Decision, changes: Changes) -> None:
    """Return if policy allows the changes, or wants somebody asked.

    Raises:
        ChangesDiscarded: it does not, or its grants do not cover one of them.
    """
    if not decision.allowed:
        why = "; ".join(decision.reasons) or f"policy gave no usable answer ({decision.outcome})"
        raise ChangesDiscarded(
            f"policy does not allow the changes: {why}"
            if decision.outcome == "deny"
            else f"policy gave no usable answer about the changes ({decision.outcome})",
            reasons=list(decision.reasons),
            decision_id=decision.decision_id,
            changes=_data(changes),
        )
    granted = judge(gated, decision).authority.effective.get("fs_write")
    prefixes = granted.prefixes if granted else ()
    for change in changes.changes:
        if not prefixes_cover(prefixes, change.path):
            raise ChangesDiscarded(
                f"policy's grants do not cover {change.path!r}",
                decision_id=decision.decision_id,
                changes=_data(changes),
            )


def _discarded(error: RefusedError, changes: Changes) -> ChangesDiscarded:
    """The end of a call whose changes nobody approved."""
    details = {name: value for name, value in error.details.items() if name != "arguments_digest"}
    return ChangesDiscarded(
        f"the changes were discarded: {error.message}",
        suggestion=error.suggestion,
        refusal=error.category,
        changes=_data(changes),
        **details,
    )


def _data(changes: Changes) -> list[Any]:
    listed: list[Any] = msgspec.to_builtins(changes.changes)
    return listed
