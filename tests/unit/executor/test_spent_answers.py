"""An answer that waited runs one call of the log, in the folder and under the authority that it was given for."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from runtime import ApprovalAnswer, ApprovalRequest, Session, ToolContext, tool
from runtime.approval.inbox import Inbox
from runtime.approval.rules import RuleFile
from runtime.contracts.audit import ApprovalDecided, ToolDenied
from runtime.contracts.errors import ApprovalUnknown

YES = ApprovalAnswer(approved=True, approver="user:eve")
DAY_US = 86_400_000_000


@tool(description="Spend", side_effects=["none"], requires_approval=True)
def spend(text: str) -> str:
    return text


@tool(description="Stand", side_effects=["none"], requires_approval=True, session=True)
def stand(ctx: ToolContext) -> str:
    return ctx.session.working_directory


class Copies:
    """The files of the inbox, as their owner copies and puts them back."""

    def __init__(self, folder: Path) -> None:
        self.inbox = folder / ".runtime" / "approvals"
        self.kept = folder.parent / "kept"

    def take(self) -> None:
        shutil.copytree(self.inbox, self.kept)

    def put_back(self) -> None:
        shutil.rmtree(self.inbox)
        shutil.copytree(self.kept, self.inbox)


@pytest.fixture
def copies(workspace) -> Copies:
    return Copies(workspace.folder)


def approve(executor: Any, name: str = "spend", answer: ApprovalAnswer = YES, **options: Any) -> str:
    """Make a call and have its question answered; the question's id."""
    arguments = {"text": "a"} if name == "spend" else {}
    asked = executor.call_sync(name, arguments, **options).error.details["approval"]
    executor.inbox.decide(asked, answer)
    return str(asked)


def uses(workspace: Any) -> list[ApprovalDecided]:
    bodies = (body for _, body in workspace.records())
    return [body for body in bodies if isinstance(body, ApprovalDecided) and body.approval]


# -- once -------------------------------------------------------------------------------------------------


def test_the_log_names_the_answer_that_a_call_used(workspace, opened):
    """T-APP-03"""
    executor = opened(spend)
    asked = approve(executor)
    outcome = executor.call_sync("spend", {"text": "a"})
    [used] = uses(workspace)
    assert outcome.ok
    assert (used.approval, used.approved, used.approver) == (asked, True, "user:eve")


@pytest.mark.parametrize("restart", [False, True], ids=["same-process", "after-a-restart"])
def test_an_inbox_that_was_put_back_whole_answers_no_second_call(workspace, opened, copies, restart):
    """T-APP-03"""
    executor = opened(spend)
    asked = approve(executor)
    copies.take()
    assert executor.call_sync("spend", {"text": "a"}).ok
    for _ in range(2):
        copies.put_back()
        if restart:
            executor.close()
            executor = opened(spend)
        again = executor.call_sync("spend", {"text": "a"}).error
        assert again.code == "approval.required"
        assert again.details["approval"] != asked
    assert len(uses(workspace)) == 1


def test_a_rejection_that_was_put_back_is_not_told_for_ever(workspace, opened, copies):
    executor = opened(spend)
    approve(executor, answer=ApprovalAnswer(approved=False, approver="user:eve"))
    assert executor.call_sync("spend", {"text": "a"}).error.code == "approval.rejected"
    assert executor.call_sync("spend", {"text": "a"}).error.code == "approval.required"


@pytest.mark.parametrize(
    "instead", [None, {"text": "b"}, {"txt": "b"}], ids=["as-asked", "otherwise", "unfit"]
)
def test_of_two_calls_that_took_one_answer_the_log_lets_one_run(
    workspace, opened, copies, monkeypatch, instead
):
    """T-APP-03: the file is put back while the first call has not yet recorded what it took."""
    ran: list[str] = []

    @tool(name="spend", description="Spend", side_effects=["none"], requires_approval=True)
    def counted(text: str) -> None:
        ran.append(text)

    answer = ApprovalAnswer(approved=True, approver="user:eve", arguments=instead)
    executor, other = opened(counted), opened(counted)
    approve(executor, answer=answer)
    copies.take()
    claim = Inbox.claim

    def claim_twice(self: Inbox, request: ApprovalRequest) -> ApprovalAnswer | None:
        taken = claim(self, request)
        if taken is not None:
            monkeypatch.setattr(Inbox, "claim", claim)
            copies.put_back()
            outcome = other.call_sync("spend", {"text": "a"})
            assert outcome.ok if instead != {"txt": "b"} else outcome.error.code == "input.invalid"
        return taken

    monkeypatch.setattr(Inbox, "claim", claim_twice)
    late = executor.call_sync("spend", {"text": "a"})
    assert late.error.code == ("approval.spent" if instead != {"txt": "b"} else "input.invalid")
    assert not late.error.executed
    assert len(ran) == (instead != {"txt": "b"})
    assert len(uses(workspace)) == 1
    kinds = workspace.kinds(late.call_id)
    assert kinds[0] == "ToolInvoked"
    assert kinds[-1] == "ToolDenied"
    assert "ApprovalDecided" not in kinds
    denied = workspace.bodies(late.call_id)[-1]
    assert isinstance(denied, ToolDenied)
    assert executor.call_sync("spend", {"text": "a"}).error.code == "approval.required"


def test_a_named_call_that_came_second_may_be_made_again(workspace, opened, copies, monkeypatch):
    """T-APP-03: it ran nothing, so its name is free."""
    executor, other = opened(spend), opened(spend)
    approve(executor)
    copies.take()
    claim = Inbox.claim

    def claim_twice(self: Inbox, request: ApprovalRequest) -> ApprovalAnswer | None:
        taken = claim(self, request)
        if taken is not None:
            monkeypatch.setattr(Inbox, "claim", claim)
            copies.put_back()
            assert other.call_sync("spend", {"text": "a"}).ok
        return taken

    monkeypatch.setattr(Inbox, "claim", claim_twice)
    assert executor.call_sync("spend", {"text": "a"}, call_id="n").error.code == "approval.spent"
    approve(executor)
    assert executor.call_sync("spend", {"text": "a"}, call_id="n").ok


