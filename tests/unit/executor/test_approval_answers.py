"""What an answer does to its call: it runs as asked, runs otherwise, waits for somebody, or becomes a rule."""

from __future__ import annotations

import asyncio
import collections
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime import ApprovalAnswer, ApprovalRequest, FsRead, ToolContext, tool
from runtime.contracts.audit import ApprovalDecided, PolicyDecision
from runtime.contracts.errors import CapabilityExceeded, ConfigurationError

ASK = '{"allow": true, "ask": true, "reasons": ["a human decides"]}'
YES = ApprovalAnswer(approved=True, approver="user:eve")
# Of the arguments that an approver puts in place of others, one kind is denied.
ASK_UNLESS_CLOSED = """\
package runtime.authz

import rego.v1

default decision := {"allow": true, "ask": true, "reasons": ["a human decides"]}

decision := {"allow": false, "ask": false, "reasons": ["closed"]} if input.arguments.text == "closed"
"""


@tool(description="Echo", side_effects=["none"])
async def echo(text: str, times: int = 1) -> str:
    return text * times


@tool(description="See", side_effects=["fs_read"], optional=[FsRead(["."])])
def see(ctx: ToolContext) -> bool:
    try:
        return bool(ctx.fs.list_dir("."))
    except CapabilityExceeded:
        return False


@tool(description="Write", side_effects=["none"], affects=["path", "to"])
def write(path: str, to: str | None = None, content: str = "") -> str:
    return path


# -- the inbox --------------------------------------------------------------------------------------------


def test_a_call_that_nobody_can_answer_waits_and_runs_once_when_it_is_made_again(workspace, opened):
    """T-RUN-07"""
    workspace.decide(ASK)
    executor = opened(echo)
    refused = executor.call_sync("echo", {"text": "a"})
    assert refused.error.code == "approval.required"
    asked = refused.error.details["approval"]
    assert asked in refused.error.suggestion
    assert workspace.kinds(refused.call_id)[-2:] == ["ApprovalRequested", "ToolDenied"]
    executor.inbox.decide(asked, YES)
    ran = executor.call_sync("echo", {"text": "a", "times": 1})
    assert ran.output == "a"
    assert workspace.bodies(ran.call_id)[-2].approver == "user:eve"
    assert executor.call_sync("echo", {"text": "a"}).error.code == "approval.required"


def test_an_answer_waits_for_its_call_over_a_restart(workspace, opened):
    workspace.decide(ASK)
    with workspace.open(echo) as first:
        asked = first.call_sync("echo", {"text": "a"}).error.details["approval"]
    with workspace.open(echo) as second:
        second.inbox.decide(asked, YES)
    assert opened(echo).call_sync("echo", {"text": "a"}).output == "a"


def test_an_approval_in_the_inbox_is_of_no_use_to_others(workspace, opened):
    """T-RUN-07"""
    workspace.decide(ASK)
    executor = opened(echo)
    asked = executor.call_sync("echo", {"text": "a"}, principal="agent:one").error.details["approval"]
    executor.inbox.decide(asked, YES)
    for arguments, principal in (({"text": "b"}, "agent:one"), ({"text": "a"}, "agent:two")):
        assert executor.call_sync("echo", arguments, principal=principal).error.code == "approval.required"
    assert executor.call_sync("echo", {"text": "a"}, principal="agent:one").output == "a"


def test_an_answer_given_to_a_call_of_narrow_grants_is_none_for_wider_ones(workspace, opened):
    """T-RUN-07: who approved a command without files or network approved no command with them."""
    workspace.decide(ASK)
    executor = opened(see)
    asked = executor.call_sync("see", {}, grants=[]).error.details["approval"]
    executor.inbox.decide(asked, YES)
    assert executor.call_sync("see", {}, grants=[FsRead(["."])]).error.code == "approval.required"
    assert executor.call_sync("see", {}, grants=[]).ok


def test_an_answer_given_under_another_policy_is_none(workspace, opened):
    """T-RUN-07"""
    workspace.decide(ASK)
    executor = opened(echo)
    executor.inbox.decide(executor.call_sync("echo", {"text": "a"}).error.details["approval"], YES)
    workspace.decide('{"allow": true, "ask": true, "reasons": ["another policy"]}')
    asyncio.run(executor.reload_policy())
    assert executor.call_sync("echo", {"text": "a"}).error.code == "approval.required"


def test_a_rejection_in_the_inbox_tells_the_caller_why(workspace, opened):
    workspace.decide(ASK)
    executor = opened(echo)
    asked = executor.call_sync("echo", {"text": "a"}).error.details["approval"]
    executor.inbox.decide(asked, ApprovalAnswer(approved=False, approver="user:eve", reason="use staging"))
    error = executor.call_sync("echo", {"text": "a"}).error
    assert (error.code, error.message) == (
        "approval.rejected",
        "approval was rejected by user:eve: use staging",
    )


