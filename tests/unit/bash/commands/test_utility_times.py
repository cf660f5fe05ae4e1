"""Dates read and shown, and what a whole machine's clock has to do with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.bash.commands._shared.dates import DateError, parse_date
from runtime.bash.posix.calendar import broken_down, day_number, iso_week
from runtime.bash.posix.zones import UTC, zone_of

NOW = (1_700_000_000, 0)  # 2023-11-14 22:13:20 UTC, a Tuesday


@given(st.integers(-(10**12), 10**13))
def test_a_moment_is_made_of_its_parts_again(seconds) -> None:
    when = broken_down(seconds)
    days = day_number(when.year, when.month, when.day)
    assert days * 86_400 + when.hour * 3600 + when.minute * 60 + when.second == seconds
    assert (days + 4) % 7 == when.weekday


@given(
    st.integers(0, 4_000_000_000),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kolkata", "AEST-10AEDT,M10.1.0,M4.1.0/3"]),
)
def test_local_time_leads_back_to_the_moment_or_to_its_twin(seconds, name) -> None:
    zone = zone_of({"TZ": name})
    local = seconds + zone.at(seconds)[0]
    assert zone.moment(local) in (seconds, seconds - 3600, seconds + 3600)


@given(st.integers(-(10**11), 10**11))
def test_an_iso_week_holds_the_thursday_of_its_year(seconds) -> None:
    when = broken_down(seconds)
    year, week = iso_week(when)
    thursday = broken_down(seconds + (4 - (when.weekday or 7)) * 86_400)
    assert (year, week) == (thursday.year, thursday.year_day // 7 + 1)


@given(st.text(max_size=30))
def test_any_text_is_a_date_or_none(text) -> None:
    try:
        seconds, nanos = parse_date(text, NOW, UTC)
    except DateError:
        return
    assert isinstance(seconds, int)
    assert 0 <= nanos < 1_000_000_000


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("now", NOW[0]),
        ("yesterday", NOW[0] - 86_400),
        ("2 hours ago", NOW[0] - 7200),
        ("next week", NOW[0] + 7 * 86_400),
        ("tuesday", 1_699_920_000),
        ("next tuesday", 1_700_524_800),
        ("last tuesday", 1_699_315_200),
        ("1 month ago", 1_697_321_600),
    ],
)
def test_a_date_may_be_told_from_now(text, seconds) -> None:
    assert parse_date(text, NOW, UTC)[0] == seconds


def test_sleeping_takes_the_virtual_clock_along(run) -> None:
    done = run("sleep", "1.5m", "2")
    assert done.cx.clock.now() == 1_700_000_092.0


def test_nothing_of_the_hosts_shows_in_what_the_machine_is(run) -> None:
    import platform

    shown = run("uname", "-a").out.decode()
    assert platform.node() not in shown.split()[2:]
    assert platform.release() not in shown
    assert run("hostname").out == b"localhost\n"
