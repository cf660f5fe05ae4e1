"""Dates as people write them (gnulib's parse_datetime): ``2024-01-31 10:00``, ``3 days ago``, ``next monday``, ``@0``.

1. The lexer makes words; each item of the grammar is read by its first word and as many of those behind it as fit, which is
   how GNU's parser decides (``12:00 +1 day`` is a zone one hour east, and then a day).
2. An item fixes something (a date, a time, a zone, a weekday; each once) or moves something (so many days).
3. At the end the parts that are fixed replace those of now, in the local zone, and the moves are added.
"""

from __future__ import annotations

import re

from runtime.bash.commands._shared.date_words import DateError, Word, words
from runtime.bash.posix.calendar import broken_down, day_number
from runtime.bash.posix.zones import Zone, zone_of

__all__ = ["DateError", "parse_date"]

_NANO = 1_000_000_000
_DAY = 86_400
_NOTHING = Word("")
_NAMED_ZONE = re.compile(r'[ \t\n\v\f\r]*TZ="((?:[^"\\]|\\[\\"])*)"[ \t\n\v\f\r]*')
_MOST_ZONE = 24 * 60
_LARGEST = 1 << 55


class _Reader:
    """The items of a text, and what they say so far."""

    def __init__(self, text: list[Word]) -> None:
        self.words = text
        self.at = 0
        self.seen = dict.fromkeys(("date", "time", "zone", "local", "dst", "day"), 0)
        self.year, self.year_digits, self.month, self.day = 0, 0, 0, 0
        self.hour = self.minute = self.second = self.nanos = 0
        self.meridian = ""
        self.zone = 0
        self.weekday = (0, 0)
        self.moves = {"year": 0, "month": 0, "day": 0, "second": 0}
        self.moved_nanos = 0
        self.moved = False
        self.summer = -1

    def kind(self, ahead: int = 0) -> str:
        """The kind of the word so far ahead; "" behind the end."""
        at = self.at + ahead
        return self.words[at].kind if at < len(self.words) else ""

    def take(self, kind: str = "") -> Word:
        """The next word, which must be of that kind."""
        if not self.kind() or (kind and self.kind() != kind):
            raise DateError
        self.at += 1
        return self.words[self.at - 1]

    def items(self) -> None:
        """Read all. Raises DateError."""
        while self.kind():
            item = _ITEMS.get(self.kind())
            if item is None:
                raise DateError
            item(self)

    # Numbers: the word behind decides

    def number(self) -> None:
        """An item that begins with a number without a sign."""
        following = self.kind(1)
        if following == ":" or following == "MERIDIAN":
            self.clock()
        elif following == "/":
            self.slashed()
        elif following == "MONTH":
            self.day_month()
        elif following == "SN":
            self.signed()
        elif following == "DAY":
            self.weekday = (self.take().value, self.take().value)
            self.seen["day"] += 1
        elif following == "UNIT":
            number = self.take()
            self.relative(number.value)
        else:
            self.digits(self.take())

    def signed(self) -> None:
        """``2024-01-31``, ``20240131 +2 days``, ``12+01:00``."""
        if self.kind(2) == "SN":
            self.iso_date()
        elif self.kind(2) == "UNIT":
            self.digits(self.take())
            self.move(*self.amount())
        else:
            self.clock()

    def digits(self, number: Word) -> None:
        """A bare number: the year of a date without one, YYYYMMDD, HHMM or HH."""
        value = number.value
        if (
            self.seen["date"]
            and not self.year_digits
            and not self.moved
            and (self.seen["time"] or number.digits > 2)
        ):
            self.year, self.year_digits = value, number.digits
        elif number.digits > 4:
            self.seen["date"] += 1
            self.year, self.year_digits = value // 10_000, number.digits - 4
            self.month, self.day = value // 100 % 100, value % 100
        else:
            self.seen["time"] += 1
            self.hour, self.minute = (value, 0) if number.digits <= 2 else divmod(value, 100)
            self.second = self.nanos = 0
            self.meridian = ""

    def clock(self) -> None:
        """``10:30``, ``10:30:15.5 pm``, ``10:30+02:00``, ``4am``."""
        self.seen["time"] += 1
        self.hour = self.take("UN").value
        self.minute = self.second = self.nanos = 0
        self.meridian = ""
        parts = 1
        if self.kind() == ":":
            self.take()
            self.minute = self.take("UN").value
            parts = 2
            if self.kind() == ":":
                self.take()
                seconds = self.take()
                if seconds.kind not in ("UN", "UD"):
                    raise DateError
                self.second, self.nanos = seconds.value, seconds.nanos
        if self.kind() == "MERIDIAN":
            self.meridian = self.take().unit
        elif self.kind() == "SN":
            self.seen["zone"] += 1
            self.zone = self.offset()
        elif parts == 1:
            raise DateError

    def offset(self) -> int:
        """``+2``, ``-0530``, ``+02:00``: seconds east."""
        number = self.take("SN")
        sign = -1 if number.value < 0 else 1
        size = abs(number.value)
        if self.kind() == ":":
            self.take()
            minutes = size * 60 + self.take("UN").value
        else:
            size *= 100 if number.digits <= 2 else 1
            minutes = size // 100 * 60 + size % 100
        if minutes > _MOST_ZONE:
            raise DateError
        return sign * minutes * 60

    # Dates

    def on(self, year: Word | None, month: int, day: int, sign: int = 1) -> None:
        """A date; without a year that of now, or of a number that follows."""
        self.seen["date"] += 1
        if year is not None:
            self.year, self.year_digits = sign * year.value, year.digits
        self.month, self.day = month, day

    def iso_date(self) -> None:
        """``2024-01-31``, and a time behind a T."""
        year, month, day = self.take("UN"), self.take("SN"), self.take("SN")
        self.on(year, -month.value, -day.value)
        if self.kind() == "T" and self.kind(1) == "UN":
            self.take()
            if self.kind(1) not in (":", "SN"):
                raise DateError
            self.clock()
            if self.meridian:
                raise DateError

    def slashed(self) -> None:
        """``1/31``, ``1/31/2024``, ``2024/1/31``."""
        first, _, second = self.take(), self.take("/"), self.take("UN")
        if self.kind() != "/":
            self.on(None, first.value, second.value)
            return
        self.take()
        third = self.take("UN")
        if first.digits >= 4:
            self.on(first, second.value, third.value)
        else:
            self.on(third, first.value, second.value)

    def day_month(self) -> None:
        """``31 Jan``, ``31 Jan 2024``, ``31-Jan-2024``."""
        day, month = self.take(), self.take("MONTH")
        if self.kind() == "UN":
            self.on(self.take(), month.value, day.value)
        elif self.kind() == "SN":
            self.on(self.take(), month.value, day.value, -1)
        else:
            self.on(None, month.value, day.value)

    def month_day(self) -> None:
        """``Jan 31``, ``Jan 31, 2024``, ``Jan-31-2024``."""
        month = self.take("MONTH")
        if self.kind() == "SN":
            day = self.take()
            self.on(self.take("SN"), month.value, -day.value, -1)
            return
        day = self.take("UN")
        if self.kind() == ",":
            self.take()
            self.on(self.take("UN"), month.value, day.value)
        else:
            self.on(None, month.value, day.value)

    def day_name(self) -> None:
        """``monday``."""
        self.weekday = (0, self.take("DAY").value)
        self.seen["day"] += 1
        if self.kind() == ",":
            self.take()

    # Moves

    def move(self, number: int, nanos: int, unit: str) -> None:
        """One move."""
        self.moves["second" if unit == "sec" else unit] += number
        self.moved_nanos += nanos
        self.moved = True

    def relative(self, number: int, nanos: int = 0) -> None:
        """A unit, with "ago" behind it or not; the number before it has been read."""
        unit = self.take("UNIT")
        if nanos and unit.unit != "sec":
            raise DateError
        sign = self.take().value if self.kind() == "AGO" else 1
        self.move(sign * number * unit.value, sign * nanos, unit.unit)

    def amount(self) -> tuple[int, int, str]:
        """``+2 days`` behind something that it belongs to: no "ago" may follow."""
        number, unit = self.take("SN"), self.take("UNIT")
        return number.value * unit.value, 0, unit.unit

    def plus(self) -> None:
        """``+2 days``, ``-1.5 seconds``."""
        number = self.take()
        if number.kind[1] == "D" and self.kind() == "UNIT" and self.words[self.at].unit != "sec":
            raise DateError
        self.relative(number.value, number.nanos)

    def shift(self) -> None:
        """``tomorrow``."""
        self.move(self.take().value, 0, "day")

    def ordinal(self) -> None:
        """``next monday``, ``third month``."""
        number = self.take().value
        if self.kind() == "DAY":
            self.weekday = (number, self.take().value)
            self.seen["day"] += 1
        else:
            self.relative(number)

    # Zones

    def zone_name(self) -> None:
        """``EST``, ``EST+2``, ``UTC +2 days``, ``EST DST``, and T, the military letter."""
        zone = self.take()
        self.seen["zone"] += 1
        self.zone = -7 * 3600 if zone.kind == "T" else zone.value
        if self.kind() == "SN":
            if self.kind(1) == "UNIT":
                self.move(*self.amount())
            elif zone.kind == "T":
                raise DateError
            else:
                self.zone += self.offset()
        elif self.kind() == "DST" and zone.kind == "ZONE":
            self.take()
            self.zone += 3600

    def summer_zone(self) -> None:
        """``EDT``."""
        self.zone = self.take().value
        self.seen["zone"] += 1

    def local_zone(self) -> None:
        """A name of the local zone: says whether it is summer."""
        self.summer = self.take().value
        self.seen["local"] += 1
        self._daylight()

    def daylight(self) -> None:
        """DST alone."""
        self._daylight()

    def _daylight(self) -> None:
        if self.kind() == "DST":
            self.take()
            self.summer = 1
            self.seen["dst"] += 1


