"""How ``read`` splits a line among variables: fields by IFS, the last variable taking what is left over.

A character that a backslash protects follows `MARK`, a lone surrogate that no decoded text contains; it separates nothing.
"""

from __future__ import annotations

import re

from runtime.bash.syntax.lazy_regex import LazyRegex

__all__ = ["MARK", "LineSplitter", "line_splitter", "unmarked"]

MARK = "\ud800"
_WHITE = " \t\n"
_KEPT, _LONGEST = 64, 64
_DEFAULT = " \t\n"


class LineSplitter:
    """One value of IFS, ready to split lines.

    Attributes:
        white: its white space; stripped at both ends, and only a separator in a row.
        hard: its other characters.
        delimiter: what ends a field: white space, or another character of IFS with white space around it.
        plain: `split` for a line without marks.
    """

    __slots__ = ("_field", "_trailing", "delimiter", "hard", "plain", "white")

    def __init__(self, ifs: str) -> None:
        self.white = "".join(c for c in _WHITE if c in ifs)
        self.hard = hard = "".join(c for c in ifs if c not in _WHITE)
        white = f"[{self.white}]" if self.white else "(?!)"
        forms = [f"{white}*[{re.escape(hard)}]{white}*"] if hard else []
        self.delimiter = "|".join([*forms, f"{white}+"])
        inside = f"[^{MARK}{re.escape(ifs)}]" if ifs else f"[^{MARK}]"
        self._field = LazyRegex(f"((?:{MARK}.|{inside})*)({self.delimiter}|\\Z)", re.DOTALL)
        # bash drops protected blanks at the end of the last variable as well.
        self._trailing = f"(?:{MARK}?{white})+\\Z"
        self.plain = self.split
        if not ifs:
            self.plain = self._whole
        elif not hard:
            self.plain = self._by_blanks
        elif len(ifs) == 1:
            self.plain = self._by_character

    def split(self, line: str, count: int) -> list[str]:
        """``line`` among ``count`` variables, at most that many texts; marks are left in."""
        line = line.lstrip(self.white) if self.white else line
        found: list[str] = []
        at = 0
        while at < len(line) and len(found) < count:
            match = self._field.match(line, at)
            assert match is not None  # noqa: S101 - a field may be empty, but there is one
            if len(found) == count - 1 and match.end() < len(line):
                found.append(self._without_trailing(line[at:]))
            else:
                found.append(match[1])
            at = match.end()
        return found

    def _without_trailing(self, text: str) -> str:
        if not self.white or text[-1] not in self.white:
            return text
        if MARK not in text:
            return text.rstrip(self.white)
        return re.sub(self._trailing, "", text)

    # `split` for lines without marks, by what IFS is: these are what `while read` spends its time on.

    def _whole(self, line: str, count: int) -> list[str]:
        return [line][:count]

    def _by_blanks(self, line: str, count: int) -> list[str]:
        if " " in self.white and line.isprintable():
            # The one white space that is printable is the blank: str.split knows no other here.
            return [line.strip()] if count == 1 else line.strip().split(None, count - 1)
        line = line.strip(self.white)
        if count == 1:
            return [line][:count]
        return re.split(self.delimiter, line, maxsplit=count - 1) if line else []

    def _by_character(self, line: str, count: int) -> list[str]:
        sign = self.hard
        found = line.split(sign, count - 1)
        if len(found) == count:
            last = found[-1]
            # A delimiter at the very end of the last field only ends it.
            if last[-1:] == sign and last.find(sign) == len(last) - 1:
                found[-1] = last[:-1]
        return found


_kept: dict[str, LineSplitter] = {}


def line_splitter(ifs: str | None) -> LineSplitter:
    """The splitter of a value of IFS; None (unset) is the default."""
    ifs = _DEFAULT if ifs is None else ifs
    found = _kept.get(ifs)
    if found is None:
        found = LineSplitter(ifs)
        if len(ifs) <= _LONGEST:
            if len(_kept) >= _KEPT:
                _kept.clear()
            _kept[ifs] = found
    return found


def unmarked(text: str) -> str:
    """Text without the marks."""
    return text.replace(MARK, "") if MARK in text else text
