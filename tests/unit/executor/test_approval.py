"""Approval: exactly these arguments, once, and anything but a clear yes is a no."""

from __future__ import annotations

import asyncio

import pytest

from runtime import ApprovalAnswer, ApprovalRequest, FsRead, tool
from runtime.approval.broker import Broker
from runtime.approval.inbox import Inbox
from runtime.approval.rules import RuleFile
from runtime.audit.verify.verifier import verify
from runtime.contracts.audit import ApprovalDecided, ApprovalRequested

ASK = '{"allow": true, "ask": true, "reasons": ["a human decides"]}'


@tool(description="Echo", side_effects=["none"])
async def echo(text: str, items: list[str]) -> list[str]:
    return [text, *items]


ARGUMENTS = {"text": "a", "items": ["b"]}
REQUEST = ApprovalRequest(
    call_id="c", tool="t", arguments={}, arguments_digest="d", manifest="m", bundle="b", risk="dangerous", principal="agent:x",
    reasons=(), expires_us=2**60,
)  # fmt: skip


def test_an_approved_call_runs_and_both_sides_are_recorded(workspace, opened):
    workspace.decide(ASK)
    asked: list[ApprovalRequest] = []

    def approve(request: ApprovalRequest) -> bool:
        asked.append(request)
        return True

    outcome = opened(echo, approve=approve).call_sync("echo", ARGUMENTS)
    assert outcome.ok
    assert (asked[0].tool, asked[0].arguments, asked[0].reasons) == ("echo", ARGUMENTS, ("a human decides",))
    kinds = workspace.kinds(outcome.call_id)
    assert kinds == [
        "ToolInvoked", "CapabilityCheck", "PolicyDecision", "ApprovalRequested", "ApprovalDecided", "ToolCompleted",
    ]  # fmt: skip
    requested, decided = workspace.bodies(outcome.call_id)[3:5]
    assert isinstance(requested, ApprovalRequested)
    assert isinstance(decided, ApprovalDecided)
    assert requested.arguments == decided.arguments


def test_the_question_is_in_the_log_before_anybody_is_asked(workspace, opened):
    """T-RUN-07"""
    workspace.decide(ASK)
    seen = []

    def approve(request: ApprovalRequest) -> bool:
        seen.extend(workspace.kinds(request.call_id))
        return False

    opened(echo, approve=approve).call_sync("echo", ARGUMENTS)
    assert seen[-1] == "ApprovalRequested"


@pytest.mark.parametrize("answer", [False, None, 1, "yes", ApprovalAnswer(approved=False, approver="x")])
def test_anything_but_a_clear_yes_is_a_no(workspace, opened, answer):
    """T-RUN-06"""
    workspace.decide(ASK)
    outcome = opened(echo, approve=lambda _: answer).call_sync("echo", ARGUMENTS)
    assert outcome.error.code == "approval.rejected"
    assert workspace.kinds(outcome.call_id)[-2:] == ["ApprovalDecided", "ToolDenied"]


def test_an_approver_that_breaks_is_a_no(workspace, opened):
    """T-RUN-06"""
    workspace.decide(ASK)

    async def approve(_: ApprovalRequest) -> bool:
        raise OSError("the pager is down")

    outcome = opened(echo, approve=approve).call_sync("echo", ARGUMENTS)
    assert outcome.error.code == "approval.rejected"


@pytest.mark.parametrize(
    "answer",
    [
        ApprovalAnswer(approved="no", approver="x"),
        ApprovalAnswer(approved=1, approver="x"),
        ApprovalAnswer(approved=True, approver=None),
        ApprovalAnswer(approved=True, approver="x", reason=7),
    ],
    ids=["approved-text", "approved-number", "no-approver", "reason-number"],
)
def test_a_malformed_answer_is_a_no_and_the_executor_goes_on(workspace, opened, answer):
    """T-RUN-06"""
    workspace.decide(ASK)
    executor = opened(echo, approve=lambda _: answer)
    assert {executor.call_sync("echo", ARGUMENTS).error.code for _ in range(2)} == {"approval.rejected"}


@pytest.mark.parametrize("raised", [asyncio.CancelledError, SystemExit, KeyboardInterrupt, GeneratorExit])
@pytest.mark.parametrize("plain", [True, False])
def test_an_approver_that_cancels_or_exits_ends_nothing_but_its_question(workspace, opened, raised, plain):
    """T-RUN-06"""
    workspace.decide(ASK)

    def refuse(_: ApprovalRequest) -> bool:
        raise raised

    async def refuse_in_loop(_: ApprovalRequest) -> bool:
        raise raised

    executor = opened(echo, approve=refuse if plain else refuse_in_loop)
    for _ in range(2):
        outcome = executor.call_sync("echo", ARGUMENTS)
        assert outcome.error.code == "approval.rejected"
        assert workspace.kinds(outcome.call_id)[-2:] == ["ApprovalDecided", "ToolDenied"]


