"""fmt: paragraphs with lines of a width."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import each, encoded, split_lines, watched, whole
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[-WIDTH] [OPTION]... [FILE]...",
    "Reformat each paragraph in the FILE(s), writing to standard output.",
    ("c", "crown-margin", "", "preserve indentation of first two lines"),
    ("p", "prefix", "STRING", "reformat only lines beginning with STRING"),
    ("s", "split-only", "", "split long lines, but do not refill"),
    ("t", "tagged-paragraph", "", "indentation of first line different from second"),
    ("u", "uniform-spacing", "", "one space between words, two after sentences"),
    ("w", "width", "WIDTH", "maximum line width (default of 75 columns)"),
    ("g", "goal", "WIDTH", "goal width (default of 93% of width)"),
    digits="w",
)
_MOST_WIDTH = 2500
_TAGGED_MARGIN = 3
# What GNU's fmt adds for a line and for ends of lines that read badly, and takes off for good ones; all are squares.
_LINE = 70 * 70
_WIDOW, _ORPHAN = 200 * 200, 150 * 150
_SENTENCE, _NOBREAK, _PAREN, _PUNCTUATION = 50 * 50, 600 * 600, 40 * 40, 40 * 40
_MOST_COST = 1 << 62
_OPENING = frozenset(b"(['`\"")
_PUNCTUATION_MARKS = frozenset(b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

# Words that are held at once: each takes some 200 bytes.
_MOST_WORDS = 750_000


class _Word:
    __slots__ = ("cost", "final", "length", "line", "next", "paren", "period", "punctuated", "space", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.length = len(text)
        self.paren = text[0] in _OPENING
        self.punctuated = text[-1] in _PUNCTUATION_MARKS
        self.period = (text.rstrip(b")]'\"") or text[:1])[-1:] in {b".", b"?", b"!"}
        self.final = False
        self.space = 1
        self.cost = self.line = self.next = 0


class _Line:
    """One line of input: its margin, its words, and whether the prefix leads it."""

    __slots__ = ("indent", "prefixed", "raw", "words")

    def __init__(self, cx: Context, raw: bytes, prefix: bytes, uniform: bool) -> None:
        self.raw = raw
        text = raw.expandtabs(8)
        lead = len(text) - len(text.lstrip(b" "))
        self.prefixed = text.lstrip(b" ").startswith(prefix)
        body = text.lstrip(b" ")[len(prefix) :] if self.prefixed and prefix else text
        self.words = []
        self.indent = len(body) - len(body.lstrip(b" ")) + (lead + len(prefix) if prefix else 0)
        for found in watched(cx, re.finditer(rb"(\S+)( *)", body)):
            word = _Word(found[1])
            last = found.end() == len(body)
            word.space = len(found[2])
            word.final = word.period and (last or word.space > 1)
            if last or uniform:
                word.space = 2 if word.final else 1
            self.words.append(word)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    width, goal = _widths(cx, given)
    status = 0
    for _, stream in each(
        cx,
        given.operands,
        absent="cannot open {always} for reading: {reason}",
        folder="read error: Is a directory",
    ):
        if stream is None:
            status = 1
            continue
        prefix = encoded(given.get("p")).strip(b" ")
        lines = split_lines(whole(cx, stream))
        work = _Layout(cx, width, goal, prefix, given.last(("c", "t")) == "t" and "s" not in given)
        read = []
        words = 0
        for line in watched(cx, lines):
            read.append(_Line(cx, line.removesuffix(b"\n"), prefix, "u" in given))
            words += len(read[-1].words)
            if words > _MOST_WORDS:
                cx.meter.exceeded("words", f"fmt: more than {_MOST_WORDS} words at once")
        if read and read[-1].words:
            read[-1].words[-1].final = True
        for paragraph in _paragraphs(read, given):
            cx.stdout.write(work.done(paragraph))
    return status


def _widths(cx: Context, given: Given) -> tuple[int, int]:
    def number(key: str, default: int) -> int:
        text = given.get(key, str(default))
        if not (text.isascii() and text.isdigit()) or int(text.lstrip("0")[:9] or "0") > _MOST_WIDTH:
            cx.complain(f"invalid width: {quote(text)}")
            raise Done(1)
        return int(text.lstrip("0") or "0")

    width = number("w", 75)
    if "g" not in given:
        return width, width * 187 // 200
    goal = number("g", 0)
    return (width if "w" in given else goal + 10), goal


def _paragraphs(lines: list[_Line], given: Given) -> Iterator[list[_Line]]:
    """Lines that are filled together; one without words, or without the prefix, stands alone."""
    held: list[_Line] = []
    for line in lines:
        if not line.words or not line.prefixed:
            if held:
                yield held
                held = []
            yield [line]
            continue
        if held and not _joins(held, line, given):
            yield held
            held = []
        held.append(line)
    if held:
        yield held


def _joins(held: list[_Line], line: _Line, given: Given) -> bool:
    if "s" in given:
        return False
    if len(held) == 1 and given.any("ct"):
        return "c" in given or line.indent != held[0].indent
    return line.indent == held[-1].indent


class _Layout:
    """Where to break: the cheapest way over all breaks of a paragraph."""

    def __init__(self, cx: Context, width: int, goal: int, prefix: bytes, tagged: bool) -> None:
        self.tagged = tagged
        self.other = 0
        self.cx = cx
        self.width = width
        self.goal = goal
        self.prefix = prefix

    def done(self, lines: list[_Line]) -> bytes:
        """A paragraph as it is printed."""
        first = lines[0]
        if not first.words:
            return first.raw.strip() + b"\n" if self.prefix else b"\n"
        if not first.prefixed:
            return first.raw + b"\n"
        words = [word for line in lines for word in line.words]
        other = self._second_margin(lines)
        self._break(words, first.indent, other)
        out = []
        at = 0
        margin = first.indent
        tabbed = any(b"\t" in line.raw for line in lines)
        while at < len(words):
            self.cx.meter.check()
            end = words[at].next
            text = (
                b"".join(word.text + b" " * word.space for word in words[at : end - 1]) + words[end - 1].text
            )
            out.append(self._margin(margin, tabbed) + text + b"\n")
            at, margin = end, other
        return b"".join(out)

    def _second_margin(self, lines: list[_Line]) -> int:
        first = lines[0].indent
        if not self.tagged:
            return lines[1].indent if len(lines) > 1 else first
        # One line alone takes the margin of the paragraph before; it must not be that of its own first line.
        if len(lines) > 1:
            self.other = lines[1].indent
        elif self.other == first:
            self.other = 0 if first else _TAGGED_MARGIN
        return self.other

    def _margin(self, indent: int, tabbed: bool) -> bytes:
        if self.prefix:
            return self.prefix + b" " * (indent - len(self.prefix))
        return b"\t" * (indent // 8) + b" " * (indent % 8) if tabbed else b" " * indent

    def _break(self, words: list[_Word], first: int, other: int) -> None:
        count = len(words)
        for start in range(count - 1, -1, -1):
            self.cx.meter.check()
            best = _MOST_COST
            word = words[start]
            size = (other if start else first) + word.length
            at = start
            while True:
                at += 1
                cost = 0 if at == count else self._line_cost(words[at], size, count) + words[at].cost
                if cost < best:
                    best = cost
                    word.next = at
                    word.line = size
                if at == count:
                    break
                size += words[at - 1].space + words[at].length
                if size >= self.width:
                    break
            word.cost = best + _base_cost(words, start)

    def _line_cost(self, following: _Word, size: int, count: int) -> int:
        cost = (10 * (self.goal - size)) ** 2
        if following.next != count:
            cost += (10 * (size - following.line)) ** 2 // 2
        return cost


def _base_cost(words: list[_Word], start: int) -> int:
    cost = _LINE
    word = words[start]
    if start:
        before = words[start - 1]
        if before.period:
            cost += -_SENTENCE if before.final else _NOBREAK
        elif before.punctuated:
            cost -= _PUNCTUATION
        elif start > 1 and words[start - 2].final:
            cost += _WIDOW // (before.length + 2)
    if word.paren:
        cost -= _PAREN
    elif word.final:
        cost += _ORPHAN // (word.length + 2)
    return cost
