"""``runtime audit report``: a page for people, signed by whoever made it."""

from __future__ import annotations

import shutil

import pytest


@pytest.fixture
def calls(project, run):
    """The project after a call that ran and one that was denied."""
    assert run("call", "list_dir").status == 0
    assert run("call", "write_file", '{"path": "/etc/shadow", "content": "x"}').status != 0
    return project


@pytest.fixture
def key(calls, run) -> str:
    return run("init", "--json").data["verifier_key"]


def test_a_workspace_reports_about_its_own_log_and_signs_with_its_key(calls, run, key):
    made = run("audit", "report", "-o", "report.html", "--json")
    assert (made.status, made.data["verdict"], made.data["signed_by"]) == (0, "OK", key)
    checked = run("audit", "check", "report.html", "--json")
    assert (checked.status, checked.data["reported"], checked.data["page_compared"]) == (0, "OK", True)
    assert checked.data["proofs"] == made.data["proofs"] > 0


def test_an_auditor_signs_with_a_key_of_his_own_and_others_ask_for_that_one(
    calls, run, key, tmp_path, monkeypatch
):
    shutil.copytree(calls / ".runtime" / "audit", tmp_path / "evidence")
    monkeypatch.chdir(tmp_path)
    made = run("audit", "keys", "new", "auditor.key", "--name", "auditor.example", "--json").data
    assert (tmp_path / "auditor.key.pub").read_text().strip() == made["verifier_key"]
    assert (tmp_path / "auditor.key").stat().st_mode & 0o777 == 0o600
    words = ["audit", "report", "evidence", "--key", key, "--sign", "auditor.key", "-o", "report.html"]
    assert run(*words).out.startswith("OK_NOT_WITNESSED")
    for signer, status in ((made["verifier_key"], 0), (key, 4)):
        checked = run("audit", "check", "report.html", "--key", key, "--signer", signer, "--json")
        assert checked.status == status
    other = run("audit", "keys", "new", "other.key", "--name", key.partition("+")[0], "--json")
    assert other.status == 0
    refused = run(
        "audit", "report", "evidence", "--key", key, "--sign", "other.key", "-o", "r.html", "--json"
    )
    assert (refused.status, refused.code) == (2, "usage.invalid")


def test_a_report_of_a_changed_log_says_so_by_its_status_too(calls, run):
    records = calls / ".runtime" / "audit" / "records.jsonl"
    records.write_bytes(records.read_bytes().replace(b"list_dir", b"send_all"))
    made = run("audit", "report", "-o", "report.html", "--json")
    assert (made.status, made.data["verdict"], made.data["proofs"]) == (1, "TAMPERED", 0)
    assert run("audit", "check", "report.html", "--json").data["reported"] == "TAMPERED"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["report"], "usage.invalid"),
        (["report", "nowhere", "-o", "r"], "config.missing"),
        (["report", "-o", "r", "--sign", "README.md"], "audit.key_unusable"),
        (["report", "-o", "r", "--key", "nonsense"], "config.invalid"),
        (["report", "-o", "no/such/folder/r"], "usage.invalid"),
        (["keys", "new", "README.md", "--name", "a"], "audit.key_unusable"),
        (["keys", "new", "k", "--name", "a b"], "audit.key_unusable"),
        (["keys", "new", "no/such/k", "--name", "a"], "audit.key_unusable"),
    ],
)
def test_what_cannot_be_reported_is_a_coded_error(calls, run, words, code):
    done = run("audit", *words, "--json")
    assert (done.status, done.code) == (2, code)
