"""How diff writes changes: normal, ed, RCS, context, unified, side by side."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded
from runtime.bash.commands.diff.merge import Merge, is_merge
from runtime.bash.posix.regex import Pattern
from runtime.bash.posix.time_format import format_time
from runtime.bash.posix.zones import zone_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

    Run = tuple[int, int, int, int]
    Sides = list[list[bytes]]

__all__ = ["context", "styles", "write"]

_NAMED = {
    "normal": "normal", "c": "c", "C": "c", "context": "c", "u": "u", "U": "u", "unified": "u", "e": "e", "n": "n", "y": "y", "f": "f",
}  # fmt: skip
_MISSING = b"\n\\ No newline at end of file\n"
_COLORS = {b"-": b"\33[31m", b"<": b"\33[31m", b"+": b"\33[32m", b">": b"\33[32m", b"!": b"\33[31m"}


def _format(given: Given) -> str:
    # Functions are shown where there is room for them.
    return _NAMED[given.last(tuple(_NAMED), "c" if "p" in given else "normal")]


def styles(given: Given) -> set[str]:
    """Every style of output that the options ask for; more than one contradict each other."""
    found = {_NAMED[key] for key, _ in given.order if key in _NAMED}
    return found | ({"merge"} if is_merge(given) else set())


def context(given: Given) -> int:
    """How many lines of context are written."""
    if _format(given) not in "cu":
        return 0
    numbers = [
        value for key, value in given.order if key in ("U", "C", "unified", "context", "lines") and value
    ]
    return int(numbers[-1][:9]) if numbers and numbers[-1].isdecimal() else 3


def write(cx: Context, given: Given, names: tuple[str, str], lines: Sides, found: list[Run]) -> None:
    """Write the changes between two files in the format that is asked for."""
    if is_merge(given):
        cx.stdout.write(b"".join(Merge(given, cx.meter).text(lines[0], lines[1], found)))
        return
    format_ = _format(given)
    writer = _Writer(cx, given, names, lines, found)
    out = list(_FORMATS[format_](writer))
    cx.stdout.write(b"".join(out))


class _Writer:
    def __init__(
        self, cx: Context, given: Given, names: tuple[str, str], lines: Sides, found: list[Run]
    ) -> None:
        self.cx = cx
        self.given = given
        self.names = names
        self.one, self.two = lines
        self.found = found
        self.tab = "T" in given
        self.expand = "t" in given
        self.stop = int(given.get("tabsize", "8")[:6])
        self.bare = "suppress-blank-empty" in given
        self.color = given.get("color") in ("always", "") and "color" in given and given["color"] == "always"
        self.context = context(given)
        self.function = self._function_pattern()

    def _function_pattern(self) -> Pattern | None:
        sources = self.given.all("F") + (["^[[:alpha:]$_]"] if "p" in self.given else [])
        return Pattern(sources, self.cx.meter) if sources else None

    def line(self, mark: bytes, text: bytes) -> bytes:
        """One line with its mark; a line without an end says so."""
        missing = not text.endswith(b"\n")
        body = text.removesuffix(b"\n")
        if self.expand:
            body = body.expandtabs(self.stop)
        if self.bare and not body:
            mark = mark.rstrip(b" ")
        elif self.tab:
            mark = mark.rstrip(b" ") + b"\t" if mark.strip() else b"\t"
        out = mark + body
        color = _COLORS.get(mark[:1]) if self.color else None
        if color:
            out = color + out + b"\33[0m"
        return out + (_MISSING if missing else b"\n")

    def painted(self, text: bytes, code: bytes) -> bytes:
        """A header in a colour."""
        return b"\33[" + code + b"m" + text + b"\33[0m\n" if self.color else text + b"\n"

    def normal(self) -> Iterator[bytes]:
        for a, b, c, d in self.found:
            letter = b"a" if a == b else b"d" if c == d else b"c"
            head = _range(a, b, b",") + letter + _range(c, d, b",")
            yield self.painted(head, b"36")
            for text in self.one[a:b]:
                yield self.line(b"< ", text)
            if letter == b"c":
                yield b"---\n"
            for text in self.two[c:d]:
                yield self.line(b"> ", text)

    def ed(self) -> Iterator[bytes]:
        for a, b, c, d in reversed(self.found):
            letter = b"a" if a == b else b"d" if c == d else b"c"
            yield _range(a, b, b",") + letter + b"\n"
            if letter == b"d":
                continue
            for text in self.two[c:d]:
                # A lone dot would end the text: it is written doubled, then cut.
                yield (
                    b"..\n.\ns/.//\na\n" if text == b".\n" else text if text.endswith(b"\n") else text + b"\n"
                )
            yield b".\n"

    def forward(self) -> Iterator[bytes]:
        for a, b, c, d in self.found:
            letter = b"a" if a == b else b"d" if c == d else b"c"
            yield letter + _range(a, b, b" ") + b"\n"
            if letter != b"d":
                yield (
                    b"".join(text if text.endswith(b"\n") else text + b"\n" for text in self.two[c:d])
                    + b".\n"
                )

    def rcs(self) -> Iterator[bytes]:
        for a, b, c, d in self.found:
            if b > a:
                yield b"d%d %d\n" % (a + 1, b - a)
            if d > c:
                yield b"a%d %d\n" % (b, d - c)
                yield b"".join(self.two[c:d])

    def _hunks(self) -> Iterator[list[Run]]:
        """Changes whose context meets are one hunk."""
        hunk: list[Run] = []
        for run in self.found:
            if hunk and run[0] - hunk[-1][1] > 2 * self.context:
                yield hunk
                hunk = []
            hunk.append(run)
        if hunk:
            yield hunk

    def _bounds(self, hunk: list[Run]) -> Run:
        around = self.context
        first, last = hunk[0], hunk[-1]
        after = min(around, len(self.one) - last[1])
        return (
            max(0, first[0] - around),
            last[1] + after,
            max(0, first[2] - around),
            min(len(self.two), last[3] + around),
        )

    def _heads(self, marks: tuple[bytes, bytes]) -> Iterator[bytes]:
        labels = self.given.all("L")
        for number, name in enumerate(self.names):
            shown = labels[number] if number < len(labels) else f"{_quoted(name)}\t{self._time(name)}"
            yield self.painted(marks[number] + b" " + encoded(shown), b"1")

    def _time(self, name: str) -> str:
        try:
            moment = (
                self.cx.fs.stat(self.cx.path(name)).mtime_ns
                if name != "-"
                else int(self.cx.clock.now() * 1e9)
            )
        except OSError:
            moment = 0
        seconds, nanos = divmod(moment, 1_000_000_000)
        return format_time("%Y-%m-%d %H:%M:%S.%N %z", zone_of(self.cx.env).parts(seconds), seconds, nanos)

    def _function(self, before: int) -> bytes:
        """The last line above that begins a function."""
        if self.function is None:
            return b""
        for at in range(before - 1, -1, -1):
            text = self.one[at].rstrip(b"\n")
            if self.function.search(self.function.subject(text)) is not None:
                return b" " + text[:40].rstrip()
        return b""

    def unified(self) -> Iterator[bytes]:
        yield from self._heads((b"---", b"+++"))
        for hunk in self._hunks():
            a, b, c, d = self._bounds(hunk)
            head = b"@@ -" + _unified(a, b) + b" +" + _unified(c, d) + b" @@"
            yield self.painted(head, b"36")[:-1] + self._function(a) + b"\n"
            at = a
            for start, end, to, stop in hunk:
                for text in self.one[at:start]:
                    yield self.line(b" ", text)
                for text in self.one[start:end]:
                    yield self.line(b"-", text)
                for text in self.two[to:stop]:
                    yield self.line(b"+", text)
                at = end
            for text in self.one[at:b]:
                yield self.line(b" ", text)

    def contextual(self) -> Iterator[bytes]:
        yield from self._heads((b"***", b"---"))
        for hunk in self._hunks():
            a, b, c, d = self._bounds(hunk)
            yield b"***************" + self._function(a) + b"\n"
            yield b"*** " + _contextual(a, b) + b" ****\n"
            if any(run[0] < run[1] for run in hunk):
                yield from self._side(
                    self.one, a, b, [(run[0], run[1], run[2] < run[3]) for run in hunk], b"- "
                )
            yield b"--- " + _contextual(c, d) + b" ----\n"
            if any(run[2] < run[3] for run in hunk):
                yield from self._side(
                    self.two, c, d, [(run[2], run[3], run[0] < run[1]) for run in hunk], b"+ "
                )

    def _side(
        self, lines: list[bytes], start: int, end: int, runs: list[tuple[int, int, bool]], alone: bytes
    ) -> Iterator[bytes]:
        at = start
        for first, last, both in runs:
            for text in lines[at:first]:
                yield self.line(b"  ", text)
            for text in lines[first:last]:
                yield self.line(b"! " if both else alone, text)
            at = last
        for text in lines[at:end]:
            yield self.line(b"  ", text)

    def side_by_side(self) -> Iterator[bytes]:
        from runtime.bash.commands.diff.columns import Columns

        width = int(self.given.get("W", "130")[:6]) if self.given.get("W", "130").isdecimal() else 130
        columns = Columns(width, self.expand, self.stop)
        common = "suppress-common-lines" not in self.given
        left_only = "left-column" in self.given
        at = 0
        there = 0
        for a, b, c, d in [*self.found, (len(self.one), len(self.one), len(self.two), len(self.two))]:
            for x, y in zip(self.one[at:a], self.two[there:c], strict=False):
                if common:
                    yield columns.row(x, b"(", None) if left_only else columns.row(x, b" ", y)
            for number in range(max(b - a, d - c)):
                left = self.one[a + number] if a + number < b else None
                right = self.two[c + number] if c + number < d else None
                yield columns.row(left, b"|" if left and right else b"<" if left else b">", right)
            at, there = b, d


def _range(start: int, end: int, comma: bytes) -> bytes:
    if end <= start + 1:
        return b"%d" % max(start, end)
    return b"%d%b%d" % (start + 1, comma, end)


def _unified(start: int, end: int) -> bytes:
    if end == start + 1:
        return b"%d" % end
    return b"%d,%d" % (start + 1 if end > start else start, end - start)


def _contextual(start: int, end: int) -> bytes:
    return _range(start, end, b",")


def _quoted(name: str) -> str:
    """A name with odd characters as C has them; ``\\`` and ``"`` are odd."""
    if not any(char in '"\\' or not char.isprintable() for char in name):
        return name
    out = []
    for byte in encoded(name):
        char = chr(byte)
        out.append("\\" + char if char in '"\\' else char if 32 <= byte < 127 else f"\\{byte:03o}")
    return f'"{"".join(out)}"'


_FORMATS = {
    "normal": _Writer.normal,
    "e": _Writer.ed,
    "f": _Writer.forward,
    "n": _Writer.rcs,
    "u": _Writer.unified,
    "c": _Writer.contextual,
    "y": _Writer.side_by_side,
}
