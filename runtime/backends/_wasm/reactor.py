"""Runs reactors in this process: a fresh instance in a store of its own for every call.

1. A module that starts with more memory than the call may have is not started.
2. Fuel, memory, tables and the deadline are set before instantiation: a start function is the guest's code, too.
3. ``_initialize`` where there is one, ``alloc`` for the arguments, ``run``.
4. What comes back is a place in the guest's memory, and not believed: it is checked, and its size held against the bound, before it is read.
5. What was burnt is counted, however it ended.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from runtime.backends._wasm.bounds import PAGE_BYTES, TABLE_ELEMENTS, RunBounds
from runtime.backends._wasm.c_api import EpochCallback, Guest
from runtime.backends._wasm.engine import EpochTicker
from runtime.backends._wasm.hostcalls import Answer, HostCalls
from runtime.backends._wasm.imports import Current, define_host
from runtime.backends._wasm.modules import Compiled
from runtime.backends._wasm.outcome import fault_error, no_memory, out_of_fuel, told_error, too_large
from runtime.backends._wasm.traps import GuestFault
from runtime.contracts.errors import ToolFault
from runtime.contracts.manifest import Manifest

if TYPE_CHECKING:
    import wasmtime

_U32 = 0xFFFF_FFFF
_ERROR = 0x8000_0000


class Reactor(msgspec.Struct, frozen=True, kw_only=True):
    """A compiled reactor, linked and ready to be instantiated."""

    pre: object
    """`wasmtime.InstancePre`."""
    memory_min_pages: int
    initializes: bool


class Burnt:
    """What a run burnt: set when it ends; None where the clock ended it, in the middle of what is not counted yet."""

    __slots__ = ("fuel",)

    def __init__(self) -> None:
        self.fuel: int | None = None


class Reactors:
    """Links and runs reactors on one engine. Safe to use from several threads."""

    def __init__(self, engine: wasmtime.Engine, ticker: EpochTicker) -> None:
        import wasmtime

        self._engine = engine
        self._ticker = ticker
        self._current = Current()
        self._linker = wasmtime.Linker(engine)
        define_host(self._linker, self._current)
        self._watch = EpochCallback(self._go_on)

    def link(self, compiled: Compiled) -> Reactor:
        """Settle the module's imports."""
        import wasmtime

        module = wasmtime.Module.deserialize(self._engine, compiled.code)
        return Reactor(
            pre=self._linker.instantiate_pre(module),
            memory_min_pages=compiled.admitted.memory_min_pages,
            initializes=compiled.admitted.initializes,
        )

    def run(
        self,
        reactor: Reactor,
        manifest: Manifest,
        arguments: bytes,
        bounds: RunBounds,
        host: HostCalls,
        burnt: Burnt,
    ) -> bytes:
        """The guest's output.

        Raises:
            FailedError: everything that can go wrong.
        """
        if reactor.memory_min_pages * PAGE_BYTES > bounds.memory_bytes:
            raise no_memory(manifest.name, bounds)
        run = _Run(self._engine, bounds, host)
        self._current.run = run
        try:
            self._watch.over(run.store)
            with self._ticker.ticking():
                return _output(run, reactor, manifest, arguments)
        except GuestFault as fault:
            raise host.failure or fault_error(manifest.name, fault, bounds) from None
        finally:
            self._current.run = None
            burnt.fuel = run.close()

    def _go_on(self) -> bool:
        run = self._current.run
        if not isinstance(run, _Run):
            return False
        run.interrupted = not run.host.go_on()
        return not run.interrupted


class _Run:
    """One call: a store, and the functions of the host for it."""

    __slots__ = ("_left", "bounds", "host", "interrupted", "store")

    def __init__(self, engine: wasmtime.Engine, bounds: RunBounds, host: HostCalls) -> None:
        import wasmtime

        self.host = host
        self.store = wasmtime.Store(engine)
        self.bounds = bounds
        self.interrupted = False
        self._left: int | None = None
        self.store.set_limits(
            memory_size=bounds.memory_bytes,
            table_elements=TABLE_ELEMENTS,
            instances=1,
            tables=100,
            memories=1,
        )
        self.store.set_fuel(bounds.fuel)

    @property
    def ended(self) -> bool:
        """Whether the host has ended it: the guest executes nothing more."""
        return self.host.failure is not None

    def ask(self, name: str, *arguments: int | bytes) -> Answer:
        """A call of the host by the guest."""
        return self.host.call(name, *arguments)

    def abort(self) -> None:
        """Take the guest's fuel away; an exception across its frames could come out in another call."""
        with suppress(Exception):
            if self._left is None:
                self._left = self.store.get_fuel()
            self.store.set_fuel(0)
        if self.host.failure is None:
            self.host.failure = ToolFault("a function of the host broke")

    def close(self) -> int | None:
        """Let go of the store; what was burnt.

        What the host ended had its fuel noted then, and a tick that came after that changes nothing of it.
        """
        left = self._left if self.interrupted or self._left is not None else self.store.get_fuel()
        self.store.close()
        return None if left is None else self.bounds.fuel - left


def _output(run: _Run, reactor: Reactor, manifest: Manifest, arguments: bytes) -> bytes:
    guest = Guest(run.store, reactor.pre)  # type: ignore[arg-type]
    if reactor.initializes:
        guest.call(b"_initialize")
    place = guest.call(b"alloc", len(arguments)) & _U32
    if place == 0:
        raise no_memory(manifest.name, run.bounds)
    if place + len(arguments) > guest.memory_bytes():
        raise _lied(manifest.name)
    guest.write(place, arguments)
    packed = guest.call(b"run", place, len(arguments))
    if run.host.failure is not None:
        raise run.host.failure
    if run.store.get_fuel() == 0:
        raise out_of_fuel(manifest.name, run.bounds)
    place, size = (packed >> 32) & _U32, packed & _U32
    failed, size = bool(size & _ERROR), size & ~_ERROR
    if place + size > guest.memory_bytes():
        raise _lied(manifest.name)
    if size > run.bounds.output_bytes:
        raise too_large(manifest.name, run.bounds)
    data = guest.read(place, size) if size else b""
    if failed:
        raise told_error(manifest.name, data)
    return data


def _lied(name: str) -> ToolFault:
    return ToolFault(
        f"{name} named a place that is not in its memory", suggestion="The tool's author has to look."
    )
