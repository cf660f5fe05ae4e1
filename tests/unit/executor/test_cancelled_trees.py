"""A call is cancelled wherever it has come to: whatever began inside it ends before it does, each once, and nothing is left behind."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest

from runtime import Executor, ToolCall, tool
from runtime.audit.verify.verifier import verify

HARMLESS: dict[str, Any] = {"description": "For a test", "side_effects": ["none"]}
SCRIPT = "double --number 4 | jq .; double --number 1 & half --number 2 & wait"
MOST_TURNS = 120


@tool(**HARMLESS)
async def double(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


@tool(**HARMLESS)
def half(number: int) -> int:
    return number // 2


async def cancelled_after(executor: Executor, turns: int, *, followed: bool) -> None:
    """Call the script, and cancel it after so many turns of the loop; every other time twice."""
    options: dict[str, Any] = {"grants": [ToolCall(["*"])], "call_id": f"c{turns}"}

    async def follow() -> None:
        async with contextlib.aclosing(executor.stream("bash", {"commands": SCRIPT}, **options)) as events:
            async for _ in events:
                pass

    called = follow() if followed else executor.call("bash", {"commands": SCRIPT}, **options)
    task = asyncio.ensure_future(called)
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    if turns % 2:
        await asyncio.sleep(0)
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("followed", [False, True])
def test_a_tree_of_calls_cancelled_at_any_turn_ends_from_the_inside_out(workspace, opened, followed):
    """T-CALL-03 T-CALL-12"""
    executor = opened(double, half)

    async def all_of_them() -> None:
        for turns in range(0, MOST_TURNS, 3):
            await cancelled_after(executor, turns, followed=followed)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(all_of_them())
    begun: set[str] = set()
    ended: list[str] = []
    for record, body in workspace.records():
        if record.call is None:
            continue
        assert record.call not in ended
        around = record.call.rpartition("/")[0]
        assert around not in ended
        begun.add(record.call)
        if body.terminal:
            ended.append(record.call)
    assert sorted(ended) == sorted(begun)
    assert any("/" in call for call in begun)
    report = verify(workspace.log, verifier_keys=[workspace.verifier_key])
    assert (report.findings, report.open_calls) == ((), 0)
