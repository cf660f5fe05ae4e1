"""Each check of the doctor tells good from bad, and what to do."""

from __future__ import annotations

import sys

import pytest

from runtime import diagnosis, trust
from runtime.diagnosis import CHECKS


@pytest.fixture
def folder(workspace) -> str:
    trust.pin(workspace.folder, workspace.verifier_key)
    return str(workspace.folder)


def test_a_folder_that_is_ready_has_nothing_bad(folder):
    findings = [check(folder) for check in CHECKS]
    assert [finding for finding in findings if finding.state == "bad"] == []
    assert len({finding.name for finding in findings}) == len(findings)


def test_every_check_has_a_docstring_that_says_what_it_looks_at():
    assert [check.__name__ for check in CHECKS if not check.__doc__] == []


def test_another_system_is_noted_as_not_tested(folder, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert diagnosis.check_python(folder).state == "note"


def test_a_kernel_without_openat2_is_noted(folder, monkeypatch):
    monkeypatch.setattr(diagnosis, "openat2", lambda: None)
    assert diagnosis.check_kernel(folder).state == "note"


def test_what_the_backend_does_not_bound_is_said(folder):
    assert "memory" in diagnosis.check_backends(folder).found


def test_a_log_that_cannot_be_written_is_bad(folder, monkeypatch):
    monkeypatch.setattr(diagnosis.os, "access", lambda *_: False)
    finding = diagnosis.check_log(folder)
    assert (finding.state, bool(finding.fix)) == ("bad", True)


def test_a_folder_that_nobody_accepted_is_bad_and_its_log_unproved(workspace):
    assert diagnosis.check_trust(str(workspace.folder)).state == "bad"
    assert diagnosis.check_log(str(workspace.folder)).state == "bad"


def test_settings_by_default_are_noted(tmp_path):
    assert diagnosis.check_settings(str(tmp_path)).state == "note"
