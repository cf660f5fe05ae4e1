"""od: dump files in octal and other formats."""

from __future__ import annotations

import re
import struct
from itertools import pairwise

from runtime.bash.commands._shared.input import opened
from runtime.bash.commands._shared.quoting import maybe, quote, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.option_table import Given
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [FILE]...",
    "Write the bytes of all FILEs together in a readable form, octal by default.",
    ("A", "address-radix", "RADIX", "how offsets are written: d, o, x or n (not at all)"),
    ("", "endian", "{big|little}", "the order of bytes in units"),
    ("j", "skip-bytes", "BYTES", "leave out the first BYTES"),
    ("N", "read-bytes", "BYTES", "write no more than BYTES"),
    ("S", "", "BYTES", "write only strings of at least BYTES characters"),
    ("", "strings", "[BYTES]", "the same, of at least 3 when BYTES is left out"),
    ("t", "format", "TYPE", "a, c, or d f o u x with a size; z adds printable characters"),
    ("v", "output-duplicates", "", "write * for no line"),
    ("w", "width", "[BYTES]", "write BYTES (32) a line"),
    ("", "traditional", "", "ignored"),
    ("a", "", "", "-t a"),
    ("b", "", "", "-t o1"),
    ("c", "", "", "-t c"),
    ("d", "", "", "-t u2"),
    ("D", "", "", "-t u4"),
    ("e", "", "", "-t fD"),
    ("F", "", "", "-t fD"),
    ("f", "", "", "-t fF"),
    ("h", "", "", "-t x2"),
    ("H", "", "", "-t x4"),
    ("i", "", "", "-t dI"),
    ("l", "", "", "-t dL"),
    ("L", "", "", "-t dL"),
    ("o", "", "", "-t o2"),
    ("O", "", "", "-t o4"),
    ("s", "", "", "-t d2"),
    ("x", "", "", "-t x2"),
    ("X", "", "", "-t x4"),
)
_SHORT = {
    "a": "a", "b": "o1", "c": "c", "d": "u2", "D": "u4", "e": "fD", "F": "fD", "f": "fF", "h": "x2", "H": "x4",
    "i": "dI", "l": "dL", "L": "dL", "o": "o2", "O": "o4", "s": "d2", "x": "x2", "X": "x4",
}  # fmt: skip
_TYPE = re.compile(r"([ac]|[doux](?:[CSIL]|\d+)?|f(?:[BHFDL]|\d+)?)(z?)")
_LETTERS = {"C": 1, "S": 2, "I": 4, "L": 8, "F": 4, "D": 8}
_NAMES = [
    "nul",
    "soh",
    "stx",
    "etx",
    "eot",
    "enq",
    "ack",
    "bel",
    "bs",
    "ht",
    "nl",
    "vt",
    "ff",
    "cr",
    "so",
    "si",
    "dle",
    "dc1",
    "dc2",
    "dc3",
    "dc4",
    "nak",
    "syn",
    "etb",
    "can",
    "em",
    "sub",
    "esc",
    "fs",
    "gs",
    "rs",
    "us",
    "sp",
]
_ESCAPES = {0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r"}
_WIDTHS = {
    "o": {1: 3, 2: 6, 4: 11, 8: 22},
    "x": {1: 2, 2: 4, 4: 8, 8: 16},
    "d": {1: 4, 2: 6, 4: 11, 8: 20},
    "u": {1: 3, 2: 5, 4: 10, 8: 20},
}
_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}
_BATCH = 256


class _Type:
    """One format: how many bytes a unit has, how wide it is, and its text."""

    def __init__(self, letter: str, size: int, trail: bool, endian: str) -> None:
        self.letter = letter
        self.size = size
        self.trail = trail
        self.width = (
            _WIDTHS[letter][size]
            if letter in _WIDTHS
            else {"a": 3, "c": 3, "f": 15 if size == 4 else 24}[letter]
        )
        if letter in "ac":
            table = [_named(byte) if letter == "a" else _escaped(byte) for byte in range(256)]
            self.texts: Callable[[bytes], list[str]] = lambda data: [table[byte] for byte in data]
            return
        code = ("f" if size == 4 else "d") if letter == "f" else _CODES[size]
        code = code.upper() if letter in "oxu" else code
        unit = struct.Struct(f"{endian}{code}")
        form = {"o": f"0{self.width}o", "x": f"0{self.width}x", "d": "d", "u": "d"}.get(letter)
        if form is None:
            self.texts = lambda data: [_float(value, size) for (value,) in unit.iter_unpack(data)]
        else:
            self.texts = lambda data: [format(value, form) for (value,) in unit.iter_unpack(data)]


