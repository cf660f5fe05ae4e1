"""The ustar format of POSIX with GNU's long names and pax's records: headers of 512 bytes in front of padded contents."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runtime.bash.utility_context import Context

__all__ = ["BLOCK", "RECORD", "Entry", "NotTar", "entries", "header", "shown"]

BLOCK = 512
RECORD = 20 * BLOCK
_MOST_NAME = 1 << 16
_KINDS = {"V": "V", "1": "h", "2": "l", "3": "c", "4": "b", "5": "d", "6": "p"}
_RIGHTS = "rwxrwxrwx"
_LAST_SECOND = 253_402_300_799  # the end of the year 9999


class NotTar(Exception):
    """What was read is no archive, or a damaged one."""


class Entry:
    """One member. Its content comes in pieces and is passed over if nobody asks."""

    __slots__ = (
        "content",
        "end",
        "gid",
        "group",
        "link",
        "mode",
        "mtime",
        "name",
        "owner",
        "size",
        "start",
        "type",
        "uid",
    )

    def __init__(self, block: bytes) -> None:
        self.name = _string(block[:100])
        self.mode = _number(block[100:108])
        self.uid = _number(block[108:116])
        self.gid = _number(block[116:124])
        self.size = _number(block[124:136])
        self.mtime = _number(block[136:148])
        self.type = chr(block[156])
        self.link = _string(block[157:257])
        self.owner = _string(block[265:297])
        self.group = _string(block[297:329])
        if block[257:263] == b"ustar\0" and block[345]:
            self.name = f"{_string(block[345:500])}/{self.name}"
        self.content: Iterator[bytes] = iter(())
        self.start = self.end = 0

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder (the oldest format marks one by its name)."""
        return self.type == "5" or (self.type in "0\0" and self.name.endswith("/"))


def _string(field: bytes) -> str:
    return field.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")


def _number(field: bytes) -> int:
    if field[0] & 0x80:  # GNU's base 256, for what octal digits do not hold
        return int.from_bytes(bytes((field[0] & 0x7F,)) + field[1:], "big")
    digits = field.strip(b" \0")
    try:
        return int(digits or b"0", 8)
    except ValueError:
        raise NotTar from None


class _Source:
    """Pieces, taken by size."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.pieces = iter(pieces)
        self.held = b""
        self.offset = 0

    def take(self, size: int) -> bytes:
        """So many bytes, fewer at the end."""
        parts = [self.held]
        have = len(self.held)
        while have < size:
            piece = next(self.pieces, None)
            if piece is None:
                break
            parts.append(piece)
            have += len(piece)
        data = b"".join(parts)
        self.held = data[size:]
        self.offset += min(size, len(data))
        return data[:size]

    def content(self, size: int) -> Iterator[bytes]:
        """A member's content in pieces, its padding passed."""
        padding = -size % BLOCK
        while size:
            piece = self.take(min(size, 1 << 16))
            if not piece:
                raise NotTar
            size -= len(piece)
            yield piece
        self.take(padding)


def entries(cx: Context, pieces: Iterable[bytes]) -> Iterator[Entry]:
    """The members of an archive. Raises NotTar."""
    source = _Source(pieces)
    extra: dict[str, str] = {}
    start = 0
    while True:
        cx.meter.check()
        block = source.take(BLOCK)
        if not block.strip(b"\0"):  # a block of zeros, or the end
            if not block and not start:
                raise NotTar
            return
        if len(block) < BLOCK or not _sound(block):
            raise NotTar
        entry = Entry(block)
        if entry.type in "LKxg":
            if entry.size > _MOST_NAME:
                raise NotTar
            data = b"".join(source.content(entry.size))
            extra.update(_records(entry.type, data))
            continue
        entry.name = extra.get("path", entry.name)
        entry.link = extra.get("linkpath", entry.link)
        if extra.get("size", "").isdigit():
            entry.size = int(extra["size"][:18])
        if re.match(r"\d", extra.get("mtime", "")):
            entry.mtime = int(float(extra["mtime"][:24]))
        extra = {}
        size = entry.size if entry.type in "0\x007" else 0
        content = source.content(size)
        entry.content = content
        entry.start = start
        entry.end = start = source.offset + size + -size % BLOCK
        yield entry
        for _ in content:
            pass


