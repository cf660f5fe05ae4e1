"""A legal hold keeps what it covers from being erased or moved away, until it is released on record."""

from __future__ import annotations

import threading
import time

import msgspec
import pytest
from retained_logs import DAY_US, SEGMENT_RECORDS, SIGNER, WRITER, RetainedLog, valued_call

from runtime.audit.format.chain import decode
from runtime.audit.keys.key_files import Keyring
from runtime.audit.maintain.erase import erase
from runtime.audit.maintain.holds import Hold, place_hold, read_holds, release_hold
from runtime.audit.read.reader import LogReader
from runtime.contracts.audit import Entry, HoldPlaced, HoldReleased
from runtime.contracts.digest import commitment
from runtime.contracts.errors import AuditError, AuditHeld, AuditNotFound, ConfigurationError
from runtime.contracts.vault import Sealed

RING = Keyring.of(SIGNER)


@pytest.fixture
def log(tmp_path) -> RetainedLog:
    made = RetainedLog(tmp_path)
    made.write(range(40))
    made.write(range(40, 60), "user:jane")
    made.write(range(60, 100))
    return made


def hold(log: RetainedLog, **conditions: object) -> Hold:
    return place_hold(log.place, placed_by="user:counsel", reason="case 4711", **WRITER, **conditions)  # type: ignore[arg-type]


def states(log: RetainedLog) -> list[str]:
    return [fate.state for fate in log.retain().segments or ()]


def test_a_hold_of_everything_stops_erasing_and_archiving_until_it_is_released(log):
    """T-RET-06"""
    placed = hold(log)
    done = log.retain(values_days=1)
    assert done.values is not None
    assert (done.values.calls, done.values.held) == (0, 100)
    assert {fate.state for fate in done.segments or ()} == {"held"}
    assert [one.hold for one in done.holds] == [placed.hold]
    with pytest.raises(AuditHeld) as caught:
        erase(log.place, call="c-1", **WRITER)
    assert caught.value.code == "audit.held"
    release_hold(log.place, hold=placed.hold, released_by="user:counsel", reason="closed", **WRITER)
    after = log.retain(values_days=1)
    assert after.values is not None
    assert (after.values.calls, after.values.held, log.verify().verdict) == (100, 0, "OK_NOT_WITNESSED")
    assert {fate.state for fate in after.segments or ()} == {"archived"}


@pytest.mark.parametrize(
    ("conditions", "held"),
    [
        ({"calls": ("c-1",)}, [0]),
        ({"principal": "user:jane"}, [128, 192]),
        ({"principal": "user:*"}, [128, 192]),
        ({"principal": "user:jane", "calls": ("c-1",)}, []),
        ({"since_us": 1}, [0, 64, 128, 192, 256, 320, 384]),
        ({"until_us": 1}, []),
    ],
)
def test_a_hold_covers_the_segments_with_a_record_of_what_is_meant(log, conditions, held):
    hold(log, **conditions)
    log.write(range(100, 130))
    fates = log.retain().segments or []
    assert [fate.first for fate in fates if fate.state == "held"] == [
        first for first in held if first <= fates[-1].first
    ]
    assert log.verify().verdict == "OK_NOT_WITNESSED"


def test_a_hold_on_a_call_covers_the_calls_that_were_made_inside_it(tmp_path):
    log = RetainedLog(tmp_path)
    with log.open() as writer:
        writer.commit_sync(valued_call("c-outer"))
        writer.commit_sync(valued_call("c-outer/1"))
        writer.commit_sync(valued_call("c-outermost"))
    hold(log, calls=("c-outer",))
    for call, is_held in (("c-outer", True), ("c-outer/1", True), ("c-outermost", False)):
        if is_held:
            with pytest.raises(AuditHeld):
                erase(log.place, call=call, **WRITER)
        else:
            assert erase(log.place, call=call, **WRITER).rows == 1


def hidden_call(call: str, principal: str) -> list[Entry]:
    """A call whose principal is kept in the vault alone."""
    invoked, *rest = valued_call(call)
    value, salt = msgspec.json.encode(principal), call.encode().ljust(32, b"-")[:32]
    made = commitment(salt, value)
    body = msgspec.structs.replace(invoked.body, principal="(sealed)", names=made)
    entry = Entry(call, body, invoked.sealed, Sealed(made, salt, value))
    return [entry, *rest]


