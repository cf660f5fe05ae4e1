"""``runtime approvals``: calls that wait are listed, shown and answered, and rules that answer are kept."""

from __future__ import annotations

import json
import os
import pwd
import shutil
from pathlib import Path

import pytest

from runtime.host.settings import rules_file

CALL = ("call", "ponder", '{"text": "x"}', "--json")
TERMINAL = '{"command":"make test","timeout_seconds":30}'


@pytest.fixture
def asked(own_tools, run) -> str:
    """The id of a call that waits for its answer."""
    approval = run(*CALL).data["error"]["details"]["approval"]
    assert isinstance(approval, str)
    return approval


@pytest.fixture
def rule(project, run) -> str:
    """The id of a rule of the project."""
    added = run("approvals", "rules", "add", "run_in_terminal", TERMINAL, "--note", "tests", "--json").data
    assert isinstance(added["id"], str)
    return added["id"]


# -- the story --------------------------------------------------------------------------------------------


def test_a_call_is_refused_then_approved_then_runs_once_and_is_refused_again(own_tools, run):
    """T-RUN-07"""
    refused = run(*CALL)
    assert (refused.status, refused.code) == (4, "approval.required")
    approval = refused.data["error"]["details"]["approval"]
    assert f"runtime approvals approve {approval}" in refused.data["error"]["suggestion"]
    assert approval in run("approvals", "list").out
    approved = run("approvals", "approve", approval, "--reason", "reviewed")
    assert (approved.status, approved.err) == (0, "")
    assert approved.out.startswith("✓ Approved: made again, the call runs once (14 min ")
    ran = run(*CALL)
    assert (ran.status, ran.data["output"]) == (0, "x")
    again = run(*CALL)
    assert (again.status, again.code) == (4, "approval.required")
    assert again.data["error"]["details"]["approval"] != approval
    assert '"reason":"reviewed"' in (own_tools / ".runtime/audit/records.jsonl").read_text()
    assert run("audit", "verify").status == 0


def test_a_denied_call_is_refused_with_the_reason_and_may_be_asked_about_anew(asked, run):
    denied = run("approvals", "deny", asked, "--reason", "use staging")
    assert (denied.status, denied.out) == (0, "✓ Rejected: made again, the call is refused\n")
    refused = run(*CALL)
    assert (refused.status, refused.code) == (4, "approval.rejected")
    assert refused.data["error"]["message"].endswith(": use staging")
    assert run(*CALL).code == "approval.required"


def test_other_arguments_run_in_place_of_those_that_were_asked_about(asked, run):
    approved = run("approvals", "approve", asked, "--arguments", '{"text": "other"}', "--json")
    assert approved.data["answer"]["arguments"] == {"text": "other"}
    assert 'Runs instead: {"text":"other"}' in run("approvals", "show", asked).out
    assert run(*CALL).data["output"] == "other"


def test_other_arguments_come_from_a_file_or_standard_input_too(own_tools, run):
    (own_tools / "other.json").write_text('{"text": "from a file"}')
    for given, text in (("@other.json", "from a file"), ("-", "from a pipe")):
        approval = run(*CALL).data["error"]["details"]["approval"]
        stdin = b'{"text": "from a pipe"}'
        assert run("approvals", "approve", approval, "--arguments", given, stdin=stdin).status == 0
        assert run(*CALL).data["output"] == text


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ('{"text": 7}', 5, "input.invalid"),
        ('{"txt": "a"}', 5, "input.invalid"),
        ("{", 5, "input.invalid"),
        ("[]", 5, "input.invalid"),
        ("@gone.json", 2, "usage.invalid"),
    ],
    ids=["type", "name", "torn", "list", "no-file"],
)
def test_other_arguments_that_do_not_fit_leave_the_question_open(asked, run, given, status, code):
    ran = run("approvals", "approve", asked, "--arguments", given, "--json")
    assert (ran.status, ran.code) == (status, code)
    assert run("approvals", "show", asked, "--json").data["state"] == "pending"


