"""paste: lines of files side by side."""

from __future__ import annotations

from runtime.bash.commands._shared.input import Lines, encoded, opened
from runtime.bash.commands._shared.quoting import maybe, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Write lines made of the corresponding lines of each FILE, parted by tabs.",
    ("d", "delimiters", "LIST", "part them by the characters of LIST, one after the other"),
    ("s", "serial", "", "one file after the other, each in one line"),
    ("z", "zero-terminated", "", "lines end with NUL"),
)
_ESCAPES = {"0": "", "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
# Bytes that are gathered before they are written.
_HELD = 65_536
# Seconds in which one delimiter is read.
_DELIMITER_S = 1e-6


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    delimiters = _delimiters(cx, given.get("d", "\t"))
    end = b"\0" if "z" in given else b"\n"
    streams: list[Stream] = []
    sources: list[Iterator[bytes]] = []
    shared: Iterator[bytes] | None = None
    status = 0
    unread: list[str] = []
    # Of every file a piece is held at once.
    piece = max(_HELD // max(len(given.operands), 1), 1024)
    try:
        for name in given.operands or ["-"]:
            try:
                streams.append(opened(cx, name))
            except OSError as error:
                if error.errno == 21:
                    # It can be opened, and gives an error instead of lines.
                    unread.append(f"{maybe(name)}: {reason(error)}")
                    sources.append(iter(()))
                    continue
                cx.complain(f"{maybe(name)}: {reason(error)}")
                if "s" not in given:
                    return 1
                status = 1
                continue
            if name == "-":
                # Every "-" takes the next line of the one standard input.
                shared = shared or iter(Lines(cx, streams[-1], end, piece))
            sources.append(shared if name == "-" and shared else iter(Lines(cx, streams[-1], end, piece)))
        for message in unread:
            cx.complain(message)
            status = 1
        (_serial if "s" in given else _parallel)(cx, sources, delimiters, end)
    finally:
        for stream in streams:
            stream.release()
    return status


def _delimiters(cx: Context, text: str) -> list[bytes]:
    out: list[bytes] = []
    at = 0
    cx.meter.afford(_DELIMITER_S * len(text))
    while at < len(text):
        char = text[at]
        at += 1
        if char == "\\":
            if at >= len(text):
                cx.complain(f"delimiter list ends with an unescaped backslash: {text}")
                raise Done(1)
            char = _ESCAPES.get(text[at], text[at])
            at += 1
        # GNU's delimiters are bytes.
        out += [bytes((byte,)) for byte in encoded(char)] or [b""]
    return out or [b""]


def _serial(cx: Context, sources: list[Iterator[bytes]], delimiters: list[bytes], end: bytes) -> None:
    for source in sources:
        out = bytearray()
        for number, line in enumerate(source):
            if number:
                out += delimiters[(number - 1) % len(delimiters)]
            out += line.removesuffix(end)
            if len(out) > 65_536:
                cx.stdout.write(bytes(out))
                out.clear()
        cx.stdout.write(bytes(out) + end)


def _parallel(cx: Context, sources: list[Iterator[bytes]], delimiters: list[bytes], end: bytes) -> None:
    out: list[bytes] = []
    held = 0
    last = len(sources) - 1
    while True:
        parts: list[bytes] = []
        any_left = False
        for number, source in enumerate(sources):
            line = next(source, None)
            any_left = any_left or line is not None
            parts.append((line or b"").removesuffix(end))
            parts.append(end if number == last else delimiters[number % len(delimiters)])
        if not any_left:
            break
        out += parts
        held += sum(map(len, parts))
        if held > _HELD:
            cx.stdout.write(b"".join(out))
            out.clear()
            held = 0
            cx.meter.check()
    cx.stdout.write(b"".join(out))
