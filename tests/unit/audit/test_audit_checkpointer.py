"""Checkpoints: when the log is signed, over what, and how the timer that has it signed ends."""

from __future__ import annotations

import threading
import time

from runtime.audit.stores.file import FileStore
from runtime.audit.verify.verifier import verify
from runtime.audit.write.checkpoint_timer import CheckpointTimer
from runtime.audit.write.pace import Pace

PATIENCE_S = 30


def test_checkpoints_follow_within_the_interval_without_being_asked(open_log, signer, folder, call):
    log = open_log()
    log.commit_sync(call("c-1"))
    deadline = time.monotonic() + PATIENCE_S
    while verify(folder, verifier_keys=[signer.key]).signed_size < 5:
        assert time.monotonic() < deadline
    assert log.size == 5


def test_checkpoints_are_few_however_many_commits_there_are(open_log, folder, call):
    log = open_log()
    start_s = time.monotonic()
    for number in range(300):
        log.commit_sync(call(f"c-{number}"))
    log.close()
    most = (time.monotonic() - start_s) / Pace().checkpoint_interval_s + 4
    assert (folder / "checkpoints").read_bytes().count(b"\n\n") // 2 <= most


def test_a_checkpoint_covers_only_what_is_synced(open_log, call, watch_syncs):
    """T-AUD-13"""
    one, two = open_log(), open_log()
    two.has_call("x")
    one.commit_sync(call("c-1"))
    assert two.has_call("c-1")
    synced = watch_syncs()
    two.checkpoint()
    assert "records.jsonl" in synced


# --- the timer ---


def test_a_timer_calls_again_for_what_came_while_it_was_busy():
    begun, released, again = threading.Semaphore(0), threading.Event(), threading.Event()
    calls: list[int] = []

    def tick() -> bool:
        calls.append(1)
        if len(calls) > 1:
            again.set()
        begun.release()
        return released.wait(PATIENCE_S)

    timer = CheckpointTimer(tick, 0.0, tick, PATIENCE_S)
    timer.wake()
    assert begun.acquire(timeout=PATIENCE_S)
    timer.wake()
    released.set()
    assert again.wait(PATIENCE_S)
    timer.stop()


def test_a_timer_that_is_stopped_while_it_is_busy_or_waits_ends():
    """Stopped with a wake-up behind it: it must not wait for another."""
    for interval_s in (0.0, 3600.0):
        begun, released = threading.Event(), threading.Event()

        def tick(begun=begun, released=released) -> bool:
            begun.set()
            return released.wait(PATIENCE_S)

        timer = CheckpointTimer(tick, interval_s, tick, PATIENCE_S)
        timer.wake()
        assert begun.wait(PATIENCE_S)
        timer.wake()
        stopping = threading.Thread(target=timer.stop)
        stopping.start()
        released.set()
        stopping.join(PATIENCE_S)
        assert not stopping.is_alive()


def test_a_timer_whose_function_gives_up_is_not_called_again():
    calls: list[int] = []
    done = threading.Event()

    def tick() -> bool:
        calls.append(1)
        done.set()
        return False

    timer = CheckpointTimer(tick, 0.0, tick, PATIENCE_S)
    timer.wake()
    assert done.wait(PATIENCE_S)
    timer.wake()
    timer.stop()
    assert calls == [1]


def test_a_timer_that_nothing_wakes_looks_around_until_there_is_nothing_more_to_do():
    looked, ticked = threading.Semaphore(0), []

    def look() -> bool:
        looked.release()
        return True

    timer = CheckpointTimer(lambda: bool(ticked.append(1)), 0.0, look, 0.001)
    assert all(looked.acquire(timeout=PATIENCE_S) for _ in range(3))
    timer.stop()
    assert ticked == []


def test_an_idle_writer_signs_what_a_killed_one_left_unsigned(open_log, folder, call, signer):
    """T-AUD-80: the bound on how long a record stays unsigned holds for those of other processes, too."""
    signed = threading.Event()

    store = FileStore(folder, create=True)
    append = store.checkpoints.append

    def append_and_tell(data: bytes, end: int) -> None:
        append(data, end)
        signed.set()

    store.checkpoints.append = append_and_tell
    killed = open_log(pace=Pace(checkpoint_interval_s=3600.0, idle_interval_s=3600.0))
    killed.commit_sync(call("c-0"))  # the first checkpoint is at once
    idle = open_log(store=store, pace=Pace(idle_interval_s=0.001))
    idle.checkpoint()
    signed.clear()
    size = killed.commit_sync(call("c-1")).checkpoint_size
    assert signed.wait(PATIENCE_S)
    assert verify(folder, verifier_keys=[signer.key]).signed_size == size
