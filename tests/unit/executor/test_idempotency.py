"""A call id names one call, which runs once."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from runtime import CallRequest, Completed, Executor, FsRead, Principal, ResourceBounds, tool
from runtime.contracts.audit import Receipt
from runtime.contracts.digest import digest
from runtime.executor.idempotency import KEPT_BYTES, CallKey, IdempotencyCache

NONE = {"side_effects": ["none"]}
DIGEST = digest(b"")


def completed(**fields):
    return Completed(
        call_id="c", tool="t", receipt=Receipt(0, "", 1), digest=DIGEST, raw_digest=DIGEST, **fields
    )


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


DIFFERENT = {
    "arguments": ({"text": "b"}, {}),
    "grants": ({"text": "a"}, {"grants": [FsRead(["src"])]}),
    "roles": ({"text": "a"}, {"principal": Principal(id="agent:anonymous", roles=("admin",))}),
    "attributes": ({"text": "a"}, {"principal": Principal(id="agent:anonymous", attributes={"team": "x"})}),
    "limits": ({"text": "a"}, {"limits": ResourceBounds(wall_s=5)}),
}


@pytest.mark.parametrize("where", ["this process", "the next process"])
@pytest.mark.parametrize("different", DIFFERENT)
def test_another_call_under_the_same_id_is_a_conflict(workspace, different, where):
    """T-RUN-08"""
    bump, runs = counting()
    arguments, options = DIFFERENT[different]
    with workspace.open(bump) as executor:
        executor.call_sync("bump", {"text": "a"}, call_id="t")
        if where == "this process":
            outcome = executor.call_sync("bump", arguments, call_id="t", **options)
    if where == "the next process":
        with workspace.open(bump) as executor:
            outcome = executor.call_sync("bump", arguments, call_id="t", **options)
    assert (outcome.error.code, outcome.call_id) == ("call.conflict", "t")
    assert runs == ["a"]


def test_grants_in_another_order_are_the_same_grants(opened):
    bump, runs = counting()
    executor = opened(bump)
    for prefixes in (["a", "b"], ["b", "a", "b"]):
        assert executor.call_sync("bump", {"text": "a"}, grants=[FsRead(prefixes)], call_id="t").ok
    assert runs == ["a"]


def test_nobody_can_take_another_principals_id(workspace):
    """T-RUN-30"""
    bump, runs = counting()
    with workspace.open(bump) as executor:
        squatted = executor.call_sync("bump", {"text": "squat"}, principal="agent:other", call_id="t")
        first = executor.call_sync("bump", {"text": "a"}, principal="agent:me", call_id="t")
        assert executor.call_sync("bump", {"text": "a"}, principal="agent:me", call_id="t") == first
        assert executor.call_sync("bump", {"text": "squat"}, principal="agent:other", call_id="t") == squatted
    assert (squatted.call_id, first.ok, runs) == ("t", True, ["squat", "a"])
    assert first.call_id.startswith("t~")
    with workspace.open(bump) as executor:
        assert executor.call_sync("bump", {"text": "a"}, principal="agent:me", call_id="t") == first
        assert executor.call_sync("bump", {"text": "squat"}, principal="agent:other", call_id="t") == squatted
        third = executor.call_sync("bump", {"text": "c"}, principal="agent:third", call_id="t")
    assert third.ok
    assert len({squatted.call_id, first.call_id, third.call_id}) == 3
    assert runs == ["squat", "a", "c"]


@pytest.mark.parametrize("vault", [True, False])
@pytest.mark.parametrize("by", ["settings", "policy"])
def test_a_repeated_call_runs_nothing_where_records_hide_who_called(workspace, vault, by):
    """T-RUN-08, T-RUN-30: a record that names nobody is not another principal's."""
    hide = ("principals",) if by == "settings" else ()
    audit = msgspec.structs.replace(workspace.settings.audit, hide=hide, vault=vault)
    settings = msgspec.structs.replace(workspace.settings, audit=audit)
    if by == "policy":
        workspace.decide('{"allow": true, "obligations": {"redact": ["/principals"]}}')
    bump, runs = counting()

    def call(principal: str):
        with Executor.open(
            workspace.folder, tools=[bump], settings=settings, isolation="in_process"
        ) as executor:
            return executor.call_sync("bump", {"text": "a"}, principal=principal, call_id="t")

    first, again, other = call("agent:me"), call("agent:me"), call("agent:other")
    if vault:
        assert (again.receipt, again.output, other.ok) == (first.receipt, first.output, True)
        assert runs == ["a", "a"]
    else:  # nobody can say whose it is
        assert (first.ok, again.error.code, other.error.code) == (True, "call.repeated", "call.repeated")
        assert runs == ["a"]


def test_two_principals_use_one_id_at_one_moment(workspace, opened):
    """T-RUN-30"""
    bump, runs = counting()
    executor = opened(bump)

    async def scenario():
        calls = [executor.call("bump", {"text": w}, principal=f"agent:{w}", call_id="t") for w in "abc"]
        return await asyncio.gather(*calls)

    outcomes = asyncio.run(scenario())
    assert all(outcome.ok for outcome in outcomes)
    assert sorted(runs) == ["a", "b", "c"]
    assert len({outcome.call_id for outcome in outcomes}) == 3


