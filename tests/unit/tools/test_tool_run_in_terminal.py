"""run_in_terminal: the tool contract's section 7, with a real shell."""

from __future__ import annotations

import time

import pytest

from runtime.contracts.errors import CapabilityExceeded, InputInvalid, ToolError
from runtime.sdk import EnvRead, FsRead, FsWrite, ProcessSpawn

ANY = ProcessSpawn(["*"])


def run(call, command, **options):
    arguments = {"command": command}
    if "timeout" in options:
        arguments["timeout_seconds"] = options.pop("timeout")
    return call("run_in_terminal", arguments, **options)


def refused(call, code, command, **options) -> ToolError:
    with pytest.raises(ToolError) as caught:
        run(call, command, **options)
    assert caught.value.code == code
    assert caught.value.suggestion
    return caught.value


def test_a_command_runs_and_its_output_is_returned(call) -> None:
    assert run(call, "echo one; echo two") == {
        "output": "Command output:\none\ntwo\n",
        "files_affected": [],
        "metadata": {"exit_code": 0, "stdout_lines": 2, "stderr_lines": 0},
        "warnings": [],
    }


def test_error_output_of_a_command_that_succeeds_is_returned_too(call) -> None:
    result = run(call, "echo out; printf 'a\\nb' >&2")
    assert result["output"] == "Command output:\nout\nError output:\na\nb"
    assert result["metadata"] == {"exit_code": 0, "stdout_lines": 1, "stderr_lines": 2}


def test_a_command_without_output_has_none(call) -> None:
    assert run(call, "true")["output"] == "Command output:\n"


def test_a_command_that_is_not_there_is_named(call) -> None:
    # The wording is the tool contract's.
    assert refused(call, "command_not_found", "invalid_cmd").message == "Command 'invalid_cmd' not found"
    assert (
        refused(call, "command_not_found", "echo x; invalid_cmd --flag").message
        == "Command 'invalid_cmd' not found"
    )
    only = {"grants": (ProcessSpawn(["invalid_cmd"]),)}
    assert (
        refused(call, "command_not_found", "invalid_cmd", **only).message == "Command 'invalid_cmd' not found"
    )


def test_a_command_that_fails_says_its_status_and_what_it_wrote(call) -> None:
    error = refused(call, "command_failed", "echo wrong >&2; exit 1")
    assert error.message == "Command failed with exit code 1:\nwrong\n"
    assert error.details == {"exit_code": 1}
    both = refused(call, "command_failed", "echo partly; echo wrong >&2; exit 42").message
    assert both == "Command failed with exit code 42:\nwrong\n\nCommand output:\npartly\n"
    assert refused(call, "command_failed", "exit 127").message == "Command failed with exit code 127:\n"
    assert refused(call, "command_failed", "kill -9 $$").details == {"exit_code": 137}


def test_a_command_that_takes_too_long_is_ended(call) -> None:
    begun = time.monotonic()
    error = refused(call, "timeout", "echo begun; sleep 60", timeout=1)
    assert error.message == "Command timed out after 1 second\nCommand output:\nbegun\n"
    assert time.monotonic() - begun < 8


@pytest.mark.parametrize("seconds", [0, -1, 301, 1.5, "30", None])
def test_a_timeout_lies_between_1_and_300_seconds(call, seconds) -> None:
    with pytest.raises(InputInvalid):
        run(call, "true", timeout=seconds)


@pytest.mark.parametrize(
    "arguments", [{}, {"command": ""}, {"command": 1}, {"command": "ls", "shell": "zsh"}, {"command": ["ls"]}]
)
def test_arguments_outside_the_schema_never_reach_the_tool(call, arguments) -> None:
    with pytest.raises(InputInvalid):
        call("run_in_terminal", arguments)


def test_a_blank_command_or_one_with_a_nul_is_refused(call) -> None:
    assert refused(call, "command_empty", "  \n\t").message == "Command is empty"
    assert refused(call, "command_invalid", "ls\0").message == "Command holds a NUL character"


def test_a_command_sees_the_workspace_and_nothing_beside_it(workspace, call) -> None:
    """T-PROC-01"""
    (workspace / "a.txt").write_text("alpha\n")
    assert run(call, "cat a.txt; pwd")["output"].startswith("Command output:\nalpha\n")
    error = refused(call, "command_failed", "cat ../secret.txt")
    assert "neighbour" not in error.message
    run(call, "mkdir made && echo x > made/f")
    assert (workspace / "made/f").read_text() == "x\n"


def test_a_command_has_what_is_granted_and_no_more(workspace, call) -> None:
    (workspace / "a.txt").write_text("alpha\n")
    refused(call, "command_failed", "cat a.txt", grants=(ANY,))
    run(call, "cat a.txt", grants=(ANY, FsRead(["."])))
    refused(call, "command_failed", "echo x > b.txt", grants=(ANY, FsRead(["."])))
    run(call, "echo x > b.txt", grants=(ANY, FsRead(["."]), FsWrite(["."])))
    with pytest.raises(CapabilityExceeded):
        run(call, "ls", grants=(FsRead(["."]), EnvRead(["*"])))


def test_named_commands_are_run_one_at_a_time_without_a_shell(workspace, call) -> None:
    """T-PROC-07"""
    grants = (ProcessSpawn(["printf"]), FsRead(["."]))
    assert run(call, "printf 'a %s' '$HOME;id'", grants=grants)["output"] == "Command output:\na $HOME;id"
    for command in ("printf a; id", "printf a | cat", "printf $(id)", "id"):
        with pytest.raises(CapabilityExceeded):
            run(call, command, grants=grants)


def test_a_named_command_that_may_not_be_executed_is_named(workspace, call) -> None:
    (workspace / "script").write_text("#!/bin/sh\n")
    only = (ProcessSpawn(["./script"]), FsRead(["."]))
    error = refused(call, "permission_denied", "./script", grants=only)
    assert error.message == "Command './script' cannot be executed - permission denied"


def test_output_has_a_bound_and_says_so(call) -> None:
    result = run(call, "head -c 3000000 /dev/zero | tr '\\0' x")
    assert result["warnings"] == ["Output larger than 1MB, showing the first 1MB"]
    assert len(result["output"]) == len("Command output:\n") + 1024 * 1024


def test_output_that_is_no_utf8_is_shown_all_the_same(call) -> None:
    assert run(call, "printf '\\377a'")["output"] == "Command output:\n\ufffda"


def test_a_command_runs_in_the_sessions_working_directory(workspace, call, session) -> None:
    (workspace / "src").mkdir()
    session.working_directory = "src"
    assert run(call, "pwd")["output"].endswith("/src\n")
    (workspace / "plain").touch()
    for folder in ("missing", "plain"):
        session.working_directory = folder
        error = refused(call, "directory_not_found", "pwd")
        assert error.message == f"Working directory '{folder}' is not a directory"


def test_nothing_stays_in_the_background(call) -> None:
    """T-PROC-04"""
    begun = time.monotonic()
    assert run(call, "sleep 60 & echo started")["output"] == "Command output:\nstarted\n"
    assert time.monotonic() - begun < 8
