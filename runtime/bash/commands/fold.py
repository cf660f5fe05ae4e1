"""fold: break long lines."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice

from runtime.bash.commands._shared.input import Lines, each
from runtime.bash.commands._shared.sizes import bounded
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Write each FILE with lines no longer than 80 columns.",
    ("b", "bytes", "", "count bytes, not columns"),
    ("s", "spaces", "", "break behind blanks"),
    ("w", "width", "WIDTH", "lines of WIDTH columns"),
    digits="w",
)
# Lines between two looks at the clock.
_BATCH = 1024
_ODD = re.compile(rb"[\x00-\x1f]")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, checks={"w": partial(_width, cx)})
    width = _width(cx, given.get("w", "80"))
    status = 0
    for _, stream in each(cx, given.operands):
        if stream is None:
            status = 1
            continue
        for block in Lines(cx, stream).blocks():
            _write(cx, _folded(block.split(b"\n"), width, "s" in given, "b" in given))
    return status


def _write(cx: Context, lines: Iterator[bytes]) -> None:
    """In batches: one line may become millions."""
    lead = b""
    while batch := list(islice(lines, _BATCH)):
        cx.stdout.write(lead + b"\n".join(batch))
        lead = b"\n"
        cx.meter.check()


def _folded(lines: list[bytes], width: int, spaces: bool, count_bytes: bool) -> Iterator[bytes]:
    for line in lines:
        plain = count_bytes or not _ODD.search(line)
        if len(line) <= width and plain:
            yield line
        elif plain and not spaces:
            for at in range(0, len(line), width):
                yield line[at : at + width]
        else:
            yield from _fold(line, width, spaces, count_bytes)


def _width(cx: Context, text: str) -> int:
    return bounded(cx, text, "number of columns", 1, (1 << 64) - 10)


def _fold(line: bytes, width: int, spaces: bool, count_bytes: bool) -> Iterator[bytes]:
    start = column = 0
    at = 0
    while at < len(line):
        next_column = column + 1 if count_bytes else _column(column, line[at])
        if next_column > width and at > start:
            cut = at
            if spaces:
                blank = max(line.rfind(b" ", start, at), line.rfind(b"\t", start, at))
                cut = blank + 1 if blank >= 0 else at
            yield line[start:cut]
            start = at = cut
            column = 0
            continue
        column = next_column
        at += 1
    yield line[start:]


def _column(column: int, byte: int) -> int:
    if byte == 8:
        return max(0, column - 1)
    if byte == 13:
        return 0
    return column // 8 * 8 + 8 if byte == 9 else column + 1
