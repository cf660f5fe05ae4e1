"""tac: files with their last line first."""

from __future__ import annotations

from itertools import pairwise

from runtime.bash.commands._shared.input import each, encoded, held, watched, whole
from runtime.bash.option_table import Options
from runtime.bash.posix.regex import Pattern, RegexError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Write each FILE with its last line first.",
    ("b", "before", "", "the separator stands before a record, not after it"),
    ("r", "regex", "", "the separator is a regular expression"),
    ("s", "separator", "STRING", "records are parted by STRING, not by newlines"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    status = 0
    separator = encoded(given["s"]) if "s" in given else b"\n"
    if not separator:
        separator = b"\0"
        if "r" in given:
            return cx.fail("separator cannot be empty")
    for _, stream in each(cx, given.operands, folder="{name}: read error: Invalid argument", absent=_ABSENT):
        if stream is None:
            status = 1
            continue
        data = whole(cx, stream)
        if data:
            cx.stdout.write(_reversed(cx, given, data, separator))
    return status


# Matches between two looks at the clock.
_LOOK = 1024
_ABSENT = "failed to open {always} for reading: {reason}"


def _reversed(cx: Context, given: Given, data: bytes, separator: bytes) -> bytes:
    held(cx, data.count(separator))
    if "r" not in given and "b" not in given:
        *pieces, last = data.split(separator)
        pieces.reverse()
        return last + separator.join(pieces) + separator if pieces else last
    cuts = _matched(cx, given["s"], data) if "r" in given and "s" in given else _found(data, separator)
    before = "b" in given
    bounds = [0, *(start if before else end for start, end in cuts)]
    if bounds[-1] != len(data):
        bounds.append(len(data))
    pieces = [data[start:end] for start, end in pairwise(bounds)]
    pieces.reverse()
    return b"".join(pieces)


def _found(data: bytes, separator: bytes) -> list[tuple[int, int]]:
    out = []
    at = data.find(separator)
    while at >= 0:
        out.append((at, at + len(separator)))
        at = data.find(separator, at + len(separator))
    return out


def _matched(cx: Context, source: str, data: bytes) -> list[tuple[int, int]]:
    """Where the expression matches, looked for from the end: the last place first, none reaching into another."""
    from runtime.bash.option_table import Done

    try:
        pattern = Pattern([source], cx.meter, longest=True)
        text = data.decode("latin-1")
        starts = []
        found = pattern.search(text)
        while found is not None:
            starts.append(found.start())
            if not len(starts) % _LOOK:
                cx.meter.check()
            found = pattern.search(text, found.start() + 1) if found.start() < len(text) else None
        out = []
        end = len(text)
        for start in watched(cx, reversed(starts)):
            found = pattern.search(text, start, end) if start < end else None
            if found is not None and found.start() == start and found.end() > start:
                out.append(found.span())
                end = start
        return out[::-1]
    except RegexError as error:
        cx.complain(str(error))
        raise Done(1) from None
