"""What the composition root names, refuses, and closes again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from runtime import AuditError, ConfigurationError, Executor, FsRead, ToolContext, tool
from runtime.contracts.errors import ToolNotFound
from runtime.host import acceptance
from runtime.host.inspection import find_manifest, list_manifests
from runtime.host.log_location import log_folder
from runtime.host.maintenance import repair_log_of
from runtime.host.policy_location import bundle_folder
from runtime.host.settings import PolicySettings, load_settings

OWN = """\
from runtime import tool


@tool(description="Mine", side_effects=["none"])
def mine() -> int:
    return 1
"""
READ = {"path": "README.md"}


@pytest.fixture
def accepted(workspace) -> Path:
    """The workspace's folder, accepted by this user."""
    workspace.accept()
    return workspace.folder


def append(folder: Path, text: str) -> None:
    with (folder / "runtime.toml").open("a") as stream:
        stream.write(text)


def code_of(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises((ConfigurationError, AuditError)) as caught:
        call(*args, **kwargs)
    return caught.value.code


SHIPPED = (
    "bash", "create_directory", "create_file", "fetch_webpage", "file_search", "grep_search", "http_fetch", "list_dir", "read_file",
    "replace_string_in_file", "run_in_terminal", "sql_query", "terminal_last_command",
    "csv_query", "grep_files", "json_pretty", "markdown_outline", "word_count",
)  # fmt: skip


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # counted, not walked


def test_an_executor_offers_the_shipped_tools_those_of_its_folders_and_those_it_is_given(accepted):
    (accepted / "mine").mkdir()
    (accepted / "mine/own.py").write_text(OWN)
    append(accepted, '[tools]\nfolders = ["mine"]\n')
    for subject in ("settings", "tools"):
        acceptance.accept(acceptance.offer(accepted, subject))

    @tool(description="Given", side_effects=["none"])
    def given() -> int:
        return 2

    with Executor.open(accepted, tools=[given], isolation="in_process") as executor:
        assert executor.tools == tuple(sorted((*SHIPPED, "given", "mine")))
        assert executor.call_sync("mine", {}).output == 1
    assert [m.name for m in list_manifests(accepted)] == sorted((*SHIPPED, "mine"))
    assert find_manifest(accepted, "mine").description == "Mine"


def test_an_unknown_tool_names_its_neighbour(accepted):
    with pytest.raises(ToolNotFound) as caught:
        find_manifest(accepted, "read_fil")
    assert "read_file" in caught.value.suggestion
    with pytest.raises(ToolNotFound) as caught:
        find_manifest(accepted, "nothing of the kind")
    assert caught.value.suggestion == ToolNotFound.fix


def test_the_tools_of_a_folder_that_was_not_accepted_are_not_loaded(workspace):
    """T-RUN-03"""
    (workspace.folder / "mine").mkdir()
    (workspace.folder / "mine/own.py").write_text("raise AssertionError('loaded')")
    append(workspace.folder, '[tools]\nfolders = ["mine"]\n')
    assert code_of(list_manifests, workspace.folder) == "config.untrusted"
    assert code_of(find_manifest, workspace.folder, "mine") == "config.untrusted"
    assert code_of(Executor.open, workspace.folder) == "config.untrusted"


def test_the_policy_is_evaluated_where_the_settings_say(accepted):
    with Executor.open(accepted) as executor:
        outcome = executor.call_sync("read_file", READ, grants=[FsRead(prefixes=["."])])
    assert outcome.ok


def test_without_a_folder_of_its_own_the_shipped_policy_decides(workspace):
    settings = msgspec.structs.replace(workspace.settings, policy=PolicySettings())
    with Executor.open(workspace.folder, settings=settings, isolation="in_process") as executor:
        outcome = executor.call_sync("read_file", {"path": ".env"}, grants=[FsRead(prefixes=["."])])
    assert outcome.error.code == "policy.denied"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[policy]\nengine = "opa+http://opa.example"\n', "config.invalid"),
        ('[policy]\nengine = ""\n', "config.invalid"),
        ('[policy]\nengine = "rego:nowhere"\n', "config.missing"),
        ('[policy]\nengine = "rego:policies"\nentry = "not a rule"\n', "config.invalid"),
        ('[audit]\nstore = "postgresql://x.invalid"\n', "audit.write_failed"),
        ('[audit]\nstore = "file:"\n', "config.invalid"),
        ('[audit]\nstore = "file:nowhere"\n', "config.missing"),
        ('[tools]\nfolders = ["nowhere"]\n', "config.invalid"),
        ('[tools]\nfolders = ["README.md"]\n', "config.invalid"),
        ("[grants]\nfs_read = 7\n", "config.invalid"),
        ("[grants]\nfs_reed = ['.']\n", "config.invalid"),
        ("[grants]\nfs_read = ['../..']\n", "config.invalid"),
    ],
)
def test_settings_that_name_what_is_not_there_open_nothing_and_leave_nothing_open(workspace, text, code):
    """T-RUN-02"""
    origin = workspace.settings.audit.origin
    head = "" if text.startswith("[audit]") else "[audit]\n"
    (workspace.folder / "runtime.toml").write_text(
        f'{head}origin = "{origin}"\n{text}' if head else f'{text}origin = "{origin}"\n'
    )
    before = descriptors()
    assert code_of(workspace.open) == code
    assert descriptors() <= before  # what an earlier test left to a thread may have gone meanwhile


