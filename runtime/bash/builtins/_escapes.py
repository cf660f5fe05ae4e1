"""Backslash escapes as ``echo -e``, ``printf``'s format and its ``%b`` read them: three dialects of one table.

Text in, text out; a byte that is no UTF-8 by itself comes out as a lone surrogate, and writing the text joins such
bytes to characters again (`tidy` does the same for text that stays in a variable).
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ARGUMENT", "ECHO", "FORMAT", "character", "decode", "tidy"]

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
_SHARED = r"(?P<letter>[abeEfnrtv\\])|x(?P<hex>[0-9A-Fa-f]{1,2})|u(?P<short>[0-9A-Fa-f]{1,4})|U(?P<long>[0-9A-Fa-f]{1,8})"
# echo -e: octal only after a 0; what is no escape stays as it is, without a word.
ECHO = re.compile(rf"\\(?:{_SHARED}|0(?P<octal>[0-7]{{0,3}})|(?P<stop>c))")
# %b: octal with a 0 before it or without one.
ARGUMENT = re.compile(
    rf"\\(?:{_SHARED}|0(?P<octal>[0-7]{{0,3}})|(?P<plain>[1-7][0-7]{{0,2}})|(?P<stop>c)|(?P<missing>[xuU]))"
)
# printf's format: at most three octal digits in all, quotes are escapable, \c is not special.
FORMAT = re.compile(rf"\\(?:{_SHARED}|(?P<plain>[0-7]{{1,3}})|(?P<quote>[\"'?])|(?P<missing>[xuU]))")


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


_DECODERS: dict[str, Callable[[str], str]] = {
    "letter": _LETTERS.__getitem__,
    "hex": lambda digits: _byte(int(digits, 16)),
    "short": lambda digits: character(int(digits, 16)),
    "long": lambda digits: character(int(digits, 16)),
    "octal": lambda digits: _byte(int(digits or "0", 8)),
    "plain": lambda digits: _byte(int(digits, 8)),
    "quote": str,
    "missing": lambda letter: f"\\{letter}",
}
_MISSING = {
    "x": "missing hex digit for \\x",
    "u": "missing unicode digit for \\u",
    "U": "missing unicode digit for \\U",
}


def decode(
    text: str, dialect: re.Pattern[str], warn: Callable[[str], None] | None = None
) -> tuple[str, bool]:
    """``text`` with its escapes replaced, and whether a ``\\c`` ended it."""
    if "\\" not in text:
        return text, False
    pieces = []
    at = 0
    for match in dialect.finditer(text):
        kind = match.lastgroup or ""
        pieces.append(text[at : match.start()])
        if kind == "stop":
            return "".join(pieces), True
        if kind == "missing" and warn is not None:
            warn(_MISSING[match[kind]])
        pieces.append(_DECODERS[kind](match[kind]))
        at = match.end()
    pieces.append(text[at:])
    return "".join(pieces), False


def tidy(text: str) -> str:
    """Text as a variable holds it: bytes that are UTF-8 together become characters."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
