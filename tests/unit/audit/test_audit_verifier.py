"""What a verification of the files with the pinned key alone comes to; each attack on them is in test_tamper_table.py."""

from __future__ import annotations

import fcntl
import json
import os
import time
import tracemalloc
from functools import partial

import msgspec
import pytest

from runtime.audit.format.chain import decode
from runtime.audit.maintain.repair import repair
from runtime.audit.verify.report import EXIT_CODES
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry
from runtime.contracts.digest import commitment
from runtime.contracts.errors import AuditError, AuditInconsistent
from runtime.contracts.vault import Sealed


@pytest.fixture
def check(tmp_path, signer):
    return partial(verify, tmp_path / "log", verifier_keys=[str(signer.key)])


@pytest.fixture
def place(tmp_path, write):
    return partial(write, tmp_path / "log")


def test_a_log_as_it_was_written_is_ok_but_not_witnessed(forge, place, check):
    made = forge(3)
    place(made.lines, made.notes)
    report = check()
    assert (report.verdict, report.exit_code, report.code) == ("OK_NOT_WITNESSED", 0, "")
    assert (report.records, report.signed_size, report.checkpoints, report.open_calls) == (13, 13, 4, 0)
    assert report.findings == ()
    assert json.loads(json.dumps(report.to_data()))["verdict"] == "OK_NOT_WITNESSED"


@pytest.mark.parametrize("stride", [5, pytest.param(1, marks=pytest.mark.soak)])
def test_a_flipped_bit_in_any_byte_of_a_record_is_tampered(forge, place, check, stride):
    """T-AUD-01: every byte, in turn; every fifth by default."""
    made = forge(3)
    folder = place(made.lines[:12], [])
    made = forge(0)
    records = (folder / "records.jsonl").read_bytes()
    for line in records.split(b"\n")[1:-1]:
        record, body = decode(line)
        made.add(Entry(record.call, body))
        if made.state.size == 6:
            made.sign()
    made.sign()
    place(made.lines, made.notes)
    data = bytearray((folder / "records.jsonl").read_bytes())
    assert data.count(b"\n") == 12
    assert check().verdict == "UNPROVEN"  # the last call is open, and nothing else is wrong
    bounds = [0]
    for line in made.lines:
        bounds.append(bounds[-1] + len(line) + 1)
    for position in range(0, len(data), stride):
        data[position] ^= 1 << position % 8
        (folder / "records.jsonl").write_bytes(data)
        report = check()
        assert report.verdict == "TAMPERED", position
        assert report.first_bad_seq is not None
        assert bounds[report.first_bad_seq] <= position
        data[position] ^= 1 << position % 8


def test_a_flipped_bit_in_any_byte_of_a_checkpoint_is_never_ok(forge, place, check):
    """T-AUD-03: every bit, in turn."""
    made = forge(1)
    folder = place(made.lines, made.notes)
    data = bytearray((folder / "checkpoints").read_bytes())
    for position in range(len(data)):
        for bit in range(8):
            data[position] ^= 1 << bit
            (folder / "checkpoints").write_bytes(data)
            assert check().exit_code in (1, 3, 4), (position, bit)
            data[position] ^= 1 << bit


def test_the_record_that_was_changed_is_named_and_not_the_one_behind_it(forge, place, check):
    """T-AUD-01"""
    made = forge(3)
    made.lines[6] = made.lines[6].replace(b"a.txt", b"b.txt")
    place(made.lines, made.notes)
    assert check().first_bad_seq == 6
    made = forge(3)
    made.lines[6] = made.lines[6].replace(decode(made.lines[6])[0].prev.encode(), b"blake3:" + b"0" * 64)
    place(made.lines, made.notes)
    assert check().first_bad_seq == 6


@pytest.mark.parametrize("behind", [b"", b"x" * 3_000_000])
def test_a_broken_link_at_the_end_is_named_too(forge, place, check, behind):
    made = forge(3)
    made.lines[11] = made.lines[11].replace(b'"d"', b'"e"')
    place([*made.lines, behind] if behind else made.lines, made.notes)
    report = check()
    assert (report.code, report.first_bad_seq) == ("chain.link", 11)