def _named(byte: int) -> str:
    byte &= 127
    return _NAMES[byte] if byte <= 32 else "del" if byte == 127 else chr(byte)


def _escaped(byte: int) -> str:
    return _ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"{byte:03o}")


def _float(value: float, size: int) -> str:
    """The shortest text that reads back as the same number."""
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    most = 9 if size == 4 else 17
    for digits in range(6 if size == 4 else 15, most):
        text = f"{value:.{digits}g}"
        read = float(text)
        if size == 4:
            (read,) = struct.unpack("f", struct.pack("f", read))
        if read == value:
            return text
    return f"{value:.{most}g}"


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    operands, skip = given.operands, _size(cx, given, "j", 0)
    if len(operands) in (1, 2) and not given.any(("A", "j", "N", "t", "v", "w", "endian", "S", "strings")):
        offset = _old_offset(operands[-1]) if len(operands) == 2 or operands[0].startswith("+") else None
        if offset is not None:
            operands, skip = operands[:-1], offset
    most = _size(cx, given, "N", -1)
    reader = _Reader(cx, operands or ["-"], skip, most)
    radix = given.get("A", "o")
    if radix[:1] not in ("o", "d", "x", "n") or not radix:
        cx.complain(f"invalid output address radix '{radix[:1]}'; it must be one character from [doxn]")
        raise Done(1)
    if given.any(("S", "strings")):
        if given.any(("t", *_SHORT)):
            return cx.fail("no type may be specified when dumping strings")
        return _strings(cx, given, reader, radix[0], skip)
    _dump(cx, given, reader, radix[0])
    return int(reader.failed)


def _old_offset(text: str) -> int | None:
    found = re.fullmatch(r"\+?(?:(0[xX][0-9a-fA-F]+)|(\d+)(\.?))(b?)", text)
    if found is None:
        return None
    hexadecimal, digits, dot, blocks = found.groups()
    try:
        value = int(hexadecimal, 16) if hexadecimal else int(digits, 10 if dot else 8)
    except ValueError:
        return None
    return value * (512 if blocks else 1)


def _size(cx: Context, given: Given, key: str, default: int) -> int:
    from runtime.bash.commands._shared.sizes import size_of

    if key not in given:
        return default
    text = given[key]
    size = int(text, 16) if re.fullmatch(r"0[xX][0-9a-fA-F]+", text) else None
    if size is None and re.fullmatch(r"0[0-7]+", text):
        size = int(text, 8)
    size = size_of(text) if size is None else size
    if size is None:
        shown = (
            f"-{key}"
            if not any(arg.startswith("--") for arg in cx.args)
            else f"--{OPTIONS.shorts[key].longs[0]}"
        )
        cx.complain(f"invalid {shown} argument {quote(text)}".replace(quote(text), f"'{text}'"))
        raise Done(1)
    return size


def _types(cx: Context, given: Given) -> list[_Type]:
    endian = ">" if given.get("endian").startswith("b") else "<"
    found = []
    for key, value in given.order:
        text = value if key == "t" else _SHORT.get(key, "")
        at = 0
        while at < len(text):
            match = _TYPE.match(text, at)
            if match is None:
                cx.complain(f"invalid character '{text[at]}' in type string {quote(text)}")
                raise Done(1)
            found.append(_type(cx, match[1], bool(match[2]), endian, text))
            at = match.end()
    return found or [_Type("o", 2, False, endian)]


def _type(cx: Context, spec: str, trail: bool, endian: str, text: str) -> _Type:
    letter, size = spec[0], spec[1:]
    if letter in "ac":
        return _Type(letter, 1, trail, endian)
    number = _LETTERS.get(size) or (int(size[:6]) if size.isdigit() else 8 if letter == "f" else 4)
    if number not in ((4, 8) if letter == "f" else (1, 2, 4, 8)):
        what = "floating point" if letter == "f" else "integral"
        cx.complain(
            f"invalid type string {quote(text)};\nthis system doesn't provide a {number}-byte {what} type"
        )
        raise Done(1)
    return _Type(letter, number, trail, endian)


class _Reader:
    """All files as one, from an offset on and for so many bytes."""

    def __init__(self, cx: Context, names: list[str], skip: int, most: int) -> None:
        self.cx = cx
        self.names = list(reversed(names))
        self.skip = skip
        self.left = most
        self.failed = False
        self.any = False  # a file could be opened
        self.stream: Stream | None = None

    def read(self, size: int) -> bytes:
        """``size`` bytes, fewer at the end only."""
        held = b""
        while len(held) < size and self.left != 0:
            if self.stream is None and not self._open():
                break
            wanted = size - len(held) if not self.skip else min(self.skip, 65_536)
            if self.left > 0 and not self.skip:
                wanted = min(wanted, self.left)
            data = self.stream.read(wanted) if self.stream is not None else b""
            if not data:
                self.close()
            elif self.skip:
                self.skip -= len(data)
            else:
                held += data
                self.left -= len(data) if self.left > 0 else 0
            self.cx.meter.check()
        return held

    def _open(self) -> bool:
        while self.names:
            name = self.names.pop()
            try:
                self.stream = opened(self.cx, name)
                self.any = True
                return True
            except OSError as error:
                self.cx.complain(f"{maybe(name)}: {reason(error)}")
                self.failed = True
        return False

    def close(self) -> None:
        """Done with the current file."""
        if self.stream is not None:
            self.stream.release()
            self.stream = None


