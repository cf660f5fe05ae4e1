"""Calls inside a call are calls: governed, recorded and bounded on their own, with no more than the call around them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from runtime import (
    ClockRead,
    Executor,
    FsRead,
    FsWrite,
    Outcome,
    ResourceBounds,
    ToolCall,
    ToolContext,
    tool,
)
from runtime.audit.verify.verifier import verify
from runtime.contracts.approval import ApprovalRequest
from runtime.executor.call_tree import MAX_DEPTH

ANY = [ToolCall(["*"])]
HARMLESS: dict[str, Any] = {"description": "For a test", "side_effects": ["none"]}
CALLING: dict[str, Any] = {**HARMLESS, "capabilities": ANY}


@tool(**HARMLESS)
async def double(number: int) -> int:
    return 2 * number


@tool(**HARMLESS, optional=[ClockRead()])
async def say_grants(context: ToolContext) -> bool:
    return context.capability("clock_read") is not None  # type: ignore[attr-defined]


@tool(**HARMLESS)
async def wait_for_ever() -> None:
    await asyncio.Event().wait()


@tool(**CALLING)
async def quadruple(context: ToolContext, number: int) -> int:
    once = await context.call("double", {"number": number})
    twice = await context.call("double", {"number": once.output})
    return int(twice.output)


@tool(**CALLING)
def double_in_a_thread(context: ToolContext, number: int) -> list[Any]:
    outcome = context.call_sync("double", {"number": number})
    return [
        outcome.call_id,
        outcome.parent,
        outcome.output,
        threading.current_thread() is threading.main_thread(),
    ]


@tool(**CALLING)
async def tell(context: ToolContext, name: str) -> list[Any]:
    outcome = await context.call(name, {})
    return [outcome.ok, outcome.output, outcome.error and outcome.error.code]


@tool(description="Reads", side_effects=["fs_read"], capabilities=[*ANY, FsRead([])])
async def read_by_another(context: ToolContext, path: str) -> list[Any]:
    outcome = await context.call("read_file", {"path": path})
    return [outcome.ok, outcome.error and outcome.error.code]


@pytest.fixture
def log_holds(workspace: Any) -> Callable[[], bool]:
    """Whether the log verifies, with every call in it complete."""

    def holds() -> bool:
        report = verify(workspace.log, verifier_keys=[workspace.verifier_key])
        assert report.findings == ()
        return report.open_calls == 0

    return holds


def parents(workspace: Any) -> list[tuple[str | None, str | None, str]]:
    """The calls of the log in the order in which they began: id, parent, tool."""
    return [(r.call, b.parent, b.tool) for r, b in workspace.records() if b.kind == "ToolInvoked"]


def ends(workspace: Any) -> list[tuple[str | None, str]]:
    """The calls of the log in the order in which they ended."""
    return [(r.call, b.kind) for r, b in workspace.records() if b.terminal]


def test_calls_inside_a_call_are_recorded_as_calls_of_their_own(workspace, opened, log_holds):
    """T-CALL-03"""
    outcome = opened(double, quadruple).call_sync("quadruple", {"number": 3}, grants=ANY, call_id="job")
    assert (outcome.output, outcome.parent) == (12, None)
    assert parents(workspace) == [
        ("job", None, "quadruple"),
        ("job/1", "job", "double"),
        ("job/2", "job", "double"),
    ]
    assert ends(workspace) == [
        ("job/1", "ToolCompleted"),
        ("job/2", "ToolCompleted"),
        ("job", "ToolCompleted"),
    ]
    assert workspace.kinds("job/1") == ["ToolInvoked", "CapabilityCheck", "PolicyDecision", "ToolCompleted"]
    assert log_holds()


def test_a_plain_function_makes_calls_from_its_thread(opened):
    outcome = opened(double, double_in_a_thread).call_sync(
        "double_in_a_thread", {"number": 2}, grants=ANY, call_id="j"
    )
    assert outcome.output == ["j/1", "j", 4, False]


def test_a_tool_that_was_not_granted_cannot_be_called(workspace, opened):
    """T-CALL-02"""
    executor = opened(double, tell, wait_for_ever)
    outcome = executor.call_sync("tell", {"name": "wait_for_ever"}, grants=[ToolCall(["double"])])
    assert outcome.error.code == "capability.exceeded"
    use = workspace.bodies(outcome.call_id)[-2]
    assert [(c.capability, c.target, c.allowed) for c in use.checks] == [
        ("tool_call", "wait_for_ever", False)
    ]
    assert [name for _, _, name in parents(workspace)] == ["tell"]


def test_a_tool_that_did_not_declare_calls_makes_none(opened):
    """T-CALL-02"""

    @tool(**HARMLESS)
    async def sneak(context: ToolContext) -> None:
        await context.call("double", {"number": 1})

    assert opened(double, sneak).call_sync("sneak", {}, grants=ANY).error.code == "capability.exceeded"


def test_a_call_inside_has_no_capability_that_the_call_around_it_lacks(workspace, opened):
    """T-CALL-01"""
    (workspace.folder / "secret.txt").write_text("x")
    executor = opened(say_grants, tell, read_by_another)
    told = executor.call_sync("tell", {"name": "say_grants"}, grants=[*ANY, ClockRead()])
    assert told.output == [True, False, None], "granted to the caller, and not declared by the tool between"
    for grants, wanted in (
        ([*ANY, FsRead(["README.md"])], [False, "capability.exceeded"]),
        ([*ANY, FsRead(["."])], [True, None]),
    ):
        read = executor.call_sync("read_by_another", {"path": "secret.txt"}, grants=grants)
        assert read.output == wanted


def test_a_tool_can_give_a_call_inside_less_and_never_more(workspace, opened):
    """T-CALL-01"""

    @tool(description="Reads", side_effects=["fs_read"], capabilities=[*ANY, FsRead([])])
    async def narrow(context: ToolContext, prefix: str) -> str | None:
        outcome = await context.call(
            "read_file", {"path": "README.md"}, grants=[FsRead([prefix]), FsWrite(["."])]
        )
        return outcome.error and outcome.error.code

    executor, grants = opened(narrow), [*ANY, FsRead(["README.md"])]
    assert executor.call_sync("narrow", {"prefix": "."}, grants=grants).output is None
    assert executor.call_sync("narrow", {"prefix": "docs"}, grants=grants).output == "capability.missing"


def test_what_policy_takes_from_a_call_its_calls_lack_too(workspace, opened):
    """T-CALL-01"""
    workspace.policy(
        "package runtime.authz\nimport rego.v1\n"
        'default decision := {"allow": true}\n'
        'decision := {"allow": true, "obligations": {"grants": [{"type": "tool_call", "tools": ["*"]}, '
        '{"type": "fs_read", "prefixes": ["docs"]}]}} if input.tool.name == "read_by_another"\n'
    )
    outcome = opened(read_by_another).call_sync(
        "read_by_another", {"path": "README.md"}, grants=[*ANY, FsRead(["."])]
    )
    assert outcome.output == [False, "capability.exceeded"]


def test_policy_sees_in_which_call_a_call_is_made(workspace, opened):
    """T-CALL-07"""
    workspace.policy(
        "package runtime.authz\nimport rego.v1\n"
        'default decision := {"allow": false, "reasons": ["only inside quadruple"]}\n'
        'decision := {"allow": true} if input.context.parent.tool == "quadruple"\n'
        'decision := {"allow": true} if {\n\tinput.context.parent == null\n\tinput.tool.name != "double"\n}\n'
    )
    executor = opened(double, quadruple, tell)
    assert executor.call_sync("quadruple", {"number": 1}, grants=ANY).output == 4
    assert executor.call_sync("double", {"number": 1}).error.code == "policy.denied"
    assert executor.call_sync("tell", {"name": "double"}, grants=ANY).output == [False, None, "input.invalid"]


def test_a_refused_call_inside_is_an_outcome_for_the_tool(workspace, opened, log_holds):
    outcome = opened(tell).call_sync("tell", {"name": "no_such_tool"}, grants=ANY, call_id="t")
    assert outcome.output == [False, None, "tool.not_found"]
    assert ends(workspace) == [("t/1", "ToolDenied"), ("t", "ToolCompleted")]
    assert log_holds()


def test_calls_inside_a_call_run_side_by_side(workspace, opened, log_holds):
    """Each waits for the other: one after the other, they would never end."""
    met = asyncio.Barrier(2)

    @tool(**HARMLESS)
    async def meet() -> None:
        await met.wait()

    @tool(**CALLING)
    async def both(context: ToolContext) -> list[str]:
        outcomes = await asyncio.gather(*(context.call("meet", {}) for _ in range(2)))
        return [outcome.call_id for outcome in outcomes]

    assert opened(meet, both).call_sync("both", {}, grants=ANY, call_id="b").output == ["b/1", "b/2"]
    assert log_holds()


def test_a_number_of_calls_holds_for_the_whole_tree(workspace, opened, log_holds):
    """T-CALL-05"""

    @tool(**CALLING)
    async def count(context: ToolContext) -> int:
        outcomes = [await context.call("quadruple", {"number": 1}) for _ in range(9)]
        return sum(outcome.ok for outcome in outcomes)

    executor = opened(double, quadruple, count)
    outcome = executor.call_sync("count", {}, grants=ANY, limits=ResourceBounds(calls=7))
    assert outcome.error.code == "limit.calls"
    assert len(parents(workspace)) == 1 + 7, "the excess leaves no records either"
    assert log_holds()


def test_calls_are_nested_so_deep_and_no_deeper(workspace, opened, log_holds):
    """T-CALL-05"""

    @tool(**CALLING)
    async def dig(context: ToolContext) -> int:
        outcome: Outcome = await context.call("dig", {})
        return 1 + (outcome.output if outcome.ok else 0)

    outcome = opened(dig).call_sync("dig", {}, grants=ANY)
    assert outcome.output == MAX_DEPTH
    assert len(parents(workspace)) == MAX_DEPTH + 1
    assert log_holds()


def test_the_outputs_of_all_calls_inside_share_one_bound(opened):
    """T-CALL-05"""

    @tool(**HARMLESS)
    async def fill(size: int) -> str:
        return "x" * size

    @tool(**CALLING)
    async def gather(context: ToolContext, sizes: list[int]) -> list[bool]:
        outcomes = await asyncio.gather(*(context.call("fill", {"size": size}) for size in sizes))
        return [outcome.ok for outcome in outcomes]

    executor, limits = opened(fill, gather), ResourceBounds(output_bytes=1000)
    assert executor.call_sync("gather", {"sizes": [400, 400]}, grants=ANY, limits=limits).output == [
        True,
        True,
    ]
    assert executor.call_sync("gather", {"sizes": [600, 600]}, grants=ANY, limits=limits).output == [
        True,
        False,
    ]


def test_a_call_inside_has_no_more_time_than_is_left_around_it(workspace, opened, log_holds):
    """T-CALL-05"""
    executor = opened(wait_for_ever, tell)
    outcome = executor.call_sync(
        "tell", {"name": "wait_for_ever"}, grants=ANY, limits=ResourceBounds(wall_s=0.2), call_id="t"
    )
    assert outcome.error is None or outcome.error.code == "limit.wall"
    assert ends(workspace)[0][0] == "t/1"
    assert log_holds()


def test_cancelling_a_call_cancels_the_calls_inside_first(workspace, opened, log_holds):
    """T-CALL-03"""
    begun = asyncio.Event()

    @tool(**HARMLESS)
    async def linger() -> None:
        begun.set()
        await asyncio.Event().wait()

    @tool(**CALLING)
    async def around(context: ToolContext) -> None:
        await asyncio.gather(*(context.call("linger", {}) for _ in range(2)))

    async def cancel(executor: Executor) -> None:
        running = asyncio.create_task(executor.call("around", {}, grants=ANY, call_id="a"))
        await begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    asyncio.run(cancel(opened(linger, around)))
    assert [kind for _, kind in ends(workspace)] == ["ToolAborted"] * 3
    assert ends(workspace)[-1] == ("a", "ToolAborted")
    assert log_holds()


@pytest.mark.parametrize("fails", [False, True])
def test_a_call_that_its_tool_leaves_behind_ends_before_the_tools_own(workspace, opened, log_holds, fails):
    """T-CALL-03"""
    tasks, begun = [], asyncio.Event()

    @tool(**HARMLESS)
    async def linger() -> None:
        begun.set()
        await asyncio.Event().wait()

    @tool(**CALLING)
    async def forget(context: ToolContext) -> None:
        tasks.append(asyncio.create_task(context.call("linger", {})))
        await begun.wait()
        if fails:
            raise ValueError

    assert opened(linger, forget).call_sync("forget", {}, grants=ANY, call_id="f").ok is not fails
    assert [call for call, _ in ends(workspace)] == ["f/1", "f"]
    assert log_holds()


def test_a_context_makes_no_call_after_its_own_has_ended(workspace, opened):
    """T-CALL-02"""
    kept: list[ToolContext] = []

    @tool(**CALLING)
    async def keep(context: ToolContext) -> None:
        kept.append(context)

    executor = opened(double, keep)
    assert executor.call_sync("keep", {}, grants=ANY).ok
    with pytest.raises(Exception, match="has ended"):
        asyncio.run(kept[0].call("double", {"number": 1}))
    assert len(parents(workspace)) == 1


def test_a_call_inside_waits_for_its_approval_while_the_clock_around_it_stands(workspace, opened, log_holds):
    """T-CALL-06"""
    workspace.policy(
        "package runtime.authz\nimport rego.v1\n"
        'default decision := {"allow": true}\n'
        'decision := {"allow": true, "ask": true} if input.tool.name == "double"\n'
    )
    left: list[float] = []
    contexts: list[Any] = []
    asked_in: list[tuple[str | None, str | None]] = []

    async def approve(request: ApprovalRequest) -> bool:
        (context,) = contexts
        asked_in.append((request.parent, request.parent_tool))
        left.append(context.remaining_s())
        asked_s = time.monotonic()
        while time.monotonic() == asked_s:  # until time has passed for everybody else
            pass
        left.append(context.remaining_s())
        return request.arguments == {"number": 3}

    @tool(**CALLING)
    async def ask_twice(context: ToolContext) -> list[bool]:
        contexts.append(context)
        return [(await context.call("double", {"number": number})).ok for number in (3, 4)]

    executor = opened(double, ask_twice, approve=approve)
    outcome = executor.call_sync("ask_twice", {}, grants=ANY)
    assert outcome.output == [True, False]
    assert left[0] == left[1] > left[2] == left[3]
    assert asked_in == [(outcome.call_id, "ask_twice")] * 2
    assert log_holds()


def test_closing_waits_for_a_call_and_lets_it_finish_its_own_calls(opened, workspace, log_holds):
    begun, go_on = threading.Event(), threading.Event()

    @tool(**CALLING)
    def slow(context: ToolContext) -> int:
        begun.set()
        go_on.wait(20)
        return int(context.call_sync("double", {"number": 4}).output)

    async def close_meanwhile(executor: Executor) -> Outcome:
        running = asyncio.create_task(executor.call("slow", {}, grants=ANY))
        await asyncio.to_thread(begun.wait, 20)
        closing = asyncio.create_task(executor.aclose())
        await asyncio.sleep(0)
        go_on.set()
        outcome, _ = await asyncio.gather(running, closing)
        return outcome

    assert asyncio.run(close_meanwhile(workspace.open(double, slow))).output == 8
    assert log_holds()


def test_call_sync_from_the_loop_itself_says_what_to_use_instead(opened):
    @tool(**CALLING)
    async def blocked(context: ToolContext) -> str:
        try:
            context.call_sync("double", {"number": 1})
        except Exception as error:  # its words are what is tested
            return str(error)
        return ""

    assert "wait for itself" in opened(double, blocked).call_sync("blocked", {}, grants=ANY).output


def test_no_caller_can_choose_the_id_of_a_call_inside(opened):
    """T-CALL-04"""
    outcome = opened(double).call_sync("double", {"number": 1}, call_id="job/1")
    assert outcome.error.code == "input.invalid"


def test_repeating_a_call_repeats_none_of_the_calls_inside(workspace, opened):
    executor = opened(double, quadruple)
    first, second = (
        executor.call_sync("quadruple", {"number": 3}, grants=ANY, call_id="job") for _ in range(2)
    )
    assert first == second
    assert len(parents(workspace)) == 3
