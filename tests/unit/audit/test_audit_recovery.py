"""Opening a log: what a crash left is finished, and what somebody changed is not continued."""

from __future__ import annotations

import os

import pytest
from crashing_writer import crash

from runtime.audit.format.chain import decode
from runtime.contracts.audit import Entry, ToolAborted, ToolInvoked
from runtime.contracts.errors import (
    AuditDamaged,
    AuditError,
    AuditInconsistent,
    AuditKeyUnusable,
    AuditWriteFailed,
)


@pytest.mark.parametrize("frontier", [True, False])
def test_calls_left_open_by_a_crash_are_aborted_once(open_log, lines, folder, check, frontier):
    crash(folder, ("c-done", 4), ("c-open", 3))
    if not frontier:
        (folder / "frontier").unlink()
    for _ in range(2):
        open_log().close()
    ends = [decode(line) for line in lines() if b"ToolAborted" in line]
    assert [(record.call, body.outcome) for record, body in ends] == [("c-open", "unknown")]
    assert check().verdict == "OK_NOT_WITNESSED"


def test_invoked_records_without_a_call_are_no_orphans(open_log, lines, folder):
    crash(folder, (None, 1))
    open_log()
    assert not any(b"ToolAborted" in line for line in lines())
    assert ToolInvoked.__name__ in lines()[1].decode()


def test_an_unsigned_tail_is_taken_over_and_counted(open_log, folder, lines, check, call):
    log = open_log()
    signed = [(folder / name, (folder / name).read_bytes()) for name in ("checkpoints", "frontier")]
    log.commit_sync(call("c-1"))
    log.close()
    for path, data in signed:  # as the power left them, before the call was signed
        path.write_bytes(data)
    assert check().code == "log.unsigned"
    open_log().close()
    opened = [decode(line)[1] for line in lines() if b"LogOpened" in line]
    assert [body.unsigned_tail for body in opened] == [0, 4]
    assert (check().verdict, check().taken_over) == ("OK_NOT_WITNESSED", 4)


# --- what somebody changed ---


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
    with pytest.raises(AuditError) as caught:
        open_log()
    assert caught.value.code == ("audit.forged" if tail == b"{}\n" else "audit.damaged")


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
