"""Which call ids are spent, and what it costs to ask."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from audit_forge import make_bodies
from slow_stores import PATIENCE_S, SyncGate

from runtime.audit.keys.key_files import Keyring
from runtime.audit.write.appender import Appender
from runtime.audit.write.call_index import SpentCallIds
from runtime.audit.write.call_lookup import CallLookup
from runtime.audit.write.failure import LogFailure
from runtime.audit.write.owned_calls import OwnedCalls
from runtime.audit.write.recovery import survey_log
from runtime.contracts.audit import Entry, ToolDenied


def test_calls_are_known_before_and_after_the_index_is_read(open_log, call):
    log = open_log()
    log.commit_sync(call("c-1"))
    assert (log.has_call("c-1"), log.has_call("c-2")) == (True, False)
    log.commit_sync(call("c-2"))
    assert log.has_call("c-2")
    log.close()
    assert open_log().has_call("c-2")


def test_only_the_end_of_a_long_log_is_indexed(open_log, signer, store, call):
    with open_log() as log:
        for number in range(20):
            log.commit_sync(call(f"c-{number}"))
    ring, spent, failure = Keyring(signer), SpentCallIds(), LogFailure()
    appender = Appender(
        store.records,
        None,
        ring,
        survey_log(store, ring).state,
        lambda: 1,
        owned_calls=OwnedCalls(),
        spent_calls=spent,
        failure=failure,
    )
    calls = CallLookup(appender, store.records, spent, failure, window_bytes=2000)
    assert (calls.has_call("c-19"), calls.has_call("c-0")) == (True, False)
    store.close()


def test_the_index_forgets_the_oldest_calls():
    calls = SpentCallIds(generation=2)
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


def test_a_call_id_in_a_string_is_no_call(open_log):
    """T-AUD-17: text that looks like a record."""
    log, bodies = open_log(), make_bodies()
    text = '"kind":"ToolInvoked"'
    log.commit_sync([Entry(text, bodies["CapabilityCheck"]), Entry(None, bodies["ToolInvoked"])])
    assert not log.has_call(text)


def test_asking_for_a_call_does_not_wait_for_the_disk(open_log, store, call):
    log = open_log(store=store)
    assert not log.has_call("c-1")
    gate = SyncGate(store)
    writer = threading.Thread(target=log.commit_sync, args=(call("c-1"),))
    writer.start()
    assert gate.reached.wait(PATIENCE_S)
    assert not log.has_call("c-2")
    gate.open()
    writer.join()
    assert log.has_call("c-1")


def test_several_threads_may_ask_for_the_first_call_at_once(open_log, store, call):
    log = open_log(store=store)
    gate = SyncGate(store)
    with ThreadPoolExecutor(9) as pool:
        written = pool.submit(log.commit_sync, call("c-1"))
        assert gate.reached.wait(PATIENCE_S)
        answers = [pool.submit(log.has_call, "c-1") for _ in range(8)]
        gate.open()
        assert written.result().seq == 4
        assert all(answer.result() for answer in answers)
