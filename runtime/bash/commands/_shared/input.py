"""Reading what a utility is given: operands as files, ``-`` as standard input, in pieces or whole."""

from __future__ import annotations

from runtime.bash.charset import CODEC
from runtime.bash.commands._shared.quoting import always, maybe, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

    _Item = TypeVar("_Item")

__all__ = [
    "Lines",
    "chunks",
    "each",
    "encoded",
    "feeds_itself",
    "held",
    "opened",
    "split_lines",
    "text_of",
    "watched",
    "whole",
]

_CHUNK = 65_536
_KIND, _REGULAR = 0o170000, 0o100000
# Items between two looks at the clock, less one.
_STRIDE = 1023
_MOST_LINES = 2_000_000


def encoded(text: str) -> bytes:
    """A word's bytes."""
    return text.encode("utf-8", "surrogateescape")


def text_of(data: bytes) -> str:
    """Bytes as a word."""
    return data.decode(CODEC.get(), "surrogateescape")


def opened(cx: Context, name: str) -> Stream:
    """The stream of one operand, to be released; ``-`` is standard input. Raises OSError (EISDIR for a folder)."""
    if name == "-":
        return cx.stdin.retain()
    if cx.fs.is_dir(cx.path(name)):
        raise IsADirectoryError(21, "Is a directory")
    return cx.open(name)


def chunks(cx: Context, stream: Stream, piece: int = _CHUNK) -> Iterator[bytes]:
    """What is left of a stream, piece by piece; looks at the clock between pieces."""
    read, check = stream.read, cx.meter.check
    while data := read(piece):
        yield data
        check()


def whole(cx: Context, stream: Stream) -> bytes:
    """All that is left of a stream, refused beyond what a file may hold."""
    most = cx.meter.limits.max_file_bytes
    held = []
    size = 0
    while data := stream.read(_CHUNK if size < _CHUNK else 1 << 20):
        size += len(data)
        if size > most:
            cx.meter.exceeded("file_bytes", f"{cx.name}: more than {most} bytes of input")
        held.append(data)
        cx.meter.check()
    return held[0] if len(held) == 1 else b"".join(held)


def feeds_itself(cx: Context, stream: Stream) -> bool:
    """Whether what is written would be read again, without end."""
    into = cx.stdout.stat()
    if into is None or into.mode & _KIND != _REGULAR:
        return False
    source = stream.stat()
    return (
        source is not None
        and (source.dev, source.ino) == (into.dev, into.ino)
        and stream.seek(0, 1) < source.size
    )


def held(cx: Context, count: int) -> None:
    """Refuse to hold so many lines at once: each takes some hundred bytes of the host, however short it is."""
    if count > _MOST_LINES:
        cx.meter.exceeded("lines", f"{cx.name}: more than {_MOST_LINES} lines at once")


def watched(cx: Context, items: Iterable[_Item]) -> Iterator[_Item]:
    """The same items, with a look at the clock now and then."""
    check = cx.meter.check
    for number, item in enumerate(items):
        if not number & _STRIDE:
            check()
        yield item


class Lines:
    """The lines of a stream with their ends, one at a time or as blocks of whole lines."""

    __slots__ = ("_cx", "_end", "_piece", "_stream")

    def __init__(self, cx: Context, stream: Stream, end: bytes = b"\n", piece: int = _CHUNK) -> None:
        self._cx = cx
        self._piece = piece
        self._stream = stream
        self._end = end

    def blocks(self) -> Iterator[bytes]:
        """Blocks that end where a line ends (but for the last, when the input does not)."""
        held: list[bytes] = []
        size = 0
        most = self._cx.meter.limits.max_file_bytes
        for data in chunks(self._cx, self._stream, self._piece):
            cut = data.rfind(self._end) + 1
            size += len(data)
            if size > most:
                self._cx.meter.exceeded("file_bytes", f"{self._cx.name}: a line of more than {most} bytes")
            if not cut:
                held.append(data)
                continue
            held.append(data[:cut])
            yield b"".join(held)
            held = [data[cut:]] if cut < len(data) else []
            size = len(data) - cut
        if held:
            yield b"".join(held)

    def __iter__(self) -> Iterator[bytes]:
        for block in self.blocks():
            yield from split_lines(block, self._end)


def split_lines(data: bytes, end: bytes = b"\n") -> list[bytes]:
    """The lines of ``data`` with their ends."""
    lines = [line + end for line in data.split(end)]
    last = lines.pop()
    if len(last) > len(end):
        lines.append(last[: -len(end)])
    return lines


def each(
    cx: Context, names: list[str], *, folder: str = "{name}: Is a directory", absent: str = "{name}: {reason}"
) -> Iterator[tuple[str, Stream | None]]:
    """Every operand (standard input when there is none) with its stream, released afterwards; one that cannot be opened is
    complained of and comes with None. ``folder`` and ``absent`` are what this utility says of a folder and of any other."""
    for name in names or ["-"]:
        try:
            stream = opened(cx, name)
        except OSError as error:
            words = folder if error.errno == 21 else absent
            cx.complain(words.format(name=maybe(name), always=always(name), reason=reason(error)))
            yield name, None
            continue
        try:
            yield name, stream
        finally:
            stream.release()
