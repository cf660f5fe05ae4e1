"""Dates: seconds since the epoch, and broken-down times [year, month, day, hours, minutes, seconds, weekday, yearday]."""

from __future__ import annotations

import re

from runtime.bash.commands.jq.numbers import whole
from runtime.bash.commands.jq.values import NUMBERS, JqError
from runtime.bash.posix.calendar import DAYS, MONTHS, Broken, broken_down, day_number
from runtime.bash.posix.time_format import charge_time, format_time
from runtime.bash.posix.zones import zone_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.commands.jq.run import Run

__all__ = ["FUNCTIONS"]

# Years that a broken-down time can have: C keeps them in 32 bits.
_LATEST = 67_768_036_191_676_799
# GNU's date knows these, C's strftime does not.
_NOT_C = re.compile(r"%(?=%)%|%(?=[-_0^#]*[qN:+])")
_DIRECTIVE = re.compile(r"%[EO]?(.)|(\s+)|([^%\s]+)", re.DOTALL)
_SPACE = re.compile(r"\s*")
# Numbers of at most so many digits, and what they may be.
_NUMERIC = {
    "Y": ("year", 4, -9999, 9999),
    "m": ("month", 2, 1, 12),
    "d": ("day", 2, 1, 31),
    "e": ("day", 2, 1, 31),
    "H": ("hour", 2, 0, 23),
    "k": ("hour", 2, 0, 23),
    "I": ("hour12", 2, 1, 12),
    "l": ("hour12", 2, 1, 12),
    "M": ("minute", 2, 0, 59),
    "S": ("second", 2, 0, 61),
    "y": ("short", 2, 0, 99),
    "C": ("century", 2, 0, 99),
    "j": ("year_day", 3, 1, 366),
    "U": ("week", 2, 0, 53),
    "W": ("week", 2, 0, 53),
    "V": ("week", 2, 0, 53),
    "G": ("iso_year", 4, 0, 9999),
    "g": ("iso_year", 2, 0, 99),
    "u": ("weekday", 1, 1, 7),
    "w": ("weekday", 1, 0, 6),
    "s": ("epoch", 18, -(10**18), 10**18),
}
_COMPOUND = {
    "T": "%H:%M:%S",
    "D": "%m/%d/%y",
    "x": "%m/%d/%y",
    "F": "%Y-%m-%d",
    "R": "%H:%M",
    "r": "%I:%M:%S %p",
    "c": "%a %b %e %H:%M:%S %Y",
    "X": "%H:%M:%S",
}
_HALF = re.compile(r"\s*([AaPp][Mm])")
_WORDED = {
    "p": _HALF,
    "P": _HALF,
    "z": re.compile(r"\s*(?:Z|([+-])(\d{2}):?(\d{2})?)"),
    "Z": re.compile(r"[A-Za-z]*"),
    "%": re.compile("%"),
}


class _Unlike(Exception):
    """The text is not of the format."""


def _matched(text: str, pattern: str) -> dict[str, int]:
    fields: dict[str, int] = {}
    at = _follow(text, 0, pattern, fields)
    if at != len(text):
        raise _Unlike
    return fields


def _follow(text: str, at: int, pattern: str, fields: dict[str, int]) -> int:
    for letter, space, plain in _DIRECTIVE.findall(pattern):
        if space or letter in "nt":
            at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
            if space or letter:
                continue
        if plain:
            if not text.startswith(plain, at):
                raise _Unlike
            at += len(plain)
        elif letter in _COMPOUND:
            at = _follow(text, at, _COMPOUND[letter], fields)
        else:
            at = _field(text, at, letter, fields)
    return at


def _field(text: str, at: int, letter: str, fields: dict[str, int]) -> int:
    if letter in _NUMERIC:
        return _numeric(text, at, letter, fields)
    if letter in "aAbBh":
        return _named(text, at, letter, fields)
    pattern = _WORDED.get(letter)
    found = pattern.match(text, at) if pattern else None
    if found is None:
        raise _Unlike
    if letter in "pP":
        fields["afternoon"] = int(found[1][0] in "pP")
    return found.end()


def _numeric(text: str, at: int, letter: str, fields: dict[str, int]) -> int:
    name, width, least, most = _NUMERIC[letter]
    found = re.compile(rf"\s*([+-]?\d{{1,{width}}})").match(text, at)
    if found is None or not least <= int(found[1]) <= most:
        raise _Unlike
    fields[name] = int(found[1])
    return found.end()


def _named(text: str, at: int, letter: str, fields: dict[str, int]) -> int:
    """The name of a day or a month, in full or its first three letters."""
    name, words = ("weekday", DAYS) if letter in "aA" else ("month", MONTHS)
    at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
    for number, word in enumerate(words):
        for spelling in (word, word[:3]):
            if text[at : at + len(spelling)].lower() == spelling.lower():
                fields[name] = number + (name == "month")
                return at + len(spelling)
    raise _Unlike


