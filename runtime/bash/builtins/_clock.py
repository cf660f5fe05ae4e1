"""The time as ``printf %(...)T`` shows it: the virtual machine's clock, in UTC, with the names of the C locale."""

from __future__ import annotations

import re
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Clock
    from runtime.bash.state import State

__all__ = ["formatted"]

_NOW, _START = -1, -2
# %s and %Z would ask the host for its time zone.
_HOST = re.compile(r"%(%|[-_0^#]*[0-9]*s|[-_0^#]*[0-9]*[Zz])")
# Beyond these years the host's strftime may fail; bash prints the number's digits then, as we do.
_FURTHEST = 67_767_976_233_532_799


def formatted(st: State, form: str, seconds: int) -> str:
    """``strftime(form)`` of a time; -1 is now, -2 the start of the shell."""
    if seconds in (_NOW, _START):
        clock: Clock = st.world.extra["clock"]  # type: ignore[assignment]
        started = st.world.extra.get("started")
        seconds = int(started if seconds == _START and isinstance(started, float) else clock.now())
    zoneless = _HOST.sub(lambda match: _known(match, seconds), form)
    if not -_FURTHEST < seconds < _FURTHEST:
        return str(seconds)
    return time.strftime(zoneless, time.gmtime(seconds))


def _known(match: re.Match[str], seconds: int) -> str:
    letter = match[1][-1]
    return {"s": str(seconds), "Z": "UTC", "z": "+0000"}.get(letter, "%%")
