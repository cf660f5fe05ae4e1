"""A log in several segments: sealed by any writer, verified from seal to seal, and nothing of it lost or moved unseen."""

from __future__ import annotations

import os
import shutil
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from runtime.audit.format.seal import Seal, read_seal
from runtime.audit.layout.segments import segment_firsts, segment_name
from runtime.audit.maintain.repair import repair
from runtime.audit.stores.file import FileStore
from runtime.audit.verify import worker_pool
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.errors import AuditError, AuditInconsistent

SEGMENT = 8


@pytest.fixture
def open_small(folder, signer):
    """Opens writers whose segments hold eight records."""
    logs: list[Log] = []

    def open_one(segment_records: int = SEGMENT) -> Log:
        store = FileStore(folder, create=True, segment_records=segment_records)
        logs.append(Log.on(store, signer=signer, origin=signer.name, runtime_version="1.0"))
        return logs[-1]

    yield open_one
    for log in logs:
        log.close()


@pytest.fixture
def make(open_small, call):
    """A closed log of one opening and so many calls of four records."""

    def make_one(calls: int) -> None:
        with open_small() as log:
            for number in range(calls):
                log.commit_sync(call(f"c-{number}"))
                log.checkpoint()

    return make_one


@pytest.fixture
def check(folder, signer):
    return partial(verify, folder, verifier_keys=[signer.key])


def test_a_full_segment_is_sealed_and_the_next_begins(make, folder, check):
    make(10)
    assert segment_firsts(folder) == [0, 8, 16, 24, 32, 40]
    sealed = {path.name for path in folder.glob("*.seal")}
    assert sealed == {
        "records.seal",
        "records-8.seal",
        "records-16.seal",
        "records-24.seal",
        "records-32.seal",
    }
    assert (folder / "records.jsonl").read_bytes().count(b"\n") == SEGMENT
    for quick in (False, True):
        report = check(quick=quick)
        assert (report.verdict, report.records, report.signed_size) == ("OK_NOT_WITNESSED", 41, 41)


def test_one_commit_may_reach_over_several_segments(open_small, call, check, folder):
    with open_small() as log:
        log.commit_sync([entry for number in range(9) for entry in call(f"c-{number}")])
    assert (check().verdict, check().records) == ("OK_NOT_WITNESSED", 37)
    assert segment_firsts(folder) == [0, 8, 16, 24, 32]


def test_writers_that_share_a_log_seal_for_each_other(open_small, call, check):
    one, two = open_small(), open_small()
    for number in range(12):
        (one, two)[number % 2].commit_sync(call(f"c-{number}"))
    assert one.has_call("c-11")
    one.close()
    two.close()
    assert (check().verdict, check().records) == ("OK_NOT_WITNESSED", 50)


def test_writers_need_not_agree_on_how_large_a_segment_is(open_small, call, check, folder):
    one, two = open_small(4), open_small(1000)
    for number in range(9):
        (one, two)[number % 2].commit_sync(call(f"c-{number}"))
    one.close()
    two.close()
    assert len(segment_firsts(folder)) > 3
    assert (check().verdict, check().records) == ("OK_NOT_WITNESSED", 38)


def test_a_spent_call_is_known_across_segments(make, open_small):
    make(10)
    log = open_small()
    assert all(log.has_call(f"c-{number}") for number in range(10))
    assert not log.has_call("c-10")


def test_a_log_without_its_frontier_is_read_from_its_first_segment(make, open_small, folder, check):
    make(10)
    (folder / "frontier").unlink()
    open_small().close()
    assert (check().verdict, check().records) == ("OK_NOT_WITNESSED", 42)


@pytest.mark.parametrize("step", ["seal renamed, no next file", "next file made, nothing in it"])
def test_a_crash_between_seal_and_next_segment_is_taken_up(make, open_small, call, folder, check, step):
    """T-AUD-12"""
    make(4)  # 17 records: the third segment holds one
    for name in ("frontier", "records-16.jsonl"):
        (folder / name).unlink()
    notes = (folder / "checkpoints").read_bytes().split(b"\n\n")
    (folder / "checkpoints").write_bytes(
        b"\n\n".join([*notes[:-3], b""])
    )  # the last two: of 13 records remains
    if step.startswith("next"):
        (folder / "records-16.jsonl").touch()
    report = check()
    assert (report.verdict, report.records, report.signed_size, report.code) == (
        "UNPROVEN",
        16,
        16,
        "call.open",
    )
    log = open_small()
    log.commit_sync(call("c-9"))
    log.close()
    assert (check().verdict, check().records) == ("OK_NOT_WITNESSED", 22)


