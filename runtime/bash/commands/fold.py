"""fold: break long lines."""

from __future__ import annotations

import re

from runtime.bash.commands._input import Lines, each
from runtime.bash.commands._names import quote
from runtime.bash.options import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Write each FILE with lines no longer than 80 columns.",
    ("b", "bytes", "", "count bytes, not columns"),
    ("s", "spaces", "", "break behind blanks"),
    ("w", "width", "WIDTH", "lines of WIDTH columns"),
    digits="w",
)
_ODD = re.compile(rb"[\x00-\x1f]")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    text = given.get("w", "80")
    if not (text.isascii() and text.isdigit()) or int(text[:18]) == 0:
        cx.complain(f"invalid number of columns: {quote(text)}")
        raise Done(1)
    width = int(text[:18])
    status = 0
    for _, stream in each(cx, given.operands):
        if stream is None:
            status = 1
            continue
        for block in Lines(cx, stream).blocks():
            lines = block.split(b"\n")
            folded = [_fold(line, width, "s" in given, "b" in given) for line in lines]
            cx.stdout.write(b"\n".join(folded))
    return status


def _fold(line: bytes, width: int, spaces: bool, count_bytes: bool) -> bytes:
    if len(line) <= width and (count_bytes or not _ODD.search(line)):
        return line
    out = []
    start = column = 0
    at = 0
    while at < len(line):
        next_column = column + 1 if count_bytes else _column(column, line[at])
        if next_column > width and at > start:
            cut = at
            if spaces:
                blank = max(line.rfind(b" ", start, at), line.rfind(b"\t", start, at))
                cut = blank + 1 if blank >= 0 else at
            out.append(line[start:cut])
            start = at = cut
            column = 0
            continue
        column = next_column
        at += 1
    out.append(line[start:])
    return b"\n".join(out)


def _column(column: int, byte: int) -> int:
    if byte == 8:
        return max(0, column - 1)
    if byte == 13:
        return 0
    return column // 8 * 8 + 8 if byte == 9 else column + 1
