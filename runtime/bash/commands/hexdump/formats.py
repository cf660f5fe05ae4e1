"""The formats of hexdump: ``8/2 "%04x "`` is eight units of two bytes, each printed so."""

from __future__ import annotations

import re
import struct

from runtime.bash.commands._shared.input import watched
from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from runtime.bash.utility_context import Context

__all__ = ["lines_of", "parse_format"]

_PART = re.compile(r'\s*(?:(\d+)?(?:/(\d+))?\s*)"((?:[^"\\]|\\.)*)"\s*', re.DOTALL)
_CONVERSION = re.compile(r"%([-+ #0]*)(\d*)(?:\.(\d*))?(_[aA][dox]|_[cpu]|[cdiouxXeEfgGs])")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_CHARS = {0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r"}
_NAMES = (
    "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "lf", "vt", "ff", "cr", "so", "si", "dle", "dc1",
    "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us",
)  # fmt: skip
_MOST = 4096
# Repetitions of a unit that take a while.
_MANY = 64


class Unit:
    """One part of a format: ``count`` times ``size`` bytes, each through ``text`` with one conversion in it."""

    def __init__(
        self, count: int, pieces: list[tuple[str, re.Match[str] | None]], size: int, counted: bool
    ) -> None:
        self.count = count
        self.pieces = pieces
        self.size = size
        self.counted = counted

    @property
    def bytes(self) -> int:
        """How many bytes a line of it takes."""
        return self.count * self.size


def parse_format(cx: Context, text: str) -> list[Unit]:
    """The units of one format string."""
    units = []
    at = 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None:
            cx.complain(f"bad format {{{text}}}")
            raise Done(1)
        at = found.end()
        count, size, body = found.groups()
        units.append(
            _unit(cx, int(count[:6]) if count else 1, int(size[:2]) if size else 0, body, bool(count))
        )
    return units


def _unit(cx: Context, count: int, size: int, body: str, counted: bool) -> Unit:
    body = _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), body)
    pieces: list[tuple[str, re.Match[str] | None]] = []
    at = taken = 0
    for found in _CONVERSION.finditer(body):
        pieces.append((body[at : found.start()], found))
        taken += _bytes_of(found, size)
        at = found.end()
    pieces.append((body[at:], None))
    if "%" in _CONVERSION.sub("", body).replace("%%", ""):
        cx.complain(f"bad conversion character %{_CONVERSION.sub('', body).partition('%')[2][:1]}")
        raise Done(1)
    cx.meter.text(count * max(taken, 1))
    return Unit(count, pieces, taken, counted)


def _bytes_of(found: re.Match[str], size: int) -> int:
    kind = found[4]
    if kind[:2] in ("_a", "_A"):
        return 0
    if kind in ("c", "_c", "_p", "_u"):
        return 1
    if kind == "s":
        return int(found[3] or 1)
    return size or (8 if kind in "eEfgG" else 4)


def lines_of(
    cx: Context, formats: list[list[Unit]], read: Callable[[int], bytes], start: int, *, every: bool
) -> Iterator[str]:
    """The dump, line by line. Lines are as long as the longest format takes; shorter ones end with what they have."""
    ends = [units for units in formats if _is_end(units)]
    formats = [units for units in formats if not _is_end(units)]
    width = max((sum(unit.bytes for unit in units) for units in formats), default=0)
    for units in formats:
        _stretch(units, width)
    at = start
    before: bytes | None = None
    starred = False
    while width and (data := read(width)):
        if data == before and len(data) == width and not every:
            if not starred:
                starred = True
                yield "*\n"
        else:
            starred = False
            for units in formats:
                cx.meter.check()
                yield _line(cx, units, data, at)
        before = data
        at += len(data)
        cx.meter.check()
    if at > start:
        for units in ends[-1:]:
            yield _line(cx, units, b"", at)


def _is_end(units: list[Unit]) -> bool:
    return any(found is not None and found[4].startswith("_A") for unit in units for _, found in unit.pieces)


def _stretch(units: list[Unit], width: int) -> None:
    """The last unit without a count of its own takes what is left of a line."""
    taken = sum(unit.bytes for unit in units)
    last = next((unit for unit in reversed(units) if unit.size), None)
    if last is not None and not last.counted and taken < width:
        last.count += (width - taken) // last.size


def _line(cx: Context, units: list[Unit], data: bytes, start: int) -> str:
    out: list[str] = []
    at = 0
    for unit in watched(cx, units):
        for number in watched(cx, range(unit.count)) if unit.count > _MANY else range(unit.count):
            last = number == unit.count - 1
            for text, found in unit.pieces:
                # White space behind the last of several is left out, as the manual says.
                out.append(text.rstrip() if last and found is None and unit.count > 1 and unit.size else text)
                if found is not None:
                    size = _bytes_of(found, unit.size)
                    out.append(
                        _shown(
                            found, data[at : at + size], start + at, size, bool(unit.size) and at >= len(data)
                        )
                    )
                    at += size
    return "".join(out)


def _shown(found: re.Match[str], data: bytes, at: int, size: int, beyond: bool) -> str:
    flags, width, precision, kind = found.groups()
    columns = min(int(width[:5] or 0), _MOST)
    if kind[:2] in ("_a", "_A"):
        return _padded(_filled(format(at, kind[2]), precision), flags, columns)
    if beyond:
        return _missing(flags.replace("0", ""), columns, precision, kind)
    return _padded(_value(kind, precision, data, size), flags, columns)


def _filled(text: str, precision: str | None) -> str:
    return text.rjust(min(int(precision[:5] or 0), _MOST), "0") if precision else text


def _value(kind: str, precision: str | None, data: bytes, size: int) -> str:
    if kind in ("c", "_c", "_p", "_u"):
        return _char(data[0], kind)
    if kind == "s":
        return data.decode("latin-1")
    if kind in "eEfgG":
        value = struct.unpack("<f" if size == 4 else "<d", data.ljust(size, b"\0"))[0]
        text: str = f"%.{min(int((precision or '6')[:5]), _MOST)}{kind}" % value
        return text
    number = int.from_bytes(data.ljust(size, b"\0"), "little", signed=kind in "di")
    return _filled(format(number, "d" if kind in "diu" else kind), precision)


def _missing(flags: str, columns: int, precision: str | None, kind: str) -> str:
    """In the place of a unit that is not there: as many blanks as one takes at least."""
    return "" if kind == "_p" else _padded("", flags, max(columns, min(int(precision or 0), _MOST)))


def _padded(text: str, flags: str, width: int) -> str:
    if "-" in flags:
        return text.ljust(width)
    return text.rjust(width, "0" if "0" in flags else " ")


def _char(byte: int, kind: str) -> str:
    if kind == "_p":
        return chr(byte) if 32 <= byte < 127 else "."
    if kind == "_u":
        return (
            _NAMES[byte]
            if byte < 32
            else "del"
            if byte == 127
            else chr(byte)
            if byte < 127
            else f"{byte:02x}"
        )
    if kind == "_c":
        return _CHARS.get(byte) or (chr(byte) if 32 <= byte < 127 else f"{byte:03o}")
    return chr(byte) if byte < 128 else "?"
