"""Workers that stand ready, and the runs that they are given: one at a time each, in the thread of the call."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from runtime.backends._wasm import wire
from runtime.backends._wasm.hostcalls import HostCalls
from runtime.backends._wasm.modules import Compiled
from runtime.backends._wasm.worker import WasmWorker, WorkerLate
from runtime.contracts.errors import BackendUnavailable, Error, ToolFault

SPARE = 2
"""How many idle workers are kept for good."""
LINGER_S = 10.0
"""How long the others are: calls that come in a crowd come again."""
MAX_WORKERS = 16
MAX_RUNS = 1_000
"""After so many runs a worker is replaced: whatever a guest may have left behind in it ends with it."""
_WAIT_S = 10.0


class Pool:
    """Workers that run commands and components. Safe to use from several threads."""

    def __init__(self, start: Callable[[], WasmWorker]) -> None:
        self._start = start
        self._idle: deque[WasmWorker] = deque()
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(MAX_WORKERS)
        self._closed = False
        self._starting: threading.Thread | None = None
        self._reaper: threading.Timer | None = None

    def prepare(self) -> None:
        """Have a worker ready soon; returns at once. Where that fails, the next call will say why."""
        with self._lock:
            if (
                not self._closed
                and not self._idle
                and (self._starting is None or not self._starting.is_alive())
            ):
                self._starting = threading.Thread(target=self._add, name="runtime-wasm-worker", daemon=True)
                self._starting.start()

    def run(self, compiled: Compiled, order: wire.Order, host: HostCalls) -> wire.RunEnded:
        """Run a module to its end.

        Raises:
            FailedError: the deadline passed, the caller gave up, or the worker died.
        """
        if not self._places.acquire(timeout=min(_WAIT_S, host.remaining_s())):
            raise BackendUnavailable(f"{MAX_WORKERS} workers are busy already")
        worker = None
        try:
            if not host.go_on():  # the caller gave up while it waited
                raise WorkerLate  # noqa: TRY301
            worker = self._take()
            worker.load(wire.Load(compiled.number, compiled.admitted.form, compiled.code), host)
            ended = worker.run(order, host)
        except (WorkerLate, wire.Gone, BackendUnavailable) as error:
            self._drop(worker)
            raise host.failure or _meaning(error, order.name) from None
        except BaseException:
            self._drop(worker)
            raise
        finally:
            self._places.release()
        self._give_back(worker)
        return ended

    def close(self) -> None:
        """End every idle worker; busy ones end after their run."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, deque()
            starting, reaper = self._starting, self._reaper
        if reaper is not None:
            reaper.cancel()
        if starting is not None:
            starting.join()
        for worker in idle:
            worker.kill()

    def _add(self) -> None:
        with suppress(BackendUnavailable):
            self._give_back(self._start())

    def _take(self) -> WasmWorker:
        while True:
            with self._lock:
                if not self._idle:
                    break
                worker = self._idle.pop()
            if worker.is_fit:
                return worker
            worker.kill()
        return self._start()

    def _drop(self, worker: WasmWorker | None) -> None:
        """End a worker in the midst of its work. The next call need not wait for what this one cost."""
        if worker is not None:
            worker.kill()
            self.prepare()

    def _give_back(self, worker: WasmWorker) -> None:
        with self._lock:
            if not self._closed and worker.runs < MAX_RUNS:
                self._idle.append(worker)
                self._reap_later()
                return
        worker.kill()

    def _reap_later(self) -> None:
        """Have surplus workers ended, unless that is on its way. The lock is held."""
        if len(self._idle) > SPARE and self._reaper is None:
            self._reaper = threading.Timer(LINGER_S, self._reap)
            self._reaper.daemon = True
            self._reaper.start()

    def _reap(self) -> None:
        """End the workers that nobody took for a while: the newest are taken first, so these are at the other end."""
        surplus = []
        with self._lock:
            self._reaper = None
            while len(self._idle) > SPARE:
                surplus.append(self._idle.popleft())
        for worker in surplus:
            worker.kill()


def _meaning(error: Exception, name: str) -> Error:
    """What the end of a worker is to the call that it worked for."""
    if isinstance(error, BackendUnavailable):
        return error
    if isinstance(error, WorkerLate):
        return BackendUnavailable("the worker did not get ready in time")
    return ToolFault(
        f"{name} ended its worker", suggestion="It needs more than a worker may use; its author has to look."
    )
