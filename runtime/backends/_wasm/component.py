"""Runs components, programs of WASI preview 2, in a worker: a fresh instance for each run.

Their world is ``cathedral:tool/tool``: they export ``describe`` and ``run``, and may import ``cathedral:tool/host``, whose functions ask the runtime as those of
``cathedral`` do. Of WASI they have what wasmtime gives them, without folders and without a network: files come through the host.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from runtime.backends._wasm import wire
from runtime.backends._wasm.bounds import MAX_ERROR_BYTES, TABLE_ELEMENTS
from runtime.backends._wasm.c_api import EpochCallback
from runtime.backends._wasm.deterministic_clock import CLOCKS, RANDOM, DeterministicClock, Dial, shadow
from runtime.backends._wasm.engine import EpochTicker
from runtime.backends._wasm.errno import IO, NOSPC
from runtime.backends._wasm.hostcalls import Answer
from runtime.backends._wasm.traps import OUT_OF_FUEL

if TYPE_CHECKING:
    import wasmtime
    from wasmtime import component

    from runtime.backends._wasm.pipe import WorkerPipe

HOST = "cathedral:tool/host@1.0.0"
_INSTANCES, _TABLES = 64, 64
_MEMORIES = 4
"""The engine bounds each memory by itself, so few may be had: real components have their own and an adapter's."""


class ComponentRun:
    """One run of a component."""

    def __init__(self, engine: wasmtime.Engine, order: wire.Order, pipe: WorkerPipe) -> None:
        import wasmtime

        self._pipe = pipe
        self._left: int | None = None
        self._over = False
        self.order = order
        self.interrupted = False
        self.stop: tuple[str, str] | None = None
        self.written = {"stdout": 0, "stderr": 0}
        self.stderr = bytearray()
        self.deadline_s = time.monotonic() + order.wall_s
        self.store = wasmtime.Store(engine)
        self.store.set_limits(
            memory_size=order.memory_bytes,
            table_elements=TABLE_ELEMENTS,
            instances=_INSTANCES,
            tables=_TABLES,
            memories=_MEMORIES,
        )
        self.store.set_fuel(order.fuel)
        self.store.set_wasi(self._wasi())

    def ask(self, name: str, *arguments: int | bytes) -> Answer:
        """A call of the host, through the pipe."""
        answer, over = self._pipe.ask(name, *arguments)
        if over:
            self.abort()
        return answer

    def abort(self) -> None:
        """Take the guest's fuel away: an exception across its frames ends the process."""
        with suppress(Exception):
            if self._left is None:
                self._left = self.store.get_fuel()
            self.store.set_fuel(0)
        self._over = True

    def want_too_much(self, size: int) -> None:
        """End it for want of memory."""
        if self.stop is None:
            self.stop = ("limit.memory", f"{size} random bytes are more than its memory")
        self.abort()

    def within_bound(self, output: bytes) -> bytes:
        """The output, or nothing of it where it is more than it may be: the runtime takes no word as large as that."""
        if len(output) <= self.order.output_bytes:
            return output
        if self.stop is None:
            self.stop = ("limit.output", f"more than {self.order.output_bytes} bytes were given back")
        return b""

    def go_on(self) -> bool:
        """Whether there is time left."""
        self.interrupted = time.monotonic() >= self.deadline_s
        return not self.interrupted

    def burnt(self) -> int | None:
        """The fuel that it burnt; None where the clock ended it."""
        left = self._left
        if left is None and not self.interrupted:
            left = self.store.get_fuel()
        return None if left is None else self.order.fuel - left

    def _wasi(self) -> wasmtime.WasiConfig:
        import wasmtime

        config = wasmtime.WasiConfig()
        config.argv = [self.order.name]
        config.env = self.order.env
        config.stdout_custom = lambda data: self._write("stdout", data, self.order.output_bytes)
        config.stderr_custom = lambda data: self._write("stderr", data, MAX_ERROR_BYTES)
        return config

    def _write(self, stream: str, data: bytes, most: int) -> int:
        """Count what it prints: a component's output is what `run` returns, so this is kept for its failure only."""
        self.written[stream] += len(data)
        if self.written[stream] > most:
            if self.stop is None:
                self.stop = ("limit.output", f"more than {most} bytes were written to {stream}")
            self.abort()
            return -NOSPC
        if stream == "stderr":
            self.stderr += data
        return len(data)


class Linked(NamedTuple):
    """A component, and the names of what it imports."""

    component: component.Component
    imports: tuple[str, ...]


