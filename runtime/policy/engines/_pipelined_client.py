"""The questions of one event loop, under way in one policy worker and answered in the order in which they were asked.

The loop does not stand still while policy is evaluated, nor the worker while the loop does something else. One rule
bounds every wait: a question is answered within its deadline, or denied. When the oldest is late the worker is killed;
those behind it that still have time are put to a fresh one, which they may, since evaluating changes nothing.
"""

from __future__ import annotations

import asyncio
import itertools
import os
from collections import deque
from collections.abc import Callable

from runtime.contracts.errors import ConfigurationError
from runtime.policy.decide import NoAnswer
from runtime.policy.engines import _evaluator
from runtime.policy.engines._worker import START_S, PolicyWorker, frame

_MOST_BUFFERS = 512  # of one writev; the kernel takes 1,024
_HEAD = _evaluator.FRAME + 1


class _Question:
    """One request under way; without a future it is the worker's own start."""

    __slots__ = ("deadline", "future", "payload")

    def __init__(self, payload: bytes, deadline: float, future: asyncio.Future[bytes] | None) -> None:
        self.payload = payload
        self.deadline = deadline
        self.future = future

    def settle(self, answer: bytes | NoAnswer) -> None:
        if self.future is None or self.future.done():
            return
        if isinstance(answer, NoAnswer):
            self.future.set_exception(answer)
        else:
            self.future.set_result(answer)

    @property
    def waits(self) -> bool:
        return self.future is None or not self.future.done()


