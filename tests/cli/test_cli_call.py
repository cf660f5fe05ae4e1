"""``runtime call``: arguments, grants, outcomes and exit codes."""

from __future__ import annotations

import json

import pytest

READ = '{"path": "README.md"}'
CREATE = '{"path": "made.txt", "content": "x"}'

CONTRACT_FIELDS = ["tool", "success", "output", "files_affected", "execution_time_ms"]
"""The JSON form of the tool contract ("Output Formatting"), in its order."""
OTHER_FIELDS = {
    "metadata", "warnings", "status", "call_id", "digest", "raw_digest", "decision", "receipt", "salts", "error",
}  # fmt: skip


def test_the_json_form_is_that_of_the_tool_contract_and_what_governance_adds(project, run):
    ran = run("call", "create_file", CREATE, "--grant", "fs_write=.", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert [name for name in ran.data if name in CONTRACT_FIELDS] == CONTRACT_FIELDS
    assert set(ran.data) == OTHER_FIELDS | set(CONTRACT_FIELDS)
    assert (ran.data["tool"], ran.data["success"], ran.data["error"]) == ("create_file", True, None)
    assert ran.data["output"] == "Created file: made.txt (1 byte)"
    assert ran.data["files_affected"] == ["made.txt"]
    assert ran.data["decision"]["outcome"] == "allow"
    assert set(ran.data["receipt"]) == {"seq", "record", "checkpoint_size"}
    assert ran.out.count("\n") == 1


def test_the_human_form_is_that_of_the_tool_contract(project, run):
    ran = run("call", "create_file", CREATE, "--grant", "fs_write=.")
    assert ran.err == ""
    done, location, time, record = ran.out.splitlines()
    assert done == "✓ Created file: made.txt (1 byte)"
    assert location == f"  Location: {project}/made.txt"
    assert time.startswith("  Time: ")
    assert time.endswith("ms")
    assert record.startswith("  Record: ")


@pytest.mark.parametrize("given", [READ, "@arguments.json", "-"])
def test_arguments_come_from_the_command_line_a_file_or_standard_input(project, run, given):
    (project / "arguments.json").write_text(READ)
    ran = run("call", "read_file", given, "--json", stdin=READ.encode())
    assert ran.data["output"].endswith("# Hello\n")


def test_a_file_of_arguments_that_is_not_there_is_a_usage_error(project, run):
    ran = run("call", "read_file", "@nowhere.json", "--json")
    assert (ran.status, ran.code) == (2, "usage.invalid")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "[]",
        "null",
        "{",
        '{"path": "a", "path": "b"}',
        '{"path": NaN}',
        '{"path": "\\ud800"}',
        '{"path": "\udcff"}',
        '{"path": "README.md", "start_line": 9007199254740993}',
        '{"path": ' + "[" * 10_000 + "]" * 10_000 + "}",
        '{"path": 7}',
        '{"unknown": 1}',
    ],
    ids=range(13),
)
def test_arguments_that_are_no_plain_json_object_of_the_schema_exit_5(project, run, text):
    ran = run("call", "read_file", text, "--json")
    assert (ran.status, ran.code) == (5, "input.invalid")


def test_a_file_of_arguments_larger_than_any_tool_accepts_is_refused(project, run):
    (project / "huge.json").write_text(json.dumps({"path": "x" * 6_000_000}))
    assert run("call", "read_file", "@huge.json", "--json").code == "input.invalid"


@pytest.mark.parametrize("name", ["", "no such tool", "\x1b[2J", "../create_file", "\udcff", "x" * 10_000])
def test_a_hostile_tool_name_exits_3_and_nothing_of_it_reaches_the_terminal(project, run, name):
    ran = run("call", name)
    assert (ran.status, ran.out) == (3, "")
    assert "[tool.not_found]" in ran.err
    assert "\x1b" not in ran.err
    assert run("call", name, "--json").data["tool"] == name


def test_a_name_that_is_nearly_right_gets_a_suggestion(project, run):
    assert "read_file" in run("call", "read_fil", READ, "--json").data["error"]["suggestion"]