def test_what_is_not_a_folder_opens_nothing(workspace):
    assert (
        code_of(Executor.open, workspace.folder / "README.md", settings=workspace.settings)
        == "config.invalid"
    )
    assert code_of(Executor.open, workspace.folder / "nowhere") == "config.invalid"


def test_only_an_engine_with_a_folder_has_one(workspace):
    assert bundle_folder(load_settings(workspace.folder)) == workspace.folder / "policies"
    append(workspace.folder, "")
    text = (workspace.folder / "runtime.toml").read_text().replace("rego:policies", "opa:x")
    (workspace.folder / "runtime.toml").write_text(text)
    assert code_of(bundle_folder, load_settings(workspace.folder)) == "config.invalid"


def test_the_log_can_lie_elsewhere(workspace, tmp_path):
    text = (
        (workspace.folder / "runtime.toml").read_text().replace("file:.runtime/audit", f"file:{tmp_path}/log")
    )
    (workspace.folder / "runtime.toml").write_text(text)
    assert log_folder(load_settings(workspace.folder)) == tmp_path / "log"
    workspace.log.rename(tmp_path / "log")
    with workspace.open() as executor:
        assert executor.call_sync("read_file", READ, grants=[FsRead(prefixes=["."])]).ok


def test_a_log_is_repaired_for_the_user_who_accepted_it_only(workspace):
    """T-RUN-03"""
    with (workspace.log / "records.jsonl").open("ab") as stream:
        stream.write(b"torn")
    assert code_of(repair_log_of, workspace.folder, apply=True) == "config.untrusted"
    workspace.accept()
    assert repair_log_of(workspace.folder, apply=False).needed
    assert repair_log_of(workspace.folder, apply=True).applied


def test_closing_releases_every_descriptor_and_thread_and_may_be_repeated(workspace):
    workspace.open().close()  # what is loaded once is loaded now
    before = descriptors()
    executor = workspace.open()
    assert executor.call_sync("read_file", READ, grants=[FsRead(prefixes=["."])]).ok
    executor.close()
    executor.close()
    assert descriptors() == before


@pytest.mark.parametrize("path", [".runtime/keys/log.key", ".runtime/audit/records.jsonl"])
def test_no_grant_opens_the_key_or_the_log_to_a_tool(workspace, path):
    @tool(description="Peek", capabilities=[FsRead(prefixes=["."])], side_effects=["fs_read"])
    def peek(ctx: ToolContext, path: str) -> int:
        return len(ctx.fs.read_bytes(path))

    with workspace.open(peek) as executor:
        outcome = executor.call_sync("peek", {"path": path}, grants=[FsRead(prefixes=["."])])
    assert outcome.error.category == "capability.exceeded"
