"""A call id names one call, which runs once."""

from __future__ import annotations

import asyncio

from runtime import CallRequest, tool

NONE = {"side_effects": ["none"]}


def counting():
    runs: list[str] = []

    @tool(description="Count its runs", **NONE)
    async def bump(text: str) -> int:
        await asyncio.sleep(0.01)
        runs.append(text)
        return len(runs)

    return bump, runs


def test_a_repeated_call_id_returns_the_first_outcome_and_runs_nothing(opened):
    """T-RUN-08"""
    bump, runs = counting()
    executor = opened(bump)
    first = executor.call_sync("bump", {"text": "a"}, call_id="turn-1")
    assert executor.call_sync("bump", {"text": "a"}, call_id="turn-1") == first
    assert runs == ["a"]


def test_calls_of_one_id_at_the_same_time_run_once(workspace, opened):
    """T-RUN-08"""
    bump, runs = counting()
    executor = opened(bump)

    async def scenario():
        return await executor.call_many([CallRequest(tool="bump", arguments={"text": "a"}, call_id="t")] * 50)

    outcomes = asyncio.run(scenario())
    assert len(runs) == 1
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert workspace.kinds("t").count("ToolInvoked") == 1


def test_another_call_under_the_same_id_is_a_conflict(opened):
    """T-RUN-08"""
    bump, runs = counting()
    executor = opened(bump)
    executor.call_sync("bump", {"text": "a"}, call_id="t")
    for arguments, principal in (({"text": "b"}, "agent:anonymous"), ({"text": "a"}, "agent:other")):
        outcome = executor.call_sync("bump", arguments, principal=principal, call_id="t")
        assert (outcome.error.code, outcome.call_id) == ("call.conflict", "t")
    assert runs == ["a"]


def test_the_log_remembers_calls_of_earlier_processes(workspace):
    """T-RUN-08"""
    bump, runs = counting()
    with workspace.open(bump) as executor:
        assert executor.call_sync("bump", {"text": "a"}, call_id="t").ok
    with workspace.open(bump) as executor:
        assert executor.call_sync("bump", {"text": "a"}, call_id="t").error.code == "call.repeated"
        assert executor.call_sync("bump", {"text": "a"}, call_id="u").ok
    assert runs == ["a", "a"]
    assert workspace.kinds("t").count("ToolInvoked") == 1


def test_a_refused_call_ran_nothing_so_its_id_is_free(workspace, opened):
    bump, _ = counting()
    workspace.decide('{"allow": false}')
    with workspace.open(bump) as executor:
        assert executor.call_sync("bump", {"text": "a"}, call_id="t").error.code == "policy.denied"
    workspace.decide('{"allow": true}')
    with workspace.open(bump) as executor:
        assert executor.call_sync("bump", {"text": "a"}, call_id="t").ok


def test_a_failed_call_keeps_its_id_because_effects_are_possible(opened):
    """T-RUN-08"""
    runs = []

    @tool(description="Fail after an effect", **NONE)
    def fail() -> None:
        runs.append(1)
        raise ValueError

    executor = opened(fail)
    first = executor.call_sync("fail", {}, call_id="t")
    assert executor.call_sync("fail", {}, call_id="t") == first
    assert runs == [1]


def test_a_hostile_argument_under_a_known_id_is_refused_in_records_of_its_own(workspace, opened):
    """T-RUN-08"""
    bump, _ = counting()
    executor = opened(bump)
    executor.call_sync("bump", {"text": "a"}, call_id="t")
    outcome = executor.call_sync("bump", '{"text": "a", "text": "b"}', call_id="t")
    assert outcome.error.code == "input.invalid"
    assert workspace.kinds("t").count("ToolInvoked") == 1


def test_what_is_refused_before_its_id_can_be_claimed_is_recorded_under_that_id(workspace, opened):
    bump, runs = counting()
    executor = opened(bump)
    for name, arguments, code in (("bmp", {}, "tool.not_found"), ("bump", '{"text": }', "input.invalid")):
        assert executor.call_sync(name, arguments, call_id="t").error.code == code
    assert workspace.kinds("t") == ["ToolInvoked", "ToolDenied"] * 2
    assert executor.call_sync("bump", {"text": "a"}, call_id="t").ok
    assert runs == ["a"]


def test_an_unknown_tool_under_a_known_id_is_refused_in_records_of_its_own(workspace, opened):
    """T-RUN-08"""
    bump, _ = counting()
    executor = opened(bump)
    executor.call_sync("bump", {"text": "a"}, call_id="t")
    outcome = executor.call_sync("bmp", {"text": "a"}, call_id="t")
    assert (outcome.error.code, outcome.call_id) == ("tool.not_found", "t")
    assert workspace.kinds("t").count("ToolInvoked") == 1


def test_those_who_wait_for_a_call_that_is_cancelled_are_told_that_it_may_have_run(workspace, opened):
    begun = asyncio.Event()

    @tool(description="Sleep", **NONE)
    async def sleep() -> None:
        begun.set()
        await asyncio.Event().wait()

    executor = opened(sleep)

    async def scenario():
        first = asyncio.create_task(executor.call("sleep", {}, call_id="t"))
        await begun.wait()
        second = asyncio.create_task(executor.call("sleep", {}, call_id="t"))
        await asyncio.sleep(0)
        first.cancel()
        return [await second, await executor.call("sleep", {}, call_id="t")]

    assert [outcome.error.code for outcome in asyncio.run(scenario())] == ["call.repeated", "call.repeated"]
    assert workspace.kinds("t")[-1] == "ToolAborted"


def test_a_call_cancelled_at_any_moment_has_exactly_one_terminal_record(workspace, opened):
    bump, _ = counting()
    executor = opened(bump)

    async def scenario() -> None:
        for turns in range(60):  # of the event loop, before the caller gives up
            call = asyncio.create_task(executor.call("bump", {"text": "x"}, call_id=f"c-{turns}"))
            for _ in range(turns):
                await asyncio.sleep(0)
            if turns % 3 == 2:
                await asyncio.sleep(0.012)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)

    asyncio.run(scenario())
    ends = [sum(body.terminal for body in workspace.bodies(f"c-{turns}")) for turns in range(60)]
    begins = [workspace.kinds(f"c-{turns}").count("ToolInvoked") for turns in range(60)]
    assert ends == begins
