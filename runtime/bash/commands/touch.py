"""touch: change times, make empty files."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.argmatch import choose
from runtime.bash.commands._shared.dates import DateError, parse_date
from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.option_table import Done, Options
from runtime.bash.posix.zones import zone_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... FILE...",
    "Set the times of each FILE to now; a FILE that is not there is made, empty.",
    ("a", "", "", "the time of the last access only"),
    ("c", "no-create", "", "make no files"),
    ("d", "date", "STRING", "take the time that STRING says"),
    ("f", "", "", "ignored"),
    ("h", "no-dereference", "", "change links themselves"),
    ("m", "", "", "the time of the last change only"),
    ("r", "reference", "FILE", "take the times of FILE"),
    ("t", "", "STAMP", "take [[CC]YY]MMDDhhmm[.ss]"),
    ("", "time", "WORD", "which time: access, atime, use; modify, mtime"),
)
_STAMP = re.compile(r"(?:(\d\d)?(\d\d))?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?")
_WHICH = (("atime", "access", "use"), ("mtime", "modify"))
_NANO = 1_000_000_000
_CREATE = 0o102 | 0o1  # O_WRONLY | O_CREAT


def main(cx: Context) -> int:
    now = int(cx.clock.now() * 1_000_000) * 1000
    checks = {
        "t": lambda text: _stamped(cx, text, now),
        "time": lambda text: choose(cx, OPTIONS, "time", text, _WHICH),
    }
    given = OPTIONS.parse(cx, checks=checks)
    which = {key for key in "am" if key in given}
    for word in given.all("time"):
        which.add(choose(cx, OPTIONS, "time", word, _WHICH)[0])
    atime, mtime = _times(cx, given, now)
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing file operand")
    status = 0
    for name in given.operands:
        try:
            _touch(cx, given, name, atime if which != {"m"} else None, mtime if which != {"a"} else None)
        except OSError as error:
            what = "setting times of" if error.filename2 == "times" else "cannot touch"
            cx.complain(f"{what} {always(name)}: {reason(error)}")
            status = 1
    return status


def _times(cx: Context, given: Given, now: int) -> tuple[int, int]:
    """The times to set, in nanoseconds."""
    if "t" in given and given.any("dr"):
        raise OPTIONS.refuse(cx, "cannot specify times from more than one source")
    atime = mtime = now
    if "r" in given:
        try:
            stat = cx.fs.stat(cx.path(given["r"]), follow="h" not in given)
        except OSError as error:
            cx.complain(f"failed to get attributes of {always(given['r'])}: {reason(error)}")
            raise Done(1) from None
        atime, mtime = stat.atime_ns, stat.mtime_ns
    if "d" in given:
        atime, mtime = _dated(cx, given["d"], atime), _dated(cx, given["d"], mtime)
    elif "t" in given:
        atime = mtime = _stamped(cx, given["t"], now)
    return atime, mtime


def _dated(cx: Context, text: str, base: int) -> int:
    try:
        seconds, nanos = parse_date(text, divmod(base, _NANO), zone_of(cx.env))
    except DateError:
        cx.complain(f"invalid date format {quote(text)}")
        raise Done(1) from None
    return seconds * _NANO + nanos


def _stamped(cx: Context, text: str, now: int) -> int:
    found = _STAMP.fullmatch(text)
    zone = zone_of(cx.env)
    if found is not None:
        century, year, month, day, hour, minute, second = found.groups()
        full = (
            str(zone.parts(now // _NANO).year)
            if year is None
            else year
            if century is None
            else century + year
        )
        try:
            shown = f"{full if len(full) > 2 else ('20' if int(full) < 69 else '19') + full}-{month}-{day} {hour}:{minute}:{second or '00'}"
            return parse_date(shown, divmod(now, _NANO), zone)[0] * _NANO
        except DateError:
            pass
    cx.complain(f"invalid date format {quote(text)}")
    raise Done(1)


def _touch(cx: Context, given: Given, name: str, atime: int | None, mtime: int | None) -> None:
    if name == "-":
        return
    path = cx.path(name)
    follow = "h" not in given
    try:
        stat = cx.fs.stat(path, follow=follow)
    except OSError as error:
        if error.errno == 2 and "c" in given:
            return
        if error.errno != 2:
            if name.endswith("/"):
                error.filename2 = "times"
            raise
        if "h" in given or name.endswith("/"):
            error.filename2 = "times"
            raise
        cx.open(name, _CREATE).release()
        stat = cx.fs.stat(path, follow=follow)
        if not given.any("dtr"):
            return
    cx.fs.utime(
        path,
        stat.atime_ns if atime is None else atime,
        stat.mtime_ns if mtime is None else mtime,
        follow=follow,
    )
