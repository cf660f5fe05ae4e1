"""Workers are shared among principals, and what comes before a module runs takes nothing of its time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from runtime.backends._wasm.cache import Cache
from runtime.backends._wasm.modules import Admitted, Modules
from runtime.backends._wasm.places import WorkerPlaces
from runtime.backends._wasm.worker import WasmWorker
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.digest import digest
from runtime.contracts.errors import BackendUnavailable
from runtime.contracts.limits import ResourceBounds


def yes() -> bool:
    return True


def at_most(times: int) -> Callable[[], bool]:
    """Goes on waiting for so many looks."""
    left = iter(range(times))
    return lambda: next(left, None) is not None


def test_one_principal_has_no_more_than_three_quarters_of_the_workers():
    """T-WASM-14"""
    places = WorkerPlaces(4)
    with ExitStack() as held:
        assert [held.enter_context(places.place("greedy", yes)) for _ in range(3)] == [True] * 3
        with places.place("greedy", at_most(2)) as entered:
            assert not entered
        with places.place("other", at_most(2)) as entered:
            assert entered
    assert places.free == 4


def test_the_next_worker_goes_to_the_principal_that_has_the_fewest():
    """T-WASM-14"""
    places, order = WorkerPlaces(2), []
    freed, last = threading.Event(), threading.Event()

    def wait(who: str, asked: threading.Event) -> None:
        def go_on() -> bool:
            asked.set()
            return True

        with places.place(who, go_on):
            order.append(who)
            last.wait()

    with ExitStack() as held:
        held.enter_context(places.place("other", yes))
        with places.place("greedy", yes):
            threads = []
            for who in ("other", "new"):  # the first in the queue has a place already
                asked = threading.Event()
                threads.append(threading.Thread(target=wait, args=(who, asked)))
                threads[-1].start()
                asked.wait()
        freed.set()
        while not order:
            freed.wait(0.001)
        assert order == ["new"]
        last.set()
    for thread in threads:
        thread.join()
    assert places.free == 2


def test_a_module_that_is_being_compiled_is_given_up_when_the_runtime_closes():
    """T-WASM-15: it is the closing that is told, and not that the module is at fault."""
    begun = threading.Event()

    class Slow(WasmWorker):
        def compile(self, form: str, module: bytes, timeout_s: float) -> bytes | None:
            begun.set()
            # A worker that is asked nothing says nothing once it is ready; it is ended meanwhile.
            self._get_ready()
            return super().compile(form, b"\0" * 0, timeout_s) if self._hear_nothing() else None

        def _hear_nothing(self) -> bool:
            from runtime.backends._wasm.worker import Patience

            self._hear(Patience(timeout_s=60.0), 1)
            return False

    modules = Modules(Cache(None, b""), lambda: Slow(None))
    module = Admitted(digest=digest(b"x"), form="core", stripped=b"x", memory_min_pages=0, initializes=False)
    raised: list[BaseException] = []

    def compiled() -> None:
        try:
            modules.compiled("it", module)
        except BaseException as error:  # looked at below
            raised.append(error)

    thread = threading.Thread(target=compiled)
    thread.start()
    begun.wait()
    modules.close()
    thread.join(60)
    assert not thread.is_alive()
    with pytest.raises(BackendUnavailable):
        raise raised[0]
    with pytest.raises(BackendUnavailable):
        modules.compiled("it", module)


def test_the_time_of_a_call_begins_when_its_module_does():
    """T-WASM-15"""
    from runtime.backends._wasm.hostcalls import HostCalls

    now: list[float] = [0.0]
    context = CallContext(
        "c", CapabilitySet(()), ResourceBounds(wall_s=1.0), principal="p", monotonic_s=lambda: now[0]
    )
    context.start()
    host: Any = HostCalls(context, "it")
    with host.clock_stopped():
        now[0] = 50.0  # a worker is started, and loads the module
        assert host.go_on()
    host.start_clock()
    assert host.remaining_s() == 1.0
    assert host.principal == "p"
    now[0] = 51.0
    assert not host.go_on()
