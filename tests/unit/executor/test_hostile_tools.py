"""Tools that hang, lie, break, or try to take the host with them."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time

import pytest

from runtime import FsRead, ResourceBounds, ToolContext, tool
from runtime.contracts.audit import ToolAborted, ToolTimedOut

BRIEF = ResourceBounds(wall_s=0.05)
NONE = {"side_effects": ["none"]}


class Venomous(BaseException):
    """An exception that fights back when somebody prints it."""

    def __str__(self) -> str:
        raise SystemExit("gotcha")

    __repr__ = __str__


@tool(description="Sleep", bounds=BRIEF, **NONE)
async def sleeper() -> None:
    await asyncio.sleep(60)


@tool(description="Sleep through its cancellation", bounds=BRIEF, **NONE)
async def stubborn() -> None:
    end = time.monotonic() + 2
    while time.monotonic() < end:
        try:
            await asyncio.sleep(0.2)
        except asyncio.CancelledError:
            continue


@tool(description="Block until told", bounds=BRIEF, **NONE)
def listener(context: ToolContext) -> None:
    while True:
        context.check()
        time.sleep(0.005)


@pytest.mark.parametrize("name", ["sleeper", "listener"])
def test_a_tool_over_its_wall_bound_is_stopped_and_recorded(workspace, opened, name):
    """T-RUN-09"""
    outcome = opened(sleeper, listener).call_sync(name, {})
    assert outcome.error.code == "limit.wall"
    timed_out = workspace.bodies(outcome.call_id)[-1]
    assert isinstance(timed_out, ToolTimedOut)
    assert (timed_out.abandoned, timed_out.wall_ms) == (False, 50)


def test_a_coroutine_that_swallows_its_cancellation_does_not_keep_the_caller(workspace, opened):
    """T-RUN-09"""
    started = time.monotonic()
    outcome = opened(stubborn).call_sync("stubborn", {})
    assert time.monotonic() - started < 1.8
    assert outcome.error.code == "limit.wall"
    assert workspace.bodies(outcome.call_id)[-1].abandoned


STUBBORN_FOR_EVER = """
import asyncio
from runtime import Executor, ResourceBounds, tool
from runtime.host.settings import load_settings
from pathlib import Path

opening = {"settings": load_settings(Path(".")).settings, "isolation": "in_process"}

@tool(description="Never end", bounds=ResourceBounds(wall_s=0.05), side_effects=["none"])
async def endless() -> None:
    while True:
        try:
            await asyncio.sleep(0.01)
        except BaseException:
            continue

async def main() -> str:
    async with Executor.open(".", tools=[endless], **opening) as executor:
        return (await executor.call("endless", {})).error.code

print(asyncio.run(main()))
with Executor.open(".", tools=[endless], **opening) as executor:
    print(executor.call_sync("endless", {}).error.code)