@pytest.mark.parametrize("came_late", [False, True])
def test_a_segment_that_was_changed_since_is_not_sealed(open_small, call, folder, came_late):
    """T-AUD-10: the seal would cover the change up, made under a writer that saw all of the segment, or did not."""
    log = open_small()
    log.commit_sync(call("c-1"))
    if came_late:
        log.close()
        log = open_small()
    data = (folder / "records.jsonl").read_bytes()
    with (folder / "records.jsonl").open("r+b") as file:
        file.write(data.replace(b"agent:demo", b"agent:evil"))
    with pytest.raises(AuditInconsistent):
        log.commit_sync(call("c-2"))
    assert not (folder / "records.seal").exists()


def test_a_repair_cuts_the_last_segment_and_never_a_sealed_one(make, folder, check, signer):
    """T-AUD-16: torn behind the signed records of a later segment; then inside one that was sealed and never signed for."""
    make(7)
    mend = partial(repair, folder, signer=signer, origin=signer.name, runtime_version="1.0", apply=True)
    good = (folder / "records-24.jsonl").read_bytes()
    (folder / "records-24.jsonl").write_bytes(good + b'{"at_us":')
    assert check().code == "log.torn"
    assert mend().applied
    assert (folder / "records-24.jsonl").read_bytes().startswith(good)
    assert (check().verdict, check().records) == ("OK_NOT_WITNESSED", 31)
    notes = (folder / "checkpoints").read_bytes().split(b"\n\n")
    (folder / "checkpoints").write_bytes(
        b"\n\n".join([*notes[:4], b""])
    )  # the first two: of one record, of five
    (folder / "frontier").unlink()
    os.truncate(folder / "records-8.jsonl", 99)
    with pytest.raises(AuditInconsistent):
        mend()
    assert (folder / "records-8.jsonl").stat().st_size == 99


# --- the tamper table's rows about segments ---


