"""Time that never goes back: what has expired stays so, whoever sets the machine's clock."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from runtime.approval import clock as module
from runtime.approval.clock import ForwardClock, system_time_us, system_uptime


class Machine:
    """A clock that anybody sets, and how long the machine has run."""

    def __init__(self) -> None:
        self.time_us = 1_000
        self.ran_us = 50

    def clock(self) -> ForwardClock:
        return ForwardClock(lambda: self.time_us, lambda: self.ran_us)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_a_clock_that_is_set_back_is_passed_over_and_time_goes_on(machine) -> None:
    """T-APP-02"""
    clock = machine.clock()
    assert clock() == 1_000
    machine.time_us, machine.ran_us = 200, 60
    assert clock() == 1_010
    machine.ran_us = 90
    assert clock() == 1_040


def test_a_clock_that_is_set_forward_is_followed(machine) -> None:
    clock = machine.clock()
    clock()
    machine.time_us = 70_000
    assert clock() == 70_000


def test_time_before_the_first_look_does_not_count_twice(machine) -> None:
    clock = machine.clock()
    machine.ran_us = 40_000
    assert clock() == 1_000


def test_a_machine_that_does_not_name_its_start_has_no_uptime(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "_BOOT_ID", tmp_path / "gone")
    assert system_uptime() is None


def test_the_systems_uptime_grows_within_one_start() -> None:
    one, other = system_uptime(), system_uptime()
    assert one is not None
    assert other is not None
    assert one.boot == other.boot
    assert one.us <= other.us
    assert abs(system_time_us() - time.time() * 1e6) < 60_000_000
