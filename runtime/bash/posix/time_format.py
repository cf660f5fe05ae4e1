"""``strftime`` as GNU's ``date`` has it: conversions with flags ``-_0^#+``, widths, ``%N`` and the ``%:z`` family."""

from __future__ import annotations

import re

from runtime.bash.posix.calendar import DAYS, MONTHS, iso_week

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.limits import Meter
    from runtime.bash.posix.calendar import Broken

__all__ = ["charge_time", "format_time"]

_CONVERSION = re.compile(r"%%|%([-_0^#+]*)(\d*)([EO]?)(:{1,3}z|[^%]|(?=%)|$)", re.DOTALL)
_WIDEST = 4096
_USUAL = 40
# For one conversion that stands for a dozen others.
_SECONDS = 15e-6
# Conversions that stand for others.
_COMPOUND = {
    "c": "%a %b %e %H:%M:%S %-Y",
    "D": "%m/%d/%y",
    "F": "%+4Y-%m-%d",
    "r": "%I:%M:%S %p",
    "R": "%H:%M",
    "T": "%H:%M:%S",
    "x": "%m/%d/%y",
    "X": "%H:%M:%S",
}


# What is printed as it stands behind a modifier.
_UNMODIFIED = {"E": "aAbBhdDeFgGHIjklmMNqSUVwW", "O": "aAcDFqxXY"}


def _hour12(when: Broken) -> int:
    return when.hour % 12 or 12


# (value, width, padding) of the numeric conversions.
_NUMBERS: dict[str, tuple[Callable[[Broken], int], int, str]] = {
    "C": (lambda when: when.year // 100, 2, "0"),
    "d": (lambda when: when.day, 2, "0"),
    "e": (lambda when: when.day, 2, " "),
    "g": (lambda when: iso_week(when)[0] % 100, 2, "0"),
    "G": (lambda when: iso_week(when)[0], 4, "0"),
    "H": (lambda when: when.hour, 2, "0"),
    "I": (_hour12, 2, "0"),
    "j": (lambda when: when.year_day + 1, 3, "0"),
    "k": (lambda when: when.hour, 2, " "),
    "l": (_hour12, 2, " "),
    "m": (lambda when: when.month, 2, "0"),
    "M": (lambda when: when.minute, 2, "0"),
    "q": (lambda when: (when.month + 2) // 3, 1, "0"),
    "S": (lambda when: when.second, 2, "0"),
    "u": (lambda when: when.weekday or 7, 1, "0"),
    "U": (lambda when: (when.year_day + 7 - when.weekday) // 7, 2, "0"),
    "V": (lambda when: iso_week(when)[1], 2, "0"),
    "w": (lambda when: when.weekday, 1, "0"),
    "W": (lambda when: (when.year_day + 7 - (when.weekday + 6) % 7) // 7, 2, "0"),
    "y": (lambda when: when.year % 100, 2, "0"),
    "Y": (lambda when: when.year, 4, "0"),
}
_TEXTS: dict[str, Callable[[Broken], str]] = {
    "a": lambda when: DAYS[when.weekday][:3],
    "A": lambda when: DAYS[when.weekday],
    "b": lambda when: MONTHS[when.month - 1][:3],
    "B": lambda when: MONTHS[when.month - 1],
    "h": lambda when: MONTHS[when.month - 1][:3],
    "n": lambda when: "\n",  # noqa: ARG005
    "p": lambda when: "AM" if when.hour < 12 else "PM",
    "P": lambda when: "am" if when.hour < 12 else "pm",
    "t": lambda when: "\t",  # noqa: ARG005
    "Z": lambda when: when.abbreviation,
}


def charge_time(meter: Meter, pattern: str, times: int = 1) -> None:
    """Charge `format_time` of ``pattern`` before it is made: every conversion may be as wide as the widest where one has a
    width, else a few dozen characters."""
    wide = any(found[2] for found in _CONVERSION.finditer(pattern))
    meter.text(times * (len(pattern) + pattern.count("%") * (_WIDEST if wide else _USUAL)))
    meter.afford(_SECONDS * pattern.count("%"))


def format_time(pattern: str, when: Broken, seconds: int, nanos: int = 0) -> str:
    """``pattern`` filled in with a moment: its parts, its seconds since the epoch and the nanoseconds beyond."""

    def convert(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        flags, digits, modifier, letter = found.groups()
        width = min(int(digits[:6]), _WIDEST) if digits else -1
        if not letter or (modifier and letter in _UNMODIFIED[modifier]):
            return _text(found[0], flags, width)
        if letter in _NUMBERS:
            value, least, pad = _NUMBERS[letter]
            return _number(value(when), flags, width, least, pad, letter)
        if letter == "s":
            return _number(seconds, flags, width, 1, "0", letter)
        if letter == "N":
            return _fraction(nanos, width, flags)
        if letter.endswith("z"):
            return _offset(when.offset, len(letter) - 1, flags, width)
        if letter in _COMPOUND:
            return _text(format_time(_COMPOUND[letter], when, seconds, nanos), flags, width)
        if letter in _TEXTS:
            return _case(_TEXTS[letter](when), flags, width, letter)
        return _text(found[0], flags, width)

    return _CONVERSION.sub(convert, pattern)


def _number(value: int, flags: str, width: int, least: int, pad: str, letter: str) -> str:
    for flag in flags:
        if flag in "-_0":
            pad = {"-": "", "_": " ", "0": "0"}[flag]
    plus = "+" in flags and letter in "YGCF"
    width = width if width >= 0 else least
    digits = str(abs(value))
    sign = "-" if value < 0 else ""
    if plus and len(digits) > (2 if letter == "C" else 4):
        sign = sign or "+"
    if pad == "":
        return sign + digits
    if pad == " ":
        return (sign + digits).rjust(width)
    return sign + digits.rjust(width - len(sign), "0")


def _fraction(nanos: int, width: int, flags: str) -> str:
    digits = f"{nanos:09d}"
    if width > 0:
        digits = digits[:width]
    pad = next((flag for flag in reversed(flags) if flag in "-_0"), "0")
    if pad == "_" or (pad == "-" and width > 0):
        digits = digits.rstrip("0") or "0"
    return digits if pad == "-" else digits.ljust(width if width > 0 else 9, " " if pad == "_" else "0")


def _offset(offset: int, colons: int, flags: str, width: int) -> str:
    """``%z`` is one number, hours and minutes together; with colons the hours are one."""
    sign = "-" if offset < 0 else "+"
    hours, rest = divmod(abs(offset), 3600)
    minutes, seconds = divmod(rest, 60)
    short, full = f":{minutes:02d}", f":{minutes:02d}:{seconds:02d}"
    tail = ("", short, full, full if seconds else short if minutes else "")[colons]
    digits = str(hours if colons else hours * 100 + minutes)
    if "-" in flags:
        return sign + digits + tail
    least = max(width, (2 if colons else 4) + len(tail) + 1)
    if "_" in flags:
        return (sign + digits + tail).rjust(least)
    return sign + (digits + tail).rjust(least - 1, "0")


def _case(text: str, flags: str, width: int, letter: str) -> str:
    if letter == "P":
        flags = flags.replace("^", "")
    elif "#" in flags and letter in "pZ":
        text, flags = text.lower(), flags.replace("^", "")
    elif "^" in flags or "#" in flags:
        text = text.upper()
    return _text(text, flags.replace("^", ""), width)


def _text(text: str, flags: str, width: int) -> str:
    if "^" in flags:
        text = text.upper()
    if "-" in flags:
        return text
    return text.rjust(width, "0" if "0" in flags or "+" in flags else " ") if width > 0 else text