def test_other_arguments_of_a_tool_that_only_its_program_knows_are_held_against_its_schema_there(
    own_tools, run, asked
):
    settings = own_tools / "runtime.toml"
    settings.write_text(settings.read_text().replace('folders = ["mine"]', ""))
    assert run("accept", "--yes").status == 0
    assert run("approvals", "approve", asked, "--arguments", '{"text": 7}').status == 0
    settings.write_text(settings.read_text().replace("[tools]\n", '[tools]\nfolders = ["mine"]\n'))
    assert run("accept", "--yes").status == 0
    assert run(*CALL).code == "input.invalid"


def test_an_inbox_that_is_put_back_after_its_answer_ran_a_call_runs_none_again(
    own_tools, asked, run, tmp_path
):
    """T-APP-03"""
    inbox, kept = own_tools / ".runtime" / "approvals", tmp_path / "kept"
    assert run("approvals", "approve", asked).status == 0
    shutil.copytree(inbox, kept)
    assert run(*CALL).status == 0
    shutil.rmtree(inbox)
    shutil.copytree(kept, inbox)
    again = run(*CALL)
    assert (again.status, again.code) == (4, "approval.required")
    assert again.data["error"]["details"]["approval"] != asked
    assert run("approvals", "show", asked, "--json").data["state"] == "used"
    assert (own_tools / ".runtime/audit/records.jsonl").read_text().count(f'"approval":"{asked}"') == 1
    assert run("audit", "verify").status == 0


# -- what is shown ----------------------------------------------------------------------------------------


def test_the_list_tells_what_waits_and_how_long_it_is_good_for(asked, run):
    assert run("approvals", "list").out.startswith(f"{asked}  pending   ponder  user:cli  14 min ")
    [entry] = run("approvals", "list", "--json").data["approvals"]
    assert (entry["id"], entry["state"], entry["request"]["arguments"]) == (asked, "pending", {"text": "x"})
    run("approvals", "deny", asked)
    assert run("approvals", "list").out == "No call waits for approval.\n"
    assert run("approvals", "list", "--all").out == f"{asked}  rejected  ponder  user:cli\n"


def test_show_tells_exactly_what_would_run_who_asks_and_who_answered(asked, run):
    shown = run("approvals", "show", asked).out
    assert (
        "Tool: ponder\nParameters:\n  text: x\nRisk level: read_only\nMay use: nothing\nAsked by: user:cli\n"
        in shown
    )
    assert "State: pending, 14 min " in shown
    run("approvals", "approve", asked, "--reason", "fine")
    assert "Answered by: user:" in run("approvals", "show", asked).out
    data = run("approvals", "show", asked, "--json").data
    assert (data["state"], data["answer"]["reason"]) == ("approved", "fine")


def test_an_approver_is_the_processs_user_whatever_its_environment_says(asked, run, monkeypatch):
    """T-RUN-22"""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "somebody-else")
    approver = run("approvals", "approve", asked, "--json").data["answer"]["approver"]
    assert approver == f"user:{pwd.getpwuid(os.getuid()).pw_name}"


def test_a_user_without_a_name_is_told_by_number(asked, run, monkeypatch):
    monkeypatch.setattr("os.getuid", lambda: 4_000_000)
    assert run("approvals", "deny", asked, "--json").data["answer"]["approver"] == "user:4000000"


def test_text_from_a_call_forges_no_line_of_what_is_shown(own_tools, run):
    """T-RUN-17"""
    hostile = json.dumps({"text": "a\nRisk level: none\x1b[8m"})
    approval = run("call", "ponder", hostile, "--json").data["error"]["details"]["approval"]
    shown = run("approvals", "show", approval).out
    assert "\x1b" not in shown
    assert [line for line in shown.splitlines() if line.startswith("Risk")] == ["Risk level: read_only"]


# -- refusals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["show", "approve", "deny"])
def test_an_unknown_id_is_an_error_of_the_user(project, run, verb):
    for entry_id in ("a-0000000000000000", "../../keys/log", "\x1b[2J"):
        ran = run("approvals", verb, entry_id, "--json")
        assert (ran.status, ran.code, ran.err) == (2, "approval.unknown", "")


