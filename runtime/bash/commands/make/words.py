"""Words, patterns with ``%``, and names of files as make sees them."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.wildcards import wildcard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from runtime.bash.utility_context import Context

__all__ = ["Pattern", "folder_of", "found", "globbed", "joined", "mended", "name_of", "scan", "stripped"]

_REFERENCE = re.compile(r"\$(?:([({])|.)?|\\.", re.DOTALL)
_ENDS = {"(": (re.compile(r"[()]"), "("), "{": (re.compile(r"[{}]"), "{")}
_FOLDER = 0o040000


class Pattern:
    """A word with one ``%``, the first that no backslash stands before."""

    __slots__ = ("head", "tail", "whole")

    def __init__(self, text: str) -> None:
        parts: list[str] = []
        at = 0
        self.whole = True
        while (sign := text.find("%", at)) >= 0:
            before = text[at:sign]
            slashes = len(before) - len(before.rstrip("\\"))
            parts.append(before[: len(before) - slashes] + "\\" * (slashes // 2))
            at = sign + 1
            if not slashes & 1:
                self.whole = False
                break
            parts.append("%")
        self.head = "".join(parts) + (text[at:] if self.whole else "")
        self.tail = "" if self.whole else text[at:]

    def stem(self, word: str) -> str | None:
        """What ``%`` stands for in the word, or None. Without a ``%`` only the word itself fits."""
        if self.whole:
            return "" if word == self.head else None
        if len(word) < len(self.head) + len(self.tail):
            return None
        if word.startswith(self.head) and word.endswith(self.tail):
            return word[len(self.head) : len(word) - len(self.tail)]
        return None

    def filled(self, stem: str) -> str:
        """The word for a stem."""
        return self.head if self.whole else f"{self.head}{stem}{self.tail}"


def scan(text: str, stops: str, at: int = 0) -> int:
    """Where one of ``stops`` first stands outside of references and without a backslash, or -1."""
    sought = re.compile(rf"[{re.escape(stops)}]|\$(?:([({{])|.)?|\\.", re.DOTALL)
    while piece := sought.search(text, at):
        if piece[1]:
            at = closed(text, piece.end() - 1) + 1
            if not at:
                return -1
        elif piece[0][0] in stops:
            return piece.start()
        else:
            at = piece.end()
    return -1


def closed(text: str, opening: int) -> int:
    """Where the parenthesis or brace at ``opening`` is closed, or -1."""
    either, left = _ENDS[text[opening]]
    depth = 0
    for sign in either.finditer(text, opening):
        depth += 1 if sign[0] == left else -1
        if not depth:
            return sign.start()
    return -1


def stripped(text: str) -> str:
    """Without blanks around it."""
    return text.strip(" \t\n\v\f\r")


def joined(words: Iterable[str]) -> str:
    """With one blank between them."""
    return " ".join(words)


def mended(name: str) -> str:
    """A name of a file as targets are compared: ``./x`` is ``x``."""
    while name.startswith("./") and len(name) > 2:
        name = name[2:].lstrip("/") or "./"
        if name == "./":
            break
    return name


def folder_of(name: str) -> str:
    """``dir``: up to the last slash."""
    return name[: name.rfind("/") + 1] or "./"


def name_of(name: str) -> str:
    """``notdir``."""
    return name[name.rfind("/") + 1 :]


def globbed(cx: Context, word: str) -> list[str]:
    """The files that a pattern of the shell names, sorted; none where there are none."""
    if not any(char in word for char in "*?["):
        return [word.replace("\\", "")] if found(cx, word.replace("\\", "")) else []
    places = ["/"] if word.startswith("/") else [""]
    parts = [part for part in word.split("/") if part]
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        places = [
            name
            for place in places
            for name in _within(cx, place, part)
            if last or cx.fs.is_dir(cx.path(name))
        ]
        cx.meter.fields(len(places))
        if not last:
            places = [f"{place}/" for place in places]
    if word.endswith("/"):
        places = [f"{place}/" for place in places if cx.fs.is_dir(cx.path(place))]
    return sorted(places)


def _within(cx: Context, place: str, part: str) -> list[str]:
    cx.meter.check()
    if not any(char in part for char in "*?["):
        return [place + part] if found(cx, place + part) else []
    try:
        names = cx.fs.listdir(cx.path(place or "."))
    except OSError:
        return []
    fits = wildcard(part, period=True)
    return [place + name for name in names if fits(name)]


def found(cx: Context, name: str) -> bool:
    """Whether such a file is there."""
    return bool(name) and cx.fs.exists(cx.path(name))
