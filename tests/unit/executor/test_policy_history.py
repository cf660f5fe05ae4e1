"""Recorded decisions put to other policies, what a log teaches, and a second bundle that decides beside the first."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime import FsRead, ToolContext, tool
from runtime.audit.verify.verifier import verify
from runtime.contracts.audit import PolicyLoaded, ShadowDecision
from runtime.executor.dependencies import CallRequest
from runtime.executor.session import Session
from runtime.host.executor import Executor
from runtime.host.policy_bench.history import decisions
from runtime.host.policy_bench.learn import learn, write_bundle
from runtime.host.policy_bench.questions import BenchedPolicy
from runtime.host.policy_bench.replay import PolicyReplay, replay
from runtime.policy.testing import run_tests

ENTRY = "data.runtime.authz.decision"
HEAD = 'package runtime.authz\n\ndefault decision := {"allow": false}\n\n'
ALL = HEAD + 'decision := {"allow": true} if true\n'


@tool(description="Say a word", side_effects=["none"], determinism="pure", output_schema={})
def say(word: str = "hello", token: str = "") -> str:
    return word


@tool(
    description="Read a file",
    side_effects=["fs_read"],
    determinism="deterministic",
    capabilities=[FsRead(["."])],
)
def read(ctx: ToolContext, path: str) -> int:
    return len(ctx.fs.read_bytes(path))


def other(workspace: Any, text: str, name: str = "next") -> BenchedPolicy:
    folder = Path(workspace.folder) / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "authz.rego").write_text(text)
    return BenchedPolicy(folder, ENTRY, frozenset())


def changed(report: PolicyReplay) -> set[str]:
    return {decision.name for group in report.groups for decision in group.decisions}


def said(executor: Executor, count: int, **options: Any) -> list[str]:
    """The ids of so many calls, each with another word."""
    requests = [CallRequest(tool="say", arguments={"word": f"w{n}"}, **options) for n in range(count)]
    return [outcome.call_id for outcome in asyncio.run(executor.call_many(requests))]


def test_exactly_the_calls_that_a_new_rule_catches_are_named_by_it(workspace, opened):
    workspace.policy(ALL)
    executor = opened(say)
    first, second = said(executor, 150, principal="agent:a"), said(executor, 150, principal="agent:b")
    executor.close()
    report = replay(
        workspace.log,
        other(
            workspace,
            HEAD
            + 'decision := {"allow": false, "reasons": ["words with 7"]} if {\n'
            + '\tinput.principal.id == "agent:b"\n'
            + '\tcontains(input.arguments.word, "7")\n'
            + '} else := {"allow": true, "ask": true} if input.arguments.word == "w3"\n'
            + 'else := {"allow": true}\n',
        ),
    )
    sevens = {second[n] for n in range(150) if "7" in str(n)}
    assert (report.decisions, changed(report)) == (300, sevens | {first[3], second[3]})
    by_rule = {group.rules: {d.name for d in group.decisions} for group in report.groups}
    assert by_rule == {
        ("authz.rego:5 data.runtime.authz.decision",): sevens,
        ("authz.rego:8 data.runtime.authz.decision",): {first[3], second[3]},
    }


def test_a_policy_that_means_the_same_changes_nothing(workspace, opened):
    workspace.policy(ALL)
    said(opened(say), 20)
    report = replay(workspace.log, other(workspace, ALL.replace("if true", "if input.tool.name")))
    assert (report.decisions, report.changed, report.groups) == (20, 0, [])


def test_a_new_rule_on_counts_is_replayed_with_the_counts_of_the_log(workspace, opened):
    workspace.policy(ALL)
    executor = opened(say)
    calls = [executor.call_sync("say", {}).call_id for _ in range(5)]
    report = replay(
        workspace.log,
        other(
            workspace, HEAD + 'decision := {"allow": true} if input.context.counts.principal.hour.calls < 3\n'
        ),
    )
    assert changed(report) == set(calls[3:])


def test_a_new_rule_on_the_time_is_replayed_with_the_time_of_the_record(workspace, opened):
    workspace.policy(ALL)
    said(opened(say), 3)
    late = HEAD + 'decision := {"allow": true} if input.context.time.unix_s > 4000000000\n'
    assert replay(workspace.log, other(workspace, late)).changed == 3


def test_a_rule_that_reads_a_redacted_argument_leaves_its_calls_uncertain(workspace, opened):
    workspace.decide('{"allow": true, "obligations": {"redact": ["/arguments/token"]}}')
    opened(say).call_sync("say", {"token": "hunter2"})
    reading = HEAD + 'decision := {"allow": true} if input.arguments.token == "hunter2"\n'
    report = replay(workspace.log, other(workspace, reading))
    assert (report.changed, report.uncertain) == (1, 1)
    assert not report.groups[0].decisions[0].is_certain
    unread = HEAD + 'decision := {"allow": true} if input.arguments.word == "hello"\n'
    assert replay(workspace.log, other(workspace, unread)).uncertain == 0


def test_a_rule_on_a_session_that_was_not_recorded_is_uncertain(workspace, opened):
    workspace.policy(ALL)
    opened(say).call_sync("say", {}, session=Session(name="s-1"))
    report = replay(
        workspace.log,
        other(workspace, HEAD + 'decision := {"allow": true} if input.context.session == "s-1"\n'),
    )
    assert (report.changed, report.uncertain) == (1, 1)


def test_calls_that_policy_could_not_judge_are_not_asked_again(workspace, opened):
    workspace.policy(HEAD + 'decision := {"allow": true} if startswith(input.arguments.word, 1 + "a")\n')
    workspace.decide('{"allow": true, "reasons": [input.arguments.word]}')
    workspace.policy('package runtime.authz\n\ndecision := {"allow": true} if input.arguments.word == "x"\n')
    opened(say).call_sync("say", {})
    report = replay(workspace.log, other(workspace, ALL))
    assert (report.decisions, report.skipped) == (0, {"question_not_kept": 1})


def test_the_least_grants_for_what_was_used_allow_it_again(workspace, opened):
    workspace.policy(ALL)
    (workspace.folder / "a.txt").write_text("a")
    executor = opened(read, say)
    grants = [FsRead(["."])]
    for path in ("a.txt", "README.md", "missing.txt"):
        executor.call_sync("read", {"path": path}, grants=grants, principal="agent:x")
    executor.call_sync("say", {}, principal="agent:y")
    executor.close()
    learned = learn(workspace.log, str(workspace.folder), None)
    assert learned.grants == {"fs_read": ["README.md", "a.txt"]} or "README.md" not in str(learned.grants)
    write_bundle(learned, workspace.folder / "learned")
    assert {result.outcome for result in run_tests(str(workspace.folder / "learned"))} == {"passed"}
    report = replay(workspace.log, BenchedPolicy(workspace.folder / "learned", ENTRY, frozenset()))
    assert report.changed == 0
    with pytest.raises(FileExistsError):
        write_bundle(learned, workspace.folder / "learned")


class TestShadow:
    """``[policy] shadow``."""

    def opened(self, workspace: Any, text: str) -> Executor:
        other(workspace, text, "next")
        policy = msgspec.structs.replace(workspace.settings.policy, shadow="rego:next")
        settings = msgspec.structs.replace(workspace.settings, policy=policy)
        return Executor.open(workspace.folder, tools=[say], settings=settings, isolation="in_process")

    def test_a_second_bundle_enforces_nothing_and_its_differences_are_recorded(self, workspace):
        workspace.policy(ALL)
        text = HEAD + 'decision := {"allow": true} if input.arguments.word == "hello"\n'
        with self.opened(workspace, text) as executor:
            same, differs = (executor.call_sync("say", {"word": w}) for w in ("hello", "bye"))
        assert (same.ok, differs.ok) == (True, True)
        kinds = [
            [b for b in workspace.bodies(c.call_id) if isinstance(b, ShadowDecision)] for c in (same, differs)
        ]
        assert kinds[0] == []
        assert [(b.enforced, b.outcome) for b in kinds[1]] == [("allow", "deny")]
        assert verify(workspace.log, verifier_keys=[workspace.verifier_key]).exit_code in (0, 2)

    def test_what_is_denied_stays_denied_whatever_the_second_bundle_says(self, workspace):
        """T-POL-31"""
        workspace.policy(HEAD + 'decision := {"allow": true} if input.arguments.word == "never"\n')
        with self.opened(workspace, ALL) as executor:
            assert not executor.call_sync("say", {}).ok

    def test_a_second_bundle_that_is_broken_stops_nothing_and_is_recorded(self, workspace):
        workspace.policy(ALL)
        with self.opened(workspace, "package runtime.authz\n\nnonsense {") as executor:
            assert executor.call_sync("say", {}).ok
        loaded = [body for _, body in workspace.records() if isinstance(body, PolicyLoaded)]
        assert [(body.engine, body.accepted) for body in loaded if body.engine == "shadow"] == [
            ("shadow", False)
        ]


def test_every_decision_of_a_log_has_its_question_in_order(workspace, opened):
    workspace.policy(ALL)
    calls = said(opened(say), 30)
    found = list(decisions(workspace.log))
    assert {decision.call for decision in found} == set(calls)
    assert all(decision.question and b'"arguments":{' in decision.question for decision in found)
    assert [d.seq for d in found] == sorted(d.seq for d in found)
