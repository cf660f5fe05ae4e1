"""head: the first part of files."""

from __future__ import annotations

import re
from functools import partial

from runtime.bash.commands._shared.head_tail import ABSENT, FOLDER, amount, header
from runtime.bash.commands._shared.input import Lines, chunks, each
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.option_table import Done
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Print the first 10 lines of each FILE, under a header when there are several.",
    ("c", "bytes", "[-]NUM", "print the first NUM bytes; with -, all but the last NUM"),
    ("n", "lines", "[-]NUM", "print the first NUM lines; with -, all but the last NUM"),
    ("q", "quiet silent", "", "never print headers"),
    ("v", "verbose", "", "always print headers"),
    ("z", "zero-terminated", "", "lines end with NUL"),
    digits="digits",
)
_OLD = re.compile(r"-(\d+)(.*)", re.ASCII | re.DOTALL)
_FEW = 512


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, _modern(cx), _checks(cx))
    unit = given.last("cn", "n")
    most, but = _number(cx, unit, given.get(unit, "10"))
    end = b"\0" if "z" in given else b"\n"
    heads = given.last("qv", "v" if len(given.operands) > 1 else "q") == "v"
    status = 0
    first = True
    for name, stream in each(cx, given.operands, folder=FOLDER, absent=ABSENT):
        if stream is None:
            status = 1
            if not heads or name in ("-", "") or not cx.fs.is_dir(cx.path(name)):
                continue
        if heads:
            header(cx, name, first)
        first = False
        if stream is None:
            continue
        if unit == "c":
            (_all_but_bytes if but else _bytes)(cx, stream, most)
        else:
            (_all_but_lines if but else _lines)(cx, stream, most, end)
    return status


def _checks(cx: Context) -> dict[str, Callable[[str], object]]:
    def digits(text: str) -> None:
        raise _trailing(cx, text[0])

    return {"c": partial(_number, cx, "c"), "n": partial(_number, cx, "n"), "digits": digits}


def _modern(cx: Context) -> list[str]:
    """``-5`` and ``-5kv`` of old, as the first argument only, in today's words."""
    args = cx.args
    found = _OLD.fullmatch(args[0]) if args else None
    if found is None:
        return args
    number, letters = found.groups()
    unit, size, more = "-n", "", []
    for letter in letters:
        if letter in "bkmcl":
            unit = "-n" if letter == "l" else "-c"
            size = size if letter == "l" else letter.strip("c")
        elif letter in "qvz":
            more.append(f"-{letter}")
        else:
            raise _trailing(cx, letter)
    return [unit, number + size, *more, *args[1:]]


def _trailing(cx: Context, letter: str) -> Done:
    return OPTIONS.refuse(cx, f"invalid trailing option -- {letter}")


def _number(cx: Context, unit: str, text: str) -> tuple[int, bool]:
    signed = text[:1] in "+-" and text[:2] not in ("--", "-+")
    number = text.removeprefix("-").removeprefix("+") if signed else text
    return amount(cx, unit, text, number), text.startswith("-")


def _bytes(cx: Context, stream: Stream, most: int) -> None:
    while most > 0:
        data = stream.read(min(most, 65_536))
        if not data:
            return
        cx.stdout.write(data)
        most -= len(data)
        cx.meter.check()


def _lines(cx: Context, stream: Stream, most: int, end: bytes) -> None:
    """Takes no more from the stream than it prints: the next command goes on after it."""
    write, readline = cx.stdout.write, stream.readline
    most = _blocks(cx, stream, most, end)
    while most > 0:
        batch = []
        for _ in range(min(most, _FEW)):
            line = readline(end)
            if not line:
                break
            batch.append(line)
        if not batch:
            return
        most -= len(batch)
        write(b"".join(batch))
        cx.meter.check()


def _blocks(cx: Context, stream: Stream, most: int, end: bytes) -> int:
    """Many lines of a file by blocks: what is too much goes back. How many lines are left to be printed."""
    if most < _FEW:
        return most
    try:
        stream.seek(0, 1)
    except OSError:
        return most
    for data in chunks(cx, stream):
        found = data.count(end)
        if found >= most:
            rest = len(data.split(end, most)[-1])
            if rest:
                stream.seek(-rest, 1)
            cx.stdout.write(data[: len(data) - rest])
            return 0
        most -= found
        cx.stdout.write(data)
    return 0


def _all_but_bytes(cx: Context, stream: Stream, but: int) -> None:
    """Holds as many bytes as are not to be printed, and the piece that they begin in."""
    from collections import deque

    held: deque[bytes] = deque()
    size = 0
    for data in chunks(cx, stream):
        held.append(data)
        size += len(data)
        while size - len(held[0]) >= but and len(held) > 1:
            size -= len(held[0])
            cx.stdout.write(held.popleft())
        if size > cx.meter.limits.max_file_bytes:
            cx.meter.exceeded("file_bytes", f"{cx.name}: more than {size} bytes held back")
    if size > but:
        cx.stdout.write(b"".join(held)[: size - but])


def _all_but_lines(cx: Context, stream: Stream, but: int, end: bytes) -> None:
    """Holds as many lines as are not to be printed."""
    from collections import deque

    held: deque[bytes] = deque()
    for line in Lines(cx, stream, end):
        held.append(line)
        if len(held) > but:
            cx.stdout.write(held.popleft())
        elif len(held) * 64 > cx.meter.limits.max_file_bytes:
            cx.meter.exceeded("file_bytes", f"{cx.name}: more than {len(held)} lines held back")
