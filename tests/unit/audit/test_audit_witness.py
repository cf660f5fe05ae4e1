"""A folder that remembers how far the log had come: what log and key alone do not show."""

from __future__ import annotations

import os
import shutil
import time

import pytest
from audit_forge import ORIGIN, make_forge, make_signer, whole_call

from runtime.audit.format.checkpoint import unverified_checkpoint
from runtime.audit.keys.key_files import Keyring
from runtime.audit.keys.succession_notes import make_succession
from runtime.audit.verify.verifier import verify
from runtime.audit.witness.folder import FolderWitness
from runtime.audit.witness.port import SignedCheckpoint
from runtime.audit.write.log import Log
from runtime.contracts.errors import AuditInconsistent, AuditWitnessUnusable

ROOT, NEXT, THIEF = (make_signer(seed) for seed in (1, 2, 3))


@pytest.fixture
def witness(tmp_path):
    return FolderWitness(tmp_path / "elsewhere" / "log", [ROOT.key], [make_succession(ROOT, NEXT)])


@pytest.fixture
def judge(folder, witness):
    def run(**options):
        return verify(folder, verifier_keys=[ROOT.key], witnesses=[witness], **options)

    return run


@pytest.fixture
def write_calls(open_log, witness):
    """Opens the log as it is, with its witness, records calls and closes it."""

    def run(count: int, *, signer=ROOT, tag: str = "c"):
        log = open_log(signer=signer, witnesses=[witness])
        for number in range(count):
            log.commit_sync(whole_call(f"{tag}-{number}"))
            log.checkpoint()
        log.close()

    return run


def test_a_log_that_its_witness_saw_to_the_end_is_ok(write_calls, judge, witness):
    write_calls(3)
    report = judge()
    assert (report.verdict, report.exit_code, report.code) == ("OK", 0, "")
    assert report.witnessed_size == report.signed_size == report.records
    assert oct(witness.folder.stat().st_mode)[-3:] == "700"
    assert oct((witness.folder / "checkpoints").stat().st_mode)[-3:] == "600"
    assert judge(quick=True, require_witness=True).verdict == "OK"


def test_a_log_without_a_witness_is_not_witnessed_and_says_so(folder, open_log, judge, witness):
    open_log().close()
    report = judge()
    assert (report.verdict, report.exit_code, report.witnessed_size) == ("OK_NOT_WITNESSED", 0, 0)
    required = judge(require_witness=True)
    assert (required.verdict, required.exit_code, required.code) == ("UNPROVEN", 3, "witness.missing")


def test_a_witness_that_lags_leaves_the_rest_not_witnessed(write_calls, open_log, judge):
    write_calls(2)
    open_log().close()
    report = judge()
    assert (report.verdict, 0 < report.witnessed_size < report.signed_size) == ("OK_NOT_WITNESSED", True)


def test_a_witness_that_lags_catches_up_with_the_next_writer(write_calls, open_log, judge):
    write_calls(2)
    open_log().close()
    write_calls(1, tag="d")
    assert judge().verdict == "OK"


def cut_tail(folder, _copy):
    """The last records and every checkpoint of them."""
    lines = (folder / "records.jsonl").read_bytes().splitlines(keepends=True)
    notes = (folder / "checkpoints").read_bytes().split(b"\n\n")
    (folder / "records.jsonl").write_bytes(b"".join(lines[:5]))
    (folder / "checkpoints").write_bytes(b"\n\n".join(notes[:4]) + b"\n\n")
    (folder / "frontier").write_bytes(b"")


def roll_back(folder, copy):
    """An old full copy."""
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)


def fork(folder, _copy):
    """The same key signs another log, longer than the true one."""
    forge = make_forge(3).add(*whole_call("forged")).sign()
    for name in ("frontier", "records.jsonl", "checkpoints"):
        (folder / name).unlink()
    forge.write(folder)


def rewrite_without_rotation(folder, _copy):
    """A thief of the old key goes on where it had handed over."""
    forge = make_forge(6).add(*whole_call("forged")).sign(ROOT)
    for name in ("frontier", "records.jsonl", "checkpoints"):
        (folder / name).unlink()
    forge.write(folder)


