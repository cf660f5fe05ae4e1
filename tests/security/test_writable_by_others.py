"""What decides is refused where other users of the machine can change it: settings, policies, tools, accepted keys, rules."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.approval import files
from runtime.contracts.errors import ConfigurationError
from runtime.host import trust
from runtime.host.executor import Executor
from runtime.host.settings import load_settings
from runtime.host.workspace import initialise


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace that this user has accepted, with a folder of tools."""
    made = tmp_path / "workspace"
    made.mkdir()
    initialise(made)
    (made / "own").mkdir()
    (made / "own" / "a_tool.py").write_text("")
    with (made / "runtime.toml").open("a") as settings:
        settings.write('\n[tools]\nfolders = ["own"]\n')
    initialise(made, accept=True)
    return made


def _code(run: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(ConfigurationError) as caught:
        run(*arguments)
    assert "chmod go-w" in f"{caught.value.message} {caught.value.suggestion}"
    return caught.value.code


def _open(folder: Path) -> None:
    Executor.open(folder).close()


def test_a_workspace_of_this_user_alone_opens(folder: Path) -> None:
    _open(folder)


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("runtime.toml", 0o666),
        (".", 0o777),
        ("policies", 0o777),
        ("policies/authz.rego", 0o666),
        ("policies/data.json", 0o666),
        ("own", 0o777),
        ("own/a_tool.py", 0o646),
    ],
)
def test_a_file_or_folder_that_everybody_writes_keeps_the_executor_closed(
    folder: Path, name: str, mode: int
) -> None:
    """T-RUN-23"""
    (folder / name).chmod(mode)
    assert _code(_open, folder) in {"config.unsafe", "policy.bundle_invalid"}


def test_settings_that_others_write_are_not_read(folder: Path) -> None:
    """T-RUN-23"""
    (folder / "runtime.toml").chmod(0o666)
    assert _code(load_settings, folder) == "config.unsafe"


def test_accepted_keys_that_others_write_pin_nothing(folder: Path) -> None:
    """T-RUN-23"""
    trust.known_logs().chmod(0o666)
    assert _code(trust.pinned_key, folder) == "config.unsafe"


def test_rules_that_others_write_answer_nothing(tmp_path: Path) -> None:
    """T-RUN-23"""
    rules = tmp_path / "approval-rules.json"
    rules.write_text("{}")
    rules.chmod(0o666)
    assert _code(files.read, rules, 100) == "config.unsafe"


def test_what_initialise_makes_is_this_users_alone_whatever_the_mask(tmp_path: Path, monkeypatch) -> None:
    before = os.umask(0)
    try:
        made = tmp_path / "open"
        made.mkdir(mode=0o755)
        initialise(made)
    finally:
        os.umask(before)
    _open(made)