def remove(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def swap(one: str, two: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / one).rename(folder / "aside")
        (folder / two).rename(folder / one)
        (folder / "aside").rename(folder / two)

    return change


def copy(source: str, target: str) -> Callable[[Path], None]:
    return lambda folder: shutil.copy(folder / source, folder / target) and None


def append(name: str, data: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes() + data) and None


def replace(name: str, old: bytes, new: bytes) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        data = (folder / name).read_bytes()
        assert old in data
        (folder / name).write_bytes(data.replace(old, new, 1))

    return change


def cut_last_line(folder: Path) -> None:
    data = (folder / "records-8.jsonl").read_bytes()
    (folder / "records-8.jsonl").write_bytes(data[: data.rindex(b"\n", 0, -1) + 1])


TABLE: list[tuple[str, Callable[[Path], None], str, str]] = [
    ("segment missing", remove("records-8.jsonl"), "segment.missing", "segment.missing"),
    ("newest segment missing", remove("records-24.jsonl"), "log.cut", "log.cut"),
    ("seal missing", remove("records-8.seal"), "seal.missing", "seal.missing"),
    ("first seal missing", remove("records.seal"), "seal.missing", "seal.missing"),
    ("segments swapped", swap("records-8.jsonl", "records-16.jsonl"), "chain.sequence", "segment.digest"),
    ("seals swapped", swap("records-8.seal", "records-16.seal"), "seal.order", "seal.order"),
    ("a segment twice", copy("records-8.jsonl", "records-32.jsonl"), "seal.missing", "seal.missing"),
    ("a foreign segment", copy("records-8.jsonl", "records-9.jsonl"), "segment.foreign", "segment.foreign"),
    ("another number's spelling", copy("records-8.jsonl", "records-08.jsonl"), "segment.foreign", "segment.foreign"),
    ("segment edited", replace("records-8.jsonl", b"agent:demo", b"agent:evil"), "chain.link", "segment.digest"),
    ("segment cut", cut_last_line, "log.cut", "segment.digest"),
    ("line behind a sealed segment", append("records-8.jsonl", b"{}\n"), "segment.digest", "segment.digest"),
    ("torn line behind a sealed segment", append("records-8.jsonl", b"{"), "segment.digest", "segment.digest"),
    ("endless line behind it", append("records-8.jsonl", b"x" * 3_000_000), "segment.digest", "segment.digest"),
    ("seal edited", replace("records-8.seal", b'"size":16', b'"size":17'), "seal.signature", "seal.signature"),
    ("seal cut", lambda folder: os.truncate(folder / "records-8.seal", 90), "seal.malformed", "seal.malformed"),
    ("seal empty", lambda folder: os.truncate(folder / "records-8.seal", 0), "seal.malformed", "seal.malformed"),
    ("seal endless", append("records-8.seal", b"\0" * 3_000_000), "seal.malformed", "seal.malformed"),
    ("a frontier as seal", copy("frontier", "records-8.seal"), "seal.malformed", "seal.malformed"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "full", "quick"), [pytest.param(*row[1:], id=row[0]) for row in TABLE])
def test_a_missing_moved_or_changed_segment_or_seal_is_tampered(make, folder, check, change, full, quick):
    """T-AUD-30: both ways of verifying."""
    make(7)  # 29 records
    assert check().verdict == "OK_NOT_WITNESSED"
    change(folder)
    for is_quick, code in ((False, full), (True, quick)):
        report = check(quick=is_quick)
        assert (report.verdict, report.exit_code, report.code) == ("TAMPERED", 1, code)


def test_the_bad_record_of_a_later_segment_is_named_with_its_file(make, folder, check):
    """T-AUD-01"""
    make(7)
    lines = (folder / "records-8.jsonl").read_bytes().split(b"\n")
    assert b"ToolInvoked" in lines[1]
    lines[1] = lines[1].replace(b"agent:demo", b"agent:evil")
    (folder / "records-8.jsonl").write_bytes(b"\n".join(lines))
    report = check()
    assert (report.file, report.first_bad_seq, report.byte_offset) == (
        "records-8.jsonl",
        9,
        len(lines[0]) + 1,
    )


@pytest.mark.parametrize("stride", [pytest.param(1, marks=pytest.mark.soak), 71])
def test_a_flipped_bit_in_any_byte_of_a_log_of_forty_records_is_never_missed(make, folder, check, stride):
    """T-AUD-01, T-AUD-03, T-AUD-30: five segments, their seals and the checkpoints; by default every 71st byte."""
    """T-AUD-30"""
    make(10)
    os.truncate(folder / "records-40.jsonl", 0)
    notes = (folder / "checkpoints").read_bytes().split(b"\n\n")
    (folder / "checkpoints").write_bytes(b"\n\n".join([*notes[:-3], b""]))
    assert (check().records, check().code) == (40, "call.open")
    for path in [*sorted(folder.glob("records*")), folder / "checkpoints"]:
        good = path.read_bytes()
        data = bytearray(good)
        for position in range(0, len(data), stride):
            data[position] ^= 1 << position % 8
            path.write_bytes(data)
            report = check()
            assert report.exit_code in (
                (1, 4) if path.suffix == ".seal" else (1,) if path.suffix else (1, 3, 4)
            )
            data[position] = good[position]
        path.write_bytes(good)


def test_a_seal_of_another_key_is_untrusted(make, folder, check, other_signer, signer):
    """T-AUD-04"""
    make(7)
    seal = read_seal((folder / "records-8.seal").read_bytes(), [signer.key])
    (folder / "records-8.seal").write_bytes(seal.sign(other_signer))
    assert (check().verdict, check().code) == ("UNTRUSTED", "seal.key_unknown")


@pytest.mark.parametrize(
    "change",
    [
        {"digest": "blake3:" + "0" * 64},
        {"head": "blake3:" + "0" * 64},
        {"nodes": ("00" * 32,)},
        {"at_us": 5},
        {"length": 5},
    ],
)
def test_a_full_verification_believes_no_seal(make, folder, check, signer, change):
    """T-AUD-30: whoever holds the key states what is not so."""
    make(7)
    seal = read_seal((folder / "records-8.seal").read_bytes(), [signer.key])
    fields = {name: getattr(seal, name) for name in Seal.__struct_fields__}
    (folder / "records-8.seal").write_bytes(Seal(**{**fields, **change}).sign(signer))
    assert (check().verdict, check().code, check().first_bad_seq) == ("TAMPERED", "segment.digest", 13)


@pytest.mark.parametrize(
    "change", [remove("records.seal"), remove("records-16.seal"), swap("records-8.seal", "records-16.seal")]
)
def test_a_writer_does_not_go_on_where_a_seal_was_removed_or_moved(make, folder, open_small, change):
    """T-AUD-10"""
    make(7)
    change(folder)
    with pytest.raises(AuditError) as caught:
        open_small()
    assert caught.value.code == "audit.inconsistent"


def test_segments_glued_into_one_file_without_their_seals_are_named(make, folder, check, monkeypatch):
    """T-AUD-30: every record and signature is there, and no writer leaves so many in one file."""
    make(7)
    monkeypatch.setattr("runtime.audit.verify.segment_verifier.SEGMENT_RECORDS", SEGMENT)
    assert check().verdict == "OK_NOT_WITNESSED"
    names = [segment_name(first) for first in segment_firsts(folder)]
    whole = b"".join((folder / name).read_bytes() for name in names)
    for name in names:
        (folder / name).unlink()
    for seal in folder.glob("*.seal"):
        seal.unlink()
    (folder / "records.jsonl").write_bytes(whole)
    report = check()
    assert (report.verdict, report.code, report.first_bad_seq) == ("TAMPERED", "segment.overfull", SEGMENT)
    assert check(quick=True).code == "segment.overfull"


# --- files that are none ---


def png(path: Path) -> None:
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 400)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def gigantic(path: Path) -> None:
    os.truncate(path, 1 << 40)  # a hole: a terabyte to read, nothing on the disk


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_link(path: Path) -> None:
    path.rename(path.with_name("aside"))
    path.symlink_to(path.with_name("aside"))


