"""Each check of the doctor tells good from bad, and what to do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from runtime.backends import launcher
from runtime.backends.launcher import PROTECTIONS
from runtime.host import doctor
from runtime.host.doctor import CHECKS


@pytest.fixture
def folder(workspace) -> str:
    workspace.accept()
    return str(workspace.folder)


def test_a_folder_that_is_ready_has_nothing_bad(folder):
    findings = [check(folder) for check in CHECKS]
    assert [finding for finding in findings if finding.state == "bad"] == []
    assert len({finding.name for finding in findings}) == len(findings)


def test_every_check_has_a_docstring_that_says_what_it_looks_at():
    assert [check.__name__ for check in CHECKS if not check.__doc__] == []


def test_another_system_is_noted_as_not_tested(folder, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert doctor.check_python(folder).state == "note"


def test_a_kernel_without_openat2_is_noted(folder, monkeypatch):
    monkeypatch.setattr(doctor, "openat2", lambda: None)
    assert doctor.check_kernel(folder).state == "note"


def test_what_the_backend_does_not_bound_is_said(folder):
    assert "memory" in doctor.check_backends(folder).found


def test_what_commands_are_held_to_is_found_by_running_one(folder):
    finding = doctor.check_processes(folder)
    assert (finding.name, finding.state) == ("processes", "ok"), finding
    assert all(words in finding.found for words in PROTECTIONS.values())


def _confining_without(monkeypatch, tmp_path, function, does):
    """Let the program that confines commands find one of its ways barred, as on a kernel that lacks it."""
    program = launcher._PROGRAM.read_text("utf-8")
    changed = tmp_path / "_confine.py"
    changed.write_text(
        program.replace('if __name__ == "__main__":', f"{function} = {does}\n\nif __name__ == '__main__':")
    )
    monkeypatch.setattr(launcher, "_PROGRAM", changed)


@pytest.mark.parametrize(
    ("function", "does", "missing", "then"),
    [
        ("_restrict_files", "lambda *_, **__: set()", ["filesystem"], "commands are refused"),
        (
            "_enter_namespaces",
            "lambda **_: False",
            ["hidden", "network", "processes"],
            "commands are refused",
        ),
        ("_limit", "lambda _: set()", ["cpu_s", "memory_bytes"], "commands run without"),
    ],
)
def test_what_a_machine_cannot_hold_commands_to_is_named(
    folder, monkeypatch, tmp_path, function, does, missing, then
):
    """T-PROC-08"""
    _confining_without(monkeypatch, tmp_path, function, does)
    finding = doctor.check_processes(folder)
    held, _, lacking = finding.found.partition("; missing here: ")
    assert (finding.state, bool(finding.fix)) == ("note", True)
    assert all(PROTECTIONS[name] in lacking and PROTECTIONS[name] not in held for name in missing)
    assert lacking.endswith(then)


def test_settings_that_ask_for_less_let_commands_run_without(folder, monkeypatch, tmp_path):
    """T-PROC-08"""
    with (Path(folder) / "runtime.toml").open("a") as settings:
        settings.write('\n[process]\nprotection = "best-effort"\n')
    _confining_without(monkeypatch, tmp_path, "_restrict_files", "lambda *_, **__: set()")
    assert doctor.check_processes(folder).found.endswith("commands run without")


def test_elsewhere_than_on_linux_commands_are_not_confined(folder, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert doctor.check_processes(folder).state == "note"


def test_a_log_that_cannot_be_written_is_bad(folder, monkeypatch):
    monkeypatch.setattr(doctor.os, "access", lambda *_: False)
    finding = doctor.check_log(folder)
    assert (finding.state, bool(finding.fix)) == ("bad", True)


def test_a_folder_that_nobody_accepted_is_bad_and_its_log_unproved(workspace):
    assert doctor.check_trust(str(workspace.folder)).state == "bad"
    assert doctor.check_log(str(workspace.folder)).state == "bad"


def test_settings_by_default_are_noted(tmp_path):
    assert doctor.check_settings(str(tmp_path)).state == "note"
