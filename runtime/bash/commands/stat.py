"""stat: what is known of files."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.accounts import name_of
from runtime.bash.commands._shared.file_kinds import kind_name
from runtime.bash.commands._shared.modes import letters
from runtime.bash.commands._shared.quoting import always, reason
from runtime.bash.option_table import Options
from runtime.bash.posix.time_format import format_time
from runtime.bash.posix.zones import zone_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

FILE = {
    "%a": "permissions in octal (%#a with a 0)",
    "%A": "permissions as letters",
    "%b": "blocks that are taken (of %B bytes)",
    "%B": "bytes of a block",
    "%C": "security context (none)",
    "%d": "device number, %Hd %Ld its parts",
    "%D": "device number in hexadecimal",
    "%f": "mode in hexadecimal",
    "%F": "kind of file",
    "%g": "group number",
    "%G": "group",
    "%h": "how many names",
    "%i": "inode number",
    "%m": "where its file system is mounted",
    "%n": "name",
    "%N": "quoted name, and what a link leads to",
    "%o": "bytes to read at once",
    "%s": "size",
    "%r": "number of the device that it is, %Hr %Lr its parts",
    "%R": "the same in hexadecimal",
    "%t": "major number of the device that it is, in hexadecimal",
    "%T": "minor number of the device that it is, in hexadecimal",
    "%u": "user number",
    "%U": "user",
    "%w": "time of birth (-)",
    "%W": "the same in seconds (0)",
    "%x": "time of the last access",
    "%X": "the same in seconds since 1970",
    "%y": "time of the last change of its data",
    "%Y": "the same in seconds since 1970",
    "%z": "time of the last change of its status",
    "%Z": "the same in seconds since 1970",
}
SYSTEM = {
    "%a": "free blocks for everybody",
    "%b": "blocks",
    "%c": "inodes",
    "%d": "free inodes",
    "%f": "free blocks",
    "%i": "identity in hexadecimal",
    "%l": "longest name",
    "%n": "name",
    "%s": "bytes of a block, to transfer",
    "%S": "bytes of a block, to count",
    "%t": "type in hexadecimal",
    "%T": "type",
}
OPTIONS = Options(
    "[OPTION]... FILE...",
    "Show what is known of each FILE.",
    ("L", "dereference", "", "follow links"),
    ("f", "file-system", "", "show the file system, not the file"),
    ("", "cached", "MODE", "ignored"),
    ("c", "format", "FORMAT", "show FORMAT and a newline"),
    ("", "printf", "FORMAT", "show FORMAT with escapes, without a newline"),
    ("t", "terse", "", "show all in one line"),
    sections=(
        ("FORMAT for files", FILE.items),
        ("FORMAT for file systems, with -f", SYSTEM.items),
    ),
    examples=(
        ("stat -c '%s %n' notes.txt", "size and name"),
        ("stat -c %a notes.txt", "permissions as digits"),
    ),
)
_FULL = """\
  File: %n
  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F
Device: %Hd,%Ld\tInode: %-11i Links: %h
Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)
Access: %x
Modify: %y
Change: %z
 Birth: %w
"""
_DEVICE = _FULL.replace("Links: %h\n", "Links: %-5h Device type: %t,%T\n")
_TERSE = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n"
_SYSTEM = """\
  File: "%n"
    ID: %-8i Namelen: %-7l Type: %T