@pytest.mark.parametrize("order", [[1, 0], [0, 0, 1], [0, 1, 1]])
def test_checkpoints_out_of_order_are_tampered(forge, place, check, order):
    """T-AUD-03"""
    made = forge(1)
    place(made.lines, [made.notes[index] for index in order])
    assert (check().verdict, check().code) == ("TAMPERED", "checkpoint.order")


def test_a_checkpoint_for_another_log_is_tampered(forge, place, check):
    """T-AUD-03: the same key, another log."""
    from runtime.audit.format.checkpoint import Checkpoint

    made = forge(0)
    note = Checkpoint("example.com/other", 1, made.state.tree.root()).sign(made.signer)
    place(made.lines, [note])
    assert (check().verdict, check().code) == ("TAMPERED", "checkpoint.origin")


def test_a_log_that_is_cut_while_it_is_verified_is_tampered(forge, place, check, tmp_path, call):
    made = forge(0)
    for number in range(1000):  # 1.3 MB: more than one chunk
        made.add(*call(f"c-{number}"))
    made.sign()
    place(made.lines, made.notes)
    path = tmp_path / "log" / "records.jsonl"
    report = check(progress=lambda done, _total: os.truncate(path, done))
    assert (report.verdict, report.code) == ("TAMPERED", "log.cut")


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize(
    ("tail", "code"),
    [
        (b'{"at_us"', "log.torn"),
        (b"\0" * 4096, "log.torn"),
        (b"\0" * 70_000 + b"\nx\n", None),
        (b"\nx\n", None),
    ],
)
def test_a_damaged_end_behind_the_newest_checkpoint_is_unproven(forge, place, check, tail, code, quick):
    """T-AUD-05: torn, NUL or foreign bytes."""
    made = forge(1)
    folder = place(made.lines, made.notes)
    with (folder / "records.jsonl").open("ab") as file:
        file.write(tail)
    report = check(quick=quick)
    assert (report.verdict, report.exit_code, report.signed_size) == ("UNPROVEN", 3, 5)
    assert code in (None, report.code)
    assert report.first_bad_seq == 5


def test_a_complete_unsigned_end_is_unproven_and_points_to_its_first_record(forge, place, check, call):
    """T-AUD-05"""
    made = forge(1).add(*call("c-9"))
    place(made.lines, made.notes)
    report = check()
    assert (report.verdict, report.code, report.first_bad_seq, report.records) == (
        "UNPROVEN",
        "log.unsigned",
        5,
        9,
    )


def test_a_torn_checkpoint_at_the_end_is_unproven(forge, place, check):
    """T-AUD-05"""
    made = forge(1)
    folder = place(made.lines, made.notes)
    for cut in range(1, len(made.notes[-1])):
        place(made.lines, [made.notes[0], made.notes[1][:-cut]])
        data = (folder / "checkpoints").read_bytes()
        (folder / "checkpoints").write_bytes(data[:-1])
        report = check()
        assert report.exit_code == 3, cut
    assert "checkpoint.torn" in {finding.code for finding in report.findings}


def test_what_is_no_regular_file_is_an_error_and_does_not_hang(forge, place, check, tmp_path):
    """T-AUD-07: a pipe, a link, a folder."""
    made = forge(1)
    folder = place(made.lines, made.notes)
    (folder / "records.jsonl").unlink()
    os.mkfifo(folder / "records.jsonl")
    assert (check().exit_code, check().code) == (2, "log.unreadable")
    (folder / "records.jsonl").unlink()
    (folder / "records.jsonl").symlink_to(tmp_path / "elsewhere")
    assert (check().exit_code, check().code) == (2, "log.unreadable")
    (folder / "records.jsonl").unlink()
    (folder / "records.jsonl").mkdir()
    assert check().exit_code == 2


@pytest.mark.parametrize("keys", [[], ["nonsense"], ["a+b+c"], ["\ud800"]])
def test_verifying_without_a_usable_key_is_an_error(forge, place, tmp_path, keys):
    """T-AUD-04"""
    made = forge(1)
    place(made.lines, made.notes)
    report = verify(tmp_path / "log", verifier_keys=keys)
    assert (report.verdict, report.code) == ("ERROR", "key.malformed")


