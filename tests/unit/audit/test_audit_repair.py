"""Repair moves a torn end away, and touches nothing that is signed."""

from __future__ import annotations

from functools import partial

import pytest

from runtime.audit.format.chain import decode
from runtime.audit.maintain.repair import repair
from runtime.audit.stores.file import FileStore
from runtime.audit.verify.verifier import verify
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditDamaged, AuditInconsistent, AuditWriteFailed, ConfigurationMissing

TORN = b'{"at_us":1,"bo'


@pytest.fixture
def mend(tmp_path, signer):
    return partial(repair, tmp_path / "log", signer=signer, origin=signer.name, runtime_version="1.0")


@pytest.fixture
def folder(tmp_path, open_log, call):
    """A closed log with one call."""
    with open_log() as log:
        log.commit_sync(call("c-1"))
    return tmp_path / "log"


def tear(folder, name: str, data: bytes) -> None:
    with (folder / name).open("ab") as file:
        file.write(data)


def contents(folder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_whole_log_needs_no_repair(folder, mend):
    before = contents(folder)
    plan = mend(apply=True)
    assert (plan.needed, plan.applied, plan.records, plan.checkpoints) == (False, False, None, None)
    assert contents(folder) == before


@pytest.mark.parametrize("tail", [TORN, b"\0" * 5000, b"\0" * 300 + b"\n{}\n", b"x" * 200_000])
def test_a_torn_end_is_kept_cut_and_recorded(folder, mend, signer, tail):
    """T-AUD-16: moved, not removed."""
    good = (folder / "records.jsonl").read_bytes()
    tear(folder, "records.jsonl", tail)
    before = contents(folder)
    plan = mend()
    assert (plan.needed, plan.applied) == (True, False)
    assert plan.reason
    assert contents(folder) == before

    torn = mend(apply=True).records
    assert (torn.offset, torn.bytes, torn.digest) == (len(good), len(tail), digest(tail))
    assert (folder / torn.quarantine).read_bytes() == tail
    assert (folder / torn.quarantine).stat().st_mode & 0o777 == 0o600
    records = (folder / "records.jsonl").read_bytes()
    assert records.startswith(good)
    _, recovered = decode(records.split(b"\n")[-2])
    assert (recovered.kind, recovered.offset, recovered.bytes, recovered.digest) == (
        "LogRecovered",
        len(good),
        len(tail),
        digest(tail),
    )
    assert verify(folder, verifier_keys=[signer.key]).verdict == "OK_NOT_WITNESSED"


def test_a_torn_checkpoint_is_kept_and_cut(folder, mend, signer, open_log):
    tear(folder, "checkpoints", b"example.com/log\n9\n")
    with pytest.raises(AuditDamaged):
        open_log()
    plan = mend(apply=True)
    assert (plan.records, plan.applied) == (None, True)
    assert (folder / plan.checkpoints.quarantine).read_bytes() == b"example.com/log\n9\n"
    assert verify(folder, verifier_keys=[signer.key]).verdict == "OK_NOT_WITNESSED"


def test_complete_records_behind_the_newest_checkpoint_are_kept(folder, mend, signer, forge, write, call):
    made = forge(2)
    made.add(*call("c-9"))
    write(folder, made.lines, made.notes)
    (folder / "frontier").unlink()
    tear(folder, "records.jsonl", TORN)
    assert mend(apply=True).records.bytes == len(TORN)
    report = verify(folder, verifier_keys=[signer.key])
    assert (report.verdict, report.taken_over) == ("OK_NOT_WITNESSED", 4)


@pytest.mark.parametrize("position", [0, 300, 900])
def test_damage_inside_the_signed_range_is_refused_and_untouched(folder, mend, position):
    """T-AUD-16: what is signed is evidence."""
    data = bytearray((folder / "records.jsonl").read_bytes())
    data[position] ^= 1
    (folder / "records.jsonl").write_bytes(data)
    (folder / "frontier").unlink()
    tear(folder, "records.jsonl", TORN)
    with pytest.raises(AuditInconsistent) as caught:
        mend(apply=True)
    assert caught.value.code == "audit.inconsistent"
    assert (folder / "records.jsonl").read_bytes() == bytes(data) + TORN


def test_a_log_in_use_is_not_repaired(folder, mend, open_log):
    """T-AUD-16"""
    with open_log():
        for apply in (False, True):
            with pytest.raises(AuditWriteFailed):
                mend(apply=apply)


def test_a_missing_log_is_not_made(mend, tmp_path):
    with pytest.raises(ConfigurationMissing):
        mend(apply=True)
    assert list(tmp_path.iterdir()) == []


def test_a_repair_that_was_interrupted_is_run_again(folder, mend, monkeypatch, signer):
    tear(folder, "records.jsonl", TORN)
    with monkeypatch.context() as patch:
        patch.setattr(
            "runtime.audit.stores.file.LockedFile.cut", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt)
        )
        with pytest.raises(KeyboardInterrupt):
            mend(apply=True)
    assert mend(apply=True).applied
    assert verify(folder, verifier_keys=[signer.key]).verdict == "OK_NOT_WITNESSED"


def test_a_quarantine_that_cannot_be_written_leaves_the_log(folder, mend, monkeypatch):
    tear(folder, "records.jsonl", TORN)
    before = contents(folder)
    monkeypatch.setattr(
        FileStore, "quarantine", lambda *_: (_ for _ in ()).throw(AuditWriteFailed("no room"))
    )
    with pytest.raises(AuditWriteFailed):
        mend(apply=True)
    assert contents(folder) == before