_ITEMS = {
    "UN": _Reader.number,
    "SN": _Reader.plus,
    "SD": _Reader.plus,
    "UD": _Reader.plus,
    "MONTH": _Reader.month_day,
    "DAY": _Reader.day_name,
    "ORDINAL": _Reader.ordinal,
    "UNIT": lambda reader: reader.relative(1),
    "SHIFT": _Reader.shift,
    "ZONE": _Reader.zone_name,
    "T": _Reader.zone_name,
    "SUMMER": _Reader.summer_zone,
    "LOCAL": _Reader.local_zone,
    "DST": _Reader.daylight,
}


def parse_date(text: str, now: tuple[int, int], zone: Zone) -> tuple[int, int]:
    """Seconds and nanoseconds since the epoch.

    Args:
        text: the date.
        now: seconds and nanoseconds of now.
        zone: the zone that is meant where the text names none.

    Raises:
        DateError: it is none.
    """
    named = _NAMED_ZONE.match(text)
    if named:
        zone, text = zone_of({"TZ": re.sub(r"\\(.)", r"\1", named[1])}), text[named.end() :]
    read = words(text[:1000], zone)
    if read and read[0].kind == "@":
        if len(read) != 2 or read[1].kind not in ("UN", "SN", "UD", "SD"):
            raise DateError
        return read[1].value, read[1].nanos
    reader = _Reader(read)
    reader.items()
    if any(abs(move) > _LARGEST for move in reader.moves.values()):
        raise DateError
    seen = reader.seen
    zones = seen["zone"] + seen["local"]
    if max(seen["time"], seen["date"], seen["day"], seen["dst"], zones) > 1:
        raise DateError
    seconds, nanos = _resolved(reader, now, zone)
    if abs(seconds) > _LARGEST:
        raise DateError
    return seconds + nanos // _NANO, nanos % _NANO


