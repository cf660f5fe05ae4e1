"""``sprintf``: C's conversions on awk's values. Formats are read once; widths are refused before they are filled."""

from __future__ import annotations

import re

from runtime.bash.commands.awk.errors import AwkError, AwkRefused
from runtime.bash.commands.awk.values import LOOKS, Input, integer_text, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.awk.values import Value

    Text = Callable[[Value], str]

__all__ = ["MOST_WIDTH", "quick", "sprintf"]

MOST_WIDTH = 10_000
_CONVERSION = re.compile(
    r"%(?:(?P<place>\d+)\$)?(?P<flags>[-+ #0']*)(?P<width>\*|\d+)?(?P<dot>\.(?P<precision>\*|-?\d*))?"
    r"(?P<size>[hlLqjzt]*)(?P<letter>[diouxXeEfFgGaAcs%])"
)
_ZEROS = re.compile(r"\.?0*p")
_INTEGERS = "dioxXu"
_FLOATS = "eEfFgGaA"
_most_remembered = 500
_read: dict[str, list[str | re.Match[str]]] = {}


def _parts(form: str) -> list[str | re.Match[str]]:
    """The literal texts and conversions of a format."""
    parts = _read.get(form)
    if parts is None:
        parts = []
        at = 0
        for found in _CONVERSION.finditer(form):
            parts.append(form[at : found.start()])
            parts.append(found)
            at = found.end()
        parts.append(form[at:])
        if len(_read) >= _most_remembered:
            _read.clear()
        _read[form] = parts
    return parts


def sprintf(form: str, args: tuple[Value, ...], text: Text) -> str:
    """``form`` filled in with ``args``; ``text`` gives a value as a string. Raises AwkError."""
    out: list[str] = []
    taken = _Arguments(form, args)
    for part in _parts(form):
        if isinstance(part, str):
            out.append(part)
        elif part["letter"] == "%":
            out.append("%")
        else:
            out.append(_converted(part, taken, text))
    return "".join(out)


class _Arguments:
    """The arguments of one call, taken one after another or by place."""

    __slots__ = ("args", "at", "form")

    def __init__(self, form: str, args: tuple[Value, ...]) -> None:
        self.form = form
        self.args = args
        self.at = 0

    def next(self, place: str | None = None) -> Value:
        """The next one, or that of a place."""
        at = int(place[:9]) - 1 if place else self.at
        if not place:
            self.at += 1
        if not 0 <= at < len(self.args):
            raise AwkError(f"not enough arguments to satisfy format string\n\t'{self.form}'")
        return self.args[at]


def _size(text: str | None, taken: _Arguments, what: str) -> int | None:
    """A width or precision, refused beyond what is sensible."""
    if text is None:
        return None
    if text == "*":
        given = number(taken.next())
        value = int(given) if abs(given) < 1e15 else 10**15
    else:
        value = int(text[:12]) if text not in ("", "-") else 0
    if abs(value) > MOST_WIDTH:
        raise AwkRefused(f"format {what} {abs(value)} exceeds maximum ({MOST_WIDTH})")
    return value


def _converted(part: re.Match[str], taken: _Arguments, text: Text) -> str:
    flags = part["flags"]
    width = _size(part["width"], taken, "width") or 0
    if width < 0:
        flags += "-"
        width = -width
    precision = _size(part["precision"], taken, "precision") if part["dot"] else None
    if precision is not None and precision < 0:
        precision = None
    letter = part["letter"]
    value = taken.next(part["place"])
    if letter in _INTEGERS:
        return _integer(number(value), letter, flags, width, precision)
    if letter in _FLOATS:
        return _floating(number(value), letter, flags, width, precision)
    if letter == "c":
        body = _character(value, text)
    else:
        body = text(value)
        if precision is not None:
            body = body[:precision]
    return body.ljust(width) if "-" in flags else body.rjust(width)


def _character(value: Value, text: Text) -> str:
    """``%c``: a number is a code point, anything else its first character."""
    if value.__class__ is float or (value.__class__ is Input and LOOKS[value] is not None):
        code = number(value)
        if not -1 < code < 0x110000:
            return "\ufffd"
        point = int(code)
        return chr(point) if not 0xD800 <= point < 0xE000 else "\ufffd"
    return text(value)[:1] or "\0"


def _integer(value: float, letter: str, flags: str, width: int, precision: int | None) -> str:
    if value - value != 0:
        return _padded(str(integer_text(value)), flags.replace("0", ""), width)
    whole = int(value)
    if whole < 0 and letter in "ouxX":
        # gawk's way: what cannot be unsigned is shown as it is.
        return _padded(str(integer_text(value) or f"{value:g}"), flags.replace("0", ""), width)
    digits = format(abs(whole), {"o": "o", "x": "x", "X": "X"}.get(letter, "d"))
    if precision is not None:
        digits = digits.rjust(precision, "0") if precision or whole else ""
        flags = flags.replace("0", "")
    prefix = ""
    if "#" in flags and whole:
        prefix = {"x": "0x", "X": "0X", "o": "" if digits.startswith("0") else "0"}.get(letter, "")
    if letter in "di":
        prefix = "-" if whole < 0 else "+" if "+" in flags else " " if " " in flags else ""
    if "0" in flags and "-" not in flags:
        digits = digits.rjust(width - len(prefix), "0")
    return _padded(prefix + digits, flags, width)


def _floating(value: float, letter: str, flags: str, width: int, precision: int | None) -> str:
    if value - value != 0:
        return _padded(str(integer_text(value)), flags.replace("0", ""), width)
    if letter in "aA":
        body = _ZEROS.sub("p", value.hex())
        body = body.upper() if letter == "A" else body
        return _padded(body, flags, width)
    spec = "%" + "".join(sorted(set(flags) - {"'"})) + (str(width) if width else "")
    spec += f".{6 if precision is None else precision}{letter}"
    return spec % value


def _padded(body: str, flags: str, width: int) -> str:
    return body.ljust(width) if "-" in flags else body.rjust(width)


def quick(form: str) -> tuple[str, str] | None:
    """A format of plain conversions as Python has it, with its letters; None where `sprintf` must do.

    ``%d`` becomes ``%s`` of the number's text: Python's own refuses what is no number.
    """
    out: list[str] = []
    letters = ""
    for part in _parts(form):
        if isinstance(part, str):
            out.append(part.replace("%", "%%"))
            continue
        letter, flags, width = part["letter"], part["flags"], part["width"] or ""
        if letter == "%":
            out.append("%%")
            continue
        plain = (
            not part["place"] and "*" not in part[0] and len(width) < 4 and len(part["precision"] or "") < 4
        )
        if not plain or letter not in "disfeEgG" or (letter not in "feEgG" and flags.strip("-")):
            return None
        if letter in "di" and part["dot"]:
            return None
        letters += "d" if letter == "i" else letter
        spec = "".join(sorted(set(flags) - {"'"})) + width + (part["dot"] or "")
        out.append(f"%{spec}{'s' if letter in 'di' else letter}")
    return "".join(out), letters
