"""Lines of a makefile: continuations, comments, and where a definition stands."""

from __future__ import annotations

import re

from runtime.bash.commands.make.words import closed, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Lines", "collapsed", "split_definition", "uncommented"]

_CONTINUED = re.compile(r"[ \t]*\\\n[ \t]*")
_DEFINITION = re.compile(r"[ \t]*(::=|:=|\?=|\+=|!=|=)[ \t]*")
_NAME_ENDS = re.compile(r"[ \t=:?+!#$]")


class Lines:
    """Logical lines with the number of the first of theirs; shared by who reads on (a define's body)."""

    def __init__(self, text: str, first: int, fixed: bool) -> None:
        self._lines = text.split("\n")
        if self._lines[-1] == "":
            self._lines.pop()
        self._at = 0
        self._first = first
        self._fixed = fixed

    @property
    def number(self) -> int:
        """Of the line behind the last that was read."""
        return self._first if self._fixed else self._first + self._at

    def __iter__(self) -> Iterator[tuple[str, int]]:
        while self._at < len(self._lines):
            number = self.number
            line = self._lines[self._at]
            self._at += 1
            if not _goes_on(line):
                yield line, number
                continue
            pieces = [line]
            while self._at < len(self._lines) and _goes_on(pieces[-1]):
                pieces.append(self._lines[self._at])
                self._at += 1
            yield "\n".join(pieces), number


def _goes_on(line: str) -> bool:
    return line.endswith("\\") and (len(line) - len(line.rstrip("\\"))) % 2 == 1


def collapsed(raw: str) -> str:
    """A logical line in one, each continuation and the blanks around it a blank."""
    return _CONTINUED.sub(" ", raw) if "\n" in raw else raw.removesuffix("\\") if _goes_on(raw) else raw


def uncommented(text: str) -> str:
    """Without its comment; a backslash keeps a ``#``."""
    if "#" not in text:
        return text
    end = scan(text, "#")
    text = text if end < 0 else text[:end]
    return text.replace("\\#", "#")


def split_definition(text: str) -> tuple[str, str, str] | None:
    """Name, operator and value of a line that defines a variable, or None."""
    at = len(text) - len(text.lstrip(" \t"))
    start = at
    while found := _NAME_ENDS.search(text, at):
        at = found.start()
        if found[0] == "$":
            if text[at + 1 : at + 2] and text[at + 1] in "({":
                at = closed(text, at + 1)
                if at < 0:
                    return None
            else:
                at += 1
            at += 1
            continue
        operator = _DEFINITION.match(text, at)
        if operator is not None and (at > start or operator[1] != ""):
            return text[start:at], operator[1], text[operator.end() :]
        if found[0] in "+?!":
            at += 1
            continue
        return None
    return None
