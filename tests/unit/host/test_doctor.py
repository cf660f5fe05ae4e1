"""Each check of the doctor tells good from bad, and what to do."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from runtime.backends import launcher
from runtime.backends.launcher import PROTECTIONS
from runtime.host import doctor, log_checks
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


def _confining_without(monkeypatch, tmp_path, change):
    """Let the program that confines commands find one of its ways barred, as on a kernel that lacks it."""
    changed = tmp_path / "starter.py"
    changed.write_text(
        "import sys\nsys.path.append(sys.argv[2])\n"
        "from runtime.backends._confinement import bounds, confined, landlock, starter, syscalls\n"
        f"{change}\nstarter.main()\n"
    )
    monkeypatch.setattr(launcher, "_PROGRAM", changed)


@pytest.mark.parametrize(
    ("change", "missing", "then"),
    [
        ("landlock.Ruleset.restrict = lambda _: set()", ["landlock"], "commands run without"),
        ("landlock.WITH_TRUNCATE = 1000", ["landlock"], "commands run without"),
        ("syscalls.restrict = lambda: False", ["syscalls"], "commands are refused"),
    ],
)
def test_what_a_machine_cannot_hold_commands_to_is_named(
    folder, monkeypatch, tmp_path, change, missing, then
):
    """T-PROC-08"""
    _confining_without(monkeypatch, tmp_path, change)
    finding = doctor.check_processes(folder)
    held, _, lacking = finding.found.partition("; missing here: ")
    assert (finding.state, bool(finding.fix)) == ("note", True)
    assert all(PROTECTIONS[name] in lacking and PROTECTIONS[name] not in held for name in missing)
    assert lacking.endswith(then)


def test_settings_that_ask_for_less_let_commands_run_without(folder, monkeypatch, tmp_path):
    """T-PROC-08"""
    with (Path(folder) / "runtime.toml").open("a") as settings:
        settings.write('\n[process]\nprotection = "best-effort"\n')
    _confining_without(monkeypatch, tmp_path, "syscalls.restrict = lambda: False")
    assert doctor.check_processes(folder).found.endswith("commands run without")


def test_a_machine_without_user_namespaces_refuses_commands_and_says_so(folder, monkeypatch, tmp_path):
    """T-PROC-08"""
    _confining_without(monkeypatch, tmp_path, "starter._enter_namespaces = lambda: False")
    finding = doctor.check_processes(folder)
    assert (finding.state, bool(finding.fix)) == ("bad", True)
    assert finding.found.endswith("commands are refused")


def test_elsewhere_than_on_linux_commands_are_not_confined(folder, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert doctor.check_processes(folder).state == "note"


def test_a_log_that_cannot_be_written_is_bad(folder, monkeypatch):
    monkeypatch.setattr(log_checks.os, "access", lambda *_: False)
    finding = doctor.check_log(folder)
    assert (finding.state, bool(finding.fix)) == ("bad", True)


def test_a_folder_that_nobody_accepted_is_bad_and_its_log_unproved(workspace):
    assert doctor.check_trust(str(workspace.folder)).state == "bad"
    assert doctor.check_log(str(workspace.folder)).state == "bad"


def test_settings_by_default_are_noted(tmp_path):
    assert doctor.check_settings(str(tmp_path)).state == "note"


def test_a_key_with_another_name_is_found(folder):
    """A hard link in the workspace is read as any file is."""
    key = Path(folder) / ".runtime/keys"
    [name] = [each for each in key.rglob("*") if each.is_file() and each.suffix == ".key"]
    assert doctor.check_key(folder).state == "ok"
    os.link(name, Path(folder) / "second.txt")
    finding = doctor.check_key(folder)
    assert (finding.state, "hard link" in finding.found) == ("bad", True)


def test_a_log_that_others_can_write_is_bad(folder, workspace):
    """T-AUD-14"""
    log = workspace.folder / ".runtime/audit"
    for path in (log, log / "records.jsonl"):
        mode = path.stat().st_mode
        path.chmod(mode | 0o002)
        finding = doctor.check_log(folder)
        assert (finding.state, path.name in finding.found) == ("bad", True)
        path.chmod(mode)
    assert doctor.check_log(folder).state == "ok"


def test_values_that_somebody_changed_are_bad(folder, workspace):
    """T-AUD-63"""
    vault = workspace.folder / ".runtime/audit/vault.dat"
    vault.write_bytes(vault.read_bytes() + b"garbage\n")
    assert (doctor.check_log(folder).state, "TAMPERED" in doctor.check_log(folder).found) == ("bad", True)


def test_a_log_whose_last_record_lies_in_the_future_is_bad(folder, monkeypatch):
    """T-AUD-15"""
    monkeypatch.setattr(log_checks.time, "time_ns", lambda: 7)
    finding = doctor.check_log(folder)
    assert (finding.state, "future" in finding.found) == ("bad", True)