def _resolved(reader: _Reader, now: tuple[int, int], zone: Zone) -> tuple[int, int]:
    seen, moves = reader.seen, reader.moves
    today = zone.parts(now[0])
    month, day = (reader.month, reader.day) if seen["date"] else (today.month, today.day)
    year = _year(reader) if reader.year_digits else today.year
    clock, nanos = 0, 0
    if seen["time"]:
        clock, nanos = _hour(reader) * 3600 + reader.minute * 60 + reader.second, reader.nanos
    elif reader.moved and not (seen["date"] or seen["day"]):
        clock, nanos = today.hour * 3600 + today.minute * 60 + today.second, now[1]
    days = day_number(year, month, day) if abs(year) < _LARGEST >> 20 and month < 100 else 0
    there = broken_down(days * _DAY)
    if (there.year, there.month, there.day) != (year, month, day) or reader.minute > 59 or reader.second > 59:
        raise DateError
    moment = _moment(reader, zone, days * _DAY + clock)
    if seen["day"] and not seen["date"]:
        number, weekday = reader.weekday
        # "monday" is today or the next one, "next monday" never today, "last monday" the one before.
        days += (weekday - there.weekday) % 7 + 7 * (number - (number > 0 and weekday != there.weekday))
        moment = zone.moment(days * _DAY + clock)
    if moves["year"] or moves["month"] or moves["day"]:
        at = broken_down(days * _DAY)
        days = day_number(at.year + moves["year"], at.month + moves["month"], at.day) + moves["day"]
        moment = zone.moment(days * _DAY + clock)
    if seen["zone"]:
        moment += zone.at(moment)[0] - reader.zone
    return moment + moves["second"], nanos + reader.moved_nanos


def _year(reader: _Reader) -> int:
    """Two digits are of the years 1969 to 2068 (POSIX)."""
    if reader.year_digits != 2 or reader.year < 0:
        return reader.year
    return reader.year + (2000 if reader.year < 69 else 1900)


def _hour(reader: _Reader) -> int:
    hour = reader.hour
    if not reader.meridian:
        if hour > 23:
            raise DateError
        return hour
    if not 0 < hour < 13:
        raise DateError
    return hour % 12 + (12 if reader.meridian == "pm" else 0)


def _moment(reader: _Reader, zone: Zone, local: int) -> int:
    """A local time that clocks skip in spring is none, unless it is another zone's; nor is one of a zone's other season."""
    moment = zone.moment(local)
    if reader.summer >= 0 and (zone.at(moment)[1] == zone.summer) != bool(reader.summer):
        moment = local - (zone.summer_offset if reader.summer else zone.offset)
        if (zone.at(moment)[1] == zone.summer) != bool(reader.summer):
            raise DateError
    if not reader.seen["zone"] and moment + zone.at(moment)[0] != local:
        raise DateError
    return moment
