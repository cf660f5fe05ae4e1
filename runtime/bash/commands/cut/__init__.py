"""cut: parts of lines."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import Lines, each, encoded, watched, whole
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.commands.cut.lines import columns, fields
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

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
# Parts that are cut at once, and from which length on a delimiter is charged before it is repeated.
_CUTS = 262_144
_LONG_BLOCK = 1 << 20
_FIELD = 8
_LONG = 64
_FIELDS_ONLY = {
    "d": "an input delimiter may be specified only when operating on fields",
    "s": "suppressing non-delimited lines makes sense\n\tonly when operating on fields",
}
_ITEM = re.compile(r"(\d*)(-?)(\d*)(.?)", re.ASCII | re.DOTALL)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx, checks=_checks(cx))
    kind, text = _list(cx, given)
    delimiter = encoded(given.get("d", "\t")) or b"\0"
    ranges = _ranges(cx, text, kind)
    if "complement" in given:
        ranges = _complement(ranges)
    end = b"\0" if "z" in given else b"\n"
    select = _fields(given, ranges, delimiter, end) if kind == "f" else _bytes(given, ranges, end)
    glue = given.get("output-delimiter")
    status = 0
    for _, stream in each(cx, given.operands):
        if stream is None:
            status = 1
            continue
        if kind == "f" and delimiter == end:
            cx.stdout.write(_lines(cx, given, stream, ranges, end))
            continue
        for block in Lines(cx, stream, end).blocks():
            lines = block.split(end)
            if not lines[-1]:
                lines.pop()
            if kind == "f" and len(block) > _LONG_BLOCK:
                # Every field of a line is an object while the line is cut.
                cx.meter.text(_FIELD * max(line.count(delimiter) for line in lines))
            for piece in _pieces(lines, len(ranges)):
                if len(glue) > _LONG:
                    parted = sum(line.count(delimiter) for line in piece)
                    cx.meter.text(len(glue) * (parted if kind == "f" else len(piece) * len(ranges)))
                cx.stdout.write(select(piece))
                cx.meter.check()
    return status


def _lines(cx: Context, given: Given, stream: Stream, ranges: list[tuple[int, int]], end: bytes) -> bytes:
    """Fields that lines are: what the input has between them."""
    data = whole(cx, stream)
    parts = data.removesuffix(end).split(end) if data else []
    if len(parts) > 1:
        parts = [part for begin, behind in ranges for part in parts[begin:behind]]
    elif "s" in given:
        parts = []
    glue = encoded(given["output-delimiter"]) or b"\0" if "output-delimiter" in given else end
    return glue.join(parts) + end if parts else b""


def _pieces(lines: list[bytes], ranges: int) -> Iterator[list[bytes]]:
    """Lines that are cut between two looks at the clock: all of a block, unless there are very many ranges."""
    step = max(1, _CUTS // (ranges + 1))
    if step >= len(lines):
        yield lines
        return
    for at in range(0, len(lines), step):
        yield lines[at : at + step]


def _checks(cx: Context) -> dict[str, Callable[[str], object]]:
    """What refuses a value as soon as it is read."""
    lists: list[str] = []

    def once(text: str) -> None:
        lists.append(text)
        if len(lists) > 1:
            raise OPTIONS.refuse(cx, "only one list may be specified")

    def delimiter(text: str) -> None:
        if len(encoded(text)) > 1:
            raise OPTIONS.refuse(cx, "the delimiter must be a single character")

    return {"b": once, "c": once, "f": once, "d": delimiter}


def _list(cx: Context, given: Given) -> tuple[str, str]:
    """Which list was given, and its text."""
    lists = [(key, value) for key, value in given.order if key in "bcf"]
    if not lists:
        raise OPTIONS.refuse(cx, "you must specify a list of bytes, characters, or fields")
    for key, wrong in _FIELDS_ONLY.items():
        if lists[0][0] != "f" and key in given:
            raise OPTIONS.refuse(cx, wrong)
    return lists[0]


def _ranges(cx: Context, text: str, kind: str) -> list[tuple[int, int]]:
    """Ascending ranges that do not meet, from 0, the end left out."""
    found = []
    for parts in watched(cx, _ITEM.finditer(text)):
        if parts[4] not in ("", ",", " ", "\t"):
            raise OPTIONS.refuse(cx, _wrong(parts, text[parts.end() - 1 :], kind))
        large = next((digits for digits in parts.group(1, 3) if len(digits.lstrip("0")) > 18), "")
        if large:
            what = "field number" if kind == "f" else "byte/character offset"
            raise OPTIONS.refuse(cx, f"{what} {quote(large)} is too large")
        low = int(parts[1] or 1) if parts[1] or parts[2] else 0
        high = int(parts[3]) if parts[3] else (_END if parts[2] else low)
        if parts[2] and not (parts[1] or parts[3]):
            raise OPTIONS.refuse(cx, "invalid range with no endpoint: -")
        if low == 0:
            what = "fields" if kind == "f" else "byte/character positions"
            raise OPTIONS.refuse(cx, f"{what} are numbered from 1")
        if high < low:
            raise OPTIONS.refuse(cx, "invalid decreasing range")
        found.append((low - 1, high))
        if not parts[4]:
            break
    return _merged(sorted(found))


def _wrong(parts: re.Match[str], rest: str, kind: str) -> str:
    if parts[4] == "-":
        if parts[1] and not int(parts[1]):
            return f"{'fields' if kind == 'f' else 'byte/character positions'} are numbered from 1"
        return "invalid field range" if kind == "f" else "invalid byte or character range"
    bad = quote(rest)
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
    glue = encoded(given["output-delimiter"]) or b"\0" if "output-delimiter" in given else b""

    if ranges and (len(ranges) == 1 or not glue):
        parts = columns(ranges)
        return lambda lines: end.join(parts(lines)) + end

    def select(lines: list[bytes]) -> bytes:
        return b"".join(
            glue.join(line[low:high] for low, high in ranges if low < len(line)) + end for line in lines
        )

    return select


def _fields(
    given: Given, ranges: list[tuple[int, int]], delimiter: bytes, end: bytes
) -> Callable[[list[bytes]], bytes]:
    glue = encoded(given["output-delimiter"]) or b"\0" if "output-delimiter" in given else delimiter
    only = "s" in given
    # Fields beyond the last range need no cutting.
    most = ranges[-1][1] if ranges and ranges[-1][1] < 1 << 30 else -1
    single = ranges[0][0] if len(ranges) == 1 and ranges[0][1] == ranges[0][0] + 1 else -1

    quick = None if only and ranges == [(0, 1)] else fields(ranges, delimiter, glue)

    def select(lines: list[bytes]) -> bytes:
        if quick is not None:
            try:
                return end.join(quick(lines)) + end
            except IndexError:
                pass
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
