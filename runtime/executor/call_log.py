"""The audit log as calls use it: where it fails, nothing runs here any more; where its disk is full, nothing until there is room."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.contracts.audit import Entry, LoggedRecord, Receipt
from runtime.contracts.errors import ApprovalSpent, AuditError
from runtime.contracts.observing import Observer
from runtime.contracts.ports import AuditLog
from runtime.contracts.vault import Opened
from runtime.executor import records
from runtime.executor.lifecycle import Lifecycle
from runtime.executor.observation import Observation
from runtime.executor.progress import Progress
from runtime.executor.timing import COMMIT


class CallLog:
    """Makes the records of calls durable."""

    def __init__(self, log: AuditLog, lifecycle: Lifecycle, observers: Sequence[Observer] = ()) -> None:
        """Keep the log, what to stop where it fails, and whom to tell what it holds."""
        self._log = log
        self._lifecycle = lifecycle
        self.observation = Observation(observers)
        """Whom to tell."""

    @property
    def keeps_values(self) -> bool:
        """Whether there is a vault for what the records commit to."""
        return self._log.keeps_values

    @property
    def hidden_names(self) -> frozenset[str]:
        """Which names are kept out of the records."""
        return self._log.hidden_names

    async def commit(self, progress: Progress) -> Receipt:
        """Make the records durable that a call has noted.

        Raises:
            ApprovalSpent: the answer that approved the call was used before; what was noted is still to be written.
            CallRepeated: the call's id is another one's; nothing was written.
            AuditError: the log cannot be written.
        """
        entries, timing = progress.take_entries(), progress.timing
        before = timing.mark(COMMIT) if timing is not None else ""
        try:
            receipt = await self._log.commit(entries, under_way=self._lifecycle.count)
        except ApprovalSpent:
            progress.put_back(records.without_answer(entries))
            if any(entry.body.terminal for entry in entries):  # it has ended, and nothing ran
                return await self.commit(progress)
            raise
        except AuditError as error:
            raise self._failed(error) from None
        finally:
            if timing is not None:
                timing.mark(before)
        self.observation.tell(progress, entries)
        return receipt

    def commit_apart(self, entries: Sequence[Entry]) -> Receipt:
        """Make records durable that are no call's; waits for the disk. Raises AuditError."""
        try:
            return self._log.commit_sync(entries)
        except AuditError as error:
            raise self._failed(error) from None

    def has_call(self, call_id: str) -> bool:
        """Whether a call of this id may have run.

        Raises:
            AuditError: the log cannot be read.
        """
        try:
            return self._log.has_call(call_id)
        except AuditError as error:
            raise self._failed(error) from None

    def records_of(self, call_id: str) -> Sequence[LoggedRecord]:
        """The records of the newest call of this id; see `AuditLog`. Raises AuditError."""
        try:
            return self._log.records_of(call_id)
        except AuditError as error:
            raise self._failed(error) from None

    def open_value(self, commitment: str, seq: int) -> Opened:
        """What is held for a commitment; see `AuditLog`. Raises AuditError: a vault that cannot be read stops nothing."""
        return self._log.open_value(commitment, seq)

    def _failed(self, error: AuditError) -> AuditError:
        if not error.retryable:  # a full disk has room again
            self._lifecycle.stop(f"the audit log failed earlier: {error.message}")
        return error
