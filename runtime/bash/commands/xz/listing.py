"""What ``xz --list`` says of a file: its streams, blocks and checks, from the index (.xz file format 1.1, sections 2 and 4)."""

from __future__ import annotations

__all__ = ["NotXz", "Stream", "Summary", "ratio", "size", "streams", "tables"]

_CHECKS = {0: "None", 1: "CRC32", 4: "CRC64", 10: "SHA-256"}
_HEADER = 12
_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")
_PLAIN = 10_000


class NotXz(Exception):
    """The file is none: what xz says of it."""


class Stream:
    """One stream: its size, its blocks as (total size, uncompressed size), the name of its check, the padding behind it."""

    def __init__(self, size: int, blocks: list[tuple[int, int]], check: str, padding: int) -> None:
        self.size = size
        self.blocks = blocks
        self.check = check
        self.padding = padding

    @property
    def plain(self) -> int:
        """What it expands to."""
        return sum(size for _, size in self.blocks)


def streams(data: bytes) -> list[Stream]:
    """Every stream of a file, first first. Raises NotXz."""
    if not data.startswith(b"\xfd7zXZ\0"):
        raise NotXz("File format not recognized")
    found: list[Stream] = []
    end = len(data)
    while end:
        padding = 0
        while end >= 4 and data[end - 4 : end] == b"\0\0\0\0":
            end -= 4
            padding += 4
        stream = _stream(data, end, padding)
        end -= stream.size
        found.append(stream)
    return found[::-1]


def _stream(data: bytes, end: int, padding: int) -> Stream:
    """The stream that ends there, by its footer."""
    if end < 2 * _HEADER or data[end - 2 : end] != b"YZ":
        raise NotXz(
            "Unexpected end of input" if end % 4 or end < 2 * _HEADER else "Compressed data is corrupt"
        )
    length = (int.from_bytes(data[end - 8 : end - 4], "little") + 1) * 4
    start = end - _HEADER - length
    blocks = _index(data[max(start, 0) : end - _HEADER])
    size = 2 * _HEADER + length + sum((total + 3) & ~3 for total, _ in blocks)
    if start < 0 or size > end or not data.startswith(b"\xfd7zXZ\0", end - size):
        raise NotXz("Compressed data is corrupt")
    return Stream(size, blocks, _CHECKS.get(data[end - 3] & 15, f"Unknown-{data[end - 3] & 15}"), padding)


def _index(data: bytes) -> list[tuple[int, int]]:
    if data[:1] != b"\0":
        raise NotXz("Compressed data is corrupt")
    count, at = _number(data, 1)
    blocks = []
    for _ in range(count):
        total, at = _number(data, at)
        plain, at = _number(data, at)
        blocks.append((total, plain))
    return blocks


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where the next one begins."""
    value = 0
    for shift in range(0, 63, 7):
        byte = data[at] if at < len(data) else 128
        value |= (byte & 127) << shift
        at += 1
        if byte < 128:
            return value, at
    raise NotXz("Compressed data is corrupt")


class Summary:
    """The figures of a file, or of several."""

    def __init__(self) -> None:
        self.files = self.streams = self.blocks = self.size = self.plain = self.padding = 0
        self.checks: list[str] = []

    def add(self, found: list[Stream]) -> None:
        """One more file."""
        self.files += 1
        self.streams += len(found)
        for stream in found:
            self.blocks += len(stream.blocks)
            self.size += stream.size + stream.padding
            self.plain += stream.plain
            self.padding += stream.padding
            if stream.check not in self.checks:
                self.checks.append(stream.check)

    @property
    def check(self) -> str:
        """The names of all checks."""
        return ",".join(self.checks) or "None"

    def row(self, name: str) -> str:
        """A line of the short list."""
        return (
            f"{self.streams:5} {self.blocks:7}  {size(self.size):>11}  {size(self.plain):>11}  {ratio(self.size, self.plain):>5}"
            f"  {self.check:<7} {name}\n"
        )

    def lines(self) -> str:
        """The same with one figure a line."""
        return (
            f"  Streams:           {self.streams:,}\n  Blocks:            {self.blocks:,}\n"
            f"  Compressed size:   {size(self.size, exact=True)}\n  Uncompressed size: {size(self.plain, exact=True)}\n"
            f"  Ratio:             {ratio(self.size, self.plain)}\n  Check:             {self.check.replace(',', ', ')}\n"
            f"  Stream Padding:    {size(self.padding, exact=True)}\n"
        )


def tables(found: list[Stream]) -> str:
    """Where each stream and each block begins, as ``-lv`` shows it."""
    rows = [
        "  Streams:\n    Stream    Blocks      CompOffset    UncompOffset        CompSize      UncompSize  Ratio  Check      Padding\n"
    ]
    blocks = [
        "  Blocks:\n    Stream     Block      CompOffset    UncompOffset       TotalSize      UncompSize  Ratio  Check\n"
    ]
    at = plain = number = 0
    for place, stream in enumerate(found, 1):
        rows.append(
            f"    {place:6} {len(stream.blocks):9} {at:15} {plain:15} {stream.size:15} {stream.plain:15}"
            f"  {ratio(stream.size, stream.plain):>5}  {stream.check:<10} {stream.padding:7}\n"
        )
        start = at + _HEADER
        for total, length in stream.blocks:
            number += 1
            padded = (total + 3) & ~3
            blocks.append(
                f"    {place:6} {number:9} {start:15} {plain:15} {padded:15} {length:15}"
                f"  {ratio(padded, length):>5}  {stream.check}\n"
            )
            start += padded
            plain += length
        at += stream.size + stream.padding
    return "".join(rows + (blocks if number else []))


def size(value: int, *, exact: bool = False) -> str:
    """``3296 B``, ``47.7 KiB``, exactly ``47.7 KiB (48894 B)``."""
    if value < _PLAIN:
        return f"{value:,} B".replace(",", "")
    scaled, unit = float(value), 0
    while unit == 0 or (scaled > 9999.9 and unit < 4):
        scaled /= 1024
        unit += 1
    return f"{scaled:,.1f} {_UNITS[unit]}" + (f" ({value} B)" if exact else "")


def ratio(packed: int, plain: int) -> str:
    """Compressed to uncompressed; ``---`` where there is nothing to compare."""
    value = packed / plain if plain else 1e9
    return f"{value:.3f}" if value <= 9.999 else "---"
