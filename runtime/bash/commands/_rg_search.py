"""Searching one file as rg does: which lines match, where in them, and what is counted on the way."""

from __future__ import annotations

from runtime.bash.commands._input import encoded, text_of
from runtime.bash.commands._names import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from runtime.bash.command import Context
    from runtime.bash.commands._rg_output import Printer
    from runtime.bash.options import Given
    from runtime.bash.posix.regex import Pattern

__all__ = ["Found", "Searcher", "Stats", "text"]

# Byte order marks of what is read as text in another encoding than UTF-8.
_MARKS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8"))
_ENCODINGS = {
    "utf-16": "utf-16-le", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "latin1": "latin-1", "iso-8859-1": "cp1252",
    "windows-1252": "cp1252", "ascii": "cp1252", "us-ascii": "cp1252", "utf-8": "", "utf8": "", "none": "", "auto": "",
}  # fmt: skip
# NUL and newline exchanged: lines that end with NUL are searched as lines.
_SWAPPED = bytes.maketrans(b"\0\n", b"\n\0")


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

    def __init__(self, work: Searcher, shown: str, data: bytes, binary: bool) -> None:
        self.shown = shown
        self.data = data
        self.binary = binary
        self.pattern = work.pattern
        self.subject: Any = work.pattern.subject(data)
        newline: Any = "\n" if isinstance(self.subject, str) else b"\n"
        self.lines: list[Any] = self.subject.split(newline)
        self.ended = not self.lines[-1]
        if self.ended:
            self.lines.pop()
        self._spans: dict[int, list[tuple[int, int]]] | None = None
        self._offsets: list[int] = []
        self.hits = self._spread(newline) if work.multiline else self._single(newline)
        if work.inverted:
            matching = set(self.hits)
            self.hits = [number for number in range(len(self.lines)) if number not in matching]
            self._spans = {}
        if work.stops:
            self.hits = _first_run(self.hits)
        del self.hits[work.most :]

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


class Searcher:
    """Every file of one search."""

    def __init__(self, cx: Context, given: Given, pattern: Pattern, printer: Printer) -> None:
        self.cx = cx
        self.given = given
        self.pattern = pattern
        self.printer = printer
        self.multiline = "U" in given
        self.inverted = "v" in given
        self.stops = "stop-on-nonmatch" in given
        self.most = printer.number("m", 1 << 62)
        self.total = Stats()
        self.matched = False
        self.failed = False

    def file(self, shown: str, path: str, *, explicit: bool) -> None:
        """One file by its path."""
        try:
            data = self._content(path)
        except OSError as error:
            self.failed = True
            if "no-messages" not in self.given:
                self.cx.complain(f"{shown}: {reason(error)} (os error {error.errno})")
            return
        self.content(shown, data, explicit=explicit)

    def _content(self, path: str) -> bytes:
        data = self.cx.fs.read_bytes(self.cx.path(path))
        if "z" in self.given:
            from runtime.bash.commands._codecs import BZIP2, GZIP, XZ, Damaged

            codec = next((codec for codec in (GZIP, BZIP2, XZ) if data.startswith(codec.magic)), None)
            if codec is not None:
                made = bytearray()
                try:
                    for piece in codec.expanded([data]):
                        self.cx.meter.text(len(made) + len(piece))
                        made += piece
                except Damaged:
                    raise OSError(5, "Input/output error") from None
                return bytes(made)
        return data

    def content(self, shown: str, data: bytes, *, explicit: bool) -> None:
        """What a file holds."""
        self.cx.meter.check()
        data = self._decoded(data)
        if "null-data" in self.given:
            data = data.translate(_SWAPPED)
        elif "crlf" in self.given:
            data = data.replace(b"\r\n", b"\n")
        binary = b"\0" in data and not self.given.any(("a", "null-data")) and self.given.count("u") < 3
        if binary and not explicit and "binary" not in self.given:
            self.total.searches += 1
            return
        found = Found(self, shown, data, binary)
        stats = Stats()
        stats.searches = 1
        stats.searched = len(data)
        stats.lines = len(found.hits)
        stats.matched = int(bool(found.hits))
        if self.given.any(("stats", "json")):
            stats.matches = found.count()
        self.matched = self.matched or (bool(found.hits) != ("files-without-match" in self.given))
        if "q" not in self.given:
            self.printer.report(found, stats)
        self.total.add(stats)

    def _decoded(self, data: bytes) -> bytes:
        name = self.given.get("E", "auto").lower()
        codec = _ENCODINGS.get(name, "")
        if name == "auto":
            for mark, known in _MARKS:
                if data.startswith(mark):
                    codec = known
                    data = data[len(mark) :]
                    break
        if not codec or codec == "utf-8":
            return data
        self.cx.meter.text(2 * len(data))
        return data.decode(codec, "replace").encode()
