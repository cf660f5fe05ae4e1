"""Group commit: who shares a batch, who leads it, and that every caller is answered."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from slow_stores import PATIENCE_S, SyncGate

from runtime.audit.format.chain import decode
from runtime.audit.write.log import Log
from runtime.audit.write.pace import Pace
from runtime.contracts.audit import Entry, ToolAborted
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditRecordRefused, AuditWriteFailed

RECORDS = "records.jsonl"
RARELY = Pace(checkpoint_interval_s=60.0)


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


def test_tasks_that_are_ready_together_share_one_sync(open_log, watch_syncs, call):
    async def commit_all(log: Log) -> int:
        await log.commit(call("c-first"))
        synced = watch_syncs()
        await asyncio.gather(*(log.commit(call(f"c-{number}")) for number in range(100)))
        return synced.count(RECORDS)

    assert asyncio.run(commit_all(open_log(pace=RARELY))) == 1


def test_a_slow_disk_does_not_stall_the_loop(open_log, store, call):
    log = open_log(store=store, pace=Pace(inline_sync_s=0.0))
    synced_by: list[int] = []
    sync = store.records.sync
    store.records.sync = lambda: synced_by.append(threading.get_ident()) or sync()
    assert asyncio.run(log.commit(call("c-1"))).seq == 4
    assert len(synced_by) == 1
    assert synced_by != [threading.get_ident()]


def test_a_batch_in_another_thread_does_not_stall_the_loop(open_log, store, call):
    log = open_log(store=store)
    gate = SyncGate(store)

    async def commit_behind() -> tuple[int, int]:
        other = asyncio.create_task(asyncio.to_thread(log.commit_sync, call("c-1")))
        assert await asyncio.to_thread(gate.reached.wait, PATIENCE_S)
        waiting = asyncio.create_task(log.commit(call("c-2")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # the turn has passed, and a thread waits for the other batch
        assert not waiting.done()
        gate.open()
        return (await other).seq, (await waiting).seq

    assert asyncio.run(commit_behind()) == (4, 8)


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


def test_an_interrupt_fails_the_log_and_answers_the_other_callers(open_log, call):
    interrupted = threading.Event()

    def clock() -> int:
        if interrupted.is_set():
            raise KeyboardInterrupt
        return 1

    async def interrupt(log: Log) -> list[object]:
        waiting = asyncio.create_task(log.commit(call("c-1")))
        await asyncio.sleep(0)  # it is queued, and its turn has not ended
        interrupted.set()
        with pytest.raises(KeyboardInterrupt):
            log.commit_sync(call("c-2"))
        return await asyncio.gather(waiting, return_exceptions=True)

    log = open_log(clock=clock)
    assert [type(answer) for answer in asyncio.run(interrupt(log))] == [AuditWriteFailed]
    with pytest.raises(AuditWriteFailed):
        log.commit_sync(call("c-3"))


# --- a lone caller, and a crowd ---


def test_a_lone_commit_is_durable_without_a_turn_of_the_loop(open_log, call, watch_syncs):
    log = open_log(pace=Pace(inline_sync_s=3600))  # however slow the disk is just now
    synced = watch_syncs()
    with pytest.raises(StopIteration) as done:
        log.commit(call("c-1"), under_way=1).send(None)
    assert done.value.value.seq == log.size - 1
    assert RECORDS in synced


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
    open_log, call, watch_syncs
):
    log = open_log(pace=Pace(linger_s=3600))

    async def scenario():
        synced = watch_syncs()
        tasks = [asyncio.create_task(log.commit(call("c-0"), under_way=10))]
        for n in range(1, 5):
            for _ in range(3):
                await asyncio.sleep(0)
            assert RECORDS not in synced
            tasks.append(asyncio.create_task(log.commit(call(f"c-{n}"), under_way=10)))
        receipts = await asyncio.gather(*tasks)
        assert synced.count(RECORDS) == 1
        return [receipt.seq for receipt in receipts]

    seqs = asyncio.run(scenario())
    assert seqs == sorted(seqs)


def test_one_of_a_crowd_whose_company_does_not_come_is_committed_all_the_same(open_log, call):
    log = open_log()

    async def scenario():
        for number in range(3):  # what lingered once does not keep the next from lingering
            receipt = await asyncio.wait_for(log.commit(call(f"c-{number}"), under_way=1000), 10)
            assert receipt.seq == log.size - 1

    asyncio.run(scenario())


def test_what_lingers_when_its_loop_ends_is_written_by_the_next(open_log, call):
    log = open_log(pace=Pace(linger_s=3600))

    async def given_up():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(log.commit(call("c-1"), under_way=1000), 0.01)

    asyncio.run(given_up())
    log.commit_sync(call("c-2"))  # the loop that c-1 waited in is closed, which hurts nobody
    assert (log.has_call("c-1"), log.has_call("c-2")) == (True, True)
