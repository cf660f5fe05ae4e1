"""Runs commands, programs of WASI preview 1, in a worker: a fresh instance for each run, its system calls ours."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from runtime.backends._wasm import wire
from runtime.backends._wasm.bounds import MAX_ERROR_BYTES, MAX_WRITE_BYTES, TABLE_ELEMENTS
from runtime.backends._wasm.c_api import EpochCallback, Guest
from runtime.backends._wasm.engine import EpochTicker
from runtime.backends._wasm.hostcalls import Answer
from runtime.backends._wasm.imports import Current, define_host
from runtime.backends._wasm.relay import OutputRelay
from runtime.backends._wasm.traps import GuestFault
from runtime.backends._wasm.wasi import Wasi, WasiSettings, define

if TYPE_CHECKING:
    import wasmtime

    from runtime.backends._wasm.pipe import WorkerPipe

MAX_DESCRIPTORS = 256


class CommandRun:
    """One run of a command."""

    def __init__(self, engine: wasmtime.Engine, order: wire.Order, pipe: WorkerPipe) -> None:
        import wasmtime

        self._pipe = pipe
        self._order = order
        self._over = False
        self.interrupted = False
        self._left: int | None = None
        self.stop: tuple[str, str] | None = None
        self.store = wasmtime.Store(engine)
        self.store.set_limits(
            memory_size=order.memory_bytes,
            table_elements=TABLE_ELEMENTS,
            instances=1,
            tables=100,
            memories=1,
        )
        self.store.set_fuel(order.fuel)
        self.deadline_s = time.monotonic() + order.wall_s
        self._relay = OutputRelay(pipe) if order.stream else None
        self.wasi = Wasi(
            _settings(order, self.deadline_s), checked=pipe.checked, stop=self._stop, relay=self._relay
        )

    @property
    def ended(self) -> bool:
        """Whether nothing more of the guest may execute."""
        return self._over or self.stop is not None

    def ask(self, name: str, *arguments: int | bytes) -> Answer:
        """A call of the host, through the pipe."""
        self.wasi.hand_on()
        answer, over = self._pipe.ask(name, *arguments)
        self._over |= over
        return answer

    def abort(self) -> None:
        """Take the guest's fuel away."""
        with suppress(Exception):
            if self._left is None:
                self._left = self.store.get_fuel()
            self.store.set_fuel(0)

    def go_on(self) -> bool:
        """Whether there is time left, and somebody there. Asked at every tick, at which what waits to be handed on goes on its way."""
        self.interrupted = time.monotonic() >= self.deadline_s
        if self._relay is not None and not self.interrupted:
            try:
                self._relay.written(self.wasi)
            except OSError:  # the runtime is gone
                self.interrupted = True
        return not self.interrupted

    def burnt(self) -> int | None:
        """The fuel that it burnt; None where the clock ended it."""
        left = self.wasi.fuel_left if self._left is None else self._left
        if left is None and not self.interrupted:
            left = self.store.get_fuel()
        return None if left is None else self._order.fuel - left

    def _stop(self, code: str, message: str) -> None:
        if self.stop is None:
            self.stop = (code, message)


class Commands:
    """Links and runs commands on one engine."""

    def __init__(self, engine: wasmtime.Engine, ticker: EpochTicker, pipe: WorkerPipe) -> None:
        import wasmtime

        self._engine = engine
        self._ticker = ticker
        self._pipe = pipe
        self._current = Current()
        self._linker = wasmtime.Linker(engine)
        define(self._linker, self._wasi)
        define_host(self._linker, self._current)
        self._watch = EpochCallback(self._go_on)

    def link(self, module: wasmtime.Module) -> wasmtime.InstancePre:
        """Settle the module's imports."""
        return self._linker.instantiate_pre(module)

    def run(self, pre: wasmtime.InstancePre, order: wire.Order) -> wire.RunEnded:
        """Run it to its end."""
        run = CommandRun(self._engine, order, self._pipe)
        self._current.run = run
        trap, trapped = None, False
        try:
            self._watch.over(run.store)
            with self._ticker.ticking():
                Guest(run.store, pre).call(b"_start")
        except GuestFault as fault:
            trap, trapped = fault.trap, True
        finally:
            self._current.run = None
        wasi = run.wasi
        wasi.hand_on()
        exited = wasi.exit_code is not None
        ended = wire.RunEnded(
            output=b"" if order.stream else bytes(wasi.stdout),
            error=b"" if order.stream else bytes(wasi.stderr),
            status=wasi.exit_code if exited else None if trapped else 0,
            failed=False,
            fuel=run.burnt(),
            trap=trap,
            trapped=trapped and not exited,
            stop=run.stop,
        )
        wasi.close()
        run.store.close()
        return ended

    def _wasi(self) -> Wasi:
        run = self._current.run
        assert isinstance(run, CommandRun)  # noqa: S101  # nothing else runs here
        return run.wasi

    def _go_on(self) -> bool:
        run = self._current.run
        return isinstance(run, CommandRun) and run.go_on()


def _settings(order: wire.Order, deadline_s: float) -> WasiSettings:
    return WasiSettings(
        args=order.args,
        env=order.env,
        stdin=order.stdin,
        stdout_bytes=order.output_bytes,
        stderr_bytes=MAX_ERROR_BYTES,
        clock=order.clock,
        random=order.random,
        workspace=os.fsdecode(order.workspace),
        read=order.read,
        write=order.write,
        hidden=order.hidden,
        locked=order.locked,
        files=order.files,
        places=order.places,
        descriptors=MAX_DESCRIPTORS,
        write_bytes=MAX_WRITE_BYTES,
        entries=order.files,
        deadline_s=deadline_s,
    )
