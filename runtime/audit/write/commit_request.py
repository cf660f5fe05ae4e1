"""Holds what one caller asks the log for: entries to append, and how the caller is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from runtime.audit.format.chain import prepare
from runtime.contracts.audit import Entry, Receipt
from runtime.contracts.errors import AuditRecordRefused, Error


class CommitRequest:
    """One caller's entries, and how to answer the caller: a thread looks at ``done``, a task waits for ``future``."""

    __slots__ = ("done", "entries", "error", "future", "loop", "middles", "receipt")

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Encode the entries, of which there is at least one; a thread waits for the answer.

        Raises:
            AuditRecordRefused: ``audit.record_refused``: one has no acceptable line.
        """
        if not entries:
            raise AuditRecordRefused("There is nothing to record")
        self.entries = entries
        self.middles = [prepare(entry) for entry in entries]
        self.receipt: Receipt | None = None
        self.error: Error | None = None
        self.done = False
        self.loop: asyncio.AbstractEventLoop | None = None
        self.future: asyncio.Future[Receipt] | None = None

    def wait_in(self, loop: asyncio.AbstractEventLoop) -> asyncio.Future[Receipt]:
        """What a task of this loop waits for."""
        self.loop = loop
        self.future = loop.create_future()
        return self.future

    def result(self) -> Receipt:
        """The receipt of a request that is done, or its error."""
        if self.error is not None:
            raise self.error
        assert self.receipt is not None  # noqa: S101  # a request that is done has one or the other
        return self.receipt

    def answer(self) -> None:
        """Answer the task that waits; it may have been cancelled meanwhile. Called in its loop."""
        if self.future is None or self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        elif self.receipt is not None:
            self.future.set_result(self.receipt)


def answer_all(requests: list[CommitRequest]) -> None:
    """Answer the tasks that wait in one loop. Called in it."""
    for request in requests:
        request.answer()
