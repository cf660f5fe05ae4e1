"""date: print the time."""

from __future__ import annotations

from runtime.bash.commands._shared.argmatch import choose
from runtime.bash.commands._shared.dates import DateError, parse_date
from runtime.bash.commands._shared.input import Lines, opened, text_of
from runtime.bash.commands._shared.quoting import maybe, quote, reason
from runtime.bash.option_table import Done, Options
from runtime.bash.posix.time_format import charge_time, format_time
from runtime.bash.posix.zones import UTC, zone_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.posix.zones import Zone
    from runtime.bash.utility_context import Context

FORMAT = {
    "%%": "%",
    "%a, %A": "day of the week: Sun, Sunday",
    "%b, %B": "month: Jan, January; %h is %b",
    "%c": "date and time: Thu Mar  3 23:05:25 2005",
    "%C": "century: 20",
    "%d, %e": "day of the month: 01, or 1 with a blank",
    "%D": "%m/%d/%y",
    "%F": "%Y-%m-%d",
    "%g, %G": "year of the ISO week: 05, 2005",
    "%H, %I": "hour: 00 to 23, 01 to 12; %k and %l with a blank",
    "%j": "day of the year: 001 to 366",
    "%m": "month: 01 to 12",
    "%M": "minute",
    "%n, %t": "a newline, a tab",
    "%N": "nanoseconds",
    "%p, %P": "AM or PM, am or pm",
    "%q": "quarter: 1 to 4",
    "%r": "%I:%M:%S %p",
    "%R": "%H:%M",
    "%s": "seconds since 1970",
    "%S": "second: 00 to 60",
    "%T": "%H:%M:%S",
    "%u, %w": "day of the week: 1 to 7 from Monday, 0 to 6 from Sunday",
    "%U, %W": "week of the year from Sunday, from Monday",
    "%V": "ISO week: 01 to 53",
    "%x, %X": "date, time: 12/31/99, 23:13:48",
    "%y, %Y": "year: 99, 1999",
    "%z, %:z": "zone: +0200, +02:00; %::z and %:::z",
    "%Z": "name of the zone",
}
FLAGS = (
    ("-", "do not pad"),
    ("_", "pad with blanks"),
    ("0", "pad with zeros"),
    ("+", "pad with zeros, and a + before years of more than four digits"),
    ("^", "in upper case"),
    ("#", "in the other case"),
    ("N", "at least so wide"),
)
OPTIONS = Options(
    "[OPTION]... [+FORMAT]\n[-u|--utc|--universal] [MMDDhhmm[[CC]YY][.ss]]",
    "Print the time in a FORMAT.",
    ("d", "date", "STRING", "print the time that STRING says"),
    ("", "debug", "", "ignored"),
    ("f", "file", "DATEFILE", "print the time that each line of DATEFILE says"),
    ("I", "iso-8601", "[FMT]", "print as ISO 8601: date, hours, minutes, seconds or ns"),
    ("R", "rfc-email rfc-822 rfc-2822", "", "print as RFC 5322"),
    ("", "resolution", "", "print the resolution of the clock"),
    ("", "rfc-3339", "FMT", "print as RFC 3339: date, seconds or ns"),
    ("r", "reference", "FILE", "print when FILE was last changed"),
    ("s", "set", "STRING", "set the clock (refused)"),
    ("u", "utc uct universal", "", "take UTC for the time zone"),
    examples=(
        ("date +%F", "today as 2026-11-21"),
        ("date -d '2 weeks ago' +%s", "seconds since 1970, two weeks ago"),
        ("date -u -d @0 --iso-8601=seconds", "the time of a number of seconds"),
        ("date -d '2024-02-28 + 1 day' +%A", "the day of the week after that"),
    ),
    sections=(("FORMAT", FORMAT.items), ("Between % and the letter", lambda: FLAGS)),
)
_DEFAULT = "%a %b %e %H:%M:%S %Z %Y"
_EMAIL = "%a, %d %b %Y %H:%M:%S %z"
_ISO = {
    "date": "%Y-%m-%d",
    "hours": "%Y-%m-%dT%H%:z",
    "minutes": "%Y-%m-%dT%H:%M%:z",
    "seconds": "%Y-%m-%dT%H:%M:%S%:z",
    "ns": "%Y-%m-%dT%H:%M:%S,%N%:z",
}
_RFC_3339 = {"date": "%Y-%m-%d", "seconds": "%Y-%m-%d %H:%M:%S%:z", "ns": "%Y-%m-%d %H:%M:%S.%N%:z"}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    zone = UTC if "u" in given else zone_of(cx.env)
    pattern = _pattern(cx, given)
    if sum(key in given for key in "dfr") > 1:
        raise OPTIONS.refuse(cx, "the options to specify dates for printing are mutually exclusive")
    if "resolution" in given:
        cx.write("0.000000001\n")
        return 0
    status = 0
    for text in _texts(cx, given):
        try:
            seconds, nanos = _moment(cx, given, text, zone)
        except DateError:
            cx.complain(f"invalid date {quote(text or '')}")
            status = 1
            continue
        charge_time(cx.meter, pattern)
        cx.write(format_time(pattern, zone.parts(seconds), seconds, nanos) + "\n")
    if "s" in given:
        cx.complain("cannot set date: Operation not permitted")
        status = 1
    return status


