"""What a tool raises on purpose: errors of the wrong shape, interrupts, and jobs that no thread takes."""

from __future__ import annotations

import threading

import msgspec
import pytest

from runtime import ToolError, tool
from runtime.backends._base import MAX_TEXT
from runtime.contracts.errors import (
    AuditWriteFailed,
    BackendFault,
    CallRepeated,
    CapabilityExceeded,
    FailedError,
    OutsideWorkspace,
    WallLimit,
)

NONE = {"side_effects": ["none"]}


class Endless(FailedError):
    """Its code fills a record."""

    code = "x" * 100_000


class Number(FailedError):
    """Its code is none."""

    code = 5


class Trap(FailedError):
    """Reading it runs the tool's code."""

    @property
    def message(self) -> str:
        raise SystemError

    @message.setter
    def message(self, _: str) -> None: ...


class Own(ToolError):
    """A well-made error of the tool's own."""


def _overwritten() -> FailedError:
    error = WallLimit("late")
    error.code = ["limit.wall"]
    return error


@tool(description="Answer", **NONE)
def answer() -> int:
    return 42


def _bomb(make, *, blocking: bool):
    @tool(name="bomb", description="Raise", **NONE)
    def in_thread() -> None:
        raise make()

    @tool(name="bomb", description="Raise", **NONE)
    async def in_loop() -> None:
        raise make()

    return in_thread if blocking else in_loop


@pytest.mark.parametrize(
    ("make", "category"),
    [
        (lambda: ToolError(5, "m"), "tool.failed"),
        (lambda: ToolError("c", 5), "tool.failed"),
        (lambda: ToolError("c", "m", suggestion=object()), "tool.failed"),
        (lambda: ToolError("c", "m", thing=object()), "tool.failed"),
        (lambda: ToolError("\ud800", "\ud800", suggestion="\ud800"), "tool.failed"),
        (lambda: ToolError("c" * 10**6, "m" * 10**6, list=["x"] * 10**5), "tool.failed"),
        (lambda: Endless("m"), "tool.failed"),
        (lambda: Number("m"), "tool.failed"),
        (lambda: Trap("m"), "tool.failed"),
        (_overwritten, "tool.failed"),
        (lambda: WallLimit("m", abandoned=object()), "tool.failed"),
        (lambda: CallRepeated("m"), "tool.failed"),
        (KeyboardInterrupt, "tool.failed"),
        (lambda: BackendFault("m"), "backend.fault"),
        (lambda: CapabilityExceeded("m"), "capability.exceeded"),
        (lambda: OutsideWorkspace("m"), "capability.exceeded"),
        (lambda: Own("own", "m"), "tool.failed"),
    ],
)
@pytest.mark.parametrize("blocking", [True, False])
def test_an_error_of_any_shape_is_one_record_and_one_printable_failure(
    workspace, opened, make, category, blocking
):
    """T-RUN-10"""
    executor = opened(_bomb(make, blocking=blocking), answer)
    outcome = executor.call_sync("bomb", {})
    assert outcome.error.category == category
    assert len(msgspec.json.encode(outcome)) < 4 * MAX_TEXT
    assert workspace.kinds(outcome.call_id)[-1] in {"ToolFailed", "ToolTimedOut"}
    assert executor.call_sync("answer", {}).ok


@pytest.mark.parametrize(
    "code",
    [
        "",
        "a\n\x1b[2J",
        "x" * 65,
        "Odd",
        "capability.missing",
        "policy",
        "limit.wall",
        "a.b.c.d.e",
        "own code",
    ],
)
def test_a_code_that_could_pass_for_another_is_left_out_and_the_words_stay(opened, code):
    """T-RUN-10"""
    error = (
        opened(_bomb(lambda: ToolError(code, "say so", suggestion="do so"), blocking=True))
        .call_sync("bomb", {})
        .error
    )
    assert (error.code, error.message, error.suggestion) == ("tool.failed", "say so", "do so")


def test_a_well_made_error_of_the_tool_keeps_its_words(opened):
    """T-RUN-10"""
    executor = opened(_bomb(lambda: Own("own", "say so", suggestion="do so", path="a"), blocking=True))
    error = executor.call_sync("bomb", {}).error
    assert (error.code, error.message, error.suggestion, error.details) == (
        "own",
        "say so",
        "do so",
        {"path": "a"},
    )


def test_words_meant_for_operators_do_not_reach_the_model(opened):
    """T-RUN-10"""
    executor = opened(_bomb(lambda: AuditWriteFailed("/srv/secret/audit cannot be opened"), blocking=True))
    error = executor.call_sync("bomb", {}).error
    assert "/srv" not in error.message + error.suggestion + str(error.details)


def test_a_job_that_no_thread_takes_is_not_run_later(workspace, opened, monkeypatch):
    """T-RUN-19"""
    runs: list[int] = []

    @tool(description="Count its runs", **NONE)
    def bump() -> None:
        runs.append(1)

    executor = opened(bump, answer)
    start = threading.Thread.start

    def refuse(thread: threading.Thread) -> None:
        if thread.name == "runtime-tool":
            raise RuntimeError("can't start new thread")
        start(thread)

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        outcome = executor.call_sync("bump", {})
    assert outcome.error.code == "backend.unavailable"
    assert workspace.kinds(outcome.call_id)[-1] == "ToolFailed"
    assert executor.call_sync("answer", {}).ok  # by the thread that would have found the job first
    assert runs == []
