"""hexdump: dump files in a format of one's own."""

from __future__ import annotations

from runtime.bash.commands._shared.input import opened, text_of, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.commands._shared.sizes import size_of
from runtime.bash.commands.hexdump.formats import lines_of, parse_format
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[options] <file>...",
    "Write the bytes of all files together in hexadecimal, decimal, octal or ASCII.",
    ("b", "one-byte-octal", "", "bytes in octal"),
    ("c", "one-byte-char", "", "bytes as characters"),
    ("C", "canonical", "", "bytes in hexadecimal and as characters"),
    ("d", "two-bytes-decimal", "", "words in decimal"),
    ("o", "two-bytes-octal", "", "words in octal"),
    ("x", "two-bytes-hex", "", "words in hexadecimal"),
    ("L", "color", "[mode]", "ignored"),
    ("e", "format", "format", "a format"),
    ("f", "format-file", "file", "a file of formats"),
    ("n", "length", "length", "no more than length bytes"),
    ("s", "skip", "offset", "leave out the first offset bytes"),
    ("v", "no-squeezing", "", "write every line"),
    ("V", "", "", "the same as --version"),
    ("h", "", "", "the same as --help"),
    origin="util-linux 2.38",
)
_READY = {
    "b": ['"%07.7_ax " 16/1 "%03o " "\\n"'],
    "c": ['"%07.7_ax " 16/1 "%3_c " "\\n"'],
    "C": ['"%08.8_ax  " 8/1 "%02x " "  " 8/1 "%02x "', '"  |" 16/1 "%_p" "|\\n"'],
    "d": ['"%07.7_ax " 8/2 "  %05u " "\\n"'],
    "o": ['"%07.7_ax " 8/2 " %06o " "\\n"'],
    "x": ['"%07.7_ax " 8/2 "   %04x " "\\n"'],
    "": ['"%07.7_ax " 8/2 "%04x " "\\n"'],
}
_ENDS = {"C": '"%08.8_Ax\\n"'}
_END = '"%07.7_Ax\\n"'


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if given.any("Vh"):
        OPTIONS.parse(cx, ["--help" if "h" in given else "--version"])
    formats = [parse_format(cx, text) for text in _formats(cx, given)]
    skip = _size(cx, given, "s", 0)
    most = _size(cx, given, "n", -1)
    reader = _Reader(cx, given.operands or [""], skip, most)
    out: list[str] = []
    for line in lines_of(cx, formats, reader.read, skip, every="v" in given):
        out.append(line)
        if len(out) > 256:
            cx.write("".join(out))
            out.clear()
    cx.write("".join(out))
    return int(reader.failed)


def _formats(cx: Context, given: Given) -> Iterator[str]:
    """The formats that are asked for, in order; the usual one when there is none."""
    found = False
    for key, value in given.order:
        if key in _READY:
            yield _ENDS.get(key, _END)
            yield from _READY[key]
        elif key == "e":
            yield value
        elif key == "f":
            yield from _lines(cx, value)
        else:
            continue
        found = True
    if not found:
        yield _END
        yield from _READY[""]


def _lines(cx: Context, name: str) -> list[str]:
    try:
        stream = opened(cx, name)
    except OSError as error:
        cx.complain(f"can't read {name}: {reason(error)}")
        raise Done(1) from None
    try:
        lines = (line.strip() for line in text_of(whole(cx, stream)).split("\n"))
        return [line for line in lines if line and not line.startswith("#")]
    finally:
        stream.release()


def _size(cx: Context, given: Given, key: str, default: int) -> int:
    if key not in given:
        return default
    text = given[key]
    try:
        size = int(text, 16) if text.lower().startswith("0x") else size_of(text)
    except ValueError:
        size = None
    if size is None:
        what = "length" if key == "n" else "skip"
        cx.complain(f"failed to parse {what}: '{text}': Invalid argument")
        raise Done(1)
    return size


class _Reader:
    """All files as one, from an offset on and for so many bytes."""

    def __init__(self, cx: Context, names: list[str], skip: int, most: int) -> None:
        self.cx = cx
        self.names = names
        self.skip = skip
        self.left = most
        self.failed = False
        self.opened = 0
        self.pieces = self._pieces()
        self.held = b""

    def _pieces(self) -> Iterator[bytes]:
        for name in self.names:
            try:
                # "-" is a file's name here; standard input is what is read when there is none.
                stream = opened(self.cx, name if name != "-" else "./-") if name else self.cx.stdin.retain()
            except OSError as error:
                self.cx.complain(f"{name}: {reason(error)}")
                self.failed = True
                continue
            self.opened += 1
            try:
                while data := stream.read(65_536):
                    self.cx.meter.check()
                    yield data
            finally:
                stream.release()
        if not self.opened:
            self.cx.complain("all input file arguments failed")
            raise Done(1)

    def read(self, size: int) -> bytes:
        """``size`` bytes, fewer at the end only."""
        if self.left >= 0:
            size = min(size, self.left)
        while len(self.held) < size + self.skip:
            data = next(self.pieces, None)
            if data is None:
                break
            self.held += data
            if self.skip:
                cut = min(self.skip, len(self.held))
                self.held = self.held[cut:]
                self.skip -= cut
        data, self.held = self.held[:size], self.held[size:]
        if self.left >= 0:
            self.left -= len(data)
        return data
