"""``runtime audit erase`` and ``replay``, and a verification with and without the vault."""

from __future__ import annotations

import json

import pytest

PURE = """\
from pathlib import Path

from runtime import tool


@tool(description="Say how it is", side_effects=["none"], determinism="pure")
def say(word: str) -> str:
    return word + Path(__file__).with_suffix(".txt").read_text()
"""


@pytest.fixture
def said(project, run):
    """The id of a call of a tool that claims to be pure, and the file that what it says depends on."""
    folder = project / "more"
    folder.mkdir()
    (folder / "say.py").write_text(PURE)
    (folder / "say.txt").write_text("!")
    with (project / "runtime.toml").open("a") as settings:
        settings.write('\n[tools]\nfolders = ["more"]\n')
    assert run("accept", "--yes").status == 0
    return run("call", "say", '{"word": "hunter2"}', "--json").data["call_id"], folder / "say.txt"


def test_erasing_is_told_and_done_once_alone(said, project, run):
    """T-AUD-60"""
    call, _ = said
    vault = project / ".runtime" / "audit" / "vault.dat"
    assert b"hunter2" in vault.read_bytes()
    ran = run("audit", "erase", call, "--reason", "request 4711", "--json")
    assert (ran.status, ran.data["rows"], ran.data["recorded"]) == (0, 3, True)
    assert b"hunter2" not in vault.read_bytes()
    assert "Nothing is left to erase" in run("audit", "erase", call).out
    report = run("audit", "verify", "--json").data
    assert (report["verdict"], report["erased"]) == ("OK", 3)
    assert "3 erased" in run("audit", "verify").out


def test_values_are_shown_on_request_where_they_open_their_commitment(said, project, run):
    """T-AUD-54 T-AUD-63: neither a changed value nor a control character reaches who looks."""
    call = run("call", "say", '{"word": "\\u001b[31m\\nforged"}', "--json").data["call_id"]
    assert "forged" not in run("audit", "show", call).out
    told = run("audit", "show", call, "--values").out
    assert ("\x1b" in told, "forged" in told.split("\n")[2], told.count("forged")) == (False, True, 2)
    values = [one.get("vault") for one in run("audit", "show", call, "--values", "--json").data["calls"][0]]
    assert values[0] == {"state": "value", "value": '{"word":"\\u001b[31m\\nforged"}'}
    assert values[1] is None
    assert values[2]["state"] == "value"
    vault = project / ".runtime" / "audit" / "vault.dat"
    vault.write_bytes(vault.read_bytes().replace(b"forged", b"forger"))
    assert "not what the record commits to" in run("audit", "show", call, "--values").out
    other, _ = said
    run("audit", "erase", other)
    assert "(erased)" in run("audit", "show", other, "--values").out
    vault.unlink()
    assert "(not in the vault)" in run("audit", "show", call, "--values").out


@pytest.mark.parametrize("call", ["c-unknown", "\x1b[31m", "x" * 100_000])
def test_an_unknown_call_is_an_error_with_a_suggestion(said, run, call):
    ran = run("audit", "erase", call)
    assert (ran.status, "\x1b" in ran.err) == (2, False)
    assert "audit.not_found" in ran.err
    assert run("audit", "replay", call).status == 2


def test_a_replay_says_what_it_compared_and_ends_with_one_where_an_output_differs(said, project, run):
    call, file = said
    run("call", "list_dir")
    ran = run("audit", "replay", "--tool", "say")
    assert (ran.status, ran.out) == (0, "1 calls were run again, 1 gave what was recorded.\n")
    file.write_text("?")
    ran = run("audit", "replay", call, "--json")
    assert (ran.status, ran.data["diverged"], ran.data["first"]["call"]) == (1, 1, call)
    told = run("audit", "replay").out
    assert f"Diverged: 1, the first is call {call}" in told
    lines = (project / ".runtime" / "audit" / "records.jsonl").read_text().splitlines()
    assert sum(json.loads(line)["kind"] == "ReplayEnded" for line in lines) == 3


