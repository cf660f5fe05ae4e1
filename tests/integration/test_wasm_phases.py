"""A call that ends in the midst of something: what each phase leaves behind is nothing, and the next call works."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from wasm_arena import declare, good
from wasm_modules import BUFFER, assembled, call, component, probe, reactor
from web_server import response, serving

from runtime.backends._wasm import hostcalls
from runtime.backends._wasm import pool as pools
from runtime.backends._wasm.folder import WasmTool, read_tool
from runtime.backends._wasm.places import WorkerPlaces
from runtime.backends.egress import HttpEgress
from runtime.backends.wasm import Wasm
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import Capability, ClockRead, EnvRead, FsRead, FsWrite, NetRead
from runtime.contracts.errors import Error
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest
from runtime.contracts.wasm import FileScope

LOOP = "(loop $on (br $on))"
CLOCK = (ClockRead(),)
ENV = (EnvRead(vars=["ODD"]),)


class Bench:
    """A backend over a workspace, and calls of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workspace = folder / "workspace"
        self.workspace.mkdir(exist_ok=True)
        scope = FileScope(workspace=str(self.workspace), read=(".",), write=(".",), hidden=(), locked=())
        self.backend: Any = Wasm(cache=folder / "cache", secret=b"s", files=scope)
        self.context: Any = None

    def tool(self, name: str, kind: Any, module: bytes, **fields: Any) -> WasmTool:
        return read_tool(declare(self.folder / "tools", name, module, kind, output_schema={}, **fields))

    async def call(
        self,
        tool: WasmTool,
        *grants: Capability,
        wall_s: float = 20.0,
        memory_bytes: int = 64 << 20,
        output_bytes: int = 1 << 20,
        **options: Any,
    ) -> Any:
        limits = ResourceBounds(
            wall_s=wall_s, fuel=10**12, memory_bytes=memory_bytes, output_bytes=output_bytes
        )
        self.context = CallContext(
            "c", CapabilitySet(grants), limits, workspace=self.workspace, egress=HttpEgress(), **options
        )
        return await self.backend.run(tool, {}, self.context)

    def code(self, tool: WasmTool, *grants: Capability, **options: Any) -> str:
        with pytest.raises(Error) as caught:
            asyncio.run(self.call(tool, *grants, **options))
        return caught.value.code

    def answer(self, tool: WasmTool, *grants: Capability, **options: Any) -> Any:
        return asyncio.run(self.call(tool, *grants, **options))

    def give_up(self, tool: WasmTool, *grants: Capability, when: Any) -> None:
        """Cancel a call once something has happened."""

        async def giving_up() -> None:
            running = asyncio.create_task(self.call(tool, *grants))
            await asyncio.to_thread(when)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running

        asyncio.run(giving_up())

    @property
    def lost(self) -> int:
        return int(self.backend._threads.abandoned)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.backend.close()


@pytest.fixture(scope="module")
def deaf() -> Iterator[socket.socket]:
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def until(condition: Any) -> None:
    pause = threading.Event()
    for _ in range(4_000):
        if condition():
            return
        pause.wait(0.005)
    raise AssertionError("it did not come about")


# -- who gives up ---------------------------------------------------------------------------------------------------------


def test_a_call_given_up_while_its_module_is_compiled_leaves_a_compiled_module(bench: Bench) -> None:
    tool = bench.tool("it", "reactor", good("reactor"))
    bench.give_up(tool, when=lambda: until(lambda: bench.backend._modules._locks))
    until(lambda: bench.backend._modules.ready(tool.module))
    assert (bench.answer(tool), bench.lost) == ("fine", 0)


@pytest.mark.parametrize("kind", ["reactor", "command"])
def test_a_call_given_up_while_it_runs_is_ended_and_its_fuel_is_not_known(bench: Bench, kind: str) -> None:
    text = f'(module (memory (export "memory") 1) (func (export "_start") {LOOP}))'
    module = assembled(reactor(f"{LOOP} (i64.const 0)") if kind == "reactor" else text)
    loops, fine = bench.tool("loops", kind, module), bench.tool("fine", kind, good(kind))  # type: ignore[arg-type]
    assert bench.answer(fine) == "fine"
    places = bench.backend._pool._places
    free = places.free
    running = {
        "reactor": lambda: bench.backend._linked.keys() >= {2},
        "command": lambda: places.free < free,
    }
    bench.give_up(loops, when=lambda: until(running[kind]))
    until(lambda: bench.lost == 0 and places.free == free)
    assert bench.context.fuel_used is None
    assert bench.answer(fine) == "fine"


