"""The time as ``printf %(...)T`` shows it: the virtual machine's clock, in the zone that TZ names."""

from __future__ import annotations

from runtime.bash.commands._time_format import format_time
from runtime.bash.commands._zones import zone_of
from runtime.bash.interp.machine import machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["formatted"]

_NOW, _START = -1, -2


def formatted(st: State, form: str, seconds: int) -> str:
    """``strftime(form)`` of a time; -1 is now, -2 the start of the shell."""
    here = machine(st)
    if seconds in (_NOW, _START):
        seconds = int(here.started if seconds == _START else here.clock.now())
    zone = zone_of({"TZ": st.get("TZ") or ""})
    return format_time(form, zone.parts(seconds), seconds)
