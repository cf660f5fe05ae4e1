"""Dates as people write them (gnulib's parse_datetime): ``2024-01-31 10:00``, ``3 days ago``, ``next monday``, ``@0``.

The text is read token by token into what it fixes (a date, a time, a zone, a weekday) and what it moves (so many days);
at the end the parts that are fixed replace those of now, then the moves are added.
"""

from __future__ import annotations

import re

from runtime.bash.posix.calendar import DAYS, MONTHS, day_number, month_length
from runtime.bash.posix.zones import Zone, zone_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["DateError", "parse_date"]

_NANO = 1_000_000_000
_UNITS = {
    "year": ("year", 1),
    "month": ("month", 1),
    "fortnight": ("day", 14),
    "week": ("day", 7),
    "day": ("day", 1),
    "hour": ("second", 3600),
    "min": ("second", 60),
    "minute": ("second", 60),
    "sec": ("second", 1),
    "second": ("second", 1),
}
_ORDINALS = {
    name: number
    for number, name in enumerate(
        (
            "last",
            "this",
            "next",
            "",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
        ),
        -1,
    )
    if name
} | {"first": 1, "eleventh": 11, "twelfth": 12}
_RELATIVE = {"tomorrow": 1, "yesterday": -1, "today": 0, "now": 0}
_ZONES = {
    **dict.fromkeys(("utc", "gmt", "ut", "z", "wet"), 0),
    "west": 3600,
    "bst": 3600,
    "cet": 3600,
    "cest": 7200,
    "eet": 7200,
    "eest": 10_800,
    "msk": 10_800,
    "est": -18_000,
    "edt": -14_400,
    "cst": -21_600,
    "cdt": -18_000,
    "mst": -25_200,
    "mdt": -21_600,
    "pst": -28_800,
    "pdt": -25_200,
    "jst": 32_400,
    "ist": 19_800,
    "nzst": 43_200,
    "nzdt": 46_800,
}
_MONTH_NAMES = (
    {name.lower(): number for number, name in enumerate(MONTHS, 1)}
    | {name[:3].lower(): number for number, name in enumerate(MONTHS, 1)}
    | {"sept": 9}
)
_DAY_NAMES = (
    {name.lower(): number for number, name in enumerate(DAYS)}
    | {name[:3].lower(): number for number, name in enumerate(DAYS)}
    | {"tues": 2, "wednes": 3, "thur": 4, "thurs": 4}
)
_COMMENT = re.compile(r"\([^()]*\)")


class DateError(Exception):
    """The text is no date."""


class _Fields:
    """What a text says so far."""

    def __init__(self) -> None:
        self.date: tuple[int | None, int, int] | None = None
        self.time: tuple[int, int, int, int] | None = None
        self.zone: int | None = None
        self.weekday: tuple[int, int] | None = None
        self.moves = {"year": 0, "month": 0, "day": 0, "second": 0}
        self.nanos = 0
        self.moved = False
        self.epoch: tuple[int, int] | None = None
        self.midnight = False

    def set_date(self, year: int | None, month: int, day: int) -> None:
        if self.date is not None or not (
            1 <= month <= 12 and 1 <= day <= month_length(year if year is not None else 2000, month)
        ):
            raise DateError
        self.date = (year, month, day)

    def set_time(self, hour: int, minute: int, second: int = 0, nanos: int = 0, half: str = "") -> None:
        if half:
            if not 1 <= hour <= 12:
                raise DateError
            hour = hour % 12 + (12 if half == "p" else 0)
        if (
            self.time is not None
            or hour > 24
            or minute > 59
            or second > 60
            or (hour == 24 and (minute or second))
        ):
            raise DateError
        self.time = (hour, minute, second, nanos)

    def set_zone(self, seconds: int) -> None:
        if self.zone is not None:
            raise DateError
        self.zone = seconds

    def move(self, number: int, unit: str, nanos: int = 0) -> None:
        kind, factor = _UNITS[unit]
        self.moves[kind] += number * factor
        self.nanos += nanos
        self.moved = True


def _year(text: str) -> int:
    """Two digits are of the years 1969 to 2068 (POSIX)."""
    year = int(text)
    if len(text) <= 2:
        return year + (2000 if year < 69 else 1900)
    return year


def _fraction(text: str | None) -> int:
    return int((text or "").ljust(9, "0")[:9]) if text else 0


def _zone_offset(sign: str, hours: str, minutes: str | None) -> int:
    if minutes is None and len(hours) > 2:
        hours, minutes = hours[:-2], hours[-2:]
    seconds = int(hours) * 3600 + int(minutes or 0) * 60
    if int(hours) > 24 or int(minutes or 0) > 59:
        raise DateError
    return -seconds if sign == "-" else seconds


