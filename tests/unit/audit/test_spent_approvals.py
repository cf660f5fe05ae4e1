"""The log knows each answer that was used, as long as it could be used again: in memory, from a frontier, in every process."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.audit.write import spent_approvals as module
from runtime.audit.write.spent_approvals import SpentApprovals
from runtime.contracts.audit import ApprovalDecided, Entry
from runtime.contracts.errors import ApprovalSpent

FAR_US = 2**52


def used(approval: str | None, expires_us: int | None = FAR_US, *, approved: bool = True) -> ApprovalDecided:
    return ApprovalDecided(
        approval=approval, approved=approved, approver="user:eve", arguments="a", expires_us=expires_us,
        modified=None, reason="", rule=None,
    )  # fmt: skip


def whole(call: Any, name: str, approval: str | None, expires_us: int | None = FAR_US) -> list[Entry]:
    """The records of a call that used an answer."""
    first, *rest = call(name)
    return [first, Entry(name, used(approval, expires_us)), *rest]


def test_an_answer_is_used_by_one_call_of_the_log(open_log, call, check) -> None:
    """T-APP-03"""
    log = open_log()
    log.commit_sync(whole(call, "c-1", "a-1"))
    assert (log.has_approval("a-1"), log.has_approval("a-2")) == (True, False)
    size = log.size
    with pytest.raises(ApprovalSpent) as caught:
        log.commit_sync(whole(call, "c-2", "a-1"))
    assert caught.value.code == "approval.spent"
    assert log.size == size
    log.commit_sync(whole(call, "c-2", "a-2"))
    log.close()
    assert check().verdict in {"OK_NOT_WITNESSED", "UNPROVEN"}


def test_of_two_writers_that_took_one_answer_the_second_is_refused(open_log, call) -> None:
    """T-APP-03: neither of them knew of the other when it looked."""
    one, two = open_log(), open_log()
    assert not one.has_approval("a-1")
    assert not two.has_approval("a-1")
    one.commit_sync(whole(call, "c-1", "a-1"))
    with pytest.raises(ApprovalSpent):
        two.commit_sync(whole(call, "c-2", "a-1"))
    assert two.has_approval("a-1")
    two.commit_sync(call("c-3"))


@pytest.mark.parametrize("frontier", [True, False], ids=["from-its-frontier", "from-its-records"])
def test_a_log_that_is_opened_again_knows_what_was_used(open_log, call, folder, frontier) -> None:
    """T-APP-03"""
    log = open_log()
    log.commit_sync(whole(call, "c-1", "a-1"))
    log.close()
    if not frontier:
        (folder / "frontier").unlink()
    again = open_log()
    assert again.has_approval("a-1")
    with pytest.raises(ApprovalSpent):
        again.commit_sync(whole(call, "c-2", "a-1"))


def test_an_answer_that_has_expired_by_the_time_of_the_log_is_refused(open_log, call) -> None:
    """T-APP-02: the clock was set back, and the log's last record is later."""
    times = [5_000]
    log = open_log(clock=lambda: times[0])
    times[0] = 1_000
    assert log.time_us() == 5_000
    for expires_us in (4_000, 5_000, None):
        with pytest.raises(ApprovalSpent):
            log.commit_sync(whole(call, "c-1", "a-1", expires_us))
    log.commit_sync(whole(call, "c-1", "a-1", 5_001))


def test_answers_of_people_at_hand_and_rejections_use_nothing_up(open_log, call) -> None:
    log = open_log()
    for name in ("c-1", "c-2"):
        log.commit_sync(whole(call, name, None, None))
    log.commit_sync([call("c-3")[0], Entry("c-3", used("a-1", approved=False))])
    assert not log.has_approval("a-1")


def test_one_batch_of_records_uses_an_answer_once(open_log, call) -> None:
    """T-APP-03"""
    log = open_log()
    with pytest.raises(ApprovalSpent):
        log.commit_sync([*whole(call, "c-1", "a-1"), *whole(call, "c-2", "a-1")])
    assert not log.has_approval("a-1")


def test_what_has_expired_is_forgotten_and_the_rest_is_kept(monkeypatch) -> None:
    monkeypatch.setattr(module, "_SWEEP", 8)
    spent = SpentApprovals()
    for number in range(200):
        spent.take(used(f"a-{number}", 1_000 + number), 1_000 + number)
    assert len(spent) <= 8
    spent.take(used("late", FAR_US), 5_000)
    assert "late" in spent
    assert SpentApprovals(spent.to_dict()).to_dict() == spent.to_dict()


def test_no_more_answers_are_used_than_the_log_can_remember(monkeypatch) -> None:
    monkeypatch.setattr(module, "MAX_SPENT", 2)
    spent = SpentApprovals({"a-1": 50, "a-2": 60})
    asked = [Entry("c", used("a-3", 90))]
    assert spent.find_unusable(asked, 10) == "a-3"
    assert spent.find_unusable(asked, 55) is None
