"""A log that is opened again after a full disk, where opening it again goes wrong."""

from __future__ import annotations

import errno
from typing import Any

import pytest

from runtime.contracts.errors import AuditInconsistent, AuditWriteFailed
from runtime.host.reopening_log import ReopeningLog


class Opened:
    """Counts what a reopening log does with the logs that it is given; the first has met a full disk."""

    keeps_values = False
    hidden_names: frozenset[str] = frozenset()
    owned_calls: frozenset[str] = frozenset()
    durable = (0, "")

    def __init__(self, *, full: bool) -> None:
        self.has_failed = full
        self.closed = 0
        self.can_be_read = full

    def error(self) -> AuditWriteFailed:
        return AuditWriteFailed.by(
            "the log cannot be written", OSError(errno.ENOSPC, "No space left on device")
        )

    def time_us(self) -> int:
        return 7

    def follow(self, *_: Any) -> None:
        if not self.can_be_read:
            raise AuditInconsistent("a record was changed")

    def close(self) -> None:
        self.closed += 1


def test_a_log_that_followers_cannot_read_is_closed_again_and_gives_its_lock_back() -> None:
    made: list[Opened] = []

    def open_log(_: Any) -> Any:
        made.append(Opened(full=not made))
        return made[-1]

    log = ReopeningLog(open_log)
    made[0].has_failed = False
    log.follow(lambda *_: None, 0)
    made[0].has_failed = True
    with pytest.raises(AuditInconsistent):
        log.has_call("c-1")
    assert [one.closed for one in made] == [1, 1]
