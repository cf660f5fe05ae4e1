"""Old values are erased and old segments archived; the log goes on to verify, and nothing is removed before its copy was read back."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from retained_logs import SEGMENT_RECORDS, SIGNER, WRITER, RetainedLog, valued_call

from runtime.audit.maintain.copying import copy_log
from runtime.audit.maintain.erase import erase
from runtime.audit.prove.prover import Prover
from runtime.audit.read.query import Query, calls_of, find_calls
from runtime.audit.read.reader import LogReader
from runtime.audit.stores import FolderLocation
from runtime.audit.stores.file import FileStore
from runtime.audit.vault.opening import open_vault
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.errors import (
    AuditArchived,
    AuditArchiveUnavailable,
    AuditClockDoubtful,
    AuditError,
    AuditInconsistent,
    ConfigurationError,
)


@pytest.fixture
def log(tmp_path) -> RetainedLog:
    made = RetainedLog(tmp_path)
    made.write(range(100))
    return made


@pytest.fixture
def archived(log) -> RetainedLog:
    log.retain()
    return log


def test_archived_segments_leave_their_seals_and_the_log_verifies(log):
    """T-RET-00"""
    before = log.verify()
    done = log.retain()
    assert [fate.state for fate in done.segments or ()] == ["archived"] * 5
    assert [size for size in log.bytes_here().values() if size] != []
    assert sum(size == 0 for size in log.bytes_here().values()) == 5
    assert len(list(log.folder.glob("records*.seal"))) == 6
    whole = log.verify()
    assert (whole.verdict, whole.archived, whole.values) == ("OK_NOT_WITNESSED", 320, before.values)
    assert log.verify(processes=2).verdict == "OK_NOT_WITNESSED"


def test_without_the_archive_seals_and_receipts_are_what_is_verified(archived):
    quick = archived.verify(fetch=False, quick=True)
    assert (quick.verdict, quick.archived) == ("OK_NOT_WITNESSED", 320)
    full = archived.verify(fetch=False)
    assert (full.verdict, full.code) == ("UNPROVEN", "segment.archived")
    assert archived.archive in full.detail


def test_what_is_here_is_verified_although_the_archive_is_not_named(archived):
    """T-RET-01"""
    here = next(file for file in archived.folder.glob("records-*.jsonl") if file.stat().st_size)
    data = bytearray(here.read_bytes())
    data[40] ^= 1
    here.write_bytes(data)
    assert archived.verify(fetch=False).verdict == "TAMPERED"


def test_archived_records_are_found_shown_and_proved_from_the_archive(archived):
    with LogReader(archived.place) as reader:
        assert len(find_calls(reader, Query(call="c-3"), 5)) == 1
        (records,) = calls_of(reader, "c-3")
        proofs = Prover(reader, [SIGNER.key], cache=None).prove_lines(
            [(one.record.seq, one.line) for one in records]
        )
    assert proofs == 4
    with LogReader(FolderLocation(archived.folder)) as reader, pytest.raises(AuditArchived):
        calls_of(reader, "c-3")


def test_a_copy_of_an_archived_log_is_whole_again(archived, tmp_path):
    copied = copy_log(archived.place, FolderLocation(tmp_path / "whole"), verifier_keys=[SIGNER.key])
    assert (copied.report.verdict, copied.report.archived) == ("OK_NOT_WITNESSED", 0)


def test_a_writer_that_was_open_goes_on_and_rolls_segments_meanwhile(log):
    """Its files are emptied beneath it, and a verifier reads the log the whole time."""
    verdicts: list[str] = []
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            verdicts.append(log.verify().verdict)

    watcher = threading.Thread(target=watch)
    with log.open() as writer:
        watcher.start()
        for number in range(200, 260):
            writer.commit_sync(valued_call(f"c-{number}"))
            if number % 20 == 0:
                log.retain()
        assert writer.has_call("c-259")
    stop.set()
    watcher.join()
    assert set(verdicts) == {"OK_NOT_WITNESSED"}
    assert log.verify().verdict == "OK_NOT_WITNESSED"
    log.write(range(300, 301))


def test_two_runs_at_once_archive_each_segment_once(log):
    failed: list[AuditError] = []

    def run() -> None:
        try:
            log.retain()
        except AuditArchiveUnavailable as error:  # the other one was putting the same object at this moment
            failed.append(error)

    runs = [threading.Thread(target=run) for _ in range(3)]
    for one in runs:
        one.start()
    for one in runs:
        one.join()
    assert len(failed) < 3
    log.retain()
    assert sum(size == 0 for size in log.bytes_here().values()) >= 5
    assert log.verify().verdict == "OK_NOT_WITNESSED"
    with LogReader(log.place) as reader:
        acts = [line for _, line in reader.lines() if b'"kind":"SegmentArchived"' in line]
    assert len(acts) == sum(size == 0 for size in log.bytes_here().values())


def test_a_dry_run_changes_nothing_and_says_what_would_be(log):
    before = {file.name: file.read_bytes() for file in log.folder.iterdir()}
    done = log.retain(values_days=1, dry_run=True)
    assert done.values is not None
    assert (done.values.calls, len(done.segments or ())) == (100, 5)
    assert {file.name: file.read_bytes() for file in log.folder.iterdir()} == before


def test_what_is_young_or_recent_stays(log):
    assert log.retain(later_days=0).segments == []
    with LogReader(log.place) as reader:
        assert reader.end() == sum(log.bytes_here().values())


def test_old_values_are_erased_and_young_ones_stay(log):
    done = log.retain(records_days=0, values_days=1)
    assert done.values is not None
    assert (done.values.calls, done.values.rows) == (100, 100)
    log.write(range(500, 503))
    assert log.retain(records_days=0, values_days=30).values == type(done.values)()
    report = log.verify()
    assert (report.verdict, report.erased, report.values) == ("OK_NOT_WITNESSED", 100, 3)
    assert b'"of":"c-7"' not in (log.folder / "vault.dat").read_bytes()


def test_values_of_archived_records_are_still_erased_in_time(archived):
    done = archived.retain(values_days=1)
    assert done.values is not None
    assert (done.values.calls, archived.verify().erased) == (100, 100)
    assert erase(archived.place, call="c-2", **WRITER).rows == 0


@pytest.mark.parametrize("days", [-1, 32, 4000])
def test_a_clock_that_cannot_be_right_removes_nothing(log, days):
    """T-RET-02: whoever sets the clock ahead would have everything be too old."""
    before = log.bytes_here()
    with pytest.raises(AuditClockDoubtful) as caught:
        log.retain(values_days=1, later_days=days)
    assert caught.value.code == "audit.clock_doubtful"
    assert log.bytes_here() == before
    assert log.verify().erased == 0


def test_a_log_that_was_idle_for_long_is_kept_to_its_time_on_request(log):
    assert log.retain(later_days=400, clock_is_right=True).segments


def test_a_rule_that_asks_for_nothing_or_names_no_archive_is_refused(log):
    with pytest.raises(ConfigurationError) as caught:
        log.retain(records_days=0)
    assert caught.value.code == "config.invalid"
    log.archive = ""
    with pytest.raises(ConfigurationError):
        log.retain()


def test_an_archive_inside_the_logs_folder_is_refused(log):
    log.archive = f"file:{log.folder / 'archive'}"
    with pytest.raises(ConfigurationError):
        log.retain()


# A hostile archive.


def object_of(log: RetainedLog, first: int = 64) -> Path:
    return Path(log.archive.removeprefix("file:")) / f"records-{first}.jsonl"


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[100] ^= 1
    file.write_bytes(data)


HOSTILE = {
    "altered": flip,
    "truncated": lambda file: file.write_bytes(file.read_bytes()[:-1]),
    "emptied": lambda file: file.write_bytes(b""),
    "longer": lambda file: file.write_bytes(file.read_bytes() + b"{}\n"),
    "swapped": lambda file: file.write_bytes(file.with_name("records-128.jsonl").read_bytes()),
    "missing": lambda file: file.unlink(),
    "a link": lambda file: (file.rename(file.with_name("away")), file.symlink_to(file.with_name("away"))),
    "a folder": lambda file: (file.unlink(), file.mkdir()),
}
_UNHURT = {"longer"}
_ERRORS = {"missing", "a link", "a folder"}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_a_hostile_archive_gives_back_is_found_by_its_seal(archived, kind):
    """T-RET-03: what follows the sealed bytes is not asked for, and so does no harm."""
    HOSTILE[kind](object_of(archived))
    report = archived.verify()
    expected = "OK_NOT_WITNESSED" if kind in _UNHURT else "ERROR" if kind in _ERRORS else "TAMPERED"
    assert report.verdict == expected, report.detail
    assert archived.verify(fetch=False, quick=True).verdict == "OK_NOT_WITNESSED"


@pytest.mark.parametrize("kind", HOSTILE)
def test_nothing_is_removed_where_the_archive_holds_something_else(log, kind):
    """T-RET-04: as where two logs were given one archive, or somebody put an object there first."""
    other = RetainedLog(log.folder.parent / "other", log.archive)
    other.write(range(100))
    other.retain()
    HOSTILE[kind](object_of(other))
    before = log.bytes_here()
    with pytest.raises(AuditError) as caught:
        log.retain()
    assert caught.value.code in ("audit.inconsistent", "audit.archive_unavailable")
    assert log.bytes_here() == before
    assert log.verify(fetch=False).verdict == "OK_NOT_WITNESSED"


def test_a_segment_is_not_archived_twice_under_other_bytes(archived):
    flip(object_of(archived))
    restored = archived.folder / "records-64.jsonl"
    flip(object_of(archived))
    restored.write_bytes(object_of(archived).read_bytes())
    flip(object_of(archived))
    with pytest.raises(AuditInconsistent):
        archived.retain()
    assert restored.stat().st_size


def test_a_symbolic_link_in_the_place_of_the_archive_is_refused(log, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "archive").symlink_to(tmp_path / "elsewhere")
    before = log.bytes_here()
    with pytest.raises(AuditArchiveUnavailable):
        log.retain()
    assert (log.bytes_here(), list((tmp_path / "elsewhere").iterdir())) == (before, [])


def test_a_segment_without_a_receipt_was_taken_away(archived):
    """T-RET-05: an emptied file, a receipt of another segment, one by another key."""
    receipt = archived.folder / "records-64.archived"
    good = receipt.read_bytes()
    receipt.unlink()
    assert archived.verify(fetch=False, quick=True).verdict == "TAMPERED"
    receipt.write_bytes((archived.folder / "records-128.archived").read_bytes())
    assert archived.verify(fetch=False, quick=True).code == "segment.receipt"
    assert archived.verify().code == "segment.receipt"
    receipt.write_bytes(good.replace(b'"seq":', b'"seq":1'))
    assert archived.verify(fetch=False, quick=True).code == "segment.receipt"
    receipt.write_bytes(good)
    assert archived.verify(fetch=False, quick=True).verdict == "OK_NOT_WITNESSED"


def test_a_writer_that_lost_its_frontier_starts_from_the_archive(archived):
    (archived.folder / "frontier").write_bytes(b"")
    with pytest.raises(AuditArchived):
        Log.open(archived.folder, **WRITER)
    with Log.open(archived.place, **WRITER) as log:
        assert log.size > 5 * SEGMENT_RECORDS


def test_a_log_that_was_tampered_with_is_not_kept_to_its_time(log):
    flip(log.folder / "records-64.jsonl")
    with pytest.raises(AuditError) as caught:
        log.retain(values_days=1)
    assert caught.value.code == "audit.tampered"
    assert all(log.bytes_here().values())


def test_times_set_back_make_no_segment_old(tmp_path):
    """What counts is the highest time so far: a start with a clock of 1990 does not have its segment removed."""
    log = RetainedLog(tmp_path)
    log.write(range(20))
    stamps = iter(range(631_152_000_000_000, 1 << 60, 1000))
    store = FileStore(log.folder, create=False, segment_records=SEGMENT_RECORDS)
    with Log.on(store, open_vault(log.place), clock=lambda: next(stamps), **WRITER) as writer:
        for number in range(20, 80):
            writer.commit_sync(valued_call(f"c-{number}"))
    log.write(range(80, 82))
    assert verify(log.place, verifier_keys=[SIGNER.key]).clock_jumps
    assert log.retain(records_days=20, later_days=10).segments == []