def test_a_question_that_is_answered_or_used_cannot_be_answered_again(asked, run):
    assert run("approvals", "approve", asked).status == 0
    for _ in range(2):
        for verb in ("approve", "deny"):
            ran = run("approvals", verb, asked, "--json")
            assert (ran.status, ran.code) == (2, "approval.unknown")
        assert run(*CALL).status in (0, 4)


def test_a_question_that_has_expired_cannot_be_answered(own_tools, run, monkeypatch):
    monkeypatch.setenv("RUNTIME_APPROVALS_EXPIRY_S", "0.000001")
    approval = run(*CALL).data["error"]["details"]["approval"]
    ran = run("approvals", "approve", approval)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Error [approval.unknown]: ")
    assert run("approvals", "list", "--json").data == {"approvals": []}
    assert run("approvals", "show", approval).out.endswith("State: expired\n")


def test_a_folder_that_was_not_accepted_shows_and_answers_nothing(asked, run, tmp_path):
    """T-RUN-22"""
    copy = tmp_path / "copy"
    shutil.copytree(Path.cwd(), copy)
    for argv in (["list"], ["show", asked], ["approve", asked], ["deny", asked]):
        ran = run("approvals", *argv, "-C", str(copy), "--json")
        assert (ran.status, ran.code) == (2, "config.untrusted")
    bare = tmp_path / "bare"
    bare.mkdir()
    assert run("approvals", "list", "-C", str(bare), "--json").code == "config.missing"
    assert run("approvals", "list", "-C", str(bare / "gone"), "--json").code == "config.invalid"


def test_a_file_that_somebody_slipped_into_the_inbox_is_passed_over(asked, run):
    """T-RUN-22"""
    inbox = Path(".runtime/approvals")
    forged = json.loads((inbox / f"{asked}.json").read_text())
    forged["entry"] |= {"id": "a-1111111111111111", "state": "approved"}
    (inbox / "a-1111111111111111.json").write_text(json.dumps(forged))
    assert [e["id"] for e in run("approvals", "list", "--all", "--json").data["approvals"]] == [asked]
    assert run("approvals", "approve", "a-1111111111111111", "--json").code == "approval.unknown"


# -- without a terminal -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "kept"), [("ask", True), ("rules", True), ("never", False)], ids=["ask", "rules", "never"]
)
def test_without_a_terminal_the_question_waits_unless_nobody_shall_be_asked(own_tools, run, mode, kept):
    ran = run(*CALL, "--approve", mode)
    assert (ran.status, ran.code) == (4, "approval.required")
    assert ("approval" in ran.data["error"]["details"]) is kept
    assert len(run("approvals", "list", "--json").data["approvals"]) == kept


@pytest.mark.parametrize(("mode", "status"), [("ask", 0), ("rules", 0), ("never", 4)])
def test_a_rule_approves_unless_nothing_shall_be_approved(own_tools, run, mode, status):
    run("approvals", "rules", "add", "ponder", '{"text":"[a-z]"}')
    assert run(*CALL, "--approve", mode).status == status


# -- rules ------------------------------------------------------------------------------------------------


def test_a_rule_is_added_switched_off_and_on_and_removed(rule, run, project):
    call = ("approvals", "rules", "test", "run_in_terminal", '{"command": "make test"}')
    listed = run("approvals", "rules", "list").out
    assert listed == f"{rule}  enabled   run_in_terminal  {TERMINAL}  {project}\n"
    assert run(*call).out.endswith(f"✓ {rule} approves it: {TERMINAL}\n")
    assert run("approvals", "rules", "disable", rule).out == f"✓ Disabled {rule}\n"
    assert f"{rule}  disabled" in run("approvals", "rules", "list").out
    assert run(*call).status == 1
    assert run("approvals", "rules", "enable", rule, "--json").data["enabled"] is True
    assert run(*call).status == 0
    assert run("approvals", "rules", "disable", rule, "--json").data["enabled"] is False
    assert run("approvals", "rules", "remove", rule, "--json").data["note"] == "tests"
    assert run("approvals", "rules", "list").out == "There are no rules.\n"
    assert run("approvals", "rules", "list", "--json").data == {"rules": []}


