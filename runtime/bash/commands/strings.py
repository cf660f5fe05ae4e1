"""strings: runs of printable characters in files."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.input import encoded, opened, whole
from runtime.bash.commands._shared.quoting import reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[option(s)] [file(s)]",
    " Display printable strings in [file(s)] (stdin by default)",
    ("a", "all", "", "scan the whole file (default)"),
    ("d", "data", "", "the same: there are no sections"),
    ("f", "print-file-name", "", "print the name of the file before each string"),
    ("n", "bytes", "NUMBER", "at least so many characters, 4 by default"),
    ("t", "radix", "RADIX", "print where each string begins: o, d or x"),
    ("w", "include-all-whitespace", "", "line ends are part of strings"),
    ("o", "", "", "the same as --radix=o"),
    ("e", "encoding", "ENCODING", "s 7-bit, S 8-bit, b l 16-bit, B L 32-bit"),
    ("U", "unicode", "HOW", "ignored"),
    ("s", "output-separator", "STRING", "what ends each string, a newline by default"),
    ("h", "", "", "the same as --help"),
    ("vV", "", "", "the same as --version"),
    digits="n",
    hint="{help}",
    notes=("Sections of object files are not told apart: the whole file is read.",),
    origin="GNU Binutils 2.40",
)
_UNITS = {"b": (b"\\0", b""), "l": (b"", b"\\0"), "B": (b"\\0{3}", b""), "L": (b"", b"\\0{3}")}
_SIZES = {"b": 2, "l": 2, "B": 4, "L": 4}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    for key, name in (("h", "--help"), ("v", "--version")):
        if key in given:
            OPTIONS.parse(cx, [name])
    least = given.get("n", "4")
    if not (least.isascii() and least.isdigit()):
        return cx.fail(f"invalid integer argument {least}")
    if int(least[:18]) < 1:
        return cx.fail(f"invalid minimum string length {least}")
    encoding = given.get("e", "s")
    radix = "o" if given.last(("t", "o")) == "o" else given.get("t")
    if encoding not in {"s", "S", *_UNITS} or radix not in {"", "o", "d", "x"}:
        raise OPTIONS.refuse(cx, "")
    pattern = _pattern(int(least[:18]), encoding, "w" in given)
    if pattern is None:  # more than any file has
        return 0
    status = 0
    for name in given.operands or ["-"]:
        try:
            stream = cx.stdin.retain() if not given.operands else _stream(cx, name)
        except Done:
            status = 1
            continue
        try:
            _print(cx, given, stream, name if given.operands else "{standard input}", pattern, radix)
        finally:
            stream.release()
    return status


def _stream(cx: Context, name: str) -> Stream:
    try:
        return opened(cx, name)
    except OSError as error:
        if error.errno == 2:
            cx.complain(f"'{name}': No such file")
        elif error.errno == 21:
            cx.complain(f"Warning: '{name}' is a directory")
        else:
            cx.complain(f"{name}: {reason(error)}")
        raise Done(1) from None


def _pattern(least: int, encoding: str, spaces: bool) -> re.Pattern[bytes] | None:
    # A run of at least N is N in a row and what follows; the count is bounded by what the engine takes.
    if least > 1 << 30:
        return None
    letters = (
        b"\\t\\x20-\\x7e"
        + (b"\\x80-\\xff" if encoding == "S" else b"")
        + (b"\\n\\r\\f\\v" if spaces else b"")
    )
    before, behind = _UNITS.get(encoding, (b"", b""))
    return re.compile(b"(?:%b[%b]%b){%d,}" % (before, letters, behind, least))


def _print(
    cx: Context, given: Given, stream: Stream, name: str, pattern: re.Pattern[bytes], radix: str
) -> None:
    data = whole(cx, stream)
    prefix = encoded(f"{name}: ") if "f" in given else b""
    end = encoded(given.get("s", "\n"))
    out = []
    drop = b"\0" if _SIZES.get(given.get("e", "s")) else b""
    for found in pattern.finditer(data):
        where = f"{found.start():7{radix}} ".encode() if radix else b""
        out.append(prefix + where + (found[0].replace(drop, b"") if drop else found[0]) + end)
    cx.stdout.write(b"".join(out))
