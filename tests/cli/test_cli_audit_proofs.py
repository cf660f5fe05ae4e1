"""``runtime audit prove|check|checkpoint|consistency``: evidence for somebody who has nothing but a key."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from runtime.audit.keys.key_files import create_key

RECORDS = ".runtime/audit/records.jsonl"
CHECKPOINTS = ".runtime/audit/checkpoints"


HOSTILE = [
    b"", b"\0" * 1000, b"c2sp.org/tlog-proof@v1\n", b"old -1\n\n", b"old 1\nAAAA\n\nx", b"\x1b[2J", b"x" * 10_000_000,
]  # fmt: skip
NOT_PROVED = [
    (["prove", "9999"], 2, "audit.not_found"),
    (["prove", "-1"], 2, "usage.invalid"),
    (["prove", "9" * 400], 2, "usage.invalid"),
    (["prove", "one"], 2, "usage.invalid"),
    (["prove"], 2, "usage.invalid"),
    (["prove", "1", "--call", "c"], 2, "usage.invalid"),
    (["prove", "--call", "\x1b[2J"], 2, "audit.not_found"),
    (["prove", "1", "-o", "no/such/folder/file"], 2, "usage.invalid"),
    (["prove", "1", "-o", "a\0b"], 2, "usage.invalid"),
    (["prove", "1", "--log", "nowhere"], 2, "config.missing"),
    (["prove", "1", "--log", "README.md"], 2, "config.missing"),
    (["prove", "1", "--key", "nonsense"], 2, "config.invalid"),
    (["checkpoint", "--log", "nowhere"], 2, "config.missing"),
    (["checkpoint", "-o", "."], 2, "usage.invalid"),
    (["consistency", "nowhere"], 2, "usage.invalid"),
    (["consistency", "README.md"], 1, "audit.tampered"),
    (["consistency", "7777"], 2, "audit.not_found"),
    (["consistency", "."], 2, "usage.invalid"),
    (["check", "nowhere"], 2, "usage.invalid"),
    (["check", "."], 2, "usage.invalid"),
    (["check", "README.md", "--key", ""], 2, "config.invalid"),
]  # fmt: skip


@pytest.fixture
def calls(project, run) -> Path:
    """The project after three calls."""
    for _ in range(3):
        assert run("call", "list_dir").status == 0
    return project


@pytest.fixture
def key(calls, run) -> str:
    return run("init", "--json").data["verifier_key"]


def test_a_record_is_proved_and_the_proof_checked_elsewhere(calls, run, key, tmp_path, monkeypatch):
    line = (calls / RECORDS).read_bytes().split(b"\n")[4]
    made = run("audit", "prove", "4", "-o", str(tmp_path / "4.tlog-proof"), "--json")
    assert (made.status, made.data["seq"], made.data["file"]) == (0, 4, str(tmp_path / "4.tlog-proof"))
    assert (tmp_path / "4.tlog-proof").read_text() == made.data["proof"]
    assert run("audit", "prove", "4").out == made.data["proof"]
    assert "record 4 is in" in run("audit", "prove", "4", "-o", str(tmp_path / "again")).out
    monkeypatch.chdir(tmp_path)
    checked = run("audit", "check", "4.tlog-proof", "--key", key, "--json")
    assert (checked.status, checked.data["verdict"], checked.data["seq"]) == (0, "OK", 4)
    assert checked.data["record"] == json.loads(line)
    told = run("audit", "check", "-", "--key", key, stdin=(tmp_path / "4.tlog-proof").read_bytes())
    assert told.out.startswith("OK\n")
    assert line.decode() in told.out


def test_all_records_of_a_call_are_proved_at_once(calls, run, key, tmp_path):
    call = run("audit", "query", "-n", "1", "--json").data["calls"][0]
    made = run("audit", "prove", "--call", call["call"], "-o", str(tmp_path / "evidence"), "--json").data
    assert len(made["proofs"]) == call["records"]
    for proof in made["proofs"]:
        checked = run("audit", "check", proof["file"], "--key", key, "--json").data
        assert (checked["seq"], checked["record"]["call"]) == (proof["seq"], call["call"])
    assert (
        run("audit", "prove", "--call", call["call"], "-o", str(tmp_path / "evidence")).out.count("\n")
        == call["records"]
    )


def test_a_log_continues_the_checkpoint_that_was_kept(calls, run, tmp_path, key):
    assert run("audit", "checkpoint", "-o", "kept").status == 0
    kept = run("audit", "checkpoint", "--json").data
    assert (calls / "kept").read_text() == kept["checkpoint"] == run("audit", "checkpoint").out
    run("call", "list_dir")
    grown = run("audit", "consistency", "kept", "-o", "growth", "--json")
    assert (grown.status, grown.data["old_size"]) == (0, kept["size"])
    assert run("audit", "consistency", "kept").out.startswith("Consistent: ")
    assert run("audit", "consistency", str(kept["size"]), "--json").data["proof"] == grown.data["proof"]
    checked = run("audit", "check", "growth", "--old", "kept", "--key", key, "--json")
    assert (checked.status, checked.data["old_size"]) == (0, kept["size"])
    assert run("audit", "check", "growth", "--key", key).status == 2
    run("audit", "prove", "1", "-o", "proof")
    assert run("audit", "check", "proof", "--old", "kept", "--key", key).status == 2


def test_a_pipe_or_link_that_is_written_to_stays_what_it_is(calls, run, tmp_path):
    """T-AUD-56: whoever may replace /dev/null must not do so by naming it."""
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
    os.mkfifo(pipe)
    link.symlink_to(file)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    for target in (pipe, link):
        assert run("audit", "checkpoint", "-o", str(target)).status == 0
    assert (pipe.is_fifo(), link.is_symlink()) == (True, True)
    assert os.read(reader, 1 << 16) == file.read_bytes() != b""
    os.close(reader)


def test_a_rollback_is_seen_by_the_checkpoint_that_was_kept(calls, run, tmp_path):
    """T-AUD-50: verify alone finds nothing wrong with an older copy."""
    shutil.copytree(calls / ".runtime/audit", tmp_path / "older")
    run("call", "list_dir")
    assert run("audit", "checkpoint", "-o", "kept").status == 0
    assert run("audit", "verify", str(tmp_path / "older")).status == 0
    rolled_back = run("audit", "consistency", "kept", "--log", str(tmp_path / "older"), "--json")
    assert (rolled_back.status, rolled_back.code) == (1, "audit.tampered")


def test_a_changed_log_proves_nothing(calls, run):
    data = (calls / RECORDS).read_bytes()
    (calls / RECORDS).write_bytes(data.replace(b"list_dir", b"list_dim", 1))
    ran = run("audit", "prove", "1", "--json")
    assert (ran.status, ran.code) == (1, "audit.tampered")


def test_what_cannot_be_proved_is_told_with_its_code(calls, run):
    for argv, status, code in NOT_PROVED:
        ran = run("audit", *argv, "--json")
        assert (argv, ran.status, ran.code) == (argv, status, code)
        assert ran.data["error"]["suggestion"]
        told = run("audit", *argv)
        assert (argv, told.status, told.out) == (argv, status, "")
        assert "\x1b" not in told.err


def test_a_hostile_proof_is_tampered_with_and_nothing_worse(calls, run):
    """T-AUD-53"""
    for data in HOSTILE:
        (calls / "hostile").write_bytes(data)
        old = ["--old", "hostile"] if data.startswith(b"old ") else []
        ran = run("audit", "check", "hostile", *old, "--json")
        assert (ran.status, ran.data["verdict"], ran.data["code"]) == (1, "TAMPERED", "proof.malformed")
        told = run("audit", "check", "hostile", *old)
        assert (told.status, told.out.startswith("TAMPERED [proof.malformed]\n")) == (1, True)
        assert "\x1b" not in told.out


def test_another_key_is_untrusted_everywhere(calls, run, tmp_path):
    """T-AUD-04"""
    origin = (calls / CHECKPOINTS).read_text().split("\n")[0]
    other = str(create_key(tmp_path / "other.key", origin))
    run("audit", "prove", "1", "-o", "proof")
    run("audit", "checkpoint", "-o", "kept")
    for argv in (["prove", "1"], ["checkpoint"], ["consistency", "kept"]):
        ran = run("audit", *argv, "--key", other, "--json")
        assert (ran.status, ran.code) == (4, "audit.untrusted")
    ran = run("audit", "check", "proof", "--key", other, "--json")
    assert (ran.status, ran.data["verdict"], ran.data["code"]) == (4, "UNTRUSTED", "checkpoint.key_unknown")


def test_what_is_not_signed_is_unproven(calls, run):
    (calls / CHECKPOINTS).write_bytes(b"")
    for argv in (["prove", "1"], ["checkpoint"], ["consistency", "1", "2"]):
        ran = run("audit", *argv, "--json")
        expected = (2, "audit.not_found") if argv[0] == "consistency" else (3, "audit.unproven")
        assert (ran.status, ran.code) == expected


def test_a_folder_without_a_pinned_key_needs_one_to_prove(folder, run):
    ran = run("audit", "prove", "1", "--json")
    assert (ran.status, ran.code) == (2, "config.missing")


def test_proofs_hold_across_a_handing_over_of_the_log(calls, run, key, tmp_path):
    """T-AUD-55: who has the first key alone is led to the one that signs."""
    assert run("audit", "checkpoint", "-o", "kept").status == 0
    assert run("audit", "keys", "rotate").status == 0
    assert run("call", "list_dir").status == 0
    assert run("audit", "prove", "2", "-o", "later").status == 0
    assert run("audit", "check", "later", "--key", key).status == 4
    made = run("audit", "prove", "--handovers", "-o", "handovers", "--json").data["proofs"]
    assert len(made) == 1
    led = ["--handover", made[0]["file"], "--key", key]
    assert run("audit", "check", "later", *led, "--json").data["verdict"] == "OK"
    assert run("audit", "check", "later", "--handover", "later", "--key", key).status == 4
    assert run("audit", "consistency", "kept", "-o", "growth").status == 0
    assert run("audit", "check", "growth", "--old", "kept", *led).status == 0
    assert run("audit", "checkpoint", "--json").data["size"] > made[0]["seq"]
    assert run("audit", "export", "--format", "tiles", "-o", "tiles").status == 0
