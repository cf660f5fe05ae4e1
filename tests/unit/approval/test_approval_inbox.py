"""Questions that wait for an answer: bound to what was asked, good for one call, sealed, and gone when they expire."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import msgspec
import pytest

from runtime.approval import inbox as module
from runtime.approval.inbox import Inbox
from runtime.contracts.approval import ApprovalAnswer, ApprovalRequest, Uptime
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


def taken(inbox: Inbox, asked: ApprovalRequest) -> ApprovalAnswer | None:
    """The answer that is taken, as it was given."""
    answer = inbox.claim(asked)
    return None if answer is None else msgspec.structs.replace(answer, approval=None, expires_us=None)


def test_an_approved_question_is_answered_once(inbox) -> None:
    entry = inbox.put(request())
    assert inbox.claim(request()) is None
    assert inbox.decide(entry.id, YES).state == "approved"
    assert taken(inbox, request(call_id="later")) == YES
    assert inbox.claim(request()) is None
    assert inbox.entry(entry.id).state == "used"


def test_a_rejected_question_is_answered_once_too(inbox) -> None:
    inbox.decide(inbox.put(request()).id, NO)
    assert taken(inbox, request()) == NO
    assert inbox.claim(request()) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"tool": "u"}, {"manifest": "n"}, {"arguments_digest": "blake3:b"}, {"principal": "agent:y"}, {"bundle": "c"},
        {"capabilities": ({"type": "net_read", "allowlist": ["*"]},)}, {"working_directory": "sub"},
    ],
    ids=["tool", "manifest", "arguments", "principal", "policy", "capabilities", "working-directory"],
)  # fmt: skip
def test_an_answer_is_for_exactly_what_was_asked_about(inbox, changes) -> None:
    """T-RUN-07, T-APP-04"""
    inbox.decide(inbox.put(request()).id, YES)
    assert inbox.claim(request(**changes)) is None
    assert taken(inbox, request()) == YES


def test_of_all_who_claim_an_answer_one_gets_it(inbox, tmp_path, clock) -> None:
    """T-RUN-07"""
    inbox.decide(inbox.put(request()).id, YES)
    got: list[ApprovalAnswer | None] = []
    inboxes = [Inbox(tmp_path / "approvals", b"secret", now_us=clock) for _ in range(12)]
    threads = [threading.Thread(target=lambda i=i: got.append(taken(i, request()))) for i in inboxes]
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
    assert taken(inbox, request()) == YES


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
    assert taken(inbox, request()) == NO


def entry_of(sealed: bytes) -> object:
    return msgspec.convert(msgspec.json.decode(sealed)["entry"], type=module.PendingApproval)


@pytest.mark.parametrize(
    "name", ["../a-1111111111111111", "a-1111111111111111\n", "A-1111111111111111", "", "a-\x001111111111111"]
)
def test_a_name_that_is_no_id_leads_to_no_file(inbox, tmp_path, name) -> None:
    """T-RUN-22"""
    made = inbox.put(request()).id
    (tmp_path / "approvals" / f"{made}.json").rename(tmp_path / "a-1111111111111111.json")
    with pytest.raises(ApprovalUnknown):
        inbox.entry(name)


def test_an_entry_under_another_name_is_none(inbox, tmp_path) -> None:
    """T-RUN-22"""
    entry = inbox.put(request())
    inbox.decide(entry.id, YES)
    folder = tmp_path / "approvals"
    (folder / f"{entry.id}.json").rename(folder / "a-0000000000000000.json")
    assert inbox.entries() == []
    assert inbox.claim(request()) is None


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[" * 100_000, b'{"entry":{},"mac":"x"}'])
def test_a_file_that_is_no_entry_is_passed_over(inbox, tmp_path, content) -> None:
    entry = inbox.put(request())
    (tmp_path / "approvals" / "a-1111111111111111.json").write_bytes(content)
    os.mkfifo(tmp_path / "approvals" / "a-2222222222222222.json")
    assert inbox.entries() == [entry]


def test_too_many_questions_are_refused_and_used_ones_are_forgotten(inbox, monkeypatch) -> None:
    monkeypatch.setattr(module, "MAX_ENTRIES", 3)
    ids = [inbox.put(request(tool=f"t{i}")).id for i in range(3)]
    with pytest.raises(ConfigurationError):
        inbox.put(request(tool="one-too-many"))
    for number, entry_id in enumerate(ids):
        inbox.decide(entry_id, YES)
        assert taken(inbox, request(tool=f"t{number}")) == YES
    for number in range(3):
        inbox.decide(inbox.put(request(tool=f"u{number}")).id, YES)
        assert taken(inbox, request(tool=f"u{number}")) == YES
    assert len(inbox.entries()) <= 2 * 3


def test_an_answer_that_cannot_be_marked_as_used_is_not_given(inbox, tmp_path) -> None:
    """T-RUN-07"""
    inbox.decide(inbox.put(request()).id, YES)
    lock = tmp_path / "approvals" / ".inbox.lock"
    lock.unlink()
    lock.mkdir()
    assert inbox.claim(request()) is None
    lock.rmdir()
    assert taken(inbox, request()) == YES


def test_the_files_are_the_owners_alone(inbox, tmp_path) -> None:
    entry = inbox.put(request())
    assert (tmp_path / "approvals").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "approvals" / f"{entry.id}.json").stat().st_mode & 0o777 == 0o600


# -- a bound for each principal ---------------------------------------------------------------------------


def test_one_principal_cannot_fill_the_inbox_for_others(inbox, monkeypatch) -> None:
    """T-APP-01"""
    monkeypatch.setattr(module, "MAX_PER_PRINCIPAL", 3)
    for number in range(3):
        inbox.put(request(tool=f"t{number}"))
    with pytest.raises(ConfigurationError) as caught:
        inbox.put(request(tool="one-too-many"))
    assert caught.value.code == "config.invalid"
    assert inbox.put(request(tool="one-too-many", principal="agent:y")).state == "pending"
    assert inbox.put(request(tool="t1")).request.tool == "t1"  # it waits already


def test_used_and_expired_questions_make_room_for_their_principal(inbox, monkeypatch, clock) -> None:
    """T-APP-01"""
    monkeypatch.setattr(module, "MAX_PER_PRINCIPAL", 2)
    used = inbox.put(request())
    inbox.put(request(tool="u", expires_us=2_000))
    inbox.decide(used.id, YES)
    assert taken(inbox, request()) == YES
    inbox.put(request(tool="v"))
    clock.now = 3_000
    inbox.put(request(tool="w"))
    with pytest.raises(ConfigurationError):
        inbox.put(request(tool="x"))


def test_principals_whose_ids_look_alike_are_counted_apart(inbox, monkeypatch) -> None:
    """T-APP-01: what an id tells is short, and the sealed file is what counts."""
    monkeypatch.setattr(module, "MAX_PER_PRINCIPAL", 2)
    monkeypatch.setattr(Inbox, "_tag", lambda *_: "0000")
    for principal in ("agent:x", "agent:y"):
        for number in range(2):
            inbox.put(request(principal=principal, tool=f"t{number}"))
        with pytest.raises(ConfigurationError):
            inbox.put(request(principal=principal, tool="u"))


def test_a_question_is_found_without_opening_the_others(inbox, monkeypatch) -> None:
    """T-APP-01: a thousand questions of others cost a call nothing but the reading of their names."""
    asked = [request(tool=f"t{number}", principal=f"agent:{number % 4}") for number in range(40)]
    ids = [inbox.put(one).id for one in asked]
    inbox.decide(ids[7], YES)
    opened: list[str] = []
    read = module.files.read
    monkeypatch.setattr(module.files, "read", lambda file, most: opened.append(file.stem) or read(file, most))
    assert taken(inbox, asked[7]) == YES
    inbox.put(request(tool="another"))
    assert inbox.claim(request(tool="a third")) is None
    assert set(opened) == {ids[7]}


def test_who_floods_a_full_inbox_has_its_files_read_once(inbox, monkeypatch, clock) -> None:
    """T-APP-01: the lock is everybody's, and must not be held for a thousand files by each call that is refused."""
    monkeypatch.setattr(module, "MAX_PER_PRINCIPAL", 4)
    for number in range(4):
        inbox.put(request(tool=f"t{number}", expires_us=5_000 + number))
    opened: list[str] = []
    read = module.files.read
    monkeypatch.setattr(module.files, "read", lambda file, most: opened.append(file.stem) or read(file, most))
    for _ in range(10):
        with pytest.raises(ConfigurationError):
            inbox.put(request(tool="one-too-many"))
    assert len(opened) == 4
    clock.now = 5_000
    assert inbox.put(request(tool="room", expires_us=9_000)).state == "pending"