class Components:
    """Links and runs components on one engine."""

    def __init__(self, engine: wasmtime.Engine, ticker: EpochTicker, pipe: WorkerPipe) -> None:
        self._engine = engine
        self._ticker = ticker
        self._pipe = pipe
        self._run: ComponentRun | None = None
        self._deterministic_clock: DeterministicClock | None = None
        self._watch = EpochCallback(lambda: self._run is not None and self._run.go_on())

    def link(self, made: component.Component) -> Linked:
        """A component is linked when it is instantiated; what it imports is looked up once."""
        return Linked(made, tuple(made.type.imports(self._engine)))

    def run(self, made: Linked, order: wire.Order) -> wire.RunEnded:
        """Run it to its end."""
        run = self._run = ComponentRun(self._engine, order, self._pipe)
        output, failed, trapped = b"", False, False
        try:
            self._watch.over(run.store)
            with self._ticker.ticking():
                output, failed = self._answer(run, made)
        except Exception:  # noqa: BLE001  # a trap, an exit, a value that is none: its words are the guest's
            trapped = True
        finally:
            self._run = None
        if not failed:
            output = run.within_bound(output)
        ended = wire.RunEnded(
            output=b"" if failed else output,
            error=output[:MAX_ERROR_BYTES] if failed else bytes(run.stderr),
            status=None,
            failed=failed,
            fuel=run.burnt(),
            trap=self._trap(run) if trapped else None,
            trapped=trapped,
            stop=run.stop,
        )
        run.store.close()
        return ended

    def _answer(self, run: ComponentRun, made: Linked) -> tuple[bytes, bool]:
        instance = self._linker(run, made).instantiate(run.store, made.component)
        asked = run.order.args[-1] == "--describe"
        function = instance.get_func(run.store, "describe" if asked else "run")
        if function is None:
            raise LookupError
        if asked:
            return str(function(run.store)).encode(), False
        result = function(run.store, run.order.arguments.decode())
        # `result<string, string>`: two cases of one type come as a variant, which says which one it is.
        return str(result.payload).encode(), result.tag == "err"

    def _trap(self, run: ComponentRun) -> int | None:
        """Traps of components carry no code: an empty tank is told by looking into it."""
        return OUT_OF_FUEL if not run.interrupted and run.store.get_fuel() == 0 else None

    def _linker(self, run: ComponentRun, made: Linked) -> component.Linker:
        from wasmtime import component

        linker = component.Linker(self._engine)
        linker.allow_shadowing = True
        linker.add_wasip2()
        with linker.root() as root, root.add_instance(HOST) as host:
            for name, body in _host(run).items():
                host.add_func(name, _guarded(run, body))
        self._hold_still(linker, run, made)
        return linker

    def _hold_still(self, linker: component.Linker, run: ComponentRun, made: Linked) -> None:
        """Shadow the clocks and the randomness that were not granted."""
        granted = {CLOCKS: run.order.clock, RANDOM: run.order.random}
        kinds = tuple(kind for kind, is_granted in granted.items() if not is_granted)
        if kinds and any(name.startswith(kinds) for name in made.imports):
            if self._deterministic_clock is None:
                self._deterministic_clock = DeterministicClock(self._engine)
            dial = Dial(self._deterministic_clock.over(run.store), run.want_too_much, run.order.memory_bytes)
            shadow(linker, made.imports, kinds, dial)


def _guarded(run: ComponentRun, body: Callable[..., Any]) -> Callable[..., Any]:
    """The function as wasmtime calls it: what it raises would end the process, or come out in another call."""

    def host(_store: object, *arguments: Any) -> Any:
        try:
            return body(*arguments)
        except BaseException:  # noqa: BLE001
            run.abort()
            return IO

    return host


def _host(run: ComponentRun) -> dict[str, Callable[..., Any]]:
    return {
        "log": lambda level, message: _nothing(run.ask("log", level, message.encode())),
        "read": lambda path, offset, size: _result(run.ask("read", path.encode(), offset, size)),
        "write": lambda path, data: _result(run.ask("write", path.encode(), bytes(data))) or None,
        "fetch": lambda request: _result(_whole(run, request.encode())),
        "env": lambda name: _text(run.ask("env", name.encode())),
        "clock": lambda: _time(run.ask("clock")),
        "random": lambda size: _result(run.ask("random", size)),
    }


def _nothing(_answer: Answer) -> None:
    """A function without a result has none to give, full log or not: anything else would end the run."""


def _text(answer: Answer) -> str | int:
    return answer.decode("utf-8", "replace") if isinstance(answer, bytes) else -answer


def _time(answer: Answer) -> component.Variant:
    """``result<u64, s32>``: both are numbers, so the case is named."""
    from wasmtime.component import Variant

    number = answer if isinstance(answer, int) else -IO
    return Variant("ok", number) if number >= 0 else Variant("err", -number)


def _whole(run: ComponentRun, request: bytes) -> Answer:
    answer = run.ask("fetch", request, 1 << 20)
    parts = bytearray()
    while isinstance(answer, bytes) and answer:
        parts += answer
        answer = run.ask("fetch", b"", 1 << 20)
    return bytes(parts) if isinstance(answer, bytes) else answer


def _result(answer: Answer) -> Answer:
    """``result<list<u8>, s32>`` and its like as wasmtime takes them: by the type of the value, since the cases differ in theirs."""
    return -answer if isinstance(answer, int) else answer
