"""`Log`: group commit, several callers, processes and failures."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import signal
import stat
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from runtime.audit import index, marker, writer
from runtime.audit.chain import decode
from runtime.audit.index import CallIndex
from runtime.audit.stores import file as file_store
from runtime.audit.verify import verify
from runtime.audit.writer import Log
from runtime.contracts.audit import Entry, LogOpened, ToolAborted, ToolInvoked
from runtime.contracts.digest import digest
from runtime.contracts.errors import (
    AuditDamaged,
    AuditError,
    AuditInconsistent,
    AuditKeyUnusable,
    AuditRecordRefused,
    AuditWriteFailed,
    ConfigurationMissing,
)
from runtime.contracts.ports import AuditLog


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "log"


@pytest.fixture
def lines(folder):
    return lambda: (folder / "records.jsonl").read_bytes().split(b"\n")[:-1]


@pytest.fixture
def check(folder, signer):
    return lambda: verify(folder, verifier_keys=[signer.key])


def test_a_log_satisfies_the_port(open_log):
    log: AuditLog = open_log()
    assert log.has_call("c-1") is False


def test_a_new_folder_is_its_owners_alone(open_log, folder):
    """T-AUD-14: the log's files beside the key."""
    open_log()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_a_missing_log_is_not_made_by_accident(open_log, folder):
    with pytest.raises(ConfigurationMissing) as caught:
        open_log(create=False)
    assert caught.value.code == "config.missing"
    assert not folder.exists()
    folder.mkdir()
    with pytest.raises(ConfigurationMissing):
        open_log(create=False)


def test_the_first_record_tells_who_opened_the_log_and_is_signed_at_once(open_log, lines, check, signer):
    open_log()
    record, body = decode(lines()[0])
    assert body == LogOpened(
        format=1, key=str(signer.key), origin=signer.name, runtime="1.0", unsigned_tail=0
    )
    assert (record.seq, check().signed_size) == (0, 1)


def test_the_receipt_names_the_last_record_of_the_batch(open_log, lines, call):
    receipt = open_log().commit_sync(call("c-1"))
    assert receipt.seq == 4
    assert receipt.record == digest(lines()[4])
    assert receipt.checkpoint_size == 5


def test_a_task_gets_the_receipt_of_its_own_entries(open_log, lines, call):
    async def commit_all() -> list[int]:
        log = open_log()
        receipts = await asyncio.gather(*(log.commit(call(f"c-{number}")) for number in range(50)))
        for number, receipt in enumerate(receipts):
            line = lines()[receipt.seq]
            assert digest(line) == receipt.record
            assert decode(line)[0].call == f"c-{number}"
        return [receipt.seq for receipt in receipts]

    assert sorted(asyncio.run(commit_all())) == list(range(4, 204, 4))


def count_syncs(monkeypatch) -> list[int]:
    syncs: list[int] = []
    real = os.fdatasync
    monkeypatch.setattr(os, "fdatasync", lambda descriptor: syncs.append(descriptor) or real(descriptor))
    return syncs


def test_tasks_that_are_ready_together_share_one_sync(open_log, monkeypatch, call):
    async def commit_all(log: Log) -> int:
        await log.commit(call("c-first"))
        syncs = count_syncs(monkeypatch)
        await asyncio.gather(*(log.commit(call(f"c-{number}")) for number in range(100)))
        return syncs.count(log._store.records.descriptor)

    monkeypatch.setattr(marker, "INTERVAL_S", 60.0)
    assert asyncio.run(commit_all(open_log())) == 1


def test_a_record_is_synced_before_its_caller_goes_on(open_log, monkeypatch, call):
    log = open_log()
    events: list[str] = []
    real_write, real_sync = os.write, os.fdatasync
    records = log._store.records.descriptor
    monkeypatch.setattr(marker, "INTERVAL_S", 60.0)

    def write(descriptor, data):
        if descriptor == records:
            events.append("write")
        return real_write(descriptor, data)

    def sync(descriptor):
        if descriptor == records:
            events.append("sync")
        real_sync(descriptor)

    monkeypatch.setattr(os, "write", write)
    monkeypatch.setattr(os, "fdatasync", sync)
    log.commit_sync(call("c-1"))
    assert events == ["write", "sync"]


