"""Rate windows: one for each obligation, shared by processes, and dropped only when they are over."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.contracts.decision import RateObligation
from runtime.contracts.errors import RateLimited
from runtime.executor import rate
from runtime.executor.rate import RateLimiter

CALLER = """
import sys
from pathlib import Path
from runtime.contracts.decision import RateObligation
from runtime.contracts.errors import RateLimited
from runtime.executor.rate import RateLimiter

limiter = RateLimiter(Path(sys.argv[1]))
print("ready", flush=True)
while True:
    try:
        limiter.admit(RateObligation("k", int(sys.argv[2]), 3600.0))
    except RateLimited:
        print("full", flush=True)
        break
    print("admitted", flush=True)
"""


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def admitted(limiter: RateLimiter, rate: RateObligation, tries: int) -> int:
    count = 0
    for _ in range(tries):
        try:
            limiter.admit(rate)
        except RateLimited:
            continue
        count += 1
    return count


def test_at_most_as_many_calls_as_stated_go_in_any_such_period(tmp_path: Path, clock: Clock) -> None:
    limiter, three, times = RateLimiter(tmp_path, clock), RateObligation("k", 3, 10.0), []
    for step in range(400):
        clock.now = 100.0 + step * 0.7
        times += [clock.now] * admitted(limiter, three, 2)
    assert all(later - first >= 10.0 for first, later in zip(times, times[3:], strict=False))
    assert len(times) >= 400 * 0.7 / 10.0 * 3 - 3


def test_a_refusal_says_when_the_next_call_may_go(tmp_path: Path, clock: Clock) -> None:
    limiter = RateLimiter(tmp_path, clock)
    limiter.admit(RateObligation("k", 1, 60.0))
    clock.now = 110.0
    with pytest.raises(RateLimited) as refused:
        limiter.admit(RateObligation("k", 1, 60.0))
    assert refused.value.details["retry_after_s"] == 50.0


def test_another_period_for_the_same_key_counts_by_itself(tmp_path: Path, clock: Clock) -> None:
    """T-POL-14"""
    limiter = RateLimiter(tmp_path, clock)
    limiter.admit(RateObligation("k", 1, 60))
    limiter.admit(RateObligation("k", 1, 0.001))
    with pytest.raises(RateLimited):
        limiter.admit(RateObligation("k", 1, 60.0))


def test_many_new_keys_do_not_push_a_window_out(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-POL-14"""
    monkeypatch.setattr(rate, "MAX_WINDOWS", 3)
    limiter = RateLimiter(tmp_path, clock)
    for key in ("held", "b", "c"):
        limiter.admit(RateObligation(key, 1, 60))
    for key in ("d", "held"):
        with pytest.raises(RateLimited):
            limiter.admit(RateObligation(key, 1, 60))
    clock.now = 160.0
    limiter.admit(RateObligation("d", 1, 60))


def test_a_window_with_a_recent_call_is_kept_where_others_are_dropped(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-POL-14"""
    monkeypatch.setattr(rate, "MAX_WINDOWS", 2)
    limiter = RateLimiter(tmp_path, clock)
    limiter.admit(RateObligation("old", 2, 60))
    limiter.admit(RateObligation("recent", 2, 60))
    clock.now = 150.0
    limiter.admit(RateObligation("recent", 2, 60))
    clock.now = 160.0
    limiter.admit(RateObligation("new", 2, 60))
    assert admitted(limiter, RateObligation("recent", 2, 60), 5) == 1


def test_a_window_survives_a_restart(tmp_path: Path, clock: Clock) -> None:
    """T-POL-14"""
    RateLimiter(tmp_path, clock).admit(RateObligation("k", 1, 60))
    other = RateLimiter(tmp_path, clock)
    with pytest.raises(RateLimited):
        other.admit(RateObligation("k", 1, 60))
    clock.now = 160.0
    other.admit(RateObligation("k", 1, 60))


def test_processes_that_are_killed_and_replaced_admit_no_call_more(tmp_path: Path) -> None:
    """T-POL-14: four processes count in one window, and each is killed in the midst of it and replaced."""
    bound = 400
    command = [sys.executable, "-c", CALLER, str(tmp_path / "rates"), str(bound)]
    seen, fulls = 0, 0
    killed = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    for process in killed:
        assert process.stdout is not None
        for _ in range(20):  # it is at work
            seen += process.stdout.readline() == "admitted\n"
        process.kill()
        seen += process.communicate()[0].count("admitted\n")
    replaced = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    for process in replaced:
        said = process.communicate()[0]
        seen += said.count("admitted\n")
        fulls += said.count("full\n")
    # A call that was counted and whose process died before it said so is counted all the same.
    assert bound - len(killed) <= seen <= bound
    assert fulls == len(replaced)


@pytest.mark.parametrize("content", [b"no rates", b"\xff" * 8, b"\0" * 8 + b"short", b"\0" * 8 + b"\xff" * 8])
def test_a_window_that_cannot_be_read_admits_nothing(tmp_path: Path, clock: Clock, content: bytes) -> None:
    limiter, once = RateLimiter(tmp_path, clock), RateObligation("k", 1, 60)
    limiter.admit(once)
    (window,) = (f for f in tmp_path.iterdir() if not f.name.startswith("."))
    window.write_bytes(content)
    clock.now = 1_000.0
    with pytest.raises(RateLimited):
        limiter.admit(once)


@pytest.mark.parametrize("place", ["a file", "a link", "a pipe"])
def test_a_place_that_holds_something_else_admits_nothing(tmp_path: Path, clock: Clock, place: str) -> None:
    limiter, once = RateLimiter(tmp_path / "rates", clock), RateObligation("k", 1, 60)
    if place == "a file":
        (tmp_path / "rates").write_text("")
    else:
        limiter.admit(once)
        (window,) = (f for f in (tmp_path / "rates").iterdir() if not f.name.startswith("."))
        window.unlink()
        if place == "a link":
            window.symlink_to(tmp_path / "elsewhere")
        else:
            os.mkfifo(window)
    with pytest.raises(RateLimited):
        limiter.admit(once)


def test_a_stopped_process_that_holds_a_window_stops_no_other(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate, "_LOCK_WAIT_S", 0.0)
    limiter, many = RateLimiter(tmp_path, clock), RateObligation("k", 9, 60)
    limiter.admit(many)
    (window,) = (f for f in tmp_path.iterdir() if not f.name.startswith("."))
    with window.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(RateLimited):
            limiter.admit(many)
    limiter.admit(many)


def test_a_bound_without_end_takes_no_room(tmp_path: Path, clock: Clock) -> None:
    limiter = RateLimiter(tmp_path, clock)
    assert admitted(limiter, RateObligation("k", 2**60, 60), 3) == 3
    assert admitted(limiter, RateObligation("k", 10**300, 60), 1) == 0
    assert sum(f.stat().st_size for f in tmp_path.iterdir()) < 100


def test_a_clock_that_is_set_back_opens_no_window_and_closes_none_for_longer(
    tmp_path: Path, clock: Clock
) -> None:
    limiter = RateLimiter(tmp_path, clock)
    clock.now = 10_000.0
    limiter.admit(RateObligation("k", 1, 60))
    clock.now = 50.0
    with pytest.raises(RateLimited):
        limiter.admit(RateObligation("k", 1, 60))
    clock.now = 110.0
    limiter.admit(RateObligation("k", 1, 60))