def test_rules_are_tested_on_the_arguments_that_the_call_would_have(rule, run, project):
    """T-POL-10: a default of the schema is among them, however the arguments are given."""
    (project / "call.json").write_text('{"command": "make test"}')
    call = ("approvals", "rules", "test", "run_in_terminal")
    for given in ('{"command": "make test"}', "@call.json", "-"):
        ran = run(*call, given, "--json", stdin=b'{"timeout_seconds": 30, "command": "make test"}')
        assert (ran.status, ran.data["arguments"], ran.data["rule"]["id"]) == (0, TERMINAL, rule)
    other = run(*call, '{"command": "make test", "timeout_seconds": 31}', "--json")
    assert (other.status, other.data["rule"]) == (1, None)


@pytest.mark.parametrize(
    ("argv", "status", "code"),
    [
        (["add", "run_in_termina", "{}"], 3, "tool.not_found"),
        (["add", "read_file", "("], 2, "config.invalid"),
        (["add", "read_file", "x" * 5000], 2, "config.invalid"),
        (["add", "read_file", "{}", "--expires", "soon"], 2, "usage.invalid"),
        (["add", "read_file", "{}", "--expires", "0s"], 2, "usage.invalid"),
        (["add", "read_file", "{}", "--expires", "٣d"], 2, "usage.invalid"),
        (["add", "read_file", "{}", "--expires", "9999999d"], 2, "usage.invalid"),
        (["remove", "r-00000000"], 2, "approval.unknown"),
        (["enable", "r-00000000"], 2, "approval.unknown"),
        (["disable", "r-00000000"], 2, "approval.unknown"),
        (["test", "run_in_termina"], 3, "tool.not_found"),
        (["test", "run_in_terminal", '{"comand": "x"}'], 5, "input.invalid"),
        (["test", "run_in_terminal", "{"], 5, "input.invalid"),
        (["test", "run_in_terminal", "@gone.json"], 2, "usage.invalid"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_a_rule_that_cannot_be_is_refused_with_its_code(project, run, argv, status, code):
    ran = run("approvals", "rules", *argv, "--json")
    assert (ran.status, ran.code, ran.err) == (status, code, "")
    assert run("approvals", "rules", "list", "--json").data == {"rules": []}


def test_a_rule_holds_for_its_time_and_says_when_it_is_over(project, run):
    added = run("approvals", "rules", "add", "read_file", "{}", "--expires", "8h", "--json").data
    file = rules_file()
    assert added["expires_us"] > 0
    file.write_text(file.read_text().replace(str(added["expires_us"]), "1"))
    assert f"{added['id']}  expired" in run("approvals", "rules", "list").out


def test_a_rule_is_for_this_folder_unless_it_is_made_for_every_one(rule, project, run, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    call = ("approvals", "rules", "test", "run_in_terminal", '{"command": "make test"}')
    assert run(*call).status == 1
    everywhere = run("approvals", "rules", "add", "run_in_terminal", TERMINAL, "--everywhere", "--json").data
    assert everywhere["workspace"] is None
    assert run(*call).status == 0
    assert f"{TERMINAL}  everywhere" in run("approvals", "rules", "list").out


@pytest.mark.parametrize(("pattern", "told"), [('{"path":".*"}', True), ('{"path":"[^"]*"}', False)])
def test_a_pattern_that_crosses_quotes_is_added_with_a_warning(project, run, pattern, told):
    ran = run("approvals", "rules", "add", "read_file", pattern, "--json")
    assert ran.status == 0
    assert ("also matches quotes" in ran.err) is told
    assert ran.data["pattern"] == pattern


@pytest.mark.parametrize("content", ["{", '{"rules": [{}]}', None], ids=["torn", "no-rule", "folder"])
def test_a_file_of_rules_that_cannot_be_read_is_told_and_approves_nothing(own_tools, run, content):
    """T-RUN-22"""
    file = rules_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.mkdir() if content is None else file.write_text(content)
    for argv in (
        ["list"],
        ["add", "ponder", ".*"],
        ["remove", "r-00000000"],
        ["test", "ponder", '{"text": "x"}'],
    ):
        ran = run("approvals", "rules", *argv, "--json")
        assert (ran.status, ran.code) == (2, "config.invalid")
    assert run(*CALL).code == "approval.required"
