"""terminal_last_command: the tool contract's section 8, after commands of a real shell."""

from __future__ import annotations

import time

import pytest

from runtime.contracts.errors import CapabilityExceeded, InputInvalid, ToolError
from runtime.executor.session import Session
from runtime.sdk import ProcessSpawn


def run(call, command, *, timeout=30, **options):
    return call("run_in_terminal", {"command": command, "timeout_seconds": timeout}, **options)


def last(call):
    return call("terminal_last_command", {})


def test_the_last_command_is_remembered_with_its_output(call, session) -> None:
    run(call, "echo first")
    run(call, "echo second; echo wrong >&2")
    result = last(call)
    assert result["output"] == "Last command: echo second; echo wrong >&2\nOutput: second\nwrong\n"
    assert result["metadata"]["command"] == "echo second; echo wrong >&2"
    assert result["metadata"]["exit_code"] == 0
    executed_at = result["metadata"]["executed_at"]
    assert (
        time.strftime("%Y-%m-%dT%H", time.gmtime(session.last_command().executed_at_us / 1e6))
        == executed_at[:13]
    )
    assert executed_at[-1] == "Z"


def test_without_a_command_there_is_none_to_show(call) -> None:
    with pytest.raises(ToolError) as caught:
        last(call)
    assert (caught.value.code, caught.value.message) == (
        "no_command_history",
        "No previous command in this session",
    )
    assert caught.value.suggestion == "Run one with run_in_terminal"


@pytest.mark.parametrize(("command", "status"), [("exit 3", 3), ("invalid_cmd", 127), ("kill -9 $$", 137)])
def test_commands_that_failed_are_remembered_too(call, command, status) -> None:
    with pytest.raises(ToolError):
        run(call, command)
    assert last(call)["metadata"]["exit_code"] == status


def test_a_command_that_was_ended_has_no_status(call) -> None:
    with pytest.raises(ToolError) as caught:
        run(call, "echo begun; sleep 60", timeout=1)
    assert caught.value.code == "timeout"
    assert last(call)["metadata"]["exit_code"] is None
    assert last(call)["output"].endswith("Output: begun\n")


def test_what_was_never_run_is_not_remembered(call) -> None:
    run(call, "echo kept")
    with pytest.raises(ToolError):
        run(call, " ")
    with pytest.raises(CapabilityExceeded):
        run(call, "ls; id", grants=(ProcessSpawn(["ls"]),))
    assert last(call)["metadata"]["command"] == "echo kept"


def test_asking_for_the_last_command_is_no_command(call) -> None:
    run(call, "echo kept")
    last(call)
    assert last(call)["metadata"]["command"] == "echo kept"


@pytest.mark.parametrize("arguments", [{"n": 1}, {"command": "x"}, []])
def test_the_last_command_takes_no_arguments(call, arguments) -> None:
    with pytest.raises(InputInvalid):
        call("terminal_last_command", arguments)


def test_a_long_output_is_remembered_in_part(call) -> None:
    run(call, "head -c 200000 /dev/zero | tr '\\0' x")
    assert len(last(call)["output"]) < 70_000


def test_line_ends_and_letters_of_the_output_are_kept(call) -> None:
    run(call, "printf 'a\\r\\nb\\303\\274\\377'")
    assert last(call)["output"].endswith("Output: a\r\nbü\ufffd")


def test_a_command_without_output_is_remembered_without(call) -> None:
    run(call, "true")
    assert last(call)["output"] == "Last command: true\nOutput: "


def test_nothing_of_another_session_is_shown(call, session) -> None:
    """T-CAP-06"""
    run(call, "echo secret")
    assert session.last_command() is not None
    with pytest.raises(ToolError) as caught:
        call("terminal_last_command", {}, session=Session())
    assert caught.value.code == "no_command_history"


def test_it_needs_no_capability_to_look_back(call) -> None:
    run(call, "echo kept")
    assert call("terminal_last_command", {}, grants=())["metadata"]["command"] == "echo kept"
