"""``runtime audit``: every verdict has its exit code, and a flipped bit names its record."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, rmtree

import pytest
from audit_forge import make_signer

from runtime.audit.keys.key_files import create_key
from runtime.host.settings import witness_folder

RECORDS = ".runtime/audit/records.jsonl"
CHECKPOINTS = ".runtime/audit/checkpoints"


@pytest.fixture
def calls(project, run) -> Path:
    """The project after three calls."""
    for _ in range(3):
        assert run("call", "list_dir").status == 0
    return project


def flip(file: Path, position: int, mask: int = 1) -> None:
    data = bytearray(file.read_bytes())
    data[position] ^= mask
    file.write_bytes(data)


def unwitnessed(project: Path) -> None:
    """Let no witness be asked."""
    settings = project / "runtime.toml"
    settings.write_text(settings.read_text().replace("[audit]\n", "[audit]\nwitness = []\n"))


def test_an_intact_log_verifies_as_far_as_its_witnesses_saw_it(calls, run):
    ran = run("audit", "verify")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("OK\n")
    data = run("audit", "verify", "--json").data
    assert (data["verdict"], data["exit_code"], data["signed_size"]) == ("OK", 0, data["records"])
    assert data["witnessed_size"] == data["records"]
    assert f"Witnessed: the first {data['records']} records" in ran.out


def test_an_intact_log_without_a_witness_verifies_and_the_limit_of_that_is_said(calls, run):
    unwitnessed(calls)
    ran = run("audit", "verify")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("OK_NOT_WITNESSED\n")
    assert "Not witnessed" in ran.out
    assert run("audit", "verify", "--require-witness", "--json").data["code"] == "witness.missing"
    assert run("audit", "verify", "--require-witness").status == 3
    assert run("audit", "verify", "--quick").status == 0


@pytest.mark.parametrize("mask", [1, 0x80])
@pytest.mark.parametrize("part", [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
def test_a_flipped_bit_anywhere_in_a_record_is_tampering_that_names_the_record(calls, run, part, mask):
    """T-AUD-01: from the first byte of the record to its line feed."""
    lines = (calls / RECORDS).read_bytes().splitlines(keepends=True)
    seq = len(lines) // 2
    position = sum(map(len, lines[:seq])) + round(part * (len(lines[seq]) - 1))
    flip(calls / RECORDS, position, mask)
    ran = run("audit", "verify", "--json")
    assert (ran.status, ran.data["verdict"]) == (1, "TAMPERED")
    assert ran.data["first_bad_seq"] == seq
    told = run("audit", "verify")
    assert (told.status, f"First bad record: {seq}," in told.out) == (1, True)
    assert run("audit", "verify", "--quick").status == 1


def test_a_flipped_bit_in_a_checkpoint_is_tampering(calls, run):
    flip(calls / CHECKPOINTS, -10)
    assert run("audit", "verify", "--json").data["verdict"] == "TAMPERED"


@pytest.mark.parametrize("name", [RECORDS, CHECKPOINTS, ".runtime/audit"])
def test_a_log_that_is_not_there_exits_2(calls, run, name):
    (calls / name).rename(calls / "elsewhere")
    ran = run("audit", "verify", "--json")
    assert (ran.status, ran.data["verdict"], ran.data["code"]) == (2, "ERROR", "log.missing")


def test_a_torn_log_is_unproven_and_repair_moves_the_torn_end(calls, run):
    whole = (calls / RECORDS).read_bytes()
    with (calls / RECORDS).open("ab") as stream:
        stream.write(b'{"at_us":1')
    ran = run("audit", "verify", "--json")
    assert (ran.status, ran.data["verdict"], ran.data["code"]) == (3, "UNPROVEN", "log.torn")
    assert run("call", "list_dir", "--json").code == "audit.damaged"

    planned = run("audit", "repair")
    assert planned.status == 1
    assert "Would move 10 bytes" in planned.out
    assert (calls / RECORDS).read_bytes() == whole + b'{"at_us":1'

    data = run("audit", "repair", "--json").data
    assert (data["needed"], data["applied"], data["records"]["bytes"]) == (True, False, 10)
    done = run("audit", "repair", "--apply")
    assert done.status == 0
    assert "Moved 10 bytes" in done.out
    assert (calls / RECORDS).read_bytes().startswith(whole)
    assert run("audit", "verify").status == 0
    assert run("call", "list_dir").status == 0
    assert run("audit", "repair").out == "Nothing to repair.\n"
    assert run("audit", "repair", "--json").data["needed"] is False


def test_records_that_are_not_signed_are_unproven(calls, run):
    unwitnessed(calls)
    notes = (calls / CHECKPOINTS).read_bytes()
    (calls / CHECKPOINTS).write_bytes(notes[: notes.rindex(b"\n\n", 0, notes.rindex(b"\n\n", 0, -2)) + 2])
    ran = run("audit", "verify", "--json")
    assert (ran.status, ran.data["verdict"]) == (3, "UNPROVEN")


def test_a_log_signed_with_another_key_is_untrusted(calls, run, tmp_path):
    name = run("audit", "verify", "--json") and (calls / CHECKPOINTS).read_text().split("\n")[0]
    other = create_key(tmp_path / "other.key", name)
    ran = run("audit", "verify", "--key", str(other), "--json")
    assert (ran.status, ran.data["verdict"]) == (4, "UNTRUSTED")


@pytest.mark.parametrize("command", ["repair", "erase", "call", "replay", "keys"])
def test_nothing_is_signed_behind_an_older_copy_of_the_log(calls, run, tmp_path, command):
    """T-AUD-45: whichever command opens the log for writing, its witness is asked first."""
    copytree(calls / ".runtime/audit", tmp_path / "older")
    call = run("call", "list_dir", "--json").data["call_id"]
    rmtree(calls / ".runtime/audit")
    (tmp_path / "older").rename(calls / ".runtime/audit")
    with (calls / RECORDS).open("ab") as stream:
        stream.write(b"torn" if command == "repair" else b"")
    before = (calls / RECORDS).read_bytes(), (calls / CHECKPOINTS).read_bytes()
    arguments = {
        "repair": ["audit", "repair", "--apply"],
        "erase": ["audit", "erase", call],
        "call": ["call", "list_dir"],
        "replay": ["audit", "replay"],
        "keys": ["audit", "keys", "rotate"],
    }[command]
    assert run(*arguments, "--json").code == "audit.inconsistent"
    assert ((calls / RECORDS).read_bytes(), (calls / CHECKPOINTS).read_bytes()) == before


def test_damage_under_a_checkpoint_is_never_repaired(calls, run):
    flip(calls / RECORDS, -10)
    before = (calls / RECORDS).read_bytes()
    ran = run("audit", "repair", "--apply", "--json")
    assert ran.status == 2
    assert ran.code.startswith("audit.")
    assert (calls / RECORDS).read_bytes() == before


def test_a_copy_is_verified_with_the_key_alone(calls, run, tmp_path, monkeypatch):
    key = run("init", "--json").data["verifier_key"]
    (calls / ".runtime/audit").rename(tmp_path / "copy")
    monkeypatch.chdir(tmp_path)
    assert run("audit", "verify", "copy", "--key", key).status == 0


@pytest.mark.parametrize("name", ["\0", "\ud800", "x" * 5000, "a/" * 5000])
def test_a_name_that_no_system_has_is_a_coded_error_everywhere(calls, run, name):
    ran = run("audit", "verify", name, "--json")
    assert (ran.status, ran.data["verdict"], ran.data["code"]) == (2, "ERROR", "log.unreadable")
    ran = run("audit", "verify", "--witness", name, "--json")
    assert (ran.status, ran.data["verdict"], ran.data["code"]) == (2, "ERROR", "witness.unreadable")
    assert run("audit", "checkpoint", "-o", name, "--json").code == "usage.invalid"


def test_a_wrong_key_is_untrusted_also_where_a_witness_is_asked(calls, run, tmp_path):
    """T-AUD-04"""
    log = str(calls / ".runtime/audit")
    stranger = str(make_signer(9, "cathedral.local/stranger").key)
    (tmp_path / "empty").mkdir()
    for witness in (str(tmp_path / "empty"), str(next(witness_folder().iterdir()))):
        ran = run("audit", "verify", log, "--key", stranger, "--witness", witness, "--json")
        assert (ran.status, ran.data["verdict"]) == (4, "UNTRUSTED")
    ran = run("audit", "verify", "--witness", str(tmp_path / "empty"), "--json")
    assert (ran.status, ran.code) == (2, "config.missing")


def test_a_folder_without_a_pinned_key_needs_one_to_be_given(folder, run):
    ran = run("audit", "verify", "--json")
    assert (ran.status, ran.code) == (2, "config.missing")


@pytest.mark.parametrize("key", ["", "nonsense", "a+b+c", "\x1b[2J"])
def test_a_malformed_key_exits_2_with_a_code(calls, run, key):
    ran = run("audit", "verify", "--key", key, "--json")
    assert (ran.status, ran.data["code"]) == (2, "key.malformed")
    assert "\x1b" not in run("audit", "verify", "--key", key).out


def test_a_log_with_many_findings_lists_the_first_ones(calls, run):
    """A reader sees that it was not one accident."""
    unwitnessed(calls)
    lines = (calls / RECORDS).read_bytes().splitlines(keepends=True)
    (calls / RECORDS).write_bytes(b"".join(lines[:6]))
    (calls / CHECKPOINTS).write_bytes(
        b"\n\n".join((calls / CHECKPOINTS).read_bytes().split(b"\n\n")[:2]) + b"\n\n"
    )
    ran = run("audit", "verify")
    assert ran.status == 3
    assert "  Also: " in ran.out
