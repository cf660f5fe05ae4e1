"""``runtime bash --session`` and ``runtime call bash --session``: one shell, kept for user:cli."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def test_both_commands_go_on_in_one_shell(run: Any, project: Path) -> None:
    first = run("bash", "--session", "work", "-c", "x=5; cd /tmp; echo hi > note", "--json")
    assert first.status == 0
    commands = json.dumps({"commands": "echo $x; pwd; x=6"})
    called = run("call", "bash", commands, "--session", "work", "--grant", "clock_read", "--json")
    assert called.data["output"]["stdout"] == "5\n/tmp\n"
    assert run("bash", "--session", "work", "--json", "-c", "echo $x; cat note").data["stdout"] == "6\nhi\n"
    assert run("bash", "--session", "other", "--json", "-c", "echo [$x]").data["stdout"] == "[]\n"
    assert run("bash", "--json", "-c", "echo [$x]").data["stdout"] == "[]\n"


def test_another_principal_has_another_shell_under_the_name(run: Any, project: Path) -> None:
    run("bash", "--session", "work", "-c", "x=5", "--json")
    commands = json.dumps({"commands": "echo [$x]"})
    called = run(
        "call",
        "bash",
        commands,
        "--session",
        "work",
        "--principal",
        "agent:a",
        "--grant",
        "clock_read",
        "--json",
    )
    assert called.data["output"]["stdout"] == "[]\n"


def test_a_session_needs_a_workspace_and_a_plain_name(run: Any, folder: Path) -> None:
    nowhere = run("bash", "--session", "work", "-c", "echo")
    assert (nowhere.status, "runtime init" in nowhere.err) == (2, True)
    assert run("init").status == 0
    assert run("bash", "--session", "../x", "-c", "echo").status != 0
    assert run("call", "bash", "{}", "--session", "../x").status != 0