class PipelinedClient:
    """One loop's way to a worker. Every method but `close` belongs to that loop's thread."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        start: Callable[[], PolicyWorker],
        deadline_s: float,
        worker: PolicyWorker | None,
    ) -> None:
        """Use a worker that has loaded the bundle, or start one when it is first needed."""
        self.loop = loop
        self._start = start
        self._deadline_s = deadline_s
        self._worker: PolicyWorker | None = None
        self._under_way: deque[_Question] = deque()
        self._unsent: deque[memoryview] = deque()
        self._flushing = False  # a turn of the loop, or the pipe's readiness, will write what is unsent
        self._received = bytearray()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        if worker is not None:
            self._listen(worker)

    async def ask(self, asked: bytes) -> bytes:
        """The answer. Raises NoAnswer."""
        if self._closed:
            raise NoAnswer("error", "the engine is closed")
        future: asyncio.Future[bytes] = self.loop.create_future()
        question = _Question(asked, self.loop.time() + self._deadline_s, future)
        self._under_way.append(question)
        if self._worker is None:
            self._begin()
        else:
            self._send(b"E", asked)
        if self._timer is None:
            self._watch()
        return await future

    def close(self) -> None:
        """Take no more questions, and end the worker after those that are under way. Callable from any thread."""
        if self.loop.is_closed():
            self.release(keep=False)
            return
        try:
            here = asyncio.get_running_loop() is self.loop
        except RuntimeError:
            here = False
        if here or not self.loop.is_running():
            self._finish()
        else:
            self.loop.call_soon_threadsafe(self._finish)

    def release(self, *, keep: bool) -> PolicyWorker | None:
        """The idle worker of a client whose loop is closed; one that is busy, or not to be kept, ends."""
        worker, self._worker, self._closed = self._worker, None, True
        if worker is None or (keep and not self._under_way):
            return worker
        worker.kill()
        return None

    # -- a worker's life ----------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Start a worker for the questions under way, or deny them."""
        try:
            self._listen(self._start())
        except (OSError, ConfigurationError):  # no processes or no memory left: the next question tries again
            self._deny_all("there is no policy worker")
            return
        waiting = [question for question in self._under_way if question.waits]
        self._under_way = deque((_Question(b"", self.loop.time() + START_S, None), *waiting))
        self._send(b"L", b"")
        for question in waiting:
            self._send(b"E", question.payload)

    def _listen(self, worker: PolicyWorker) -> None:
        self._worker = worker
        self.loop.add_reader(worker.source, self._readable)

    def _lose(self) -> None:
        """Kill the worker; what it was sent and what it said is gone with it."""
        worker, self._worker = self._worker, None
        self._unsent.clear()
        self._flushing = False
        self._received.clear()
        if worker is not None:
            self.loop.remove_reader(worker.source)
            self.loop.remove_writer(worker.sink)
            worker.kill()

    def _replace(self, detail: str) -> None:
        """The worker died over the oldest question: deny that one, and put the others to a fresh worker."""
        self._lose()
        if self._under_way and self._under_way.popleft().future is None:
            self._deny_all(detail)  # it did not even start
        self._go_on()

    def _go_on(self) -> None:
        if self._closed:
            self._deny_all("the engine is closed")
        elif any(question.waits for question in self._under_way):
            self._begin()
        else:
            self._under_way.clear()
        self._end_if_idle()

    def _deny_all(self, detail: str) -> None:
        while self._under_way:
            self._under_way.popleft().settle(NoAnswer("error", detail))

    def _finish(self) -> None:
        self._closed = True
        self._end_if_idle()

    def _end_if_idle(self) -> None:
        if self._closed and not self._under_way:
            self._lose()
            if self._timer is not None:
                self._timer.cancel()

    # -- there and back -----------------------------------------------------------------------------------

    def _send(self, op: bytes, payload: bytes) -> None:
        """Write a lone request at once; several of one turn of the loop go together, by one system call."""
        self._unsent.append(memoryview(frame(op, payload)))
        if self._flushing:
            return
        if len(self._under_way) == 1:
            self._flush()
        else:
            self._flushing = True
            self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        worker = self._worker
        self._flushing = False
        if worker is None:
            return
        try:
            while self._unsent:
                self._advance(os.writev(worker.sink, tuple(itertools.islice(self._unsent, _MOST_BUFFERS))))
        except BlockingIOError:
            self._flushing = True
            self.loop.add_writer(worker.sink, self._writable)
        except OSError:
            self._unsent.clear()  # it died; reading says so in its turn

    def _writable(self) -> None:
        if self._worker is not None:
            self.loop.remove_writer(self._worker.sink)
        self._flush()

    def _advance(self, written: int) -> None:
        while written:
            first = self._unsent.popleft()
            if written < len(first):
                self._unsent.appendleft(first[written:])
                return
            written -= len(first)

    def _readable(self) -> None:
        worker = self._worker
        if worker is None:
            return
        try:
            part = os.read(worker.source, _evaluator.CHUNK)
        except BlockingIOError:
            return
        if not part:
            detail = "the policy worker died"
            if self._under_way:
                self._under_way[0].settle(NoAnswer("error", detail))
            self._replace(detail)
            return
        self._received += part
        while self._worker is worker and (answer := self._next_answer()) is not None:
            self._take(*answer)
        self._end_if_idle()

    def _next_answer(self) -> tuple[bytes, bytes] | None:
        received = self._received
        if len(received) < _HEAD:
            return None
        end = _HEAD + int.from_bytes(received[: _evaluator.FRAME], "big")
        if len(received) < end:
            return None
        status, body = bytes(received[_HEAD - 1 : _HEAD]), bytes(received[_HEAD:end])
        del received[:end]
        return status, body

    def _take(self, status: bytes, body: bytes) -> None:
        if not self._under_way:  # an answer that nobody asked for: whose would the next one be?
            self._lose()
            return
        question = self._under_way[0]
        if status == _evaluator.STATE_OK:
            self._under_way.popleft().settle(body)
            return
        detail = body.decode(errors="replace")
        question.settle(NoAnswer("error", detail))
        if status == _evaluator.STATE_ERROR and question.future is not None:
            self._under_way.popleft()
        else:
            self._replace(detail)

    # -- deadlines ----------------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Look at the deadlines when the next one passes; once a deadline, not once a question."""
        waiting = [question.deadline for question in self._under_way if question.waits]
        self._timer = self.loop.call_at(min(waiting), self._look) if waiting else None

    def _look(self) -> None:
        now = self.loop.time()
        late = [question for question in self._under_way if question.waits and question.deadline <= now]
        for question in late:
            question.settle(NoAnswer("timeout", "the policy worker did not answer in time"))
        starting = bool(self._under_way) and self._under_way[0].future is None
        if late and not (starting and late[0] is not self._under_way[0]):
            self._lose()
            if starting:
                self._deny_all("the policy worker did not start in time")
            self._go_on()
        self._watch()
