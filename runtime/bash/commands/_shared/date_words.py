"""The words of dates as people write them: gnulib's lexer for ``date -d``, with its months, units, ordinals and zones."""

from __future__ import annotations

import re

from runtime.bash.posix.calendar import DAYS, MONTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.posix.zones import Zone

__all__ = ["DateError", "Word", "words"]

_HOUR = 3600
_NANO = 1_000_000_000
_MONTHS = {name.upper(): number for number, name in enumerate(MONTHS, 1)} | {"SEPT": 9}
_DAYS = {name.upper(): number for number, name in enumerate(DAYS)} | {
    "TUES": 2,
    "WEDNES": 3,
    "THUR": 4,
    "THURS": 4,
}
# What a unit moves, and by how many of it.
_UNITS = {
    "YEAR": ("year", 1),
    "MONTH": ("month", 1),
    "FORTNIGHT": ("day", 14),
    "WEEK": ("day", 7),
    "DAY": ("day", 1),
    "HOUR": ("second", _HOUR),
    "MINUTE": ("second", 60),
    "MIN": ("second", 60),
    "SECOND": ("second", 1),
    "SEC": ("second", 1),
}
_SHIFTS = {"TOMORROW": 1, "YESTERDAY": -1, "TODAY": 0, "NOW": 0}
_ORDINAL_NAMES = "LAST THIS NEXT - THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH"
_ORDINALS = {name: number for number, name in enumerate(_ORDINAL_NAMES.split(), -1)} | {"FIRST": 1}
_ZONES = {
    "WET": 0,
    "ART": -3,
    "BRT": -3,
    "NST": -3.5,
    "AST": -4,
    "CLT": -4,
    "EST": -5,
    "CST": -6,
    "MST": -7,
    "PST": -8,
    "AKST": -9,
    "HST": -10,
    "HAST": -10,
    "SST": -12,
    "WAT": 1,
    "CET": 1,
    "MET": 1,
    "MEZ": 1,
    "EET": 2,
    "CAT": 2,
    "SAST": 2,
    "EAT": 3,
    "MSK": 3,
    "IST": 5.5,
    "SGT": 8,
    "KST": 9,
    "JST": 9,
    "GST": 10,
    "NZST": 12,
}
# An hour ahead of the zone that they belong to, and never followed by "DST".
_SUMMER_ZONES = {
    "WEST": 0,
    "BST": 0,
    "BRST": -3,
    "NDT": -3.5,
    "ADT": -4,
    "CLST": -4,
    "EDT": -5,
    "CDT": -6,
    "MDT": -7,
    "PDT": -8,
    "AKDT": -9,
    "HADT": -10,
    "CEST": 1,
    "MEST": 1,
    "MESZ": 1,
    "EEST": 2,
    "MSD": 3,
    "NZDT": 12,
}
_MILITARY = {letter: hours for hours, letter in enumerate("ABCDEFGHIKLM", 1)} | {
    letter: -hours for hours, letter in enumerate("NOPQRSTUVWXY", 1)
}
_MERIDIANS = {"AM": "am", "A.M.": "am", "PM": "pm", "P.M.": "pm"}
_SPACES = re.compile(r"[ \t\n\v\f\r]*")
_NUMBER = re.compile(r"([-+]?)([ \t\n\v\f\r]*)(\d+)(?:[.,](\d+))?", re.ASCII)
_WORD = re.compile(r"[A-Za-z][A-Za-z.]*")
_LONGEST_WORD = 19
_LARGEST = 1 << 63


class DateError(Exception):
    """The text is no date."""


class Word:
    """One word. ``kind``: a capitalised name of the grammar, or the character itself.

    Attributes:
        value: a number's value, a month's or weekday's number, a zone's seconds, ``(unit, how many)``.
        digits: of a number, as many as were written.
        nanos: of a number with a fraction; never below zero.
    """

    __slots__ = ("digits", "kind", "nanos", "unit", "value")

    def __init__(self, kind: str, value: int = 0, *, digits: int = 0, nanos: int = 0, unit: str = "") -> None:
        self.kind = kind
        self.value = value
        self.digits = digits
        self.nanos = nanos
        self.unit = unit