def _iso_date(fields: _Fields, found: re.Match[str]) -> None:
    fields.set_date(_year(found[1]), int(found[2]), int(found[3]))


def _slashed(fields: _Fields, found: re.Match[str]) -> None:
    first, second, third = found[1], found[2], found[3]
    if third is not None and len(first) >= 4:
        fields.set_date(_year(first), int(second), int(third))
    else:
        fields.set_date(_year(third) if third else None, int(first), int(second))


def _clock(fields: _Fields, found: re.Match[str]) -> None:
    hour, minute, second, fraction, half, sign, zone_hours, zone_minutes = found.groups()
    fields.set_time(int(hour), int(minute), int(second or 0), _fraction(fraction), (half or "").lower())
    if sign:
        fields.set_zone(_zone_offset(sign, zone_hours, zone_minutes))


def _hour(fields: _Fields, found: re.Match[str]) -> None:
    fields.set_time(int(found[1]), 0, half=found[2].lower())


def _packed(fields: _Fields, found: re.Match[str]) -> None:
    """A bare number: YYYYMMDD, HHMM or HH, or the year of a date without one."""
    text = found[1]
    if fields.date is not None and fields.date[0] is None and len(text) == 4:
        fields.date = (int(text), *fields.date[1:])
    elif len(text) > 4:
        fields.set_date(_year(text[:-4]), int(text[-4:-2]), int(text[-2:]))
    elif len(text) <= 2:
        fields.set_time(int(text), 0)
    else:
        fields.set_time(int(text[:-2]), int(text[-2:]))


def _combined(fields: _Fields, found: re.Match[str]) -> None:
    """YYYYMMDDTHH[MM]."""
    date, time = found[1], found[2]
    fields.set_date(int(date[:-4]), int(date[-4:-2]), int(date[-2:]))
    fields.set_time(int(time[:2]), int(time[2:] or 0))


def _day_month(fields: _Fields, found: re.Match[str]) -> None:
    fields.set_date(_year(found[3]) if found[3] else None, _month(found[2]), int(found[1]))


def _month_day(fields: _Fields, found: re.Match[str]) -> None:
    fields.set_date(_year(found[3]) if found[3] else None, _month(found[1]), int(found[2]))


def _month(name: str) -> int:
    try:
        return _MONTH_NAMES[name.lower()]
    except KeyError:
        raise DateError from None


def _epoch(fields: _Fields, found: re.Match[str]) -> None:
    sign, seconds, fraction = found.groups()
    value, nanos = int(seconds[:18]), _fraction(fraction)
    if sign == "-":
        value, nanos = (-value - 1, _NANO - nanos) if nanos else (-value, 0)
    fields.epoch = (value, nanos)


def _zone(fields: _Fields, found: re.Match[str]) -> None:
    fields.set_zone(_zone_offset(found[1], found[2], found[3]))


def _amount(fields: _Fields, found: re.Match[str]) -> None:
    number, fraction, unit, ago = found.groups()
    unit = unit.lower()
    unit = unit if unit in _UNITS else unit.removesuffix("s")
    sign = -1 if ago else 1
    if unit not in _UNITS:
        raise DateError
    value = int(re.sub(r"\s", "", number)[:18])
    nanos = _fraction(fraction) * (-1 if number.lstrip().startswith("-") else 1)
    fields.move(sign * value, unit, sign * nanos)


def _word(fields: _Fields, found: re.Match[str]) -> None:
    word = found[0].lower().rstrip(".")
    if word in _RELATIVE:
        fields.move(_RELATIVE[word], "day")
    elif word in _DAY_NAMES:
        fields.weekday = (_DAY_NAMES[word], 0)
    elif word in _ZONES:
        fields.set_zone(_ZONES[word])
    elif word == "ago":
        fields.moves = {kind: -value for kind, value in fields.moves.items()}
        fields.nanos = -fields.nanos
    elif (word if word in _UNITS else word.removesuffix("s")) in _UNITS:
        fields.move(1, word if word in _UNITS else word.removesuffix("s"))
    elif word != "t" and word not in ("at", "on", "and"):
        raise DateError


def _ordinal(fields: _Fields, found: re.Match[str]) -> None:
    """``next monday``, ``last week``, ``third month``."""
    number, word = _ORDINALS[found[1].lower()], found[2].lower()
    unit = word if word in _UNITS else word.removesuffix("s")
    if unit in _UNITS:
        fields.move(-number if found[3] else number, unit)
    elif word in _DAY_NAMES:
        fields.weekday = (_DAY_NAMES[word], number)
    else:
        raise DateError


