"""Hostile executables, each with the wall that holds it: when they are asked what they are, when they run, and after a thousand calls."""

from __future__ import annotations

import runpy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from confinement_arena import UNPRIVILEGED, USERS, give, owned_folder, run_child

from runtime.backends._kept import MOST_IDLE

HERE = Path(__file__).with_name("hostile_programs")
DESCRIPTORS = 4
"""Of a process that waits: three pipes, and the way to its first process."""
CHILD = "import runpy; runpy.run_path(sys.argv.pop(1))"


def _attacks(name: str) -> dict[str, str]:
    """The attacks of a file, each with how it must end."""
    lines = [line for line in (HERE / name).read_text("utf-8").splitlines() if not line.startswith("#")]
    return {line.split("|")[0].strip(): line.split("|")[1].strip() for line in lines}


def _attacks_in_python() -> dict[str, str]:
    found = runpy.run_path(str(HERE / "in_python.py"))
    return {name: found["WALLS"].get(name, "held") for name in found["ATTACKS"]}


def _run(calls: int) -> dict[str, Any]:
    user = USERS[-1]
    with owned_folder(user) as folder:
        workspace = folder / "workspace"
        (workspace / "tools").mkdir(parents=True)
        (folder / "home").mkdir()
        if shutil.which("cc"):
            source = HERE / "syscalls.c"
            subprocess.run(["cc", "-O1", "-o", workspace / "tools" / "syscalls", source], check=True)
        give(folder, user)
        told: dict[str, Any] = run_child(
            CHILD, Path(__file__).with_name("hostile_programs_child.py"), workspace, calls, user=user
        )
        return told


def test_hostile_programs_are_held_by_the_walls_that_are_named_and_leave_nothing():
    """T-EXE-01 T-EXE-02 T-EXE-05: one child process for all of them."""
    told = _run(64)
    _check_descriptions(told)
    _check_calls(told)
    assert told["next"] == "still {}\n"
    assert (told["many"], told["verified"]) == (64, True)
    assert told["kept"] <= MOST_IDLE * DESCRIPTORS
    assert (told["files"], told["processes"], told["temporary"]) == (0, [], [])


def _check_descriptions(told: dict[str, Any]) -> None:
    wanted = {name: code for name, code in _attacks("describe.txt").items() if code != "tool"} | {
        "loop": "describe.not_run",
        "empty": "describe.not_run",
        "linked": "not_executable",
        "pipe": "not_executable",
    }
    assert {*told["skipped"]} == {*wanted}
    assert [
        (name, code) for name, code in told["skipped"].items() if code not in wanted[name].split("/")
    ] == []
    assert {name for name, code in _attacks("describe.txt").items() if code == "tool"} <= set(told["tools"])


def _check_calls(told: dict[str, Any]) -> None:
    wanted = _attacks("call.txt") | _attacks_in_python()
    ended = {
        name: told["ended"][name] if code != "held" or "THROUGH" in str(told["ended"][name]) else "held"
        for name, code in wanted.items()
    }
    assert {name: how for name, how in ended.items() if how not in wanted[name].split("/")} == {}
    assert told["ended"].get("syscalls", "done\n") == "done\n"


@pytest.mark.soak
def test_a_thousand_calls_at_64_at_once_leave_nothing():
    """T-EXE-05"""
    told = _run(1000)
    assert (told["many"], told["verified"]) == (1000, True)
    assert told["kept"] <= MOST_IDLE * DESCRIPTORS
    assert (told["files"], told["processes"], told["temporary"]) == (0, [], [])


def test_there_are_more_than_forty_hostile_programs_and_some_in_each_language():
    assert len(_attacks("describe.txt")) + len(_attacks("call.txt")) > 40
    assert len(_attacks_in_python()) > 20
    assert UNPRIVILEGED
