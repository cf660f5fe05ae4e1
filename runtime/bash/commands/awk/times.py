"""``strftime``, ``mktime`` and ``systime``, on the shell's clock and in its zone."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.awk.shared_state import Core

__all__ = ["mktime", "strftime", "systime"]

_DEFAULT = "%a %b %e %H:%M:%S %Z %Y"
_FARTHEST = 1e14  # seconds; years that the calendar still counts quickly


def systime(rt: Core) -> float:
    """Whole seconds since the epoch."""
    return float(rt.cx.clock.now() // 1)


def strftime(rt: Core, form: str | None = None, when: float | None = None, utc: bool = False) -> str:
    """A moment as text."""
    # A calendar is loaded by the few programs that ask for one.
    from runtime.bash.posix.time_format import charge_time, format_time
    from runtime.bash.posix.zones import UTC, zone_of

    moment = systime(rt) if when is None else when
    if not -_FARTHEST < moment < _FARTHEST:
        return ""
    zone = UTC if utc else zone_of(rt.cx.env)
    seconds = int(moment // 1)
    charge_time(rt.meter, form or "")
    return rt.charged(format_time(form if form is not None else _DEFAULT, zone.parts(seconds), seconds))


def mktime(rt: Core, text: str, utc: bool = False) -> float:
    """``YYYY MM DD HH MM SS [DST]`` as seconds since the epoch, -1 where it is no date."""
    from runtime.bash.posix.calendar import day_number
    from runtime.bash.posix.zones import UTC, zone_of

    words = text.split()
    if len(words) < 6 or not all(_whole(word) for word in words[:6]):
        return -1.0
    year, month, day, hour, minute, second = (int(word) for word in words[:6])
    local = day_number(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    zone = UTC if utc else zone_of(rt.cx.env)
    return float(zone.moment(local))


def _whole(word: str) -> bool:
    digits = word[1:] if word[:1] in "+-" else word
    return digits.isascii() and digits.isdigit() and len(digits) <= 9
