"""expand: tabs to spaces."""

from __future__ import annotations

from runtime.bash.commands._input import Lines, each
from runtime.bash.commands._tabs import Stops
from runtime.bash.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Convert tabs in each FILE to spaces, writing to standard output.",
    ("i", "initial", "", "do not convert tabs after non blanks"),
    ("t", "tabs", "LIST", "tabs N columns apart, or at the columns of a list"),
    digits="digits",
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    lists = [value for key, value in given.order if key in {"t", "digits"}]
    stops = Stops(cx, lists)
    status = 0
    for _, stream in each(cx, given.operands):
        if stream is None:
            status = 1
            continue
        for line in Lines(cx, stream):
            cx.stdout.write(_expanded(cx, line, stops, "i" in given) if b"\t" in line else line)
    return status


def _expanded(cx: Context, line: bytes, stops: Stops, initial: bool) -> bytes:
    out = []
    column = 0
    rest = line
    while True:
        text, tab, rest = rest.partition(b"\t")
        if b"\b" in text:
            for byte in text:
                column = max(0, column - 1) if byte == 8 else column + 1
        else:
            column += len(text)
        out.append(text)
        if not tab:
            return b"".join(out)
        if initial and text.strip(b" "):
            return b"".join([*out, tab, rest])
        stop = stops.after(column) or column + 1
        cx.meter.text(stop)
        out.append(b" " * (stop - column))
        column = stop
