"""What rg found in a file: its lines, which of them to print, where the pattern matches; and what is counted."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.posix.regex import Pattern

__all__ = ["Found", "Stats", "text"]


class Stats:
    """What --stats and --json count."""

    def __init__(self) -> None:
        self.matches = self.lines = self.matched = self.searches = self.printed = self.searched = 0

    def add(self, other: Stats) -> None:
        """What one file adds to all."""
        for name in ("matches", "lines", "matched", "searches", "printed", "searched"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Found:
    """One file, searched: its lines, and the numbers (from 0) of those to print."""

    def __init__(
        self,
        pattern: Pattern,
        shown: str,
        data: bytes,
        *,
        binary: bool,
        multiline: bool,
        inverted: bool,
        stops: bool,
        most: int,
    ) -> None:
        self.shown = shown
        self.data = data
        self.binary = binary
        self.pattern = pattern
        self.subject: Any = pattern.subject(data)
        newline: Any = "\n" if isinstance(self.subject, str) else b"\n"
        self.lines: list[Any] = self.subject.split(newline)
        self.ended = not self.lines[-1]
        if self.ended:
            self.lines.pop()
        self._spans: dict[int, list[tuple[int, int]]] | None = None
        self._offsets: list[int] = []
        self.hits = self._spread(newline) if multiline else self._single(newline)
        if inverted:
            matching = set(self.hits)
            self.hits = [number for number in range(len(self.lines)) if number not in matching]
            self._spans = {}
        if stops:
            self.hits = _first_run(self.hits)
        del self.hits[most:]

    def _single(self, newline: Any) -> list[int]:
        found = []
        line = at = 0
        for start, _ in self.pattern.lines(self.subject):
            line += self.subject.count(newline, at, start)
            at = start
            if line < len(self.lines):
                found.append(line)
        return found

    def _spread(self, newline: Any) -> list[int]:
        """Matches that may go over lines: every line that one touches."""
        self._spans = {}
        line = begins = 0
        for start, end in self._everywhere():
            while line < len(self.lines) and start > begins + len(self.lines[line]):
                begins += len(self.lines[line]) + 1
                line += 1
            last, at = line, begins
            while last < len(self.lines) and (at < end or at == start):
                length = len(self.lines[last])
                span = (max(start - at, 0), min(end - at, length))
                if span[1] > span[0] or start == end:
                    self._spans.setdefault(last, []).append(span)
                at += length + 1
                last += 1
                if start == end:
                    break
        del newline
        return sorted(self._spans)

    def _everywhere(self) -> Iterator[tuple[int, int]]:
        at = 0
        while at <= len(self.subject):
            found = self.pattern.search(self.subject, at)
            if found is None:
                return
            yield found.start(), found.end()
            at = found.end() if found.end() > found.start() else found.end() + 1

    def spans(self, number: int) -> list[tuple[int, int]]:
        """Where the pattern matches in a line."""
        if self._spans is not None:
            return self._spans.get(number, [])
        return [(found.start(), found.end()) for found in self.matches(self.lines[number])]

    def matches(self, line: Any) -> Iterator[Any]:
        """The matches in one line, those of nothing left out."""
        at = 0
        while at <= len(line):
            found = self.pattern.search(line, at)
            if found is None:
                return
            if found.end() > found.start():
                yield found
            at = found.end() if found.end() > found.start() else found.end() + 1

    def count(self) -> int:
        """How many matches there are in the lines to print."""
        return sum(len(self.spans(number)) for number in self.hits)

    def offset(self, number: int) -> int:
        """Where a line begins in the file, in bytes."""
        if not self._offsets:
            at = 0
            for line in self.lines:
                self._offsets.append(at)
                at += (len(line) if isinstance(line, bytes) else len(encoded(line))) + 1
        return self._offsets[number]


def _first_run(hits: list[int]) -> list[int]:
    for at, number in enumerate(hits):
        if number != hits[0] + at:
            return hits[:at]
    return hits


def text(data: Any) -> str:
    """A piece of a subject as text."""
    if data is None:
        return ""
    return data if isinstance(data, str) else text_of(data)
