"""unexpand: spaces to tabs."""

from __future__ import annotations

from runtime.bash.commands._input import Lines, each
from runtime.bash.commands._tabs import Stops
from runtime.bash.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Convert blanks in each FILE to tabs, writing to standard output.",
    ("a", "all", "", "convert all blanks, instead of just initial blanks"),
    ("", "first-only", "", "convert only leading sequences of blanks (overrides -a)"),
    ("t", "tabs", "LIST", "tabs N columns apart, or at the columns of a list; means -a"),
    digits="digits",
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    lists = [value for key, value in given.order if key in {"t", "digits"}]
    stops = Stops(cx, lists)
    everywhere = given.any(("a", "t")) and "first-only" not in given
    status = 0
    for _, stream in each(cx, given.operands):
        if stream is None:
            status = 1
            continue
        for line in Lines(cx, stream):
            cx.stdout.write(_packed(line, stops, everywhere))
    return status


def _packed(line: bytes, stops: Stops, everywhere: bool) -> bytes:
    """Runs of blanks as tabs as far as stops reach; a single blank before a stop stays unless more follow."""
    out = bytearray()
    column = at = 0
    while at < len(line):
        byte = line[at]
        if byte not in (32, 9):
            if not everywhere:
                return bytes(out) + line[at:]
            column = max(0, column - 1) if byte == 8 else column + 1
            out.append(byte)
            at += 1
            continue
        end = at
        while end < len(line) and line[end] in (32, 9):
            end += 1
        packed, column, done = _run(line[at:end], column, stops)
        out += packed
        if done:
            return bytes(out) + line[end:]
        at = end
    return bytes(out)


def _run(blanks: bytes, column: int, stops: Stops) -> tuple[bytes, int, bool]:
    """One run of blanks packed, the column behind it, and whether no more stops follow."""
    out = bytearray()
    pending = 0
    for number, byte in enumerate(blanks):
        stop = stops.after(column)
        if not stop:
            return bytes(out) + b" " * pending + blanks[number:], column, True
        if byte == 9:
            out += b"\t"
            pending, column = 0, stop
            continue
        column += 1
        pending += 1
        if column == stop:
            lonely = pending == 1 and number + 1 == len(blanks)
            out += b" " if lonely else b"\t"
            pending = 0
    return bytes(out) + b" " * pending, column, False