def test_no_caller_can_choose_the_name_of_a_call_that_was_moved_aside(opened):
    """T-RUN-30"""
    bump, _ = counting()
    executor = opened(bump)
    executor.call_sync("bump", {"text": "squat"}, principal="agent:other", call_id="t")
    moved = executor.call_sync("bump", {"text": "a"}, principal="agent:me", call_id="t").call_id
    assert executor.call_sync("bump", {"text": "a"}, call_id=moved).error.code == "input.invalid"


def test_a_later_process_gives_the_same_outcome_from_log_and_vault(workspace):
    """T-RUN-08"""
    bump, runs = counting()

    @tool(description="Give bytes", **NONE, normalization="binary")
    def blob() -> bytes:
        runs.append("blob")
        return b"\0\xff"

    with workspace.open(bump, blob) as executor:
        first = executor.call_sync("bump", {"text": "a"}, call_id="t")
        binary = executor.call_sync("blob", {}, call_id="b")
    with workspace.open(bump, blob) as executor:
        assert executor.call_sync("bump", {"text": "a"}, call_id="t") == first
        assert executor.call_sync("blob", {}, call_id="b") == binary
        assert executor.call_sync("bump", {"text": "a"}, call_id="u").ok
    assert runs == ["a", "blob", "a"]
    assert workspace.kinds("t").count("ToolInvoked") == 1


def _missing(workspace, *tools, arguments=None, name="bump") -> str:
    """Why a later process cannot tell how call ``t`` ended."""
    with workspace.open(*tools) as executor:
        outcome = executor.call_sync(name, {"text": "a"} if arguments is None else arguments, call_id="t")
    assert outcome.error.code == "call.repeated"
    return outcome.error.details["missing"]


def test_a_later_process_says_why_it_cannot_tell_an_outcome(workspace):
    """T-RUN-08"""

    @tool(description="Fail after an effect", **NONE)
    def fail() -> None:
        raise ValueError

    with workspace.open(fail) as executor:
        executor.call_sync("fail", {}, call_id="t")
    assert _missing(workspace, fail, arguments={}, name="fail") == "failed"


def test_an_output_that_the_vault_does_not_hold_is_not_made_up(workspace):
    """T-RUN-08"""
    runs = []

    @tool(description="Give so many letters", **NONE)
    def letters(count: int) -> str:
        runs.append(count)
        return "x" * count

    @tool(description="Count letters in another way", version="2.0.0", name="letters", **NONE)
    def changed(count: int) -> str:
        runs.append(count)
        return ""

    given = {"count": 2_000_000}
    with workspace.open(letters) as executor:
        assert executor.call_sync("letters", given, call_id="t").ok
    assert _missing(workspace, letters, arguments=given, name="letters") == "too_large"
    assert _missing(workspace, changed, arguments=given, name="letters") == "tool_changed"
    assert runs == [2_000_000]


def test_an_erased_value_or_a_redacted_one_is_not_told(workspace):
    """T-RUN-08"""
    bump, runs = counting()
    workspace.decide('{"allow": true, "obligations": {"redact": ["/result"]}}')
    with workspace.open(bump) as executor:
        assert executor.call_sync("bump", {"text": "a"}, call_id="t").ok
    assert _missing(workspace, bump) == "redacted"
    (workspace.log / "vault.dat").write_bytes(b"")
    assert _missing(workspace, bump) == "not_kept"
    assert runs == ["a"]


def test_kept_outcomes_have_a_bound_in_bytes(workspace):
    """T-RUN-30: thirty outputs of ten megabytes each kept 600 megabytes for as long as the executor was open."""
    runs = []

    @tool(description="Give so many letters", bounds=ResourceBounds(output_bytes=20_000_000), **NONE)
    def letters(count: int) -> str:
        runs.append(count)
        return "x" * count

    with workspace.open(letters) as executor:
        ids = executor._calls._ids
        first = executor.call_sync("letters", {"count": 4_000_000}, call_id="c-0")
        assert executor.call_sync("letters", {"count": 4_000_000}, call_id="c-0") == first
        for number in range(1, 20):
            assert executor.call_sync("letters", {"count": 4_000_000}, call_id=f"c-{number}").ok
            assert ids.held_bytes <= KEPT_BYTES
        # The oldest gave way, and is told by the log, or refused for what the log does not hold; never run again.
        again = executor.call_sync("letters", {"count": 4_000_000}, call_id="c-0")
        assert again.error.details["missing"] == "too_large"
    assert len(runs) == 20


def test_an_outcome_that_is_larger_than_all_room_is_given_and_not_kept():
    cache = IdempotencyCache(kept_bytes=4096)
    outcome = completed(output="x" * 10_000)
    for number in range(3):
        key = CallKey("agent:x", f"c-{number}")
        assert cache.enter(key, DIGEST) is None
        cache.settle(key, outcome if number else completed(output="small"))
        assert cache.held_bytes <= 4096
    assert cache.enter(CallKey("agent:x", "c-1"), DIGEST) is None


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
