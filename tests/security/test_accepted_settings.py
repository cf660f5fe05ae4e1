"""Settings of a workspace that changed after their user accepted them: nothing of them takes effect."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.errors import ConfigurationError
from runtime.host import acceptance, pins
from runtime.host.accepted_settings import find_settings
from runtime.host.differences import compare
from runtime.host.executor import Executor
from runtime.host.inspection import inbox_of, shells_of
from runtime.host.settings import load_settings, user_folder
from runtime.host.workspace import initialise

CHANGES = {
    "grants": ('fs_read = ["."]', 'fs_read = ["."]\nfs_write = ["."]'),
    "a named command": ('fs_read = ["."]', 'fs_read = ["."]\nprocess_spawn = ["*"]'),
    "the log's place": ("file:.runtime/audit", "file:elsewhere"),
    "the log's server": ("file:.runtime/audit", "postgresql://127.0.0.1:1/stolen"),
    "the key": (".runtime/keys/log.key", "conf/log.key"),
    "the entry of the policy": ("[audit]", 'entry = "data.evil.decision"\n\n[audit]'),
    "clocks for policy": ("[audit]", 'allow_builtins = ["http.send"]\n\n[audit]'),
    "the isolation of policy": ("[audit]", 'isolation = "in_process"\n\n[audit]'),
    "the witness": ("[keys]", "witness = []\n\n[keys]"),
    "names in records": ("[keys]", 'hide = ["principals"]\n\n[keys]'),
    "roles": ("[grants]", '[principals."agent:evil"]\nroles = ["admin"]\n\n[grants]'),
    "protection": ("[grants]", '[process]\nprotection = "best-effort"\n\n[grants]'),
    "review": ("[grants]", '[process]\nchanges = "direct"\n\n[grants]'),
    "the inbox": ("[grants]", '[approvals]\ninbox = "docs"\n\n[grants]'),
    "a tool's isolation": ("[grants]", '[tools.bash]\nisolation = "in_process"\n\n[grants]'),
    "tools": ("[grants]", '[tools]\nfolders = ["docs"]\n\n[grants]'),
    "bounds": ("[grants]", "[executor]\nconcurrent = 100000\n\n[grants]"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "workspace"
    (made / "docs").mkdir(parents=True)
    initialise(made)
    return made


def edit(folder: Path, old: str, new: str) -> None:
    settings = folder / "runtime.toml"
    text = settings.read_text()
    assert old in text
    settings.write_text(text.replace(old, new))


def open_it(folder: Path) -> None:
    Executor.open(folder, isolation="in_process").close()


def code_of(call: Callable[..., object], *args: object) -> str:
    with pytest.raises(ConfigurationError) as caught:
        call(*args)
    assert caught.value.suggestion
    return caught.value.code


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_of_what_decides_is_refused_until_its_user_accepts_it(folder, what):
    """T-RUN-41"""
    before = (folder / "runtime.toml").read_bytes()
    edit(folder, *CHANGES[what])
    # A key that is not there is refused as missing, before anything is compared.
    expected = "config.missing" if what == "the key" else "config.changed"
    for opened in (open_it, inbox_of, shells_of):
        assert code_of(opened, folder) == expected
    assert not (folder / "elsewhere").exists()
    acceptance.accept(acceptance.offer(folder, "settings"))
    assert compare(find_settings(load_settings(folder))).is_none
    (folder / "runtime.toml").write_bytes(before)
    assert code_of(open_it, folder) == "config.changed"


def test_the_refusal_names_the_file_and_the_difference_names_the_value(folder):
    """T-RUN-41"""
    edit(folder, *CHANGES["grants"])
    with pytest.raises(ConfigurationError, match=r"runtime\.toml \(changed\)"):
        open_it(folder)
    (change,) = compare(acceptance.offer(folder, "settings")).changes
    assert [line for line in change.diff.split("\n") if line[:1] == "+" and line[:2] != "++"] == [
        '+grants.fs_write = ["."]'
    ]


def test_comments_order_and_layout_of_the_settings_need_no_acceptance(folder):
    settings = folder / "runtime.toml"
    parts = settings.read_text().split("\n[")
    settings.write_text("# mine\n[" + "\n\n[".join(reversed(parts[1:])))
    open_it(folder)


def test_the_same_settings_in_the_projects_own_file_are_the_same_settings(folder):
    text = (folder / "runtime.toml").read_text().replace("\n[", "\n[tool.runtime.")
    (folder / "runtime.toml").unlink()
    (folder / "pyproject.toml").write_text('[project]\nname = "x"\n' + text)
    open_it(folder)
    (folder / "pyproject.toml").write_text('[project]\nname = "y"\n' + text)
    open_it(folder)
    (folder / "pyproject.toml").write_text(text + 'fs_write = ["."]\n')
    assert code_of(open_it, folder) == "config.changed"


def test_settings_that_are_gone_leave_the_folder_closed_whatever_else_would_hold(folder):
    """T-RUN-41"""
    own = user_folder() / "config.toml"
    own.write_text('[grants]\nfs_write = ["."]\n')
    (folder / "runtime.toml").unlink()
    assert code_of(open_it, folder) == "config.changed"


def test_settings_planted_in_a_folder_below_open_nothing(folder):
    """T-RUN-03"""
    shutil.copy(folder / "runtime.toml", folder / "docs" / "runtime.toml")
    assert code_of(open_it, folder / "docs") in ("config.missing", "config.untrusted")


def test_what_the_user_says_in_variables_or_waives_needs_no_acceptance(folder, monkeypatch):
    monkeypatch.setenv("RUNTIME_POLICY_DEADLINE_S", "2")
    open_it(folder)
    edit(folder, *CHANGES["grants"])
    assert code_of(open_it, folder) == "config.changed"
    monkeypatch.setenv("RUNTIME_TRUST_PIN", "false")
    open_it(folder)


def test_a_folder_accepted_without_its_settings_is_refused_and_their_pin_alone_opens_it(folder):
    """T-RUN-41"""
    lines = pins.pins_file().read_text().splitlines()
    pins.pins_file().write_text("\n".join(line for line in lines if '"settings"' not in line))
    assert code_of(open_it, folder) == "config.changed"
    acceptance.accept(acceptance.offer(folder, "settings"))
    open_it(folder)


def test_names_of_settings_cannot_be_written_so_that_two_files_read_alike(tmp_path):
    """T-RUN-41"""
    digests = set()
    for text in (
        "[grants]\na = {b = 1}\n",
        '[grants]\n"a.b" = 1\n',
        '[grants]\n"a.b" = "1"\n',
        '[grants]\n"a = 1\\nb" = 1\n',
        "[grants]\na = 1\nb = 1\n",
        "[grants]\na = {}\n",
        "[grants]\na = []\n",
        "[grants]\na = true\n",
        '[grants]\na = "true"\n',
    ):
        (tmp_path / "runtime.toml").write_text(text)
        digests.add(find_settings(load_settings(tmp_path)).digest)
    assert len(digests) == 9
