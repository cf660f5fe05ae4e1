"""The runtime's own key, log and rules, reached by other names than those that a policy closes."""

from __future__ import annotations

import contextlib

import msgspec
import pytest

from runtime import Executor, FsRead, FsWrite, ToolContext, tool
from runtime.host.settings import ToolSettings

ALL = [FsRead(["."]), FsWrite(["."])]
BOTH = {"capabilities": ALL, "side_effects": ["fs_read", "fs_write"], "risk": "safe_write"}


@tool(description="Walk", capabilities=[FsRead(["."])], side_effects=["fs_read"])
def walk(ctx: ToolContext, path: str) -> list[str]:
    return [entry.path for entry in ctx.fs.walk(path)]


@tool(description="Replace", **BOTH)
def replace(ctx: ToolContext, path: str) -> None:
    ctx.fs.replace(path, b"mine")


@tool(description="Make a folder", **BOTH)
def make_dir(ctx: ToolContext, path: str) -> list[str]:
    return ctx.fs.make_dir(path)


@pytest.fixture
def executor(workspace):
    (workspace.folder / "extra").mkdir()
    settings = msgspec.structs.replace(workspace.settings, tools=ToolSettings(folders=("extra",)))
    with contextlib.closing(
        Executor.open(
            workspace.folder, tools=[walk, replace, make_dir], settings=settings, isolation="in_process"
        )
    ) as opened:
        yield opened


def _refused(executor, name, arguments) -> bool:
    outcome = executor.call_sync(name, arguments, grants=ALL)
    return not outcome.ok and outcome.error.code == "capability.exceeded"


@pytest.mark.parametrize("secret", [".runtime/keys/log.key", ".runtime/audit/records.jsonl"])
@pytest.mark.parametrize("linked", [True, False])
def test_the_key_and_the_log_are_not_read_under_any_name(workspace, executor, secret, linked):
    """T-FS-30"""
    if linked:
        (workspace.folder / "notes.txt").symlink_to(secret)
    assert _refused(executor, "read_file", {"path": "notes.txt" if linked else secret})


@pytest.mark.parametrize("folder", ["policies", "extra", ".runtime/audit"])
@pytest.mark.parametrize("linked", [True, False])
def test_nothing_is_made_among_the_rules_the_tools_and_the_records(workspace, executor, folder, linked):
    """T-FS-30"""
    if linked:
        (workspace.folder / "docs").symlink_to(folder)
    name = "docs" if linked else folder
    assert _refused(executor, "create_file", {"path": f"{name}/new.rego", "content": "package x"})
    assert _refused(executor, "make_dir", {"path": f"{name}/deep/er"})
    assert not (workspace.folder / folder / "new.rego").exists()
    assert not (workspace.folder / folder / "deep").exists()


@pytest.mark.parametrize("rule", ["runtime.toml", "policies/authz.rego", ".runtime/keys/log.key"])
@pytest.mark.parametrize("linked", [True, False])
def test_settings_policies_and_key_are_not_replaced_under_any_name(workspace, executor, rule, linked):
    """T-FS-30"""
    if linked:
        (workspace.folder / "notes.txt").symlink_to(rule)
    before = (workspace.folder / rule).read_bytes()
    assert _refused(executor, "replace", {"path": "notes.txt" if linked else rule})
    assert (workspace.folder / rule).read_bytes() == before


def test_settings_are_not_created_where_there_are_none(workspace, executor):
    """T-FS-30"""
    (workspace.folder / "runtime.toml").unlink()
    assert _refused(executor, "create_file", {"path": "runtime.toml", "content": ""})


def test_a_walk_passes_the_key_and_the_log_over_and_shows_the_rules(executor):
    """T-FS-30"""
    found = executor.call_sync("walk", {"path": "."}, grants=ALL).output
    assert "policies/authz.rego" in found
    assert not [path for path in found if path.startswith((".runtime/keys/", ".runtime/audit/"))]


def test_policies_may_still_be_read(executor):
    outcome = executor.call_sync("read_file", {"path": "policies/authz.rego"}, grants=ALL)
    assert outcome.ok
