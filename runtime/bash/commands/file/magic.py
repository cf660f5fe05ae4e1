"""What a file's bytes say of it: by magic numbers, and what kind of text it is."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["HEAD", "Kind", "of_bytes"]

HEAD = 1 << 16
_LONG = 300
_BINARY = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")
_SCRIPT = re.compile(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+)?([A-Za-z0-9]+)")
_PYTHON = re.compile(rb"^(?:def \w+\(.*\):|class \w.*:|from \S+ import )[ \t]*\S*[ \t]*$", re.MULTILINE)
_INCLUDE = re.compile(rb"^#[ \t]*(?:include|pragma)\b", re.MULTILINE)
_MAKE = re.compile(rb"^(?:all|\.PHONY):", re.MULTILINE)
_SHELLS = {
    b"bash": ("Bourne-Again shell script, {} executable", "text/x-shellscript"),
    b"sh": ("POSIX shell script, {} executable", "text/x-shellscript"),
    b"ksh": ("Korn shell script, {} executable", "text/x-shellscript"),
    b"zsh": ("Paul Falstad's zsh script, {} executable", "text/x-shellscript"),
    b"python": ("Python script, {} executable", "text/x-script.python"),
    b"python2": ("Python script, {} executable", "text/x-script.python"),
    b"python3": ("Python script, {} executable", "text/x-script.python"),
    b"perl": ("Perl script text executable", "text/x-perl"),
    b"ruby": ("Ruby script, {} executable", "text/x-ruby"),
    b"awk": ("awk script, {} executable", "text/x-awk"),
    b"gawk": ("GNU awk script, {} executable", "text/x-gawk"),
    b"node": ("Node.js script executable, {}", "application/javascript"),
}
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_PNG = {0: "grayscale", 2: "/color RGB", 3: " colormap", 4: " gray+alpha", 6: "/color RGBA"}
_SYSTEMS = {0: "FAT filesystem (MS-DOS, OS/2, NT)", 3: "Unix", 7: "Macintosh", 11: "NTFS filesystem (NT)"}


class Kind:
    """What it is in words, its MIME type, its encoding, and the ends of names that such files have."""

    __slots__ = ("charset", "ends", "mime", "text")

    def __init__(self, text: str, mime: str, charset: str = "binary", ends: str = "???") -> None:
        self.text = text
        self.mime = mime
        self.charset = charset
        self.ends = ends


def of_bytes(data: bytes, size: int, tail: bytes = b"") -> Kind:
    """What ``size`` bytes are that begin with ``data`` and end with ``tail``."""
    if not size:
        return Kind("empty", "inode/x-empty")
    if size == 1:
        return Kind("very short file (no magic)", "application/octet-stream")
    for magic, describe, mime, ends in _MAGIC:
        if data.startswith(magic):
            text = describe(data, tail) if callable(describe) else describe
            charset = (
                "us-ascii"
                if mime == "application/pdf" and _encoding(data) == ("ASCII", "us-ascii")
                else "binary"
            )
            return Kind(text, mime, charset, ends)
    if data[257:262] == b"ustar":
        gnu = " (GNU)" if data[262:264] == b"  " else ""
        return Kind(f"POSIX tar archive{gnu}", "application/x-tar", ends="tar/gtar")
    if data[4:8] == b"ftyp":
        return Kind("ISO Media, MP4 v2 [ISO 14496-14]", "video/mp4", ends="mp4/m4v")
    encoding = _encoding(data)
    if encoding is None:
        return Kind("data", "application/octet-stream")
    return _text(data, *encoding)


def _gzip(data: bytes, tail: bytes) -> str:
    from time import gmtime

    out = "gzip compressed data"
    at = 10
    if data[3] & 4:
        at += 2 + int.from_bytes(data[10:12], "little")
    if data[3] & 8:
        name = data[at : data.find(b"\0", at)].decode("utf-8", "replace")
        out += f', was "{name}"'
    seconds = int.from_bytes(data[4:8], "little")
    if seconds:
        when = gmtime(seconds)
        days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        out += (
            f", last modified: {days[when.tm_wday]} {_MONTHS[when.tm_mon - 1]} {when.tm_mday:2d} "
            f"{when.tm_hour:02d}:{when.tm_min:02d}:{when.tm_sec:02d} {when.tm_year}"
        )
    out += {2: ", max compression", 4: ", max speed"}.get(data[8], "")
    out += f", from {_SYSTEMS[data[9]]}" if data[9] in _SYSTEMS else ""
    return out + (
        f", original size modulo 2^32 {int.from_bytes(tail[-4:], 'little')}" if len(tail) >= 4 else ""
    )


def _png(data: bytes, _tail: bytes) -> str:
    if len(data) < 29:
        return "PNG image data"
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    woven = "interlaced" if data[28] else "non-interlaced"
    kind = _PNG.get(data[25], "")
    return f"PNG image data, {width} x {height}, {data[24]}-bit{' ' if kind == 'grayscale' else ''}{kind}, {woven}"


def _gif(data: bytes, _tail: bytes) -> str:
    width, height = int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    return f"GIF image data, version {data[3:6].decode('latin-1')}, {width} x {height}"


def _jpeg(data: bytes, _tail: bytes) -> str:
    if data[6:10] == b"JFIF" and len(data) > 12:
        return f"JPEG image data, JFIF standard {data[11]}.{data[12]:02d}"
    return "JPEG image data"


def _pdf(data: bytes, _tail: bytes) -> str:
    return f"PDF document, version {data[5:8].decode('latin-1')}"


def _zip(data: bytes, _tail: bytes) -> str:
    if len(data) < 10:
        return "Zip archive data"
    needs = int.from_bytes(data[4:6], "little")
    method = {0: "store", 8: "deflate", 9: "deflate64", 12: "bzip2", 14: "lzma"}.get(data[8], "")
    how = f", compression method={method}" if method else ""
    return f"Zip archive data, at least v{needs // 10}.{needs % 10} to extract{how}"


def _elf(data: bytes, _tail: bytes) -> str:
    if len(data) < 20:
        return "ELF"
    bits = {1: "32-bit", 2: "64-bit"}.get(data[4], "unknown class")
    order = {1: "LSB", 2: "MSB"}.get(data[5], "")
    kind = {1: "relocatable", 2: "executable", 3: "shared object", 4: "core file"}.get(data[16], "")
    machine = {3: "Intel 80386", 62: "x86-64", 183: "ARM aarch64", 40: "ARM", 243: "UCB RISC-V"}.get(
        data[18], ""
    )
    return f"ELF {bits} {order} {kind}, {machine}, version 1 (SYSV)"


_MAGIC: tuple[tuple[bytes, str | Callable[[bytes, bytes], str], str, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", _png, "image/png", "png"),
    (b"\xff\xd8\xff", _jpeg, "image/jpeg", "jpeg/jpg/jpe/jfif"),
    (b"GIF8", _gif, "image/gif", "gif"),
    (b"%PDF-", _pdf, "application/pdf", "pdf"),
    (b"\x1f\x8b", _gzip, "application/gzip", "gz/tgz/tpz/zabw/svgz/adz/kmy/xcfgz"),
    (b"BZh", lambda data, _tail: f"bzip2 compressed data, block size = {data[3:4].decode('latin-1')}00k", "application/x-bzip2", "bz2"),
    (b"\xfd7zXZ\0", lambda data, _tail: f"XZ compressed data, checksum {({0: 'NONE', 1: 'CRC32', 4: 'CRC64', 10: 'SHA-256'}).get(data[7] if len(data) > 7 else 0, 'unknown')}", "application/x-xz", "xz"),
    (b"PK\x03\x04", _zip, "application/zip", "???"),
    (b"PK\x05\x06", "Zip archive data (empty)", "application/zip", "???"),
    (b"\x7fELF", _elf, "application/x-executable", "???"),
    (b"SQLite format 3\0", "SQLite 3.x database", "application/vnd.sqlite3", "sqlite/sqlite3/db/dbe"),
    (b"RIFF", "RIFF (little-endian) data", "audio/x-wav", "???"),
    (b"ID3", lambda data, _tail: f"Audio file with ID3 version 2.{data[3] if len(data) > 3 else 0}.0", "audio/mpeg", "???"),
    (b"\x28\xb5\x2f\xfd", "Zstandard compressed data (v0.8+)", "application/zstd", "zst"),
    (b"BEGIN:VCARD", "vCard visiting card", "text/vcard", "???"),
)  # fmt: skip


def _encoding(data: bytes) -> tuple[str, str] | None:
    """What text it is, and its MIME name; None for what is no text."""
    for start, order, name in ((b"\xff\xfe", "little", "utf-16le"), (b"\xfe\xff", "big", "utf-16be")):
        if data.startswith(start) and len(data) > 2:
            return f"Unicode text, UTF-16, {order}-endian", name
    if _BINARY.search(data.replace(b"\b", b"")):
        return None
    if data.isascii():
        return "ASCII", "us-ascii"
    try:
        # A character may be cut at the end of what was read.
        data[: len(data) - 3 if len(data) == HEAD else None].decode("utf-8")
    except UnicodeDecodeError:
        latin = not re.search(rb"[\x80-\x9f]", data)
        return ("ISO-8859", "iso-8859-1") if latin else ("Non-ISO extended-ASCII", "unknown-8bit")
    mark = " (with BOM)" if data.startswith(b"\xef\xbb\xbf") else ""
    return f"Unicode text, UTF-8{mark}", "utf-8"


def _ends(data: bytes, charset: str) -> str:
    """How the lines are: very long, ended otherwise, with marks for terminals."""
    if charset.startswith("utf-16"):
        data = data[2:].replace(b"\0", b"")
    longest = max(map(len, re.split(rb"\r\n|\n|\r", data)))
    said = f", with very long lines ({longest})" if longest > _LONG else ""
    pairs = data.count(b"\r\n")
    kinds = [
        name
        for name, count in (
            ("CRLF", pairs),
            ("CR", data.count(b"\r") - pairs),
            ("LF", data.count(b"\n") - pairs),
        )
        if count
    ]
    if not kinds:
        said += ", with no line terminators"
    elif kinds != ["LF"]:
        said += f", with {', '.join(kinds)} line terminators"
    said += ", with escape sequences" if b"\33" in data else ""
    return said + (", with overstriking" if b"\b" in data else "")


def _text(data: bytes, encoding: str, charset: str) -> Kind:
    plain = f"{encoding} text"
    ends = _ends(data, charset)
    script = _SCRIPT.match(data)
    if script is not None and script[1] in _SHELLS:
        what, mime = _SHELLS[script[1]]
        return Kind(what.format(plain) + (ends if "{}" in what else ""), mime, charset)
    known = _structured(data, charset)
    if known is not None:
        return known
    start = data.lstrip()[:200].lower()
    for heads, what, mime in (
        ((b"<!doctype html", b"<html"), "HTML document", "text/html"),
        ((b"<?xml",), "XML 1.0 document", "text/xml"),
    ):
        if start.startswith(heads):
            return Kind(f"{what}, {plain}{ends}", mime, charset)
    if start.startswith((b"diff ", b"--- ", b"*** ")) and (b"\n@@ " in data or b"\n*****" in data):
        what = "unified diff output" if b"\n@@ " in data else "context diff output"
        return Kind(f"{what}, {plain}{ends}", "text/x-diff", charset)
    for pattern, what, mime, behind in (
        (_INCLUDE, "C source", "text/x-c", ""),
        (_PYTHON, "Python script", "text/x-script.python", " executable"),
        (_MAKE, "makefile script", "text/x-makefile", ""),
    ):
        if pattern.search(data):
            return Kind(f"{what}, {plain}{behind}{ends}", mime, charset)
    return Kind(f"{plain}{ends}", "text/plain", charset)


def _structured(data: bytes, charset: str) -> Kind | None:
    """JSON, lines of JSON, CSV, SVG."""
    start = data.lstrip()
    if start[:1] in {b"{", b"["}:
        if _is_json(data):
            return Kind("JSON text data", "application/json", charset)
        lines = data.splitlines()
        if len(lines) > 1 and all(map(_is_json, lines[:10])):
            return Kind("New Line Delimited JSON text data", "application/x-ndjson", charset)
    if start.startswith(b"<svg"):
        return Kind("SVG Scalable Vector Graphics image", "image/svg+xml", charset, "svg")
    fields = [re.sub(rb'"[^"]*"', b"", line).count(b",") for line in data.splitlines()[:10]]
    if len(fields) > 2 and fields[0] and len(set(fields)) == 1:
        return Kind(
            "CSV text" if charset == "us-ascii" else "CSV Unicode text, UTF-8 text", "text/csv", charset
        )
    return None


def _is_json(data: bytes) -> bool:
    from json import loads

    try:
        return isinstance(loads(data), dict | list)
    except (ValueError, RecursionError):
        return False