def test_a_log_that_grows_while_it_is_verified_is_ok_and_in_flight(open_log, tmp_path, signer, call):
    """T-AUD-09: a writer appends between two reads."""
    log = open_log()
    log.commit_sync(call("c-1"))
    log.checkpoint()

    grown: list[int] = []

    def grow(_done: int, _total: int) -> None:
        if not grown:
            grown.append(log.commit_sync(call("c-2")).seq)

    report = verify(tmp_path / "log", verifier_keys=[signer.key], progress=grow)
    assert (report.verdict, report.exit_code, grown) == ("OK_NOT_WITNESSED", 0, [8])
    assert report.records == 5


def test_records_that_a_live_writer_has_not_signed_are_in_flight(forge, place, check, call):
    """T-AUD-09: counted, and not called proved."""
    made = forge(1)
    made.now_us = time.time_ns() // 1000
    made.add(*call("c-9")[:2])
    folder = place(made.lines, made.notes)
    for name in ("records.jsonl", "checkpoints"):
        with (folder / name).open("ab") as file:
            file.write(b"torn")
    with (folder / "writers").open("w") as writers:
        fcntl.flock(writers, fcntl.LOCK_SH)  # what a writer holds while it lives
        report = check()
        assert (report.verdict, report.in_flight, report.open_calls) == ("OK_NOT_WITNESSED", 2, 1)
        place([], [])
        assert check().verdict == "UNPROVEN"
    place(made.lines, made.notes)
    assert check().code == "log.unsigned"


def test_a_copy_of_a_log_that_was_never_closed_is_unproven(forge, place, check, call):
    made = forge(1).add(*call("c-9")[:3]).sign()
    place(made.lines, made.notes)
    report = check()
    assert (report.verdict, report.code, report.first_bad_seq, report.open_calls) == (
        "UNPROVEN",
        "call.open",
        5,
        1,
    )


@pytest.mark.parametrize("change", [{"format": 1}, {"format": 3}])
def test_an_unknown_format_is_unproven(forge, place, check, bodies, change):
    made = forge(0)
    made.add(Entry(None, msgspec.structs.replace(bodies["LogOpened"], **change))).sign()
    place(made.lines, made.notes)
    assert (check().verdict, check().code) == ("UNPROVEN", "log.format")


def test_a_log_that_does_not_begin_with_its_opening_is_unproven(forge, place, check, bodies):
    made = type(forge(0))(forge(0).signer).add(Entry(None, bodies["PolicyLoaded"])).sign()
    place(made.lines, made.notes)
    assert (check().verdict, check().code) == ("UNPROVEN", "log.format")


def test_records_that_a_later_writer_signed_are_counted(forge, place, check, bodies):
    made = forge(1)
    made.add(Entry(None, msgspec.structs.replace(bodies["LogOpened"], unsigned_tail=3))).sign()
    place(made.lines, made.notes)
    assert (check().verdict, check().taken_over) == ("OK_NOT_WITNESSED", 3)


def test_the_list_of_findings_is_bounded(forge, place, check, call):
    """T-AUD-07"""
    made = forge(0)
    for number in range(150):
        made.add(call(f"c-{number}")[0])
    made.sign()
    place(made.lines, made.notes)
    report = check()
    assert (len(report.findings), report.open_calls) == (100, 150)


@pytest.mark.parametrize(
    ("records", "checkpoints"),
    [
        (b"\n" * 3_000_000, b"\n" * 300_000),
        (b"\0" * 3_000_000, b"\0" * 300_000),
        (b"[" * 3_000_000, b"\n\n\n" * 9_000),
        (b"", b"\xe2\x80\x94 a b\n\n\xe2\x80\x94 a b\n\n"),
        (b"{}\n" * 9, b"a\n1\nb\n\n\xe2\x80\x94 a b\n\n"),
    ],
)
def test_hostile_files_give_a_verdict(tmp_path, signer, records, checkpoints):
    """T-AUD-07: megabytes without a line, or of nothing but lines."""
    folder = tmp_path / "log"
    folder.mkdir()
    (folder / "records.jsonl").write_bytes(records)
    (folder / "checkpoints").write_bytes(checkpoints)
    for quick in (False, True):
        assert verify(folder, verifier_keys=[signer.key], quick=quick).exit_code in (1, 3, 4)


