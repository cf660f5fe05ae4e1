"""Time zones as ``TZ`` names them (POSIX XBD 8.3), without a look at the host's zone files.

A POSIX text says it all: ``EST5EDT,M3.2.0,M11.1.0``. The common names of the zone database stand for such texts, with the
rules that are in force today (the database's last lines, 2024).
"""

from __future__ import annotations

import re

from runtime.bash.posix.calendar import broken_down, day_number, leap, month_length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from runtime.bash.posix.calendar import Broken

__all__ = ["UTC", "Zone", "zone_of"]

_EUROPE = ",M3.5.0,M10.5.0/3"
_AMERICA = ",M3.2.0,M11.1.0"
_NAMED = {
    "America/New_York US/Eastern America/Toronto America/Detroit EST5EDT": "EST5EDT" + _AMERICA,
    "America/Chicago US/Central America/Winnipeg CST6CDT": "CST6CDT" + _AMERICA,
    "America/Denver US/Mountain America/Edmonton MST7MDT": "MST7MDT" + _AMERICA,
    "America/Los_Angeles US/Pacific America/Vancouver PST8PDT": "PST8PDT" + _AMERICA,
    "America/Phoenix US/Arizona": "MST7",
    "America/Anchorage US/Alaska": "AKST9AKDT" + _AMERICA,
    "Pacific/Honolulu US/Hawaii": "HST10",
    "America/Halifax": "AST4ADT" + _AMERICA,
    "America/St_Johns": "NST3:30NDT" + _AMERICA,
    "America/Mexico_City": "CST6",
    "America/Bogota America/Lima": "<-05>5",
    "America/Caracas": "<-04>4",
    "America/Sao_Paulo America/Argentina/Buenos_Aires America/Buenos_Aires": "<-03>3",
    "America/Santiago": "<-04>4<-03>,M9.1.6/24,M4.1.6/24",
    "Europe/London GB": "GMT0BST,M3.5.0/1,M10.5.0",
    "Europe/Dublin": "GMT0IST,M3.5.0/1,M10.5.0",
    "Europe/Lisbon": "WET0WEST,M3.5.0/1,M10.5.0",
    "Europe/Berlin Europe/Paris Europe/Madrid Europe/Rome Europe/Amsterdam Europe/Brussels Europe/Vienna Europe/Zurich"
    " Europe/Stockholm Europe/Oslo Europe/Copenhagen Europe/Prague Europe/Warsaw Europe/Budapest Europe/Belgrade CET": (
        "CET-1CEST" + _EUROPE
    ),
    "Europe/Athens Europe/Helsinki Europe/Kiev Europe/Kyiv Europe/Bucharest Europe/Sofia Europe/Riga Europe/Vilnius"
    " Europe/Tallinn": "EET-2EEST,M3.5.0/3,M10.5.0/4",
    "Europe/Moscow": "MSK-3",
    "Europe/Istanbul Turkey": "<+03>-3",
    "Africa/Lagos": "WAT-1",
    "Africa/Johannesburg": "SAST-2",
    "Africa/Nairobi": "EAT-3",
    "Africa/Cairo": "EET-2EEST,M4.5.5/0,M10.5.4/24",
    "Asia/Jerusalem Israel": "IST-2IDT,M3.4.4/26,M10.5.0",
    "Asia/Dubai": "<+04>-4",
    "Asia/Tehran Iran": "<+0330>-3:30",
    "Asia/Karachi": "PKT-5",
    "Asia/Kolkata Asia/Calcutta": "IST-5:30",
    "Asia/Kathmandu": "<+0545>-5:45",
    "Asia/Dhaka": "<+06>-6",
    "Asia/Bangkok Asia/Ho_Chi_Minh Asia/Saigon": "<+07>-7",
    "Asia/Jakarta": "WIB-7",
    "Asia/Shanghai Asia/Taipei Asia/Macau PRC": "CST-8",
    "Asia/Hong_Kong Hongkong": "HKT-8",
    "Asia/Singapore Singapore": "<+08>-8",
    "Asia/Manila": "PST-8",
    "Asia/Tokyo Japan": "JST-9",
    "Asia/Seoul": "KST-9",
    "Australia/Perth": "AWST-8",
    "Australia/Adelaide": "ACST-9:30ACDT,M10.1.0,M4.1.0/3",
    "Australia/Darwin": "ACST-9:30",
    "Australia/Sydney Australia/Melbourne Australia/Hobart": "AEST-10AEDT,M10.1.0,M4.1.0/3",
    "Australia/Brisbane": "AEST-10",
    "Pacific/Auckland NZ": "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "Etc/UTC UTC Etc/UCT Universal Zulu": "UTC0",
    "GMT Etc/GMT": "GMT0",
    "EST": "EST5",
    "MST": "MST7",
    "HST": "HST10",
}
_TEXT = re.compile(
    r"(<[A-Za-z0-9+-]{3,}>|[A-Za-z]{3,})([+-]?\d{1,2}(?::\d\d?(?::\d\d?)?)?)"
    r"(?:(<[A-Za-z0-9+-]{3,}>|[A-Za-z]{3,})([+-]?\d{1,2}(?::\d\d?(?::\d\d?)?)?)?(?:,([^,]+),([^,]+))?)?"
)
_RULE = re.compile(
    r"(?:M(\d{1,2})\.([1-5])\.([0-6])|J(\d{1,3})|(\d{1,3}))(?:/([+-]?\d{1,3}(?::\d\d?(?::\d\d?)?)?))?"
)


