"""A clock that jumps: recorded where it is noticed, and no search is misled by the times around it."""

from __future__ import annotations

import time

import pytest

from runtime.audit.format.chain import Chain, FormatError, decode, prepare
from runtime.audit.read.query import Query, find_calls
from runtime.audit.read.reader import LogReader
from runtime.audit.write.clock_watch import ClockWatch
from runtime.contracts.audit import ClockJumped, Entry

YEAR_US = 366 * 86_400 * 1_000_000
NOW_US = time.time_ns() // 1000


def jumps(lines) -> list[ClockJumped]:
    return [body for body in (decode(line)[1] for line in lines) if isinstance(body, ClockJumped)]


def test_a_start_with_the_clock_ten_years_ahead_does_not_stamp_everything_after(
    open_log, folder, lines, call, check
):
    """T-AUD-15"""
    for name, clock_us in (("before", NOW_US), ("ahead", NOW_US + 10 * YEAR_US), ("after", NOW_US + 9)):
        log = open_log(clock=lambda clock_us=clock_us: clock_us)
        log.commit_sync(call(f"c-{name}"))
        log.close()
    assert [jump.reference for jump in jumps(lines())] == ["log", "log"]
    times = {decode(line)[0].call: decode(line)[0].at_us for line in lines()}
    assert times["c-ahead"] > NOW_US + 9 * YEAR_US
    assert times["c-after"] == NOW_US + 9
    report = check()
    assert (report.verdict, report.clock_jumps) == ("OK_NOT_WITNESSED", 2)


def test_no_bound_in_time_hides_a_call_whose_time_is_wrong(open_log, folder, call):
    """T-AUD-15"""
    for name, clock_us in (("ahead", NOW_US + 10 * YEAR_US), ("after", NOW_US + 9)):
        log = open_log(clock=lambda clock_us=clock_us: clock_us)
        log.commit_sync(call(f"c-{name}"))
        with LogReader(folder) as reader:
            found = find_calls(reader, Query(until_us=NOW_US + 1), 9)
        assert [(one.call, one.doubtful) for one in found] == [("c-ahead", True)]
        log.close()


def test_a_clock_that_is_set_while_the_log_is_open_is_recorded_before_the_next_call(open_log, lines, call):
    """T-AUD-15"""
    clock = [NOW_US]
    log = open_log(clock=lambda: clock[0])
    for step_us in (0, YEAR_US, 30_000_000, -YEAR_US):
        clock[0] += step_us
        log.commit_sync(call(f"c-{clock[0]}"))
    found = jumps(lines())
    assert [(jump.reference, jump.clock_us - NOW_US) for jump in found] == [
        ("machine", YEAR_US),
        ("machine", 30_000_000),
    ]


def test_a_machine_that_slept_or_a_clock_that_is_corrected_slowly_did_not_jump():
    wall, elapsed = [NOW_US], [0]
    watch = ClockWatch(lambda: wall[0], NOW_US - 5, lambda: elapsed[0])
    assert watch.read()[1] is None
    for run_us, drift_us in ((7 * 86_400_000_000, 60_000_000), (1, 59_000_000), (YEAR_US, 0)):
        wall[0] += run_us + drift_us
        elapsed[0] += run_us
        assert watch.read() == (wall[0], None)


def test_time_steps_back_in_no_other_record(bodies):
    """T-AUD-15"""
    first = Chain()
    opening = first.extend(prepare(Entry(None, bodies["LogOpened"])), 9, b"k" * 32)
    for kind in bodies:
        line = Chain(1, first.head, 0).extend(prepare(Entry(None, bodies[kind])), 7, b"k" * 32)
        chain = Chain()
        chain.follow(opening)
        if kind == "ClockJumped":
            assert chain.follow(line)[0].at_us == 7
            continue
        with pytest.raises(FormatError) as caught:
            chain.follow(line)
        assert caught.value.code == "chain.clock"


def test_an_answer_that_expired_by_a_wrong_clock_stays_expired(open_log, call):
    """T-AUD-15: set back, the clock revives no answer."""
    log = open_log(clock=lambda: NOW_US + YEAR_US)
    log.close()
    log = open_log(clock=lambda: NOW_US)
    assert log.time_us() >= NOW_US + YEAR_US
    log.close()
    assert open_log(clock=lambda: NOW_US).time_us() >= NOW_US + YEAR_US
