"""What a WebAssembly call costs: a fresh instance each time, beside wasmtime itself, extism, and a child process.

    python benchmarks/wasm.py [--rounds 7] [--calls 300] [--json]

Floors and peers are measured in the same run, in turns. The floor of a reactor is the same module through wasmtime's public Python interface alone: a store with
its limits, an instance, a call, and nothing checked or recorded. Commands and components run in a worker process; beside them stands the cheapest child
process that there is, a static C program that ends at once. What is not installed is named as absent. SQLite and QuickJS are the
tools of `examples/`. Last, how much more two threads get done than one.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks._measure import Figures, Turn, take_turns, time_each
from benchmarks._wasm_modules import ECHO, EXTISM, HELLO, WORK
from runtime.backends._wasm.bounds import bounds_of
from runtime.backends._wasm.cache import Cache
from runtime.backends._wasm.engine import EpochTicker, make_engine
from runtime.backends._wasm.folder import WasmTool, read_tool
from runtime.backends._wasm.hostcalls import HostCalls
from runtime.backends._wasm.modules import Modules
from runtime.backends._wasm.outcome import judged
from runtime.backends._wasm.pool import Pool
from runtime.backends._wasm.reactor import Burnt, Reactors
from runtime.backends._wasm.worker import WasmWorker
from runtime.backends.wasm import order_of
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.digest import digest
from runtime.contracts.limits import ResourceBounds

FLOOR = "wasmtime's public interface: store, instance, call"
REACTOR = "reactor, fresh instance, in-process"
EXTISM_FRESH = "extism: fresh plug-in from a compiled one"
COMMAND = "WASI command, fresh instance, in a worker"
CHILD = "static C program as a child process"
SQLITE = "SQLite, select 1, fresh, in a worker"
QUICKJS = "QuickJS, 1 + 1, fresh, in a worker"
BESIDE = {
    REACTOR: FLOOR,
    EXTISM_FRESH: FLOOR,
    COMMAND: CHILD,
    SQLITE: CHILD,
    QUICKJS: CHILD,
}
AIMS = {
    REACTOR: "at most 1.3 x and 60 µs, less than extism",
    COMMAND: "at most 400 µs",
}
_ARGUMENTS = b'{"text":"hello"}'
_EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


class Bench:
    """The parts of the backend, without the governance around them, and modules in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        engine = make_engine()
        self.ticker = EpochTicker(engine)
        self.reactors = Reactors(engine, self.ticker)
        self.modules = Modules(Cache(folder / "cache", b"benchmark"), lambda: WasmWorker(None))
        self.pool = Pool(lambda: WasmWorker(None))

    def tool(self, name: str, text: str, kind: str = "reactor") -> WasmTool:
        """A tool of a module in text."""
        import wasmtime

        place = self._folder / name
        place.mkdir()
        module = bytes(wasmtime.wat2wasm(text))
        (place / "module.wasm").write_bytes(module)
        declared = {
            "name": name,
            "description": "A module that does next to nothing.",
            "input_schema": {"type": "object"},
            "output_schema": {},
            "source": "wasm",
            "wasm": {"kind": kind, "module": "module.wasm", "digest": digest(module)},
        }
        (place / "manifest.json").write_text(json.dumps(declared), "utf-8")
        return read_tool(place)

    def reactor(self, tool: WasmTool) -> Callable[[Any], object]:
        """A call of a reactor on this thread."""
        reactor = self.reactors.link(self.modules.compiled(tool.manifest.name, tool.module))

        def call(_: Any) -> object:
            context = _context()
            host = HostCalls(context, tool.manifest.name)
            return self.reactors.run(reactor, tool.manifest, _ARGUMENTS, bounds_of(context), host, Burnt())

        return call

    def program(self, tool: WasmTool, arguments: bytes = _ARGUMENTS) -> Callable[[Any], object]:
        """A call of a command in a worker, from this thread."""
        compiled = self.modules.compiled(tool.manifest.name, tool.module)
        assert tool.manifest.wasm is not None  # it was read by it

        def call(_: Any) -> object:
            context = _context()
            host = HostCalls(context, tool.manifest.name)
            order = order_of(tool.manifest.name, "command", compiled, arguments, context)
            ended = self.pool.run(compiled, order, host)
            return judged(tool.manifest.name, ended, bounds_of(context), host)

        return call

    def close(self) -> None:
        """End the workers."""
        self.pool.close()
        self.ticker.close()


def _context() -> CallContext:
    context = CallContext("benchmark", CapabilitySet(), ResourceBounds(wall_s=10.0))
    context.start()
    return context