def test_a_slow_disk_does_not_stall_the_loop(open_log, call):
    async def commit_slowly(log: Log) -> int:
        log._sync_s = 1.0  # what a slow disk leads to
        synced_by: list[int] = []
        real = log._store.records.sync
        log._store.records.sync = lambda: synced_by.append(threading.get_ident()) or real()
        receipt = await log.commit(call("c-1"))
        assert synced_by != [threading.get_ident()]
        assert len(synced_by) == 1
        return receipt.seq

    assert asyncio.run(commit_slowly(open_log())) == 4


def test_a_batch_in_another_thread_does_not_stall_the_loop(open_log, call):
    async def commit_behind(log: Log) -> int:
        with log._lock:
            waiting = asyncio.ensure_future(log.commit(call("c-1")))
            await asyncio.sleep(0)
            await asyncio.sleep(0)  # the turn has passed, and a thread waits for the lock
            assert not waiting.done()
        return (await waiting).seq

    assert asyncio.run(commit_behind(open_log())) == 4


def test_threads_and_several_loops_share_one_log(open_log, check, call):
    log = open_log()

    def in_thread(worker: int) -> list[int]:
        return [log.commit_sync(call(f"t-{worker}-{number}")).seq for number in range(25)]

    def in_loop(worker: int) -> list[int]:
        async def run() -> list[int]:
            tasks = (log.commit(call(f"l-{worker}-{number}")) for number in range(25))
            return [receipt.seq for receipt in await asyncio.gather(*tasks)]

        return asyncio.run(run())

    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(run, worker) for worker in range(4) for run in (in_thread, in_loop)]
        seqs = [seq for future in futures for seq in future.result()]
    log.close()
    assert len(set(seqs)) == 200
    assert (check().verdict, check().records) == ("OK_NOT_WITNESSED", 801)


