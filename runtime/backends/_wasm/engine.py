"""The engine that modules are compiled for, and the ticker that has running ones look at the clock.

Whoever changes a setting here changes what compiled modules are: `fingerprint` keeps older ones out of the cache.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import wasmtime

TICK_S = 0.005
"""How late a deadline, or the caller's giving up, can be noticed in a loop that calls nothing."""
_STACK_BYTES = 512 * 1024
_OFF = (
    "wasm_threads",
    "wasm_memory64",
    "wasm_multi_memory",
    "wasm_gc",
    "wasm_exceptions",
    "wasm_stack_switching",
    "wasm_custom_page_sizes",
    "wasm_relaxed_simd",
    "wasm_wide_arithmetic",
)
_SETTINGS = 1


def fingerprint() -> str:
    """What compiled modules depend on besides the machine."""
    from importlib.metadata import version

    return f"{_SETTINGS} wasmtime {version('wasmtime')}"


def make_engine() -> wasmtime.Engine:
    """An engine that counts fuel, can be interrupted, and computes the same everywhere.

    NaNs have one bit pattern, and instructions whose result depends on the processor are off: what a module answers, and what it
    burns, are functions of its input.
    """
    import wasmtime

    config = wasmtime.Config()
    config.consume_fuel = True
    config.epoch_interruption = True
    config.cranelift_nan_canonicalization = True
    config.max_wasm_stack = _STACK_BYTES
    config.wasm_component_model = True
    for name in _OFF:
        setattr(config, name, False)
    return wasmtime.Engine(config)


class EpochTicker:
    """Advances an engine's epoch while something runs on it, and sleeps otherwise."""

    def __init__(self, engine: wasmtime.Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._running = 0
        self._busy = threading.Event()
        self._closed = False
        self._thread: threading.Thread | None = None

    @contextmanager
    def ticking(self) -> Iterator[None]:
        """Tick for as long as this is held."""
        with self._lock:
            self._running += 1
            self._busy.set()
            if self._thread is None or not self._thread.is_alive():  # of a forked process, the thread is gone
                self._thread = threading.Thread(target=self._tick, name="runtime-wasm-ticker", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1
                if self._running == 0 and not self._closed:
                    self._busy.clear()

    def close(self) -> None:
        """End the thread, once nothing runs any more: what still runs has a deadline, which only a tick sees pass."""
        with self._lock:
            self._closed = True
            self._busy.set()

    def _tick(self) -> None:
        # Waits without holding the interpreter, as sleep does, and reads as what it is.
        pause = threading.Event()
        while True:
            self._busy.wait()
            with self._lock:
                if self._closed and self._running == 0:
                    self._thread = None
                    return
            pause.wait(TICK_S)
            self._engine.increment_epoch()