Block size: %-10s Fundamental block size: %S
Blocks: Total: %-10b Free: %-10f Available: %a
Inodes: Total: %-10c Free: %d
"""
_SYSTEM_TERSE = "%n %i %l %t %s %S %b %f %a %c %d\n"
_DIRECTIVE = re.compile(r"%([-+ #0']*)(\d*)(?:\.(\d*))?([HL]?[dr]|.)|%\Z", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(.))", re.DOTALL)
_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
    '"': '"',
}
_BLOCK = 4096
_TIME = "%Y-%m-%d %H:%M:%S.%N %z"
_MOST_WIDTH = 4096


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing operand")
    status = 0
    for name in given.operands:
        try:
            path = cx.path(name)
            stat = cx.fs.stat(path, follow=given.any("Lf"))
        except OSError as error:
            what = "cannot read file system information for" if "f" in given else "cannot statx"
            cx.complain(f"{what} {always(name)}: {reason(error)}")
            status = 1
            continue
        cx.write(_shown(cx, given, name, stat))
    return status


def _shown(cx: Context, given: Given, name: str, stat: Stat) -> str:
    values = _system(cx, name) if "f" in given else _file(cx, name, stat)
    pattern = given.last(("c", "printf"))
    if pattern == "printf":
        text, end = _ESCAPE.sub(_escape, given["printf"]), ""
        for odd in _ESCAPE.finditer(given["printf"]):
            if odd[3] and odd[3] not in _ESCAPES:
                cx.complain(f"warning: unrecognized escape '\\{odd[3]}'")
    elif pattern:
        text, end = given["c"], "\n"
    elif "f" in given:
        text, end = _SYSTEM_TERSE if "t" in given else _SYSTEM, ""
    elif "t" in given:
        text, end = _TERSE, ""
    else:
        text, end = _DEVICE if stat.mode & 0o170000 in (0o020000, 0o060000) else _FULL, ""
        if stat.mode & 0o170000 == 0o120000:
            text = text.replace("%n", f"%n -> {cx.fs.readlink(cx.path(name)).replace('%', '%%')}")
    return _DIRECTIVE.sub(lambda found: _directive(found, values), text) + end


def _escape(found: re.Match[str]) -> str:
    octal, hexadecimal, char = found.groups()
    if char is None:
        return bytes((int(octal or hexadecimal, 8 if octal else 16) & 255,)).decode(
            "utf-8", "surrogateescape"
        )
    return _ESCAPES.get(char, char)


def _directive(found: re.Match[str], values: dict[str, Callable[[], str | int]]) -> str:
    flags, width, precision, letter = found.groups()
    if letter in (None, "%"):
        return "%"
    value = values.get(letter)
    if value is None:
        return "?"
    made = value()
    if letter == "a":
        text = f"{made:o}"
        text = "0" + text if "#" in flags else text
    elif letter in ("f", "D", "t", "T", "R") and isinstance(made, int):
        text = f"{made:x}"
    else:
        text = str(made)
    if precision is not None:
        text = (
            text.rjust(int(precision[:4] or 0), "0")
            if isinstance(made, int)
            else text[: int(precision[:4] or 0)]
        )
    size = min(int(width[:6] or 0), _MOST_WIDTH)
    if "-" in flags:
        return text.ljust(size)
    return text.rjust(size, "0" if "0" in flags and isinstance(made, int) else " ")


def _file(cx: Context, name: str, stat: Stat) -> dict[str, Callable[[], str | int]]:
    zone = zone_of(cx.env)

    def moment(nanos: int) -> str:
        seconds, rest = divmod(nanos, 1_000_000_000)
        return format_time(_TIME, zone.parts(seconds), seconds, rest)

    def quoted() -> str:
        shown = always(name)
        if stat.mode & 0o170000 == 0o120000:
            shown += f" -> {always(cx.fs.readlink(cx.path(name)))}"
        return shown

    regular = stat.mode & 0o170000 in (0o100000, 0o040000)
    return {
        "a": lambda: stat.mode & 0o7777,
        "A": lambda: letters(stat.mode),
        "b": lambda: -(-stat.size // _BLOCK) * (_BLOCK // 512) if regular else 0,
        "B": lambda: 512,
        "C": lambda: "?",
        "d": lambda: stat.dev,
        "D": lambda: stat.dev,
        "Hd": lambda: stat.dev >> 8,
        "Ld": lambda: stat.dev & 255,
        "f": lambda: stat.mode,
        "F": lambda: kind_name(stat),
        "g": lambda: stat.gid,
        "G": lambda: name_of(cx, stat.gid) or "UNKNOWN",
        "h": lambda: stat.nlink,
        "i": lambda: stat.ino,
        "m": lambda: "/",
        "n": lambda: name,
        "N": quoted,
        "o": lambda: _BLOCK,
        "s": lambda: stat.size,
        "r": lambda: stat.rdev,
        "R": lambda: stat.rdev,
        "Hr": lambda: stat.rdev >> 8,
        "Lr": lambda: stat.rdev & 255,
        "t": lambda: stat.rdev >> 8,
        "T": lambda: stat.rdev & 255,
        "u": lambda: stat.uid,
        "U": lambda: name_of(cx, stat.uid) or "UNKNOWN",
        "w": lambda: "-",
        "W": lambda: 0,
        "x": lambda: moment(stat.atime_ns),
        "X": lambda: stat.atime_ns // 1_000_000_000,
        "y": lambda: moment(stat.mtime_ns),
        "Y": lambda: stat.mtime_ns // 1_000_000_000,
        "z": lambda: moment(stat.ctime_ns),
        "Z": lambda: stat.ctime_ns // 1_000_000_000,
    }


def _system(cx: Context, name: str) -> dict[str, Callable[[], str | int]]:
    """The file system, whose size is the shell's budget."""
    total = cx.meter.limits.max_fs_bytes // _BLOCK
    files = cx.meter.limits.max_files
    return {
        "a": lambda: total,
        "b": lambda: total,
        "c": lambda: files,
        "d": lambda: files,
        "f": lambda: total,
        "i": lambda: "0",
        "l": lambda: 255,
        "n": lambda: name,
        "s": lambda: _BLOCK,
        "S": lambda: _BLOCK,
        "t": lambda: "1021994",
        "T": lambda: "tmpfs",
    }
