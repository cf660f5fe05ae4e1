"""Records behind the newest checkpoint, put there by somebody who can write the log and has no key of it: none is ever signed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from audit_forge import ORIGIN, TAG_KEY, make_bodies, make_forge, make_signer, whole_call, write_log

from runtime.audit.format.chain import Chain, decode, prepare
from runtime.audit.keys.key_files import Keyring
from runtime.audit.maintain.repair import repair
from runtime.audit.stores.file import FileStore
from runtime.audit.vault.file_vault import FileVault
from runtime.audit.verify.report import Report
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.audit.write.pace import Pace
from runtime.contracts.audit import Entry, LogOpened, LogRecovered
from runtime.contracts.errors import AuditError

KEY, OTHER = make_signer(1), make_signer(2)
PATIENCE_S = 60.0


@pytest.fixture
def folder(tmp_path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def open_log(folder) -> Iterator[Callable[..., Log]]:
    logs: list[Log] = []

    def open_one(*, signer=KEY, pace=Pace(), folder=folder) -> Log:  # noqa: B008
        store = FileStore(folder, create=True)
        logs.append(
            Log.on(store, FileVault(folder), signer=signer, origin=ORIGIN, runtime_version="1", pace=pace)
        )
        return logs[-1]

    yield open_one
    for log in logs:
        log.close()


def records(folder: Path) -> list[bytes]:
    return (folder / "records.jsonl").read_bytes().split(b"\n")[:-1]


def forge(folder: Path, tag_key: bytes = TAG_KEY) -> list[bytes]:
    """Append a call that continues the log well, as far as anybody without the key can."""
    chain = Chain()
    for line in records(folder):
        chain.follow(line)
    lines = [chain.extend(prepare(entry), chain.at_us, tag_key) for entry in whole_call("c-forged")]
    with (folder / "records.jsonl").open("ab") as file:
        file.write(b"".join(line + b"\n" for line in lines))
    return lines


def judge(folder: Path, *, with_key: bool = True, quick: bool = False) -> Report:
    keys = [KEY.tag_key] if with_key else []
    return verify(folder, verifier_keys=[KEY.key], tag_keys=keys, quick=quick)


def assert_never_signed(folder: Path, size: int, code: str = "audit.forged") -> None:
    """Refused by every writer, TAMPERED for who has the key, UNPROVEN for who has not; in quarantine after a repair."""
    for quick in (False, True):
        told = judge(folder, quick=quick)
        assert (told.verdict, told.code, told.first_bad_seq) == ("TAMPERED", "record.tag", size)
        assert judge(folder, with_key=False, quick=quick).verdict == "UNPROVEN"
    bad = (folder / "records.jsonl").read_bytes()[told.byte_offset :]
    with pytest.raises(AuditError) as caught:
        Log.open(folder, signer=KEY, origin=ORIGIN, runtime_version="1")
    assert caught.value.code == code
    options = {"signer": KEY, "origin": ORIGIN, "runtime_version": "1"}
    assert not repair(folder, **options).applied
    plan = repair(folder, **options, apply=True)
    assert plan.forged is (code == "audit.forged")
    assert plan.records is not None
    assert (folder / plan.records.quarantine).read_bytes() == bad
    bodies = [decode(line)[1] for line in records(folder)]
    assert sum(body.unsigned_tail for body in bodies if isinstance(body, LogOpened)) == 0
    cause = "forged" if plan.forged else "torn"
    assert [body.cause for body in bodies if isinstance(body, LogRecovered)] == [cause]
    assert judge(folder).verdict == "OK_NOT_WITNESSED"
    assert not set(bad.splitlines()) & set(records(folder))


def test_what_somebody_appends_to_a_stopped_log_is_refused_and_kept_as_evidence(open_log, folder):
    """T-AUD-80"""
    open_log().close()
    size = len(records(folder))
    forge(folder)
    assert_never_signed(folder, size)


def test_a_writer_at_work_refuses_to_go_on_behind_what_somebody_appended(open_log, folder):
    """T-AUD-80"""
    log = open_log()
    log.commit_sync(whole_call("c-1"))
    log.checkpoint()
    size = len(records(folder))
    forge(folder)
    with pytest.raises(AuditError) as caught:
        log.commit_sync(whole_call("c-2"))
    assert caught.value.code == "audit.forged"
    log.close()
    assert_never_signed(folder, size)


def test_a_writer_that_only_closes_does_not_sign_what_somebody_appended(open_log, folder):
    """T-AUD-80"""
    log = open_log(pace=Pace(idle_interval_s=3600.0))
    size = len(records(folder))
    forge(folder)
    log.checkpoint()
    log.close()
    assert_never_signed(folder, size)


def test_an_idle_writer_finds_what_somebody_appended_and_signs_nothing_more(open_log, folder):
    """T-AUD-80"""
    log = open_log(pace=Pace(idle_interval_s=0.001))
    size = len(records(folder))
    forge(folder)
    for thread in threading.enumerate():
        if thread.name == "audit-checkpoints":
            thread.join(PATIENCE_S)
    with pytest.raises(AuditError) as caught:
        log.commit_sync(whole_call("c-1"))
    assert caught.value.code == "audit.forged"
    log.close()
    assert_never_signed(folder, size)


def test_a_forged_call_between_two_writers_stops_both(open_log, folder):
    """T-AUD-80"""
    one, two = open_log(), open_log()
    one.commit_sync(whole_call("c-1"))
    two.commit_sync(whole_call("c-2"))
    size = len(records(folder))
    two.checkpoint()
    forge(folder)
    for log in (one, two):
        with pytest.raises(AuditError) as caught:
            log.commit_sync(whole_call("c-3"))
        assert caught.value.code == "audit.forged"
        log.close()
    assert_never_signed(folder, size)


def killed(open_log: Callable[..., Log], folder: Path, calls: int = 2) -> int:
    """A log whose writer was killed before it signed its last calls; how many records are signed."""
    log = open_log()
    log.close()
    size = len(records(folder))
    forged = make_forge(0)
    forged.state.chain = Chain()
    for line in records(folder):
        forged.state.chain.follow(line)
    forged.now_us = forged.state.chain.at_us
    forged.lines = []
    for number in range(calls):
        forged.add(*whole_call(f"c-{number}"))
    with (folder / "records.jsonl").open("ab") as file:
        file.write(b"".join(line + b"\n" for line in forged.lines))
    return size


def rewrite(folder: Path, lines: list[bytes]) -> None:
    (folder / "records.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))


def test_what_a_killed_writer_left_is_taken_over_with_its_tags(open_log, folder):
    size = killed(open_log, folder)
    assert judge(folder).code == "log.unsigned"
    open_log().close()
    assert judge(folder).verdict == "OK_NOT_WITNESSED"
    assert judge(folder).taken_over == len(records(folder)) - size - 1 == 8


def test_an_unsigned_tail_that_is_cut_and_replaced_is_forged(open_log, folder):
    """T-AUD-80"""
    size = killed(open_log, folder)
    rewrite(folder, records(folder)[:-4])
    forge(folder)
    assert_never_signed_but(folder, size + 4)


def assert_never_signed_but(folder: Path, bad: int, code: str = "audit.forged") -> None:
    """As `assert_never_signed`, behind good records that the next writer does take over."""
    told = judge(folder)
    assert (told.verdict, told.code, told.first_bad_seq) == ("TAMPERED", "record.tag", bad)
    evidence = (folder / "records.jsonl").read_bytes()[told.byte_offset :]
    options = {"signer": KEY, "origin": ORIGIN, "runtime_version": "1"}
    with pytest.raises(AuditError) as caught:
        Log.open(folder, **options)
    assert caught.value.code == code
    plan = repair(folder, **options, apply=True)
    assert plan.records is not None
    assert (folder / plan.records.quarantine).read_bytes() == evidence
    assert judge(folder).verdict == "OK_NOT_WITNESSED"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda tail: [tail[4:] + tail[:4]][0], id="two calls change places"),
        pytest.param(lambda tail: [tail[1], tail[0], *tail[2:]], id="two records change places"),
        pytest.param(lambda tail: tail[1:], id="the first is gone"),
        pytest.param(lambda tail: [tail[0], *tail], id="one is there twice"),
        pytest.param(lambda tail: [*tail[:2], *tail[3:]], id="one in the middle is gone"),
    ],
)
def test_unsigned_records_in_another_order_are_never_signed(open_log, folder, change):
    """T-AUD-80: each has the tag that a writer gave it, elsewhere."""
    size = killed(open_log, folder)
    lines = records(folder)
    rewrite(folder, lines[:size] + change(lines[size:]))
    told = judge(folder)
    assert (told.verdict, told.code) == ("TAMPERED", "record.tag")
    with pytest.raises(AuditError) as caught:
        open_log()
    assert caught.value.code == "audit.damaged"


def test_a_tag_of_another_record_position_or_log_fits_nowhere_else(open_log, folder, tmp_path):
    """T-AUD-80"""
    size = killed(open_log, folder)
    lines = records(folder)
    elsewhere = tmp_path / "elsewhere"
    open_log(folder=elsewhere).close()
    tags = {
        "another position": lines[size][-34:],
        "another opening": lines[0][-34:],
        "another log of this key": records(elsewhere)[0][-34:],
    }
    chain = Chain()
    for line in lines[:-1]:
        chain.follow(line)
    for name, tag in tags.items():
        assert lines[-1][-34:] != tag
        rewrite(folder, [*lines[:-1], lines[-1][:-34] + tag])
        told = judge(folder)
        assert (told.verdict, told.first_bad_seq) == ("TAMPERED", len(lines) - 1), name
        with pytest.raises(AuditError) as caught:
            open_log()
        assert caught.value.code == "audit.forged"


def test_a_whole_log_of_somebody_without_a_key_is_not_taken_over(folder):
    """T-AUD-80: nothing in it is signed, so its opening is all that a writer would have to believe."""
    chain = Chain()
    lines = [chain.extend(prepare(Entry(None, make_bodies()["LogOpened"])), 7, TAG_KEY)]
    write_log(folder, lines, [])
    with pytest.raises(AuditError) as caught:
        Log.open(folder, signer=KEY, origin=ORIGIN, runtime_version="1")
    assert caught.value.code == "audit.forged"


def test_records_by_a_key_that_handed_over_are_not_taken_over(open_log, folder):
    """T-AUD-80 T-AUD-42: a stolen old key adds nothing to a log that has another one."""
    ring = Keyring(KEY, OTHER)
    log = open_log(signer=ring)
    log.rotate()
    log.close()
    open_log(signer=ring).close()
    forge(folder, KEY.tag_key)
    with pytest.raises(AuditError) as caught:
        open_log(signer=ring)
    assert caught.value.code == "audit.forged"


def test_a_tail_that_no_writer_signs_is_unproven_though_one_has_the_log_open(open_log, folder):
    """T-AUD-80: without the key nobody can tell who wrote it, but no writer leaves a record unsigned for so long."""
    log = open_log(pace=Pace(idle_interval_s=3600.0))
    log.commit_sync(whole_call("c-1"))
    log.checkpoint()
    size = len(records(folder))
    chain = Chain()
    for line in records(folder):
        chain.follow(line)
    for at_us, verdict in ((chain.at_us, "OK_NOT_WITNESSED"), (2**52, "UNPROVEN")):
        lines = records(folder)[:size]
        later = Chain(chain.size, chain.head, chain.at_us)
        rewrite(folder, [*lines, *(later.extend(prepare(e), at_us, TAG_KEY) for e in whole_call("c-x"))])
        assert judge(folder, with_key=False).verdict == verdict
        assert judge(folder).verdict == "TAMPERED"