@pytest.mark.parametrize(
    ("argv", "status", "code"),
    [
        (["read_file", READ], 0, None),
        (["read_file", '{"path": "gone.txt"}'], 1, "file_not_found"),
        (["create_file", CREATE], 3, "capability.missing"),
        (["read_file", '{"path": ".env"}'], 3, "policy.denied"),
        (["ponder", '{"text": "x"}', "--approve", "never"], 4, "approval.required"),
        (["ponder", '{"text": "x"}', "--no-input"], 4, "approval.required"),
        (["ponder", '{"text": "x"}'], 4, "approval.required"),
        (["lie"], 5, "output.invalid"),
        (["dawdle", '{"seconds": 60}', "--wall-s", "0.05"], 6, "limit.wall"),
        (["explode"], 7, "backend.fault"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_the_exit_code_tells_how_a_call_ended(own_tools, run, argv, status, code):
    ran = run("call", *argv, "--json")
    assert (ran.status, ran.code) == (status, code)
    assert ran.data["success"] is (status == 0)
    assert ran.data["output"] is not None
    told = run("call", *argv)
    assert told.status == status
    assert bool(told.out) is (status == 0)
    if status:
        assert f"[{code}]" in told.err
        assert "Suggestion: " in told.err


@pytest.mark.parametrize(
    "grant",
    [
        "fs_write",
        "fs_write=",
        "fs_wriet=.",
        "fs_write=../..",
        "fs_write=/etc",
        "",
        "clock_read=x",
        "{",
        '{"type": "x"}',
    ],
)
def test_a_grant_that_is_none_is_refused_before_anything_runs(project, run, grant):
    ran = run("call", "create_file", CREATE, "--grant", grant, "--json")
    assert (ran.status, ran.code) == (5, "input.invalid")
    assert ran.data["error"]["suggestion"]
    assert not (project / "made.txt").exists()


@pytest.mark.parametrize(
    "grants",
    [
        ["fs_write=."],
        ["fs_write=made.txt"],
        ["clock_read", "fs_write=src,."],
        ['{"type": "fs_write", "prefixes": ["."]}'],
    ],
)
def test_grants_can_be_written_short_or_as_json(project, run, grants):
    options = [word for grant in grants for word in ("--grant", grant)]
    assert run("call", "create_file", CREATE, *options).status == 0
    assert (project / "made.txt").read_text() == "x"


def test_a_grant_replaces_the_configured_ones(project, run):
    assert run("call", "read_file", READ, "--grant", "clock_read", "--json").code == "capability.missing"


@pytest.mark.parametrize("principal", ["", "two words", "agent:", "UPPER:x", "agent:\x1b", "x" * 200])
def test_a_principal_that_is_none_is_refused(project, run, principal):
    ran = run("call", "read_file", READ, "--principal", principal, "--json")
    assert (ran.status, ran.data["error"]["details"]["field"]) == (5, "principal")


def test_a_call_id_that_ran_before_does_not_run_again(project, run):
    call = ("call", "create_file", CREATE, "--grant", "fs_write=.", "--call-id", "turn-1", "--json")
    first = run(*call).data
    assert first["call_id"] == "turn-1"
    (project / "made.txt").unlink()
    ran = run(*call)
    assert (ran.status, ran.data["output"], ran.data["digest"]) == (0, first["output"], first["digest"])
    assert not (project / "made.txt").exists()


@pytest.mark.parametrize("call_id", ["", "-x", "a b", "x" * 129])
def test_a_malformed_call_id_is_refused(project, run, call_id):
    ran = run("call", "read_file", READ, f"--call-id={call_id}", "--json")
    assert ran.data["error"]["details"]["field"] == "call_id"


@pytest.mark.parametrize("wall", ["0", "-1", "nan", "soon"])
def test_a_senseless_bound_is_a_usage_error(project, run, wall):
    assert run("call", "read_file", READ, "--wall-s", wall, "--json").code == "usage.invalid"


def test_a_dry_run_says_what_would_be_decided_and_runs_nothing(project, run):
    records = (project / ".runtime/audit/records.jsonl").read_bytes()
    allowed = run("call", "create_file", CREATE, "--grant", "fs_write=.", "--dry-run")
    assert allowed.status == 0
    assert "With: fs_write" in allowed.out
    assert "Policy: " in allowed.out
    as_json = run("call", "create_file", CREATE, "--grant", "fs_write=.", "--dry-run", "--json").data
    assert (as_json["tool"], as_json["would_run"], as_json["needs_approval"]) == ("create_file", True, False)
    refused = run("call", "create_file", CREATE, "--dry-run")
    assert (refused.status, refused.out) == (3, "")
    assert "[capability.missing]" in refused.err
    assert not (project / "made.txt").exists()
    added = (project / ".runtime/audit/records.jsonl").read_bytes()[len(records) :]
    assert b"ToolInvoked" not in added


def test_a_dry_run_of_a_tool_that_needs_a_person_says_so(own_tools, run):
    assert "after approval" in run("call", "ponder", '{"text": "x"}', "--dry-run").out


def test_what_a_tool_returns_beside_the_contract_is_its_output(own_tools, run):
    assert run("call", "paint", '{"text": "plain"}', "--json").data["output"] == "plain"
    assert run("call", "paint", '{"text": "plain"}').out.startswith("✓ plain\n")


def test_terminal_sequences_in_output_are_made_visible(own_tools, run):
    """T-RUN-17"""
    arguments = json.dumps({"text": "\x1b[2J\x9b31m\u202e\x07 bell\r gone"})
    shown = run("call", "paint", arguments).out
    assert "\\x1b[2J\\x9b31m\\u202e\\x07 bell\\r gone" in shown
    as_json = run("call", "paint", arguments, "--json")
    assert not set(as_json.out) & set("\x1b\x9b\x07\u202e\r")
    assert as_json.data["output"] == "\x1b[2J\x9b31m\u202e\x07 bell\r gone"


def test_terminal_sequences_in_file_names_and_arguments_are_made_visible(project, run):
    """T-RUN-17"""
    name = "a\x1b[2Jb\nLocation: forged"
    arguments = json.dumps({"path": name, "content": "x"})
    shown = run("call", "create_file", arguments, "--grant", "fs_write=.").out
    assert "\x1b" not in shown
    assert not any(line.startswith("Location: forged") for line in shown.splitlines())
    assert (project / name).exists()
    (project / "\x1b]0;owned\x07").write_text("x")
    assert "\x1b" not in run("call", "list_dir").out
    refused = run("call", "read_file", json.dumps({"path": "\x1b[31mgone"}))
    assert "\x1b" not in refused.err
    assert "\x1b" not in run("call", "\x1b[2J", "--dry-run").err
    assert "\x1b" not in run("call", "read_file", "@\x1b[2J").err
