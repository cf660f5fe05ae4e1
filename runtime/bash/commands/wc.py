"""wc: count lines, words, characters and bytes."""

from __future__ import annotations

import re

from runtime.bash.charset import CODEC
from runtime.bash.commands._shared.input import chunks, opened, text_of, whole
from runtime.bash.commands._shared.quoting import always, maybe, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...\n[OPTION]... --files0-from=F",
    "Write the numbers of lines, words and bytes of each FILE, and of all together when there are several.",
    ("c", "bytes", "", "count bytes"),
    ("m", "chars", "", "count characters"),
    ("l", "lines", "", "count newlines"),
    ("", "files0-from", "F", "read the names from file F, each ended by NUL"),
    ("L", "max-line-length", "", "the width of the widest line"),
    ("w", "words", "", "count words"),
)
_ORDER = "lwmcL"
# What separates words: the printable ones of C.UTF-8's iswspace() and the no-break spaces.
_WORD = re.compile(r"[^ \t-\r\u00a0\u1680\u2000-\u200a\u202f\u205f\u2060\u3000]+")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    wanted = [key for key in _ORDER if key in given] or ["l", "w", "c"]
    status = 0
    rows: list[tuple[list[int], str | None]] = []
    names = list(_names(cx, given))
    total = [0] * len(wanted)
    for number, name in enumerate(names, 1):
        if name == "":
            where = f"{maybe(given['files0-from'])}:{number}: " if "files0-from" in given else ""
            cx.complain(f"{where}invalid zero-length file name")
            status = 1
            continue
        try:
            counts = _counted(cx, name or "-", wanted)
        except OSError as error:
            cx.complain(f"{maybe(name or 'standard input')}: {reason(error)}")
            status = 1
            if error.errno != 21:
                continue
            counts = [0] * len(wanted)
        rows.append((counts, name))
        total = [max(a, b) if key == "L" else a + b for key, a, b in zip(wanted, total, counts, strict=True)]
    if len(names) > 1:
        rows.append((total, "total"))
    width = 1 if given.get("files0-from") == "-" else _width(cx, names, wanted)
    for counts, name in rows:
        numbers = " ".join(f"{count:{width}}" for count in counts)
        shown = name and (maybe(name, False) if "\n" in name else name)
        cx.write(f"{numbers} {shown}\n" if shown else f"{numbers}\n")
    return status


def _names(cx: Context, given: Given) -> Iterator[str | None]:
    if "files0-from" not in given:
        yield from given.operands
        if not given.operands:
            yield None
        return
    if given.operands:
        cx.complain(f"extra operand {always(given.operands[0])}")
        cx.stderr.write(b"file operands cannot be combined with --files0-from\n")
        raise OPTIONS.refuse(cx, "")
    try:
        stream = opened(cx, given["files0-from"])
    except OSError as error:
        if error.errno == 21:
            cx.complain(f"{maybe(given['files0-from'])}: read error: {reason(error)}")
        else:
            cx.complain(f"cannot open {always(given['files0-from'])} for reading: {reason(error)}")
        raise Done(1) from None
    try:
        data = whole(cx, stream)
    finally:
        stream.release()
    for name in data.removesuffix(b"\0").split(b"\0") if data else []:
        yield text_of(name)


def _width(cx: Context, names: list[str | None], wanted: list[str]) -> int:
    """The width of the columns: wide enough for the sizes of all files, 7 as soon as one of them has no size."""
    if len(names) <= 1 and len(wanted) == 1:
        return 1
    least, size = 1, 0
    for name in names:
        try:
            stat = cx.fs.stat(cx.path(name)) if name not in (None, "-") else None
        except OSError:
            continue
        if stat is None or stat.mode & 0o170000 != 0o100000:
            least = 7
        else:
            size += stat.size
    return max(least, len(str(size)), 1)


def _counted(cx: Context, name: str, wanted: list[str]) -> list[int]:
    stream = opened(cx, name)
    try:
        if set(wanted) <= {"l", "c"}:
            return _quick(cx, stream, wanted)
        return _full(cx, stream, wanted)
    finally:
        stream.release()


def _quick(cx: Context, stream: Stream, wanted: list[str]) -> list[int]:
    lines = size = 0
    for data in chunks(cx, stream):
        lines += data.count(b"\n")
        size += len(data)
    return [lines if key == "l" else size for key in wanted]


def _full(cx: Context, stream: Stream, wanted: list[str]) -> list[int]:
    data = whole(cx, stream)
    text, garbled = _decoded(data)
    count = {
        "l": lambda: data.count(b"\n"),
        "w": lambda: _words(data, text),
        "m": lambda: (
            len(data)
            if CODEC.get() == "ascii"
            else sum(not "\udc80" <= char <= "\udcff" for char in text)
            if garbled
            else len(text)
        ),
        "c": lambda: len(data),
        "L": lambda: _widest(data, text),
    }
    return [count[key]() for key in wanted]


def _decoded(data: bytes) -> tuple[str, bool]:
    """The text, and whether some of it is none."""
    try:
        return data.decode("utf-8"), False
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape"), True


def _words(data: bytes, text: str) -> int:
    """Words are runs between white space that hold at least one printable character."""
    if data.isascii():
        # bytes.split() knows exactly the six blanks of C; controls alone make no word.
        return len(data.translate(None, _CONTROLS).split())
    return sum(any(map(str.isprintable, word)) for word in _WORD.findall(text))


_CONTROLS = bytes(byte for byte in (*range(32), 127) if byte not in b"\t\n\v\f\r")


_PRINTED = bytes(range(32, 127)) + b"\n"


def _widest(data: bytes, text: str) -> int:
    if not data.translate(None, _PRINTED):
        return max(map(len, data.split(b"\n")))
    return max((_columns(line) for line in re.split(r"[\n\r\f]", text)), default=0)


def _columns(line: str) -> int:
    from runtime.bash.commands._shared.char_width import width

    if line.isascii() and line.isprintable():
        return len(line)
    at = 0
    for char in line:
        at = (at // 8 + 1) * 8 if char == "\t" else at + width(char)
    return at
