"""cal: a calendar of months and years, Julian before 14 September 1752."""

from __future__ import annotations

from runtime.bash.option_table import Options
from runtime.bash.posix.calendar import DAYS, MONTHS, broken_down
from runtime.bash.posix.zones import zone_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] [[[day] month] year]\n[options] <timestamp|monthname>",
    "Display a calendar, or some part of it.",
    ("1", "one", "", "show only a single month (default)"),
    ("3", "three", "", "show three months spanning the date"),
    ("n", "months", "NUM", "show num months starting with date's month"),
    ("S", "span", "", "span the date when displaying multiple months"),
    ("s", "sunday", "", "Sunday as first day of week"),
    ("m", "monday", "", "Monday as first day of week"),
    ("j", "julian", "", "use day-of-year for all calendars"),
    ("", "reform", "VAL", "Gregorian reform date (1752|gregorian|iso|julian)"),
    ("", "iso", "", "alias for --reform=iso"),
    ("y", "year", "", "show the whole year"),
    ("Y", "twelve", "", "show the next twelve months"),
    ("w", "week", "[NUM]", "show US or ISO-8601 week numbers"),
    ("c", "columns", "WIDTH", "amount of columns to use"),
    ("", "color", "[WHEN]", "ignored: there is no terminal"),
    ("h", "", "", "display this help"),
    ("V", "", "", "display version"),
    origin="util-linux 2.38.1",
)
_WEEKS = 6
_GUTTER, _YEAR_GUTTER = 2, 3
_LATEST = 2_147_483_646
_REFORMS = {"1752": 1752, "gregorian": 0, "iso": 0, "julian": 1 << 40}
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ELEVEN = 11  # days left out in September of the year of the reform


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    for key, name in (("h", "--help"), ("V", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])
    if given.get("reform", "1752") not in _REFORMS:
        return cx.fail(f"invalid --reform value: '{given['reform']}'")
    asked = _asked(cx, given)
    if isinstance(asked, str):
        return cx.fail(asked)
    year, month, whole = asked
    count = given.get("n", "3" if "3" in given else "12" if whole or "Y" in given else "1")
    if not (count.isascii() and count.isdigit() and len(count) < 10):
        return cx.fail(f"invalid month argument: '{count}'")
    number = max(1, int(count))
    cx.meter.fields(number)
    calendar = _Calendar(given, _REFORMS["iso" if "iso" in given else given.get("reform", "1752")], whole)
    first = (year, 1) if whole else _begun(given, year, month, number)
    if whole:
        cx.write(f"{_centred(f'{year:04d}', calendar.width)}\n\n")
    for start in range(0, number, calendar.row):
        cx.meter.check()
        row = [_moved(*first, at) for at in range(start, min(start + calendar.row, number))]
        cx.write(calendar.months(row))
    if whole:
        cx.write("\n")
    return 0