def test_a_cancelled_task_leaves_the_others_their_receipts(open_log, call):
    async def cancel_one(log: Log) -> int:
        tasks = [asyncio.ensure_future(log.commit(call(f"c-{number}"))) for number in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        first, cancelled, third = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(cancelled, asyncio.CancelledError)
        return third.seq - first.seq

    assert asyncio.run(cancel_one(open_log())) == 8


def test_a_loop_that_was_closed_meanwhile_does_not_hurt_the_batch(open_log, call):
    log = open_log()
    loop = asyncio.new_event_loop()
    task = loop.create_task(log.commit(call("c-lost")))
    loop.call_soon(loop.stop)
    loop.run_forever()
    task.cancel()
    log._queue.append(writer._Request(call("c-queued")))
    log._queue[-1].loop = loop
    loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
    loop.close()
    assert log.commit_sync(call("c-next")).seq >= 8


@pytest.mark.parametrize("entries", [[], [Entry("\ud800", ToolAborted(duration_us=0, outcome="x", step=0))]])
def test_a_refused_record_leaves_the_log_as_it_was(open_log, lines, call, entries):
    """T-AUD-17"""
    log = open_log()
    good = call("c-1")
    with pytest.raises(AuditRecordRefused) as caught:
        log.commit_sync([*good, *entries] if entries else [])
    assert caught.value.code == "audit.record_refused"
    with pytest.raises(AuditRecordRefused):
        asyncio.run(log.commit([*good, *entries] if entries else []))
    assert len(lines()) == 1
    assert log.commit_sync(good).seq == 4


def test_checkpoints_follow_within_the_interval_without_being_asked(open_log, signer, folder, call):
    log = open_log()
    log.commit_sync(call("c-1"))
    deadline = time.monotonic() + 10
    while verify(folder, verifier_keys=[signer.key]).signed_size < 5:
        assert time.monotonic() < deadline
    assert log.size == 5


def test_checkpoints_are_few_however_many_commits_there_are(open_log, folder, call):
    log = open_log()
    start_s = time.monotonic()
    for number in range(300):
        log.commit_sync(call(f"c-{number}"))
    log.close()
    most = (time.monotonic() - start_s) / marker.INTERVAL_S + 4
    assert (folder / "checkpoints").read_bytes().count(b"\n\n") // 2 <= most


def test_reopening_continues_the_chain(open_log, check, call, lines):
    first = open_log()
    first.commit_sync(call("c-1"))
    first.close()
    second = open_log(create=False)
    assert second.commit_sync(call("c-2")).seq == 9
    second.close()
    assert [decode(line)[0].kind for line in lines()].count("LogOpened") == 2
    assert (check().verdict, check().signed_size) == ("OK_NOT_WITNESSED", 10)


@pytest.mark.parametrize("frontier", [b"", b"nonsense", None])
def test_reopening_does_not_need_the_frontier(open_log, folder, check, call, frontier):
    log = open_log()
    log.commit_sync(call("c-1"))
    log.close()
    (folder / "frontier").unlink()
    if frontier is not None:
        (folder / "frontier").write_bytes(frontier)
    log = open_log(create=False)
    log.close()
    assert (check().verdict, check().records) == ("OK_NOT_WITNESSED", 6)


def test_a_saved_frontier_spares_reading_the_log(open_log, monkeypatch, call):
    log = open_log()
    for number in range(50):
        log.commit_sync(call(f"c-{number}"))
    log.close()
    followed: list[bytes] = []
    real = writer.Trail.follow
    monkeypatch.setattr(
        writer.Trail, "follow", lambda trail, line: followed.append(line) or real(trail, line)
    )
    open_log(create=False)
    assert followed == []


def test_time_does_not_step_back_with_the_clock(open_log, lines, call):
    """T-AUD-15: the clock is held, not the log."""
    """T-AUD-15"""
    times = iter([100, 50, 200, 7])
    log = open_log(clock=lambda: next(times))
    log.commit_sync(call("c-1"))
    log.commit_sync(call("c-2"))
    log.commit_sync(call("c-3"))
    assert [decode(line)[0].at_us for line in lines()] == [100] * 5 + [200] * 8


def test_a_broken_clock_fails_the_log_and_every_caller(open_log, call):
    times = iter([100])
    log = open_log(clock=lambda: next(times))
    with pytest.raises(StopIteration):
        log.commit_sync(call("c-1"))
    with pytest.raises(AuditWriteFailed):
        log.commit_sync(call("c-2"))


# --- several writers ---


def test_two_writers_append_to_one_chain(open_log, check, call):
    """T-AUD-13"""
    one, two = open_log(), open_log()
    seqs = [log.commit_sync(call(f"c-{number}")).seq for number, log in enumerate([one, two, two, one])]
    assert seqs == [5, 9, 13, 17]
    two.checkpoint()
    one.checkpoint()
    one.close()
    two.close()
    assert (check().verdict, check().records) == ("OK_NOT_WITNESSED", 18)


def test_a_checkpoint_covers_only_what_is_synced(open_log, call, monkeypatch):
    """T-AUD-13"""
    one, two = open_log(), open_log()
    two.has_call("x")
    one.commit_sync(call("c-1"))
    assert two.has_call("c-1")
    syncs = count_syncs(monkeypatch)
    two.checkpoint()
    assert two._store.records.descriptor in syncs


def test_a_call_of_a_living_writer_is_not_aborted(open_log, lines, call):
    """T-AUD-13: only the dead are spoken for."""
    """T-AUD-13"""
    one = open_log()
    one.commit_sync(call("c-1")[:3])
    two = open_log()
    assert "ToolAborted" not in [decode(line)[0].kind for line in lines()]
    two.close()
    one.commit_sync(call("c-1")[3:])


def crash(log: Log) -> None:
    """Let go of the files as a killed process does."""
    log._ticker.stop()
    log._failure = AuditWriteFailed("crashed")
    log._pool.shutdown()
    log._store.close()


@pytest.mark.parametrize("frontier", [True, False])
def test_calls_left_open_by_a_crash_are_aborted_once(open_log, lines, folder, check, call, frontier):
    log = open_log()
    log.commit_sync(call("c-done"))
    log.commit_sync(call("c-open")[:3])
    log.checkpoint()
    crash(log)
    if not frontier:
        (folder / "frontier").unlink()
    for _ in range(2):
        open_log().close()
    ends = [decode(line) for line in lines() if b"ToolAborted" in line]
    assert [(record.call, body.outcome) for record, body in ends] == [("c-open", "unknown")]
    assert check().verdict == "OK_NOT_WITNESSED"


def test_an_unsigned_tail_is_taken_over_and_counted(open_log, lines, check, call, monkeypatch):
    monkeypatch.setattr(marker, "INTERVAL_S", 60.0)
    log = open_log()
    log.checkpoint()
    log._ticker.stop()
    log.commit_sync(call("c-1"))
    crash(log)
    assert check().code == "log.unsigned"
    open_log().close()
    opened = [decode(line)[1] for line in lines() if b"LogOpened" in line]
    assert [body.unsigned_tail for body in opened] == [0, 4]
    assert (check().verdict, check().taken_over) == ("OK_NOT_WITNESSED", 4)


# --- call ids ---


def test_calls_are_known_before_and_after_the_index_is_read(open_log, call):
    log = open_log()
    log.commit_sync(call("c-1"))
    assert (log.has_call("c-1"), log.has_call("c-2")) == (True, False)
    log.commit_sync(call("c-2"))
    assert log.has_call("c-2")
    log.close()
    assert open_log().has_call("c-2")


def test_only_the_end_of_a_long_log_is_indexed(open_log, monkeypatch, call):
    log = open_log()
    for number in range(20):
        log.commit_sync(call(f"c-{number}"))
    monkeypatch.setattr(writer, "WINDOW_BYTES", 2000)
    assert (log.has_call("c-19"), log.has_call("c-0")) == (True, False)


def test_the_index_forgets_the_oldest_calls(monkeypatch):
    monkeypatch.setattr(index, "_GENERATION", 2)
    calls = CallIndex()
    for name in "abcde":
        calls.add(name)
    assert [name in calls for name in "abcde"] == [False, False, True, True, True]


def test_a_call_id_in_a_string_is_no_call(open_log, bodies, call):
    """T-AUD-17: text that looks like a record."""
    """T-AUD-17"""
    log = open_log()
    text = '"kind":"ToolInvoked"'
    log.commit_sync([Entry(text, bodies["ToolDenied"]), Entry(None, bodies["ToolInvoked"])])
    assert not log.has_call(text)


def test_asking_for_a_call_does_not_wait_for_the_disk(open_log, call):
    log = open_log()
    assert not log.has_call("c-1")
    with log._lock:
        assert not log.has_call("c-1")


# --- failures: final, and told to every caller ---


def assert_failed(log: Log, entries: list[Entry], code: str) -> None:
    for _ in range(2):
        with pytest.raises(AuditError) as caught:
            log.commit_sync(entries)
        assert caught.value.code == code
    with pytest.raises(AuditError):
        asyncio.run(log.commit(entries))
    with pytest.raises(AuditError):
        log.checkpoint()


def test_a_full_disk_fails_the_log_and_leaves_no_torn_line(open_log, folder, lines, call):
    """T-AUD-11: a real limit, in the middle of a line."""
    """T-AUD-11"""
    log = open_log()
    log.commit_sync(call("c-1"))
    before = (folder / "records.jsonl").read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, limits[1]))
        with pytest.raises(AuditWriteFailed) as caught:
            log.commit_sync(call("c-2"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert caught.value.code == "audit.write_failed"
    assert (folder / "records.jsonl").read_bytes() == before
    assert_failed(log, call("c-3"), "audit.write_failed")
    log.close()
    assert open_log().commit_sync(call("c-4")).seq == 9


def test_a_write_that_cannot_be_taken_back_is_said(open_log, monkeypatch, call):
    """T-AUD-11"""
    log = open_log()

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "I/O error")

    monkeypatch.setattr(os, "write", fail)
    monkeypatch.setattr(os, "ftruncate", fail)
    with pytest.raises(AuditWriteFailed, match="torn end may remain"):
        log.commit_sync(call("c-1"))
    monkeypatch.undo()


@pytest.mark.parametrize("step", ["sync", "append", "size"])
def test_an_io_error_fails_every_caller_of_the_batch(open_log, monkeypatch, call, step):
    """T-AUD-11"""

    async def commit_all(log: Log) -> list[object]:
        tasks = (log.commit(call(f"c-{number}")) for number in range(3))
        return await asyncio.gather(*tasks, return_exceptions=True)

    log = open_log()

    def fail(*_: object) -> int:
        raise AuditWriteFailed("I/O error")

    monkeypatch.setattr(log._store.records, step, fail)
    errors = asyncio.run(commit_all(log))
    assert [type(error) for error in errors] == [AuditWriteFailed] * 3
    assert len({id(error) for error in errors}) == 3
    monkeypatch.undo()
    assert_failed(log, call("c-9"), "audit.write_failed")


def test_a_failed_sync_is_not_tried_again(open_log, monkeypatch, call):
    """T-AUD-11: a second sync would succeed without the data."""
    """T-AUD-11"""
    log = open_log()
    monkeypatch.setattr(marker, "INTERVAL_S", 60.0)

    def fail(_descriptor: int) -> None:
        raise OSError(errno.EIO, "I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdatasync", fail)
        with pytest.raises(AuditWriteFailed):
            log.commit_sync(call("c-1"))
    assert_failed(log, call("c-2"), "audit.write_failed")


def test_a_checkpoint_that_cannot_be_written_fails_the_log(open_log, monkeypatch, call):
    """T-AUD-11"""
    log = open_log()
    monkeypatch.setattr(
        log._store.checkpoints, "append", lambda *_: (_ for _ in ()).throw(AuditWriteFailed("full"))
    )
    log._ticker.stop()
    log.commit_sync(call("c-1"))
    assert not log._tick()
    assert_failed(log, call("c-2"), "audit.write_failed")


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-1]), "audit.inconsistent"),
        (lambda path: path.write_bytes(path.read_bytes() + b"{"), "audit.damaged"),
        (lambda path: path.write_bytes(path.read_bytes() + b"{}\n"), "audit.damaged"),
        (lambda path: path.rename(path.with_suffix(".old")), "audit.inconsistent"),
        (lambda path: (path.unlink(), path.write_bytes(b"")), "audit.inconsistent"),
    ],
)
def test_a_file_that_was_changed_under_an_open_log_fails_it(open_log, folder, call, damage, code):
    log = open_log()
    log.commit_sync(call("c-1"))
    log.has_call("c-1")
    log.checkpoint()
    damage(folder / "records.jsonl")
    with pytest.raises(AuditError):
        log.has_call("c-1")
    assert_failed(log, call("c-2"), code)


