"""`Log`: several writers, failures, and opening what somebody changed."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from runtime.audit.format.chain import decode
from runtime.audit.stores import _locked_file
from runtime.audit.write import checkpointer
from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry, ToolAborted, ToolInvoked
from runtime.contracts.errors import (
    AuditDamaged,
    AuditError,
    AuditInconsistent,
    AuditKeyUnusable,
    AuditWriteFailed,
    CallRepeated,
)


def test_a_new_folder_is_its_owners_alone(open_log, folder):
    """T-AUD-14: the log's files beside the key."""
    open_log()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_time_does_not_step_back_with_the_clock(open_log, lines, call):
    """T-AUD-15: the clock is held, not the log."""
    times = iter([100, 50, 200, 7])
    log = open_log(clock=lambda: next(times))
    log.commit_sync(call("c-1"))
    log.commit_sync(call("c-2"))
    log.commit_sync(call("c-3"))
    assert [decode(line)[0].at_us for line in lines()] == [100] * 5 + [200] * 8


def test_a_call_id_in_a_string_is_no_call(open_log, bodies, call):
    """T-AUD-17: text that looks like a record."""
    log = open_log()
    text = '"kind":"ToolInvoked"'
    log.commit_sync([Entry(text, bodies["CapabilityCheck"]), Entry(None, bodies["ToolInvoked"])])
    assert not log.has_call(text)


# --- several writers ---


def test_a_writer_ends_only_calls_that_it_began(open_log, check, call):
    """T-RUN-18"""
    one, two = open_log(), open_log()
    begun, ended = call("c")[:-1], call("c")[-1:]
    one.commit_sync(begun)
    for entries in (call("c"), ended):
        with pytest.raises(CallRepeated):
            two.commit_sync(entries)
    one.commit_sync(ended)
    with pytest.raises(CallRepeated):
        two.commit_sync(ended)
    assert two.commit_sync(call("d")).seq == one.size + len(call("d")) - 1
    one.close()
    two.close()
    assert check().exit_code == 0


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


def test_a_call_of_a_living_writer_is_not_aborted(open_log, lines, call):
    """T-AUD-13: only the dead are spoken for."""
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
    monkeypatch.setattr(checkpointer, "INTERVAL_S", 60.0)
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
    log = open_log()
    monkeypatch.setattr(checkpointer, "INTERVAL_S", 60.0)

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
    one, two = open_log(), open_log()
    monkeypatch.setattr(_locked_file, "_LOCK_WAIT_S", 0.01)
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
from runtime.audit.keys.key_files import create_key, load_signer
from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry, ToolDenied
from runtime.contracts.errors import AuditWriteFailed
key, folder = map(Path, sys.argv[1:])
create_key(key, "log")
log = Log.open(folder, signer=load_signer(key, "log"), origin="log", runtime_version="1", create=True)
entry = Entry(None, ToolDenied(code="x", step=1))
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
