"""The in-process backend: whatever a tool does, one coded error or its output; bounds hold; threads come back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runtime import ResourceBounds, ToolContext, tool
from runtime.backends._threads import MAX_ABANDONED, WorkerThreads
from runtime.backends.inprocess import GRACE_S, InProcess
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.errors import (
    BackendFault,
    BackendUnavailable,
    ConfigurationError,
    FailedError,
    ToolFault,
    WallLimit,
)
from runtime.sdk import as_tool

NONE = {"description": "For a test", "side_effects": ["none"]}


@pytest.fixture
def context(tmp_path: Path) -> Callable[..., CallContext]:
    def make(wall_s: float = 30.0) -> CallContext:
        return CallContext("c-1", CapabilitySet(()), ResourceBounds(wall_s=wall_s), workspace=tmp_path)

    return make


@pytest.fixture
def run(context: Callable[..., CallContext]) -> Callable[..., Any]:
    """Runs one tool on a backend of its own."""

    def run_(function: Any, arguments: dict[str, Any] | None = None, *, wall_s: float = 30.0) -> Any:
        backend = InProcess()
        try:
            return asyncio.run(backend.run(as_tool(function), arguments or {}, context(wall_s)))
        finally:
            backend.close()

    return run_


def test_a_blocking_tool_and_a_coroutine_give_their_output(run):
    @tool(**NONE)
    def blocking(number: int) -> int:
        assert threading.current_thread() is not threading.main_thread()
        return number + 1

    @tool(**NONE)
    async def coroutine(number: int) -> int:
        await asyncio.sleep(0)
        return number + 2

    assert (run(blocking, {"number": 1}), run(coroutine, {"number": 1})) == (2, 3)


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (ValueError("hunter2"), ToolFault),
        (MemoryError(), ToolFault),
        (RecursionError(), ToolFault),
        (StopIteration(), ToolFault),
        (asyncio.CancelledError(), ToolFault),
        (ConfigurationError("hunter3"), ToolFault),
        (WallLimit("its own"), WallLimit),
        (GeneratorExit(), BackendFault),
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("blocking", [True, False])
def test_whatever_escapes_a_tool_is_a_failure_with_a_code(run, raised, kind, blocking):
    """T-RUN-10"""

    @tool(**NONE)
    def in_thread() -> None:
        raise raised

    @tool(**NONE)
    async def in_loop() -> None:
        raise raised

    with pytest.raises(FailedError) as caught:
        run(in_thread if blocking else in_loop)
    assert caught.value.category in {kind.code, "tool.failed"}
    assert "hunter2" not in caught.value.message


def test_an_interrupt_that_a_thread_raises_is_the_tools_own_and_stops_nobody_else(run):
    """T-RUN-10"""

    @tool(**NONE)
    def interrupting() -> None:
        raise KeyboardInterrupt

    with pytest.raises(ToolFault):
        run(interrupting)


def test_an_interrupt_that_an_async_tool_raises_in_the_main_thread_is_the_tools_own(context):
    """T-RUN-10"""

    @tool(**NONE)
    async def interrupting() -> None:
        raise KeyboardInterrupt

    with pytest.raises(ToolFault):
        asyncio.run(InProcess().run(as_tool(interrupting), {}, context()))


@pytest.mark.parametrize("wall_s", [0.0, -1.0, 0.02])
@pytest.mark.parametrize("blocking", [True, False])
def test_the_wall_bound_holds_and_the_tool_is_told(run, wall_s, blocking):
    """T-RUN-09"""
    told = threading.Event()

    @tool(**NONE)
    def in_thread(context: ToolContext) -> None:
        try:
            while True:
                context.check()
        finally:
            told.set()

    @tool(**NONE)
    async def in_loop() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            told.set()

    with pytest.raises(WallLimit) as caught:
        run(in_thread if blocking else in_loop, wall_s=wall_s)
    assert not caught.value.details.get("abandoned")
    assert caught.value.details["wall_s"] == wall_s
    assert told.wait(GRACE_S) or wall_s <= 0  # no time at all may mean that it never began


def test_a_tool_that_breaks_while_it_is_stopped_is_still_over_its_bound(run):
    @tool(**NONE)
    async def spiteful() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise ValueError from None

    with pytest.raises(WallLimit):
        run(spiteful, wall_s=0.01)


def test_a_thread_given_up_twice_is_counted_once_and_comes_back(context):
    """T-RUN-09"""
    began, release = threading.Event(), threading.Event()

    @tool(**NONE)
    def hang() -> None:
        began.set()
        release.wait()

    backend = InProcess()

    async def scenario() -> tuple[int, int]:
        call = asyncio.create_task(backend.run(as_tool(hang), {}, context()))
        await asyncio.to_thread(began.wait)
        for _ in range(2):  # the second one while the backend waits for the tool to listen
            call.cancel()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        with pytest.raises(asyncio.CancelledError):
            await call
        lost = backend._threads.abandoned
        release.set()
        async with asyncio.timeout(10):
            while backend._threads.abandoned:  # noqa: ASYNC110  # a count, not an event
                await asyncio.sleep(0.001)
        return lost, backend._threads.abandoned

    try:
        assert asyncio.run(scenario()) == (1, 0)
    finally:
        backend.close()


def test_too_many_threads_that_never_returned_refuse_new_ones():
    """T-RUN-09"""
    threads = WorkerThreads()

    async def scenario() -> None:
        threads.abandoned = MAX_ABANDONED
        with pytest.raises(BackendUnavailable):
            threads.submit(int)
        threads.abandoned = 0
        assert await threads.submit(int) == 0

    asyncio.run(scenario())
    threads.close()


def test_a_thread_serves_one_job_after_another_and_ends_when_closed():
    threads = WorkerThreads()

    async def scenario() -> set[threading.Thread]:
        return {await threads.submit(threading.current_thread) for _ in range(20)}

    used = asyncio.run(scenario())
    assert len(used) < 20  # on a busy machine one may still be on its way back when the next job comes
    threads.close()
    for thread in used:
        thread.join(10)
        assert not thread.is_alive()


def test_a_job_that_outlives_its_loop_leaves_a_thread_that_still_serves():
    threads = WorkerThreads()
    release = threading.Event()

    async def leave() -> None:
        threads.submit(release.wait)

    asyncio.run(leave())
    release.set()

    async def again() -> int:
        return await threads.submit(int)

    assert asyncio.run(again()) == 0
    threads.close()


def test_context_variables_of_the_caller_reach_the_tool(run):
    import contextvars

    who = contextvars.ContextVar("who", default="nobody")

    @tool(**NONE)
    def ask() -> str:
        return who.get()

    who.set("somebody")
    assert run(ask) == "somebody"
