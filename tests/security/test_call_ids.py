"""One call id between several writers of one log, and under a log that fails."""

from __future__ import annotations

import asyncio

import pytest

from runtime import tool
from runtime.audit.verify.verifier import verify
from runtime.contracts.errors import AuditInconsistent, RuntimeClosed

NONE = {"side_effects": ["none"]}
runs: list[str] = []


@tool(description="Count its runs", **NONE)
async def bump(text: str) -> int:
    runs.append(text)
    await asyncio.sleep(0)
    return len(runs)


@pytest.fixture
def two(workspace):
    """Two executors over one log."""
    runs.clear()
    with workspace.open(bump) as one, workspace.open(bump) as other:
        yield one, other


async def _both(two, arguments=None, **options):
    return await asyncio.gather(*(e.call("bump", arguments or {"text": "a"}, **options) for e in two))


def _codes(outcomes) -> list[str]:
    return sorted("" if outcome.ok else outcome.error.code for outcome in outcomes)


def _log_is_good(workspace) -> bool:
    return verify(workspace.log, verifier_keys=[workspace.verifier_key]).exit_code == 0


@pytest.mark.parametrize("asked_before", [True, False])
def test_two_executors_run_a_call_of_one_id_once(workspace, two, asked_before):
    """T-RUN-18"""
    if asked_before:  # then both hold an index of the ids that are spent
        asyncio.run(_both(two, call_id="earlier"))
        runs.clear()
    outcomes = asyncio.run(_both(two, call_id="turn-1"))
    assert _codes(outcomes) in (
        ["", "call.repeated"],
        ["", ""],
    )  # the second is told the outcome if it comes late enough
    assert runs == ["a"]
    assert workspace.kinds("turn-1").count("ToolInvoked") == 1


def test_a_log_in_which_two_writers_met_at_one_id_verifies(workspace):
    """T-RUN-18"""
    workspace.decide('{"allow": true, "ask": true}')
    with workspace.open(bump, approve=lambda _: True) as one, workspace.open(bump) as other:
        outcomes = asyncio.run(_both((one, other), call_id="turn-1"))
        assert len(set(_codes(outcomes))) == 2
        assert {outcome.call_id for outcome in outcomes} == {"turn-1"}
    assert _log_is_good(workspace)


def test_a_call_that_loses_its_id_and_is_cancelled_leaves_the_other_ones_records_alone(workspace):
    """T-RUN-18"""

    async def scenario(turns: int, one, other) -> None:
        # With company, a call's records wait for the end of the loop's turn; without, they are written at once.
        calls = [
            asyncio.create_task(executor.call("bump", {"text": "a"}, call_id=call_id))
            for executor, call_id in ((other, None), (other, f"t-{turns}"), (one, f"t-{turns}"))
        ]
        for _ in range(turns):  # until the loser has begun to write, and not yet learnt that it has lost
            await asyncio.sleep(0)
        calls[1].cancel()
        await asyncio.gather(*calls, return_exceptions=True)

    for turns in range(20):
        with workspace.open(bump) as one, workspace.open(bump) as other:
            asyncio.run(scenario(turns, one, other))
        assert sum(body.terminal for body in workspace.bodies(f"t-{turns}")) == 1
        assert _log_is_good(workspace)


def test_a_log_that_fails_while_an_id_is_looked_up_leaves_nobody_waiting(workspace):
    """T-RUN-18"""
    executor = workspace.open(bump)
    (workspace.log / "records.jsonl").rename(workspace.log / "elsewhere")
    with pytest.raises(AuditInconsistent):
        executor.call_sync("bump", {"text": "a"}, call_id="t")
    with pytest.raises(RuntimeClosed):
        executor.call_sync("bump", {"text": "a"}, call_id="t")
    executor.close()


def test_a_record_that_was_made_unreadable_is_found_when_an_id_is_looked_up(workspace):
    """T-RUN-18"""
    runs.clear()
    with workspace.open(bump) as executor:
        executor.call_sync("bump", {"text": "a"})
    file = workspace.log / "records.jsonl"
    lines = file.read_bytes().split(b"\n")
    place = next(i for i, line in enumerate(lines) if b"ToolInvoked" in line)
    lines[place] = lines[place][:-1] + b","
    file.write_bytes(b"\n".join(lines))
    with workspace.open(bump) as executor:  # a signed frontier spares it the reading of old records
        with pytest.raises(AuditInconsistent):
            executor.call_sync("bump", {"text": "a"}, call_id="t")
        assert runs == ["a"]


def test_a_name_that_has_no_utf_8_is_refused_under_an_id_as_without_one(workspace, two):
    """T-RUN-18"""
    for call_id in (None, "turn-1"):
        outcome = two[0].call_sync("\ud800", {}, call_id=call_id)
        assert outcome.error.code == "tool.not_found"
