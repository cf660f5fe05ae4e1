"""What every command keeps to: help, errors, streams, colour, signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from runtime.cli.frame import EXIT_CODES, exit_code
from runtime.cli.main import cli
from runtime.contracts.errors import catalogue


def commands(command: click.Command = cli, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every command and group, as the words that lead to it."""
    found = [path]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found += commands(command.get_command(context, name), (*path, name))
    return found


@pytest.mark.parametrize("path", commands(), ids=" ".join)
def test_every_help_ends_with_examples_and_exit_codes(folder, run, path):
    ran = run(*path, "--help")
    assert (ran.status, ran.err) == (0, "")
    _, examples, codes = ran.out.partition("\nExamples:\n")
    assert examples
    assert f"runtime {' '.join(path)}".rstrip() in codes
    assert "\nExit codes:\n" in codes
    last = codes.partition("\nExit codes:\n")[2]
    assert all(
        line.split()[0].isdigit() for line in last.splitlines() if line.startswith("  ") and line[2] != " "
    )
    assert run(*path, "-h").out == ran.out


def test_there_are_no_other_commands_than_these():
    assert [path for path in commands() if len(path) == 1] == [
        ("accept",), ("approvals",), ("audit",), ("bash",), ("call",), ("completion",), ("context",), ("demo",), ("doctor",), ("init",), ("mcp",), ("policy",), ("serve",), ("tools",), ("version",), ("wasm",),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "argv",
    [
        ["frobnicate"],
        ["call"],
        ["call", "read_file", "{}", "extra"],
        ["call", "--frobnicate"],
        ["call", "read_file", "--approve", "always"],
        ["tools", "frobnicate"],
        ["\x1b[2J"],
        ["version", "--js"],
    ],
)
def test_a_usage_error_has_code_message_and_suggestion(folder, run, argv):
    ran = run(*argv)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Error [usage.invalid]: ")
    assert "--help" in ran.err
    assert "\x1b" not in ran.err
    error = run(*argv, "--json").data["error"]
    assert set(error) == {"code", "message", "suggestion"}
    assert (error["code"], all(error.values())) == ("usage.invalid", True)


def test_without_a_command_the_help_is_shown(folder, run):
    ran = run()
    assert ran.status == 2
    assert "Usage: runtime" in ran.out + ran.err


def test_every_error_of_the_catalogue_has_an_exit_code_that_is_documented():
    codes = {error.code: exit_code(error.code) for error in catalogue()}
    assert set(codes.values()) <= set(EXIT_CODES) - {0}
    assert {code: status for code, status in codes.items() if status == 1} == {
        "audit.tampered": 1, "tool.failed": 1,
    }  # fmt: skip


