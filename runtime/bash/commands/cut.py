"""cut: parts of lines."""

from __future__ import annotations

import re

from runtime.bash.commands._input import Lines, each, encoded
from runtime.bash.commands._names import quote
from runtime.bash.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.command import Context
    from runtime.bash.options import Given

OPTIONS = Options(
    "OPTION... [FILE]...",
    "Print the selected parts of each line of each FILE.",
    ("b", "bytes", "LIST", "select these bytes"),
    ("c", "characters", "LIST", "the same"),
    ("d", "delimiter", "DELIM", "fields are parted by DELIM, not by tabs"),
    ("f", "fields", "LIST", "select these fields; lines without a delimiter as they are"),
    ("n", "", "", "ignored"),
    ("", "complement", "", "select what is not in LIST"),
    ("s", "only-delimited", "", "leave out lines without a delimiter"),
    ("", "output-delimiter", "STRING", "part what is printed by STRING"),
    ("z", "zero-terminated", "", "lines end with NUL"),
    after="LIST is made of N, N-M, N- and -M, parted by commas.",
)
_END = 1 << 62
_FIELDS_ONLY = {
    "d": "an input delimiter may be specified only when operating on fields",
    "s": "suppressing non-delimited lines makes sense\n\tonly when operating on fields",
}
_ITEM = re.compile(r"(\d*)(-?)(\d*)")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    kind, text = _list(cx, given)
    delimiter = encoded(given.get("d", "\t")) or b"\0"
    if len(delimiter) > 1:
        raise OPTIONS.refuse(cx, "the delimiter must be a single character")
    ranges = _ranges(cx, text, kind)
    if "complement" in given:
        ranges = _complement(ranges)
    end = b"\0" if "z" in given else b"\n"
    select = _fields(given, ranges, delimiter, end) if kind == "f" else _bytes(given, ranges, end)
    status = 0
    for _, stream in each(cx, given.operands):
        if stream is None:
            status = 1
            continue
        for block in Lines(cx, stream, end).blocks():
            lines = block.split(end)
            if not lines[-1]:
                lines.pop()
            cx.stdout.write(select(lines))
    return status


def _list(cx: Context, given: Given) -> tuple[str, str]:
    """Which list was given, and its text."""
    lists = [(key, value) for key, value in given.order if key in "bcf"]
    if len(lists) > 1:
        raise OPTIONS.refuse(cx, "only one list may be specified")
    if not lists:
        raise OPTIONS.refuse(cx, "you must specify a list of bytes, characters, or fields")
    for key, wrong in _FIELDS_ONLY.items():
        if lists[0][0] != "f" and key in given:
            raise OPTIONS.refuse(cx, wrong)
    return lists[0]


def _ranges(cx: Context, text: str, kind: str) -> list[tuple[int, int]]:
    """Ascending ranges that do not meet, from 0, the end left out."""
    found = []
    for item in re.split(r"[,\s]", text):
        parts = _ITEM.fullmatch(item)
        if parts is None:
            raise OPTIONS.refuse(cx, _wrong(item, kind))
        low = int(parts[1][:19] or 1) if item else 0
        high = int(parts[3][:19]) if parts[3] else (_END if parts[2] else low)
        if item == "-":
            raise OPTIONS.refuse(cx, "invalid range with no endpoint: -")
        if low == 0 or (high == 0 and not parts[1]):
            what = "fields" if kind == "f" else "byte/character positions"
            raise OPTIONS.refuse(cx, f"{what} are numbered from 1")
        if high < low:
            raise OPTIONS.refuse(cx, "invalid decreasing range")
        found.append((low - 1, high))
    return _merged(sorted(found))


def _wrong(item: str, kind: str) -> str:
    if item.count("-") > 1:
        return "invalid field range" if kind == "f" else "invalid byte or character range"
    bad = quote(item.lstrip("0123456789-"))
    return f"invalid field value {bad}" if kind == "f" else f"invalid byte/character position {bad}"


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for low, high in ranges:
        if out and low < out[-1][1]:
            out[-1] = (out[-1][0], max(high, out[-1][1]))
        else:
            out.append((low, high))
    return out


def _complement(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    out = []
    at = 0
    for low, high in ranges:
        if low > at:
            out.append((at, low))
        at = high
    if at < _END:
        out.append((at, _END))
    return out


def _bytes(given: Given, ranges: list[tuple[int, int]], end: bytes) -> Callable[[list[bytes]], bytes]:
    glue = encoded(given.get("output-delimiter"))

    def select(lines: list[bytes]) -> bytes:
        if len(ranges) == 1:
            ((low, high),) = ranges
            return end.join([line[low:high] for line in lines]) + end
        return b"".join(
            glue.join(line[low:high] for low, high in ranges if low < len(line)) + end for line in lines
        )

    return select


def _fields(
    given: Given, ranges: list[tuple[int, int]], delimiter: bytes, end: bytes
) -> Callable[[list[bytes]], bytes]:
    glue = encoded(given["output-delimiter"]) if "output-delimiter" in given else delimiter
    only = "s" in given
    # Fields beyond the last range need no cutting.
    most = ranges[-1][1] if ranges and ranges[-1][1] < 1 << 30 else -1
    single = ranges[0][0] if len(ranges) == 1 and ranges[0][1] == ranges[0][0] + 1 else -1

    def select(lines: list[bytes]) -> bytes:
        out = []
        for line in lines:
            parts = line.split(delimiter, most)
            if len(parts) == 1:
                if only:
                    continue
                out.append(line)
            elif single >= 0:
                out.append(parts[single] if single < len(parts) else b"")
            else:
                if most >= 0:
                    del parts[most:]
                out.append(glue.join([part for low, high in ranges for part in parts[low:high]]))
        return end.join(out) + end if out else b""

    return select
