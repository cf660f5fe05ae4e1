"""Runs tools that are WebAssembly modules: code in any language, that nobody need trust.

Two tiers. A reactor has no system calls, so that fuel, the ticker and the store's limits bound all that it can do: it runs in this
process, on a thread. Commands and components have system calls, which none of those bound: they run in workers, processes that stand ready and can be
killed.

What is enforced, in both: ``fuel`` (exact, and recorded), ``wall_s``, ``memory_bytes``, ``files`` and ``output_bytes``.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from runtime.backends._base import BackendBase
from runtime.backends._threads import WorkerThreads
from runtime.backends._wasm import wire
from runtime.backends._wasm.bounds import PAGE_BYTES, RunMaxima, bounds_of
from runtime.backends._wasm.cache import Cache
from runtime.backends._wasm.folder import WasmTool, find_tools
from runtime.backends._wasm.hostcalls import HostCalls
from runtime.backends._wasm.modules import Admitted, Compiled, Modules
from runtime.backends._wasm.outcome import (
    judged,
    no_memory,
    output_value,
)
from runtime.backends._wasm.pool import Pool
from runtime.backends._wasm.worker import WasmWorker
from runtime.contracts import canonical
from runtime.contracts.errors import BackendFault, BackendUnavailable, WallLimit, WasmRefused
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import ScopedContext, Tool
from runtime.contracts.wasm import FileScope, Kind

if TYPE_CHECKING:
    from runtime.backends._wasm.reactor import Reactor, Reactors

__all__ = ["RunMaxima", "Wasm"]

GRACE_S = 0.5
"""How long a run may take to notice that it is over."""
MAX_ARGUMENT_BYTES = 100_000
"""A command's arguments come in ``argv``, larger ones on stdin: as for every executable."""


class Wasm(BackendBase):
    """The backend of manifests whose source is ``wasm``."""

    source: ClassVar[str] = "wasm"
    enforces: ClassVar[frozenset[str]] = frozenset(
        {"wall_s", "fuel", "memory_bytes", "files", "output_bytes", "calls"}  # a module makes no calls
    )

    def __init__(
        self, *, cache: Path | None, secret: bytes, files: FileScope | None, maxima: RunMaxima | None = None
    ) -> None:
        """Start nothing yet.

        Args:
            cache: Where compiled modules are kept; None keeps none.
            secret: What this user's runtime alone knows: entries of the cache are authenticated with it.
            files: The workspace, and what of it is reserved: workers never see more.
            maxima: What no run and no module has more of.
        """
        self._maxima = maxima or RunMaxima()
        self._threads = WorkerThreads()
        self._modules = Modules(Cache(cache, secret), lambda: WasmWorker(None))
        self._pool = Pool(lambda: WasmWorker(files), self._maxima.workers)
        self._lock = threading.Lock()
        self._reactors: Reactors | None = None
        self._linked: dict[int, Reactor] = {}
        self._closers: list[Callable[[], None]] = [self._modules.close, self._pool.close, self._threads.close]

    def close(self) -> None:
        """End the workers, let idle threads end, and let go of the modules."""
        with self._lock:
            closers, self._closers = self._closers, []
            self._linked, self._reactors = {}, None  # each holds a descriptor of its memory's first pages
        for close in closers:
            close()

    def find(
        self, folder: Path, make_context: Callable[[], ScopedContext], *, shipped: bool = False
    ) -> list[Tool]:
        """The tools of a folder: those with a manifest, and files that describe themselves.

        Args:
            folder: Where to look.
            make_context: The context that a module is asked to describe itself in: nothing granted, little time.
            shipped: The folder belongs to the installation: its modules are admitted at their first calls.

        Raises:
            ManifestInvalid, WasmRefused: one of them cannot be a tool.
        """
        most = self._maxima.module_bytes
        return list(find_tools(folder, partial(self._describe, make_context), shipped=shipped, most=most))

    def prepare(self, tools: list[Tool]) -> None:
        """Have a worker ready where one of these tools needs one; returns at once."""
        if any(tool.manifest.wasm is not None and tool.manifest.wasm.kind != "reactor" for tool in tools):
            self._pool.prepare()

    def _describe(self, make_context: Callable[[], ScopedContext], name: str, module: Admitted) -> bytes:
        """What a command writes when it is asked to describe itself."""
        compiled, context = self._modules.compiled(name, module), make_context()
        context.start()
        order = order_of(name, "command", compiled, b"--describe", context, self._maxima)
        return self._in_worker(name, compiled, order, context, HostCalls(context, name))

    async def _run(self, tool: Tool, arguments: dict[str, Any], context: ScopedContext) -> Any:
        if not isinstance(tool, WasmTool):
            raise BackendFault(f"{tool.manifest.name} is no module")
        assert tool.manifest.wasm is not None  # noqa: S101  # it was read by it
        ready = self._modules.ready(tool.module) if tool.admitted else None
        compiled = ready or await self._compile(tool, context)
        run = self._reactor if tool.manifest.wasm.kind == "reactor" else self._program
        running = self._threads.submit(run, tool.manifest, compiled, canonical.encode(arguments), context)
        try:
            while not running.done():
                await asyncio.wait((running,), timeout=context.remaining_s() + GRACE_S)
                if context.remaining_s() <= 0.0:
                    break  # otherwise its clock stood still, or began anew when the module did
        except asyncio.CancelledError:
            await self._stop(running, context)
            raise
        if not running.done():  # in a function of the host that does not look at the clock
            await self._stop(running, context)
            raise WallLimit(
                f"{tool.manifest.name} ran longer than {context.limits.wall_s:g} s",
                wall_s=context.limits.wall_s,
                abandoned=not running.done(),
            )
        return running.result()

    async def _compile(self, tool: WasmTool, context: ScopedContext) -> Compiled:
        try:
            compiled: Compiled = await self._threads.submit(self._compiled, tool)
        except (
            WasmRefused
        ) as refused:  # admitted, and still no module: only a compiler sees inside of functions
            raise BackendUnavailable(refused.message, **refused.details) from None
        context.start()  # this is ours, and happens once: the call's own time begins here
        return compiled

    def _compiled(self, tool: WasmTool) -> Compiled:
        """In a thread: a shipped module is admitted here."""
        return self._modules.compiled(tool.manifest.name, tool.module)

    async def _stop(self, running: asyncio.Future[Any], context: ScopedContext) -> None:
        context.cancel()
        try:
            await asyncio.wait((running,), timeout=GRACE_S)
        finally:
            if not running.done():
                self._threads.abandon(running)
            elif not running.cancelled():
                running.exception()  # retrieved: nobody's answer

    # -- reactors -------------------------------------------------------------------------------------------

    def _reactor(
        self, manifest: Manifest, compiled: Compiled, arguments: bytes, context: ScopedContext
    ) -> Any:
        from runtime.backends._wasm.reactor import Burnt

        bounds, host, burnt = bounds_of(context, self._maxima), HostCalls(context, manifest.name), Burnt()
        reactors = self._reactors or self._open_reactors()
        reactor = self._linked.get(compiled.number) or self._link(reactors, compiled)
        try:
            data = reactors.run(reactor, manifest, arguments, bounds, host, burnt)
            return output_value(manifest, data, context.check)
        finally:
            context.fuel_used = burnt.fuel
            host.close()

    def _open_reactors(self) -> Reactors:
        with self._lock:
            if self._reactors is None:
                from runtime.backends._wasm.engine import EpochTicker, make_engine
                from runtime.backends._wasm.reactor import Reactors

                engine = make_engine()
                ticker = EpochTicker(engine)
                if self._closers:
                    self._closers.append(ticker.close)
                else:  # closed already, under a call that was on its way: its ticker goes with it
                    ticker.close()
                self._reactors = Reactors(engine, ticker)
            return self._reactors

    def _link(self, reactors: Reactors, compiled: Compiled) -> Reactor:
        with self._lock:
            found = self._linked.get(compiled.number)
            if found is None:
                found = self._linked[compiled.number] = reactors.link(compiled)
            return found

    # -- commands and components ----------------------------------------------------------------------------

    def _program(
        self, manifest: Manifest, compiled: Compiled, arguments: bytes, context: ScopedContext
    ) -> Any:

        assert manifest.wasm is not None  # noqa: S101  # only such tools come here
        order = order_of(manifest.name, manifest.wasm.kind, compiled, arguments, context, self._maxima)
        host = HostCalls(context, manifest.name, tells_stdout=manifest.normalization != "binary")
        return output_value(
            manifest, self._in_worker(manifest.name, compiled, order, context, host), context.check
        )

    def _in_worker(
        self, name: str, compiled: Compiled, order: wire.Order, context: ScopedContext, host: HostCalls
    ) -> bytes:
        bounds = bounds_of(context, self._maxima)
        if compiled.admitted.memory_min_pages * PAGE_BYTES > bounds.memory_bytes:
            raise no_memory(name, bounds)
        try:
            ended = self._pool.run(compiled, order, host)
        finally:
            host.close()
        context.fuel_used = ended.fuel
        return judged(name, ended, bounds, host)


