"""``time``: how long a pipeline took, as TIMEFORMAT asks.

A virtual process uses no processor time that a script may learn of: user and system time are 0.
"""

from __future__ import annotations

from runtime.bash.interp.machine import machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

    Run = Callable[[State], int]

__all__ = ["timed"]

_DEFAULT = "\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS"
_POSIX = "real %2R\nuser %2U\nsys %2S"
_MOST_DIGITS = 3


def timed(run: Run, manner: str) -> Run:
    """Run, then say how long it took on standard error."""

    def timed_run(st: State) -> int:
        clock = machine(st).clock
        before = clock.monotonic()
        try:
            status = run(st)
        finally:
            _tell(st, clock.monotonic() - before, manner)
        return status

    return timed_run


def _tell(st: State, seconds: float, manner: str) -> None:
    form = st.get("TIMEFORMAT")
    if manner == "time -p":
        form = _POSIX
    elif form is None:
        form = _DEFAULT
    if form:
        text = _formatted(st, form, seconds)
        if text:
            st.say(f"{text}\n")


def _formatted(st: State, form: str, seconds: float) -> str:
    """``%[digits][l]R`` (real), U, S; ``%P``; ``%%``."""
    out = []
    at = 0
    while at < len(form):
        if form[at] != "%" or at + 1 == len(form):
            out.append(form[at])
            at += 1
            continue
        start = at
        at += 1
        digits = _MOST_DIGITS
        if form[at].isdecimal() and form[at].isascii():
            digits = min(int(form[at]), _MOST_DIGITS)
            at += 1
        long = form[at : at + 1] == "l"
        at += long
        letter = form[at : at + 1]
        at += 1
        value = {"R": seconds, "U": 0.0, "S": 0.0}.get(letter)
        if value is not None:
            out.append(_long(value, digits) if long else f"{value:.{digits}f}")
        elif letter == "P":
            out.append("0.00")
        elif letter == "%":
            out.append("%")
        else:
            st.complain(f"TIMEFORMAT: `{letter or form[start]}': invalid format character")
            return ""
    return "".join(out)


def _long(seconds: float, digits: int) -> str:
    minutes = int(seconds // 60)
    return f"{minutes}m{seconds - 60 * minutes:.{digits}f}s"