def _address(radix: str) -> Callable[[int], str]:
    forms = {"o": "07o", "d": "07d", "x": "06x"}
    return (lambda at: format(at, forms[radix])) if radix in forms else (lambda at: "")  # noqa: ARG005


def _dump(cx: Context, given: Given, reader: _Reader, radix: str) -> None:
    types = _types(cx, given)
    unit = 1
    for kind in types:
        unit = unit * kind.size // _common(unit, kind.size)
    width = _width(cx, given, unit)
    start = reader.skip
    lines = _lines(reader, types, width, unit, _address(radix), start, every="v" in given)
    out: list[str] = []
    for line in lines:
        out.append(line)
        if len(out) >= _BATCH:
            cx.write("".join(out))
            out.clear()
    if reader.skip:
        cx.write("".join(out))
        cx.complain("cannot skip past end of combined input")
        raise Done(1)
    cx.write("".join(out))


def _common(one: int, two: int) -> int:
    while two:
        one, two = two, one % two
    return one


def _width(cx: Context, given: Given, unit: int) -> int:
    if "w" not in given:
        return unit * max(1, 16 // unit)
    text = given["w"] or "32"
    width = int(text[:9]) if text.isdecimal() else -1
    if width < 0:
        cx.complain(f"invalid -w argument '{text}'")
        raise Done(1)
    cx.meter.text(width)
    if width % unit or not width:
        cx.complain(f"warning: invalid width {width}; using {unit} instead")
        return unit
    return width


def _lines(
    reader: _Reader,
    types: list[_Type],
    width: int,
    unit: int,
    address: Callable[[int], str],
    start: int,
    *,
    every: bool,
) -> Iterator[str]:
    at = start
    before: bytes | None = None
    starred = False
    while data := reader.read(width):
        if data == before and len(data) == width and not every:
            if not starred:
                starred = True
                yield "*\n"
        else:
            starred = False
            yield _row(data, types, width, unit, address(at))
        before = data
        at += len(data)
    if address(0) and not reader.skip and (reader.any or not reader.left):
        yield address(at) + "\n"


def _columns(kind: _Type, fields: int, wide: int) -> list[int]:
    """How wide each field of a line is: all formats fill the same columns, and what is over is spread from the right."""
    pad = wide - kind.width * fields
    rest = [pad * left // fields for left in range(fields, -1, -1)]
    return [before - after + kind.width for before, after in pairwise(rest)]


def _row(data: bytes, types: list[_Type], width: int, unit: int, address: str) -> str:
    padded = data + b"\0" * (-len(data) % unit)
    wide = max((kind.width + 1) * (width // kind.size) for kind in types)
    out = []
    for number, kind in enumerate(types):
        units = -(-len(data) // kind.size)
        columns = _columns(kind, width // kind.size, wide)
        line = "".join(
            text.rjust(column) for text, column in zip(kind.texts(padded)[:units], columns, strict=False)
        )
        if kind.trail:
            line = line.ljust(wide) + "  >" + "".join(_printed(byte) for byte in data) + "<"
        out.append(f"{address if not number else ' ' * len(address)}{line}\n")
    return "".join(out)


def _printed(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 else "."


def _strings(cx: Context, given: Given, reader: _Reader, radix: str, start: int) -> int:
    """-S: strings that end with NUL, with their offsets."""
    text = given.get("S") or given.get("strings") or "3"
    if not text.isdecimal():
        cx.complain(f"invalid -S argument '{text}'")
        raise Done(1)
    least = int(text[:9])
    address = _address(radix)
    data = b""
    while piece := reader.read(65_536):
        data += piece
        if len(data) > cx.meter.limits.max_file_bytes:
            cx.meter.exceeded("file_bytes", "od: more than a file's bytes of input")
    for found in re.finditer(rb"([\x20-\x7e]*)\0", data):
        if len(found[1]) >= least:
            shown = found[1].decode("ascii")
            head = address(start + found.start())
            cx.write(f"{head}{' ' if head else ''}{shown}\n")
    return int(reader.failed)
