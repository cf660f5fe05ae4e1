"""An observer is told last how long each step of a call took, whatever became of the call; and no observer changes one."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import msgspec
import pytest

from runtime import CallEvent, CallTimed, ToolContext, tool
from runtime.contracts.capability import ToolCall
from runtime.contracts.errors import AuditUnavailable
from runtime.contracts.tracing import CURRENT, TraceContext

WITHIN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@tool(description="Add", side_effects=["none"])
def add(a: int, b: int) -> int:
    return a + b


@tool(description="Wait for a person", side_effects=["none"], requires_approval=True)
def ponder(secret: str = "s") -> str:
    return secret


@tool(description="Call another", side_effects=["none"], capabilities=[ToolCall(["add"])])
async def outer(ctx: ToolContext) -> Any:
    return (await ctx.call("add", {"a": 1, "b": 2})).output


class Timed(list[CallTimed]):
    """Keeps ends alone; not a tracer."""

    wants_values = False

    def __call__(self, event: CallEvent) -> None:
        if isinstance(event, CallTimed):
            self.append(event)

    def steps(self, index: int = -1) -> list[str]:
        return [step.name for step in self[index].steps]


class Values(Timed):
    wants_values = True


class Spans(Timed):
    """Gives each call a position of its own, and remembers within which."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, TraceContext | None]] = []

    def begin_call(self, *, tool: str, call_id: str, within: TraceContext | None) -> TraceContext:
        self.begun.append((tool, within))
        return TraceContext("a" * 32, f"{len(self.begun):016x}", 1)


def test_the_steps_of_a_call_are_the_whole_of_its_time(workspace: Any) -> None:
    seen = Timed()
    with workspace.open(add, observers=[seen]) as executor:
        outcome = executor.call_sync("add", {"a": 1, "b": 2})
    (event,) = seen
    assert (event.call_id, event.outcome, event.code) == (outcome.call_id, "completed", None)
    assert sum(step.duration_ns for step in event.steps) == event.duration_ns
    assert [step.begun_ns for step in event.steps] == sorted(step.begun_ns for step in event.steps)
    wanted = ["queue", "validate", "gate", "policy", "commit", "run", "commit"]
    assert [name for name in seen.steps() if name in wanted] == wanted
    assert "approval_wait" not in seen.steps()


def test_the_time_in_which_a_person_is_asked_is_a_step_of_its_own(workspace: Any) -> None:
    seen, asked = Timed(), threading.Event()
    with workspace.open(ponder, observers=[seen], approve=lambda _: asked.set() or True) as executor:
        assert executor.call_sync("ponder", {}).ok
    assert asked.is_set()
    steps = seen.steps()
    assert (
        steps[steps.index("approve") : steps.index("run")].count("approval_wait") == 2
    )  # around the question's record


def test_calls_of_which_no_record_is_are_told_of_as_well(
    workspace: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Timed()
    executor = workspace.open(add, observers=[seen], approvals=False)

    async def fail(*_: Any, **__: Any) -> None:
        raise AuditUnavailable("no room")

    with executor:
        refused = executor.call_sync("nowhere", {})
        monkeypatch.setattr(type(executor._log), "commit", fail)
        with pytest.raises(AuditUnavailable):
            executor.call_sync("add", {"a": 1, "b": 2})
        monkeypatch.undo()
    assert [(e.tool, e.registered, e.outcome, e.category) for e in seen] == [
        ("nowhere", False, "refused", "tool.not_found"),
        ("add", True, "withheld", "audit.unavailable"),
    ]
    assert refused.call_id == seen[0].call_id


def test_a_call_whose_caller_gives_up_is_told_of_as_cancelled(workspace: Any) -> None:
    seen = Timed()

    async def make() -> None:
        running = asyncio.Event()

        @tool(description="Wait", side_effects=["none"])
        async def wait() -> None:
            running.set()
            await asyncio.Event().wait()

        async with workspace.open(wait, observers=[seen]) as executor:
            call = asyncio.create_task(executor.call("wait", {}))
            await running.wait()
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call

    asyncio.run(make())
    assert [(event.outcome, event.code) for event in seen] == [("cancelled", None)]


def test_a_call_is_at_the_position_that_its_caller_names(workspace: Any) -> None:
    seen = Timed()
    with workspace.open(add, observers=[seen]) as executor:
        executor.call_sync("add", {"a": 1, "b": 2}, trace=WITHIN)
        executor.call_sync("add", {"a": 1, "b": 2}, trace="00-nonsense")
        token = CURRENT.set(TraceContext("b" * 32, "c" * 16))
        executor.call_sync("add", {"a": 1, "b": 2})
        CURRENT.reset(token)
    first, second, third = (event.trace for event in seen)
    assert first is not None
    assert first.traceparent == WITHIN
    assert second is None
    assert third == TraceContext("b" * 32, "c" * 16)


def test_a_tracer_gives_each_call_a_position_within_that_of_the_call_around_it(workspace: Any) -> None:
    spans = Spans()
    with workspace.open(add, outer, observers=[spans]) as executor:
        executor.call_sync("outer", {}, grants=[ToolCall(["add"])], trace=WITHIN)
    (first, within), (second, around) = spans.begun
    assert (first, second) == ("outer", "add")
    assert within is not None
    assert within.traceparent == WITHIN
    assert around == TraceContext("a" * 32, f"{1:016x}", 1)
    assert [(event.tool, event.trace) for event in spans] == [
        ("add", TraceContext("a" * 32, f"{2:016x}", 1)),
        ("outer", around),
    ]
    assert spans[0].parent == spans[1].call_id


def test_a_tracer_that_raises_changes_nothing(workspace: Any, caplog: pytest.LogCaptureFixture) -> None:
    """T-TEL-04"""

    class Broken(Spans):
        def begin_call(self, **_: Any) -> TraceContext:
            raise SystemExit

    spans = Broken()
    with workspace.open(add, observers=[spans]) as executor:
        assert executor.call_sync("add", {"a": 1, "b": 2}, trace=WITHIN).ok
    assert spans[0].outcome == "completed"
    assert "a tracer raised" in caplog.text


def test_values_go_to_the_observer_that_wants_them_alone_and_without_what_policy_redacts(
    workspace: Any,
) -> None:
    """T-TEL-01"""
    redact = '{"allow": true, "reasons": [], "obligations": {"redact": ["/arguments/secret", "/result"]}}'
    workspace.decide(redact)
    quiet, curious = Timed(), Values()
    with workspace.open(ponder, observers=[quiet, curious], approve=lambda _: True) as executor:
        assert executor.call_sync("ponder", {"secret": "hunter2"}).output == "hunter2"
        executor.call_sync("ponder", {"secret": 7})
    assert {(event.arguments, event.result) for event in quiet} == {(None, None)}
    shown, unjudged = curious
    assert shown.arguments is not None
    assert "$redacted" in shown.arguments
    assert "$redacted" in str(shown.result)
    assert "hunter2" not in msgspec.json.encode(shown).decode()
    assert (unjudged.code, unjudged.arguments, unjudged.result) == ("input.invalid", None, None)


def test_a_name_that_settings_keep_out_of_the_records_is_marked(workspace: Any) -> None:
    seen = Timed()
    settings = msgspec.structs.replace(
        workspace.settings, audit=msgspec.structs.replace(workspace.settings.audit, hide=("principals",))
    )
    from runtime import Executor

    with Executor.open(
        workspace.folder, tools=[add], settings=settings, isolation="in_process", observers=[seen]
    ) as executor:
        executor.call_sync("add", {"a": 1, "b": 2}, principal="user:alice")
    assert seen[0].hidden
