"""Gathers what callers commit into batches, has each batch written and synced once, and answers the callers.

One batch, whoever leads it:

1. take everything that is queued,
2. lock out other processes, read what they appended, chain and encode the batch, write it with one call (`Appender.write`),
3. sync once,
4. answer the callers.

In a loop the first caller schedules the batch for the end of the loop's turn, so that every task that is ready in that turn
shares it. While the disk syncs in less than a millisecond the batch runs in the loop itself; a slower one would stall the
loop, so then a thread runs it. Callers in threads queue up at the appender's lock: whoever gets it leads.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from runtime.audit.write.appender import Appender
from runtime.audit.write.commit_request import CommitRequest, answer_all
from runtime.audit.write.failure import LogFailure
from runtime.audit.write.pace import Pace
from runtime.contracts.audit import Entry, Receipt
from runtime.contracts.errors import AuditError, AuditWriteFailed


class GroupCommit:
    """The queue of one log's commits."""

    def __init__(
        self, appender: Appender, failure: LogFailure, written: Callable[[], None], pace: Pace
    ) -> None:
        """Write through an appender, and call ``written`` after each batch that is durable."""
        self._appender = appender
        self._failure = failure
        self._written = written
        self._pace = pace
        self._queue: deque[CommitRequest] = deque()
        self._scheduled: set[asyncio.AbstractEventLoop] = set()
        self._lingering: dict[asyncio.AbstractEventLoop, asyncio.TimerHandle] = {}
        self._pool = ThreadPoolExecutor(1, "audit-writer")  # of its own: tools may keep every other one busy

    async def commit(self, entries: Sequence[Entry], under_way: int) -> Receipt:
        """See `Log.commit`."""
        request = CommitRequest(entries)
        self._failure.require_own_process()
        lock = self._appender.lock
        if under_way == 1 and self._syncs_inline() and lock.acquire(blocking=False):
            try:
                self._queue.append(request)
                self.write_queued()
            finally:
                lock.release()
            return request.result()
        loop = asyncio.get_running_loop()
        answer = request.wait_in(loop)
        self._queue.append(request)
        if loop not in self._scheduled:
            self._scheduled.add(loop)
            loop.call_soon(self._end_turn, loop, under_way)
        elif loop in self._lingering and not self._expects_company(under_way):
            self._lingering.pop(loop).cancel()
            loop.call_soon(self._end_turn, loop, 0)
        return await answer

    def commit_sync(self, entries: Sequence[Entry]) -> Receipt:
        """See `Log.commit_sync`."""
        request = CommitRequest(entries)
        self._failure.require_own_process()
        self._queue.append(request)
        with self._appender.lock:
            if not request.done:
                self.write_queued()
        return request.result()

    def write_queued(self, here: asyncio.AbstractEventLoop | None = None) -> None:
        """Write everything that is queued as one batch, and answer its callers, whatever happens.

        The appender's lock is held. Callers of the loop that runs ``here`` are answered at once.
        """
        batch: list[CommitRequest] = []
        while self._queue:
            batch.append(self._queue.popleft())
        if not batch:
            return
        try:
            self._failure.require_usable()
            self._appender.write(batch)
            self._appender.sync()
            self._written()
        except AuditError as error:
            self._failure.record(error)
        except Exception as error:  # noqa: BLE001  # a caller that is never answered waits for ever
            self._failure.record(AuditWriteFailed(f"Writing broke off: {type(error).__name__}"))
        except BaseException:
            self._failure.record(AuditWriteFailed("Writing was interrupted"))
            raise
        finally:
            self._answer(batch, here)

    def close(self) -> None:
        """Return when the thread has ended; what is queued was written before."""
        self._pool.shutdown()

    def _syncs_inline(self) -> bool:
        """Whether a sync takes so little time that a loop may wait for it."""
        return self._appender.sync_s < self._pace.inline_sync_s

    def _expects_company(self, under_way: int) -> bool:
        """Whether most of a crowd has yet to commit."""
        return under_way >= self._pace.crowd and len(self._queue) * 2 < under_way

    def _end_turn(self, loop: asyncio.AbstractEventLoop, under_way: int) -> None:
        """The end of a loop's turn: lead a batch here, or have a thread do it where that would stall the loop."""
        if self._expects_company(under_way):
            self._lingering[loop] = loop.call_later(self._pace.linger_s, self._end_turn, loop, 0)
            return
        self._lingering.pop(loop, None)
        self._scheduled.discard(loop)
        lock = self._appender.lock
        if self._syncs_inline() and lock.acquire(timeout=self._pace.inline_sync_s):
            try:
                self.write_queued(loop)
            finally:
                lock.release()
            return
        try:
            self._pool.submit(self._write_in_thread)
        except RuntimeError:  # the pool is shut down: the log is closed
            self._write_in_thread()

    def _write_in_thread(self) -> None:
        with self._appender.lock:
            self.write_queued()

    def _answer(self, batch: list[CommitRequest], here: asyncio.AbstractEventLoop | None) -> None:
        """Tell the callers of a batch: those of this loop now, each other loop by one wake-up."""
        elsewhere: dict[asyncio.AbstractEventLoop, list[CommitRequest]] = {}
        failed = self._failure.occurred
        for request in batch:
            if failed:
                request.error = self._failure.error()
            request.done = True
            if request.loop is None:
                continue  # a thread; it sees `done` when it gets the lock
            if request.loop is here:
                request.answer()
            else:
                elsewhere.setdefault(request.loop, []).append(request)
        for loop, requests in elsewhere.items():
            with suppress(RuntimeError):  # the loop is closed: nobody waits there any more
                loop.call_soon_threadsafe(answer_all, requests)