def _begun(given: Given, year: int, month: int, number: int) -> tuple[int, int]:
    """The first month that is shown."""
    if "3" in given or "S" in given:
        year, month = _moved(year, month, -(number // 2) if "n" in given else -1)
    return (year, month) if year > 0 else (1, 1)


def _asked(cx: Context, given: Given) -> tuple[int, int, bool] | str:
    """Year, month, and whether the whole year is meant; or what is wrong."""
    words = given.operands
    now = int(cx.clock.now())
    today = broken_down(now, *zone_of(cx.env).at(now))
    year, month, whole = today.year, today.month, "y" in given
    if len(words) > 3:
        raise OPTIONS.refuse(cx, "bad usage")
    if len(words) == 1 and not _is_number(words[0]):
        return _named(cx, words[0], year, whole)
    if words:
        text = words[-1]
        if not _is_number(text) or not 1 <= int(text) <= _LATEST:
            return (
                "illegal year value: use positive integer" if not _is_number(text) else "illegal year value"
            )
        year = int(text)
        one = given.any("13nSY")
        whole = whole or (len(words) == 1 and not one)
        if len(words) == 1 and one:
            month = 1
    if len(words) > 1:
        found = _month(words[-2])
        if found is None:
            return "illegal month value: use 1-12"
        month = found
    if len(words) > 2:
        longest = _LENGTHS[month - 1] + (month == 2 and _leap(year, 1752))
        if not _is_number(words[0]) or not 1 <= int(words[0]) <= longest:
            return f"illegal day value: use 1-{longest}"
    return year, month, whole


def _named(cx: Context, text: str, year: int, whole: bool) -> tuple[int, int, bool] | str:
    """A month by its name, or a moment."""
    found = _month(text)
    if found is not None:
        return year, found, whole
    from runtime.bash.commands._shared.dates import DateError, parse_date

    zone = zone_of(cx.env)
    try:
        moment = parse_date(text, (int(cx.clock.now()), 0), zone)[0]
    except DateError:
        return f"failed to parse timestamp or unknown month name: {text}"
    day = broken_down(moment, *zone.at(moment))
    return day.year, day.month, whole


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 12


def _month(text: str) -> int | None:
    if _is_number(text):
        return int(text) if 1 <= int(text) <= 12 else None
    for number, name in enumerate(MONTHS, 1):
        if text.lower() in (name.lower(), name[:3].lower()):
            return number
    return None


def _moved(year: int, month: int, by: int) -> tuple[int, int]:
    years, rest = divmod(month - 1 + by, 12)
    return year + years, rest + 1


def _centred(text: str, width: int) -> str:
    room = max(0, width - len(text))
    return " " * ((room + 1) // 2) + text + " " * (room // 2)


def _leap(year: int, reform: int) -> bool:
    if year <= reform:
        return year % 4 == 0
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


class _Calendar:
    """How months are laid out."""

    def __init__(self, given: Given, reform: int, whole: bool) -> None:
        self.reform = reform
        self.first = 1 if given.last("sm") == "m" else 0
        self.julian = "j" in given
        self.weeks = "w" in given
        self.digits = 3 if self.julian else 2
        self.month_width = 7 * (self.digits + 1) - 1 + (3 if self.weeks else 0)
        self.whole = whole
        self.row = 2 if self.julian and whole else 3
        self.gutter = " " * (_YEAR_GUTTER if whole else _GUTTER)
        columns = given.get("c", "auto")
        if _is_number(columns) and int(columns):
            self.row = int(columns)
        self.width = self.row * self.month_width + (self.row - 1) * len(self.gutter)

    def months(self, row: list[tuple[int, int]]) -> str:
        """Months side by side."""
        names = [
            MONTHS[month - 1] if self.whole else f"{MONTHS[month - 1]} {year:04d}" for year, month in row
        ]
        days = " ".join(f"{DAYS[(at + self.first) % 7][: self.digits]:>{self.digits}}" for at in range(7))
        head = ("   " if self.weeks else "") + days
        lines = [[_centred(name, self.month_width) for name in names], [head] * len(row)]
        lines += [
            list(parts) for parts in zip(*(self._weeks(year, month) for year, month in row), strict=True)
        ]
        return "".join(f"{self.gutter.join(parts)}\n" for parts in lines)

    def _weeks(self, year: int, month: int) -> list[str]:
        """The lines of one month, always as many."""
        blank = " " * self.digits
        before = self._day_of_year(year, month)
        weekday = self._weekday(year, month)
        cells = [blank] * ((weekday - self.first) % 7)
        skipped = self._skips(year, month)
        day = 0
        last = _LENGTHS[month - 1] + (month == 2 and _leap(year, self.reform))
        starts: dict[int, int] = {}
        while day < last:
            day = 14 if skipped and day == 2 else day + 1
            starts.setdefault(len(cells) // 7, day)
            # Days of the year are counted by date, as if none had been left out.
            cells.append(f"{before + day if self.julian else day:>{self.digits}}")
        cells += [blank] * (7 * _WEEKS - len(cells))
        out = []
        for week in range(_WEEKS):
            lead = ""
            if self.weeks:
                lead = f"{self._week(year, month, starts[week]):>2} " if week in starts else "   "
            out.append(lead + " ".join(cells[week * 7 : week * 7 + 7]))
        return out

    def _skips(self, year: int, month: int) -> bool:
        return year == self.reform and month == 9

    def _day_of_year(self, year: int, month: int) -> int:
        return sum(_LENGTHS[: month - 1]) + (month > 2 and _leap(year, self.reform))

    def _weekday(self, year: int, month: int, day: int = 1) -> int:
        """From Sunday; years before the reform are Julian."""
        years = year - 1
        days = years * 365 + years // 4 + self._day_of_year(year, month) + day
        if year > self.reform or (year == self.reform and (month, day) > (9, 13)):
            return (days - years // 100 + years // 400) % 7
        return (days - 2) % 7

    def _week(self, year: int, month: int, day: int) -> int:
        """The number of the week that a day is in: ISO's for weeks from Monday, else the US one."""
        first = self._weekday(year, 1)
        at = self._day_of_year(year, month) + day - 1
        if year == self.reform and (month, day) > (9, 13):
            at -= _ELEVEN
        if not self.first:
            return (at + first) // 7 + 1
        shift = (first + 6) % 7  # Monday is 0
        week = (at + shift) // 7 + (shift <= 3)
        if week == 0:
            return self._week(year - 1, 12, 31) if year > 1 else 53
        length = 365 + _leap(year, self.reform)
        if week == 53 and (shift + length) % 7 in (1, 2, 3):
            return 1
        return week
