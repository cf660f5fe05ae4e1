"""A failure is final, and told to every caller: what could not be written or read leaves a log that nobody knows."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import signal
import threading
from contextlib import suppress

import pytest

from runtime.audit.write.failure import LogFailure
from runtime.audit.write.log import Log
from runtime.audit.write.pace import Pace
from runtime.contracts.audit import Entry
from runtime.contracts.errors import AuditDamaged, AuditError, AuditInconsistent, AuditWriteFailed


def assert_failed(log: Log, entries: list[Entry], code: str) -> None:
    for _ in range(2):
        with pytest.raises(AuditError) as caught:
            log.commit_sync(entries)
        assert caught.value.code == code
    with pytest.raises(AuditError):
        asyncio.run(log.commit(entries))
    with pytest.raises(AuditError):
        log.checkpoint()


def wait_for_the_timer() -> None:
    """Return when the thread that signs in the background has given up."""
    for thread in threading.enumerate():
        if thread.name == "audit-checkpoints":
            thread.join(60)
            assert not thread.is_alive()


def test_the_first_of_several_failures_counts_and_each_caller_has_its_own():
    failure = LogFailure()
    failure.require_usable()
    failure.record(AuditWriteFailed("full"))
    failure.record(AuditInconsistent("changed"))
    assert [type(failure.error()) for _ in range(2)] == [AuditWriteFailed] * 2
    assert failure.error() is not failure.error()
    with pytest.raises(AuditWriteFailed):
        failure.require_usable()


def test_a_full_disk_fails_the_log_and_leaves_no_torn_line(open_log, folder, lines, call):
    """T-AUD-11: a real limit, in the middle of a line."""
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
def test_an_io_error_fails_every_caller_of_the_batch(open_log, store, monkeypatch, call, step):
    """T-AUD-11"""

    async def commit_all(log: Log) -> list[object]:
        tasks = (log.commit(call(f"c-{number}")) for number in range(3))
        return await asyncio.gather(*tasks, return_exceptions=True)

    log = open_log(store=store)

    def fail(*_: object) -> int:
        raise AuditWriteFailed("I/O error")

    monkeypatch.setattr(store.records, step, fail)
    errors = asyncio.run(commit_all(log))
    assert [type(error) for error in errors] == [AuditWriteFailed] * 3
    assert len({id(error) for error in errors}) == 3
    monkeypatch.undo()
    assert_failed(log, call("c-9"), "audit.write_failed")


def test_a_failed_sync_is_not_tried_again(open_log, monkeypatch, call):
    """T-AUD-11: a second sync would succeed without the data."""
    log = open_log(pace=Pace(checkpoint_interval_s=60.0))

    def fail(_descriptor: int) -> None:
        raise OSError(errno.EIO, "I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdatasync", fail)
        with pytest.raises(AuditWriteFailed):
            log.commit_sync(call("c-1"))
    assert_failed(log, call("c-2"), "audit.write_failed")


def test_a_broken_clock_fails_the_log_and_every_caller(open_log, call):
    async def commit_all(log: Log) -> list[object]:
        return await asyncio.gather(*(log.commit(call(f"c-{n}")) for n in range(3)), return_exceptions=True)

    times = iter([100])
    log = open_log(clock=lambda: next(times))
    assert [type(error) for error in asyncio.run(commit_all(log))] == [AuditWriteFailed] * 3
    with pytest.raises(AuditWriteFailed):
        log.commit_sync(call("c-4"))


@pytest.mark.parametrize(
    ("error", "code"), [(AuditWriteFailed("full"), "full"), (MemoryError(), "MemoryError")]
)
def test_a_checkpoint_that_cannot_be_written_fails_the_log(open_log, store, call, error, code):
    """T-AUD-11"""
    log = open_log(store=store)

    def fail(*_: object) -> None:
        raise error

    store.checkpoints.append = fail
    with suppress(AuditWriteFailed):  # it wakes the timer, which may be the faster one
        log.commit_sync(call("c-1"))
    wait_for_the_timer()
    assert_failed(log, call("c-2"), "audit.write_failed")
    with pytest.raises(AuditWriteFailed, match=code):
        log.commit_sync(call("c-3"))


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-1]), "audit.inconsistent"),
        (lambda path: path.write_bytes(path.read_bytes() + b"{"), "audit.damaged"),
        (lambda path: path.write_bytes(path.read_bytes() + b"{}\n"), "audit.forged"),
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
    log.commit_sync(call("c-1"))
    log.checkpoint()
    (folder / "checkpoints").write_bytes(b"")
    with pytest.raises(AuditDamaged):
        log.checkpoint()
    assert_failed(log, call("c-2"), "audit.damaged")


def test_a_sync_that_fails_before_a_checkpoint_fails_the_log(open_log, store, monkeypatch, call):
    one, two = open_log(), open_log(store=store)
    two.has_call("x")
    one.commit_sync(call("c-1"))
    assert two.has_call("c-1")  # it has seen lines that may not be durable

    def fail() -> None:
        raise AuditWriteFailed("I/O error")

    monkeypatch.setattr(store.records, "sync", fail)
    with pytest.raises(AuditWriteFailed):
        two.checkpoint()
    monkeypatch.undo()
    assert_failed(two, call("c-2"), "audit.write_failed")


def test_a_turn_after_closing_answers_with_the_failure(open_log, call):
    log = open_log(pace=Pace(inline_sync_s=0.0))  # the turn goes to a thread, which is gone
    log.close()
    with pytest.raises(AuditWriteFailed):
        asyncio.run(log.commit(call("c-1")))


def test_a_closed_log_refuses_and_can_be_closed_again(open_log, call):
    log = open_log()
    log.close()
    log.close()
    assert_failed(log, call("c-1"), "audit.write_failed")
