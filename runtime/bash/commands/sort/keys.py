"""The keys of sort: which part of a line, and how it orders.

A key turns a list of lines into a list of values that Python compares: whole columns at a time, since a numeric column
whose numbers are all short is one of ints.
"""

from __future__ import annotations

import re

from runtime.bash.commands._shared.quoting import quote
from runtime.bash.commands.sort.columns import cutter, plain_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

__all__ = ["ORDERS", "BadKey", "Key", "parse_key"]

ORDERS = "bdfgiMhnRrV"
_BLANK = b" \t\n"
_COUNT = r"\s*\+?(\d+)"
_POSITION = rf"{_COUNT}(?:\.{_COUNT})?([bdfgiMhnRrV]*)"
_COUNTED = re.compile(_COUNT, re.ASCII)
_SPEC = re.compile(rf"{_POSITION}(?:,{_POSITION})?", re.ASCII)
_NUMBER = re.compile(rb"[ \t\n]*(-?)0*([0-9]*)(?:\.([0-9]*))?")
_HUMAN = re.compile(rb"[ \t\n]*(-?)0*([0-9]*)(?:\.([0-9]*))?([kKMGTPEZY]?)")
_FLOAT = re.compile(
    rb"[ \t\n\v\f\r]*([-+]?(?:0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][-+]?\d+)?"
    rb"|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|inf(?:inity)?|nan))",
    re.IGNORECASE,
)
_SHORT = 18
_FLIP = bytes.maketrans(b"0123456789", b"9876543210")
_FOLD = bytes.maketrans(b"abcdefghijklmnopqrstuvwxyz", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_NOT_DICTIONARY = bytes(
    byte for byte in range(256) if not (chr(byte).isalnum() and byte < 128) and byte not in b" \t\n"
)
_NOT_PRINTED = bytes(byte for byte in range(256) if not 32 <= byte < 127)
_MONTHS = {
    name: number for number, name in enumerate(b"JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(), 1)
}
_POWERS = {b"": 0, b"k": 1, **{bytes((letter,)): number for number, letter in enumerate(b"KMGTPEZY", 1)}}


class BadKey(Exception):
    """The key is no key; the message is complete but for the name."""


class Key:
    """One key. Fields count from 0; ``end_field`` None is the end of the line."""

    def __init__(self) -> None:
        self.field = 0
        self.char = 0
        self.end_field: int | None = None
        self.end_char = 0
        self.flags = ""
        self.skip_start = False
        self.skip_end = False
        self.whole = True

    def inherit(self, flags: str) -> None:
        """A key without flags of its own has the global ones."""
        if not self.flags and not (self.skip_start or self.skip_end):
            self.flags = flags
            self.skip_start = self.skip_end = "b" in flags

    @property
    def reverse(self) -> bool:
        return "r" in self.flags

    def texts(self, lines: Sequence[bytes], tab: bytes | None) -> Sequence[bytes]:
        """The part of each line."""
        if self.whole and not self.skip_start:
            return lines
        if tab and self.end_field == self.field and not (self.char or self.end_char or self.skip_start):
            count = self.field
            return [
                parts[count] if len(parts := line.split(tab, count + 1)) > count else b"" for line in lines
            ]
        if not (self.char or self.end_char):
            match = cutter(self.field, self.end_field, tab, skip=self.skip_start)
            if match is not None:
                return [found[1] if (found := match(line)) else b"" for line in lines]
        return [line[self._begin(line, tab) : self._limit(line, tab)] for line in lines]

    def _begin(self, line: bytes, tab: bytes | None) -> int:
        at = 0
        for _ in range(self.field):
            if at >= len(line):
                break
            at = _field_end(line, at, tab)
            at += bool(tab) and at < len(line)
        if self.skip_start:
            at = _past_blanks(line, at)
        return min(len(line), at + self.char)

    def _limit(self, line: bytes, tab: bytes | None) -> int:
        if self.end_field is None:
            return len(line)
        count = self.end_field if self.end_char else self.end_field + 1
        at = 0
        while at < len(line) and count:
            count -= 1
            at = _field_end(line, at, tab)
            if tab and at < len(line) and (count or self.end_char):
                at += 1
        if self.end_char:
            if self.skip_end:
                at = _past_blanks(line, at)
            at = min(len(line), at + self.end_char)
        return at

    def column(
        self, lines: Sequence[bytes], tab: bytes | None, shuffled: Callable[[bytes], object]
    ) -> Sequence[Any]:
        """A value for each line; ``shuffled`` orders at random."""
        texts = self.texts(lines, tab)
        flags = self.flags
        if "n" in flags:
            return _numbers(texts)
        if "h" in flags and "f" in flags:
            # "1e2" is then one exabyte.
            texts = [text.translate(_FOLD) for text in texts]
        for letter, value in _VALUES.items():
            if letter in flags:
                return [value(text) for text in texts]
        if "d" in flags:
            texts = [text.translate(None, _NOT_DICTIONARY) for text in texts]
        elif "i" in flags:
            texts = [text.translate(None, _NOT_PRINTED) for text in texts]
        if "f" in flags:
            texts = [text.translate(_FOLD) for text in texts]
        if "V" in flags:
            from runtime.bash.commands._shared.version_order import version_key

            return [version_key(text) for text in texts]
        return [shuffled(text) for text in texts] if "R" in flags else texts


def _field_end(line: bytes, at: int, tab: bytes | None) -> int:
    if tab:
        found = line.find(tab, at)
        return len(line) if found < 0 else found
    at = _past_blanks(line, at)
    while at < len(line) and line[at] not in _BLANK:
        at += 1
    return at


def _past_blanks(line: bytes, at: int) -> int:
    while at < len(line) and line[at] in _BLANK:
        at += 1
    return at


def parse_key(text: str) -> Key:
    """``-k F[.C][FLAGS][,F[.C][FLAGS]]``."""
    found = _SPEC.fullmatch(text)
    if found is None:
        raise BadKey(_wrong(text))
    start, char, flags, end, end_char, end_flags = found.groups(default="")
    if int(start[:9]) == 0 or (end and int(end[:9]) == 0):
        raise BadKey(f"field number is zero: invalid field specification {quote(text)}")
    if char and int(char[:9]) == 0:
        raise BadKey(f"character offset is zero: invalid field specification {quote(text)}")
    key = Key()
    key.whole = False
    key.field = int(start[:9]) - 1
    key.char = int(char[:9]) - 1 if char else 0
    if end:
        key.end_field = int(end[:9]) - 1
        key.end_char = int(end_char[:9]) if end_char else 0
    key.skip_start = "b" in flags
    key.skip_end = "b" in end_flags
    key.flags = "".join(letter for letter in flags + end_flags if letter != "b")
    return key


def _wrong(text: str) -> str:
    """What is said of the first thing in ``text`` that does not belong there."""
    at = 0
    for lead, place in (("", "at field start"), (".", "after '.'"), (",", "after ','"), (".", "after '.'")):
        if lead and text[at : at + 1] != lead:
            continue
        at += len(lead)
        found = _COUNTED.match(text, at)
        if found is None:
            return f"invalid number {place}: invalid count at start of {quote(text[at:])}"
        at = found.end()
        while text[at : at + 1] and text[at] in ORDERS:
            at += 1
    return f"stray character in field spec: invalid field specification {quote(text)}"


def _numbers(texts: Sequence[bytes]) -> Sequence[Any]:
    """-n: the values of leading decimal numbers, exact at any length."""
    quick = plain_numbers(texts)
    if quick is not None:
        return quick
    match = _NUMBER.match
    parts = [found.groups() for found in map(match, texts) if found]
    if all(not fraction and len(digits) <= _SHORT for _, digits, fraction in parts):
        return [-int(digits or b"0") if sign else int(digits or b"0") for sign, digits, _ in parts]
    return [_ordered(sign, digits, fraction or b"") for sign, digits, fraction in parts]


def _ordered(sign: bytes, digits: bytes, fraction: bytes) -> bytes:
    """Bytes that order as the number does: the length first, below zero everything turned round."""
    fraction = fraction.rstrip(b"0")
    text = b"%010d" % len(digits) + digits + fraction
    if sign and (digits or fraction):
        return b"0" + text.translate(_FLIP) + b"\xff"
    return b"1" + text


def _human(text: bytes) -> tuple[int, bytes]:
    """-h: the unit orders before the number."""
    found = _HUMAN.match(text)
    sign, digits, fraction, suffix = found.groups() if found else (b"", b"", b"", b"")
    fraction = fraction or b""
    if not digits and not fraction.rstrip(b"0"):
        return (0, _ordered(b"", b"", b""))
    power = _POWERS[suffix]
    return (-power if sign else power, _ordered(sign, digits, fraction))


def _general(text: bytes) -> tuple[int, float]:
    """-g: what is no number first, then NaN, then numbers."""
    found = _FLOAT.match(text)
    if found is None:
        return (0, 0.0)
    digits = found[1].decode("ascii").lower()
    try:
        value = float.fromhex(digits) if "x" in digits else float(digits)
    except OverflowError:
        value = float("-inf" if digits.startswith("-") else "inf")
    return (1, 0.0) if value != value else (2, value)


def _month(text: bytes) -> int:
    return _MONTHS.get(text.lstrip(_BLANK)[:3].upper(), 0)


_VALUES: dict[str, Callable[[bytes], Any]] = {"g": _general, "h": _human, "M": _month}
