"""Observers are told of each call in order, once the log holds it, and cannot change it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from runtime import CallAsked, CallDecided, CallEnded, CallEvent, CallMade, CallStarted, CallTimed, tool


@tool(description="Add", side_effects=["none"])
def add(a: int, b: int) -> int:
    return a + b


@tool(description="Break", side_effects=["none"])
def broken() -> None:
    raise ValueError("no")


@tool(description="Wait for a person", side_effects=["none"], requires_approval=True)
def ponder() -> None: ...


def _kinds(events: list[CallEvent]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]


@pytest.fixture
def seen() -> list[CallEvent]:
    return []


def test_a_call_is_told_from_its_record_to_its_end(workspace: Any, seen: list[CallEvent]) -> None:
    async def make() -> None:
        async with workspace.open(add, observers=[seen.append]) as executor:
            outcome = await executor.call("add", {"a": 1, "b": 2}, principal="agent:demo")
            assert outcome.ok
            assert {(e.call_id, e.tool, e.principal, e.parent) for e in seen} == {
                (outcome.call_id, "add", "agent:demo", None)
            }

    asyncio.run(make())
    called, decided, started, ended, timed = seen
    assert isinstance(timed, CallTimed)
    assert isinstance(called, CallMade)
    assert called.arguments_bytes == len(b'{"a":1,"b":2}')
    assert isinstance(decided, CallDecided)
    assert decided.outcome == "allow"
    assert isinstance(started, CallStarted)
    assert isinstance(ended, CallEnded)
    assert (ended.outcome, ended.code) == ("completed", None)
    assert ended.duration_us > 0


def test_refused_failed_and_unknown_calls_end_with_their_code(workspace: Any, seen: list[CallEvent]) -> None:
    async def make() -> None:
        async with workspace.open(add, broken, ponder, observers=[seen.append], approvals=False) as executor:
            await executor.call("nowhere", {})
            await executor.call("add", {"a": "x"})
            await executor.call("broken", {})
            await executor.call("ponder", {})

    asyncio.run(make())
    assert [(e.tool, e.outcome, e.code) for e in seen if isinstance(e, CallEnded)] == [
        ("nowhere", "denied", "tool.not_found"),
        ("add", "denied", "input.invalid"),
        ("broken", "failed", "tool.failed"),
        ("ponder", "denied", "approval.required"),
    ]
    assert [e.tool for e in seen if isinstance(e, CallStarted)] == ["broken"]


def test_a_question_is_told_before_it_is_answered(workspace: Any, seen: list[CallEvent]) -> None:
    told: list[str] = []

    def approve(request: Any) -> bool:
        told.extend(_kinds(seen))
        return True

    async def make() -> None:
        async with workspace.open(ponder, observers=[seen.append], approve=approve) as executor:
            assert (await executor.call("ponder", {})).ok

    asyncio.run(make())
    assert told == ["called", "decided", "asked"]
    assert _kinds(seen) == ["called", "decided", "asked", "started", "ended", "timed"]
    assert any(isinstance(event, CallAsked) for event in seen)


def test_an_event_is_told_only_when_the_log_holds_it(workspace: Any) -> None:
    recorded: list[tuple[str, list[str]]] = []

    def look(event: CallEvent) -> None:
        recorded.append((type(event).__name__, workspace.kinds(event.call_id)))

    async def make() -> None:
        async with workspace.open(add, observers=[look]) as executor:
            await executor.call("add", {"a": 1, "b": 2})

    asyncio.run(make())
    intent = ["ToolInvoked", "CapabilityCheck", "PolicyDecision"]
    assert recorded == [
        ("CallMade", intent), ("CallDecided", intent), ("CallStarted", intent), ("CallEnded", [*intent, "ToolCompleted"]),
        ("CallTimed", [*intent, "ToolCompleted"]),
    ]  # fmt: skip


def test_what_an_observer_raises_changes_nothing_and_others_are_still_told(
    workspace: Any, seen: list[CallEvent], caplog: pytest.LogCaptureFixture
) -> None:
    def hostile(event: CallEvent) -> None:
        raise KeyboardInterrupt

    async def make() -> None:
        async with workspace.open(add, observers=[hostile, seen.append]) as executor:
            assert (await executor.call("add", {"a": 1, "b": 2})).output == 3

    asyncio.run(make())
    assert _kinds(seen) == ["called", "decided", "started", "ended", "timed"]
    assert "an observer raised at CallMade" in caplog.text