def test_cut_checkpoints_fail_an_open_log(open_log, folder, call):
    """T-AUD-10"""
    log = open_log()
    log._ticker.stop()
    log.commit_sync(call("c-1"))
    (folder / "checkpoints").write_bytes(b"")
    with pytest.raises(AuditDamaged):
        log.checkpoint()
    assert_failed(log, call("c-2"), "audit.damaged")


def test_a_writer_that_stopped_inside_its_write_does_not_hang_the_others(open_log, monkeypatch, call):
    """T-AUD-13: stopped, with the lock."""
    """T-AUD-13"""
    one, two = open_log(), open_log()
    monkeypatch.setattr(file_store, "_LOCK_WAIT_S", 0.01)
    with one._store.records.locked(), pytest.raises(AuditWriteFailed):
        two.commit_sync(call("c-1"))


def test_a_sync_that_fails_before_a_checkpoint_fails_the_log(open_log, monkeypatch, call):
    one, two = open_log(), open_log()
    two._ticker.stop()
    two.has_call("x")
    one.commit_sync(call("c-1"))
    assert two.has_call("c-1")  # it has seen lines that may not be durable

    def fail() -> None:
        raise AuditWriteFailed("I/O error")

    monkeypatch.setattr(two._store.records, "sync", fail)
    with pytest.raises(AuditWriteFailed):
        two.checkpoint()
    monkeypatch.undo()
    assert_failed(two, call("c-2"), "audit.write_failed")