class Zone:
    """A zone: an offset and name, another in summer, and the rules for the change. Offsets are seconds east."""

    __slots__ = ("_end", "_start", "name", "offset", "summer", "summer_offset")

    def __init__(
        self,
        name: str,
        offset: int,
        summer: str = "",
        summer_offset: int = 0,
        start: re.Match[str] | None = None,
        end: re.Match[str] | None = None,
    ) -> None:
        self.name = name
        self.offset = offset
        self.summer = summer
        self.summer_offset = summer_offset
        self._start = start
        self._end = end

    def at(self, seconds: int) -> tuple[int, str]:
        """Offset and abbreviation at a moment."""
        if self._start is None or self._end is None:
            return self.offset, self.name
        year = broken_down(seconds + self.offset).year
        start = _change(self._start, year) - self.offset
        end = _change(self._end, year) - self.summer_offset
        summer = start <= seconds < end if start < end else not end <= seconds < start
        return (self.summer_offset, self.summer) if summer else (self.offset, self.name)

    def parts(self, seconds: int) -> Broken:
        """The parts of a moment in this zone."""
        return broken_down(seconds, *self.at(seconds))

    def moment(self, local: int) -> int:
        """The moment whose local time is ``local`` seconds (the earlier one of two)."""
        guess = local - self.offset
        for offset in (self.summer_offset if self.summer else self.offset, self.offset):
            if self.at(local - offset)[0] == offset:
                return local - offset
        return guess


UTC = Zone("UTC", 0)


def zone_of(env: Mapping[str, str]) -> Zone:
    """The zone that ``TZ`` names; UTC where it names none that is known."""
    text = env.get("TZ", "").removeprefix(":")
    found = _known.get(text)
    if found is None:
        found = _parse(_by_name(text) or text) or UTC
        if len(_known) < _MOST_KNOWN and len(text) < _LONGEST_KNOWN:
            _known[text] = found
    return found


# Zones that were asked for, by their text; bounded, since scripts choose the texts.
_known: dict[str, Zone] = {}
_MOST_KNOWN, _LONGEST_KNOWN = 64, 64


_NAME = re.compile(r"[A-Za-z]{3,}")


def _by_name(text: str) -> str | None:
    return next((rule for names, rule in _NAMED.items() if text in names.split(" ")), None)


def _parse(text: str) -> Zone | None:
    found = _TEXT.fullmatch(text)
    if found is None:
        # A name alone stands for UTC by that name.
        return Zone(text, 0) if _NAME.fullmatch(text) else None
    name, west, summer, summer_west, start, end = found.groups()
    offset = -_seconds(west)
    if not summer:
        return Zone(name.strip("<>"), offset)
    rules = [_RULE.fullmatch(rule) for rule in (start or "M3.2.0", end or "M11.1.0")]
    if None in rules:
        return None
    summer_offset = -_seconds(summer_west) if summer_west else offset + 3600
    return Zone(name.strip("<>"), offset, summer.strip("<>"), summer_offset, rules[0], rules[1])


def _seconds(text: str) -> int:
    sign = -1 if text.startswith("-") else 1
    hours, minutes, seconds = ([int(part) for part in text.lstrip("+-").split(":")] + [0, 0])[:3]
    return sign * (hours * 3600 + minutes * 60 + seconds)


def _change(rule: re.Match[str], year: int) -> int:
    """Local seconds of a change of clocks in a year."""
    month, week, weekday, julian, zero, time = rule.groups()
    if month:
        first = day_number(year, int(month), 1)
        day = 1 + (int(weekday) - (first + 4)) % 7 + 7 * (int(week) - 1)
        days = first - 1 + (day if day <= month_length(year, int(month)) else day - 7)
    elif julian:  # February 29 is never counted
        days = day_number(year, 1, 1) + int(julian) - 1 + (leap(year) and int(julian) > 59)
    else:
        days = day_number(year, 1, 1) + int(zero)
    return days * 86_400 + (_seconds(time) if time else 7200)
