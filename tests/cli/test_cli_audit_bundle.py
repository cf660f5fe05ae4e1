"""``runtime audit bundle``: calls handed on as evidence."""

from __future__ import annotations

import subprocess
import sys

import pytest

from runtime.audit.evidence import check_bundle


@pytest.fixture
def call(project, run) -> str:
    assert run("call", "read_file", '{"path": "README.md"}').status == 0
    return run("audit", "query", "-n", "1", "--json").data["calls"][0]["call"]


@pytest.fixture
def key(project, run) -> str:
    return run("init", "--json").data["verifier_key"]


def test_a_call_is_handed_on_with_values_and_policy_and_checked_elsewhere(
    call, run, key, tmp_path, monkeypatch
):
    file = str(tmp_path / "evidence.zip")
    made = run("audit", "bundle", "--calls", call, "--values", "--policy", "policies", "-o", file, "--json")
    assert (made.status, made.data["records"]) == (0, 5)
    monkeypatch.chdir(tmp_path)
    checked = run("audit", "check", "evidence.zip", "--key", key, "--json")
    assert (checked.status, checked.data["calls"], checked.data["policies"]) == (
        0,
        [call],
        made.data["policies"],
    )
    assert any("# Hello" in line for line in checked.data["lines"])
    done = subprocess.run(
        [sys.executable, "-I", check_bundle.__file__, file, key], capture_output=True, text=True, check=False
    )
    assert (done.returncode, "# Hello" in done.stdout) == (0, True)


def test_without_values_nobody_learns_what_a_call_was_given(call, run, tmp_path):
    file = tmp_path / "evidence.zip"
    assert run("audit", "bundle", "--calls", call, "-o", str(file)).out.endswith(
        f"{file.stat().st_size} bytes\n"
    )
    assert b"Hello" not in file.read_bytes()
    assert run("audit", "check", str(file), "--json").data["values"] == []


def test_evidence_of_a_log_that_handed_over_its_key_starts_from_the_pinned_one(call, run, key, tmp_path):
    assert run("audit", "keys", "rotate").status == 0
    assert run("call", "list_dir").status == 0
    later = run("audit", "query", "-n", "1", "--json").data["calls"][0]["call"]
    file = str(tmp_path / "evidence.zip")
    assert run("audit", "bundle", "--calls", f"{call},{later}", "-o", file).status == 0
    assert run("audit", "check", file, "--key", key, "--json").data["records"][0] == 3
    done = subprocess.run(
        [sys.executable, "-I", check_bundle.__file__, file, key], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert run("audit", "report", "-o", str(tmp_path / "r.html")).status == 0
    assert run("audit", "check", str(tmp_path / "r.html"), "--key", key).status == 4  # by the new key
    new = run("audit", "keys", "show", "--json").data["signing"]
    assert run("audit", "check", str(tmp_path / "r.html"), "--key", key, "--signer", new).status == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--calls", "c-99", "-o", "e.zip"], "audit.not_found"),
        (["--calls", ",", "-o", "e.zip"], "usage.invalid"),
        (["--calls", "CALL"], "usage.invalid"),
        (["--calls", "CALL", "-o", "no/such/e.zip"], "usage.invalid"),
        (["--calls", "CALL", "-o", "e.zip", "--policy", "elsewhere"], "policy.bundle_invalid"),
        (["--calls", "CALL", "-o", "e.zip", "--policy", "changed"], "usage.invalid"),
    ],
)
def test_what_cannot_be_handed_on_is_a_coded_error(call, project, run, words, code):
    (project / "changed").mkdir()
    (project / "changed" / "authz.rego").write_text("package runtime.authz\n")
    done = run("audit", "bundle", *(call if word == "CALL" else word for word in words), "--json")
    assert (done.status, done.code) == (2, code)
