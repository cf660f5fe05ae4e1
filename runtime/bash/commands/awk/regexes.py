"""awk's regular expressions: POSIX extended ones, in which escapes are C's, also inside brackets."""

from __future__ import annotations

import re

from runtime.bash.commands.awk.errors import AwkError
from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.limits import Meter
    from runtime.bash.posix.linear import Found

    Find = Callable[..., re.Match[str] | Found | None]

__all__ = ["Regex", "literal"]

_LETTERS = {
    "a": "\a",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "b": "\b",
    "/": "/",
    '"': '"',
    "&": "&",
}
# Escapes of GNU's that mean the same here, or that make a special character ordinary.
_KEPT = frozenset("wWsSB<>`'\\.[]()*+?{}|^$-")
_OCTAL = re.compile(r"[0-7]{1,3}")
_HEX = re.compile(r"x[0-9a-fA-F]{1,2}")
_SPECIAL = frozenset("\\.[]()*+?{}|^$")


class Regex:
    """One expression; ``test`` says whether it matches, ``find`` where, leftmost and longest."""

    __slots__ = ("_find", "_finder", "_made", "_safe", "compiled", "find", "source", "test")

    def __init__(self, source: str, meter: Meter, ignore_case: bool = False) -> None:
        self.source = source
        text = translated(source)
        try:
            tester = Pattern(
                [text], meter, syntax="extended", newline=True, multiline=False, ignore_case=ignore_case
            )
            self._finder = Pattern(
                [text],
                meter,
                syntax="extended",
                newline=True,
                multiline=False,
                longest=True,
                ignore_case=ignore_case,
            )
        except RegexError as error:
            raise AwkError(f"invalid regular expression: {error}: /{source}/") from None
        self.test: Find = _searcher(tester)
        self.find: Find = _searcher(self._finder)
        # `re`'s own form for short ASCII text, where no match is empty: what split and gsub may use whole.
        self.compiled, self._safe = self._finder.plain()
        if self.compiled is not None and self.compiled.search("") is not None:
            self.compiled = None
        if self.compiled is not None and any(
            sign in self.compiled.pattern for sign in (r"\b", r"\B", "(?=", r"\A", r"\Z")
        ):
            self.compiled = None

    def whole(self, text: str) -> re.Pattern[str] | None:
        """The form of `re` that may go over all of ``text``, None where only `find` may."""
        return self.compiled if len(text) <= self._safe and text.isascii() else None


def _searcher(pattern: Pattern) -> Find:
    quick, safe = pattern.plain()
    careful = pattern.search
    if quick is None:
        return careful
    search = quick.search

    def find(text: str, at: int = 0) -> re.Match[Any] | Found | None:
        if len(text) <= safe and text.isascii():
            return search(text, at)
        return careful(text, at)

    return find


def literal(text: str) -> str:
    """An expression that matches ``text`` and nothing else."""
    return "".join(f"\\{char}" if char in _SPECIAL else char for char in text)


def translated(source: str) -> str:
    """An expression of awk in the syntax of `regex_syntax`, whose brackets know no escapes."""
    if "\\" not in source:
        return source
    out: list[str] = []
    at, size = 0, len(source)
    while at < size:
        char = source[at]
        if char == "[":
            text, at = _bracket(source, at)
            out.append(text)
        elif char == "\\" and at + 1 < size:
            text, at = _escape(source, at + 1)
            out.append(text)
        else:
            out.append(char)
            at += 1
    return "".join(out)


def _escape(source: str, at: int) -> tuple[str, int]:
    """An escape outside brackets, whose backslash is before ``at``."""
    code = _OCTAL.match(source, at)
    if code:
        return literal(chr(int(code[0], 8) & 255)), code.end()
    code = _HEX.match(source, at)
    if code:
        return literal(chr(int(code[0][1:], 16))), code.end()
    char = source[at]
    if char == "y":
        return "\\b", at + 1
    if char in _LETTERS:
        return _LETTERS[char], at + 1
    return ("\\" + char if char in _KEPT else literal(char)), at + 1


def _bracket(source: str, start: int) -> tuple[str, int]:
    """A bracket expression with its escapes resolved; where it ends."""
    at = start + 1
    head = "["
    if source[at : at + 1] == "^":
        head += "^"
        at += 1
    out: list[str] = []
    if source[at : at + 1] == "]":
        out.append("]")
        at += 1
    while at < len(source) and source[at] != "]":
        if source[at] == "[" and source[at + 1 : at + 2] in (":", ".", "="):
            end = source.find(source[at + 1] + "]", at + 2)
            if end > 0:
                out.append(source[at : end + 2])
                at = end + 2
                continue
        if source[at] == "\\" and at + 1 < len(source):
            text, at = _bracket_escape(source, at + 1)
            out.append(text)
            continue
        out.append(source[at])
        at += 1
    if at >= len(source):
        # Never closed: as it is, for the compiler to refuse.
        return source[start:], len(source)
    return head + "".join(out) + "]", at + 1


def _bracket_escape(source: str, at: int) -> tuple[str, int]:
    code = _OCTAL.match(source, at)
    if code:
        return _member(chr(int(code[0], 8) & 255)), code.end()
    code = _HEX.match(source, at)
    if code:
        return _member(chr(int(code[0][1:], 16))), code.end()
    return _BRACKETED.get(source[at]) or _member(_LETTERS.get(source[at], source[at])), at + 1


_BRACKETED = {"s": "[:space:]", "w": "[:alnum:]_", "d": "[:digit:]"}


def _member(char: str) -> str:
    """A character as a member of a bracket expression, whatever it means there."""
    return f"[.{char}.]" if char in "]^-[\\" else char
