"""split: a file in pieces."""

from __future__ import annotations

from runtime.bash.commands._shared.input import Lines, chunks, encoded, opened, split_lines, whole
from runtime.bash.commands._shared.quoting import always, maybe, quote, reason
from runtime.bash.commands._shared.sizes import size_of
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE [PREFIX]]",
    "Output pieces of FILE to PREFIXaa, PREFIXab, ...; default size is 1000 lines, and default PREFIX is 'x'.",
    ("a", "suffix-length", "N", "generate suffixes of length N (default 2)"),
    ("", "additional-suffix", "SUFFIX", "append an additional SUFFIX to file names"),
    ("b", "bytes", "SIZE", "put SIZE bytes per output file"),
    ("C", "line-bytes", "SIZE", "put at most SIZE bytes of records per output file"),
    ("d", "", "", "use numeric suffixes starting at 0, not alphabetic"),
    ("", "numeric-suffixes", "[FROM]", "same as -d, but allow setting the start value"),
    ("x", "", "", "use hex suffixes starting at 0, not alphabetic"),
    ("", "hex-suffixes", "[FROM]", "same as -x, but allow setting the start value"),
    ("e", "elide-empty-files", "", "do not generate empty output files with '-n'"),
    ("", "filter", "COMMAND", "write to shell COMMAND; file name is $FILE"),
    ("l", "lines", "NUMBER", "put NUMBER lines/records per output file"),
    ("n", "number", "CHUNKS", "generate CHUNKS output files: N, K/N, l/N, l/K/N, r/N or r/K/N"),
    ("t", "separator", "SEP", "use SEP instead of newline as the record separator"),
    ("u", "unbuffered", "", "ignored: nothing is held back"),
    ("", "verbose", "", "say before each output file that it is opened"),
    digits="l",
)
_RANGE = ": Numerical result out of range"
_ALPHABETS = {"d": "0123456789", "x": "0123456789abcdef", "": "abcdefghijklmnopqrstuvwxyz"}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if len(given.operands) > 2:
        raise OPTIONS.refuse(cx, f"extra operand {quote(given.operands[2])}")
    ways = {key for key, _ in given.order if key in "lbCn"}
    if len(ways) > 1:
        raise OPTIONS.refuse(cx, "cannot split in more than one way")
    way = ways.pop() if ways else "l"
    name = given.operands[0] if given.operands else "-"
    separator = _separator(cx, given)
    try:
        stream = opened(cx, name)
    except OSError as error:
        if error.errno == 21:
            return cx.fail(f"{maybe(name)}: Is a directory")
        return cx.fail(f"cannot open {always(name)} for reading: {reason(error)}")
    try:
        if way == "n":
            return _numbered(cx, given, stream, separator)
        size = _size(cx, given.get(way, "1000"), "lines" if way == "l" else "bytes")
        files = _Files(cx, given)
        pieces = {"l": _by_lines, "b": _by_bytes, "C": _by_line_bytes}[way](cx, stream, size, separator)
        files.write(pieces)
        return files.status
    finally:
        stream.release()


def _separator(cx: Context, given: Given) -> bytes:
    text = given.get("t", "\n")
    if text == "\\0":
        return b"\0"
    if len(encoded(text)) != 1:
        cx.complain(f"multi-character separator {quote(text)}" if text else "empty record separator")
        raise Done(1)
    return encoded(text)


def _size(cx: Context, text: str, what: str) -> int:
    size = size_of(text)
    if not size or not text[:1].isdigit():
        cx.complain(f"invalid number of {what}: {quote(text)}{_RANGE if text.isdigit() else ''}")
        raise Done(1)
    return size


def _by_lines(cx: Context, stream: Stream, size: int, separator: bytes) -> Iterator[tuple[bool, bytes]]:
    """Pieces of data, each with whether it begins another file."""
    left = 0
    for block in Lines(cx, stream, separator).blocks():
        lines = split_lines(block, separator)
        at = 0
        while at < len(lines):
            fresh = not left
            left = left or size
            part = lines[at : at + left]
            yield fresh, b"".join(part)
            at += len(part)
            left -= len(part)


def _by_bytes(cx: Context, stream: Stream, size: int, separator: bytes) -> Iterator[tuple[bool, bytes]]:
    del separator
    left = 0
    for block in chunks(cx, stream):
        at = 0
        while at < len(block):
            fresh = not left
            left = left or size
            part = block[at : at + left]
            yield fresh, part
            at += len(part)
            left -= len(part)


def _by_line_bytes(cx: Context, stream: Stream, size: int, separator: bytes) -> Iterator[tuple[bool, bytes]]:
    used = size
    for line in Lines(cx, stream, separator):
        data = line
        if used + len(data) > size:
            used = size
        while data:
            fresh = used >= size
            used = 0 if fresh else used
            part = data[: size - used]
            yield fresh, part
            used += len(part)
            data = data[len(part) :]


