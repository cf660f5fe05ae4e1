"""What a worker does: answers one request after another. Everything that it needs of the host it asks for through the same pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from runtime.backends._wasm import wire
from runtime.backends._wasm.engine import EpochTicker, make_engine
from runtime.backends._wasm.pipe import WorkerPipe

if TYPE_CHECKING:
    from runtime.backends._wasm.command import Commands
    from runtime.backends._wasm.component import Components


class _Server:
    """One worker: an engine, what is loaded, and who runs it."""

    def __init__(self, pipe: WorkerPipe) -> None:
        self._pipe = pipe
        self._engine = make_engine()
        self._ticker = EpochTicker(self._engine)
        self._loaded: dict[int, Any] = {}
        self._commands: Commands | None = None
        self._components: Components | None = None

    def compile(self, body: bytes) -> None:
        """Answer with the compiled form."""
        import wasmtime
        from wasmtime import component

        form, _, module = body.partition(b"\0")
        made: Any
        try:
            if form == b"component":
                made = component.Component(self._engine, module)
            else:
                made = wasmtime.Module(self._engine, module)
            self._pipe.reply(wire.DONE, bytes(made.serialize()))
        except wasmtime.WasmtimeError:  # its words quote the module
            self._pipe.reply(wire.REFUSED)

    def load(self, body: bytes) -> None:
        """Keep a compiled module at hand."""
        import wasmtime
        from wasmtime import component

        load = msgspec.msgpack.decode(body, type=wire.Load)
        made: Any = component.Component if load.form == "component" else wasmtime.Module
        try:
            module = made.deserialize(self._engine, load.compiled)
            runner: Any = self._components_here() if load.form == "component" else self._commands_here()
            self._loaded[load.number] = runner.link(module)
            self._pipe.reply(wire.DONE)
        except wasmtime.WasmtimeError:
            self._pipe.reply(wire.REFUSED)

    def run(self, body: bytes) -> None:
        """Run a loaded module and say how it ended."""
        order = msgspec.msgpack.decode(body, type=wire.Order)
        runner: Any = self._components_here() if order.kind == "component" else self._commands_here()
        self._pipe.most = wire.largest_word(order)
        self._pipe.say(wire.ENDED, runner.run(self._loaded[order.number], order))

    def _commands_here(self) -> Commands:
        if self._commands is None:
            from runtime.backends._wasm.command import Commands

            self._commands = Commands(self._engine, self._ticker, self._pipe)
        return self._commands

    def _components_here(self) -> Components:
        if self._components is None:
            from runtime.backends._wasm.component import Components

            self._components = Components(self._engine, self._ticker, self._pipe)
        return self._components


def serve(descriptor: int) -> None:
    """Answer requests until the other end is closed."""
    pipe = WorkerPipe(descriptor)
    server = _Server(pipe)
    pipe.reply(wire.DONE)  # ready
    requests = {wire.COMPILE: server.compile, wire.LOAD: server.load, wire.RUN: server.run}
    while True:
        try:
            letter, body = pipe.next()
        except wire.Gone:
            return
        requests[letter](body)