def _sound(block: bytes) -> bool:
    """Whether the header's sum of bytes is right (its own field counts as blanks)."""
    total = sum(block[:148]) + 8 * 32 + sum(block[156:])
    return _number(block[148:156]) == total


def _records(kind: str, data: bytes) -> dict[str, str]:
    if kind in "LK":
        return {"path" if kind == "L" else "linkpath": _string(data)}
    found = {}
    while data:
        size, _, _ = data.partition(b" ")
        if not size.isdigit() or not 0 < int(size[:9]) <= len(data):
            raise NotTar
        record, data = data[: int(size)], data[int(size) :]
        key, _, value = record[len(size) + 1 : -1].decode("utf-8", "surrogateescape").partition("=")
        found[key] = value
    return {} if kind == "g" else found


def header(
    name: str,
    kind: str,
    size: int,
    mode: int,
    owner: tuple[int, str],
    group: tuple[int, str],
    mtime: int,
    link: str = "",
) -> bytes:
    """The header of a member, GNU's long-name members in front of it where they are needed."""
    out = []
    encoded_name, encoded_link = (
        name.encode("utf-8", "surrogateescape"),
        link.encode("utf-8", "surrogateescape"),
    )
    for long, letter in ((encoded_link, "K"), (encoded_name, "L")):
        if len(long) > 100:
            out.append(
                _block(b"././@LongLink", letter, len(long) + 1, 0o644, (0, "root"), (0, "root"), 0, b"")
            )
            out.append(long + b"\0" * (BLOCK - len(long) % BLOCK))
    out.append(_block(encoded_name[:100], kind, size, mode, owner, group, mtime, encoded_link[:100]))
    return b"".join(out)


def _block(
    name: bytes,
    kind: str,
    size: int,
    mode: int,
    owner: tuple[int, str],
    group: tuple[int, str],
    mtime: int,
    link: bytes,
) -> bytes:
    long = size >= 1 << 33
    fields = [
        name.ljust(100, b"\0"),
        b"%07o\0" % (mode & 0o7777),
        b"%07o\0" % owner[0],
        b"%07o\0" % group[0],
        bytes((0x80,)) + size.to_bytes(11, "big") if long else b"%011o\0" % size,
        b"%011o\0" % max(0, mtime),
        b" " * 8,
        kind.encode(),
        link.ljust(100, b"\0"),
        b"ustar  \0",
        owner[1].encode()[:31].ljust(32, b"\0"),
        group[1].encode()[:31].ljust(32, b"\0"),
    ]
    block = bytearray(b"".join(fields).ljust(BLOCK, b"\0"))
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def shown(entry: Entry, numeric: bool, width: int, *, full: bool = False) -> tuple[str, int]:
    """A line of ``-tv``, and how wide its owner and size have been."""
    from time import gmtime

    kind = _KINDS.get(entry.type, "d" if entry.is_folder else "-")
    rights = "".join(letter if entry.mode >> (8 - at) & 1 else "-" for at, letter in enumerate(_RIGHTS))
    owner = str(entry.uid) if numeric or not entry.owner else entry.owner
    group = str(entry.gid) if numeric or not entry.group else entry.group
    size = str(entry.size if entry.type in "0\x007" else 0)
    who = f"{owner}/{group}"
    width = max(width, len(who) + 1 + len(size))
    tail = {"1": " link to ", "2": " -> "}.get(entry.type, "")
    year, month, day, hour, minute, second = gmtime(min(entry.mtime, _LAST_SECOND))[:6]
    when = f"{year}-{month:02d}-{day:02d} {hour:02d}:{minute:02d}" + (f":{second:02d}" if full else "")
    text = f"{kind}{rights} {who} {size.rjust(width - len(who) - 1)} {when} {entry.name}"
    return text + (tail + entry.link if tail else ""), width
