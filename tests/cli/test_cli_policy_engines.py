"""Policies that are no folder: what can be checked of a compiled bundle and of a server, and what is said to be left open."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine_cases import COMPILED
from opa_replay import ReplayedOpa, Reply

from runtime.host import doctor

ECHO = COMPILED / "echo.tar.gz"
DENIES = Reply(body=b'{"result":{"allow":false,"reasons":["closed"]}}')


@pytest.fixture
def decided_by(project: Path, run):
    """Lets another engine decide in the project, as its user accepted."""

    def change(engine: str, *, accepted: bool = True) -> None:
        settings = project / "runtime.toml"
        settings.write_text(settings.read_text().replace('"rego:policies"', f'"{engine}"'))
        if accepted:
            assert run("accept", "--yes").status == 0

    return change


def test_a_compiled_bundle_is_checked_and_what_cannot_be_is_said(project, run):
    data = run("policy", "check", f"wasm:{ECHO}", "--json").data
    assert data["ok"] is True
    assert any("tests" in left for left in data["unchecked"])
    (project / "cut.tar.gz").write_bytes(ECHO.read_bytes()[:-200])
    assert run("policy", "check", "wasm:cut.tar.gz").status == 1


def test_a_compiled_bundle_that_decides_is_checked_by_check_and_doctor(project, run, decided_by):
    (project / "compiled.tar.gz").write_bytes(ECHO.read_bytes())
    decided_by("wasm:compiled.tar.gz")
    assert run("policy", "check", "--json").data["engine"].endswith("compiled.tar.gz")
    finding = doctor.check_policy(str(project))
    assert (finding.state, "not checked" in finding.found) == ("note", True)
    lint = run("policy", "lint", "--json")
    assert (lint.status, lint.code) == (2, "config.invalid")


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (DENIES, 0),
        (Reply(body=b"{}"), 1),
        (Reply(body=b'{"result":true}'), 1),
        (Reply(status=500), 1),
        (Reply(body=b'{"result":{"allow":true,"alow":1}}'), 1),
    ],
)
def test_a_server_is_sound_when_it_decides_a_sample_question(project, run, reply, status):
    with ReplayedOpa(lambda _: reply) as server:
        ran = run("policy", "check", f"opa+http://127.0.0.1:{server.port}", "--json")
    assert (ran.status, ran.data["ok"]) == (status, status == 0)
    assert ran.data["problems"] or ran.data["unchecked"]


def test_a_server_that_is_down_is_a_finding_of_check_and_doctor(project, run, decided_by):
    decided_by("opa+http://127.0.0.1:1")
    assert run("policy", "check").status == 1
    told = run("doctor", "--json").data["checks"]
    assert next(check["state"] for check in told if check["name"] == "policy") == "bad"


def test_a_server_that_nobody_accepted_is_not_asked_by_check(project, run, decided_by):
    """T-RUN-03"""
    with ReplayedOpa(lambda _: DENIES) as server:
        decided_by(f"opa+http://127.0.0.1:{server.port}", accepted=False)
        ran = run("policy", "check", "--json")
        assert (ran.status, ran.code) == (2, "config.changed")
        assert server.asked == []
