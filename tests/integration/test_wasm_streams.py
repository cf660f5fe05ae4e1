"""Following a command that is a module: what it writes arrives while it runs, and is what the log commits to."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wasm_arena import declare
from wasm_modules import assembled, escaped

from runtime import Completed, Executor, FsRead, Outcome, ResourceBounds
from runtime.audit.verify.verifier import verify
from runtime.backends._wasm.folder import read_tool
from runtime.contracts.digest import commitment
from runtime.executor.event_stream import CAPACITY, MAX_CHUNK
from runtime.sdk import ToolStatus

_WASI = """
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "path_filestat_get" (func $stat (param i32 i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 2)
  (func $write (param $to i32) (param $at i32) (param $size i32)
    (i32.store (i32.const 0) (local.get $at)) (i32.store (i32.const 4) (local.get $size))
    (drop (call $fd_write (local.get $to) (i32.const 0) (i32.const 1) (i32.const 8))))"""
# The second line is written when the file "go" is there.
TALK = f"""(module {_WASI}
  (data (i32.const 64) "one\\n") (data (i32.const 80) "two\\n") (data (i32.const 96) "three\\n") (data (i32.const 112) "go")
  (func (export "_start")
    (call $write (i32.const 1) (i32.const 64) (i32.const 4))
    (loop $on (br_if $on (call $stat (i32.const 3) (i32.const 0) (i32.const 112) (i32.const 2) (i32.const 256))))
    (call $write (i32.const 1) (i32.const 80) (i32.const 4))
    (call $write (i32.const 2) (i32.const 96) (i32.const 6))))"""
FLOOD = f"""(module {_WASI}
  (func (export "_start")
    (memory.fill (i32.const 65536) (i32.const 120) (i32.const 65536))
    (loop $on (call $write (i32.const 1) (i32.const 65536) (i32.const 65536)) (br $on))))"""
# Writes, and goes on without a call of its host.
SPIN = f"""(module {_WASI} (data (i32.const 64) "begun\\n")
  (func (export "_start") (call $write (i32.const 1) (i32.const 64) (i32.const 6)) (loop $on (br $on))))"""
# The last one is no JSON and no UTF-8, and it exits with status 1.
FAIL = f"""(module {_WASI}
  (data (i32.const 64) "half\\ff") (data (i32.const 80) "{escaped(b'{"code":"no_luck","message":"none left"}')}")
  (func (export "_start") (call $write (i32.const 1) (i32.const 64) (i32.const 5))
    (call $write (i32.const 2) (i32.const 80) (i32.const 40)) (call $exit (i32.const 1))))"""

Opened = Callable[..., Executor]


@pytest.fixture
def opened(workspace: Any, tmp_path: Path) -> Any:
    """Opens an executor over a command of this text."""
    with contextlib.ExitStack() as stack:

        def open_one(text: str, **fields: Any) -> Executor:
            place = declare(
                tmp_path / "modules",
                "it",
                assembled(text),
                "command",
                declares=[FsRead([])],
                bounds={"output_bytes": 1 << 26, "wall_s": 60.0, "fuel": 1 << 40},
                **{"output_schema": {}} | fields,
            )
            return stack.enter_context(workspace.open(read_tool(place)))

        yield open_one


async def follow(executor: Executor, **options: Any) -> tuple[list[ToolStatus], Outcome]:
    *events, outcome = [event async for event in executor.stream("it", {}, grants=[FsRead(["."])], **options)]
    return events, outcome  # type: ignore[return-value]


def told(events: list[Any], stream: str = "stdout") -> str:
    return "".join(event.output or "" for event in events if event.stream == stream)


def test_a_command_is_heard_while_it_runs_and_its_result_is_what_was_heard(workspace, opened):
    """T-CALL-08: the second line is written when the first has been read."""
    executor = opened(TALK)

    async def read() -> tuple[list[Any], Any]:
        events: list[Any] = []
        async for event in executor.stream("it", {}, grants=[FsRead(["."])]):
            events.append(event)
            if len(events) == 1:
                assert told(events) == "one\n"
                (workspace.folder / "go").touch()
        return events[:-1], events[-1]

    events, outcome = asyncio.run(read())
    assert told(events) == outcome.output == "one\ntwo\n"
    assert told(events, "stderr") == "three\n"
    (streamed,) = [body for body in workspace.bodies(outcome.call_id) if body.kind == "ToolStreamed"]
    value = b'{"stderr":"three\\n","stdout":"one\\ntwo\\n"}'
    assert streamed.streamed == commitment(bytes.fromhex(outcome.salts["streamed"]), value)
    assert verify(workspace.log, verifier_keys=[workspace.verifier_key]).findings == ()


def test_a_followed_command_has_the_result_and_the_fuel_of_one_that_nobody_follows(workspace, opened):
    executor = opened(TALK)
    (workspace.folder / "go").touch()
    alone = executor.call_sync("it", {}, grants=[FsRead(["."])])
    _, followed = asyncio.run(follow(executor))
    assert isinstance(alone, Completed)
    assert (followed.output, followed.digest, followed.fuel) == (alone.output, alone.digest, alone.fuel)


def test_a_slow_reader_stops_a_command_and_costs_it_its_own_time_alone(workspace, opened):
    """T-CALL-11: what is under way is bounded, however much the command would write."""
    executor = opened(FLOOD)

    async def read() -> Any:
        last: Any = None
        limits = ResourceBounds(wall_s=0.5)
        async for event in executor.stream("it", {}, limits=limits, call_id="c"):
            if last is None:
                while "ToolTimedOut" not in workspace.kinds("c"):
                    await asyncio.to_thread(workspace.kinds, "c")
            last = event
        return last

    outcome = asyncio.run(read())
    assert outcome.error.code == "limit.wall"
    (streamed,) = [body for body in workspace.bodies("c") if body.kind == "ToolStreamed"]
    assert streamed.output_bytes <= (CAPACITY + 2) * MAX_CHUNK


@pytest.mark.parametrize("text", [FLOOD, SPIN])
def test_leaving_the_loop_ends_the_command_and_records_it(workspace, opened, text):
    """T-CALL-12"""
    executor = opened(text)

    async def leave() -> None:
        async with contextlib.aclosing(executor.stream("it", {}, call_id="c")) as events:
            async for event in events:
                assert event.output
                break
        assert workspace.kinds("c")[-2:] == ["ToolStreamed", "ToolAborted"]

    asyncio.run(leave())


def test_a_command_that_fails_was_heard_and_its_error_is_its_own(workspace, opened):
    """T-CALL-08"""
    events, outcome = asyncio.run(follow(opened(FAIL)))
    assert told(events) == "half�"
    assert outcome.error.code == "guest.no_luck"
    assert workspace.kinds(outcome.call_id)[-2:] == ["ToolStreamed", "ToolFailed"]


def test_a_command_streams_no_more_than_its_output_bytes(opened):
    """T-CALL-11"""
    events, outcome = asyncio.run(follow(opened(FLOOD), limits=ResourceBounds(output_bytes=200_000)))
    assert outcome.error.code == "limit.output"
    assert len(told(events)) == 3 * 65_536


def test_bytes_are_not_told_as_text_and_come_whole(opened):
    module = f"""(module {_WASI} (data (i32.const 64) "\\00\\ff")
      (func (export "_start") (call $write (i32.const 1) (i32.const 64) (i32.const 2))))"""
    events, outcome = asyncio.run(follow(opened(module, normalization="binary")))
    assert (events, outcome.output) == ([], b"\0\xff")
