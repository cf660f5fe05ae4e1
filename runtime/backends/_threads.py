"""Worker threads for blocking tools.

Not `concurrent.futures`: its threads are joined when the interpreter exits, so one tool that never returns would
keep the process alive for ever. These are daemons, made on demand and reused; one that is abandoned costs its
thread and nothing else, and comes back if its tool ever ends.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from runtime.contracts.errors import BackendUnavailable

MAX_ABANDONED = 32
"""Threads and tasks lost to tools that do not return; past that, tools of this process are refused."""

Job = tuple[Callable[[], Any], "asyncio.AbstractEventLoop", "asyncio.Future[Any]"]


class WorkerThreads:
    """Runs plain functions in daemon threads and hands their results to event loops."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ready = threading.Condition(self._lock)
        self._jobs: deque[Job] = deque()
        self._idle = 0
        self._closed = False
        self.abandoned = 0

    def submit(self, function: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """A future, of the running loop, for ``function(*args)``; context variables go along.

        Raises:
            BackendUnavailable: too many threads are lost to tools that never returned.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        context = contextvars.copy_context()
        self.require_available()
        with self._lock:
            self._jobs.append((lambda: context.run(function, *args), loop, future))
            if self._idle >= len(self._jobs):
                self._ready.notify()
            else:
                self._start()
        return future

    def require_available(self) -> None:
        """Return while few enough tools are lost.

        Raises:
            BackendUnavailable: too many never returned.
        """
        if self.abandoned >= MAX_ABANDONED:
            raise BackendUnavailable(
                f"{self.abandoned} tools never returned, and no more are started",
                suggestion="Restart the program, and have the authors of those tools mend them.",
            )

    def _start(self) -> None:
        try:
            threading.Thread(target=self._work, name="runtime-tool", daemon=True).start()
        except RuntimeError:
            # Left in the queue, it would run when another call's thread is free: after its own call has ended.
            self._jobs.pop()
            raise BackendUnavailable("the system starts no more threads") from None

    def abandon(self, future: asyncio.Future[Any]) -> None:
        """Give up on a job that cannot be stopped; it is counted until its tool returns after all."""
        with self._lock:
            self.abandoned += 1
        future.add_done_callback(self._returned)

    def close(self) -> None:
        """Let idle threads end; busy ones end after their job."""
        with self._lock:
            self._closed = True
            self._ready.notify_all()

    def _returned(self, future: asyncio.Future[Any]) -> None:
        with self._lock:
            self.abandoned -= 1
        if not future.cancelled():
            future.exception()  # retrieved, so that asyncio does not report it

    def _work(self) -> None:
        while (job := self._next()) is not None:
            run, loop, future = job
            del job
            try:
                result, error = run(), None
            except BaseException as raised:  # noqa: BLE001  # handed over, to be judged by the backend
                result, error = None, raised
            try:
                loop.call_soon_threadsafe(_settle, future, result, error)
            except RuntimeError:  # the loop is closed: nobody waits any more
                self._forget()
            del run, loop, future, result, error  # an idle thread keeps nothing alive

    def _next(self) -> Job | None:
        with self._lock:
            self._idle += 1
            try:
                while not self._jobs:
                    if self._closed:
                        return None
                    self._ready.wait()
                return self._jobs.popleft()
            finally:
                self._idle -= 1

    def _forget(self) -> None:
        with self._lock:
            self.abandoned = max(0, self.abandoned - 1)


def _settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    elif isinstance(error, StopIteration):
        future.set_exception(RuntimeError("StopIteration"))  # asyncio refuses to carry it
    else:
        future.set_exception(error)