def test_a_question_that_is_in_nobodys_way_keeps_its_name_through_its_life(inbox, tmp_path) -> None:
    entry = inbox.put(request())
    for act in (lambda: None, lambda: inbox.decide(entry.id, YES), lambda: inbox.claim(request())):
        act()
        assert [one.id for one in inbox.entries()] == [entry.id]
        assert inbox.entry(entry.id).id == entry.id
    assert [file.stem for file in (tmp_path / "approvals" / "done").iterdir()] == [entry.id]


# -- the clock --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", ["claim", "entry", "entries", "put"])
def test_what_was_seen_to_expire_stays_expired_when_the_clock_is_set_back(
    inbox, clock, tmp_path, look
) -> None:
    """T-APP-02"""
    entry = inbox.put(request())
    inbox.decide(entry.id, YES)
    clock.now = 6_000
    seen = {
        "claim": lambda: inbox.claim(request()),
        "entry": lambda: inbox.entry(entry.id),
        "entries": inbox.entries,
        "put": lambda: inbox.put(request(expires_us=9_000)),
    }
    seen[look]()
    clock.now = 2_000
    for one in (inbox, Inbox(tmp_path / "approvals", b"secret", now_us=clock)):
        assert one.claim(request()) is None
        assert one.entry(entry.id).state == "expired"
        with pytest.raises(ApprovalUnknown):
            one.decide(entry.id, YES)


