"""cat: join files."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import Lines, chunks, each, feeds_itself, split_lines
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Write each FILE to standard output; with no FILE, or when FILE is -, copy standard input.",
    ("b", "number-nonblank", "", "number lines that are not empty; overrides -n"),
    ("n", "number", "", "number all lines"),
    ("s", "squeeze-blank", "", "write one empty line for several"),
    ("v", "show-nonprinting", "", "show control characters as ^X and bytes above 127 as M-x"),
    ("e", "", "", "the same as -vE"),
    ("E", "show-ends", "", "end each line with $"),
    ("t", "", "", "the same as -vT"),
    ("T", "show-tabs", "", "show a tab as ^I"),
    ("A", "show-all", "", "the same as -vET"),
    ("u", "", "", "ignored: output is never held back"),
)
_HIDDEN = re.compile(rb"[^\t\n\x20-\x7e]")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    plain = not given.any("AbeEnstTv")
    dress = None if plain else _Dress(given)
    failed = False
    for name, stream in each(cx, given.operands):
        if stream is None:
            failed = True
        elif feeds_itself(cx, stream):
            cx.complain(f"{name}: input file is output file")
            failed = True
        elif dress is None:
            _copy(cx, stream)
        else:
            for block in Lines(cx, stream).blocks():
                cx.stdout.write(dress.block(block))
    return int(failed)


def _copy(cx: Context, stream: Stream) -> None:
    write = cx.stdout.write
    for data in chunks(cx, stream):
        write(data)


def shown(byte: int) -> bytes:
    """One byte as ``-v`` shows it."""
    if byte >= 128:
        return b"M-" + (shown(byte - 128) if byte - 128 not in (9, 10) else (b"^I", b"^J")[byte - 137])
    if byte == 127:
        return b"^?"
    return bytes((byte,)) if byte >= 32 else bytes((94, byte + 64))


class _Dress:
    """Lines with numbers and marks; numbers and blank lines are counted over all files as one."""

    def __init__(self, given: Given) -> None:
        self.visible = given.any("Aetv")
        self.ends = given.any("AeE")
        self.tabs = given.any("AtT")
        self.filled = "b" in given
        self.numbers = self.filled or "n" in given
        self.squeeze = "s" in given
        self.number = 0
        self.blank = False
        self.unfinished = False
        self.table = [shown(byte) for byte in range(256)]

    def block(self, data: bytes) -> bytes:
        """A block of whole lines (the last may lack its end)."""
        if self.squeeze:
            data = self._squeezed(data)
        if self.tabs:
            data = data.replace(b"\t", b"^I")
        if self.visible:
            data = _HIDDEN.sub(lambda found: self.table[found[0][0]], data)
        if self.ends:
            data = (data if self.visible else data.replace(b"\r\n", b"^M\n")).replace(b"\n", b"$\n")
        return self._numbered(data) if self.numbers else data

    def _squeezed(self, data: bytes) -> bytes:
        kept = []
        for line in split_lines(data):
            if line != b"\n":
                self.blank = False
            elif self.blank:
                continue
            else:
                self.blank = True
            kept.append(line)
        return b"".join(kept)

    def _numbered(self, data: bytes) -> bytes:
        out = []
        empty = b"$\n" if self.ends else b"\n"
        for line in split_lines(data):
            if self.unfinished or (self.filled and line == empty):  # it began in the file before
                out.append(line)
            else:
                self.number += 1
                out.append(b"%6d\t%b" % (self.number, line))
            self.unfinished = not line.endswith(b"\n")
        return b"".join(out)
