"""What every backend owes, whatever it runs: the output, or one error of the tree; the call's deadline; nothing left behind."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import wasmtime
from web_server import Server, response

from runtime import ResourceBounds, tool
from runtime.backends._wasm.folder import read_tool
from runtime.backends.egress import HttpEgress
from runtime.backends.http_tools import HttpTools
from runtime.backends.inprocess import InProcess
from runtime.backends.wasm import Wasm
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.digest import digest
from runtime.contracts.errors import FailedError
from runtime.contracts.ports import Tool
from runtime.contracts.wasm import FileScope
from runtime.sdk import ToolError, as_tool, http_tool

PURE = {"description": "For a test", "side_effects": ["none"], "output_schema": {}}
SAID = r"{\"said\": 1}"
ERROR = r"{\"code\": \"own_code\", \"message\": \"as it says\", \"suggestion\": \"this way\"}"
LOOP = "(loop $again (br $again))"


def in_reactor(answer: str = SAID, *, failed: bool = False, before: str = "") -> str:
    size = len(answer.replace("\\", "")) | (0x8000_0000 if failed else 0)
    return f"""(module (memory (export "memory") 1) (data (i32.const 64) "{answer}")
      (func (export "alloc") (param i32) (result i32) (i32.const 1024))
      (func (export "run") (param i32 i32) (result i64) {before}
        (i64.or (i64.shl (i64.const 64) (i64.const 32)) (i64.const {size}))))"""


def in_command(answer: str = SAID, *, failed: bool = False, before: str = "") -> str:
    leave = "(call $exit (i32.const 3))" if failed else ""
    return f"""(module
      (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
      (memory (export "memory") 1) (data (i32.const 64) "{answer}")
      (func (export "_start") {before}
        (i32.store (i32.const 16) (i32.const 64))
        (i32.store (i32.const 20) (i32.const {len(answer.replace(chr(92), ""))}))
        (drop (call $write (i32.const {2 if failed else 1}) (i32.const 16) (i32.const 1) (i32.const 24)))
        {leave}))"""


class Made(NamedTuple):
    """A backend, and tools that it runs."""

    backend: Any
    saying: Tool
    failing: Tool
    looping: Tool
    trapping: Tool
    reported: tuple[str, str, str] = ("own_code", "as it says", "this way")
    """Code, message and suggestion of what fails on purpose."""


def _of_modules(folder: Path, kind: str, text: Callable[..., str]) -> Made:
    def made(name: str, module: str) -> Tool:
        data = bytes(wasmtime.wat2wasm(module))
        (folder / name).mkdir()
        (folder / name / "it.wasm").write_bytes(data)
        declared = {
            "name": name, "description": "For a test", "input_schema": {}, "output_schema": {}, "source": "wasm",
            "wasm": {"kind": kind, "module": "it.wasm", "digest": digest(data)},
            "resource_bounds": {"fuel": 10**12},
        }  # fmt: skip
        (folder / name / "manifest.json").write_text(json.dumps(declared))
        return read_tool(folder / name)

    scope = FileScope(workspace=str(folder), read=(), write=(), hidden=(), locked=())
    return Made(
        Wasm(cache=folder / "cache", secret=b"", files=scope),
        made("saying", text()),
        made("failing", text(ERROR, failed=True)),
        made("looping", text(before=LOOP)),
        made("trapping", text(before="(unreachable)")),
        # A guest's own codes are a family of their own: it cannot show one of the host's.
        reported=("guest.own_code", "as it says", "this way"),
    )


def _of_functions(_: Path) -> Made:
    @tool(**PURE)
    def saying() -> dict[str, int]:
        return {"said": 1}

    @tool(**PURE)
    def failing() -> int:
        raise ToolError("own_code", "as it says", suggestion="this way")

    @tool(**PURE)
    async def looping() -> int:
        await asyncio.Event().wait()
        return 0

    @tool(**PURE)
    def trapping() -> int:
        return 1 // 0

    return Made(InProcess(), *map(as_tool, (saying, failing, looping, trapping)))


class _Requests(HttpTools):
    """With the server that answers them, which ends with it."""

    def __init__(self) -> None:
        super().__init__()
        self.hung = threading.Event()
        self.server = Server(
            {
                "/saying": response(SAID.replace("\\", "").encode()),
                "/failing": response(b"none", status="404 Not Found"),
                "/looping": lambda _connection, _asked: (self.hung.wait(20), None)[1],
                "/trapping": response(b"no JSON"),
            }
        )

    def close(self) -> None:
        self.hung.set()
        self.server.close()
        super().close()


def _of_requests(_: Path) -> Made:
    backend = _Requests()

    def requesting(path: str) -> Tool:
        def answering() -> Any: ...

        return as_tool(http_tool(url=backend.server.url(path), description="For a test")(answering))

    paths = ("/saying", "/failing", "/looping", "/trapping")
    advice = "Read the body, and correct the arguments."
    return Made(
        backend, *map(requesting, paths), reported=("http_status", "127.0.0.1 answered 404 Not Found", advice)
    )


MAKERS: dict[str, Callable[[Path], Made]] = {
    "functions": _of_functions,
    "requests": _of_requests,
    "reactors": lambda folder: _of_modules(folder, "reactor", in_reactor),
    "commands": lambda folder: _of_modules(folder, "command", in_command),
}


@pytest.fixture(params=MAKERS)
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Made]:
    made = MAKERS[request.param](tmp_path)
    try:
        yield made
    finally:
        made.backend.close()


def context(item: Tool, wall_s: float = 30.0) -> CallContext:
    limits = ResourceBounds(wall_s=wall_s, fuel=10**12)
    return CallContext("c-1", CapabilitySet(item.manifest.required_capabilities), limits, egress=HttpEgress())


def run(made: Made, item: Tool, wall_s: float = 30.0) -> Any:
    return asyncio.run(made.backend.run(item, {}, context(item, wall_s)))


def error(made: Made, item: Tool, wall_s: float = 30.0) -> FailedError:
    with pytest.raises(FailedError) as caught:
        run(made, item, wall_s)
    return caught.value


def test_the_output_of_a_tool_is_given_as_it_is(made):
    assert [run(made, made.saying) for _ in range(3)] == [{"said": 1}] * 3


def test_an_error_that_a_tool_reports_is_told_field_by_field(made):
    told = error(made, made.failing)
    assert told.category == "tool.failed"
    assert (told.code, told.message, told.suggestion) == made.reported


def test_a_tool_that_breaks_is_an_error_of_the_tree_and_the_next_one_runs(made):
    assert error(made, made.trapping).category == "tool.failed"
    assert run(made, made.saying) == {"said": 1}


def test_a_tool_that_never_ends_ends_at_the_deadline_of_its_call(made):
    run(made, made.saying)  # what happens once has happened
    begun = asyncio.new_event_loop()
    try:
        start = begun.time()
        assert error(made, made.looping, wall_s=0.2).category == "limit.wall"
        assert begun.time() - start < 5
    finally:
        begun.close()
    assert run(made, made.saying) == {"said": 1}


def test_a_caller_who_gives_up_is_not_kept_waiting_by_the_tool(made):
    async def give_up() -> None:
        running = asyncio.create_task(made.backend.run(made.looping, {}, context(made.looping, 60.0)))
        await made.backend.run(made.saying, {}, context(made.saying))
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(running, 10)

    asyncio.run(give_up())
    assert run(made, made.saying) == {"said": 1}


def test_calls_side_by_side_get_each_its_own_end(made):
    async def together() -> list[Any]:
        wanted = [made.saying, made.failing, made.trapping] * 10
        calls = [made.backend.run(item, {}, context(item)) for item in wanted]
        return await asyncio.gather(*calls, return_exceptions=True)

    ended = [e.category if isinstance(e, FailedError) else e for e in asyncio.run(together())]
    assert ended == [{"said": 1}, "tool.failed", "tool.failed"] * 10


@pytest.mark.parametrize("kind", MAKERS)
def test_a_closed_backend_leaves_no_thread_and_no_descriptor_behind(tmp_path, kind):
    def one(name: str) -> None:
        (tmp_path / name).mkdir()
        made = MAKERS[kind](tmp_path / name)
        assert run(made, made.saying) == {"said": 1}
        made.backend.close()
        for thread in threading.enumerate():
            if thread.name.startswith("runtime-"):
                thread.join(5)
                assert not thread.is_alive()

    gc.collect()
    gc.freeze()  # what other tests left is not gone through
    one("first")  # what is loaded once is loaded now
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # counted, not walked
    one("second")
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) <= before  # noqa: PTH208