# The exit codes for the first segment, its seal, a later segment, the last one, the checkpoints.
FOREIGN: list[tuple[Callable[[Path], None], tuple[int, int, int, int, int]]] = [
    (png, (1, 1, 1, 1, 1)),
    (empty, (1, 1, 1, 1, 3)),
    (gigantic, (1, 1, 1, 3, 1)),
    (a_folder, (2, 2, 2, 2, 2)),
    (a_pipe, (2, 2, 2, 2, 2)),
    (a_link, (2, 2, 2, 2, 2)),
]


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize(("change", "codes"), [pytest.param(*row, id=row[0].__name__) for row in FOREIGN])
def test_a_foreign_file_in_any_place_has_its_exit_code_in_flat_memory(
    make, folder, check, change, codes, place
):
    """T-AUD-07: whatever lies where a file of the log should."""
    make(7)
    names = ["records.jsonl", "records.seal", "records-8.jsonl", "records-24.jsonl", "checkpoints"]
    change(folder / names[place])
    tracemalloc.start()
    try:
        reports = [check(quick=quick) for quick in (False, True)]
        peak_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert {report.exit_code for report in reports} == {codes[place]}, [report.detail for report in reports]
    assert peak_bytes < 20 << 20


@pytest.mark.parametrize("name", ["records.jsonl", "records-24.jsonl", "records-8.seal", "checkpoints"])
def test_a_log_truncated_at_any_place_is_never_ok(make, folder, check, name):
    """T-AUD-02, T-AUD-30"""
    make(7)
    data = (folder / name).read_bytes()
    for size in range(len(data) - 1, 0, -max(1, len(data) // 25)):
        (folder / name).write_bytes(data[:size])
        report = check()
        cut_between = name == "checkpoints" and data[:size].endswith(b"\n\n")
        assert report.exit_code in (1, 3) or cut_between, size


# --- in several processes ---


def test_other_processes_come_to_the_same_report(make, folder, check):
    """T-AUD-31: a good log, one that is changed in its third segment, one that nobody may read."""
    make(10)
    assert check(processes=2) == check(processes=1)
    replace("records-16.jsonl", b"agent:demo", b"agent:evil")(folder)
    found = check(processes=2)
    assert (found.verdict, found.file) == ("TAMPERED", "records-16.jsonl")
    assert found == check(processes=1)
    (folder / "records-24.jsonl").unlink()
    (folder / "records-24.jsonl").mkdir()
    assert (check(processes=2).exit_code, check(processes=2).code) == (2, "log.unreadable")


def test_a_process_finds_the_verifier_wherever_it_is_installed(make, check, monkeypatch):
    """No other path leads there, and this process verifies no segment in another one's place."""
    make(10)
    elsewhere = [path for path in sys.path if not (Path(path) / "runtime" / "audit").exists()]
    monkeypatch.setattr(sys, "path", elsewhere)
    monkeypatch.setattr(worker_pool, "verify_segment", lambda *_: pytest.fail("no process did"))
    assert check(processes=2).verdict == "OK_NOT_WITNESSED"


def test_a_process_that_dies_costs_time_and_changes_nothing(make, check, monkeypatch, tmp_path):
    """T-AUD-31: an interpreter that ends at once, ones that talk nonsense, one that says nothing."""
    make(10)
    monkeypatch.setattr(worker_pool, "_START_S", 0.3)
    for script in (
        "exit 1",
        "head -c 99 /dev/zero; exec sleep 9",
        "exec sleep 99",
        "printf '\\0\\0\\0\\0\\0\\0\\0\\1x'; exec sleep 9",
    ):
        (tmp_path / "python").write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "python").chmod(0o700)
        monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
        report = check(processes=2)
        assert (report.verdict, report.records) == ("OK_NOT_WITNESSED", 41)


def test_progress_is_told_whoever_reads(make, folder, check):
    make(10)
    told: list[tuple[int, int]] = []
    check(processes=2, progress=lambda done, total: told.append((done, total)))
    total = sum(path.stat().st_size for path in folder.glob("records*.jsonl"))
    assert told[-1] == (total, total)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
