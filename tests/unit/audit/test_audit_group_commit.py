"""`Log`: what a commit promises, who shares it, and which calls the log knows."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from runtime.audit.format.chain import decode
from runtime.audit.verify.verifier import verify
from runtime.audit.write import call_index, checkpointer
from runtime.audit.write import log as writer
from runtime.audit.write.call_index import SpentCallIds
from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry, LogOpened, ToolAborted, ToolDenied
from runtime.contracts.digest import digest
from runtime.contracts.errors import (
    AuditRecordRefused,
    AuditWriteFailed,
    ConfigurationMissing,
)
from runtime.contracts.ports import AuditLog


def test_a_log_satisfies_the_port(open_log):
    log: AuditLog = open_log()
    assert log.has_call("c-1") is False


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
        return syncs.count(log._store.records._last.descriptor)

    monkeypatch.setattr(checkpointer, "INTERVAL_S", 60.0)
    assert asyncio.run(commit_all(open_log())) == 1


def test_a_record_is_synced_before_its_caller_goes_on(open_log, monkeypatch, call):
    log = open_log()
    events: list[str] = []
    real_write, real_sync = os.write, os.fdatasync
    records = log._store.records._last.descriptor
    monkeypatch.setattr(checkpointer, "INTERVAL_S", 60.0)

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
    log._queue.append(writer.CommitRequest(call("c-queued")))
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
    most = (time.monotonic() - start_s) / checkpointer.INTERVAL_S + 4
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
    real = writer.LogState.follow
    monkeypatch.setattr(
        writer.LogState, "follow", lambda state, line: followed.append(line) or real(state, line)
    )
    open_log(create=False)
    assert followed == []


def test_a_broken_clock_fails_the_log_and_every_caller(open_log, call):
    async def commit_all(log: Log) -> list[object]:
        return await asyncio.gather(*(log.commit(call(f"c-{n}")) for n in range(3)), return_exceptions=True)

    times = iter([100])
    log = open_log(clock=lambda: next(times))
    assert [type(error) for error in asyncio.run(commit_all(log))] == [AuditWriteFailed] * 3
    with pytest.raises(AuditWriteFailed):
        log.commit_sync(call("c-4"))


def test_an_interrupt_fails_the_log_and_answers_the_other_callers(open_log, call):
    def interrupt() -> int:
        raise KeyboardInterrupt

    log = open_log()
    waiting = writer.CommitRequest(call("c-1"))
    log._queue.append(waiting)
    log._clock = interrupt
    with pytest.raises(KeyboardInterrupt):
        log.commit_sync(call("c-2"))
    assert (waiting.done, type(waiting.error)) == (True, AuditWriteFailed)
    with pytest.raises(AuditWriteFailed):
        log.commit_sync(call("c-3"))


def test_a_checkpoint_that_breaks_off_fails_the_log(open_log, call, monkeypatch):
    log = open_log()
    monkeypatch.setattr(log._marker, "publish", lambda *_, **__: (_ for _ in ()).throw(MemoryError))
    with suppress(AuditWriteFailed):  # it wakes the ticker, which may be the faster one
        log.commit_sync(call("c-1"))
    log._ticker._thread.join(10)
    with pytest.raises(AuditWriteFailed):
        log.commit_sync(call("c-2"))


def test_a_checkpoint_covers_only_what_is_synced(open_log, call, monkeypatch):
    """T-AUD-13"""
    one, two = open_log(), open_log()
    two.has_call("x")
    one.commit_sync(call("c-1"))
    assert two.has_call("c-1")
    syncs = count_syncs(monkeypatch)
    two.checkpoint()
    assert two._store.records._last.descriptor in syncs


def test_a_lone_commit_is_durable_without_a_turn_of_the_loop(open_log, call, monkeypatch):
    monkeypatch.setattr(writer, "_INLINE_SYNC_S", 3600)  # however slow the disk is just now
    log = open_log()
    syncs = count_syncs(monkeypatch)
    with pytest.raises(StopIteration) as done:
        log.commit(call("c-1"), under_way=1).send(None)
    assert done.value.value.seq == log.size - 1
    assert log._store.records._last.descriptor in syncs


def test_a_lone_commit_takes_along_what_was_queued_before_it(open_log, call):
    log = open_log()

    async def scenario():
        first = asyncio.create_task(log.commit(call("c-1")))
        await asyncio.sleep(0)
        second = await log.commit(call("c-2"), under_way=1)
        return (await first).seq, second.seq

    first, second = asyncio.run(scenario())
    assert first < second


def test_one_of_a_crowd_waits_for_company_and_no_longer_than_until_most_have_come(
    open_log, call, monkeypatch
):
    log = open_log()
    monkeypatch.setattr(writer, "_LINGER_S", 3600)

    async def scenario():
        syncs = count_syncs(monkeypatch)
        tasks = [asyncio.create_task(log.commit(call("c-0"), under_way=10))]
        for n in range(1, 5):
            for _ in range(3):
                await asyncio.sleep(0)
            assert log._store.records._last.descriptor not in syncs
            tasks.append(asyncio.create_task(log.commit(call(f"c-{n}"), under_way=10)))
        receipts = await asyncio.gather(*tasks)
        assert syncs.count(log._store.records._last.descriptor) == 1
        return [receipt.seq for receipt in receipts]

    seqs = asyncio.run(scenario())
    assert seqs == sorted(seqs)


def test_one_of_a_crowd_whose_company_does_not_come_is_committed_all_the_same(open_log, call):
    log = open_log()
    receipt = asyncio.run(asyncio.wait_for(log.commit(call("c-1"), under_way=1000), 10))
    assert receipt.seq == log.size - 1
    assert not log._lingering
    assert not log._scheduled


def test_what_lingers_when_its_loop_ends_is_written_by_the_next(open_log, call, monkeypatch):
    log = open_log()
    monkeypatch.setattr(writer, "_LINGER_S", 3600)

    async def given_up():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(log.commit(call("c-1"), under_way=1000), 0.01)

    asyncio.run(given_up())
    log.commit_sync(call("c-2"))
    assert (log.has_call("c-1"), log.has_call("c-2")) == (True, True)


def test_a_ticker_that_is_stopped_between_its_wait_and_its_tick_ends(monkeypatch):
    """Its wake-up is cleared with the one before: it must not wait for another."""
    ticker = checkpointer.CheckpointTimer(lambda: True)

    def stopped_meanwhile(_: float) -> bool:
        ticker._stop.set()
        ticker._dirty.set()
        return False

    monkeypatch.setattr(ticker._stop, "wait", stopped_meanwhile)
    ticker.wake()
    ticker._thread.join(10)
    assert not ticker._thread.is_alive()


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
    monkeypatch.setattr(call_index, "_GENERATION", 2)
    calls = SpentCallIds()
    for name in "abcde":
        calls.take(name, "ToolInvoked")
    assert [name in calls for name in "abcde"] == [False, False, True, True, True]


def test_the_id_of_a_denied_call_is_free_again(open_log, call):
    log = open_log()
    denied = [call("c-1")[0], Entry("c-1", ToolDenied(code="policy.denied", step=4))]
    log.commit_sync(denied)
    assert not log.has_call("c-1")
    log.commit_sync(call("c-1"))
    assert log.has_call("c-1")
    log.commit_sync([call("c-2")[0]])
    log.commit_sync([Entry("c-2", ToolDenied(code="policy.denied", step=4))])
    assert not log.has_call("c-2")


def test_asking_for_a_call_does_not_wait_for_the_disk(open_log, call):
    log = open_log()
    assert not log.has_call("c-1")
    with log._lock:
        assert not log.has_call("c-1")
