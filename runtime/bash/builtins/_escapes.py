"""Backslash escapes as ``echo -e``, ``printf``'s format and its ``%b`` read them: three dialects of one table.

Text in, text out; a byte that is no UTF-8 by itself comes out as a lone surrogate, and writing the text joins such
bytes to characters again (`tidy` does the same for text that stays in a variable).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ARGUMENT", "ECHO", "ESCAPE_S", "FORMAT", "Dialect", "character", "decode", "tidy"]

# Seconds in which one escape is decoded.
ESCAPE_S = 1.5e-6

_LETTERS = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
}
_OCTAL = "01234567"
_HEXADECIMAL = "0123456789abcdefABCDEF"
# Digits after the letter, and what is said when there is none.
_CODES = {
    "x": (2, "missing hex digit for \\x"),
    "u": (4, "missing unicode digit for \\u"),
    "U": (8, "missing unicode digit for \\U"),
}


class Dialect:
    """What one command takes for an escape.

    Attributes:
        zeros: octal digits that follow ``\\0``; None: a zero is a digit as any.
        octal: octal digits of ``\\1`` to ``\\7``, 0 for none.
        stops: ``\\c`` ends the text.
        quotes: ``\\"``, ``\\'`` and ``\\?`` are escapes.
    """

    __slots__ = ("octal", "quotes", "stops", "zeros")

    def __init__(self, zeros: int | None, octal: int, *, stops: bool = False, quotes: bool = False) -> None:
        self.zeros = zeros
        self.octal = octal
        self.stops = stops
        self.quotes = quotes


# echo -e: octal only after a 0; what is no escape stays as it is.
ECHO = Dialect(3, 0, stops=True)
# %b: octal with a 0 before it or without one.
ARGUMENT = Dialect(3, 3, stops=True)
# printf's format: at most three octal digits in all.
FORMAT = Dialect(None, 3, quotes=True)


def _byte(value: int) -> str:
    value &= 0xFF
    return chr(value) if value < 0x80 else chr(0xDC00 + value)


def character(value: int) -> str:
    """The character with that code; beyond Unicode and for surrogates the bytes of the original UTF-8 (RFC 2279)."""
    if value < 0xD800 or 0xE000 <= value < 0x110000:
        return chr(value)
    if value >= 1 << 31:
        return ""
    length = next(n for n, bits in ((3, 16), (4, 21), (5, 26), (6, 31)) if value < 1 << bits)
    tail = [0x80 | (value >> (6 * place)) & 0x3F for place in range(length - 2, -1, -1)]
    head = (0xFF00 >> length) & 0xFF | value >> (6 * (length - 1))
    return "".join(map(_byte, [head, *tail]))


def decode(text: str, dialect: Dialect, warn: Callable[[str], None] | None = None) -> tuple[str, bool]:
    """``text`` with its escapes replaced, and whether a ``\\c`` ended it.

    By hand: a regex for this would take longer to compile than most scripts run.
    """
    at = text.find("\\")
    if at < 0:
        return text, False
    pieces = []
    start = 0
    while at >= 0:
        pieces.append(text[start:at])
        letter = text[at + 1 : at + 2]
        plain = _LETTERS.get(letter)
        if plain is not None:
            start = at + 2
        elif letter == "c" and dialect.stops:
            return "".join(pieces), True
        else:
            plain, start = _coded(text, at + 1, letter, dialect, warn)
        pieces.append(plain)
        at = text.find("\\", start)
    pieces.append(text[start:])
    return "".join(pieces), False


def _coded(
    text: str, at: int, letter: str, dialect: Dialect, warn: Callable[[str], None] | None
) -> tuple[str, int]:
    """An escape that is more than a letter, and where it ends; a backslash alone where it is none."""
    if letter in _CODES:
        most, wrong = _CODES[letter]
        digits = _run(text, at + 1, most, _HEXADECIMAL)
        if digits:
            code = int(digits, 16)
            return _byte(code) if letter == "x" else character(code), at + 1 + len(digits)
        if warn is not None:
            warn(wrong)
    elif letter == "0" and dialect.zeros is not None:
        digits = _run(text, at + 1, dialect.zeros, _OCTAL)
        return _byte(int(digits or "0", 8)), at + 1 + len(digits)
    elif letter and letter in _OCTAL and dialect.octal:
        digits = _run(text, at, dialect.octal, _OCTAL)
        return _byte(int(digits, 8)), at + len(digits)
    elif letter and letter in "\"'?" and dialect.quotes:
        return letter, at + 1
    return "\\", at


def _run(text: str, at: int, most: int, digits: str) -> str:
    """The digits at ``at``, no more than ``most``."""
    end = at
    while end < at + most and end < len(text) and text[end] in digits:
        end += 1
    return text[at:end]


def tidy(text: str) -> str:
    """Text as a variable holds it: bytes that are UTF-8 together become characters."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
