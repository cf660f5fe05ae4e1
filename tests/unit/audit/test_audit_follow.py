"""Following a log: what is given out was signed, each record once, across handings over and restarts."""

from __future__ import annotations

import msgspec
import pytest
from audit_forge import make_bodies, make_forge, make_signer, write_log

from runtime.audit.follow import signed_records
from runtime.audit.follow.position import Position
from runtime.audit.follow.signed_records import signed_since
from runtime.audit.follow.state_file import held, load_state, save_state
from runtime.audit.format.checkpoint import Checkpoint
from runtime.audit.keys.key_rotation import make_rotation
from runtime.audit.read.reader import LogReader
from runtime.audit.stores import _folder_bytes
from runtime.contracts.audit import Entry
from runtime.contracts.errors import AuditTampered, AuditUntrusted, ConfigurationError


def given(folder, position, most=None):
    """The lines that are given out from a position on, and the position behind them."""
    lines = []
    with LogReader(folder) as reader:
        for number, (block, behind) in enumerate(signed_since(reader, position)):
            if most is not None and number >= most:
                break
            lines += [one.line for one in block]
            position = behind
    return lines, position


@pytest.fixture
def start(signer):
    return Position.start([signer.key])


def test_what_is_not_signed_is_not_given_out_before_it_is(folder, start, call):
    log = make_forge(1)
    signed = list(log.lines)
    log.add(*call("c-9")).write(folder)
    lines, position = given(folder, start)
    assert lines == signed
    log.sign().write(folder)
    assert given(folder, position)[0] == log.lines[len(signed) :]


def test_every_position_leads_to_the_same_end_as_the_beginning(folder, start, monkeypatch):
    monkeypatch.setattr(signed_records, "_BLOCK", 4)
    log = make_forge(7)
    log.write(folder)
    whole, end = given(folder, start)
    assert (whole, end.size) == (log.lines, len(log.lines))
    for count in range(9):
        first, position = given(folder, start, most=count)
        saved = msgspec.json.decode(msgspec.json.encode(position), type=Position)
        assert saved.is_sound()
        rest, behind = given(folder, saved)
        assert (first + rest, behind) == (whole, end)


def test_a_log_is_followed_over_a_handing_over_to_another_key(folder, start, signer, other_signer, call):
    """T-AUD-40"""
    log = make_forge(1)
    log.add(Entry(None, make_rotation(signer, other_signer, len(log.lines) + 1))).sign(signer)
    log.write(folder)
    _, between = given(folder, start)
    assert (between.keys, between.retired) == ((str(other_signer.key),), (str(signer.key),))
    log.add(*call("c-9")).sign(other_signer).write(folder)
    for position in (start, between):
        assert given(folder, position)[1].size == len(log.lines)
    log.notes[-1] = Checkpoint(signer.name, log.state.size, log.state.tree.root()).sign(signer)
    log.write(folder)
    for position in (start, between):
        with pytest.raises((AuditTampered, AuditUntrusted)):
            given(folder, position)


def test_nothing_is_given_out_of_a_log_that_was_changed_behind_the_position(folder, start, signer, call):
    """T-AUD-94"""
    log = make_forge(3)
    log.write(folder)
    _, position = given(folder, start)
    log.add(*call("c-8")).sign()
    other = make_forge(2)
    other.add(Entry(None, make_bodies()["PolicyLoaded"]), *call("c-2"), *call("c-7")).sign()
    changed = [*log.lines[:-2], log.lines[-2].replace(b"allow", b"ALLOW"), log.lines[-1]]
    cases = {
        "edited": (changed, log.notes),
        "a record less": (log.lines[:-1], log.notes),
        "put back": (log.lines[:9], log.notes[:3]),
        "no checkpoints": (log.lines, []),
        "another history": (other.lines, other.notes),
        "appended by nobody": ([*log.lines, log.lines[-1]], [*log.notes[:-1], b"x\n" + log.notes[-1]]),
    }
    for name, (lines, notes) in cases.items():
        write_log(folder, lines, notes)
        found = []
        with pytest.raises((AuditTampered, AuditUntrusted)):
            found = given(folder, position)[0]
        assert found == [], name
    write_log(
        folder,
        log.lines,
        [
            *log.notes[:-1],
            Checkpoint(signer.name, log.state.size, log.state.tree.root()).sign(make_signer(3)),
        ],
    )
    with pytest.raises(AuditUntrusted):
        given(folder, position)


def test_a_log_that_changes_between_the_two_readings_gives_out_nothing_wrong(folder, start, monkeypatch):
    """T-AUD-94"""
    monkeypatch.setattr(signed_records, "_BLOCK", 4)
    monkeypatch.setattr(_folder_bytes, "CHUNK_BYTES", 700)
    log = make_forge(7)
    log.write(folder)
    lines = []

    def follow():
        with LogReader(folder) as reader:
            for block, _ in signed_since(reader, start):
                lines.extend(one.line for one in block)
                records = folder / "records.jsonl"
                records.write_bytes(records.read_bytes().replace(b"agent:demo", b"agent:good"))

    with pytest.raises(AuditTampered):
        follow()
    assert lines == log.lines[: len(lines)]
    assert len(lines) <= 8


def test_a_state_is_replaced_whole_and_belongs_to_one_process_at_a_time(tmp_path, start):
    file = tmp_path / "state"
    assert load_state(file, Position) is None
    with held(file):
        save_state(file, start)
        with pytest.raises(ConfigurationError), held(file):
            pass
    with held(file):
        assert load_state(file, Position) == start
    for junk in (b"", b"{}", b"[" * 100_000, b"\xff", b'{"keys":[1]}'):
        file.write_bytes(junk)
        with pytest.raises(ConfigurationError):
            load_state(file, Position)
    with pytest.raises(ConfigurationError):
        save_state(tmp_path / "no" / "such", start)
    assert not msgspec.structs.replace(start, size=3).is_sound()
    assert not msgspec.structs.replace(start, keys=("nonsense",)).is_sound()
