"""The time as ``printf %(...)T`` shows it: the virtual machine's clock, in the zone that TZ names."""

from __future__ import annotations

from runtime.bash.interp.machine import machine
from runtime.bash.posix.time_format import format_time
from runtime.bash.posix.zones import zone_of
from runtime.bash.variables import EXPORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["formatted"]

_NOW, _START = -1, -2
# bash formats into a buffer of that many bytes; strftime gives nothing where it does not fit.
_BUFFER = 128
# What is written with more directives than this does not fit.
_LONGEST = 4 * _BUFFER


def formatted(st: State, form: str, seconds: int) -> str:
    """``strftime(form)`` of a time; -1 is now, -2 the start of the shell."""
    here = machine(st)
    if len(form) > _LONGEST:
        return ""
    if seconds in (_NOW, _START):
        seconds = int(here.started if seconds == _START else here.clock.now())
    # An exported TZ only: C's library knows the environment and no shell's variables.
    held = st.vars.get("TZ")
    given = held is not None and not isinstance(held, str) and held.flags & EXPORT
    zone = zone_of({"TZ": st.get("TZ") or ""} if given else {})
    text = format_time(form, zone.parts(seconds), seconds)
    return text if len(text.encode("utf-8", "surrogateescape")) < _BUFFER else ""