def test_an_erased_call_is_skipped_and_counted(said, run):
    call, _ = said
    run("audit", "erase", call)
    ran = run("audit", "replay", call)
    assert (ran.status, "Skipped: 1, arguments erased" in ran.out) == (0, True)


def test_a_vault_that_is_gone_is_unproven_unless_the_auditor_was_given_none(said, project, run):
    """T-AUD-63"""
    (project / ".runtime" / "audit" / "vault.dat").unlink()
    ran = run("audit", "verify")
    assert (ran.status, "vault.missing" in ran.out) == (3, True)
    ran = run("audit", "verify", "--no-vault")
    assert (ran.status, "The vault was not compared." in ran.out) == (0, True)


def hide_names(project) -> None:
    settings = project / "runtime.toml"
    text = settings.read_text()
    assert "[audit]\n" in text
    settings.write_text(text.replace("[audit]\n", '[audit]\nhide = ["principals", "targets"]\n'))


def everything(project) -> bytes:
    return b"".join(file.read_bytes() for file in (project / ".runtime/audit").iterdir())


@pytest.fixture
def patients(project, run):
    """Calls that read the files of two people, in a project whose log names nobody."""
    hide_names(project)
    assert run("accept", "--yes").status == 0
    (project / "patients").mkdir()
    for name in ("jane-doe-1980", "john-roe-1975"):
        (project / f"patients/{name}.txt").write_text(f"history of {name}")
        asked = json.dumps({"path": f"patients/{name}.txt"})
        assert run("call", "read_file", asked, "--principal", f"user:{name[:4]}").status == 0
    return project


def test_what_is_erased_by_person_is_gone_paths_and_principals_included(patients, run):
    """T-AUD-60"""
    records = (patients / ".runtime/audit/records.jsonl").read_bytes()
    assert b"jane" not in records
    assert b"jane-doe-1980" in everything(patients)
    ran = run("audit", "erase", "--principal", "user:jane", "--dry-run", "--json")
    (call,) = ran.data["calls"]
    assert b"jane-doe-1980" in everything(patients)
    ran = run("audit", "erase", "--principal", "user:jane", "--reason", "request 4711", "--json")
    assert (ran.status, ran.data["calls"]) == (0, [call])
    assert [one["clear"] for one in ran.data["erased"]] == [0]
    assert b"jane" not in everything(patients)
    assert b"john-roe-1975" in everything(patients)
    assert run("audit", "verify", "--json").data["verdict"] == "OK"
    shown = run("audit", "show", call, "--values", "--json").data["calls"][0]
    assert {one["names"]["state"] for one in shown if "names" in one} == {"erased"}


@pytest.mark.parametrize("value", ["john-roe-1975", "patients/john-roe-1975.txt", "history of john-roe"])
def test_a_value_in_arguments_results_or_paths_selects_what_is_erased(patients, run, value):
    """T-AUD-60"""
    ran = run("audit", "erase", "--value", value, "--json")
    assert len(ran.data["calls"]) == 1
    assert b"john" not in everything(patients)
    assert b"jane-doe-1980" in everything(patients)
    assert run("audit", "erase", "--value", value, "--json").data["calls"] == []


def test_names_that_are_hidden_are_shown_to_who_has_the_vault(patients, run):
    call = run("audit", "query", "-n", "1", "--json").data["calls"][0]["call"]
    shown = run("audit", "show", call, "--values", "--json").data["calls"][0]
    assert next(one["names"]["value"] for one in shown if "names" in one) == '"user:john"'
    assert any("john-roe-1975" in one["names"]["value"] for one in shown[1:] if "names" in one)


def test_names_that_stand_in_records_stay_and_are_counted(said, run):
    call, _ = said
    ran = run("audit", "erase", call, "--json")
    assert ran.data["clear"] > 0
    assert "stay there" in run("audit", "erase", call).out


@pytest.mark.parametrize("argv", [(), ("c-1", "--principal", "user:x"), ("--since", "never")])
def test_an_erasing_that_names_nothing_or_too_much_is_refused(project, run, argv):
    assert run("audit", "erase", *argv, "--json").code == "usage.invalid"