def test_a_hold_by_name_covers_hidden_names_and_those_that_are_gone(tmp_path):
    """T-RET-06: a name that was erased before cannot be ruled out."""
    log = RetainedLog(tmp_path)
    with log.open() as writer:
        for call, name in (("c-jane", "user:jane"), ("c-max", "user:max"), ("c-gone", "user:kim")):
            writer.commit_sync(hidden_call(call, name))
    erase(log.place, call="c-gone", **WRITER)
    hold(log, principal="user:jane")
    for call in ("c-jane", "c-gone"):
        with pytest.raises(AuditHeld):
            erase(log.place, call=call, **WRITER)
    assert erase(log.place, call="c-max", **WRITER).rows == 2


def test_a_hold_is_found_after_its_neighbours_were_archived(log):
    """T-RET-06: a segment with a record of a hold stays, so that no archive has to be asked whether one is in force."""
    placed = hold(log, calls=("c-1",))
    log.write(range(100, 220))
    assert "kept" in states(log)
    assert [one.hold for one in read_holds(log.place, RING)] == [placed.hold]
    with pytest.raises(AuditHeld):
        erase(log.place, call="c-1", **WRITER)


def test_a_hold_that_was_cut_out_of_the_log_stops_everything(log):
    """T-RET-06: whoever edits the record of a hold has tampered, and nothing is removed then."""
    hold(log)
    file = max(log.folder.glob("records*.jsonl"), key=lambda one: one.stat().st_mtime_ns)
    file.write_bytes(file.read_bytes().replace(b'"kind":"HoldPlaced"', b'"kind":"HoldReplac"'))
    for act in (
        lambda: log.retain(values_days=1),
        lambda: erase(log.place, call="c-1", **WRITER),
        lambda: release_hold(log.place, hold="h-1", released_by="x", reason="", **WRITER),
    ):
        with pytest.raises(AuditError) as caught:
            act()
        assert caught.value.code in ("audit.tampered", "audit.inconsistent")
    assert all(log.bytes_here().values())


def test_a_line_that_only_looks_like_a_hold_is_none(log):
    """The mark stands in an argument, where its quotes are escaped."""
    with log.open() as writer:
        writer.commit_sync(valued_call('"kind":"HoldPlaced"'))
    assert read_holds(log.place, RING) == []


def test_a_hold_that_is_placed_while_segments_are_put_away_is_kept(log, monkeypatch):
    """It comes behind the upload, and in front of the removal."""
    from runtime.audit.maintain import archiving

    put, held = archiving._put, []

    def place_then_put(*given: object) -> None:
        if not held:
            held.append(hold(log))
        put(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(archiving, "_put", place_then_put)
    fates = log.retain().segments or []
    assert {fate.state for fate in fates} == {"held"}
    assert all(log.bytes_here()[f"records-{fate.first}.jsonl"] for fate in fates if fate.first)


def test_placing_waits_for_an_erasing_that_has_read_the_holds(log, monkeypatch):
    """T-RET-06: one of the two comes first, and the other one sees it."""
    from runtime.audit.maintain import erase as erasing

    order: list[str] = []
    placed = threading.Event()
    one = erasing.erase_parts

    def slow(*given: object) -> object:
        placed.wait(0.3)  # the hold cannot be placed before this returns
        order.append("erased")
        return one(*given)  # type: ignore[arg-type]

    def place() -> None:
        hold(log)
        order.append("placed")
        placed.set()

    monkeypatch.setattr(erasing, "erase_parts", slow)
    other = threading.Thread(target=place)
    original = erasing.read_holds

    def start(*given: object) -> object:
        found = original(*given)  # type: ignore[arg-type]
        other.start()
        return found

    monkeypatch.setattr(erasing, "read_holds", start)
    erase(log.place, call="c-1", **WRITER)
    other.join()
    assert order == ["erased", "placed"]


def test_holds_are_records_and_released_once(log):
    placed = hold(log, principal="user:jane", since_us=5, until_us=time.time_ns() // 1000 + DAY_US)
    with pytest.raises(AuditNotFound):
        release_hold(log.place, hold="h-other", released_by="user:x", reason="", **WRITER)
    release_hold(log.place, hold=placed.hold, released_by="user:x", reason="r", **WRITER)
    with pytest.raises(AuditNotFound):
        release_hold(log.place, hold=placed.hold, released_by="user:x", reason="", **WRITER)
    with LogReader(log.place) as reader:
        bodies = [decode(line)[1] for _, line in reader.lines() if b'"kind":"Hold' in line]
    assert [type(body) for body in bodies] == [HoldPlaced, HoldReleased]


def test_a_hold_that_can_cover_nothing_is_refused(log):
    with pytest.raises(ConfigurationError):
        hold(log, since_us=5, until_us=5)
    with pytest.raises(ConfigurationError):
        hold(log, calls=tuple(map(str, range(SEGMENT_RECORDS * 4))))
