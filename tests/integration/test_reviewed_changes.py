"""Reviewed commands under the executor: policy, approvals, records, conflicts, and what a killed process left."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import msgspec
import pytest
from layers import left, state_of, write

from runtime import Completed, Executor, Failed, Outcome, Refused, ToolContext, tool
from runtime.audit.verify.verifier import verify
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest
from runtime.contracts.audit import (
    ApprovalDecided,
    ChangesHeld,
    ChangesRecovered,
    ChangesReviewed,
    ChangesSettled,
)
from runtime.contracts.capability import FsRead, FsWrite, ProcessSpawn
from runtime.contracts.errors import ChangesLeft
from runtime.contracts.vault import MAX_VALUE_BYTES
from runtime.host.composition import CHANGES_FOLDER
from runtime.hostfs.journal import Journal, Steps

GRANTS = [ProcessSpawn(["*"]), FsRead(["."]), FsWrite(["."])]
SRC_ONLY = """package runtime.authz

default decision := {"allow": true, "obligations": {"changes": "review"}}

outside contains change.path if {
	some change in input.changes
	not startswith(change.path, "src/")
}

decision := {"allow": false, "reasons": [sprintf("%v lie outside src", [outside])]} if count(outside) > 0
"""
ASK_ABOUT_CHANGES = """package runtime.authz

default decision := {"allow": true}

