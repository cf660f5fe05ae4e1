"""Questions that wait for an answer: bound to what was asked, good for one call, sealed, and gone when they expire."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import msgspec
import pytest

from runtime.approval import inbox as module
from runtime.approval.inbox import Inbox
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest
from runtime.contracts.errors import ApprovalUnknown, ConfigurationError

YES = ApprovalAnswer(approved=True, approver="user:eve")
NO = ApprovalAnswer(approved=False, approver="user:eve", reason="not today")


class Time:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def inbox(tmp_path: Path, clock: Time) -> Inbox:
    return Inbox(tmp_path / "approvals", b"secret", now_us=clock)


def request(**changes: object) -> ApprovalRequest:
    made = ApprovalRequest(
        call_id="c", tool="t", manifest="m", arguments={"path": "a"}, arguments_digest="blake3:a", risk="dangerous",
        principal="agent:x", reasons=("why",), bundle="b", expires_us=5_000,
    )  # fmt: skip
    return msgspec.structs.replace(made, **changes)


def test_an_approved_question_is_answered_once(inbox) -> None:
    entry = inbox.put(request())
    assert inbox.claim(request()) is None
    assert inbox.decide(entry.id, YES).state == "approved"
    assert inbox.claim(request(call_id="later")) == YES
    assert inbox.claim(request()) is None
    assert inbox.entry(entry.id).state == "used"


def test_a_rejected_question_is_answered_once_too(inbox) -> None:
    inbox.decide(inbox.put(request()).id, NO)
    assert inbox.claim(request()) == NO
    assert inbox.claim(request()) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"tool": "u"}, {"manifest": "n"}, {"arguments_digest": "blake3:b"}, {"principal": "agent:y"}, {"bundle": "c"},
        {"capabilities": ({"type": "net_read", "allowlist": ["*"]},)},
    ],
    ids=["tool", "manifest", "arguments", "principal", "policy", "capabilities"],
)  # fmt: skip
def test_an_answer_is_for_exactly_what_was_asked_about(inbox, changes) -> None:
    """T-RUN-07"""
    inbox.decide(inbox.put(request()).id, YES)
    assert inbox.claim(request(**changes)) is None
    assert inbox.claim(request()) == YES


def test_of_all_who_claim_an_answer_one_gets_it(inbox, tmp_path, clock) -> None:
    """T-RUN-07"""
    inbox.decide(inbox.put(request()).id, YES)
    got: list[ApprovalAnswer | None] = []
    inboxes = [Inbox(tmp_path / "approvals", b"secret", now_us=clock) for _ in range(12)]
    threads = [threading.Thread(target=lambda i=i: got.append(i.claim(request()))) for i in inboxes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got, key=bool) == [None] * 11 + [YES]


def test_a_question_that_is_asked_again_keeps_its_entry_while_it_waits(inbox) -> None:
    first = inbox.put(request())
    assert inbox.put(request(call_id="d")).id == first.id
    inbox.decide(first.id, YES)
    assert inbox.put(request()).id != first.id


def test_a_question_is_there_after_a_restart(inbox, tmp_path, clock) -> None:
    entry = inbox.put(request())
    other = Inbox(tmp_path / "approvals", b"secret", now_us=clock)
    assert other.entries() == [entry]
    other.decide(entry.id, YES)
    assert inbox.claim(request()) == YES


def test_what_has_expired_cannot_be_answered_or_used(inbox, clock) -> None:
    waiting, approved = inbox.put(request()), inbox.put(request(tool="u"))
    inbox.decide(approved.id, YES)
    clock.now = 5_000
    assert [entry.state for entry in inbox.entries()] == ["expired", "expired"]
    with pytest.raises(ApprovalUnknown):
        inbox.decide(waiting.id, YES)
    assert inbox.claim(request(tool="u")) is None


def test_a_question_is_answered_by_the_first_who_answers(inbox) -> None:
    entry = inbox.put(request())
    inbox.decide(entry.id, NO)
    with pytest.raises(ApprovalUnknown) as caught:
        inbox.decide(entry.id, YES)
    assert caught.value.details["state"] == "rejected"
    with pytest.raises(ApprovalUnknown):
        inbox.decide("a-nothing", YES)


def test_an_answer_sealed_with_another_key_is_none(inbox, tmp_path, clock) -> None:
    """T-RUN-22"""
    entry = inbox.put(request())
    forger = Inbox(tmp_path / "approvals", b"another", now_us=clock)
    assert forger.entries() == []
    forged = forger.put(request())
    forger.decide(forged.id, YES)
    assert inbox.claim(request()) is None
    assert [e.id for e in inbox.entries()] == [entry.id]


def test_no_bit_of_an_entry_can_be_flipped(inbox, tmp_path) -> None:
    """T-RUN-22"""
    entry = inbox.put(request())
    inbox.decide(entry.id, NO)
    file = tmp_path / "approvals" / f"{entry.id}.json"
    sealed = file.read_bytes()
    for place in range(len(sealed)):
        file.write_bytes(sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :])
        assert all(found == inbox_entry for found in inbox.entries() for inbox_entry in [entry_of(sealed)])
    file.write_bytes(sealed)
    assert inbox.claim(request()) == NO


def entry_of(sealed: bytes) -> object:
    return msgspec.convert(msgspec.json.decode(sealed)["entry"], type=module.PendingApproval)


@pytest.mark.parametrize("name", ["../a-1111111111", "a-1111111111\n", "A-1111111111", "", "a-\x001111111"])
def test_a_name_that_is_no_id_leads_to_no_file(inbox, tmp_path, name) -> None:
    """T-RUN-22"""
    made = inbox.put(request()).id
    (tmp_path / "approvals" / f"{made}.json").rename(tmp_path / "a-1111111111.json")
    with pytest.raises(ApprovalUnknown):
        inbox.entry(name)


def test_an_entry_under_another_name_is_none(inbox, tmp_path) -> None:
    """T-RUN-22"""
    entry = inbox.put(request())
    inbox.decide(entry.id, YES)
    folder = tmp_path / "approvals"
    (folder / f"{entry.id}.json").rename(folder / "a-0000000000.json")
    assert inbox.entries() == []
    assert inbox.claim(request()) is None


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[" * 100_000, b'{"entry":{},"mac":"x"}'])
def test_a_file_that_is_no_entry_is_passed_over(inbox, tmp_path, content) -> None:
    entry = inbox.put(request())
    (tmp_path / "approvals" / "a-1111111111.json").write_bytes(content)
    os.mkfifo(tmp_path / "approvals" / "a-2222222222.json")
    assert inbox.entries() == [entry]


def test_too_many_questions_are_refused_and_used_ones_are_forgotten(inbox, monkeypatch) -> None:
    monkeypatch.setattr(module, "MAX_ENTRIES", 3)
    ids = [inbox.put(request(tool=f"t{i}")).id for i in range(3)]
    with pytest.raises(ConfigurationError):
        inbox.put(request(tool="one-too-many"))
    for number, entry_id in enumerate(ids):
        inbox.decide(entry_id, YES)
        assert inbox.claim(request(tool=f"t{number}")) == YES
    for number in range(3):
        inbox.decide(inbox.put(request(tool=f"u{number}")).id, YES)
        assert inbox.claim(request(tool=f"u{number}")) == YES
    assert len(inbox.entries()) <= 2 * 3


def test_an_answer_that_cannot_be_marked_as_used_is_not_given(inbox, tmp_path) -> None:
    """T-RUN-07"""
    inbox.decide(inbox.put(request()).id, YES)
    lock = tmp_path / "approvals" / ".inbox.lock"
    lock.unlink()
    lock.mkdir()
    assert inbox.claim(request()) is None
    lock.rmdir()
    assert inbox.claim(request()) == YES


def test_the_files_are_the_owners_alone(inbox, tmp_path) -> None:
    entry = inbox.put(request())
    assert (tmp_path / "approvals").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "approvals" / f"{entry.id}.json").stat().st_mode & 0o777 == 0o600
