"""expand: tabs to spaces."""

from __future__ import annotations

from runtime.bash.commands._shared.input import watched
from runtime.bash.commands._shared.tabs import Source, Stops
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Convert tabs in each FILE to spaces, writing to standard output.",
    ("i", "initial", "", "do not convert tabs after non blanks"),
    ("t", "tabs", "LIST", "tabs N columns apart, or at the columns of a list"),
    digits="digits",
    digit_lists=True,
)


def main(cx: Context) -> int:
    stops = Stops(cx)
    given = OPTIONS.parse(cx, checks={"t": stops.add, "digits": stops.add})
    stops.finish()
    source = Source(cx, given.operands)
    for line in source:
        cx.stdout.write(_expanded(cx, line, stops, "i" in given) if b"\t" in line else line)
    return source.status


def _expanded(cx: Context, line: bytes, stops: Stops, initial: bool) -> bytes:
    out = []
    column = 0
    parts = line.split(b"\t")
    last = len(parts) - 1
    for number, text in enumerate(watched(cx, parts)):
        if b"\b" in text:
            for byte in text:
                column = max(0, column - 1) if byte == 8 else column + 1
        else:
            column += len(text)
        out.append(text)
        if number == last:
            break
        if initial and text.strip(b" "):
            return b"".join([*out, b"\t", b"\t".join(parts[number + 1 :])])
        stop = stops.after(column) or column + 1
        cx.meter.text(stop)
        out.append(b" " * (stop - column))
        column = stop
    return b"".join(out)