def test_a_turn_after_closing_answers_with_the_failure(open_log, call):
    async def commit_late(log: Log) -> None:
        log._sync_s = 1.0  # a slow disk: the turn goes to the pool, which is gone
        await log.commit(call("c-1"))

    log = open_log()
    log.close()
    with pytest.raises(AuditWriteFailed):
        asyncio.run(commit_late(log))


def test_several_threads_may_ask_for_the_first_call_at_once(open_log, call):
    log = open_log()
    log.commit_sync(call("c-1"))
    with ThreadPoolExecutor(8) as pool:
        with log._lock:
            answers = [pool.submit(log.has_call, "c-1") for _ in range(8)]
        assert all(answer.result() for answer in answers)


def test_a_closed_log_refuses_and_can_be_closed_again(open_log, call):
    log = open_log()
    log.close()
    log.close()
    assert_failed(log, call("c-1"), "audit.write_failed")


def test_closing_signs_what_was_queued(open_log, check, call):
    async def close_early(log: Log) -> int:
        waiting = asyncio.ensure_future(log.commit(call("c-1")))
        await asyncio.sleep(0)
        log.close()
        return (await waiting).seq

    with open_log() as log:
        assert asyncio.run(close_early(log)) == 4
    assert (check().verdict, check().signed_size) == ("OK_NOT_WITNESSED", 5)


