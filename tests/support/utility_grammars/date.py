"""Command lines of date. Nothing here can set a clock: an operand begins with ``+``, and no option begins with ``s``.

The years are those since 2008, in zones whose rules have been today's since.
"""

from __future__ import annotations

from random import Random

from drawing import Draw
from utility_oracle import Case

_ZONES = (
    "UTC",
    "America/New_York",
    "Europe/Berlin",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "America/Los_Angeles",
    "EST5EDT,M3.2.0,M11.1.0",
    "Europe/London",
)
_MONTHS = (
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
_EDGES = ((3, 9), (3, 10), (3, 31), (10, 27), (11, 2), (11, 3), (2, 28), (2, 29), (12, 31), (1, 1))
_UNITS = (
    "year", "month", "fortnight", "week", "day", "hour", "minute", "min", "second", "sec", "years", "months", "weeks", "days", "hours", "mins",
    "seconds",
)  # fmt: skip
_DAYS = ("Sunday", "mon", "Tuesday", "wed", "thurs", "Fri", "saturday", "tues", "wednes", "Thu")
_ORDINALS = (
    "first",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)
_ODD = (
    "garbage", "2024-13-01", "2024-02-30", "2024-01-01 25:00", "2024-01-01 12:60", "2024-01-01 x", "32 Jan 2024", "0000-01-01", "9999-12-31",
    "20240101T1230", "2024-01-01T12", "2024-01-01T12:30+01", "2024-W01", "2024-01-01 12:00 13:00", "2024-01-01 2024-01-02", "mon tue",
    "2024-01-01 EST EDT", "(comment) 2024-01-01", "2024-01-01 (x", "2024-01-01 1 month 1", "ago", "2024-06-01 12:00 DST", "2024-01-01 13pm",
    "2024-01-01 0am", "2024-01-01, 10:00", "Jan 5, 10:00", "1 Jan 10:00", "@x", "@", "@1e3", "2024-01-01 12:00 +1 day", "2024-01-01 +0100",
    "20240101 +2 days", "2024-03-31 -1 month", "2024-01-01 12:00 UTC+2", "2024-01-01 noon", "2024-01-01 24:00",
)  # fmt: skip
_CONVERSIONS = "aAbBcCdDeFgGhHIjklmMNnpPqrRsStTuUVwWxXyYzZ"
_RARE = (
    "%:z",
    "%::z",
    "%:::z",
    "%3N",
    "%6N",
    "%",
    "%Q",
    "%!",
    "%5",
    "%-",
    "%:",
    "%::::z",
    "%J",
    "%E",
    "%i",
    "%f",
    "%1N",
    "%-N",
    "%_N",
    "%%",
)
_FORMS = (
    "-R", "--rfc-email", "-I", "-Iseconds", "-Ihours", "-Iminutes", "-Ins", "-Idate", "--iso-8601=seconds", "--iso-8601", "--rfc-3339=seconds",
    "--rfc-3339=date", "--rfc-3339=ns", "--rfc-3339=s", "-Ix", "--rfc-3339=x",
)  # fmt: skip


def _day(d: Draw) -> str:
    year, month, day = d.number(2010, 2035), d.number(1, 12), d.pick(1, 28, 29, 30, 31, d.number(1, 28))
    if d.maybe(0.25):
        month, day = d.pick(*_EDGES)
    name = _MONTHS[month - 1]
    return d.pick(
        f"{year}-{month:02}-{day:02}",
        f"{year}-{month:02}-{day:02}",
        f"{month}/{day}/{year}",
        f"{day} {name[:3]} {year}",
        f"{name[:3]} {day}, {year}",
        f"{name} {day} {year}",
        f"{day}-{name[:3]}-{year}",
        f"{year}/{month}/{day}",
        f"{month}/{day}/{year % 100:02}",
        f"{day} {name.lower()} {year}",
        f"{name[:3]}. {day} {year}",
    )


def _clock(d: Draw) -> str:
    hour, minute, second = d.number(0, 23), d.number(0, 59), d.number(0, 59)
    if d.maybe(0.2):
        hour, minute = d.pick((1, 30), (2, 30), (3, 0), (0, 0), (2, 0), (23, 59))
    zone = d.pick("Z", " UTC", "+02:00", "-0530", " EST", " +0100", "+02", " CEST", " PDT")
    return d.pick(
        f"{hour:02}:{minute:02}",
        f"{hour:02}:{minute:02}:{second:02}",
        f"{hour:02}:{minute:02}:{second:02}.{d.number(0, 999_999_999):09}",
        f"{hour % 12 or 12}{d.pick('am', 'pm', ' AM', ' p.m.')}",
        f"{hour % 12 or 12}:{minute:02}{d.pick('am', 'pm', ' PM')}",
        f"{hour:02}:{minute:02}{zone}",
        f"T{hour:02}:{minute:02}",
        f"{hour}:{minute:02}",
    )


def _move(d: Draw) -> str:
    number = d.pick(
        str(d.number(0, 40)),
        str(d.number(0, 400)),
        f"+{d.number(1, 50)}",
        f"-{d.number(1, 50)}",
        f"- {d.number(1, 5)}",
    )
    unit, day = d.pick(*_UNITS), d.pick(*_DAYS)
    return d.pick(
        f"{number} {unit}",
        f"{number}{unit}",
        f"{number} {unit} ago",
        f"next {unit}",
        f"last {unit}",
        f"this {unit}",
        unit,
        f"{unit} ago",
        "tomorrow",
        "yesterday",
        "today",
        "now",
        f"next {day}",
        f"last {day}",
        day,
        f"{d.pick(*_ORDINALS)} {unit}",
        f"{number} {day}",
        f"{number} {unit} {d.number(1, 9)} {d.pick(*_UNITS)} ago",
    )


def _when(d: Draw) -> str:
    kind = d.number(0, 99)
    if kind < 8:
        return f"@{d.number(1_230_000_000, 2_000_000_000)}{d.pick('', '.5', '.123456789123')}"
    if kind < 16:
        return d.pick(*_ODD)
    parts = [_day(d)]
    if d.maybe(0.6):
        time = _clock(d)
        parts = [parts[0] + time] if time.startswith("T") else [*parts, time]
    parts += [_move(d) for _ in range(d.pick(0, 1, 1, 1, 2))]
    if d.maybe(0.1):
        parts.reverse()
    text = " ".join(parts)
    if d.maybe(0.12):
        text = f'TZ="{d.pick(*_ZONES)}" {text}'
    return text.upper() if d.maybe(0.1) else text


def _format(d: Draw) -> str:
    out = []
    for _ in range(d.number(1, 4)):
        flags = (
            d.pick("-", "_", "0", "^", "#", "+", "E", "O", "_^") + d.pick("", "", "3", "10")
            if d.maybe(0.25)
            else ""
        )
        out.append(d.pick(*_RARE) if d.maybe(0.1) else f"%{flags}{d.pick(*_CONVERSIONS)}")
        out.append(d.pick(" ", "-", ":", "T", "", "é"))
    return "+" + "".join(out)


def draw(r: Random) -> Case:
    """One case: a date that is named whole, the time of a file, or dates in a file."""
    d = Draw(r)
    zone = f"export TZ='{d.pick(*_ZONES)}'" if d.maybe() else ""
    kind = d.number(0, 99)
    files = {"f": "x", "l": "".join(f"{_when(d)}\n" for _ in range(3))}
    if kind < 85:
        options = d.pick(["-d", _when(d)], [f"--date={_when(d)}"])
    elif kind < 93:
        zone = f"{zone}; touch -d @{d.number(1_230_000_000, 2_000_000_000)} f".removeprefix("; ")
        options = d.pick(["-r", "f"], ["--reference=f"], ["-rmissing"])
    else:
        options = d.pick(["-f", "l"], ["--file=l"], ["-fmissing"])
    if d.maybe(0.2):
        options.append(d.pick("-u", "--utc", "--universal"))
    options += [d.pick(*_FORMS)] if d.maybe(0.2) else [_format(d)] if d.maybe(0.85) else []
    return Case(("date", *options), files, "", zone)