def test_an_approver_cannot_use_up_an_answer_that_waits(workspace, opened):
    """T-APP-06: a callback is foreign code, and names what it likes."""
    waiting = opened(spend)
    asked = approve(waiting)
    named = ApprovalAnswer(approved=True, approver="bot:x", approval=asked, expires_us=2**52)
    attended = opened(spend, approve=lambda _: named)
    assert attended.call_sync("spend", {"text": "b"}).ok
    assert uses(workspace) == []
    assert waiting.call_sync("spend", {"text": "a"}).ok


# -- in time ----------------------------------------------------------------------------------------------


class Times:
    """The machine's clock, set to anything."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        import time

        self.real = time.time_ns
        self.off_us = 0
        monkeypatch.setattr("time.time_ns", lambda: self.real() + self.off_us * 1000)


@pytest.fixture
def times(monkeypatch) -> Times:
    return Times(monkeypatch)


@pytest.mark.parametrize("restart", [False, True], ids=["same-process", "after-a-restart"])
def test_an_answer_that_expired_does_not_revive_when_the_clock_is_set_back(
    workspace, opened, copies, times, restart
):
    """T-APP-02: the inbox's owner puts its files back, too; the log's last record is later than the answer's end."""
    executor = opened(spend)
    asked = approve(executor)
    copies.take()
    times.off_us = DAY_US
    assert executor.call_sync("spend", {"text": "b"}).error.code == "approval.required"
    times.off_us = 0
    copies.put_back()
    if restart:
        executor.close()
        executor = opened(spend)
    again = executor.call_sync("spend", {"text": "a"}).error
    assert again.code == "approval.required"
    assert again.details["approval"] != asked


def test_while_the_log_is_ahead_of_the_clock_questions_are_asked_and_answered(workspace, opened, times):
    executor = opened(spend)
    times.off_us = DAY_US
    executor.call_sync("spend", {"text": "b"})
    times.off_us = 0
    approve(executor)
    assert executor.call_sync("spend", {"text": "a"}).ok


def test_a_rule_that_expired_does_not_hold_again_when_the_clock_is_set_back(
    workspace, opened, times, tmp_path
):
    """T-APP-02"""
    file = tmp_path / "rules.json"
    rules = RuleFile(file, workspace.folder)
    rules.add(tool="spend", pattern=".*", expires_us=rules.now_us() + DAY_US // 2)
    executor = opened(spend, rules=file)
    assert executor.call_sync("spend", {"text": "a"}).ok
    times.off_us = DAY_US
    assert not executor.call_sync("spend", {"text": "a"}).ok
    times.off_us = 0
    assert not executor.call_sync("spend", {"text": "a"}).ok
    executor.close()
    assert not opened(spend, rules=file).call_sync("spend", {"text": "a"}).ok


def test_whoever_answers_is_told_by_the_logs_time_what_has_expired(workspace, opened, times):
    """T-APP-02: without it, an answer would be taken from a person and count for nothing."""
    from runtime.host.inspection import inbox_of

    workspace.accept()
    executor = opened(spend)
    asked = executor.call_sync("spend", {"text": "a"}).error.details["approval"]
    times.off_us = DAY_US
    assert not executor.call_sync("spend", {"text": "b"}).ok
    times.off_us = 0
    with pytest.raises(ApprovalUnknown):
        inbox_of(workspace.folder).decide(asked, YES)


# -- where ------------------------------------------------------------------------------------------------


def test_an_answer_given_for_one_working_directory_is_none_in_another(workspace, opened):
    """T-APP-04: `make` in a folder that was looked at is not `make` in any other."""
    (workspace.folder / "sub").mkdir()
    executor = opened(stand)
    asked = approve(executor, "stand", session=Session(working_directory="sub"))
    assert executor.inbox.entry(asked).request.working_directory == "sub"
    assert executor.call_sync("stand", {}).error.code == "approval.required"
    assert executor.call_sync("stand", {}, session=Session()).error.code == "approval.required"
    assert executor.call_sync("stand", {}, session=Session(working_directory="sub")).output == "sub"


def test_a_rule_made_of_a_call_in_one_working_directory_holds_in_no_other(opened, tmp_path):
    """T-APP-04"""
    asked: list[str | None] = []

    def approve_always(request: ApprovalRequest) -> ApprovalAnswer:
        asked.append(request.working_directory)
        return ApprovalAnswer(approved=True, approver="user:eve", always=True)

    executor = opened(stand, approve=approve_always, rules=tmp_path / "rules.json")
    for folder in ("sub", "sub", "other", "sub", "other"):
        assert executor.call_sync("stand", {}, session=Session(working_directory=folder)).output == folder
    assert asked == ["sub", "other"]


def test_a_tool_that_uses_no_session_is_asked_about_without_one(opened):
    executor = opened(spend)
    asked = approve(executor, session=Session(working_directory="sub"))
    assert executor.inbox.entry(asked).request.working_directory is None
    assert executor.call_sync("spend", {"text": "a"}).ok


def test_a_session_that_is_moved_while_an_approver_thinks_moves_no_call(opened):
    """T-APP-04"""
    session = Session(working_directory="sub")

    def move(request: ApprovalRequest) -> bool:
        session.working_directory = "elsewhere"
        return request.working_directory == "sub"

    executor = opened(stand, approve=move)
    assert executor.call_sync("stand", {}, session=session).output == "sub"
