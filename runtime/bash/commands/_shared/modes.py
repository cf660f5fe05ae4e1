"""Permission bits: as a mode operand gives them (POSIX chmod, GNU's additions) and as ``ls -l`` shows them."""

from __future__ import annotations

import re

__all__ = ["Mode", "letters"]

_OCTAL = re.compile(r"=?[0-7]+")
_CLAUSE = re.compile(r"([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]|[0-7]+)(?![rwxXstugo0-7]))+)")
_ACTION = re.compile(r"([-+=])([rwxXst]*|[ugo]|[0-7]+)(?![rwxXstugo0-7])")
_WHO = {"u": 0o4700, "g": 0o2070, "o": 0o1007, "a": 0o7777}
_WHAT = {"r": 0o444, "w": 0o222, "x": 0o111, "s": 0o6000, "t": 0o1000}
_SHIFT = {"u": 6, "g": 3, "o": 0}
_FOLDER = 0o040000
_KINDS = {
    0o010000: "p",
    0o020000: "c",
    0o040000: "d",
    0o060000: "b",
    0o100000: "-",
    0o120000: "l",
    0o140000: "s",
}


class Mode:
    """A parsed mode operand. Raises ValueError when the text is none."""

    __slots__ = ("_changes", "_octal", "_strict")

    def __init__(self, text: str) -> None:
        self._octal: int | None = None
        self._strict = False
        self._changes: list[tuple[str, str, str]] = []
        if _OCTAL.fullmatch(text):
            digits = text.lstrip("=")
            if len(digits) > 64 or int(digits, 8) > 0o7777:
                raise ValueError(text)
            self._octal = int(digits, 8)
            # Five digits, or "=": a folder's set-id bits are meant as well, else they stay as they are.
            self._strict = len(digits) > 4 or digits != text
            return
        for clause in text.split(","):
            found = _CLAUSE.fullmatch(clause)
            if found is None:
                raise ValueError(text)
            self._changes += [(found[1], *action) for action in _ACTION.findall(found[2])]

    def apply(self, mode: int, umask: int, folder: bool | None = None) -> int:
        """The permission bits that ``mode`` becomes."""
        folder = mode & 0o170000 == _FOLDER if folder is None else folder
        bits = mode & 0o7777
        if self._octal is not None:
            return self._octal | (bits & 0o6000 if folder and not self._strict else 0)
        for who, action, what in self._changes:
            bits = _changed(bits, who, action, what, umask, folder)
        return bits


def _changed(bits: int, who: str, action: str, what: str, umask: int, folder: bool) -> int:
    reach = 0
    for letter in who:
        reach |= _WHO[letter]
    if not who:
        reach = 0o7777 & ~umask
    value = _value(bits, what, folder) & reach
    if action == "+":
        return bits | value
    if action == "-":
        return bits & ~value
    # A folder's set-id bits go only when they are named.
    if not who:
        # Nobody named: all bits are set anew, those that the umask takes away included.
        reach = 0o7777
    kept = bits & 0o6000 if folder and not {"s"} & set(what) and not what.isdigit() else 0
    return bits & ~reach | value | (kept & reach)


def _value(bits: int, what: str, folder: bool) -> int:
    if what.isdigit():
        return int(what, 8) & 0o7777
    if what in _SHIFT:
        return (bits >> _SHIFT[what] & 7) * 0o111
    value = 0
    for letter in what:
        if letter == "X":
            value |= 0o111 if folder or bits & 0o111 else 0
        else:
            value |= _WHAT[letter]
    return value


def letters(mode: int) -> str:
    """``drwxr-xr-x``."""
    out = [_KINDS.get(mode & 0o170000, "?")]
    for shift, special, low, high in ((6, 0o4000, "s", "S"), (3, 0o2000, "s", "S"), (0, 0o1000, "t", "T")):
        bits = mode >> shift & 7
        out.append("r" if bits & 4 else "-")
        out.append("w" if bits & 2 else "-")
        if mode & special:
            out.append(low if bits & 1 else high)
        else:
            out.append("x" if bits & 1 else "-")
    return "".join(out)