def _pattern(cx: Context, given: Given) -> str:
    """The one format that is asked for."""
    asked = []
    if "I" in given:
        words = tuple((word,) for word in ("hours", "minutes", "date", "seconds", "ns"))
        asked.append(_ISO[choose(cx, OPTIONS, "iso-8601", given["I"] or "date", words)])
    if "R" in given:
        asked.append(_EMAIL)
    if "rfc-3339" in given:
        words = tuple((word,) for word in ("date", "seconds", "ns"))
        asked.append(_RFC_3339[choose(cx, OPTIONS, "rfc-3339", given["rfc-3339"], words)])
    for operand in given.operands:
        if operand.startswith("+"):
            asked.append(operand[1:])
            if len(given.operands) > 1 and operand is given.operands[0]:
                raise OPTIONS.refuse(cx, f"extra operand {quote(given.operands[1])}")
        elif given.any("dfr"):
            cx.complain(f"the argument {quote(operand)} lacks a leading '+';")
            cx.stderr.write(
                b"when using an option to specify date(s), any non-option\nargument must be a format string beginning with '+'\n"
            )
            raise OPTIONS.refuse(cx, "")
        else:
            # An operand without a plus sign sets the clock, which is nobody's to set here.
            bad = not operand.replace(".", "").isdigit()
            cx.complain(
                f"invalid date {quote(operand)}" if bad else "cannot set date: Operation not permitted"
            )
            raise Done(1)
    if len(asked) > 1:
        cx.complain("multiple output formats specified")
        raise Done(1)
    return asked[0] if asked else _DEFAULT


def _texts(cx: Context, given: Given) -> Iterator[str | None]:
    """The dates to print; None is now (or that of -r)."""
    if "f" not in given:
        yield given.values.get("d", given.values.get("s"))
        return
    try:
        stream = opened(cx, given["f"])
    except OSError as error:
        cx.complain(f"{maybe(given['f'])}: {reason(error)}")
        raise Done(1) from None
    try:
        for line in Lines(cx, stream):
            yield text_of(line.removesuffix(b"\n"))
    finally:
        stream.release()


def _moment(cx: Context, given: Given, text: str | None, zone: Zone) -> tuple[int, int]:
    if "r" in given:
        try:
            return divmod(cx.fs.stat(cx.path(given["r"])).mtime_ns, 1_000_000_000)
        except OSError as error:
            cx.complain(f"{maybe(given['r'])}: {reason(error)}")
            raise Done(1) from None
    now = cx.clock.now()
    here = int(now // 1), int(now % 1 * 1_000_000) * 1000
    return here if text is None else parse_date(text, here, zone)