def _broken(fields: dict[str, int]) -> list[Any]:
    if "epoch" in fields:
        return _parts(broken_down(fields["epoch"]))
    year = fields.get("year", 1900)
    if "short" in fields:
        year = fields["short"] + (
            fields["century"] * 100 if "century" in fields else 1900 if fields["short"] > 68 else 2000
        )
    elif "century" in fields and "year" not in fields:
        year = fields["century"] * 100
    hour = fields.get("hour", 0)
    if "hour12" in fields:
        hour = fields["hour12"] % 12 + 12 * fields.get("afternoon", 0)
    month, day = fields.get("month", 1), fields.get("day", 0)
    if "year_day" in fields and "day" not in fields:
        when = Broken((day_number(year, 1, 1) + fields["year_day"] - 1) * 86_400, 0, "UTC")
        month, day = when.month, when.day
    days = day_number(year, month, day)
    weekday = (days + 4) % 7
    if "weekday" in fields and "day" not in fields and "year_day" not in fields:
        weekday = fields["weekday"] % 7
    clock = [hour, fields.get("minute", 0), fields.get("second", 0)]
    return [year, month - 1, day, *clock, weekday, days - day_number(year, 1, 1)]


def _parts(when: Broken, fraction: float = 0.0) -> list[Any]:
    second = whole(when.second + fraction) if fraction else when.second
    return [when.year, when.month - 1, when.day, when.hour, when.minute, second, when.weekday, when.year_day]


def _strptime(run: Run, value: Any, pattern: Any) -> list[Any]:
    del run
    if type(value) is not str or type(pattern) is not str:
        raise JqError("strptime/1 requires string inputs and arguments")
    try:
        return _broken(_matched(value, pattern))
    except _Unlike:
        raise JqError(f'date "{value}" does not match format "{pattern}"') from None


def _moment(value: list[Any], what: str) -> int:
    if not value or any(type(part) not in NUMBERS or part != part for part in value):
        raise JqError(f"{what} requires parsed datetime inputs")
    year, month, day, hours, minutes, seconds = (
        [int(max(min(part, 1e15), -1e15)) for part in value[:6]] + [0] * 6
    )[:6]
    if abs(year) > 2**31:
        raise JqError("invalid gmtime representation")
    return day_number(year, month + 1, day) * 86_400 + hours * 3600 + minutes * 60 + seconds


def _mktime(run: Run, value: Any) -> int:
    del run
    if type(value) is not list:
        raise JqError("mktime requires array inputs")
    return _moment(value, "mktime")


def _seconds(value: Any, what: str) -> tuple[int, float]:
    if type(value) not in NUMBERS:
        raise JqError(
            f"{what}() requires a number" if what == "localtime" else f"{what}() requires numeric inputs"
        )
    if value != value or abs(value) > _LATEST:
        raise JqError("error converting number of seconds since epoch to datetime")
    from math import floor

    return floor(value), value - floor(value)


def _gmtime(run: Run, value: Any) -> list[Any]:
    del run
    seconds, fraction = _seconds(value, "gmtime")
    return _parts(broken_down(seconds), fraction)


def _localtime(run: Run, value: Any) -> list[Any]:
    seconds, fraction = _seconds(value, "localtime")
    return _parts(zone_of(run.environ).parts(seconds), fraction)


def _formatted(run: Run, pattern: str, when: Broken, seconds: int) -> str:
    charge_time(run.meter, pattern)
    return format_time(
        _NOT_C.sub(lambda found: found[0] if found[0] == "%%" else "%%", pattern), when, seconds
    )


def _strftime(run: Run, value: Any, pattern: Any) -> str:
    if type(value) in NUMBERS:
        value = _gmtime(run, value)
    elif type(value) is not list:
        raise JqError("strftime/1 requires parsed datetime inputs")
    if type(pattern) is not str:
        raise JqError("strftime/1 requires a string format")
    run.text(len(pattern))
    seconds = _moment(value, "strftime/1")
    return _formatted(run, pattern, broken_down(seconds), seconds)


def _strflocaltime(run: Run, value: Any, pattern: Any) -> str:
    if type(value) in NUMBERS:
        value = _localtime(run, value)
    elif type(value) is not list:
        raise JqError("strflocaltime/1 requires parsed datetime inputs")
    if type(pattern) is not str:
        raise JqError("strflocaltime/1 requires a string format")
    run.text(len(pattern))
    local = _moment(value, "strflocaltime/1")
    zone = zone_of(run.environ)
    seconds = zone.moment(local)
    return _formatted(run, pattern, zone.parts(seconds), seconds)


FUNCTIONS: dict[tuple[str, int], Callable[..., Any]] = {
    ("strptime", 1): _strptime,
    ("mktime", 0): _mktime,
    ("gmtime", 0): _gmtime,
    ("localtime", 0): _localtime,
    ("strftime", 1): _strftime,
    ("strflocaltime", 1): _strflocaltime,
}
