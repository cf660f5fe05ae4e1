"""Following a call: what its tool tells arrives as it comes, never before the call may run, and what was told is on record."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest

from runtime import Completed, Executor, FsRead, Outcome, ProcessSpawn, ResourceBounds, ToolContext, tool
from runtime.audit.verify.verifier import verify
from runtime.contracts.digest import commitment
from runtime.executor.event_stream import CAPACITY, MAX_CHUNK
from runtime.sdk import ToolStatus

HARMLESS: dict[str, Any] = {"description": "For a test", "side_effects": ["none"]}


@tool(**HARMLESS)
async def count(to: int) -> AsyncIterator[str]:
    for number in range(to):
        yield f"{number}\n"


@tool(**HARMLESS)
async def squares(to: int) -> AsyncIterator[dict[str, int]]:
    for number in range(to):
        yield {"number": number, "square": number * number}


@tool(**HARMLESS)
async def work(context: ToolContext) -> str:
    await context.status("half done", percent_complete=50.0, eta_ms=10)
    await context.status(ToolStatus.stderr("a warning\n"))
    return "done"


@tool(**HARMLESS)
def work_in_a_thread(context: ToolContext, times: int) -> int:
    for number in range(times):
        context.status_sync(f"step {number}")
    return times


async def follow(
    executor: Executor, name: str, arguments: Any, **options: Any
) -> tuple[list[ToolStatus], Outcome]:
    """The events of a call, and its outcome."""
    *events, outcome = [event async for event in executor.stream(name, arguments, **options)]
    assert all(isinstance(event, ToolStatus) for event in events)
    return events, outcome  # type: ignore[return-value]


def told(events: list[ToolStatus], stream: str = "stdout") -> str:
    return "".join(event.output or "" for event in events if event.stream == stream)


def test_what_a_generator_yields_is_told_and_is_the_output(opened):
    """T-CALL-08"""
    events, outcome = asyncio.run(follow(opened(count), "count", {"to": 3}))
    assert [event.output for event in events] == ["0\n", "1\n", "2\n"]
    assert told(events) == outcome.output == "0\n1\n2\n"


def test_a_generator_of_values_gives_a_list_and_tells_lines_of_json(opened):
    events, outcome = asyncio.run(follow(opened(squares), "squares", {"to": 2}))
    assert [json.loads(line) for line in told(events).splitlines()] == outcome.output
    assert outcome.output == [{"number": 0, "square": 0}, {"number": 1, "square": 1}]


def test_a_generator_gives_its_output_to_whoever_only_calls(opened):
    assert opened(count).call_sync("count", {"to": 2}).output == "0\n1\n"


def test_a_tool_tells_how_far_it_is(opened):
    events, outcome = asyncio.run(follow(opened(work), "work", {}))
    assert [event.to_json() for event in events] == [
        '{"phase":"execute","message":"half done","percent_complete":50.0,"eta_ms":10}',
        '{"phase":"output","output":"a warning\\n","stream":"stderr"}',
    ]
    assert outcome.output == "done"


def test_a_plain_function_tells_from_its_thread(opened):
    events, outcome = asyncio.run(follow(opened(work_in_a_thread), "work_in_a_thread", {"times": 3}))
    assert [event.message for event in events] == ["step 0", "step 1", "step 2"]
    assert outcome.output == 3


def test_what_was_told_is_what_the_record_commits_to(workspace, opened):
    """T-CALL-08"""
    _, outcome = asyncio.run(follow(opened(work), "work", {}))
    (streamed,) = [body for body in workspace.bodies(outcome.call_id) if body.kind == "ToolStreamed"]
    value = b'{"stderr":"a warning\\n","stdout":""}'
    assert streamed.streamed == commitment(bytes.fromhex(outcome.salts["streamed"]), value)
    assert (streamed.events, streamed.output_bytes, streamed.kept) == (2, len(value), "whole")
    assert workspace.kinds(outcome.call_id)[-2:] == ["ToolStreamed", "ToolCompleted"]
    assert verify(workspace.log, verifier_keys=[workspace.verifier_key]).findings == ()


def test_what_was_told_before_a_failure_is_on_record(workspace, opened):
    """T-CALL-08"""

    @tool(**HARMLESS)
    async def break_off() -> AsyncIterator[str]:
        yield "half of it"
        raise ValueError

    events, outcome = asyncio.run(follow(opened(break_off), "break_off", {}))
    assert (told(events), outcome.error.code) == ("half of it", "tool.failed")
    assert workspace.kinds(outcome.call_id)[-2:] == ["ToolStreamed", "ToolFailed"]


def test_nothing_is_told_of_a_call_that_is_refused(workspace, opened):
    """T-CALL-09"""
    workspace.decide('{"allow": false, "reasons": ["no"]}')
    executor = opened(count)
    for arguments, code in (({"to": 3}, "policy.denied"), ({"to": "x"}, "input.invalid")):
        events, outcome = asyncio.run(follow(executor, "count", arguments))
        assert (events, outcome.error.code) == ([], code)


def test_nothing_is_told_before_the_approver_and_the_log_have_the_call(workspace, opened):
    """T-CALL-09"""
    workspace.decide('{"allow": true, "ask": true}')
    asked: list[str] = []

    async def check() -> None:
        async for event in executor.stream("count", {"to": 1}, call_id="c"):
            asked.append(type(event).__name__)
            assert "ApprovalDecided" in workspace.kinds("c")

    executor = opened(count, approve=lambda request: not asked.append("approve"))
    asyncio.run(check())
    assert asked == ["approve", "ToolStatus", "Completed"]


@pytest.mark.parametrize("pointer", ["/result", "/result/x", "/no-such-root"])
def test_output_that_policy_redacts_is_not_told_in_clear(workspace, opened, pointer):
    """T-CALL-10"""

    @tool(**HARMLESS)
    async def leak(context: ToolContext) -> AsyncIterator[str]:
        await context.status("the secret is 42", percent_complete=10.0)
        yield "42"

    workspace.decide(f'{{"allow": true, "obligations": {{"redact": ["{pointer}"]}}}}')
    events, outcome = asyncio.run(follow(opened(leak), "leak", {}))
    assert [event.to_json() for event in events] == ['{"phase":"execute","percent_complete":10.0}']
    assert outcome.output == "42"
    assert "ToolStreamed" not in workspace.kinds(outcome.call_id)


def test_a_slow_reader_slows_the_tool_down(opened):
    """T-CALL-11"""
    made: list[int] = []

    @tool(**HARMLESS)
    async def flood(context: ToolContext) -> int:
        for number in range(10 * CAPACITY):
            await context.status(f"{number}")
            made.append(number)
        return len(made)

    async def read(executor: Executor) -> None:
        seen = 0
        async for event in executor.stream("flood", {}):
            if isinstance(event, Completed):
                assert event.output == 10 * CAPACITY
            else:
                seen += 1
                assert len(made) <= seen + CAPACITY

    asyncio.run(read(opened(flood)))


@pytest.mark.parametrize("kind", ["async", "plain"])
def test_a_reader_who_reads_nothing_costs_the_tool_its_own_time_alone(workspace, opened, kind):
    """T-CALL-11"""

    @tool(**HARMLESS)
    async def flood(context: ToolContext) -> None:
        while True:
            await context.status("more")

    @tool(**HARMLESS)
    def flood_in_a_thread(context: ToolContext) -> None:
        while True:
            context.status_sync("more")

    async def read(executor: Executor, name: str) -> Outcome:
        last: Any = None
        async for event in executor.stream(name, {}, limits=ResourceBounds(wall_s=0.2), call_id="c"):
            if last is None:
                while "ToolTimedOut" not in workspace.kinds("c"):
                    await asyncio.to_thread(workspace.kinds, "c")
            last = event
        return last

    name = {"async": "flood", "plain": "flood_in_a_thread"}[kind]
    outcome = asyncio.run(read(opened(flood, flood_in_a_thread), name))
    assert (outcome.error.code, outcome.error.details["abandoned"]) == ("limit.wall", False)


def test_leaving_the_loop_cancels_the_call_and_records_it(workspace, opened):
    """T-CALL-12"""
    ended = threading.Event()

    @tool(**HARMLESS)
    async def go_on(context: ToolContext) -> AsyncIterator[str]:
        try:
            while True:
                yield "x"
        finally:
            ended.set()

    async def leave(executor: Executor) -> None:
        async with contextlib.aclosing(executor.stream("go_on", {}, call_id="c")) as events:
            async for _ in events:
                break
        assert ended.is_set()
        assert workspace.kinds("c")[-2:] == ["ToolStreamed", "ToolAborted"]

    asyncio.run(leave(opened(go_on)))


@pytest.mark.parametrize("followed", [True, False])
def test_a_tool_that_tells_without_end_leaves_the_loop_its_turns(opened, followed):
    """T-CALL-12: whether somebody follows it or not, others go on, and its time ends it."""

    @tool(**HARMLESS, bounds=ResourceBounds(wall_s=0.3))
    async def go_on(context: ToolContext) -> AsyncIterator[str]:
        while True:
            yield ""

    async def beside(executor: Executor) -> tuple[str, int]:
        turns = 0
        call = asyncio.create_task(_ended(executor) if followed else executor.call("go_on", {}))
        while not call.done():
            turns += 1
            await asyncio.sleep(0)
        return (await call).error.code, turns

    async def _ended(executor: Executor) -> Outcome:
        async for event in executor.stream("go_on", {}):
            last = event
        return last

    code, turns = asyncio.run(beside(opened(go_on)))
    assert code == "limit.wall"
    assert turns > 10


def test_leaving_without_closing_cancels_the_call_as_well(workspace, opened):
    """T-CALL-12"""

    async def leave(executor: Executor) -> None:
        async for _ in executor.stream("count", {"to": 10**9}, call_id="c"):
            break

    executor = opened(count)
    asyncio.run(leave(executor))
    assert workspace.kinds("c")[-1] == "ToolAborted"


def test_long_output_comes_in_pieces(opened):
    @tool(**HARMLESS)
    async def write() -> AsyncIterator[str]:
        yield "x" * (2 * MAX_CHUNK + 1)

    events, outcome = asyncio.run(follow(opened(write), "write", {}))
    assert [len(event.output or "") for event in events] == [MAX_CHUNK, MAX_CHUNK, 1]
    assert told(events) == outcome.output


def test_a_tool_streams_no_more_than_its_output_bytes(opened):
    """T-CALL-11"""
    events, outcome = asyncio.run(
        follow(opened(count), "count", {"to": 100}, limits=ResourceBounds(output_bytes=50))
    )
    assert outcome.error.code == "limit.output"
    assert len(told(events)) <= 50


@pytest.mark.parametrize(
    "status",
    [
        None,
        ToolStatus(phase="nonsense"),  # type: ignore[arg-type]
        ToolStatus(phase="output", output=b"x"),  # type: ignore[arg-type]
        ToolStatus(phase="execute", output="x"),
        ToolStatus(phase="execute", percent_complete="x"),  # type: ignore[arg-type]
    ],
)
def test_a_status_that_is_none_fails_the_call(opened, status):
    @tool(**HARMLESS)
    async def lie(context: ToolContext) -> None:
        await context.status(status)

    events, outcome = asyncio.run(follow(opened(lie), "lie", {}))
    assert (events, outcome.error.code) == ([], "output.invalid")


def test_a_repeated_call_gives_its_outcome_and_tells_nothing(opened):
    executor = opened(count)

    async def twice() -> list[Any]:
        return [await follow(executor, "count", {"to": 1}, call_id="c") for _ in range(2)]

    (events, first), (again, second) = asyncio.run(twice())
    assert (len(events), again, first) == (1, [], second)


def test_a_command_is_told_as_it_writes_and_its_result_is_whole(workspace, opened):
    """T-CALL-08: the second line is written when the first has been read."""

    @tool(
        description="Runs",
        side_effects=["process_spawn", "fs_read"],
        capabilities=[ProcessSpawn([]), FsRead([])],
    )
    async def talk(context: ToolContext) -> str:
        ran = await context.process.run(
            ["sh", "-c", "echo one; while [ ! -e go ]; do :; done; echo two; echo three >&2"], stream=True
        )
        return ran.stdout.decode()

    async def read(executor: Executor) -> tuple[list[ToolStatus], Any]:
        events: list[Any] = []
        grants = [ProcessSpawn(["*"]), FsRead(["."])]
        async for event in executor.stream("talk", {}, grants=grants):
            events.append(event)
            if told(events[:1]) == "one\n" and len(events) == 1:
                (workspace.folder / "go").touch()
        return events[:-1], events[-1]

    events, outcome = asyncio.run(read(opened(talk)))
    assert told(events) == outcome.output == "one\ntwo\n"
    assert told(events, "stderr") == "three\n"


def test_the_virtual_bash_tells_what_it_writes(opened):
    """T-CALL-08"""
    script = {"commands": "for i in 1 2; do echo $i; done; echo oops >&2"}
    events, outcome = asyncio.run(follow(opened(), "bash", script))
    assert [event.output for event in events if event.stream == "stdout"] == ["1\n", "2\n"]
    assert (told(events), told(events, "stderr")) == (outcome.output["stdout"], outcome.output["stderr"])


def test_calls_inside_a_call_tell_their_own_tool_nothing_and_its_reader_nothing(opened):
    from runtime import ToolCall

    @tool(**HARMLESS, capabilities=[ToolCall(["*"])])
    async def around(context: ToolContext) -> str:
        return str((await context.call("count", {"to": 2})).output)

    events, outcome = asyncio.run(follow(opened(count, around), "around", {}, grants=[ToolCall(["*"])]))
    assert (events, outcome.output) == ([], "0\n1\n")
