"""Searching one file and printing its matches as rg does."""

from __future__ import annotations

import re

from runtime.bash.commands._input import encoded, text_of
from runtime.bash.commands._names import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.command import Context
    from runtime.bash.options import Given
    from runtime.bash.posix.regex import Pattern

__all__ = ["Searcher"]

_GROUP = re.compile(r"\$(?:\{(\w+)\}|(\w+)|(\$))", re.ASCII)


class Searcher:
    """Every file of one search."""

    def __init__(self, cx: Context, given: Given, pattern: Pattern, *, named: bool) -> None:
        self.cx = cx
        self.given = given
        self.pattern = pattern
        self.named = given.last(("H", "I"), "H" if named else "I") == "H"
        self.heading = given.last(("heading", "no-heading", "p")) in {"heading", "p"}
        self.numbers = given.last(("n", "N", "p", "column"), "N") != "N"
        self.matched = False
        self.failed = False
        around = self._count("C", 0)
        self.after = self._count("A", around)
        self.before = self._count("B", around)
        self.most = self._count("m", 1 << 62)
        self.zero = "\0" if "0" in given else ""
        self.separated = False

    def _count(self, key: str, default: int) -> int:
        text = self.given.get(key, "x")
        return int(text[:18]) if text.isascii() and text.isdigit() else default

    def file(self, shown: str, path: str, *, explicit: bool) -> None:
        """One file by its path."""
        try:
            data = self.cx.fs.read_bytes(self.cx.path(path))
        except OSError as error:
            self.failed = True
            if "no-messages" not in self.given:
                self.cx.complain(f"{shown}: {reason(error)} (os error {error.errno})")
            return
        self.content(shown, data, explicit=explicit)

    def content(self, shown: str, data: bytes, *, explicit: bool) -> None:
        """What a file holds."""
        self.cx.meter.check()
        binary = b"\0" in data and "a" not in self.given and self.given.count("u") < 3
        if binary and not explicit:
            return
        subject: Any = self.pattern.subject(data)
        newline: Any = "\n" if isinstance(subject, str) else b"\n"
        lines = subject.split(newline)
        if lines and not lines[-1]:
            lines.pop()
        hits = self._hits(subject, lines, newline)
        self._report(shown, lines, hits, binary)

    def _hits(self, subject: Any, lines: list[Any], newline: Any) -> list[int]:
        """The numbers of the lines to print, from 0."""
        found = []
        line = at = 0
        for start, _ in self.pattern.lines(subject):
            line += subject.count(newline, at, start)
            at = start
            if line < len(lines):
                found.append(line)
        if "v" in self.given:
            matching = set(found)
            found = [number for number in range(len(lines)) if number not in matching]
        return found[: self.most]

    def _report(self, shown: str, lines: list[Any], hits: list[int], binary: bool) -> None:
        given = self.given
        self.matched = self.matched or (bool(hits) != ("files-without-match" in given))
        if "q" in given:
            return
        if "files-without-match" in given:
            if not hits:
                self._write(shown + (self.zero or "\n"))
        elif not hits:
            return
        elif "l" in given:
            self._write(shown + (self.zero or "\n"))
        elif "c" in given or "count-matches" in given:
            every = "count-matches" in given or "o" in given
            count = sum(1 for number in hits for _ in self._matches(lines[number])) if every else len(hits)
            self._write(f"{shown + (self.zero or ':') if self.named else ''}{count}\n")
        elif binary:
            self._write(f'{shown + ": " if self.named else ""}binary file matches (found "\\0" byte)\n')
        else:
            self._lines(shown, lines, hits)

    def _write(self, text: str) -> None:
        self.cx.stdout.write(encoded(text))

    def _matches(self, line: Any) -> Iterator[Any]:
        at = 0
        while at <= len(line):
            found = self.pattern.search(line, at)
            if found is None:
                return
            if found.end() > found.start():
                yield found
            at = found.end() if found.end() > found.start() else found.end() + 1

    def _lines(self, shown: str, lines: list[Any], hits: list[int]) -> None:
        if self.heading and self.named:
            self._write(("\n" if self.separated else "") + shown + "\n")
            self.separated = True
        chosen = set(hits)
        last = -1
        if (self.before or self.after) and self.separated and not self.heading:
            self._write("--\n")
        for hit in hits:
            for number in range(max(last + 1, hit - self.before), min(len(lines), hit + self.after + 1)):
                if (self.before or self.after) and last >= 0 and number > last + 1:
                    self._write("--\n")
                self._line(shown, lines, number, number in chosen)
                last = number
        self.separated = True

    def _line(self, shown: str, lines: list[Any], number: int, hit: bool) -> None:
        line = lines[number]
        mark = ":" if hit else "-"
        name = shown + (self.zero or mark) if self.named and not self.heading else ""
        place = f"{number + 1}{mark}" if self.numbers else ""
        if hit and "o" in self.given and "v" not in self.given:
            for found in self._matches(line):
                column = f"{found.start() + 1}:" if "column" in self.given else ""
                text = self._replacement(found) if "r" in self.given else _text(found[0])
                self._write(f"{name}{place}{column}{text}\n")
            return
        column = ""
        if hit and "column" in self.given:
            first = next(self._matches(line), None)
            column = f"{first.start() + 1 if first else 1}:"
        text = self._replaced(line) if hit and "r" in self.given and "v" not in self.given else _text(line)
        if "trim" in self.given:
            text = text.lstrip()
        offset = ""
        if "b" in self.given:
            offset = f"{sum(len(encoded(_text(before))) + 1 for before in lines[:number])}{mark}"
        self._write(f"{name}{place}{column}{offset}{text}\n")

    def _replacement(self, found: Any) -> str:
        def group(reference: re.Match[str]) -> str:
            if reference[3]:
                return "$"
            name = reference[1] or reference[2]
            try:
                return _text(found[int(name)] if name.isdigit() else found[name]) or ""
            except (IndexError, KeyError):
                return ""

        text = _GROUP.sub(group, self.given["r"])
        self.cx.meter.text(len(text))
        return text

    def _replaced(self, line: Any) -> str:
        out = []
        at = size = 0
        for found in self._matches(line):
            out += [_text(line[at : found.start()]), self._replacement(found)]
            size += len(out[-1]) + len(out[-2])
            self.cx.meter.text(size)
            at = found.end()
        return "".join([*out, _text(line[at:])])


def _text(data: Any) -> str:
    if data is None:
        return ""
    return data if isinstance(data, str) else text_of(data)
