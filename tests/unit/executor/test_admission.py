"""How many calls an executor takes at once, who waits, and who is turned away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from runtime import CallRequest, Completed, Refused, tool
from runtime.contracts.audit import CallsShed, ToolInvoked
from runtime.contracts.errors import Overloaded
from runtime.executor.admission import Admission

NONE = {"side_effects": ["none"]}


async def until(holds: Callable[[], bool]) -> None:
    """Let other tasks go on until something holds."""
    while not holds():  # noqa: ASYNC110  # nothing says so but the state itself
        await asyncio.sleep(0)


def with_bounds(workspace: Any, **bounds: Any) -> Any:
    """Settings with these bounds of the executor."""
    settings = workspace.settings
    return msgspec.structs.replace(settings, executor=msgspec.structs.replace(settings.executor, **bounds))


def opened(workspace: Any, *tools: Any, **bounds: Any) -> Any:
    from runtime.host.executor import Executor

    return Executor.open(
        workspace.folder, tools=tools, settings=with_bounds(workspace, **bounds), isolation="in_process"
    )


class Door:
    """A tool that waits until it is let go on."""

    def __init__(self) -> None:
        self.entered: list[str] = []
        self.open = asyncio.Event()
        self.busy = asyncio.Event()

        @tool(description="Wait for the door to open", **NONE)
        async def wait(name: str) -> str:
            self.entered.append(name)
            self.busy.set()
            await self.open.wait()
            return name

        self.tool = wait


def test_calls_beyond_the_places_wait_and_all_of_them_end(workspace):
    """T-RUN-31"""

    async def scenario() -> None:
        door = Door()
        async with opened(workspace, door.tool, concurrent=2) as executor:
            calls = [asyncio.create_task(executor.call("wait", {"name": str(n)})) for n in range(10)]
            await door.busy.wait()
            await until(lambda: executor._calls._places.waiting == 8)
            assert len(door.entered) <= 2
            door.open.set()
            outcomes = await asyncio.gather(*calls)
            assert [outcome.output for outcome in outcomes] == [str(n) for n in range(10)]

    asyncio.run(scenario())


def test_a_call_that_finds_the_queue_full_is_refused_and_counted_in_the_log(workspace):
    """T-RUN-31"""

    async def scenario() -> list[Any]:
        door = Door()
        async with opened(workspace, door.tool, concurrent=1, waiting=1) as executor:
            calls = [
                asyncio.create_task(executor.call("wait", {"name": str(n)}, principal="agent:flood"))
                for n in range(20)
            ]
            done, _ = await asyncio.wait(calls[2:])
            door.open.set()
            assert all(outcome.ok for outcome in await asyncio.gather(*calls[:2]))
            return [task.result() for task in done]

    refused = asyncio.run(scenario())
    assert {outcome.error.code for outcome in refused} == {"runtime.overloaded"}
    first = refused[0]
    assert isinstance(first, Refused)
    assert (first.error.executed, first.error.retryable) == (False, True)
    assert first.error.details["retry_after_s"] >= 1
    records = workspace.records()
    shed = [body for _, body in records if isinstance(body, CallsShed)]
    assert sum(body.calls for body in shed) == 18
    assert shed[0].principal == "agent:flood"
    # A flood does not fill the log: many calls have one record, and each was told so when it was durable.
    assert len(shed) < 18
    assert {outcome.receipt.seq for outcome in refused} <= {
        r.seq for r, b in records if isinstance(b, CallsShed)
    }
    assert sum(isinstance(body, ToolInvoked) for _, body in records) == 2


def test_a_call_that_waits_too_long_is_refused(workspace):
    """T-RUN-31"""

    async def scenario() -> Any:
        door = Door()
        async with opened(workspace, door.tool, concurrent=1, wait_s=0.01) as executor:
            holds = asyncio.create_task(executor.call("wait", {"name": "holds"}))
            await door.busy.wait()
            outcome = await executor.call("wait", {"name": "waits"})
            door.open.set()
            assert (await holds).ok
            assert (await executor.call("wait", {"name": "later"})).ok
            return outcome, door.entered

    outcome, entered = asyncio.run(scenario())
    assert outcome.error.code == "runtime.overloaded"
    assert entered == ["holds", "later"]


def test_a_call_that_waits_for_a_person_lends_its_place(workspace):
    """T-RUN-31: questions that nobody answers must not take all places."""
    workspace.policy(
        "package runtime.authz\n\nimport rego.v1\n\n"
        'default decision := {"allow": true}\n'
        'decision := {"allow": true, "ask": true} if input.arguments.name == "asks"\n'
    )

    async def scenario() -> None:
        asked, answer, door = asyncio.Event(), asyncio.Event(), Door()

        async def approve(_: Any) -> bool:
            asked.set()
            await answer.wait()
            return True

        settings = with_bounds(workspace, concurrent=1)
        from runtime.host.executor import Executor

        async with Executor.open(
            workspace.folder, tools=[door.tool], settings=settings, isolation="in_process", approve=approve
        ) as executor:
            door.open.set()
            asks = asyncio.create_task(executor.call("wait", {"name": "asks"}))
            await asked.wait()
            assert (await executor.call("wait", {"name": "other"})).ok
            answer.set()
            assert (await asks).ok
            assert executor._calls._places._taken == 0

    asyncio.run(scenario())


def test_ten_thousand_calls_at_once_all_end_without_a_timeout(workspace):
    """T-RUN-31: 3,000 at once ended in 411 refusals of a policy engine that had no time left."""

    @tool(description="Add one", **NONE)
    async def bump(number: int) -> int:
        return number + 1

    async def scenario() -> list[Any]:
        from runtime.host.executor import Executor

        async with Executor.open(
            workspace.folder, tools=[bump], settings=with_bounds(workspace, wait_s=3600)
        ) as executor:
            return await asyncio.gather(*(executor.call("bump", {"number": n}) for n in range(10_000)))

    outcomes = asyncio.run(scenario())
    assert all(isinstance(outcome, Completed) for outcome in outcomes)
    assert [outcome.output for outcome in outcomes] == list(range(1, 10_001))


# -- the places themselves --------------------------------------------------------------------------------


async def _entering(places: Admission, who: str, order: list[str]) -> None:
    await places.enter(who)
    order.append(who)


def test_principals_take_turns_in_the_queue():
    """T-RUN-31"""

    async def scenario() -> list[str]:
        places, order = Admission(1, queue=10), list[str]()
        await places.enter("first")
        tasks = [asyncio.create_task(_entering(places, who, order)) for who in "aaaabc"]
        await asyncio.sleep(0)
        for task in range(len(tasks)):
            places.leave()
            await until(lambda count=task: len(order) > count)
        return order

    assert asyncio.run(scenario()) == ["a", "b", "c", "a", "a", "a"]


def test_who_floods_gives_way_to_others_where_the_queue_is_full():
    """T-RUN-31"""

    async def scenario() -> None:
        places, order = Admission(1, queue=4), list[str]()
        await places.enter("first")
        flood = [asyncio.create_task(_entering(places, "flood", order)) for _ in range(4)]
        await asyncio.sleep(0)
        other = asyncio.create_task(_entering(places, "other", order))
        with pytest.raises(Overloaded):
            await flood[3]
        with pytest.raises(Overloaded):
            await places.enter("flood")
        places.leave()
        places.leave()
        await until(lambda: len(order) == 2)
        assert sorted(order) == ["flood", "other"]
        for task in (*flood, other):
            task.cancel()
        await asyncio.gather(*flood, other, return_exceptions=True)

    asyncio.run(scenario())


def test_a_call_cancelled_at_any_moment_leaves_its_place_to_others():
    """T-RUN-31"""

    async def scenario() -> None:
        for turns in range(6):
            places = Admission(1, queue=4)
            await places.enter("first")
            waits = asyncio.create_task(places.enter("second"))
            await asyncio.sleep(0)
            if turns % 2:
                places.leave()
            for _ in range(turns // 2):
                await asyncio.sleep(0)
            waits.cancel()
            (ended,) = await asyncio.gather(waits, return_exceptions=True)
            if turns % 2 == 0 or ended is None:
                places.leave()
            await asyncio.wait_for(places.enter("third"), 10)
            assert (places.waiting, places._taken) == (0, 1)

    asyncio.run(scenario())


def test_a_waiting_call_whose_event_loop_is_gone_takes_no_place_along():
    """T-RUN-31"""
    places = Admission(1, queue=4)
    asyncio.run(places.enter("holds"))

    def abandon() -> None:
        loop = asyncio.new_event_loop()
        task = loop.create_task(places.enter("lost"))
        loop.call_soon(loop.stop)
        loop.run_forever()
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        loop.close()

    thread = threading.Thread(target=abandon)
    thread.start()
    thread.join()
    assert places.waiting == 1
    places.leave()
    asyncio.run(places.enter("next"))
    assert places.waiting == 0


def test_a_record_of_shed_calls_bounds_the_names_that_it_counts(workspace):
    from runtime.executor.shed_calls import ShedCalls

    committed: list[Any] = []

    def commit(entries: list[Any]) -> Any:
        committed.extend(entry.body for entry in entries)
        return msgspec.UNSET

    async def scenario() -> None:
        shed = ShedCalls(commit, frozenset())
        await asyncio.gather(*(shed.count(f"agent:{n}") for n in range(3000)))
        assert len(shed._counts) == 0

    asyncio.run(scenario())
    assert sum(body.calls for body in committed) == 3000
    assert committed[0].principal == "(others)"


def test_calls_made_in_lists_wait_like_any_other(workspace):
    @tool(description="Add one", **NONE)
    async def bump(number: int) -> int:
        return number + 1

    requests = [CallRequest(tool="bump", arguments={"number": n}) for n in range(50)]

    async def scenario() -> list[Any]:
        async with opened(workspace, bump, concurrent=3) as executor:
            return await executor.call_many(requests, concurrency=20)

    assert [outcome.output for outcome in asyncio.run(scenario())] == list(range(1, 51))
