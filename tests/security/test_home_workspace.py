"""A home folder as the workspace: what its user accepted, and what answers and witnesses in their place, lies inside and stays out of reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime import Executor, FsRead, FsWrite, ProcessSpawn, ToolContext, tool
from runtime.host import pins, trust
from runtime.host.settings import rules_file, user_folder, witness_folder
from runtime.host.workspace import initialise

ALL = [FsRead(["."]), FsWrite(["."]), ProcessSpawn(["*"])]
BOTH = {"capabilities": ALL[:2], "side_effects": ["fs_read", "fs_write"], "risk": "safe_write"}
ALLOW_ALL = 'package runtime.authz\n\ndecision := {"allow": true}\n'
MARK = "mine now"


@tool(description="Replace", **BOTH)
def replace(ctx: ToolContext, path: str) -> None:
    ctx.fs.replace(path, MARK.encode())


@tool(description="Create", **BOTH)
def create(ctx: ToolContext, path: str) -> None:
    ctx.fs.create(path, MARK.encode())


@pytest.fixture
def home(user_home: Path) -> Path:
    """The home of this user, which is an accepted workspace with rules and general settings of their own."""
    (user_home / "policies").mkdir()
    (user_home / "policies" / "authz.rego").write_text(ALLOW_ALL)
    initialise(user_home, accept=True)
    rules_file().write_text("{}")
    (user_folder() / "config.toml").write_text("")
    return user_home


def everything_of(home: Path) -> dict[str, bytes]:
    """What governs, by its path in the home."""
    places = [trust.known_logs(), pins.pins_file(), rules_file(), user_folder() / "config.toml"]
    places += [path for path in witness_folder().rglob("*") if path.is_file()]
    places += list((home / ".local/state/cathedral-runtime/accepted").iterdir())
    assert len(places) >= 6
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in places}


def test_no_tool_replaces_or_makes_what_governs_in_a_home(home):
    """T-RUN-26"""
    before = everything_of(home)
    with Executor.open(home, tools=[replace, create], isolation="in_process", approvals=False) as executor:
        for path in before:
            refused = executor.call_sync("replace", {"path": path}, grants=ALL)
            assert refused.error.code == "capability.exceeded", path
        for path in (".config/cathedral-runtime/more", ".local/state/cathedral-runtime/witnesses/more"):
            refused = executor.call_sync("create", {"path": path}, grants=ALL)
            assert refused.error.code == "capability.exceeded", path
        assert executor.call_sync("create", {"path": "notes.txt"}, grants=ALL).ok
        after = everything_of(home)
    assert {path: after[path] for path in before if "checkpoints" not in path} == {
        path: before[path] for path in before if "checkpoints" not in path
    }


def test_a_witness_that_lies_in_the_workspace_is_not_written_by_tools(workspace):
    """T-RUN-26"""
    (workspace.folder / "seen").mkdir()
    settings = workspace.folder / "runtime.toml"
    settings.write_text(settings.read_text().replace("[audit]\n", '[audit]\nwitness = ["file:seen"]\n'))
    with workspace.open(create) as executor:
        refused = executor.call_sync("create", {"path": "seen/more"}, grants=ALL)
    assert refused.error.code == "capability.exceeded"


def test_no_command_writes_or_deletes_what_governs_in_a_home(home):
    """T-RUN-26"""
    before = everything_of(home)
    script = "; ".join(f"echo {MARK} > '{path}'; rm -f '{path}'" for path in before)
    with Executor.open(home, isolation="in_process", approvals=False) as executor:
        outcome = executor.call_sync(
            "run_in_terminal", {"command": f"{{ {script}; }} 2>/dev/null; echo done"}, grants=ALL
        )
        assert outcome.ok, outcome.error
        after = everything_of(home)
    assert after.keys() == before.keys()
    assert not [path for path, data in after.items() if MARK.encode() in data]