def test_a_question_expires_by_how_long_the_machine_ran_whatever_its_clock_says(tmp_path, clock) -> None:
    """T-APP-02: nobody looked between the expiry and the setting back."""
    ran = [Uptime("boot-1", 100)]
    inbox = Inbox(tmp_path / "approvals", b"secret", now_us=clock, uptime=lambda: ran[0])
    inbox.decide(inbox.put(request()).id, YES)
    ran[0], clock.now = Uptime("boot-1", 100 + 4_000), 1_001
    assert inbox.claim(request()) is None
    [expired] = inbox.entries()
    assert expired.state == "expired"


def test_after_a_restart_of_the_machine_its_clock_alone_tells_what_has_expired(tmp_path, clock) -> None:
    ran = [Uptime("boot-1", 9_000)]
    inbox = Inbox(tmp_path / "approvals", b"secret", now_us=clock, uptime=lambda: ran[0])
    inbox.decide(inbox.put(request()).id, YES)
    ran[0] = Uptime("boot-2", 50_000)
    assert taken(inbox, request()) == YES


# -- the log is the truth ---------------------------------------------------------------------------------


def test_an_answer_names_its_question_and_its_time_for_the_log(inbox) -> None:
    """T-APP-03"""
    entry = inbox.put(request())
    inbox.decide(entry.id, YES)
    answer = inbox.claim(request())
    assert (answer.approval, answer.expires_us) == (entry.id, 5_000)


def test_a_file_that_was_put_back_answers_nothing_that_the_log_knows(tmp_path, clock) -> None:
    """T-APP-03: its owner kept a copy of the approved file, and took away what the inbox noted."""
    used: set[str] = set()
    folder = tmp_path / "approvals"
    inbox = Inbox(folder, b"secret", now_us=clock, is_used=used.__contains__)
    entry = inbox.put(request())
    inbox.decide(entry.id, YES)
    file = folder / f"{entry.id}.json"
    approved = file.read_bytes()
    assert taken(inbox, request()) == YES
    used.add(entry.id)
    for remove in (False, True):
        if remove:
            shutil.rmtree(folder / "done")
        file.write_bytes(approved)
        file.chmod(0o600)
        assert inbox.claim(request()) is None
        assert inbox.entry(entry.id).state == "used"
    assert inbox.put(request()).id != entry.id


def test_what_cannot_be_set_aside_is_used_all_the_same(inbox, tmp_path) -> None:
    """T-RUN-07"""
    (tmp_path / "approvals").mkdir(mode=0o700)
    (tmp_path / "approvals" / "done").touch()
    entry = inbox.put(request())
    inbox.decide(entry.id, YES)
    assert taken(inbox, request()) == YES
    assert inbox.claim(request()) is None
    assert inbox.entry(entry.id).state == "used"
