"""A call is cancelled while calls inside it run as programs, in a process that serves many, and as a WebAssembly module: all end before it does, and nothing is left."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from program_tools import name_tools_folder, put_program, put_server, running
from wasm_arena import declare
from wasm_modules import assembled

from runtime import CallEvent, CallStarted, ToolCall
from runtime.audit.verify.verifier import verify

CHILDREN = {"sleeps", "serves", "spins"}
SCRIPT = "sleeps & serves --do hangs & spins & wait"
SPINS = '(module (memory (export "memory") 1) (func (export "_start") (loop $again (br $again))))'


def left() -> list[Path]:
    """The programs of this test that run."""
    return running("424242", "/tool/serves.py")


@pytest.mark.parametrize("followed", [False, True])
def test_cancelling_a_call_ends_the_programs_and_modules_that_run_inside_it(workspace, followed):
    """T-CALL-03 T-EXE-05 T-EXE-08"""
    tools = workspace.folder / "tools"
    name_tools_folder(workspace.folder)
    put_program(tools, "sleeps.sh", "(setsid sleep 424242 &); sleep 424242")
    put_server(tools, "serves.py")
    declare(tools, "spins", assembled(SPINS), "command", bounds={"wall_s": 60, "fuel": 9 * 10**12})
    running: set[str] = set()

    def note(event: CallEvent) -> None:
        if isinstance(event, CallStarted):
            running.add(event.tool)

    def until_all_run() -> None:
        while not (running >= CHILDREN and len(left()) >= 3):
            pass

    async def give_up() -> None:
        async with workspace.open(observers=[note]) as executor:
            options = {"grants": [ToolCall(["*"])], "call_id": "c"}

            async def follow() -> None:
                stream = executor.stream("bash", {"commands": SCRIPT}, **options)
                async with contextlib.aclosing(stream) as events:
                    async for _ in events:
                        pass

            called = follow() if followed else executor.call("bash", {"commands": SCRIPT}, **options)
            task = asyncio.ensure_future(called)
            await asyncio.to_thread(until_all_run)
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            ended = [record.call for record, body in workspace.records() if record.call and body.terminal]
            assert ended[-1] == "c"
            assert len(ended) == 4
            answer = await executor.call("serves", {"do": "count"})
            assert answer.output == 1

    asyncio.run(give_up())
    assert not left()
    report = verify(workspace.log, verifier_keys=[workspace.verifier_key])
    assert (report.findings, report.open_calls) == ((), 0)