def test_without_approvals_nobody_is_asked_and_nothing_is_kept(workspace, opened):
    workspace.decide(ASK)
    executor = opened(echo, approvals=False)
    error = executor.call_sync("echo", {"text": "a"}).error
    assert (error.code, error.details.get("approval")) == ("approval.required", None)
    assert executor.inbox.entries() == []


@pytest.mark.parametrize("full", [True, False], ids=["full", "no-folder"])
def test_a_question_that_cannot_be_kept_is_refused_with_its_code(workspace, opened, monkeypatch, full):
    workspace.decide(ASK)
    executor = opened(echo)
    if full:
        monkeypatch.setattr("runtime.approval.inbox.MAX_ENTRIES", 0)
    else:
        (workspace.folder / ".runtime" / "approvals").touch()
    error = executor.call_sync("echo", {"text": "a"}).error
    assert (error.code, error.details.get("approval")) == ("approval.required", None)
    assert str(workspace.folder) not in error.message + error.suggestion


def test_what_policy_redacts_is_shown_to_the_approver_and_kept_by_no_store(workspace, opened, tmp_path):
    """T-RUN-22"""
    workspace.decide(
        '{"allow": true, "ask": true, "obligations": {"redact": ["/arguments/text", "/result"]}}'
    )
    executor = opened(echo)
    asked = executor.call_sync("echo", {"text": "hunter2"}).error.details["approval"]
    assert executor.inbox.entry(asked).request.arguments == {"text": "(redacted)", "times": 1}
    with pytest.raises(ConfigurationError):
        executor.inbox.decide(
            asked, ApprovalAnswer(approved=True, approver="user:eve", arguments={"text": "hunter3"})
        )
    executor.inbox.decide(asked, YES)
    assert executor.call_sync("echo", {"text": "hunter4"}).error.code == "approval.required"
    assert executor.call_sync("echo", {"text": "hunter2"}).output == "hunter2"
    seen: list[ApprovalRequest] = []
    always = ApprovalAnswer(approved=True, approver="user:eve", always=True)
    attended = opened(
        echo, approve=lambda request: seen.append(request) or always, rules=tmp_path / "rules.json"
    )
    assert attended.call_sync("echo", {"text": "hunter2"}).ok
    assert seen[0].arguments["text"] == "hunter2"
    kept = [file.read_bytes() for file in workspace.folder.rglob("*") if file.is_file()]
    assert not any(b"hunter" in data for data in kept)
    assert not (tmp_path / "rules.json").exists()


# -- other arguments --------------------------------------------------------------------------------------


def instead(**arguments):
    return lambda _: ApprovalAnswer(approved=True, approver="user:eve", arguments=arguments)


def test_an_approver_may_have_other_arguments_run_and_both_are_in_the_log(workspace, opened):
    workspace.decide(ASK)
    outcome = opened(echo, approve=instead(text="safe")).call_sync("echo", {"text": "risky"})
    assert outcome.output == "safe"
    asked, decided = (b for b in workspace.bodies(outcome.call_id) if "Approval" in type(b).__name__)
    assert isinstance(decided, ApprovalDecided)
    assert decided.arguments == asked.arguments != decided.modified
    assert set(outcome.salts) == {"arguments", "asked_arguments", "result"}
    decisions = [b for b in workspace.bodies(outcome.call_id) if isinstance(b, PolicyDecision)]
    assert [d.outcome for d in decisions] == ["ask", "ask"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"text": 7}, "input.invalid"),
        ({"txt": "a"}, "input.invalid"),
        ({"text": "a", "times": float("nan")}, "input.invalid"),
        ({"text": "closed"}, "policy.denied"),
    ],
    ids=["type", "name", "no-json", "denied"],
)
def test_other_arguments_are_checked_like_the_first(workspace, opened, arguments, code):
    """T-RUN-07"""
    workspace.policy(ASK_UNLESS_CLOSED)
    outcome = opened(echo, approve=instead(**arguments)).call_sync("echo", {"text": "a"})
    assert outcome.error.code == code
    assert not outcome.error.executed
    assert workspace.kinds(outcome.call_id)[-1] == "ToolDenied"
    assert "ApprovalDecided" in workspace.kinds(outcome.call_id)


def test_other_arguments_get_the_defaults_of_the_schema(workspace, opened):
    workspace.decide(ASK)
    assert opened(echo, approve=instead(text="x", times=2)).call_sync("echo", {"text": "a"}).output == "xx"
    assert opened(echo, approve=instead(text="x")).call_sync("echo", {"text": "a", "times": 9}).output == "x"


# -- rules ------------------------------------------------------------------------------------------------