"""


def test_a_coroutine_that_never_ends_holds_up_neither_closing_nor_the_end_of_the_program(workspace):
    """T-RUN-09"""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", STUBBORN_FOR_EVER],
        cwd=workspace.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ran.stdout, ran.stderr) == ("limit.wall\nlimit.wall\n", "")


def test_a_thread_that_cannot_be_stopped_is_abandoned_and_the_next_call_works(workspace, opened):
    """T-RUN-09"""
    release = threading.Event()

    @tool(description="Hang", bounds=BRIEF, **NONE)
    def hang() -> None:
        release.wait()

    executor = opened(hang)
    outcome = executor.call_sync("hang", {})
    assert outcome.error.code == "limit.wall"
    assert workspace.bodies(outcome.call_id)[-1].abandoned
    assert executor.call_sync("read_file", {"path": "README.md"}, grants=[FsRead(prefixes=["."])]).ok
    release.set()


def test_too_many_abandoned_threads_refuse_further_blocking_tools(opened):
    """T-RUN-09"""
    release = threading.Event()

    @tool(description="Hang", bounds=ResourceBounds(wall_s=0.001), **NONE)
    def hang() -> None:
        release.wait()

    executor = opened(hang)

    async def flood() -> set[str]:
        outcomes = await asyncio.gather(*(executor.call("hang", {}) for _ in range(33)))
        return {o.error.code for o in outcomes} | {(await executor.call("hang", {})).error.code}

    assert asyncio.run(flood()) == {"limit.wall", "backend.unavailable"}
    release.set()


@pytest.mark.parametrize(
    ("raised", "code"),
    [
        (ValueError("secret: hunter2"), "tool.failed"),
        (SystemExit(0), "tool.failed"),
        (asyncio.CancelledError(), "tool.failed"),
        (StopIteration(), "tool.failed"),
        (MemoryError(), "tool.failed"),
        (Venomous(), "backend.fault"),
        (GeneratorExit(), "backend.fault"),
    ],
)
@pytest.mark.parametrize("blocking", [True, False])
def test_whatever_a_tool_raises_is_one_coded_failure_without_its_text(
    workspace, opened, raised, code, blocking
):
    """T-RUN-10"""

    @tool(name="bomb", description="Raise", **NONE)
    def in_thread() -> None:
        raise raised

    @tool(name="bomb", description="Raise", **NONE)
    async def in_loop() -> None:
        raise raised

    executor = opened(in_thread if blocking else in_loop)
    outcome = executor.call_sync("bomb", {})
    assert outcome.error.category in {code, "tool.failed", "backend.fault"}
    assert "hunter2" not in outcome.error.message
    assert workspace.kinds(outcome.call_id)[-1] == "ToolFailed"
    assert executor.call_sync("read_file", {"path": "README.md"}).ok


def test_endless_recursion_in_a_tool_ends_as_a_failure(opened):
    """T-RUN-10"""

    @tool(description="Recurse", **NONE)
    def recurse() -> None:
        def down(n: int) -> int:
            return down(n + 1) + 1

        down(0)

    assert opened(recurse).call_sync("recurse", {}).error.code == "tool.failed"


def test_a_handle_kept_after_the_call_refuses(opened):
    kept: list[ToolContext] = []

    @tool(description="Keep", capabilities=[FsRead(prefixes=["."])], side_effects=["fs_read"])
    def keep(context: ToolContext) -> None:
        kept.append(context)

    assert opened(keep).call_sync("keep", {}).ok
    with pytest.raises(Exception) as caught:
        kept[0].fs.read_bytes("README.md")
    assert caught.value.code == "capability.exceeded"


def test_a_cancelled_call_tells_the_tool_and_leaves_a_record(workspace, opened):
    """T-RUN-11"""
    begun, told = threading.Event(), threading.Event()

    @tool(description="Listen", **NONE)
    def listen(context: ToolContext) -> None:
        begun.set()
        try:
            while True:
                context.check()
                time.sleep(0.002)
        finally:
            told.set()

    executor = opened(listen)

    async def scenario() -> None:
        call = asyncio.create_task(executor.call("listen", {}, call_id="c-cancelled"))
        await asyncio.to_thread(begun.wait)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    asyncio.run(scenario())
    assert told.wait(2)
    aborted = workspace.bodies("c-cancelled")[-1]
    assert isinstance(aborted, ToolAborted)
    assert (aborted.outcome, aborted.step) == ("cancelled", 10)


def test_cancelled_again_and_again_the_record_is_still_written(workspace, opened):
    """T-RUN-11"""
    executor = opened(sleeper)

    async def scenario() -> None:
        calls = [asyncio.create_task(executor.call("sleeper", {}, call_id=f"c-{i}")) for i in range(20)]
        await asyncio.sleep(0.02)
        for _ in range(5):
            for call in calls:
                call.cancel()
            await asyncio.sleep(0)
        await asyncio.gather(*calls, return_exceptions=True)

    asyncio.run(scenario())
    for i in range(20):
        assert workspace.kinds(f"c-{i}")[-1] in {"ToolAborted", "ToolTimedOut"}


def test_a_call_cancelled_before_it_begins_is_recorded_as_aborted(workspace, opened):
    """T-RUN-11"""
    executor = opened(sleeper)

    async def scenario() -> None:
        call = asyncio.create_task(executor.call("sleeper", {}, call_id="c-early"))
        await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    asyncio.run(scenario())
    kinds = workspace.kinds("c-early")
    assert kinds in ([], [*kinds[:-1], "ToolAborted"])


def test_blocking_tools_run_side_by_side(opened):
    barrier = threading.Barrier(8, timeout=10)

    @tool(description="Meet the others", **NONE)
    def meet() -> int:
        return barrier.wait()

    executor = opened(meet)

    async def scenario() -> list[int]:
        return [o.output for o in await asyncio.gather(*(executor.call("meet", {}) for _ in range(8)))]

    assert sorted(asyncio.run(scenario())) == list(range(8))


def test_a_process_with_an_abandoned_thread_still_exits(workspace, tmp_path):
    """T-RUN-09"""
    import subprocess

    script = tmp_path / "hang.py"
    script.write_text(
        "import sys, time\n"
        "from pathlib import Path\n"
        "from runtime import Executor, ResourceBounds, tool\n"
        "from runtime.host.settings import load_settings\n"
        "@tool(description='Hang', side_effects=['none'], bounds=ResourceBounds(wall_s=0.05))\n"
        "def hang() -> None:\n"
        "    time.sleep(3600)\n"
        "folder = Path(sys.argv[1])\n"
        "with Executor.open(folder, tools=[hang], settings=load_settings(folder).settings) as executor:\n"
        "    print(executor.call_sync('hang', {}).error.code)\n"
    )
    done = subprocess.run(
        [sys.executable, script, workspace.folder], capture_output=True, text=True, timeout=30, check=True
    )
    assert done.stdout.strip() == "limit.wall"
