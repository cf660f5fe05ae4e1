"""What one caller asks the log for: entries to append, and how it is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from runtime.audit.format.chain import prepare
from runtime.contracts.audit import Entry, Receipt
from runtime.contracts.errors import AuditError, AuditRecordRefused, Error


class CommitRequest:
    """One caller's entries, and how to answer it."""

    __slots__ = ("done", "entries", "error", "future", "loop", "middles", "receipt")

    def __init__(self, entries: Sequence[Entry]) -> None:
        if not entries:
            raise AuditRecordRefused("There is nothing to record")
        self.entries = entries
        self.middles = [prepare(entry) for entry in entries]
        self.receipt: Receipt | None = None
        self.error: Error | None = None
        self.done = False
        self.loop: asyncio.AbstractEventLoop | None = None
        self.future: asyncio.Future[Receipt] | None = None

    def result(self) -> Receipt:
        """The receipt of a request that is done, or its error."""
        if self.error is not None:
            raise self.error
        assert self.receipt is not None  # noqa: S101  # a settled request has one or the other
        return self.receipt

    def settle(self) -> None:
        """Answer the task that waits; it may have been cancelled meanwhile."""
        if self.future is None or self.future.done():
            return
        if self.receipt is not None and self.error is None:
            self.future.set_result(self.receipt)
        elif self.error is not None:
            self.future.set_exception(self.error)


def settle(requests: list[CommitRequest]) -> None:
    """Answer the tasks that wait, in their own loop."""
    for request in requests:
        request.settle()


def again(error: AuditError) -> AuditError:
    """The same failure for one more caller: an exception object belongs to one of them."""
    return type(error)(error.message, suggestion=error.suggestion, **error.details)
