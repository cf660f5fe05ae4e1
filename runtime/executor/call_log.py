"""The audit log as calls use it: where it fails, nothing runs here any more."""

from __future__ import annotations

from runtime.contracts.audit import Receipt
from runtime.contracts.errors import AuditError
from runtime.contracts.ports import AuditLog
from runtime.executor.lifecycle import Lifecycle
from runtime.executor.progress import Progress


class CallLog:
    """Makes the records of calls durable."""

    def __init__(self, log: AuditLog, lifecycle: Lifecycle) -> None:
        """Keep the log, and what to stop where it fails."""
        self._log = log
        self._lifecycle = lifecycle

    @property
    def keeps_values(self) -> bool:
        """Whether there is a vault for what the records commit to."""
        return self._log.keeps_values

    async def commit(self, progress: Progress) -> Receipt:
        """Make the records durable that a call has noted.

        Raises:
            CallRepeated: the call's id is another one's; nothing was written.
            AuditError: the log cannot be written.
        """
        try:
            return await self._log.commit(progress.take_entries(), under_way=self._lifecycle.count)
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

    def _failed(self, error: AuditError) -> AuditError:
        self._lifecycle.stop(f"the audit log failed earlier: {error.message}")
        return error