_MONTHS = "|".join(sorted(_MONTH_NAMES, key=len, reverse=True))
_TIME = r"(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(?:([ap])\.?m\.?(?![a-z]))?(?:\s*([-+])(\d{1,4})(?::(\d\d))?(?!\d))?"
_TOKENS: list[tuple[re.Pattern[str], Callable[[_Fields, re.Match[str]], None]]] = [
    (re.compile(pattern, re.IGNORECASE), handle)
    for pattern, handle in (
        (r"@([-+]?)(\d+)(?:[.,](\d+))?", _epoch),
        (r"(\d{8})T(\d{2}|\d{4})(?!\d)", _combined),
        (r"(\d{1,9})-(\d{1,2})-(\d{1,2})(?![\d-])(?:T(?=\d))?", _iso_date),
        (r"(\d{1,4})/(\d{1,2})(?:/(\d{1,4}))?", _slashed),
        (_TIME, _clock),
        (r"(\d{1,2})\s*([ap])\.?m\.?(?![a-z])", _hour),
        (rf"(\d{{1,2}})[-\s]*({_MONTHS})\.?(?![a-z])[-,\s]*(?:(\d{{2,4}})(?![\d:]))?", _day_month),
        (
            rf"({_MONTHS})\.?(?![a-z])[-\s]*(\d{{1,2}})(?![\d:])(?:[-,]\s*(\d{{2,4}})(?![\d:])|(?=\s))?(?:())?",
            _month_day,
        ),
        (
            r"([-+]?\s*\d+)(?:[.,](\d+))?\s*((?:year|month|fortnight|week|day|hour|minute|min|second|sec)s?)(?![a-z])(\s+ago\b)?",
            _amount,
        ),
        (r"([-+])(\d{1,4})(?::(\d\d))?(?!\d)", _zone),
        (rf"({'|'.join(_ORDINALS)})\s+([a-z]+)(\s+ago\b)?", _ordinal),
        (r"(\d+)(?!\d)", _packed),
        (r"[a-z]+\.?", _word),
    )
]


def parse_date(text: str, now: tuple[int, int], zone: Zone) -> tuple[int, int]:
    """Seconds and nanoseconds since the epoch.

    Args:
        text: the date.
        now: seconds and nanoseconds of now.
        zone: the zone that is meant where the text names none.

    Raises:
        DateError: it is none.
    """
    named = re.match(r'\s*TZ="([^"]*)"\s*', text)
    if named:
        zone, text = zone_of({"TZ": named[1]}), text[named.end() :]
    fields = _read(_COMMENT.sub(" ", text[:1000]))
    if fields.epoch is not None:
        return fields.epoch
    return _resolved(fields, now, zone)


def _read(text: str) -> _Fields:
    fields = _Fields()
    at = 0
    while True:
        while at < len(text) and text[at] in " \t\n,":
            at += 1
        if at >= len(text):
            break
        for pattern, handle in _TOKENS:
            found = pattern.match(text, at)
            if found is not None:
                handle(fields, found)
                at = found.end()
                break
        else:
            raise DateError
    if not text.strip():
        fields.midnight = True
    return fields


def _resolved(fields: _Fields, now: tuple[int, int], zone: Zone) -> tuple[int, int]:
    offset = fields.zone
    local = Zone("", offset) if offset is not None else zone
    today = local.parts(now[0])
    year, month, day = today.year, today.month, today.day
    if fields.date is not None:
        given, month, day = fields.date
        year = year if given is None else given
    hour, minute, second, nanos = today.hour, today.minute, today.second, now[1]
    if fields.time is not None:
        hour, minute, second, nanos = fields.time
    elif fields.date is not None or fields.weekday is not None or fields.midnight:
        hour = minute = second = nanos = 0
    days = day_number(year, month, day)
    if fields.weekday is not None and fields.date is None:
        weekday, number = fields.weekday
        here = (days + 4) % 7
        # "monday" is today or the next one, "next monday" never today, "last monday" the one before.
        days += (weekday - here) % 7 + 7 * (number - (number > 0 and here != weekday))
    if fields.moves["year"] or fields.moves["month"]:
        moved = day_number(year + fields.moves["year"], month + fields.moves["month"], day)
        days += moved - day_number(year, month, day)
    days += fields.moves["day"]
    moment = local.moment(days * 86_400 + hour * 3600 + minute * 60 + second) + fields.moves["second"]
    nanos += fields.nanos
    return moment + nanos // _NANO, nanos % _NANO
