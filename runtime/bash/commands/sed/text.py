"""The texts in a sed script: escapes, delimiters, replacements."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "CODES",
    "ESCAPES",
    "bracket_end",
    "coded",
    "replacement_parts",
    "table_of",
    "undelimited",
    "unescaped",
]

_CASES = "ULEul"
ESCAPES = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
CODES = re.compile(r"d([0-9]{3})|o([0-7]{3})|x([0-9A-Fa-f]{2})|c(.)", re.DOTALL)


def table_of(one: list[str], two: list[str]) -> Callable[[bytes], bytes]:
    table = dict(zip(map(ord, reversed(one)), reversed(two), strict=True))

    def translate(data: bytes) -> bytes:
        return encoded(data.decode("utf-8", "surrogateescape").translate(table))

    return translate


def bracket_end(text: str, at: int) -> int:
    """Where the bracket expression that begins before ``at`` ends (behind its ``]``); -1 when it does not."""
    at += text.startswith("^", at)
    at += text.startswith("]", at)
    while at < len(text):
        if text[at] == "]":
            return at + 1
        if text[at] == "\n":
            return -1
        if text[at] == "[" and text[at + 1 : at + 2] in (":", ".", "="):
            end = text.find(text[at + 1] + "]", at + 2)
            if end < 0:
                return -1
            at = end + 2
        else:
            at += 1
    return -1


def undelimited(char: str, regex: bool) -> str:
    """An escaped delimiter is the character itself, also where it would mean something in the expression."""
    if regex and char in "^$.*[]":
        return "\\" + char
    return char


def coded(found: re.Match[str]) -> str:
    """``\\dNNN``, ``\\oNNN``, ``\\xHH``, ``\\cX``; bytes above 127 stand for themselves."""
    decimal, octal, hexadecimal, control = found.groups()
    if control is not None:
        return chr(ord(control.upper()) ^ 64) if control.isascii() else control
    value = int(decimal or octal or hexadecimal, 10 if decimal else 8 if octal else 16) & 255
    return bytes((value,)).decode("utf-8", "surrogateescape")


def unescaped(source: str) -> str:
    """The escapes of GNU sed that POSIX's expressions do not know, as the characters they stand for."""
    if "\\" not in source:
        return source
    out = []
    at = 0
    while at < len(source):
        char = source[at]
        at += 1
        if char != "\\" or at >= len(source):
            out.append(char)
            continue
        found = CODES.match(source, at)
        if found is not None:
            made = coded(found)
            out.append("\\" + made if made in "^$.*[]\\+?(){}|/" and made not in "+?(){}|/" else made)
            at = found.end()
        elif source[at] in "afnrtv":
            out.append(ESCAPES[source[at]])
            at += 1
        else:
            out.append(char + source[at])
            at += 1
    return "".join(out)


def replacement_parts(text: str) -> list[bytes | int | str]:
    """The parts of a replacement."""
    parts: list[bytes | int | str] = []
    held: list[str] = []

    def put(part: int | str) -> None:
        if held:
            parts.append(encoded("".join(held)))
            held.clear()
        parts.append(part)

    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == "&":
            put(0)
        elif char != "\\" or at >= len(text):
            held.append(char)
        else:
            found = CODES.match(text, at)
            char = text[at]
            at = found.end() if found is not None else at + 1
            if found is not None:
                held.append(coded(found))
            elif char.isdigit():
                put(int(char))
            elif char in _CASES:
                put(char)
            else:
                held.append(ESCAPES.get(char, char))
    if held:
        parts.append(encoded("".join(held)))
    return parts
