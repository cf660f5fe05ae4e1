"""unexpand: spaces to tabs."""

from __future__ import annotations

from runtime.bash.commands._shared.input import watched
from runtime.bash.commands._shared.tabs import Source, Stops
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Convert blanks in each FILE to tabs, writing to standard output.",
    ("a", "all", "", "convert all blanks, instead of just initial blanks"),
    ("", "first-only", "", "convert only leading sequences of blanks (overrides -a)"),
    ("t", "tabs", "LIST", "tabs N columns apart, or at the columns of a list; means -a"),
    digits="digits",
    digit_lists=True,
)


def main(cx: Context) -> int:
    stops = Stops(cx)
    given = OPTIONS.parse(cx, checks={"t": stops.add, "digits": stops.add})
    stops.finish()
    everywhere = given.any(("a", "t")) and "first-only" not in given
    source = Source(cx, given.operands)
    for line in source:
        cx.stdout.write(_packed(cx, line, stops, everywhere) if b" " in line or b"\t" in line else line)
    return source.status


def _packed(cx: Context, line: bytes, stops: Stops, everywhere: bool) -> bytes:
    """Blanks as tabs as far as stops reach; one blank that ends at a stop stays unless more follow."""
    out = bytearray()
    pending = bytearray()
    column = 0
    lonely = False
    before = True
    for at, byte in enumerate(watched(cx, line)):
        blank = byte in (32, 9)
        if blank:
            stop = stops.after(column)
            if not stop:
                return bytes(_settled(out, pending, lonely) + line[at:])
            if byte == 9:
                column = stop
                pending[:1] = b"\t" * bool(pending)
            else:
                column += 1
                if not (before and column == stop):
                    lonely = lonely or column == stop
                    pending.append(byte)
                    before = True
                    continue
                pending[:1] = b"\t"
            # What is pending is in the tab that follows, but for a blank alone that ended at the stop before.
            del pending[int(lonely) :]
        else:
            column = max(0, column - 1) if byte == 8 else column + 1
        out = _settled(out, pending, lonely)
        lonely = False
        before = blank
        out.append(9 if blank else byte)
        if not (everywhere or blank):
            return bytes(out + line[at + 1 :])
    return bytes(_settled(out, pending, lonely))


def _settled(out: bytearray, pending: bytearray, lonely: bool) -> bytearray:
    """What is pending goes out, the blank that ended at a stop as a tab when more blanks came behind it."""
    if len(pending) > 1 and lonely:
        pending[:1] = b"\t"
    out += pending
    pending.clear()
    return out