def order_of(
    name: str,
    kind: Kind,
    compiled: Compiled,
    argument: bytes,
    context: ScopedContext,
    maxima: RunMaxima = RunMaxima(),  # noqa: B008  # immutable
) -> wire.Order:
    """What a worker is told to run, and within what."""
    files, bounds, large = (
        context.file_scope(),
        bounds_of(context, maxima),
        len(argument) > MAX_ARGUMENT_BYTES,
    )
    return wire.Order(
        number=compiled.number,
        kind="component" if kind == "component" else "command",
        name=name,
        arguments=argument if kind == "component" else b"",
        args=(name, "-" if large else argument.decode()),
        stdin=argument if large else b"",
        stream=context.streaming and kind == "command",
        fuel=bounds.fuel,
        memory_bytes=bounds.memory_bytes,
        output_bytes=bounds.output_bytes,
        files=bounds.files,
        places=maxima.places,
        wall_s=context.remaining_s(),
        clock=context.capability("clock_read") is not None,
        random=context.capability("random_read") is not None,
        env=_environment(context),
        workspace=os.fsencode(files.workspace or ""),
        read=files.read,
        write=files.write,
        hidden=files.hidden,
        locked=files.locked,
    )


def _environment(context: ScopedContext) -> tuple[tuple[str, str], ...]:
    """The granted variables that are named and set: a command cannot ask for one at a time."""
    from runtime.contracts.capability import EnvRead

    granted = context.capability("env_read")
    names = granted.vars if isinstance(granted, EnvRead) else ()
    found = ((name, context.env.get(name)) for name in names if name != "*")
    return tuple((name, _as_text(value)) for name, value in found if value is not None)


def _as_text(value: str) -> str:
    """A variable as UTF-8: its bytes may be any, those of a program's environment are a text."""
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