def floor(text: str) -> Callable[[Any], object]:
    """The module through wasmtime's public interface: what anybody would write who isolates calls from one another."""
    import wasmtime

    engine = make_engine()
    pre = wasmtime.Linker(engine).instantiate_pre(wasmtime.Module(engine, bytes(wasmtime.wat2wasm(text))))

    def call(_: Any) -> object:
        store = wasmtime.Store(engine)
        store.set_limits(memory_size=1 << 26, table_elements=100_000, instances=1)
        store.set_fuel(1_000_000_000)
        store.set_epoch_deadline(1_000)
        exports: Any = pre.instantiate(store).exports(store)
        memory, place = exports["memory"], exports["alloc"](store, len(_ARGUMENTS))
        memory.write(store, _ARGUMENTS, place)
        packed = exports["run"](store, place, len(_ARGUMENTS))
        start = packed >> 32
        return memory.read(store, start, start + (packed & 0xFFFF_FFFF)), store.get_fuel()

    return call


def extism_fresh() -> Callable[[Any], object] | None:
    """A fresh plug-in of a compiled one, which is how extism isolates calls; None where it is not installed."""
    try:
        extism: Any = importlib.import_module("extism.extism")
    except ImportError:
        return None
    import wasmtime

    compiled = extism.CompiledPlugin({"wasm": [{"data": bytes(wasmtime.wat2wasm(EXTISM))}]})
    return lambda _: extism.Plugin(compiled).call("run", _ARGUMENTS)


def child(folder: Path) -> Callable[[Any], object] | None:
    """A static program of C that ends at once, started and waited for; None without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    source, program = folder / "nothing.c", folder / "nothing"
    source.write_text("int main(void) { return 0; }\n", "utf-8")
    made = subprocess.run(  # the machine's compiler, a source of our own
        [compiler, "-O2", "-static", "-o", str(program), str(source)], check=False, capture_output=True
    )
    if made.returncode:
        return None

    def call(_: Any) -> object:
        return os.waitpid(os.posix_spawn(program, [str(program)], {}), 0)

    return call


def examples(bench: Bench) -> dict[str, Callable[[Any], object] | None]:
    """SQLite and QuickJS, where their modules are there."""
    wanted = {
        SQLITE: ("table_sql", b'{"sql":"select 1"}'),
        QUICKJS: ("run_javascript", b'{"code":"1 + 1"}'),
    }
    found: dict[str, Callable[[Any], object] | None] = {}
    for name, (folder, arguments) in wanted.items():
        there = (_EXAMPLES / folder / "manifest.json").is_file()
        found[name] = bench.program(read_tool(_EXAMPLES / folder), arguments) if there else None
    return found


def scaling(call: Callable[[Any], object], calls: int) -> float:
    """How many times as much two threads get done as one."""

    def work() -> None:
        for number in range(calls):
            call(number)

    def timed(threads: int) -> float:
        running = [threading.Thread(target=work) for _ in range(threads)]
        begun = time.perf_counter()
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
        return time.perf_counter() - begun

    timed(2)
    # The best of several: on a shared machine two threads are at times given one processor.
    return max(2 * timed(1) / timed(2) for _ in range(9))


def measure(folder: Path, *, rounds: int, calls: int) -> dict[str, Any]:
    """Every row in turns, and the scaling."""
    with ExitStack() as closing:
        bench = Bench(folder)
        closing.callback(bench.close)
        rows: dict[str, Callable[[Any], object] | None] = {
            FLOOR: floor(ECHO),
            REACTOR: bench.reactor(bench.tool("echo", ECHO)),
            EXTISM_FRESH: extism_fresh(),
            COMMAND: bench.program(bench.tool("hello", HELLO, "command")),
            CHILD: child(folder),
            **examples(bench),
        }
        turns = {name: _turn(call, calls) for name, call in rows.items() if call is not None}
        figures = take_turns(turns, rounds)
        scale = scaling(bench.reactor(bench.tool("work", WORK)), 50)
    return {
        "absent": [name for name, call in rows.items() if call is None],
        "rows": [_row(name, figures) for name in figures],
        "two_threads": scale,
    }


def _turn(call: Callable[[Any], object], calls: int) -> Turn:
    return lambda _number: time_each(call, range(calls))


def _row(name: str, figures: dict[str, Figures]) -> dict[str, Any]:
    beside = BESIDE.get(name)
    ratio = figures[name].cost_us / figures[beside].cost_us if beside in figures else None
    return {
        "row": name,
        "us": figures[name].cost_us,
        "p99_us": figures[name].p99_us,
        "beside": beside,
        "ratio": ratio,
        "aim": AIMS.get(name, ""),
    }


def table(told: dict[str, Any]) -> Iterator[str]:
    """The figures as text."""
    yield f"{'':<52}{'µs':>9}{'p99':>9}{'ratio':>8}  aim"
    for row in told["rows"]:
        ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f} x"
        yield f"{row['row']:<52}{row['us']:>9.1f}{row['p99_us']:>9.1f}{ratio:>8}  {row['aim']}"
    yield f"{'two threads beside one, a millisecond of work':<52}{told['two_threads']:>26.2f} x  at least 1.8 x"
    for name in told["absent"]:
        yield f"{name}: absent"
    yield "Ratios: reactor and extism to wasmtime's public interface, programs to the child process."


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        told = measure(Path(folder), rounds=options.rounds, calls=options.calls)
    print(json.dumps(told, indent=2) if options.json else "\n".join(table(told)))


if __name__ == "__main__":
    main()