def test_a_caller_who_gives_up_while_an_approver_is_asked_is_cancelled(workspace, opened):
    """T-RUN-11"""
    workspace.decide(ASK)

    async def scenario() -> None:
        asked = asyncio.Event()

        async def approve(_: ApprovalRequest) -> bool:
            asked.set()
            await asyncio.Event().wait()
            return True

        executor = opened(echo, approve=approve)
        call = asyncio.create_task(executor.call("echo", ARGUMENTS, call_id="t"))
        await asked.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    asyncio.run(scenario())
    assert workspace.kinds("t")[-1] == "ToolAborted"


def test_without_an_approver_the_call_is_refused(workspace, opened):
    """T-RUN-06"""
    workspace.decide(ASK)
    assert opened(echo).call_sync("echo", ARGUMENTS).error.code == "approval.required"


def test_a_manifest_can_ask_for_approval_where_policy_does_not(opened):
    @tool(description="Careful", side_effects=["none"], requires_approval=True)
    def careful() -> int:
        return 1

    assert opened(careful).call_sync("careful", {}).error.code == "approval.required"


def test_an_approver_that_changes_its_copy_changes_nothing(workspace, opened):
    """T-RUN-07"""
    workspace.decide(ASK)

    def approve(request: ApprovalRequest) -> ApprovalAnswer:
        request.arguments["items"].append("smuggled")
        return ApprovalAnswer(approved=True, approver="mallory")

    assert opened(echo, approve=approve).call_sync("echo", ARGUMENTS).output == ["a", "b"]


def test_silence_past_the_expiry_is_a_no():
    """T-RUN-06"""

    async def never(_: ApprovalRequest) -> bool:
        await asyncio.Event().wait()
        return True

    answer = asyncio.run(Broker(never, expiry_s=0.01).ask(REQUEST, b"{}"))
    assert (answer.approved, answer.reason) == (False, "the request expired")


WAITS = '{"allow": true, "ask": true, "reasons": ["asked for this test"]}'


@pytest.mark.parametrize(
    ("meanwhile", "code"),
    [
        ('{"allow": false, "reasons": ["closed meanwhile"]}', "policy.denied"),
        ('{"allow": true, "reasons": ["open meanwhile"]}', None),
        ('{"allow": true, "ask": true, "reasons": ["still asked"]}', None),
        ('{"allow": true, "obligations": {"grants": []}}', "capability.missing"),
    ],
)
def test_policy_that_changed_while_a_person_was_asked_decides_before_the_call_runs(
    workspace, meanwhile, code
):
    """T-RUN-33"""
    workspace.decide(WAITS)
    ran = []

    @tool(description="Note that it ran", side_effects=["fs_read"], capabilities=[FsRead(["."])])
    def note() -> int:
        ran.append(1)
        return 1

    async def approve(_):
        workspace.decide(meanwhile)
        assert (await executor.reload_policy()).accepted
        return True

    with workspace.open(note, approve=approve) as executor:
        outcome = executor.call_sync("note", {}, grants=[FsRead(["."])])
    assert (outcome.error.code if outcome.error else None) == code
    assert len(ran) == (code is None)
    assert workspace.kinds(outcome.call_id).count("PolicyDecision") == 2
    assert verify(workspace.log, verifier_keys=[workspace.verifier_key]).exit_code == 0


def test_policy_that_did_not_change_is_recorded_once(workspace):
    workspace.decide(WAITS)

    @tool(description="Give one", side_effects=["none"])
    def one() -> int:
        return 1

    with workspace.open(one, approve=lambda _: True) as executor:
        outcome = executor.call_sync("one", {})
    assert outcome.ok
    assert workspace.kinds(outcome.call_id).count("PolicyDecision") == 1


def test_a_call_for_which_nothing_was_kept_is_not_looked_up_in_a_thread(workspace, monkeypatch):
    """An answer that is kept later is found all the same."""
    looked = []
    monkeypatch.setattr(Broker, "_settled", lambda *_: looked.append(1))
    inbox = Inbox(workspace.folder / "kept", b"s" * 64)
    rules = RuleFile(workspace.folder / "rules.json", workspace.folder)
    for broker in (Broker(), Broker(rules=rules, inbox=inbox)):
        assert asyncio.run(broker.settled(REQUEST, b"{}")) is None
    assert not looked
    inbox.put(REQUEST)
    asyncio.run(Broker(rules=rules, inbox=inbox).settled(REQUEST, b"{}"))
    (workspace.folder / "rules.json").write_text("{}")
    asyncio.run(Broker(rules=rules).settled(REQUEST, b"{}"))
    assert len(looked) == 2