def test_an_unexpected_fault_is_told_in_one_line_and_its_trace_on_request(project, run, monkeypatch):
    def break_(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a secret in a message")

    monkeypatch.setattr("runtime.host.inspection.list_manifests", break_)
    ran = run("tools", "list")
    assert ran.status == 7
    assert ran.err.startswith("Error [runtime.fault]: ")
    assert "secret" not in ran.err
    monkeypatch.setenv("RUNTIME_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("tools", "list")


def test_what_the_system_refuses_is_told_and_its_trace_on_request(project, run, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("runtime.host.inspection.list_manifests", refuse)
    ran = run("tools", "list")
    assert (ran.status, ran.err) == (7, "Error [runtime.fault]: the system refused: Permission denied\n")
    monkeypatch.setenv("RUNTIME_DEBUG", "1")
    with pytest.raises(PermissionError):
        run("tools", "list")


@pytest.mark.parametrize(
    "command", [[str(Path(sys.executable).with_name("runtime"))], [sys.executable, "-m", "runtime"]]
)
def test_the_console_script_and_the_module_are_the_same_command(project, command):
    done = subprocess.run(
        [*command, "call", "list_dir", "--json"], capture_output=True, timeout=60, check=True
    )
    assert json.loads(done.stdout)["success"] is True
    assert done.stderr == b""
    failed = subprocess.run([*command, "frobnicate"], capture_output=True, timeout=60, check=False)
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert b"Traceback" not in failed.stderr


def test_a_reader_that_leaves_is_no_error(project, child):
    (project / "big.txt").write_text("a line of a big file\n" * 50_000)
    process = child("call", "read_file", '{"path": "big.txt"}')
    assert process.stdout.read(1)
    process.stdout.close()
    assert (process.wait(60), process.stderr.read()) == (0, b"")


@pytest.mark.parametrize(
    ("argv", "status"),
    [(["--help"], 0), (["version", "--json"], 0), (["frobnicate"], 2), (["frobnicate", "--json"], 2)],
)
def test_where_nobody_reads_at_all_the_status_is_still_told(project, child, argv, status):
    read, write = os.pipe()
    os.close(read)
    process = child(*argv, stderr=write, stdout=write)
    os.close(write)
    assert process.wait(60) == status


@pytest.mark.parametrize("argv", [["tools", "list"], ["tools", "list", "--json"], ["frobnicate", "--json"]])
def test_a_full_disk_behind_stdout_is_told(project, child, argv):
    with Path("/dev/full").open("w") as full:
        process = child(*argv, stdout=full)
    _, err = process.communicate(timeout=60)
    assert process.returncode in (2, 7)
    assert b"Traceback" not in err
    if argv[0] == "tools":
        assert b"No space left" in err


@pytest.mark.parametrize("redirect", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_reason_to_break(project, redirect):
    for argv, status in (("call list_dir --json", 0), ("call read_file -", 5), ("frobnicate", 2)):
        done = subprocess.run(
            ["sh", "-c", f'exec "$0" -m runtime {argv} {redirect}', sys.executable],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == status
        assert b"Traceback" not in done.stderr


def test_a_terminal_that_lacks_a_character_gets_it_escaped(project, child):
    (project / "ünïcode").write_text("x")
    western = os.environ | {"PYTHONIOENCODING": "iso-8859-1"}
    plain = child("call", "list_dir", env=western)
    out, err = plain.communicate(timeout=60)
    assert (plain.returncode, err) == (0, b"")
    assert out.startswith(b"\\u2713 Contents of .:\n")
    assert "ünïcode".encode("iso-8859-1") in out
    as_json = child("call", "list_dir", "--json", env=western)
    assert "ünïcode" in json.loads(as_json.communicate(timeout=60)[0])["output"]


def test_an_interrupt_stops_the_tool_records_it_and_exits_130(own_tools, child, run):
    process = child("call", "dawdle", '{"seconds": 60}', "--call-id", "stopped")
    assert process.stderr.readline() == b"begun\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert b"[call.interrupted]" in err
    assert b"Traceback" not in err
    last = [
        line
        for line in (own_tools / ".runtime/audit/records.jsonl").read_text().splitlines()
        if "stopped" in line
    ]
    assert '"kind":"ToolAborted"' in last[-1]
    assert run("audit", "verify").status == 0


def test_an_unknown_command_names_the_closest_one(folder, run):
    for argv, close in (
        (["cal"], "'call'"),
        (["audit", "verfy"], "'verify'"),
        (["policy", "tset"], "'test'"),
    ):
        ran = run(*argv)
        assert ran.status == 2
        assert f"Did you mean {close}?" in ran.err
    assert "Did you mean" not in run("frobnicate").err


def test_an_unknown_variable_of_the_runtime_is_an_error_that_names_the_closest(folder, run, monkeypatch):
    monkeypatch.setenv("RUNTIME_POLCY_ENGINE", "rego:policies")
    ran = run("call", "list_dir", "--json")
    assert (ran.status, ran.code) == (2, "config.invalid")
    assert ran.data["error"]["suggestion"] == "Did you mean RUNTIME_POLICY_ENGINE?"


def test_the_version_is_an_option_as_well_as_a_command(folder, run):
    assert run("--version").out == run("-V").out == run("version").out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_a_script_that_asks_this_command(folder, run, shell):
    ran = run("completion", shell)
    assert ran.status == 0
    assert f"_RUNTIME_COMPLETE={shell}_complete" in ran.out


def test_bash_completes_commands_options_and_the_names_of_accepted_tools(own_tools, run, tmp_path):
    """A folder that this user has not accepted runs nothing of its own when a shell asks what there is."""
    script = run("completion", "bash").out
    asked = """
        words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _runtime_completion "$runtime"; echo "${COMPREPLY[*]}"; }
        words runtime audit ver; words runtime call --gr; words runtime call pai; words runtime tools show read_f
        cd ../stranger; words runtime call stran
    """
    stranger = own_tools.parent / "stranger"
    (stranger / "mine").mkdir(parents=True)
    (stranger / "mine" / "strange.py").write_text("open('ran', 'w')\n")
    (stranger / "runtime.toml").write_text('[tools]\nfolders = ["mine"]\n')
    program = own_tools.parent / "runtime"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m runtime "$@"\n')
    program.chmod(0o755)
    ran = subprocess.run(
        ["bash", "-c", f"runtime={program}\ncomplete() {{ :; }}\n{script}\n{asked}"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert ran.stdout.splitlines() == ["verify", "--grant", "paint", "read_file", ""]
    assert not (stranger / "ran").exists()
