"""Who asks which policy worker: plain code one by one, each event loop through a client of its own."""

from __future__ import annotations

import asyncio
import os
import threading
import time

from runtime.contracts.errors import ConfigurationError
from runtime.policy.decide import NoAnswer
from runtime.policy.engines._pipelined_client import PipelinedClient
from runtime.policy.engines._worker import START_S, BundleFile, PolicyWorker, WorkerLost


class WorkerEvaluator:
    """Answers by workers, and replaces those that are lost. Safe to share between threads and across fork.

    Plain code asks one question at a time. Each event loop has a client of its own, with a worker of its own.
    """

    def __init__(self, bundle: BundleFile, worker: PolicyWorker, deadline_s: float) -> None:
        """Take over a worker that has loaded the bundle, and the bundle's file."""
        self._bundle = bundle
        self._deadline_s = deadline_s
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._worker: PolicyWorker | None = worker
        self._loading_until: float | None = None
        self._closed = False
        self._opening = threading.Lock()  # clients; held for moments, which an event loop can wait
        self._clients: dict[asyncio.AbstractEventLoop, PipelinedClient] = {}

    async def answer(self, asked: bytes) -> bytes:
        """The answer, while the loop goes on. Raises NoAnswer."""
        if self._owner != os.getpid():
            self._after_fork()
        loop = asyncio.get_running_loop()
        client = self._clients.get(loop) or self._open_client(loop)
        return await client.ask(asked)

    def evaluate(self, asked: bytes) -> bytes:
        """The answer, waited for. Raises NoAnswer."""
        if self._owner != os.getpid():
            self._after_fork()
        if not self._lock.acquire(timeout=self._deadline_s):
            raise NoAnswer("timeout", "the policy worker is busy with another question")
        try:
            return self._ready().call(b"E", asked, self._deadline_s)
        except NoAnswer:
            raise
        except WorkerLost as lost:
            self._start()
            raise NoAnswer("timeout" if lost.late else "error", str(lost)) from None
        except BaseException:
            # Interrupted between question and answer: nobody may take this answer for that of a later question.
            self._discard()
            raise
        finally:
            self._lock.release()

    def close(self) -> None:
        """End the workers, after the questions that they may be answering."""
        with self._lock:
            self._closed = True
            self._discard()
            self._bundle.close()
        with self._opening:
            for client in self._clients.values():
                client.close()

    def _open_client(self, loop: asyncio.AbstractEventLoop) -> PipelinedClient:
        with self._opening:
            if self._closed:
                raise NoAnswer("error", "the engine is closed")
            worker = self._spare()
            client = PipelinedClient(
                loop, lambda: PolicyWorker(self._bundle, self._deadline_s), self._deadline_s, worker
            )
            self._clients[loop] = client
            return client

    def _spare(self) -> PolicyWorker | None:
        """A worker that nobody uses any more: a closed loop's, or the one that plain code would use."""
        spare = None
        for loop in [loop for loop in self._clients if loop.is_closed()]:
            spare = self._clients.pop(loop).release(keep=spare is None) or spare
        if spare is None and self._lock.acquire(blocking=False):
            if self._loading_until is None:
                spare, self._worker = self._worker, None
            self._lock.release()
        return spare if spare is not None and spare.alive else None

    def _ready(self) -> PolicyWorker:
        """A worker that has loaded the bundle. A new one gets more than one deadline for it, not one question."""
        if self._worker is None:
            self._start()
        worker = self._worker
        if worker is None:
            raise NoAnswer("error", "there is no policy worker")
        if self._loading_until is not None:
            if not worker.has_answer(self._deadline_s):
                if time.monotonic() > self._loading_until:
                    raise WorkerLost(True, "the policy worker did not start in time")
                raise NoAnswer("timeout", "the policy worker is still starting")
            worker.receive(self._deadline_s)
            self._loading_until = None
        return worker

    def _start(self) -> None:
        self._discard()
        if self._closed:
            return
        try:
            self._worker = PolicyWorker(self._bundle, self._deadline_s)
            self._worker.send(b"L", b"", START_S)
            self._loading_until = time.monotonic() + START_S
        except (OSError, ConfigurationError, WorkerLost):
            self._discard()  # no processes left, or no memory: the next question tries again

    def _discard(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker = None

    def _after_fork(self) -> None:
        """Leave the parent its worker: two processes on one pipe would read each other's answers."""
        self._lock = threading.Lock()
        self._opening = threading.Lock()
        self._worker = None
        self._clients = {}
        self._owner = os.getpid()
