"""file: what kind of data files hold."""

from __future__ import annotations

import re

from runtime.bash.commands._names import reason
from runtime.bash.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context
    from runtime.vfs.api import Stat

OPTIONS = Options(
    "[OPTION...] [FILE...]",
    "Determine type of FILEs.",
    ("b", "brief", "", "do not prepend filenames to output lines"),
    ("i", "mime", "", "output MIME type and encoding"),
    ("", "mime-type", "", "output the MIME type"),
    ("", "mime-encoding", "", "output the MIME encoding"),
    ("F", "separator", "STRING", "use STRING as separator instead of `:'"),
    ("h", "no-dereference", "", "don't follow symlinks (default)"),
    ("L", "dereference", "", "follow symlinks"),
    ("N", "no-pad", "", "do not pad output"),
    ("0", "print0", "", "terminate filenames with NUL"),
    ("v", "", "", "the same as --version"),
    hint="Usage: file [OPTION...] [FILE...]",
    origin="file 5.44",
)
_HEAD = 1 << 16
_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "PNG image data", "image/png"),
    (b"\xff\xd8\xff", "JPEG image data", "image/jpeg"),
    (b"GIF89a", "GIF image data, version 89a", "image/gif"),
    (b"GIF87a", "GIF image data, version 87a", "image/gif"),
    (b"%PDF-", "PDF document", "application/pdf"),
    (b"\x1f\x8b", "gzip compressed data", "application/gzip"),
    (b"BZh", "bzip2 compressed data", "application/x-bzip2"),
    (b"\xfd7zXZ\0", "XZ compressed data", "application/x-xz"),
    (b"PK\x03\x04", "Zip archive data", "application/zip"),
    (b"\x7fELF", "ELF", "application/x-executable"),
    (b"SQLite format 3\0", "SQLite 3.x database", "application/vnd.sqlite3"),
    (b"\xff\xfe", "Unicode text, UTF-16, little-endian text", "text/plain"),
    (b"\xfe\xff", "Unicode text, UTF-16, big-endian text", "text/plain"),
)
_SHELLS = {
    "bash": ("Bourne-Again shell script", "text/x-shellscript"),
    "sh": ("POSIX shell script", "text/x-shellscript"),
    "python": ("Python script", "text/x-script.python"),
    "python3": ("Python script", "text/x-script.python"),
    "perl": ("Perl script text executable", "text/x-perl"),
    "node": ("Node.js script executable", "application/javascript"),
}
_KINDS = {
    0o040000: ("directory", "inode/directory"),
    0o010000: ("fifo (named pipe)", "inode/fifo"),
    0o140000: ("socket", "inode/socket"),
    0o120000: ("symbolic link", "inode/symlink"),
}
_SCRIPT = re.compile(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+)?([A-Za-z0-9]+)")
_BINARY = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if "v" in given:
        OPTIONS.parse(cx, ["--version"])
    if not given.operands:
        raise OPTIONS.refuse(cx, "")
    widest = max(map(len, given.operands))
    for name in given.operands:
        text, mime, encoding = _kind(cx, name, "L" in given)
        if "mime-type" in given:
            text = mime
        elif "mime-encoding" in given:
            text = encoding
        elif "i" in given:
            text = f"{mime}; charset={encoding}"
        if "b" in given:
            cx.write(f"{text}\n")
            continue
        pad = "" if "N" in given else " " * (widest - len(name))
        end = "\0" if "0" in given else ""
        cx.write(f"{name}{end}{given.get('F', ':')}{pad} {text}\n")
    return 0


def _kind(cx: Context, name: str, follow: bool) -> tuple[str, str, str]:
    try:
        stat = cx.fs.stat(cx.path(name), follow=follow)
        kind = stat.mode & 0o170000
        if kind == 0o100000:
            return _content(_head(cx, name), stat)
        if kind == 0o120000:
            broken = "" if cx.fs.exists(cx.path(name)) else "broken "
            return f"{broken}symbolic link to {cx.fs.readlink(cx.path(name))}", "inode/symlink", "binary"
        text, mime = _KINDS.get(kind, ("character special", "inode/chardevice"))
        return text, mime, "binary"
    except OSError as error:
        text = f"cannot open `{name}' ({reason(error)})"
        return text, text, text


def _head(cx: Context, name: str) -> bytes:
    stream = cx.open(name)
    try:
        return stream.read(_HEAD)
    finally:
        stream.release()


def _content(data: bytes, stat: Stat) -> tuple[str, str, str]:
    if not stat.size:
        return "empty", "inode/x-empty", "binary"
    if stat.size == 1:
        return "very short file (no magic)", "application/octet-stream", "binary"
    for magic, text, mime in _MAGIC:
        if data.startswith(magic):
            return text, mime, "binary"
    if data[257:262] == b"ustar":
        return (
            "POSIX tar archive (GNU)" if data[262:264] == b"  " else "POSIX tar archive",
            "application/x-tar",
            "binary",
        )
    encoding = _encoding(data)
    if encoding is None:
        return "data", "application/octet-stream", "binary"
    return _text(data, *encoding)


def _encoding(data: bytes) -> tuple[str, str] | None:
    """What text it is, and its MIME name; None for what is no text."""
    if _BINARY.search(data):
        return None
    if data.isascii():
        return "ASCII", "us-ascii"
    try:
        # A character may be cut at the end of what was read.
        data[: len(data) - 3 if len(data) == _HEAD else None].decode("utf-8")
    except UnicodeDecodeError:
        return (
            ("ISO-8859", "iso-8859-1")
            if not re.search(rb"[\x80-\x9f]", data)
            else ("Non-ISO extended-ASCII", "unknown-8bit")
        )
    return "Unicode text, UTF-8", "utf-8"


def _text(data: bytes, encoding: str, charset: str) -> tuple[str, str, str]:
    ends = ""
    if b"\r\n" in data:
        ends = (
            ", with CRLF line terminators"
            if data.count(b"\r\n") == data.count(b"\n")
            else ", with CRLF, LF line terminators"
        )
    elif b"\n" not in data:
        ends = ", with no line terminators"
    script = _SCRIPT.match(data)
    if script is not None and script[1].decode() in _SHELLS:
        what, mime = _SHELLS[script[1].decode()]
        return f"{what}, {encoding} text executable{ends}", mime, charset
    if data.lstrip()[:1] in {b"{", b"["} and _is_json(data):
        return "JSON text data", "application/json", charset
    start = data.lstrip()[:200].lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return f"HTML document, {encoding} text{ends}", "text/html", charset
    if start.startswith(b"<?xml"):
        return f"XML 1.0 document, {encoding} text{ends}", "text/xml", charset
    return f"{encoding} text{ends}", "text/plain", charset


def _is_json(data: bytes) -> bool:
    from json import loads

    try:
        loads(data)
    except (ValueError, RecursionError):
        return False
    return True
