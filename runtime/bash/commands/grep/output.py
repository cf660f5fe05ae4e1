"""What grep prints: selected lines with their prefixes, context, counts, names, colours."""

from __future__ import annotations

from runtime.bash.charset import CODEC
from runtime.bash.commands._shared.input import Lines, encoded
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.option_table import Given, Options
    from runtime.bash.posix.regex import Pattern, Subject
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

__all__ = ["Search"]

_SWAP = bytes.maketrans(b"\0\n", b"\n\0")
_COLORS = {
    "mt": "",
    "ms": "01;31",
    "mc": "01;31",
    "sl": "",
    "cx": "",
    "fn": "35",
    "ln": "32",
    "bn": "32",
    "se": "36",
}


class Search:
    """Searches files one after the other; ``selected`` says whether any line of any file was."""

    def __init__(
        self, cx: Context, options: Options, given: Given, pattern: Pattern, *, invert: bool, many: bool
    ) -> None:
        self.cx = cx
        self.pattern = pattern
        self.invert = invert
        self.only = "o" in given
        self.numbers = "n" in given
        self.offsets = "b" in given
        self.count = "c" in given
        self.nul = "Z" in given
        self.tab = "T" in given
        self.zero = "z" in given
        self.listing = given.last("lL")
        self.quiet = "q" in given
        self.label = given.get("label", "(standard input)")
        self.named = given.last("hH", "H" if many else "h") == "H"
        self.most = _number(cx, given, "m", "invalid max count", -1)
        # Groups of lines are set apart where context is asked for, be it none.
        self.grouped = given.any("ABC")
        around = _number(cx, given, "C", "", 0)
        self.after = _number(cx, given, "A", "", around)
        self.before = _number(cx, given, "B", "", around)
        if self.only or self.most == 0:
            self.before = self.after = 0
        self.separator: bytes | None = encoded(given.get("group-separator", "--"))
        if given.last(("group-separator", "no-group-separator")) == "no-group-separator":
            self.separator = None
        self.binary = _binary(cx, given)
        self.colors = _colors(cx, options, given)
        self.silent = self.quiet or bool(self.listing) or self.count
        self.selected = False
        self.printed = False  # any group of lines, of any file

    def file(self, name: str, stream: Stream | None) -> None:
        """Search one file (None: it cannot be read) and print what is to be printed of it."""
        search = _File(self, self.label if name == "(standard input)" else name)
        if stream is not None:
            search.run(stream)
        self.selected = self.selected or search.count > 0
        self._summary(search)

    def _summary(self, search: _File) -> None:
        if self.quiet:
            return
        write = self.cx.stdout.write
        if self.count and not self.listing:
            write(search.prefix_name(b":") + b"%d\n" % search.count)
        if self.listing and (self.listing == "l") == (search.count > 0):
            name = self.paint("fn", encoded(search.name))
            write(name + (b"\0" if self.nul else b"\n"))

    def width(self, name: str) -> int:
        """With -T, the columns of a number: those of the file's size, or of any where it has none."""
        try:
            stat = self.cx.fs.stat(self.cx.path(name))
        except OSError:
            return 19
        return len(str(stat.size)) if stat.mode & 0o170000 == 0o100000 else 19

    def paint(self, what: str, text: bytes) -> bytes:
        """``text`` in the colour of ``what``."""
        sgr = self.colors.get(what, "") if self.colors else ""
        if not sgr:
            return text
        start = sgr.encode("ascii", "replace")
        return b"\33[" + start + b"m\33[K" + text + b"\33[m\33[K"


