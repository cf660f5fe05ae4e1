"""Both files as one text by formats: ``diff -D``, ``--GTYPE-group-format``, ``--LTYPE-line-format``."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.limits import Meter
    from runtime.bash.option_table import Given

    Run = tuple[int, int, int, int]
    Numbers = dict[str, int]

__all__ = ["BadFormat", "Merge", "is_merge"]

_TYPES = ("old", "new", "unchanged")
_IFDEF = {
    "unchanged": "%=",
    "old": "#ifndef {0}\n%<#endif /* ! {0} */\n",
    "new": "#ifdef {0}\n%>#endif /* {0} */\n",
    "changed": "#ifndef {0}\n%<#else /* {0} */\n%>#endif /* {0} */\n",
}
_NUMBER = re.compile(r"(-?)('?)(\d*)(?:\.(\d*))?([doxX])(.)", re.DOTALL)
_CHARACTER = re.compile(r"c'(?:\\([0-7]{1,3})|([^'\\]))'", re.DOTALL)
_TERM = re.compile(r"([fFlLnNeEmM]|\d+)")
_WIDEST = 10_000


class BadFormat(Exception):
    """A format makes no sense; what it is called is the message."""


def is_merge(given: Given) -> bool:
    """Whether any of these options was given."""
    keys = ["D", "line-format", "changed-group-format"]
    return given.any(keys + [f"{kind}-{what}-format" for kind in _TYPES for what in ("line", "group")])


class Merge:
    """The formats of a command line, and what they make of two texts."""

    def __init__(self, given: Given, meter: Meter) -> None:
        self.meter = meter
        self.lines: dict[str, str] = {}
        self.groups: dict[str, str] = {}
        for key, value in given.order:
            if key == "D":
                self.groups.update(
                    {kind: _ifdef(text, value.replace("%", "%%")) for kind, text in _IFDEF.items()}
                )
            elif key == "line-format":
                self.lines.update(dict.fromkeys(_TYPES, value))
            elif key.endswith("-line-format"):
                self.lines[key.removesuffix("-line-format")] = value
            elif key.endswith("-group-format"):
                self.groups[key.removesuffix("-group-format")] = value
        for kind in _TYPES:
            self.lines.setdefault(kind, "%l\n")
        changed = self.groups.get("changed")
        self.groups.setdefault("old", changed or "%<")
        self.groups.setdefault("new", changed or "%>")
        self.groups.setdefault("unchanged", "%=")
        self.groups.setdefault("changed", self.groups["old"] + self.groups["new"])

    def text(self, one: list[bytes], two: list[bytes], found: list[Run]) -> Iterator[bytes]:
        """The merged text, group by group."""
        at = there = 0
        for a, b, c, d in [*found, (len(one), len(one), len(two), len(two))]:
            if at < a or there < c:
                yield self._group("unchanged", one, two, (at, a, there, c))
            if a < b or c < d:
                yield self._group("old" if c == d else "new" if a == b else "changed", one, two, (a, b, c, d))
            at, there = b, d

    def _group(self, kind: str, one: list[bytes], two: list[bytes], run: Run) -> bytes:
        a, b, c, d = run
        numbers = {
            "f": a + 1,
            "l": b,
            "n": b - a,
            "e": a,
            "m": b + 1,
            "F": c + 1,
            "L": d,
            "N": d - c,
            "E": c,
            "M": d + 1,
        }
        out = bytearray()
        self._write(out, self.groups[kind], numbers, one[a:b], two[c:d], a, c)
        return bytes(out)

    def _write(
        self, out: bytearray, form: str, numbers: Numbers, one: list[bytes], two: list[bytes], a: int, c: int
    ) -> None:
        at = 0
        while at < len(form):
            start = form.find("%", at)
            if start < 0:
                out += encoded(form[at:])
                return
            out += encoded(form[at:start])
            at = start + 1
            sort = form[at : at + 1]
            if sort in ("<", ">", "="):
                self._lines(
                    out,
                    {"<": "old", ">": "new", "=": "unchanged"}[sort],
                    two if sort == ">" else one,
                    c if sort == ">" else a,
                )
                at += 1
            elif sort == "(":
                chosen, at = _chosen(form, at + 1, numbers)
                self._write(out, chosen, numbers, one, two, a, c)
            else:
                made, at = _directive(form, at, numbers)
                out += made

    def _lines(self, out: bytearray, kind: str, lines: list[bytes], start: int) -> None:
        form = self.lines[kind]
        for number, line in enumerate(lines, start + 1):
            self.meter.text(len(out) + len(line))
            at = 0
            while at < len(form):
                found = form.find("%", at)
                out += encoded(form[at : found if found >= 0 else len(form)])
                if found < 0:
                    break
                letter = form[found + 1 : found + 2]
                at = found + 2
                if letter == "l":
                    out += line.removesuffix(b"\n")
                elif letter == "L":
                    out += line
                else:
                    made, at = _directive(form, found + 1, {"n": number})
                    out += made


def _ifdef(text: str, name: str) -> str:
    return text.replace("{0}", name)


def _chosen(form: str, at: int, numbers: Numbers) -> tuple[str, int]:
    """``(A=B?T:E)``: T or E, and where it ends."""
    sides = []
    for end in "=?":
        found = _TERM.match(form, at)
        if found is None or form[found.end() : found.end() + 1] != end:
            raise BadFormat
        term = found[1]
        sides.append(int(term[:18]) if term[0].isdigit() else numbers[term])
        at = found.end() + 1
    parts = []
    for end in ":)":
        start, depth = at, 0
        while at < len(form) and (depth or form[at] != end):
            if form[at : at + 2] in ("%:", "%)") and not depth:
                at += 1
            elif form[at : at + 2] == "%(":
                depth += 1
            elif form[at] == ")" and depth:
                depth -= 1
            at += 1
        parts.append(form[start:at].replace("%:", ":"))
        at += 1
    return parts[0] if sides[0] == sides[1] else parts[1], at


def _directive(form: str, at: int, numbers: Numbers) -> tuple[bytes, int]:
    """``%%``, ``%c'C'`` or a number; what does not fit stands for itself."""
    if form[at : at + 1] == "%":
        return b"%", at + 1
    character = _CHARACTER.match(form, at)
    if character is not None:
        made = bytes([int(character[1], 8) & 255]) if character[1] else encoded(character[2])
        return made, character.end()
    found = _NUMBER.match(form, at)
    if found is None or found[6] not in numbers:
        return b"%", at
    left, _, width, precision, base, letter = found.groups()
    digits = format(numbers[letter], {"d": "d", "o": "o", "x": "x", "X": "X"}[base])
    digits = digits.rjust(min(int(precision or 0), _WIDEST), "0")
    size = min(int(width or 0), _WIDEST)
    return (digits.ljust(size) if left else digits.rjust(size)).encode(), found.end()