FORK = """
import os, sys
from pathlib import Path
from runtime.audit.keys import create_key, load_signer
from runtime.audit.writer import Log
from runtime.contracts.audit import Entry, ToolDenied
from runtime.contracts.errors import AuditWriteFailed
key, folder = map(Path, sys.argv[1:])
create_key(key, "log")
log = Log.open(folder, signer=load_signer(key, "log"), origin="log", runtime_version="1", create=True)
entry = Entry("c", ToolDenied(code="x", step=1))
child = os.fork()
if not child:
    try:
        log.commit_sync([entry])
    except AuditWriteFailed as error:
        log.close()
        os._exit(7)
    os._exit(1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), log.commit_sync([entry]).seq)
log.close()
"""


def test_a_forked_child_cannot_write_its_parents_log(tmp_path):
    """T-AUD-13: a fork shares its parent's lock."""
    """T-AUD-13"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK, tmp_path / "key", tmp_path / "log"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.split() == ["7", "1"]


# --- opening what somebody changed ---


def test_a_log_of_another_key_is_not_opened(open_log, other_signer):
    """T-AUD-14"""
    open_log().close()
    with pytest.raises(AuditKeyUnusable):
        open_log(signer=other_signer)


def test_a_key_does_not_sign_under_another_name(open_log):
    """T-AUD-14"""
    with pytest.raises(AuditKeyUnusable):
        open_log(origin="example.com/other")


def forged_checkpoints(folder):
    data = bytearray((folder / "checkpoints").read_bytes())
    data[-10] ^= 1
    (folder / "checkpoints").write_bytes(data)


def cut_records(folder):
    data = (folder / "records.jsonl").read_bytes()
    (folder / "records.jsonl").write_bytes(data[: data.rindex(b"\n", 0, -1) + 1])


def edit_record(folder):
    data = (folder / "records.jsonl").read_bytes()
    (folder / "records.jsonl").write_bytes(data.replace(b"agent:demo", b"agent:evil"))


def edit_last_record(folder):
    data = (folder / "records.jsonl").read_bytes()
    (folder / "records.jsonl").write_bytes(data[:-5] + b"9" + data[-4:])


def remove_checkpoints(folder):
    (folder / "checkpoints").write_bytes(b"")


def remove_newest_checkpoint(folder):
    notes = (folder / "checkpoints").read_bytes().split(b"\n\n")
    (folder / "checkpoints").write_bytes(b"\n\n".join(notes[:2]) + b"\n\n")


@pytest.mark.parametrize("frontier", [True, False])
@pytest.mark.parametrize(
    "damage",
    [
        forged_checkpoints,
        cut_records,
        edit_record,
        edit_last_record,
        remove_checkpoints,
        remove_newest_checkpoint,
    ],
)
def test_a_log_that_is_not_what_was_signed_is_not_continued(open_log, folder, call, damage, frontier):
    """T-AUD-10: going on would sign the change."""
    """T-AUD-10"""
    log = open_log()
    log.commit_sync(call("c-1"))
    log.close()
    damage(folder)
    if not frontier:
        (folder / "frontier").unlink()
    if (damage, frontier) == (remove_newest_checkpoint, False):
        open_log().close()  # an older copy is only told from the log by the frontier, or a witness
        return
    if (damage, frontier) == (edit_record, True):
        open_log().close()  # reading what was read before is the verifier's work
        return
    with pytest.raises(AuditInconsistent) as caught:
        open_log()
    assert caught.value.code == "audit.inconsistent"


def test_records_rewritten_under_one_checkpoint_are_not_continued(folder, open_log, forge, write):
    """T-AUD-10"""
    made = forge(1)
    other = forge(0).add(*[Entry("c-x", ToolAborted(duration_us=0, outcome="x", step=0))] * 4)
    write(folder, other.lines, made.notes)
    with pytest.raises(AuditInconsistent):
        open_log()


@pytest.mark.parametrize("tail", [b"{", b"\0" * 4096, b"{}\n"])
def test_a_torn_end_is_not_continued(open_log, folder, tail):
    """T-AUD-10"""
    open_log().close()
    with (folder / "records.jsonl").open("ab") as file:
        file.write(tail)
    with pytest.raises(AuditDamaged) as caught:
        open_log()
    assert caught.value.code == "audit.damaged"


def test_a_torn_checkpoint_is_not_continued_wherever_it_tears(open_log, folder, call):
    log = open_log()
    log.commit_sync(call("c-1"))
    log.close()
    whole = (folder / "checkpoints").read_bytes()
    second = whole.index(b"\n\n", whole.index(b"\n\n") + 1) + 2
    for end in range(second + 1, len(whole)):
        (folder / "checkpoints").write_bytes(whole[:end])
        (folder / "frontier").write_bytes(b"")
        with pytest.raises(AuditDamaged):
            open_log()


def test_what_is_no_log_is_not_opened(open_log, folder, tmp_path):
    folder.mkdir()
    (folder / "records.jsonl").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(AuditWriteFailed):
        open_log()
    (folder / "records.jsonl").unlink()
    os.mkfifo(folder / "records.jsonl")
    with pytest.raises(AuditWriteFailed):
        open_log()


def test_invoked_records_without_a_call_are_no_orphans(open_log, lines, bodies):
    log = open_log()
    log.commit_sync([Entry(None, bodies["ToolInvoked"])])
    crash(log)
    open_log()
    assert not any(b"ToolAborted" in line for line in lines())
    assert ToolInvoked.__name__ in lines()[1].decode()