def words(text: str, zone: Zone) -> list[Word]:
    """All words of a text. ``zone``'s own names are known as such. Raises DateError."""
    names = {zone.name: 0} | ({zone.summer: 1} if zone.summer else {})
    out: list[Word] = []
    at = 0
    while True:
        at = _SPACES.match(text, at).end()  # type: ignore[union-attr] # it matches nothing at least
        if at >= len(text):
            return out
        char = text[at]
        if char.isascii() and (char.isdigit() or char in "+-"):
            found = _NUMBER.match(text, at)
            # A sign before anything else says nothing.
            at = at + 1 if found is None else found.end()
            if found is not None:
                out.append(_number(found))
        elif char.isascii() and char.isalpha():
            found = _WORD.match(text, at)
            at = found.end() if found else at
            out.append(_named(found[0][:_LONGEST_WORD] if found else "", names))
        elif char == "(":
            at = _behind_comment(text, at)
        else:
            out.append(Word(char))
            at += 1


def _behind_comment(text: str, at: int) -> int:
    depth = 0
    while at < len(text):
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
        if not depth:
            break
    return at


def _number(found: re.Match[str]) -> Word:
    sign, _, digits, fraction = found.groups()
    value = int(digits[:40])
    if value >= _LARGEST:
        raise DateError
    value = -value if sign == "-" else value
    if fraction is None:
        return Word("SN" if sign else "UN", value, digits=len(digits))
    nanos = int(fraction[:9].ljust(9, "0"))
    if sign == "-":
        # Cut towards minus infinity, and kept as a positive part of the second below.
        nanos += bool(fraction[9:].strip("0"))
        if nanos:
            value, nanos = value - 1, _NANO - nanos
    return Word("SD" if sign else "UD", value, nanos=nanos)


def _named(text: str, names: dict[str, int]) -> Word:
    word = text.upper()
    if word in _MERIDIANS:
        return Word("MERIDIAN", unit=_MERIDIANS[word])
    for kind, table in (("MONTH", _MONTHS), ("DAY", _DAYS)):
        found = _abbreviated(word, table)
        if found is not None:
            return Word(kind, found)
    zone = _zone(word, names)
    if zone is not None:
        return zone
    if word == "DST":
        return Word("DST")
    for unit in (word, word.removesuffix("S")):
        if unit in _UNITS:
            kind, factor = _UNITS[unit]
            return Word("UNIT", factor, unit="sec" if unit in ("SEC", "SECOND") else kind)
    return _relative(word, names)


def _abbreviated(word: str, table: dict[str, int]) -> int | None:
    if len(word) == 3 or (len(word) == 4 and word[3] == "."):
        return next((number for name, number in table.items() if name[:3] == word[:3]), None)
    return table.get(word)


def _relative(word: str, names: dict[str, int]) -> Word:
    if word in _SHIFTS:
        return Word("SHIFT", _SHIFTS[word])
    if word in _ORDINALS:
        return Word("ORDINAL", _ORDINALS[word])
    if word in ("AGO", "HENCE"):
        return Word("AGO", -1 if word == "AGO" else 1)
    if word == "T":
        return Word("T")
    if word == "Z" or word in _MILITARY:
        return Word("ZONE", _MILITARY.get(word, 0) * _HOUR)
    zone = _zone(word.replace(".", ""), names) if "." in word else None
    if zone is None:
        raise DateError
    return zone


def _zone(word: str, names: dict[str, int]) -> Word | None:
    if word in ("GMT", "UT", "UTC"):
        return Word("ZONE", 0)
    if word in names:
        return Word("LOCAL", names[word])
    if word in _ZONES:
        return Word("ZONE", int(_ZONES[word] * _HOUR))
    if word in _SUMMER_ZONES:
        return Word("SUMMER", int(_SUMMER_ZONES[word] * _HOUR) + _HOUR)
    return None