def test_memory_does_not_grow_with_the_log(forge, place, check, call):
    """T-AUD-07: four times the log, the same memory."""
    made = forge(0)

    def peak() -> int:
        made.sign()
        place(made.lines, made.notes)
        tracemalloc.start()
        try:
            assert check().verdict == "OK_NOT_WITNESSED"
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def grow(calls: int) -> None:
        for number in range(calls):
            made.add(*call(f"c-{number}"))

    grow(1000)  # 1.3 MB: more than one chunk
    small = peak()
    grow(3000)
    assert peak() < small * 1.5


def test_every_verdict_has_its_exit_code():
    assert EXIT_CODES == {
        "OK": 0,
        "OK_NOT_WITNESSED": 0,
        "TAMPERED": 1,
        "ERROR": 2,
        "UNPROVEN": 3,
        "UNTRUSTED": 4,
    }


def test_line_ends_of_another_system_are_no_torn_checkpoint(forge, place, check, signer, tmp_path):
    """T-AUD-03: a crash leaves none, and a repair must not move signed checkpoints away."""
    made = forge(2)
    for notes in (made.notes, made.notes[-1:]):
        folder = place(made.lines, notes)
        data = (folder / "checkpoints").read_bytes().replace(b"\n", b"\r\n")
        (folder / "checkpoints").write_bytes(data)
        assert (check().verdict, check().code) == ("TAMPERED", "checkpoint.malformed")
        assert check(quick=True).verdict == "TAMPERED"
        options = {"signer": signer, "origin": signer.name, "runtime_version": "1"}
        with pytest.raises(AuditInconsistent):
            Log.open(folder, **options)
        with pytest.raises(AuditInconsistent):
            repair(folder, **options, apply=True)
        assert (folder / "checkpoints").read_bytes() == data


@pytest.mark.parametrize("name", ["records.jsonl", "checkpoints", "frontier", "vault.dat"])
@pytest.mark.parametrize("last", [b"", b"x\n"])
def test_a_file_with_a_hole_of_a_terabyte_is_judged_and_refused_without_reading_it(
    open_log, tmp_path, signer, call, name, last
):
    """T-AUD-07: somebody makes a file a terabyte long that takes no disk."""
    folder = tmp_path / "log"
    log = open_log()
    sealed = Sealed(commitment(b"s" * 32, b"value"), b"s" * 32, b"value")
    invoked = msgspec.structs.replace(call("c-1")[0].body, arguments=sealed.commitment, kept="whole")
    log.commit_sync([Entry("c-1", invoked, sealed), *call("c-1")[1:]])
    log.close()
    with (folder / name).open("r+b") as file:
        file.truncate(1 << 40)
        file.seek(0, os.SEEK_END)
        file.write(last)
    report = verify(folder, verifier_keys=[signer.key])
    harmless = name == "frontier" or (name == "vault.dat" and not last)
    assert (report.exit_code == 0) is harmless
    try:
        again = open_log(create=False)
        again.commit_sync([Entry("c-2", invoked, sealed), *call("c-2")[1:]])
        again.close()
    except AuditError as error:
        assert error.code in ("audit.damaged", "audit.inconsistent", "audit.forged")  # noqa: PT017
    else:
        assert name in ("frontier", "vault.dat")
        assert (folder / name).stat().st_size < 1 << 20


@pytest.mark.parametrize("change", [{"key": "k"}, {"origin": "example.com/other"}])
def test_an_opening_that_names_another_key_or_log_is_unproven(forge, place, check, bodies, change):
    """T-AUD-08: a key's holder could sign it all the same."""
    made = forge(1).add(Entry(None, msgspec.structs.replace(bodies["LogOpened"], **change))).sign()
    place(made.lines, made.notes)
    assert (check().verdict, check().code) == ("UNPROVEN", "log.opening")