def empty(folder, _copy):
    """Both files are empty."""
    for name in ("frontier", "records.jsonl", "checkpoints"):
        (folder / name).write_bytes(b"")


ATTACKS = {
    "cut_tail": (cut_tail, "OK_NOT_WITNESSED"),
    "roll_back": (roll_back, "OK_NOT_WITNESSED"),
    "fork": (fork, "OK_NOT_WITNESSED"),
    "rewrite_without_rotation": (rewrite_without_rotation, "OK_NOT_WITNESSED"),
    "empty": (empty, "UNPROVEN"),
}


@pytest.fixture
def attacked(request, write_calls, folder, tmp_path, open_log, witness):
    """A log that was rotated, then attacked."""
    write_calls(2)
    shutil.copytree(folder, tmp_path / "copy")
    log = open_log(signer=Keyring(ROOT, NEXT), witnesses=[witness])
    if request.param == "rewrite_without_rotation":
        log.rotate()
    log.commit_sync(whole_call("behind"))
    log.close()
    attack, alone = ATTACKS[request.param]
    attack(folder, tmp_path / "copy")
    return alone


@pytest.mark.parametrize("attacked", ATTACKS, indirect=True)
def test_what_log_and_key_do_not_show_is_tampering_with_a_witness(attacked, folder, judge):
    """T-AUD-42 T-AUD-45: cut, rolled back, forked, written again with a stolen key."""
    assert verify(folder, verifier_keys=[ROOT.key]).verdict == attacked
    report = judge()
    assert (report.verdict, report.exit_code) == ("TAMPERED", 1)
    assert report.code in ("witness.ahead", "witness.differs")
    assert judge(quick=True).verdict == "TAMPERED"


@pytest.mark.parametrize("attacked", ATTACKS, indirect=True)
def test_a_writer_signs_no_log_that_its_witness_saw_differently(attacked, folder, open_log, witness):
    """T-AUD-45"""
    before = (folder / "checkpoints").read_bytes()
    with pytest.raises(AuditInconsistent) as caught:
        open_log(witnesses=[witness])
    assert caught.value.code == "audit.inconsistent"
    assert caught.value.suggestion
    assert (folder / "checkpoints").read_bytes() == before


def test_an_older_checkpoint_of_the_witness_convicts_too(write_calls, judge, witness):
    """T-AUD-45: a writer without scruples went on, and the witness with it; what it saw before stays."""
    write_calls(2)
    path = witness.folder / "checkpoints"
    forged = make_forge(1).add(*whole_call("forged")).sign().notes[-1]
    path.write_bytes(forged + b"\n" + path.read_bytes())
    assert (judge().verdict, judge().code) == ("TAMPERED", "witness.differs")


def garbage(witness):
    (witness.folder / "checkpoints").write_bytes(b"noise\n\nnoise\n\n")


def no_notes_at_all(witness):
    (witness.folder / "checkpoints").write_bytes(b"gone\n")


def zeros_behind(witness):
    with (witness.folder / "checkpoints").open("ab") as stream:
        stream.write(b"\0" * 100_000)


def strangers_note(witness):
    with (witness.folder / "checkpoints").open("ab") as stream:
        stream.write(make_forge(9).sign(THIEF).notes[-1] + b"\n")


def strangers_note_in_front(witness):
    path = witness.folder / "checkpoints"
    path.write_bytes(make_forge(0).sign(THIEF).notes[-1] + b"\n" + path.read_bytes())


def pipe(witness):
    (witness.folder / "checkpoints").unlink()
    os.mkfifo(witness.folder / "checkpoints")


def link(witness):
    path = witness.folder / "checkpoints"
    path.rename(witness.folder / "moved")
    path.symlink_to("moved")


DAMAGE = [garbage, no_notes_at_all, zeros_behind, strangers_note, strangers_note_in_front, pipe, link]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_witness_that_cannot_be_read_is_an_error_and_not_a_verdict(write_calls, judge, witness, damage):
    """T-AUD-46"""
    write_calls(2)
    damage(witness)
    report = judge()
    assert (report.verdict, report.exit_code, report.code) == ("ERROR", 2, "witness.unreadable")