class _File:
    """The search of one file."""

    def __init__(self, search: Search, name: str) -> None:
        self.search = search
        self.name = name
        self.count = 0
        self.line = 1  # number of the line at the start of what is not yet handled
        self.offset = 0  # its byte offset
        self.pending = 0  # lines of context still to print
        self.held: list[tuple[Subject, int, int]] = []  # lines that may become context before a match
        self.printed = -1  # number of the last line that was printed
        self.is_binary = False
        self.garbled = False  # a line that is no text was not printed
        self.stopped = False
        self.consumed = 0
        self.named = search.paint("fn", encoded(name)) if search.named else b""
        self.width = search.width(name) if search.tab else 0

    def run(self, stream: Stream) -> None:
        search = self.search
        for block in Lines(search.cx, stream, b"\0" if search.zero else b"\n").blocks():
            data = block.translate(_SWAP) if search.zero else block
            if not search.zero and search.binary != "text" and b"\0" in data:
                self.is_binary = True
                # In a binary file a NUL ends a line as well.
                data = data.replace(b"\0", b"\n")
                if search.binary == "without-match":
                    self.count = 0
                    return
            self.block(search.pattern.subject(data))
            if self.stopped:
                self._give_back(stream, block)
                break
            if self.is_binary and self.count and not search.silent:
                break
        if (self.is_binary or self.garbled) and self.count and not search.silent:
            search.cx.complain(f"{self.name}: binary file matches")

    def _give_back(self, stream: Stream, block: bytes) -> None:
        """With -m, the next reader of the same file goes on after the last line that was selected."""
        rest = len(block) - self.consumed
        if rest > 0:
            try:
                stream.seek(-rest, 1)
            except OSError:
                pass

    @property
    def plain(self) -> bool:
        """Whether whole lines, or what matches in them, are printed as they are."""
        search = self.search
        return not (
            ((self.named or search.numbers) and search.invert)
            or search.offsets
            or (search.only and (search.invert or search.numbers))
            or search.grouped
            or search.colors
            or search.most >= 0
            or search.tab
            or search.zero
        )

    def block(self, subject: Subject) -> None:
        """One run of whole lines."""
        search = self.search
        silent = search.silent or self.is_binary
        if silent and search.most < 0 and (search.count or not self.count):
            self._count(subject)
        elif silent or not self.plain or not self._writable(subject):
            self._walk(subject, silent)
        elif search.only:
            self._only(subject)
        else:
            self._copy(subject)

    def _count(self, subject: Subject) -> None:
        search = self.search
        if not search.count and not search.invert:
            self.count += next(search.pattern.lines(subject), None) is not None
            self.stopped = self.count > 0 and not self.is_binary
            self.consumed = len(subject)
            return
        found = search.pattern.count(subject)
        if search.invert:
            newline = "\n" if isinstance(subject, str) else b"\n"
            found = subject.count(newline) + (subject[-1:] != newline) - found
        self.count += found

    def _copy(self, subject: Subject) -> None:
        """Plain output of whole lines, the common case."""
        spans = self.search.pattern.spans(subject)
        if self.search.invert:
            spans = _others(spans, len(subject))
            self.count += bool(spans)
        else:
            self.count += len(spans)
        if self.named or self.search.numbers:
            out = self._prefixed(subject, spans)
        else:
            out = [subject[start : end + 1] for start, end in spans]
        if out:
            text = _bytes(out[0][:0].join(out))
            self.search.cx.stdout.write(text if text.endswith(b"\n") else text + b"\n")

    def _only(self, subject: Subject) -> None:
        """-o, without a look at each line where the expression allows it."""
        found = self.search.pattern.matches(subject)
        if found is None:
            self._walk(subject, False)
        elif found:
            self.count += 1
            mark = self.prefix_name(b":")
            glue = "\n" if isinstance(subject, str) else b"\n"
            text = _bytes(glue.join(found))
            text = mark + text.replace(b"\n", b"\n" + mark) if mark else text
            self.search.cx.stdout.write(text + b"\n")

    def _writable(self, subject: Subject) -> bool:
        """Whether there is nothing in a text that may not go to a terminal."""
        if isinstance(subject, bytes) or self.search.binary == "text" or CODEC.get() == "ascii":
            return True
        try:
            subject.encode("utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def _prefixed(self, subject: Subject, lines: list[tuple[int, int]]) -> list[bytes]:
        """Lines with the file's name, the line's number, or both."""
        name = self.prefix_name(b":")
        if not self.search.numbers:
            return [name + _bytes(subject[start : end + 1]) for start, end in lines]
        newline = "\n" if isinstance(subject, str) else b"\n"
        out = []
        at, number = 0, self.line
        for start, end in lines:
            number += subject.count(newline, at, start)
            at = start
            out.append(b"%b%d:%b" % (name, number, _bytes(subject[start : end + 1])))
        self.line = number + subject.count(newline, at)
        return out

    def _selected(self, subject: Subject, newline: Subject) -> Iterator[tuple[int, int]]:
        lines = self.search.pattern.lines(subject)
        if not self.search.invert:
            yield from lines
            return
        at = 0
        size = len(subject) - (subject[-1:] == newline)
        for start, end in lines:
            yield from _each_line(subject, at, start - 1, newline)
            at = end + 1
        yield from _each_line(subject, at, size, newline)

    def _walk(self, subject: Subject, silent: bool) -> None:
        """Everything that takes more than the lines themselves."""
        search = self.search
        newline = "\n" if isinstance(subject, str) else b"\n"
        at = 0
        out: list[bytes] = []
        try:
            for start, end in self._selected(subject, newline):
                self._between(subject, at, start, newline, out, silent)
                line = subject[start:end]
                self.count += 1
                if not silent:
                    self._print(line, out)
                self._pass(subject, start, end)
                at = end + 1
                if self.count == search.most:
                    self.stopped = True
                    self.consumed = len(
                        subject[:at].encode("utf-8", "surrogateescape") if newline == "\n" else subject[:at]
                    )
                    self._between(subject, at, len(subject), newline, out, silent)
                    return
            self._between(subject, at, len(subject), newline, out, silent)
        finally:
            if out:
                text = b"".join(out)
                search.cx.stdout.write(text.translate(_SWAP) if search.zero else text)

    def _printable(self, text: Subject) -> bool:
        """Whether this may go to a terminal; what is no text makes the file a binary one."""
        if isinstance(text, bytes) or self.search.binary == "text" or CODEC.get() == "ascii":
            return True
        if not any("\udc80" <= char <= "\udcff" for char in text):
            return True
        self.garbled = True
        return False

    def _pass(self, subject: Subject, start: int, end: int) -> None:
        """One line is done with."""
        self.line += 1
        if self.search.offsets:
            self.offset += _size(subject[start:end]) + 1

    def _between(
        self, subject: Subject, start: int, end: int, newline: Subject, out: list[bytes], silent: bool
    ) -> None:
        """The lines from ``start`` to ``end`` are not selected: context, or nothing."""
        if start >= end:
            return
        search = self.search
        if not (search.after or search.before) or silent:
            self.line += subject.count(newline, start, end)
            if search.offsets:
                self.offset += _size(subject[start:end])
            return
        for begin, stop in _each_line(subject, start, end - (subject[end - 1 : end] == newline), newline):
            line = subject[begin:stop]
            if self.pending:
                self.pending -= 1
                self._emit(line, b"-", self.line, self.offset, out)
            elif search.before:
                self.held.append((line, self.line, self.offset))
                if len(self.held) > search.before:
                    del self.held[0]
            self._pass(subject, begin, stop)

    def _print(self, line: Subject, out: list[bytes]) -> None:
        search = self.search
        if search.only:
            if not search.invert:
                self._matches(line, out)
            return
        first = self.held[0][1] if self.held else self.line
        apart = self.printed < first - 1 if self.printed >= 0 else search.printed
        if search.grouped and search.separator is not None and apart:
            # A newline also between lines that end with NUL, which are swapped when they are written.
            out.append(search.paint("se", search.separator) + (b"\0" if search.zero else b"\n"))
        search.printed = True
        for held, number, offset in self.held:
            self._emit(held, b"-", number, offset, out)
        self.held.clear()
        self._emit(line, b":", self.line, self.offset, out)
        self.pending = search.after

    def _emit(self, line: Subject, mark: bytes, number: int, offset: int, out: list[bytes]) -> None:
        self.printed = number
        if not self._printable(line):
            return
        selected = mark == b":"
        text = self._colored(line, selected) if self.search.colors else _bytes(line)
        out.append(self.prefix(mark, number, offset) + text + b"\n")

    def _matches(self, line: Subject, out: list[bytes]) -> None:
        """-o: each match that is not empty on a line of its own."""
        search = self.search
        for start, end in self._spans(line):
            offset = self.offset + (_size(line[:start]) if search.offsets else 0)
            if not self._printable(line[start:end]):
                continue
            text = search.paint("ms", _bytes(line[start:end]))
            out.append(self.prefix(b":", self.line, offset) + text + b"\n")

    def _spans(self, line: Subject) -> Iterator[tuple[int, int]]:
        at = 0
        while at <= len(line):
            found = self.search.pattern.search(line, at)
            if found is None:
                return
            start, end = found.span()
            if end > start:
                yield start, end
            at = end if end > start else end + 1

    def _colored(self, line: Subject, selected: bool) -> bytes:
        search = self.search
        if selected == search.invert:
            return search.paint("sl" if selected else "cx", _bytes(line))
        what = "ms" if selected else "mc"
        out = []
        at = 0
        for start, end in self._spans(line):
            out += [_bytes(line[at:start]), search.paint(what, _bytes(line[start:end]))]
            at = end
        out.append(_bytes(line[at:]))
        return b"".join(out)

    def prefix_name(self, mark: bytes) -> bytes:
        """The file's name and what parts it from the rest."""
        if not self.named:
            return b""
        return self.named + (b"\0" if self.search.nul else self.search.paint("se", mark))

    def prefix(self, mark: bytes, number: int, offset: int) -> bytes:
        """All that stands before a line."""
        search = self.search
        out = self.prefix_name(mark)
        parts = []
        if search.numbers:
            parts.append(search.paint("ln", b"%*d" % (self.width, number)))
        if search.offsets:
            parts.append(search.paint("bn", b"%*d" % (self.width, offset)))
        sep = search.paint("se", mark)
        if search.tab and (out or parts):
            # The tab comes before the last mark, as in GNU's.
            return out + sep.join(parts) + (sep if parts else b"") + b"\t"
        return out + b"".join(part + sep for part in parts)


def _others(spans: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """The runs of lines between those lines."""
    starts = [0, *(end + 1 for _, end in spans)]
    ends = [*(start - 1 for start, _ in spans), size]
    return [
        (start, end) for start, end in zip(starts, ends, strict=True) if start <= end < size or start < end
    ]


def _each_line(subject: Subject, start: int, end: int, newline: Subject) -> Iterator[tuple[int, int]]:
    while start <= end:
        stop = subject.find(newline, start, end)
        if stop < 0:
            stop = end
        yield start, stop
        start = stop + 1


def _bytes(text: Subject) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")


def _size(text: Subject) -> int:
    return len(_bytes(text))


def _number(cx: Context, given: Given, key: str, wrong: str, default: int) -> int:
    text = given.get(key)
    if key not in given:
        return default
    digits = text.lstrip("+-") if key == "m" else text.lstrip("+")
    if not (digits.isascii() and digits.isdigit()):
        cx.complain(wrong or f"{text}: invalid context length argument")
        raise Done(2)
    value = int(digits[:18])
    return -1 if text.startswith("-") else value


def _binary(cx: Context, given: Given) -> str:
    kind = "binary"
    for key, value in given.order:
        if key == "a":
            kind = "text"
        elif key == "I":
            kind = "without-match"
        elif key == "binary-files":
            if value not in ("binary", "text", "without-match"):
                cx.complain("unknown binary-files type")
                raise Done(2)
            kind = value
    return kind


def _colors(cx: Context, options: Options, given: Given) -> dict[str, str] | None:
    when = given.get("color")
    if "color" not in given or when in ("never", "no", "none", "auto", "tty", "if-tty", ""):
        return None
    if when not in ("always", "yes", "force"):
        raise options.refuse(cx, "")
    colors = dict(_COLORS)
    for item in cx.env.get("GREP_COLORS", "").split(":"):
        name, equals, value = item.partition("=")
        if equals and name in colors and all(char in "0123456789;" for char in value):
            colors[name] = value
            if name == "mt":
                colors["ms"] = colors["mc"] = value
    return colors