decision := {"allow": true, "ask": true, "reasons": ["look at it"]} if input.changes
"""


def run(executor: Executor, command: str, **options: object):
    options = {"grants": GRANTS, "changes": "review", **options}
    return executor.call_sync("run_in_terminal", {"command": command}, **options)


def kinds(workspace, outcome) -> list[str]:
    return [body.kind for body in workspace.bodies(outcome.call_id)]


def settled(workspace, outcome) -> str:
    (body,) = (one for one in workspace.bodies(outcome.call_id) if isinstance(one, ChangesSettled))
    return body.outcome


def require_verified(workspace) -> None:
    report = verify(workspace.log, verifier_keys=[workspace.verifier_key])
    assert report.verdict in ("OK", "OK_NOT_WITNESSED"), report.findings


def test_a_reviewed_command_changes_the_workspace_whole(workspace):
    write(workspace.folder / "a.txt", "one\n")
    with workspace.open() as executor:
        outcome = run(executor, "echo two >> a.txt; mkdir d; mv a.txt d/b.txt; chmod 750 d; ln -s d/b.txt l")
    assert isinstance(outcome, Completed)
    assert [(one.path, one.change) for one in outcome.changes.changes] == [
        ("a.txt", "deleted"), ("d", "created"), ("d/b.txt", "created"), ("l", "created"),
    ]  # fmt: skip
    assert outcome.changes.outcome == "committed"
    assert (workspace.folder / "d/b.txt").read_text() == "one\ntwo\n"
    assert (workspace.folder / "l").readlink() == Path("d/b.txt")
    assert kinds(workspace, outcome) == [
        "ToolInvoked", "CapabilityCheck", "PolicyDecision", "ChangesHeld",
        "CapabilityCheck", "ChangesReviewed", "ChangesSettled", "ToolCompleted",
    ]  # fmt: skip
    require_verified(workspace)


def test_a_diff_shows_the_lines_that_differ(workspace):
    write(workspace.folder / "a.txt", "".join(f"{number}\n" for number in range(20)))
    with workspace.open() as executor:
        outcome = run(executor, "sed -i s/^10$/ten/ a.txt; head -c 100 /dev/zero > zeros")
    text, binary = outcome.changes.changes
    assert text.diff == "--- a.txt\n+++ a.txt\n@@ -8,7 +8,7 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n"
    assert (binary.diff, binary.after.size_bytes) == (None, 100)


def test_a_command_that_changes_nothing_needs_no_second_decision(workspace):
    with workspace.open() as executor:
        outcome = run(executor, "true")
    assert (outcome.changes.changes, outcome.changes.outcome) == ((), "unchanged")
    assert "ChangesReviewed" not in kinds(workspace, outcome)
    assert settled(workspace, outcome) == "unchanged"
    require_verified(workspace)


def test_policy_refuses_a_change_outside_of_a_folder(workspace):
    """T-PROC-22"""
    workspace.policy(SRC_ONLY)
    write(workspace.folder / "src/a.txt", "a")
    before = state_of(workspace.folder)
    with workspace.open() as executor:
        outside = run(executor, "echo b > src/a.txt; echo c > elsewhere", changes=None)
        after = state_of(workspace.folder)
        inside = run(executor, "echo b > src/a.txt", changes=None)
    assert isinstance(outside, Failed)
    assert outside.error.code == "changes.discarded"
    assert outside.error.details["reasons"] == ['{"elsewhere"} lie outside src']
    assert [one["path"] for one in outside.error.details["changes"]] == ["elsewhere", "src/a.txt"]
    assert after == before
    assert settled(workspace, outside) == "discarded"
    assert inside.changes.outcome == "committed"
    assert (workspace.folder / "src/a.txt").read_text() == "b\n"
    require_verified(workspace)


def test_an_approver_sees_the_changes_and_decides(workspace):
    """T-PROC-22"""
    workspace.policy(ASK_ABOUT_CHANGES)
    write(workspace.folder / "a.txt", "old\n")
    seen: list[ApprovalRequest] = []

    def approve(request: ApprovalRequest) -> bool:
        seen.append(request)
        return len(seen) > 1

    with workspace.open(approve=approve) as executor:
        rejected = run(executor, "echo new > a.txt")
        kept = (workspace.folder / "a.txt").read_text()
        approved = run(executor, "echo new > a.txt")
    (change,) = seen[0].changes
    assert change.diff == "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-old\n+new\n"
    assert (rejected.error.code, rejected.error.details["refusal"]) == (
        "changes.discarded",
        "approval.rejected",
    )
    assert kept == "old\n"
    assert (workspace.folder / "a.txt").read_text() == "new\n"
    assert seen[0].subject() == seen[1].subject()
    assert kinds(workspace, approved).index("ChangesReviewed") < kinds(workspace, approved).index(
        "ApprovalDecided"
    )
    require_verified(workspace)


@pytest.mark.parametrize(
    ("meanwhile", "refusal"),
    [
        ('decision := {"allow": false, "reasons": ["closed"]} if input.changes', "changes.discarded"),
        ('decision := {"allow": true, "obligations": {"grants": []}} if input.changes', "changes.discarded"),
        ('decision := {"allow": true, "ask": true} if input.changes', None),
    ],
)
def test_policy_that_was_replaced_while_somebody_looked_at_changes_decides_once_more(
    workspace, meanwhile, refusal
):
    """T-RUN-33, T-PROC-22"""
    workspace.policy(ASK_ABOUT_CHANGES)

    async def approve(_: ApprovalRequest) -> bool:
        workspace.policy(f'package runtime.authz\n\ndefault decision := {{"allow": true}}\n\n{meanwhile}\n')
        assert (await executor.reload_policy()).accepted
        return True

    with workspace.open(approve=approve) as executor:
        outcome = run(executor, "echo new > a.txt")
    assert (outcome.error.code if outcome.error else None) == refusal
    assert (workspace.folder / "a.txt").exists() == (refusal is None)
    assert kinds(workspace, outcome).count("ChangesReviewed") == 2
    assert settled(workspace, outcome) == ("discarded" if refusal else "committed")
    require_verified(workspace)


def test_a_call_whose_changes_wait_for_a_person_lends_its_place(workspace):
    """T-RUN-31"""
    workspace.policy(ASK_ABOUT_CHANGES)
    bounds = msgspec.structs.replace(workspace.settings.executor, concurrent=1, waiting=0)
    settings = msgspec.structs.replace(workspace.settings, executor=bounds)

    async def approve(_: ApprovalRequest) -> bool:
        others.append(await executor.call("list_dir", {"path": "."}, grants=[FsRead(["."])]))
        return True

    others: list[Outcome] = []
    with Executor.open(
        workspace.folder, settings=settings, isolation="in_process", approve=approve
    ) as executor:
        assert run(executor, "echo new > a.txt").ok
        assert executor._calls._places._taken == 0
    assert [one.error for one in others] == [None]


@pytest.mark.parametrize("command", ["echo new > a.txt; ln -s a.txt l", "true"])
def test_a_repeated_call_is_told_its_changes_by_the_process_that_ran_it_and_by_another(workspace, command):
    """T-RUN-08"""
    with workspace.open() as executor:
        first = run(executor, command, call_id="once")
        same = run(executor, command, call_id="once")
    with workspace.open() as executor:
        other = run(executor, command, call_id="once")
    assert first.ok
    assert first.changes == same.changes
    assert (other.changes.outcome, other.changes.view()) == (first.changes.outcome, first.changes.view())
    assert other.salts == first.salts


def test_under_ask_somebody_approves_also_what_policy_allows(workspace):
    with workspace.open() as executor:
        outcome = run(executor, "touch made", changes="ask")
    assert outcome.error.details["refusal"] == "approval.required"
    assert not (workspace.folder / "made").exists()
    require_verified(workspace)


def test_an_answer_that_waited_is_good_for_the_same_changes_once(workspace):
    """T-PROC-22"""
    workspace.policy(ASK_ABOUT_CHANGES)
    with workspace.open() as executor:
        asked = run(executor, "echo good > a.txt")
        waiting = asked.error.details["approval"]
        executor.inbox.decide(waiting, ApprovalAnswer(approved=True, approver="user:eve"))
        other = run(executor, "echo evil > a.txt")
        assert not (workspace.folder / "a.txt").exists()
        same = run(executor, "echo good > a.txt")
        (workspace.folder / "a.txt").unlink()
        again = run(executor, "echo good > a.txt")
    assert [one.ok for one in (asked, other, same, again)] == [False, False, True, False]
    decided = next(body for body in workspace.bodies(same.call_id) if isinstance(body, ApprovalDecided))
    assert decided.approval == waiting
    require_verified(workspace)


def test_an_answer_is_bound_to_contents_that_no_line_of_the_command_shows(workspace):
    """T-PROC-22: the same command, which now reads something else."""
    workspace.policy(ASK_ABOUT_CHANGES)
    write(workspace.folder / "source", "good")
    with workspace.open() as executor:
        asked = run(executor, "cat source > a.txt")
        executor.inbox.decide(
            asked.error.details["approval"], ApprovalAnswer(approved=True, approver="user:eve")
        )
        write(workspace.folder / "source", "evil")
        assert not run(executor, "cat source > a.txt").ok
    assert not (workspace.folder / "a.txt").exists()


def test_a_rule_for_the_command_does_not_approve_what_it_changes(workspace, tmp_path):
    """T-PROC-22"""
    workspace.decide('{"allow": true, "ask": true}')
    rules = tmp_path / "rules.json"

    def approve(request: ApprovalRequest) -> ApprovalAnswer:
        return ApprovalAnswer(approved=request.changes_digest is None, approver="user:eve", always=True)

    with workspace.open(approve=approve, rules=rules) as executor:
        assert not run(executor, "echo one > a").ok
        assert not run(executor, "echo one > a").ok
    assert not (workspace.folder / "a").exists()


def test_other_arguments_are_no_approval_of_changes(workspace):
    workspace.policy(ASK_ABOUT_CHANGES)

    def approve(request: ApprovalRequest) -> ApprovalAnswer:
        return ApprovalAnswer(approved=True, approver="user:eve", arguments={"command": "true"})

    with workspace.open(approve=approve) as executor:
        outcome = run(executor, "touch a")
    assert outcome.error.details["refusal"] == "approval.rejected"
    assert not (workspace.folder / "a").exists()
    require_verified(workspace)


def test_an_editor_at_work_while_somebody_decides_is_a_conflict(workspace):
    """T-PROC-22"""
    workspace.policy(ASK_ABOUT_CHANGES)
    write(workspace.folder / "a.txt", "old")
    write(workspace.folder / "b.txt", "old")

    def approve(request: ApprovalRequest) -> bool:
        write(workspace.folder / "b.txt", "an editor's")
        return True

    with workspace.open(approve=approve) as executor:
        outcome = run(executor, "echo new > a.txt; echo new > b.txt")
    assert outcome.error.code == "changes.conflict"
    assert [(workspace.folder / name).read_text() for name in ("a.txt", "b.txt")] == ["old", "an editor's"]
    assert settled(workspace, outcome) == "discarded"
    require_verified(workspace)


def test_an_editor_at_work_while_the_command_runs_is_a_conflict(workspace):
    """T-PROC-22"""
    place, sign = write(workspace.folder / "a.txt", "old"), write(workspace.folder / "sign", "wait")

    @tool(
        description="Has an editor",
        side_effects=["process_spawn", "fs_read", "fs_write"],
        capabilities=GRANTS,
    )
    async def edited(ctx: ToolContext) -> str:
        line = "until grep -q go sign; do :; done; echo new > a.txt"
        running = asyncio.create_task(ctx.process.run(["/bin/sh", "-c", line]))
        await asyncio.sleep(0)  # it has begun
        write(place, "an editor's")
        write(sign, "go")
        return str((await running).exit_code)

    with workspace.open(edited) as executor:
        outcome = executor.call_sync("edited", {}, grants=GRANTS, changes="review")
    assert outcome.error.code == "changes.conflict"
    assert place.read_text() == "an editor's"


@pytest.mark.parametrize(
    "command", ["echo x > a; false", "echo x > a; kill -9 $$", "echo x > a; no-such-command"]
)
def test_a_command_that_fails_changes_nothing(workspace, command):
    with workspace.open() as executor:
        outcome = run(executor, command)
    assert isinstance(outcome, Failed)
    assert not (workspace.folder / "a").exists()
    assert settled(workspace, outcome) == "discarded"
    require_verified(workspace)


def test_a_command_that_is_late_changes_nothing(workspace):
    with workspace.open() as executor:
        outcome = executor.call_sync(
            "run_in_terminal",
            {"command": "echo x > a; cat < /dev/zero", "timeout_seconds": 1},
            grants=GRANTS,
            changes="review",
        )
    assert outcome.error.code == "timeout"
    assert not (workspace.folder / "a").exists()


@tool(
    description="Runs commands and writes by itself",
    side_effects=["process_spawn", "fs_read", "fs_write"],
    risk="dangerous",
    capabilities=[ProcessSpawn(["*"]), FsRead(["."]), FsWrite(["."])],
)
def stray(ctx: ToolContext, how: str) -> str:
    if how == "write":
        ctx.fs.create("by_itself", b"x")
    lines = ["touch one", "touch two"] if how == "twice" else ["touch one; cat < /dev/zero"]
    for line in lines:
        ctx.process.run_sync(["/bin/sh", "-c", line], timeout_s=1.0 if how == "late" else None)
    return "done"


@pytest.mark.parametrize(
    ("how", "code"),
    [("write", "capability.exceeded"), ("twice", "changes.refused"), ("late", "changes.refused")],
)
def test_a_tool_cannot_pass_the_review_by(workspace, how, code):
    """T-PROC-20, T-PROC-22"""
    before = state_of(workspace.folder)
    with workspace.open(stray) as executor:
        outcome = executor.call_sync("stray", {"how": how}, grants=GRANTS, changes="review")
    assert outcome.error.code == code
    assert state_of(workspace.folder) == before
    require_verified(workspace)


def test_a_review_of_a_tool_that_runs_no_command_is_refused(workspace):
    """T-PROC-20"""
    arguments = {"path": "a", "content": "x"}
    with workspace.open() as executor:
        asked = executor.call_sync("create_file", arguments, grants=[FsWrite(["."])], changes="review")
        preview = executor.preview("create_file", arguments, grants=[FsWrite(["."])], changes="review")
    workspace.decide('{"allow": true, "obligations": {"changes": "review"}}')
    with workspace.open() as executor:
        bound = executor.call_sync("create_file", arguments, grants=[FsWrite(["."])])
    assert (asked.error.code, preview.error.code, bound.error.code) == (
        "input.invalid", "input.invalid", "policy.denied",
    )  # fmt: skip
    assert isinstance(bound, Refused)
    assert not (workspace.folder / "a").exists()


def test_a_mode_that_is_none_is_refused(workspace):
    with workspace.open() as executor:
        assert run(executor, "true", changes="maybe").error.code == "input.invalid"


def test_the_settings_have_every_command_reviewed_and_nobody_can_want_less(workspace):
    with (workspace.folder / "runtime.toml").open("a") as settings:
        settings.write('\n[process]\nchanges = "review"\n')
    workspace.policy(SRC_ONLY.replace(', "obligations": {"changes": "review"}', ""))
    with workspace.open() as executor:
        assert run(executor, "touch a", changes="direct").error.code == "changes.discarded"
        assert executor.call_sync("list_dir", {"path": "."}, grants=[FsRead(["."])]).ok


def test_grants_of_the_second_decision_bind_the_changes(workspace):
    """T-PROC-22"""
    workspace.policy(
        'package runtime.authz\n\ndefault decision := {"allow": true}\n\n'
        'decision := {"allow": true, "obligations": {"grants": [{"type": "process_spawn", "commands": ["*"]}, '
        '{"type": "fs_write", "prefixes": ["src"]}]}} if input.changes\n'
    )
    with workspace.open() as executor:
        assert run(executor, "touch a").error.code == "changes.discarded"
        assert run(executor, "mkdir src; touch src/a").ok


def test_what_is_outside_the_call_s_grants_is_not_there_to_be_changed(workspace):
    """T-PROC-22"""
    write(workspace.folder / "src/a", "a")
    write(workspace.folder / "other/b", "b")
    before = state_of(workspace.folder)
    grants = [ProcessSpawn(["*"]), FsRead(["src"]), FsWrite(["src"])]
    with workspace.open() as executor:
        outcome = executor.call_sync(
            "run_in_terminal",
            {"command": "cd src; echo x > new; echo x > ../other/b; echo x > ../made; true"},
            grants=grants,
            changes="review",
        )
    assert state_of(workspace.folder).keys() - before.keys() <= {"src/new"}
    assert outcome.error is None or outcome.error.code != "changes.refused"
    assert (workspace.folder / "other/b").read_text() == "b"


def test_policy_keeps_the_names_of_changes_out_of_the_vault(workspace):
    workspace.decide('{"allow": true, "obligations": {"redact": ["/changes"]}}')
    with workspace.open() as executor:
        outcome = run(executor, "touch hidden-name")
    assert outcome.ok
    body = next(one for one in workspace.bodies(outcome.call_id) if isinstance(one, ChangesReviewed))
    assert body.kept == "redacted"
    for file in workspace.log.iterdir():
        if file.name.startswith("vault"):
            rows = file.read_bytes()
            assert rows.count(b"hidden-name") <= 1  # in the command's own arguments


def test_a_thousand_changes_are_decided_and_made(workspace):
    workspace.policy(SRC_ONLY)
    with workspace.open() as executor:
        outcome = run(executor, "mkdir src; cd src; touch $(seq 1000)", changes=None)
        assert outcome.error.code == "changes.discarded"  # the folder is not beneath itself
        (workspace.folder / "src").mkdir()
        outcome = run(executor, "cd src; touch $(seq 1000)", changes=None)
    assert outcome.ok, outcome.error
    assert len(list((workspace.folder / "src").iterdir())) == len(outcome.changes.changes) == 1000
    body = next(one for one in workspace.bodies(outcome.call_id) if isinstance(one, ChangesReviewed))
    assert (body.count, body.kept) == (1000, "whole")
    assert len(outcome.changes.view()) < MAX_VALUE_BYTES


def leave_half_made(workspace) -> None:
    """A commit that ends in the middle, as a kill would end it: in a process of its own."""
    child = os.fork()
    if not child:
        real = Steps.make

        def make(self, number, step):
            if number == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            real(self, number, step)

        Steps.make = make
        with workspace.open() as executor:
            run(executor, "echo new > a; echo new > b; echo new > c")
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_the_next_start_finishes_what_a_killed_runtime_left(workspace):
    """T-PROC-23"""
    for name in "abc":
        write(workspace.folder / name, "old\n")
    leave_half_made(workspace)
    assert [(workspace.folder / name).read_text() for name in "abc"] == ["new\n", "old\n", "old\n"]
    workspace.open().close()
    assert [(workspace.folder / name).read_text() for name in "abc"] == ["new\n"] * 3
    assert left(workspace.folder) == []
    (recovered,) = (body for _, body in workspace.records() if isinstance(body, ChangesRecovered))
    held = next(record for record, body in workspace.records() if isinstance(body, ChangesHeld))
    assert (recovered.outcome, recovered.call) == ("committed", held.call)
    require_verified(workspace)


def test_a_runtime_that_is_running_finishes_it_before_its_next_command(workspace):
    """T-PROC-23"""
    for name in "abc":
        write(workspace.folder / name, "old\n")
    with workspace.open() as executor:
        leave_half_made(workspace)
        outcome = run(executor, "cat a b c", changes=None)
    assert outcome.output["output"] == "Command output:\nnew\nnew\nnew\n"
    workspace.open().close()  # ends the call of the killed one
    require_verified(workspace)


def test_a_journal_of_somebody_else_stops_the_start(workspace):
    """T-PROC-24"""
    place = workspace.folder / CHANGES_FOLDER / "begun-00"
    write(place / "slots/0", "package runtime.authz\n")
    (place / "journal").write_bytes(Journal("c", ()).sealed(b"another"))
    with pytest.raises(ChangesLeft) as caught:
        workspace.open()
    assert caught.value.code == "changes.left"


def test_no_tool_and_no_command_reaches_the_journals(workspace):
    """T-PROC-24"""
    write(workspace.folder / CHANGES_FOLDER / "kept-00/slots/0", "somebody's")
    with workspace.open() as executor:
        direct = run(executor, f"cat {CHANGES_FOLDER}/kept-00/slots/0", changes=None)
        reviewed = run(executor, f"mkdir -p {CHANGES_FOLDER}/begun-00/slots")
        by_tool = executor.call_sync(
            "create_file", {"path": f"{CHANGES_FOLDER}/x", "content": ""}, grants=[FsWrite(["."])]
        )
    assert [one.ok for one in (direct, reviewed, by_tool)] == [False] * 3


def test_a_machine_without_layers_refuses_a_reviewed_command(workspace, monkeypatch):
    """T-PROC-20"""
    from runtime.backends import launcher

    monkeypatch.setattr(launcher, "CHANGES_FILES", -1)  # which no file system has
    with workspace.open() as executor:
        outcome = run(executor, "touch a")
    assert outcome.error.code == "backend.unavailable"
    assert not (workspace.folder / "a").exists()
    require_verified(workspace)


def test_two_reviewed_calls_at_once_do_not_mix(workspace):
    """T-PROC-22"""
    write(workspace.folder / "shared", "0\n")

    async def both(executor: Executor):
        return await asyncio.gather(
            *(
                executor.call(
                    "run_in_terminal",
                    {"command": f"echo {name} > shared; echo {name} > own_{name}"},
                    grants=GRANTS,
                    changes="review",
                )
                for name in ("one", "two")
            )
        )

    with workspace.open() as executor:
        outcomes = asyncio.run(both(executor))
    winners = [one for one in outcomes if one.ok]
    assert {one.error.code for one in outcomes if not one.ok} <= {"changes.conflict"}
    owned = {path for path in state_of(workspace.folder) if path.startswith("own_")}
    assert len(owned) == len(winners) >= 1
