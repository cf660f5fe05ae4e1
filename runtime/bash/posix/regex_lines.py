"""Expressions in the form in which `re` goes through many lines fastest: one match a line, which takes the line's rest.

`re` is fast where an expression begins with characters that stand for themselves: it then looks for those alone. So `^` becomes
the newline before, what must not stand before a word is looked at after the word, and where case counts for nothing it
is the text that is folded.
"""

from __future__ import annotations

import re

from runtime.bash.posix.regex_cost import literal_prefix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Subject = Any

__all__ = ["Searcher"]

_WORD_STARTS = (r"\b", r"\b(?=\w)")
# More strings than this are found sooner by one expression than one by one.
_MOST_STRINGS = 8


class Searcher:
    """Finds the lines of a text that hold a match of an expression which never matches nothing.

    Args:
        parts: the tokens of each of several expressions, any of which may match.
        whole: "" for any match, ``word`` or ``line`` for one that is a whole one.
        text: for str, else for bytes that are all ASCII.
        ignore_case: as it says.
    """

    __slots__ = ("_count", "_find", "_fold", "_led", "_newline", "_strings", "_text")

    def __init__(self, parts: list[list[str]], whole: str, *, text: bool, ignore_case: bool) -> None:
        self._text = text
        self._fold = ignore_case and not text
        self._newline: Subject = "\n" if text else b"\n"
        strings = _strings(parts) if not whole and (self._fold or not ignore_case) else []
        self._strings: list[Subject] = []
        if 1 < len(strings) <= _MOST_STRINGS:
            self._strings = [self._subject(string.lower() if self._fold else string) for string in strings]
        tokens: list[str] = []
        for part in parts:
            tokens += ["|", *part] if tokens else part
        source = _led(tokens, whole, self._fold)
        # Whether a match begins with the newline before its line.
        self._led = source.startswith("\n")
        flags = re.MULTILINE | (re.IGNORECASE if ignore_case and text else 0)
        self._find = self._count = re.compile(self._subject(source + r"[^\n]*"), flags)
        if self._strings:
            mark = re.escape(min(self._strings, key=len))
            self._count = re.compile(mark + self._subject(r"[^\n]*"))

    def _subject(self, text: str) -> Subject:
        return text if self._text else text.encode("latin-1")

    def count(self, subject: Subject, begin: int, end: int) -> int:
        """How many of the lines between two offsets hold a match."""
        piece = self._piece(subject, begin, end)
        if self._strings:
            piece = self._marked(piece)
        return len(self._count.findall(piece))

    def _marked(self, piece: Subject) -> Subject:
        """The same lines, of which those that hold any of the strings hold the shortest one.

        Each string is replaced by the shortest. That may break other strings, and make new ones, but in lines only that have
        the shortest now; a line that never had any gets none.
        """
        mark = min(self._strings, key=len)
        for string in self._strings:
            if mark not in string:
                piece = piece.replace(string, mark)
        return piece

    def _piece(self, subject: Subject, begin: int, end: int) -> Subject:
        piece = subject[begin:end]
        if self._fold:
            piece = piece.lower()
        return self._newline + piece if self._led else piece

    def spans(self, subject: Subject, begin: int, end: int) -> list[tuple[int, int]]:
        """Where these lines begin and end."""
        found = list(map(re.Match.span, self._find.finditer(self._piece(subject, begin, end))))
        if self._led:
            return [(begin + start, begin + stop - 1) for start, stop in found]
        newline, rfind = self._newline, subject.rfind
        if not begin:
            return [(rfind(newline, 0, start) + 1, stop) for start, stop in found]
        # The line before ends with a newline at begin - 1.
        before = begin - 1
        return [(rfind(newline, before, begin + start) + 1, begin + stop) for start, stop in found]


def _strings(parts: list[list[str]]) -> list[str]:
    """The strings that the expressions stand for; none where any is more than a string."""
    found = []
    for part in parts:
        alternatives = "".join("\0" if sign == "|" else sign[-1] for sign in part).split("\0")
        if any(sign != "|" and not literal_prefix([sign]) for sign in part) or "" in alternatives:
            return []
        found += alternatives
    return found


def _led(tokens: list[str], whole: str, fold: bool) -> str:
    """The expression, with what `re` can look for quickly at its beginning."""
    several = _has_alternatives(tokens)
    if whole == "line":
        return rf"{chr(10)}(?:{_bare(tokens, fold)})$"
    if not whole and not several and tokens[0] == "^":
        return chr(10) + _bare(tokens[1:], fold)
    if not several and (whole or tokens[0] in _WORD_STARTS):
        rest = tokens if whole else tokens[1:]
        size = literal_prefix(rest)
        if size and (whole or rest[0].isalnum()):
            prefix = _bare(rest[:size], fold)
            after = r"(?!\w)" if whole else ""
            return rf"{prefix}(?<!\w{prefix}){_bare(rest[size:], fold)}{after}"
    if whole:
        return rf"(?<!\w)(?:{_bare(tokens, fold)})(?!\w)"
    return f"(?:{_bare(tokens, fold)})" if several else _bare(tokens, fold)


def _has_alternatives(tokens: list[str]) -> bool:
    depth = 0
    for sign in tokens:
        depth += (sign in ("(", "(?:")) - (sign == ")")
        if sign == "|" and not depth:
            return True
    return False


def _bare(tokens: list[str], fold: bool) -> str:
    """Tokens without the groups that are remembered; for text that is folded, without capitals."""
    return "".join("(?:" if sign == "(" else _folded(sign) if fold else sign for sign in tokens)


def _folded(sign: str) -> str:
    if sign[0] == "[":
        return f"(?i:{sign})"
    return sign.lower() if literal_prefix([sign]) else sign
