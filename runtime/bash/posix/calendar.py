"""Days and dates of the proleptic Gregorian calendar, for any year; days count from 1970-01-01, a Thursday."""

from __future__ import annotations

__all__ = ["DAYS", "MONTHS", "Broken", "broken_down", "day_number", "iso_week", "leap", "month_length"]

DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def leap(year: int) -> bool:
    """Whether a year has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_length(year: int, month: int) -> int:
    """Days of a month from 1."""
    return _LENGTHS[month - 1] + (month == 2 and leap(year))


def day_number(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01; months and days beyond their range carry over."""
    year += (month - 1) // 12
    month = (month - 1) % 12 + 1
    # Years begin in March here, so that the leap day is the last one.
    shifted = year - (month <= 2)
    era, of_era = divmod(shifted, 400)
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year + day - 719_469


class Broken:
    """A moment in a zone, by its parts; ``weekday`` counts from Sunday, ``year_day`` from 0."""

    __slots__ = (
        "abbreviation",
        "day",
        "hour",
        "minute",
        "month",
        "offset",
        "second",
        "weekday",
        "year",
        "year_day",
    )

    def __init__(self, local: int, offset: int, abbreviation: str) -> None:
        days, rest = divmod(local, 86_400)
        self.hour, rest = divmod(rest, 3600)
        self.minute, self.second = divmod(rest, 60)
        self.weekday = (days + 4) % 7
        era, of_era = divmod(days + 719_468, 146_097)
        year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
        of_year = of_era - (365 * year + year // 4 - year // 100)
        month = (5 * of_year + 2) // 153
        self.day = of_year - (153 * month + 2) // 5 + 1
        self.month = month + (3 if month < 10 else -9)
        self.year = year + era * 400 + (self.month <= 2)
        self.year_day = days - day_number(self.year, 1, 1)
        self.offset = offset
        self.abbreviation = abbreviation


def broken_down(seconds: int, offset: int = 0, abbreviation: str = "UTC") -> Broken:
    """The parts of ``seconds`` since the epoch in a zone ``offset`` seconds east."""
    return Broken(seconds + offset, offset, abbreviation)


def iso_week(when: Broken) -> tuple[int, int]:
    """ISO 8601's year and week: weeks begin on Monday, the first holds the year's first Thursday."""
    weekday = (when.weekday + 6) % 7
    week = (when.year_day - weekday + 10) // 7
    if week < 1:
        return when.year - 1, _weeks(when.year - 1)
    if week > _weeks(when.year):
        return when.year + 1, 1
    return when.year, week


def _weeks(year: int) -> int:
    first = (day_number(year, 1, 1) + 3) % 7  # from Monday
    return 53 if first == 3 or (first == 2 and leap(year)) else 52
