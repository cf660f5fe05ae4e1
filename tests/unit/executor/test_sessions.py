"""What the calls of one conversation share, and with whom they do not."""

from __future__ import annotations

import pytest

from runtime import Session, ToolContext, tool
from runtime.contracts.errors import InputInvalid
from runtime.executor import session as module
from runtime.executor.session import Sessions


@tool(description="Remember", side_effects=["none"], session=True)
def remember(ctx: ToolContext, word: str) -> None:
    ctx.session.remember(word, exit_code=0, output=word.upper())


@tool(description="Recall", side_effects=["none"], session=True)
def recall(ctx: ToolContext) -> str | None:
    last = ctx.session.last_command()
    return last and last.command


@tool(description="Pry", side_effects=["none"])
def pry(ctx: ToolContext) -> str | None:
    last = ctx.session.last_command()
    return last and last.output


def test_calls_of_one_session_share_their_history(opened):
    executor, session = opened(remember, recall), Session()
    for word in ("ls", "git status"):
        assert executor.call_sync("remember", {"word": word}, session=session).ok
    assert executor.call_sync("recall", {}, session=session).output == "git status"
    assert [c.command for c in session.commands()] == ["ls", "git status"]
    assert session.commands()[0].executed_at_us > 1_700_000_000_000_000


def test_sessions_know_nothing_of_each_other(opened):
    executor = opened(remember, recall)
    assert executor.call_sync("remember", {"word": "ls"}, session=Session()).ok
    assert executor.call_sync("recall", {}, session=Session()).output is None
    assert executor.call_sync("recall", {}).output is None


def test_calls_that_name_no_session_share_that_of_their_principal(opened):
    executor = opened(remember, recall)
    assert executor.call_sync("remember", {"word": "ls"}, principal="agent:one").ok
    assert executor.call_sync("recall", {}, principal="agent:one").output == "ls"
    assert executor.call_sync("recall", {}, principal="agent:two").output is None


def test_a_tool_that_did_not_declare_the_session_has_none(workspace, opened):
    """T-CAP-06"""
    executor, session = opened(remember, pry), Session()
    executor.call_sync("remember", {"word": "secret"}, session=session)
    outcome = executor.call_sync("pry", {}, session=session)
    assert outcome.error.code == "capability.exceeded"
    checks = [b for b in workspace.bodies(outcome.call_id) if b.kind == "CapabilityCheck"][-1].checks
    assert [(check.capability, check.allowed) for check in checks] == [("session", False)]


def test_the_history_and_each_output_have_a_bound(monkeypatch):
    session = Session()
    for number in range(module.KEPT_COMMANDS + 5):
        session.remember(str(number), exit_code=0, output="x" * (module.KEPT_OUTPUT + 1))
    assert [c.command for c in session.commands()][:1] == ["5"]
    assert len(session.commands()) == module.KEPT_COMMANDS
    assert len(session.commands()[0].output) == module.KEPT_OUTPUT
    monkeypatch.setattr(module, "_MOST_SESSIONS", 2)
    sessions = Sessions()
    first = sessions.of("a")
    sessions.of("b")
    assert sessions.of("a") is first
    sessions.of("c")
    assert sessions.of("a") is first
    assert sessions.of("b").commands() == []


@pytest.mark.parametrize("folder", ["..", "/etc", "a/../..", "a\0b", None])
def test_a_session_outside_the_workspace_is_refused(folder):
    with pytest.raises(InputInvalid) as caught:
        Session(working_directory=folder)
    assert caught.value.details["field"] == "working_directory"


def test_what_is_no_session_is_refused(opened):
    outcome = opened(recall).call_sync("recall", {}, session="s")
    assert (outcome.error.code, outcome.error.details) == ("input.invalid", {"field": "session"})