def test_always_answers_the_same_call_from_then_on_and_no_other(workspace, opened, tmp_path):
    workspace.decide(ASK)
    asked: list[ApprovalRequest] = []

    def approve(request: ApprovalRequest) -> ApprovalAnswer:
        asked.append(request)
        return ApprovalAnswer(approved=True, approver="user:eve", always=True)

    executor = opened(echo, approve=approve, rules=tmp_path / "rules.json")
    for text in ("a", "a", "b", "a"):
        assert executor.call_sync("echo", {"text": text}).ok
    assert [request.arguments["text"] for request in asked] == ["a", "b"]
    decided = workspace.bodies(executor.call_sync("echo", {"text": "b"}).call_id)[-2]
    assert decided.rule
    assert decided.approver == f"rule:{decided.rule}"


@pytest.mark.parametrize("text", ["a", "x" * 5000], ids=["no-folder", "too-long"])
def test_a_yes_stands_though_no_rule_can_be_made_of_it(workspace, opened, tmp_path, text):
    workspace.decide(ASK)
    (tmp_path / "file").touch()
    rules = tmp_path / "file" / "rules.json" if text == "a" else tmp_path / "rules.json"
    asked = []
    always = ApprovalAnswer(approved=True, approver="user:eve", always=True)
    executor = opened(echo, approve=lambda request: asked.append(request) or always, rules=rules)
    assert [executor.call_sync("echo", {"text": text}).output for _ in range(2)] == [text, text]
    assert len(asked) == 2


def test_the_users_own_rules_do_not_reach_settings_made_in_code(workspace, opened):
    from runtime.approval.rules import RuleFile
    from runtime.host.settings import rules_file

    workspace.decide(ASK)
    RuleFile(rules_file(), workspace.folder).add(tool="echo", pattern=".*")
    assert opened(echo).call_sync("echo", {"text": "a"}).error.code == "approval.required"
    assert opened(echo, rules=rules_file()).call_sync("echo", {"text": "a"}).ok


# -- what is asked ----------------------------------------------------------------------------------------


def test_an_approver_sees_the_arguments_in_the_order_in_which_the_tool_declares_them(workspace, opened):
    workspace.decide(ASK)
    seen = []
    executor = opened(write, approve=lambda request: seen.append(list(request.arguments)) or True)
    executor.call_sync("write", {"content": "x", "to": "b.txt", "path": "a.txt"})
    executor.call_sync("write", {"content": "x", "path": "a.txt"})
    assert seen == [["path", "to", "content"], ["path", "content"]]


def test_a_question_expires_when_the_settings_say_whoever_is_asked(workspace, opened, monkeypatch):
    monkeypatch.setenv("RUNTIME_APPROVALS_EXPIRY_S", "60")
    workspace.decide(ASK)
    seen = []
    for approvals in (True, False):
        executor = opened(echo, approve=lambda r: seen.append(r.expires_us) or True, approvals=approvals)
        executor.call_sync("echo", {"text": "a"})
    left_s = [expires_us / 1e6 - time.time() for expires_us in seen]
    assert all(0 < left <= 60 for left in left_s)


def test_an_approver_sees_which_files_a_call_would_touch(workspace, opened):
    workspace.decide(ASK)
    seen = []
    executor = opened(write, approve=lambda request: seen.append(request.files_affected) or True)
    executor.call_sync("write", {"path": "a.txt", "to": "b.txt"})
    executor.call_sync("write", {"path": "a.txt"})
    assert seen == [("a.txt", "b.txt"), ("a.txt",)]


def test_an_optional_capability_is_given_where_it_is_granted_and_missed_by_nobody(opened):
    executor = opened(see)
    assert executor.call_sync("see", {}, grants=[]).output is False
    assert executor.call_sync("see", {}, grants=[FsRead(["."])]).output is True


# -- the law ----------------------------------------------------------------------------------------------


def test_an_approval_for_one_set_of_arguments_never_runs_another(workspace, opened):
    """T-RUN-07: side by side, each call runs what was approved for it, as often as that was approved, and nothing else."""
    workspace.decide(ASK)
    verdicts: list[bool] = []
    approved: collections.Counter[str] = collections.Counter()

    async def approve(request: ApprovalRequest) -> bool:
        verdict = verdicts.pop()
        await asyncio.sleep(0)
        approved[request.arguments["text"]] += verdict
        return verdict

    executor = opened(echo, approve=approve)

    @settings(max_examples=25)
    @given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), min_size=2, max_size=12))
    def holds(plan: list[tuple[str, bool]]) -> None:
        approved.clear()
        verdicts[:] = [verdict for _, verdict in plan]

        async def scenario() -> collections.Counter[str]:
            outcomes = await asyncio.gather(*(executor.call("echo", {"text": text}) for text, _ in plan))
            pairs = zip(plan, outcomes, strict=True)
            assert all(outcome.output in (text, None) for (text, _), outcome in pairs)
            return collections.Counter(outcome.output for outcome in outcomes if outcome.ok)

        assert asyncio.run(scenario()) == +approved

    holds()