def _numbered(cx: Context, given: Given, stream: Stream, separator: bytes) -> int:
    parts = given["n"].split("/")
    kind = parts.pop(0) if parts[0] in {"l", "r"} else ""
    numbers = [int(part[:9]) if part.isascii() and part.isdigit() else 0 for part in parts]
    if len(parts) not in {1, 2} or not numbers[-1]:
        return cx.fail(f"invalid number of chunks: {quote(parts[-1] if parts else '')}")
    count = numbers[-1]
    if len(parts) == 2 and not 1 <= numbers[0] <= count:
        return cx.fail(f"invalid chunk number: {quote(parts[0])}")
    cx.meter.fields(count)
    data = whole(cx, stream)
    pieces = _chunked(data, kind, count, separator)
    if len(parts) == 2:
        cx.stdout.write(pieces[numbers[0] - 1])
        return 0
    files = _Files(cx, given, count)
    files.write((True, piece) for piece in pieces if piece or "e" not in given)
    return files.status


def _chunked(data: bytes, kind: str, count: int, separator: bytes) -> list[bytes]:
    if kind == "r":
        lines = split_lines(data, separator)
        return [b"".join(lines[number::count]) for number in range(count)]
    # Fewer bytes than files: the first files get one each.
    size = max(len(data), count) // count
    ends = [min(size * number, len(data)) for number in range(1, count)] + [len(data)]
    if kind == "l":
        ends = [_line_end(data, end, separator) for end in ends]
    starts = [0, *ends[:-1]]
    return [data[start:end] if end > start else b"" for start, end in zip(starts, ends, strict=True)]


def _line_end(data: bytes, at: int, separator: bytes) -> int:
    """The end of the line that the byte before ``at`` is in."""
    found = data.find(separator, max(0, at - 1))
    return len(data) if found < 0 else found + 1


class _Files:
    def __init__(self, cx: Context, given: Given, count: int = 0) -> None:
        self.cx = cx
        self.given = given
        self.prefix = given.operands[1] if len(given.operands) > 1 else "x"
        self.behind = given.get("additional-suffix")
        if "/" in self.behind:
            cx.complain(f"invalid suffix {quote(self.behind)}, contains directory separator")
            raise Done(1)
        kind = given.last(("d", "numeric-suffixes", "x", "hex-suffixes"))
        self.letters = _ALPHABETS[
            kind[:1] if kind[:1] in {"d", "x"} else "d" if kind[:1] == "n" else "x" if kind else ""
        ]
        start = given.get(kind) if kind else ""
        if start and start.strip(self.letters):
            cx.complain(
                f"{start}: invalid start value for {'numerical' if kind[:1] in 'dn' else 'hexadecimal'} suffix"
            )
            raise Done(1)
        self.number = int(start, len(self.letters)) if start else 0
        self.length = self._length(count)
        # Names grow only where neither their length nor their beginning was asked for.
        self.fixed = "a" in given or bool(count) or bool(start)
        self.status = 0

    def _length(self, count: int) -> int:
        text = self.given.get("a", "0")
        if not (text.isascii() and text.isdigit()):
            self.cx.complain(f"invalid suffix length: {quote(text)}")
            raise Done(1)
        if int(text[:4]):
            self.cx.meter.text(int(text[:9]))
            return int(text[:9])
        length = 2
        while len(self.letters) ** length < count + self.number:
            length += 1
        return length

    def _name(self) -> str:
        number, base = self.number, len(self.letters)
        self.number += 1
        length = self.length
        if not self.fixed:
            # Names grow by two letters (the first ones being the last letter) before they run out, so that they sort.
            extra = 0
            room = base**length - base ** (length - 1)
            while number >= room:
                number -= room
                length += 1
                extra += 1
                room = base**length - base ** (length - 1)
            lead = self.letters[-1] * extra
        else:
            lead = ""
            if number >= base**length:
                self.cx.complain("output file suffixes exhausted")
                raise Done(1)
        letters = []
        for _ in range(length):
            number, digit = divmod(number, base)
            letters.append(self.letters[digit])
        return f"{self.prefix}{lead}{''.join(reversed(letters))}{self.behind}"

    def write(self, pieces: Iterable[tuple[bool, bytes]]) -> None:
        """Each piece into the file that it is of."""
        if "filter" in self.given:
            self._filter(pieces)
            return
        stream: Stream | None = None
        try:
            for fresh, data in pieces:
                if fresh:
                    if stream is not None:
                        stream.release()
                        stream = None
                    stream = self._open(self._name())
                if stream is not None:
                    stream.write(data)
        finally:
            if stream is not None:
                stream.release()

    def _open(self, name: str) -> Stream:
        if "verbose" in self.given:
            self.cx.write(f"creating file {always(name)}\n")
        try:
            return self.cx.open(name, 0o1101)  # O_WRONLY | O_CREAT | O_TRUNC
        except OSError as error:
            self.cx.complain(f"{maybe(name)}: {reason(error)}")
            raise Done(1) from None

    def _filter(self, pieces: Iterable[tuple[bool, bytes]]) -> None:
        held: list[bytes] = []
        size = 0
        for fresh, data in pieces:
            if fresh and held:
                self._run(b"".join(held))
                held, size = [], 0
            held.append(data)
            size += len(data)
            self.cx.meter.text(size)
        if held:
            self._run(b"".join(held))

    def _run(self, data: bytes) -> None:
        from runtime.bash.streams import Input

        env = {**self.cx.env, "FILE": self._name()}
        status = self.cx.launch.run(["sh", "-c", self.given["filter"]], stdin=Input(data), env=env)
        if status:
            self.cx.complain(f"with FILE={env['FILE']}, exit {status} from command: {self.given['filter']}")
            self.status = 1
