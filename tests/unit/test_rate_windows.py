"""Rate windows: one for each obligation, shared by processes, and dropped only when they are over."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.contracts.decision import RateObligation
from runtime.contracts.errors import RateLimited
from runtime.executor import rate
from runtime.executor.rate import RateLimiter


def test_another_period_for_the_same_key_counts_by_itself() -> None:
    """T-POL-14"""
    limiter = RateLimiter(lambda: 100.0)
    limiter.admit(RateObligation("k", 1, 60))
    limiter.admit(RateObligation("k", 1, 0.001))
    with pytest.raises(RateLimited):
        limiter.admit(RateObligation("k", 1, 60))


def test_many_new_keys_do_not_push_a_window_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-POL-14"""
    monkeypatch.setattr(rate, "MAX_WINDOWS", 3)
    limiter = RateLimiter(lambda: 100.0)
    for key in ("held", "b", "c"):
        limiter.admit(RateObligation(key, 1, 60))
    for key in ("d", "held"):
        with pytest.raises(RateLimited):
            limiter.admit(RateObligation(key, 1, 60))


def test_a_window_survives_a_restart_and_holds_for_other_processes(tmp_path: Path) -> None:
    """T-POL-14"""
    now = [100.0]
    RateLimiter(lambda: now[0], folder=tmp_path).admit(RateObligation("k", 1, 60))
    other = RateLimiter(lambda: now[0], folder=tmp_path)
    with pytest.raises(RateLimited):
        other.admit(RateObligation("k", 1, 60))
    now[0] = 161.0
    other.admit(RateObligation("k", 1, 60))


def test_windows_that_cannot_be_read_admit_nothing(tmp_path: Path) -> None:
    (tmp_path / rate.FILE).write_text("no rates")
    with pytest.raises(RateLimited):
        RateLimiter(folder=tmp_path).admit(RateObligation("k", 1, 60))


def test_a_clock_that_is_set_back_opens_no_window() -> None:
    now = [100.0]
    limiter = RateLimiter(lambda: now[0])
    limiter.admit(RateObligation("k", 1, 60))
    now[0] = 50.0
    with pytest.raises(RateLimited):
        limiter.admit(RateObligation("k", 1, 60))