def test_a_call_given_up_while_its_worker_starts_waits_for_no_worker(bench: Bench) -> None:
    tool = bench.tool("it", "command", good("command"))
    bench.backend._modules.compiled("it", tool.module)
    bench.give_up(tool, when=lambda: until(lambda: bench.backend._pool._places.free < pools.MAX_WORKERS))
    until(lambda: bench.backend._pool._places.free == pools.MAX_WORKERS and bench.lost == 0)
    assert bench.answer(tool) == "fine"


@pytest.mark.parametrize("kind", ["reactor", "command"])
def test_a_call_given_up_in_the_midst_of_a_request_is_free_at_once(
    bench: Bench, deaf: socket.socket, kind: str
) -> None:
    server = f"127.0.0.1:{deaf.getsockname()[1]}"
    calls = [call("cathedral.fetch", json.dumps({"url": f"http://{server}/"}).encode(), BUFFER, 64)]
    if kind == "command":
        calls.append(call("wasi.fd_close", 99))
    net = (NetRead(allowlist=[server]),)
    tool = bench.tool("asks", kind, probe(calls), declares=net)
    accepted: list[socket.socket] = []
    begun = time.monotonic()
    bench.give_up(tool, *net, when=lambda: accepted.append(deaf.accept()[0]))
    until(lambda: bench.lost == 0)
    assert time.monotonic() - begun < 10
    accepted[0].close()


def test_a_request_that_is_not_answered_ends_at_the_deadline(bench: Bench, deaf: socket.socket) -> None:
    server = f"127.0.0.1:{deaf.getsockname()[1]}"
    net = (NetRead(allowlist=[server]),)
    ask = call("cathedral.fetch", json.dumps({"url": f"http://{server}/"}).encode(), BUFFER, 64)
    tool = bench.tool("asks", "reactor", probe([ask]), declares=net)
    begun = time.monotonic()
    assert bench.code(tool, *net, wall_s=0.3) == "limit.wall"
    assert time.monotonic() - begun < 5
    assert bench.lost == 0


