"""Workers that stand ready, and the runs that they are given: one at a time each, in the thread of the call."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import msgspec

from runtime.backends._wasm import wire
from runtime.backends._wasm.hostcalls import HostCalls
from runtime.backends._wasm.modules import Compiled
from runtime.backends._wasm.places import WorkerPlaces
from runtime.backends._wasm.worker import WasmWorker, WorkerLate
from runtime.contracts.errors import BackendUnavailable, Error, ToolFault

SPARE = 2
"""How many idle workers are kept for good."""
LINGER_S = 10.0
"""How long the others are: calls that come in a crowd come again."""
RELOAD_S = 5.0
"""What a worker that has run something may take to load a module; then another one is started in its place."""
MAX_WORKERS = 16
MAX_RUNS = 1_000
"""After so many runs a worker is replaced: whatever a guest may have left behind in it ends with it."""


class Pool:
    """Workers that run commands and components. Safe to use from several threads."""

    def __init__(self, start: Callable[[], WasmWorker], workers: int = MAX_WORKERS) -> None:
        """Start nothing yet.

        Args:
            start: Starts a worker.
            workers: How many may run at a time.
        """
        self._start = start
        self._idle: deque[WasmWorker] = deque()
        self._lock = threading.Lock()
        self._places = WorkerPlaces(workers)
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

        The call waits for a place in its own time. Starting a worker and loading the module have bounds of their own, and the call's
        clock begins when the module does.

        Raises:
            FailedError: the deadline passed, the caller gave up, or the worker died.
        """
        with self._places.place(host.principal, host.go_on) as has_place:
            if not has_place:  # its time was over, or the caller gave up
                raise host.failure or _meaning(WorkerLate(), order.name)
            return self._run(compiled, order, host)

    def _run(self, compiled: Compiled, order: wire.Order, host: HostCalls) -> wire.RunEnded:
        worker = None
        try:
            with host.clock_stopped():
                load = wire.Load(compiled.number, compiled.admitted.form, compiled.code)
                worker = self._take()
                if worker.runs and not self._reloads(worker, load, host):
                    self._drop(worker)
                    worker = self._start()
                worker.load(load, host)
            host.start_clock()
            ended = worker.run(msgspec.structs.replace(order, wall_s=host.remaining_s()), host)
        except (WorkerLate, wire.Gone, BackendUnavailable) as error:
            self._drop(worker)
            raise host.failure or _meaning(error, order.name) from None
        except BaseException:
            self._drop(worker)
            raise
        self._give_back(worker)
        return ended

    def _reloads(self, worker: WasmWorker, load: wire.Load, host: HostCalls) -> bool:
        """Whether a worker that has run something takes a module; one that lost to its guest may not.

        Raises:
            WorkerLate: nobody waits any longer.
        """
        try:
            worker.load(load, host, RELOAD_S)
        except (WorkerLate, wire.Gone):
            if not host.go_on():
                raise
            return False
        return True

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