@pytest.mark.parametrize("damage", [one for one in DAMAGE if one is not strangers_note_in_front])
def test_a_writer_does_not_go_on_without_the_witness_that_it_cannot_read(
    write_calls, open_log, witness, damage
):
    """T-AUD-46: else damaging the witness would be a way around it."""
    write_calls(1)
    damage(witness)
    with pytest.raises(AuditWitnessUnusable) as caught:
        open_log(witnesses=[witness])
    assert caught.value.code == "audit.witness_unusable"


def test_a_witness_that_cannot_be_written_stops_no_call(write_calls, folder, tmp_path, witness):
    """The log goes on, and every verification says how far it is witnessed."""
    (tmp_path / "elsewhere").mkdir()
    write_calls(1)
    shutil.rmtree(witness.folder)
    witness.folder.parent.chmod(0o500)
    witness.folder.symlink_to("/proc/self/nowhere")
    blind = verify(folder, verifier_keys=[ROOT.key], witnesses=[witness])
    assert (blind.verdict, blind.witnessed_size) == ("OK_NOT_WITNESSED", 0)
    write_calls(2, tag="d")
    report = verify(folder, verifier_keys=[ROOT.key], witnesses=[witness])
    assert (report.verdict, report.witnessed_size) == ("OK_NOT_WITNESSED", 0)
    assert report.signed_size > blind.signed_size


def test_a_torn_note_of_the_witness_is_cut_off_by_the_next(write_calls, judge, witness):
    write_calls(2)
    with (witness.folder / "checkpoints").open("ab") as stream:
        stream.write(b"example.com/log\n99\nabc")
    assert judge().verdict == "OK"
    write_calls(1, tag="d")
    assert judge().verdict == "OK"
    assert b"\n99\n" not in (witness.folder / "checkpoints").read_bytes()


def test_two_writers_of_one_log_share_its_witness(open_log, judge, witness):
    one, two = open_log(witnesses=[witness]), open_log(witnesses=[witness])
    for number in range(4):
        (one, two)[number % 2].commit_sync(whole_call(f"c-{number}"))
        (one, two)[number % 2].checkpoint()
    one.close()
    two.close()
    assert judge().verdict == "OK"


def test_a_witness_follows_a_handing_over(write_calls, open_log, judge, witness):
    write_calls(1)
    log = open_log(signer=Keyring(ROOT, NEXT), witnesses=[witness])
    log.rotate()
    log.commit_sync(whole_call("behind"))
    log.close()
    assert judge().verdict == "OK"
    assert [str(key) for key in FolderWitness(witness.folder, [ROOT.key]).known_keys] == [
        str(ROOT.key),
        str(NEXT.key),
    ]


def test_the_second_of_two_copies_of_a_log_is_refused_by_their_witness(open_log, witness, folder):
    """T-AUD-45: both go on from the same record; whoever comes second has forked the log."""
    open_log(witnesses=[witness]).close()
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)
    open_log(witnesses=[witness]).close()
    with pytest.raises(AuditInconsistent):
        Log.open(copy, signer=ROOT, origin=ORIGIN, runtime_version="1", witnesses=[witness])


def keep_signing(log: Log) -> None:
    """Ask for checkpoints until the log fails: the witness is told by a thread of its own."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        log.checkpoint()


def test_a_log_fails_when_its_witness_has_seen_a_fork_of_the_same_size(open_log, witness, call):
    """T-AUD-45: a second runtime, on a copy, was faster."""
    log = open_log(witnesses=[witness])
    forged = make_forge(1).notes[-1]  # five records, others than those that follow
    witness.submit(SignedCheckpoint(forged, unverified_checkpoint(forged)))
    log.commit_sync(call("c-1"))
    with pytest.raises(AuditInconsistent):
        keep_signing(log)
    with pytest.raises(AuditInconsistent) as caught:
        log.commit_sync(call("c-2"))
    assert caught.value.code == "audit.inconsistent"


def test_a_witness_that_holds_everything_twice_saw_no_fork(write_calls, judge, witness):
    """T-AUD-46"""
    write_calls(3)
    file = witness.folder / "checkpoints"
    once = file.read_bytes()
    file.write_bytes(once * 2)
    assert judge().verdict == "OK"
    file.write_bytes(once * 40)
    assert (judge().verdict, judge().code) == ("ERROR", "witness.unreadable")
