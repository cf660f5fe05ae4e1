"""`Log`: what a commit promises, opening again, several writers, closing."""

from __future__ import annotations

import asyncio
import stat
import subprocess
import sys

import pytest

from runtime.audit.format.chain import decode
from runtime.audit.stores import _locked_file
from runtime.audit.stores.file import FileStore
from runtime.audit.write.log import Log
from runtime.audit.write.log_state import LogState
from runtime.contracts.audit import LogOpened
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditWriteFailed, CallRepeated, ConfigurationMissing
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
        format=2, key=str(signer.key), origin=signer.name, runtime="1.0", unsigned_tail=0
    )
    assert (record.seq, check().signed_size) == (0, 1)


def test_the_receipt_names_the_last_record_of_the_batch(open_log, lines, call):
    receipt = open_log().commit_sync(call("c-1"))
    assert receipt.seq == 4
    assert receipt.record == digest(lines()[4])
    assert receipt.checkpoint_size == 5


def test_a_record_is_synced_before_its_caller_goes_on(open_log, store, call):
    log = open_log(store=store)
    events: list[str] = []
    append, sync = store.records.append, store.records.sync
    store.records.append = lambda *given: events.append("append") or append(*given)
    store.records.sync = lambda: events.append("sync") or sync()
    log.commit_sync(call("c-1"))
    assert events == ["append", "sync"]


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


# --- opening again ---


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
    real = LogState.follow
    monkeypatch.setattr(LogState, "follow", lambda state, line: followed.append(line) or real(state, line))
    open_log(create=False)
    assert followed == []


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


def test_a_writer_that_stopped_inside_its_write_does_not_hang_the_others(open_log, folder, monkeypatch, call):
    """T-AUD-13: stopped, with the lock."""
    log = open_log()
    stopped = FileStore(folder, create=False)
    monkeypatch.setattr(_locked_file, "_LOCK_WAIT_S", 0.01)
    with stopped.records.locked(), pytest.raises(AuditWriteFailed):
        log.commit_sync(call("c-1"))
    stopped.close()


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


# --- closing ---


def test_closing_signs_what_was_queued(open_log, check, call):
    async def close_early(log: Log) -> int:
        waiting = asyncio.ensure_future(log.commit(call("c-1")))
        await asyncio.sleep(0)
        log.close()
        return (await waiting).seq

    with open_log() as log:
        assert asyncio.run(close_early(log)) == 4
    assert (check().verdict, check().signed_size) == ("OK_NOT_WITNESSED", 5)