# -- what was burnt -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["reactor", "command", "component"])
def test_what_the_host_ends_has_burnt_the_same_every_time(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A tick that falls into the end of a run takes nothing from its figure."""
    monkeypatch.setattr(hostcalls, "MAX_CALLS", 200)
    if kind == "component":
        module = component(f"(loop $on (call $clock (i32.const 4096)) (br $on)) {good_end()}", uses=["clock"])
    else:
        calls = [call("cathedral.clock")] + [call("wasi.fd_close", 99)] * (kind == "command")
        module = probe(calls, times=1_000_000)
    tool = bench.tool("asks", kind, module, declares=CLOCK)
    burnt = set()
    for _ in range(5):
        assert bench.code(tool, *CLOCK) == "limit.fuel"
        burnt.add(bench.context.fuel_used)
    assert len(burnt) == 1
    assert None not in burnt


def good_end() -> str:
    from wasm_modules import ECHO

    return ECHO


# -- closing and forking --------------------------------------------------------------------------------------------------


def test_closing_from_several_threads_leaves_no_thread_and_no_descriptor(tmp_path: Path) -> None:
    def there() -> tuple[list[str], list[str]]:
        places = [place for place in Path("/proc/self/fd").iterdir() if place.exists()]
        return sorted(str(place.readlink()) for place in places), sorted(
            thread.name for thread in threading.enumerate()
        )

    gc.collect()
    before = there()
    bench = Bench(tmp_path)
    tools = [bench.tool(kind, kind, good(kind)) for kind in ("reactor", "command")]  # type: ignore[arg-type]
    with ThreadPoolExecutor(4) as threads:
        for _ in range(3):
            list(threads.map(lambda _: bench.backend.prepare(tools), range(4)))
        assert [bench.answer(tool) for tool in tools] == ["fine", "fine"]
        list(threads.map(lambda _: bench.backend.close(), range(4)))
    bench.backend.prepare(tools)
    gc.collect()
    until(lambda: there() == before)


def test_a_reactor_that_runs_while_its_backend_is_closed_ends_at_its_deadline(bench: Bench) -> None:
    """T-WASM-01"""
    tool = bench.tool("loops", "reactor", assembled(reactor(f"{LOOP} (i64.const 0)")))
    bench.backend._modules.compiled("loops", tool.module)

    async def closing() -> None:
        running = asyncio.create_task(bench.call(tool, wall_s=0.5))
        await asyncio.to_thread(until, lambda: bench.backend._linked)
        bench.backend.close()
        with pytest.raises(Error) as caught:
            await running
        assert caught.value.code == "limit.wall"

    begun = time.monotonic()
    asyncio.run(closing())
    assert time.monotonic() - begun < 5
    assert bench.lost == 0


def test_a_forked_process_takes_no_worker_of_its_parent(bench: Bench) -> None:
    """T-WASM-10. Two processes that speak to one worker would hear each other's answers."""
    tool = bench.tool("it", "command", good("command"))
    assert bench.answer(tool) == "fine"
    pool = bench.backend._pool
    (worker,) = pool._idle
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        taken = pool._take()
        os._exit(7 if taken is not worker and not pool._idle else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert bench.answer(tool) == "fine"
    assert list(pool._idle) == [worker]


# -- what cannot be run ---------------------------------------------------------------------------------------------------


def test_a_variable_of_other_bytes_than_text_reaches_a_program_as_text(bench: Bench) -> None:
    sizes = probe([call("wasi.environ_sizes_get", BUFFER, BUFFER + 4)], peek=[BUFFER, BUFFER + 4])
    tool = bench.tool("it", "command", sizes, declares=ENV)
    answer = bench.answer(tool, *ENV, environ={"ODD": os.fsdecode(b"\xff")})
    assert answer == [0, 1, len("ODD=\N{REPLACEMENT CHARACTER}\0".encode())]


def test_a_workspace_of_any_name_is_reached_by_its_programs(tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"\xff")
    odd.mkdir()
    bench = Bench(odd)
    tool = bench.tool("it", "command", probe([call("wasi.fd_prestat_get", 3, BUFFER)]))
    try:
        assert bench.answer(tool, FsRead(prefixes=["."])) == [0]
    finally:
        bench.backend.close()


def test_a_module_that_starts_larger_than_it_may_be_is_not_started(bench: Bench) -> None:
    for kind in ("reactor", "command"):
        text = f'(module (memory (export "memory") 2000) (func (export "_start") {LOOP}))'
        module = assembled(reactor("(i64.const 0)", pages=2_000) if kind == "reactor" else text)
        tool = bench.tool(f"large_{kind}", kind, module)
        assert bench.code(tool) == "limit.memory"


def test_a_guest_that_says_more_than_its_memory_holds_hears_that_it_is_too_much(bench: Bench) -> None:
    """Path and data may be the same bytes. Sent on, they would cost it its worker."""
    module = assembled(
        """(module (import "cathedral" "write" (func $write (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "sched_yield" (func (result i32))) (memory (export "memory") 64)
        (func (export "_start") (if (i32.ne (i32.const -1) (call $write
          (i32.const 0) (i32.const 0x400000) (i32.const 0) (i32.const 0x400000))) (then unreachable))))"""
    )
    tool = bench.tool("it", "command", module, declares=(FsWrite(["."]),))
    assert bench.answer(tool, FsWrite(["."]), memory_bytes=4 << 20, output_bytes=1_000) == ""


def test_what_only_a_compiler_sees_makes_the_tool_unavailable(bench: Bench) -> None:
    """T-WASM-02. Admission looks at no function's body."""
    module = assembled(reactor("(i64.const 1234)"))
    assert module.count(b"\x42\xd2\x09") == 1
    tool = bench.tool("it", "reactor", module.replace(b"\x42\xd2\x09", b"\x41\xd2\x09"))
    assert [bench.code(tool) for _ in range(2)] == ["backend.unavailable"] * 2


def test_an_answer_of_the_web_reaches_the_memory_of_its_guest(bench: Bench) -> None:
    with serving(root=response(b"hello")) as server:
        net = (NetRead(allowlist=[server.address]),)
        ask = call("cathedral.fetch", json.dumps({"url": server.url()}).encode(), BUFFER, 9)
        tool = bench.tool(
            "asks", "reactor", probe([ask], peek=[BUFFER, BUFFER + 8, BUFFER + 9]), declares=net
        )
        assert bench.answer(tool, *net) == [9, ord("{"), ord('"'), 0]


def test_a_tool_that_is_no_module_is_a_fault_of_whoever_asks(bench: Bench) -> None:
    class Other:
        manifest = Manifest(name="other", description="d", input_schema={}, output_schema={})

    assert bench.code(Other()) == "backend.fault"  # type: ignore[arg-type]


def test_more_calls_than_there_are_workers_wait_for_one_and_are_told(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = bench.tool("it", "command", good("command"))
    assert bench.answer(tool) == "fine"
    places = WorkerPlaces(1)
    monkeypatch.setattr(bench.backend._pool, "_places", places)
    with places.place("another", lambda: True):
        assert bench.code(tool, wall_s=0.2) == "limit.wall"
    assert bench.answer(tool) == "fine"
