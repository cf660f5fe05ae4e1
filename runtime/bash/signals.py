"""Signals by name and number, as Linux on x86-64 and bash have them."""

from __future__ import annotations

__all__ = ["DEBUG", "ERR", "EXIT", "LAST", "RETURN", "listing", "name_of", "number_of", "titled"]

_LIST = (
    "EXIT HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU "
    "URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS"
)
_NAMES = _LIST.split()
_RTMIN, LAST = 34, 64
# The first half of the real-time signals is named from below, the second from above.
_RTMID = 49
EXIT = 0
# Behind the last signal: bash's own events.
DEBUG, ERR, RETURN = LAST + 1, LAST + 2, LAST + 3
_EVENTS = {"DEBUG": DEBUG, "ERR": ERR, "RETURN": RETURN}
_COLUMNS = 5


def _named() -> dict[int, str]:
    names = dict(enumerate(_NAMES))
    for number in range(_RTMIN, LAST + 1):
        base, sign, away = (
            ("RTMIN", "+", number - _RTMIN) if number <= _RTMID else ("RTMAX", "-", LAST - number)
        )
        names[number] = f"{base}{sign}{away}" if away else base
    return names


_BY_NUMBER = _named()
_BY_NAME = {name: number for number, name in _BY_NUMBER.items()}
# Both names of every real-time signal are understood.
_BY_NAME.update({f"RTMIN+{n - _RTMIN}": n for n in range(_RTMIN + 1, LAST + 1)})
_BY_NAME.update({f"RTMAX-{LAST - n}": n for n in range(_RTMIN, LAST)})


def number_of(text: str) -> int | None:
    """The signal that a script means by ``text``: a number, a name in any case, with or without ``SIG``; or an event."""
    if text.isascii() and text.isdigit():
        number = int(text) if len(text) < 4 else LAST + 1
        return number if number <= LAST else None
    name = text.upper()
    if name in _EVENTS:
        return _EVENTS[name]
    if name.startswith("SIG") and name != "SIGEXIT":
        name = name[3:]
    return _BY_NAME.get(name)


def name_of(number: int) -> str:
    """``TERM``, ``EXIT``, ``DEBUG``; the digits of a number that has no name."""
    for event, its in _EVENTS.items():
        if number == its:
            return event
    return _BY_NUMBER.get(number, str(number))


def titled(number: int) -> str:
    """As `trap` lists it: ``SIGTERM``, but ``EXIT`` and ``DEBUG``."""
    name = name_of(number)
    return name if number == EXIT or number > LAST or name.isdigit() else f"SIG{name}"


def listing() -> str:
    """The table that ``kill -l`` and ``trap -l`` print."""
    cells = [f"{number:2}) SIG{name}" for number, name in sorted(_BY_NUMBER.items()) if number]
    rows = [cells[start : start + _COLUMNS] for start in range(0, len(cells), _COLUMNS)]
    return "".join("\t".join(row) + ("\n" if len(row) == _COLUMNS else "\t\n") for row in rows)
