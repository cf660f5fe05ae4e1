"""What every `runtime audit` command does, wherever the log is: one workspace in a folder, one in PostgreSQL."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from postgres_cluster import has_server, server_url

from runtime.cli.main import main

KINDS = ["file", "postgresql"] if has_server() else ["file"]
PURE = """\
from runtime import tool


@tool(description="Say it", side_effects=["none"], determinism="pure")
def say(word: str) -> str:
    return word + "!"
"""


class Ran(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(monkeypatch, capsys) -> Callable[..., Ran]:
    def run_(*argv: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        capsys.readouterr()
        return Ran(main(list(argv)), *capsys.readouterr())

    return run_


@pytest.fixture(params=KINDS)
def workspace(request, tmp_path, monkeypatch, run) -> Iterator[Path]:
    """A workspace with three calls in its log: two of a pure tool, and one that is denied."""
    folder = tmp_path / "project"
    (folder / "mine").mkdir(parents=True)
    (folder / "mine" / "say.py").write_text(PURE)
    monkeypatch.chdir(folder)
    store = f'store = "{server_url()}"\n' if request.param == "postgresql" else ""
    origin = f"example.com/{abs(hash(str(tmp_path))):x}"
    (folder / "runtime.toml").write_text(
        f'[audit]\n{store}origin = "{origin}"\n\n[tools]\nfolders = ["mine"]\n'
    )
    assert run("init", "--trust").status == 0
    for call, word in (("c-1", "hunter2"), ("c-2", "other")):
        ran = run("call", "say", json.dumps({"word": word}), "--call-id", call, "--json")
        assert ran.status == 0, ran
    assert run("call", "no_such_tool", "{}", "--call-id", "c-3").status != 0
    return folder


def key(run: Callable[..., Ran]) -> str:
    return str(run("audit", "keys", "show", "--json").data["pinned"])


def address(workspace: Path) -> str:
    """The log as an auditor names it, who has no settings."""
    text = (workspace / "runtime.toml").read_text()
    url = re.search(r'store = "(.*)"', text)
    origin = re.search(r'origin = "(.*)"', text)
    return f"{url[1]}#{origin[1]}" if url and origin else str(workspace / ".runtime" / "audit")


def test_the_log_is_read_and_searched(workspace, run, tmp_path):
    found = run("audit", "query", "--json").data["calls"]
    assert [(one["call"], one["outcome"]) for one in found] == [
        ("c-1", "completed"),
        ("c-2", "completed"),
        ("c-3", "denied"),
    ]
    assert [one["call"] for one in run("audit", "query", "--outcome", "denied", "--json").data["calls"]] == [
        "c-3"
    ]
    shown = run("audit", "show", "c-1", "--values", "--json").data
    assert shown["proven"] == len(shown["calls"][0])
    assert shown["calls"][0][0]["vault"] == {"state": "value", "value": '{"word":"hunter2"}'}
    last = [json.loads(line) for line in run("audit", "tail", "-n", "3", "--json").out.splitlines()]
    assert [one["seq"] for one in last] == list(range(last[0]["seq"], last[0]["seq"] + 3))
    for form in ("jsonl", "csv", "ocsf"):
        assert run("audit", "export", "--format", form, "-o", str(tmp_path / form)).status == 0
    assert (tmp_path / "jsonl").read_text().count("\n") == last[-1]["seq"] + 1
    assert run("audit", "export", "--format", "tiles", "-o", str(tmp_path / "tiles")).status == 0
    # An auditor elsewhere names the log, and has no settings.
    named = ("--log", address(workspace), "--key", key(run), "--json")
    assert run("audit", "show", "c-2", *named).data["proven"] == len(shown["calls"][0])
    assert len(run("audit", "query", "--log", address(workspace), "--json").data["calls"]) == 3


def test_what_the_log_proves_is_checked_without_it(workspace, run, tmp_path):
    kept = str(tmp_path / "kept")
    assert run("audit", "checkpoint", "-o", kept).status == 0
    assert run("call", "say", '{"word": "more"}').status == 0
    assert run("audit", "consistency", kept, "-o", str(tmp_path / "growth")).status == 0
    verifier = ("--key", key(run))
    assert run("audit", "check", str(tmp_path / "growth"), "--old", kept, *verifier).status == 0
    assert run("audit", "prove", "--call", "c-1", "-o", str(tmp_path / "proofs")).status == 0
    proofs = sorted((tmp_path / "proofs").iterdir())
    assert len(proofs) >= 4
    assert run("audit", "check", str(proofs[0]), *verifier).status == 0
    assert run("audit", "keys", "rotate").status == 0
    assert run("audit", "prove", "--handovers", "-o", str(tmp_path / "handovers")).status == 0
    assert len(list((tmp_path / "handovers").iterdir())) == 1
    report = run("audit", "verify", address(workspace), *verifier, "--json").data
    assert report["verdict"] == "OK_NOT_WITNESSED"
    assert run("audit", "verify", "--require-witness").status == 0


def test_what_is_erased_is_gone_and_the_log_verifies(workspace, run):
    """T-AUD-60: by call, and by whom or what it was about."""
    assert run("audit", "erase", "c-1", "--json").data["rows"] == 3
    assert "(erased)" in run("audit", "show", "c-1", "--values").out
    assert run("audit", "erase", "--value", "other", "--dry-run", "--json").data["calls"] == ["c-2"]
    assert len(run("audit", "erase", "--value", "other", "--json").data["erased"]) == 1
    report = run("audit", "verify", "--json").data
    assert (report["verdict"], report["erased"]) == ("OK", 6)
    assert run("audit", "query", "--call", "c-1", "--json").data["calls"][0]["outcome"] == "completed"


def test_the_log_is_copied_by_a_command_and_goes_on_to_verify(workspace, run, tmp_path):
    """T-AUD-92"""
    there = str(tmp_path / "evidence")
    ran = run("audit", "copy", address(workspace), there, "--json")
    assert (ran.status, ran.data["report"]["verdict"], ran.data["values"]) == (0, "OK_NOT_WITNESSED", 6)
    again = run("audit", "copy", address(workspace), there, "--json")
    assert (again.data["records_bytes"], again.data["values"]) == (0, 0)
    assert run("audit", "verify", there, "--key", key(run)).status == 0
    assert run("audit", "copy", there, there).status == 2


def test_calls_are_replayed_and_the_log_needs_no_repair(workspace, run):
    ran = run("audit", "replay", "--json").data
    assert (ran["replayed"], ran["diverged"]) == (2, 0)
    plan = run("audit", "repair", "--json")
    assert (plan.status, plan.data["needed"]) == (0, False)
    assert run("doctor").status == 0
    assert run("audit", "erase", "c-2").status == 0
    assert run("audit", "replay", "--json").data["replayed"] == 1
