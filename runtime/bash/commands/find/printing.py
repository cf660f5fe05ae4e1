"""What find prints of a file: -printf's directives and -ls's line."""

from __future__ import annotations

import re

from runtime.bash.commands._shared.accounts import name_of
from runtime.bash.commands._shared.modes import letters
from runtime.bash.commands.ls.layout import blocks
from runtime.bash.posix.time_format import format_time
from runtime.bash.posix.zones import zone_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.find.reader import Reader
    from runtime.bash.commands.find.visit import Visit

__all__ = ["compile_format", "long_line"]

_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "0": "\0",
    "\\": "\\",
}
_PIECE = re.compile(r"\\([0-7]{1,3})|\\(.)|%([-+ #0']*)(\d*)(?:\.(\d*))?([ABCT].|.)|\\\Z|%\Z", re.DOTALL)
_FIELDS = {"A": "atime_ns", "B": "ctime_ns", "C": "ctime_ns", "T": "mtime_ns"}
_KINDS = {
    0o010000: "p",
    0o020000: "c",
    0o040000: "d",
    0o060000: "b",
    0o100000: "f",
    0o120000: "l",
    0o140000: "s",
}
_HALF_YEAR = 180 * 86_400
_MOST_WIDTH = 4096
# What a directive is charged beside its width.
_USUAL = 256


def _parent(visit: Visit) -> str:
    head, slash, _ = visit.path.rstrip("/").rpartition("/")
    return head or ("" if slash else ".") if visit.path != "/" else ""


def _below(visit: Visit) -> str:
    return visit.path.removeprefix(visit.root).removeprefix("/") if visit.depth else ""


def _said(visit: Visit) -> str:
    if visit.stat.mode & 0o170000 != 0o120000:
        return ""
    return visit.cx.fs.readlink(visit.cx.path(visit.path))


def _beyond(visit: Visit) -> str:
    """%Y: the type of what a link leads to; N where it leads nowhere, L where it goes round."""
    if visit.stat.mode & 0o170000 != 0o120000:
        return _KINDS.get(visit.stat.mode & 0o170000, "U")
    try:
        return _KINDS.get(visit.cx.fs.stat(visit.cx.path(visit.path)).mode & 0o170000, "U")
    except OSError as error:
        return "L" if error.errno == 40 else "N"


_DIRECTIVES: dict[str, Callable[[Visit], str | int]] = {
    "a": lambda visit: _moment(visit, "atime_ns"),
    "b": lambda visit: blocks(visit.stat) // 512,
    "c": lambda visit: _moment(visit, "ctime_ns"),
    "d": lambda visit: visit.depth,
    "D": lambda visit: visit.stat.dev,
    "f": lambda visit: f"{visit.name.rstrip('/')}{'/' * visit.path.endswith('/')}",
    "F": lambda visit: "tmpfs",  # noqa: ARG005
    "g": lambda visit: name_of(visit.cx, visit.stat.gid) or str(visit.stat.gid),
    "G": lambda visit: str(visit.stat.gid),
    "h": _parent,
    "H": lambda visit: visit.root,
    "i": lambda visit: str(visit.stat.ino),
    "k": lambda visit: str(blocks(visit.stat) // 1024),
    "l": _said,
    "m": lambda visit: f"{visit.stat.mode & 0o7777:o}",
    "M": lambda visit: letters(visit.stat.mode),
    "n": lambda visit: visit.stat.nlink,
    "p": lambda visit: visit.path,
    "P": _below,
    "s": lambda visit: str(visit.stat.size),
    "S": lambda visit: "1",  # noqa: ARG005
    "t": lambda visit: _moment(visit, "mtime_ns"),
    "u": lambda visit: name_of(visit.cx, visit.stat.uid) or str(visit.stat.uid),
    "U": lambda visit: str(visit.stat.uid),
    "y": lambda visit: _KINDS.get(visit.stat.mode & 0o170000, "U"),
    "Y": _beyond,
    "Z": lambda visit: "",  # noqa: ARG005
}


def _moment(visit: Visit, field: str) -> str:
    seconds, nanos = divmod(getattr(visit.stat, field), 1_000_000_000)
    when = zone_of(visit.cx.env).parts(seconds)
    return format_time(f"%a %b %e %H:%M:%S.{nanos:09d}0 %Y", when, seconds)


def _time(visit: Visit, field: str, letter: str) -> str:
    """%T and its like with one letter of strftime; seconds have ten decimals."""
    seconds, nanos = divmod(getattr(visit.stat, field), 1_000_000_000)
    when = zone_of(visit.cx.env).parts(seconds)
    fraction = f".{nanos:09d}0"
    patterns = {
        "@": f"%s{fraction}",
        "+": f"%Y-%m-%d+%H:%M:%S{fraction}",
        "S": f"%S{fraction}",
        "T": f"%H:%M:%S{fraction}",
        "X": f"%H:%M:%S{fraction}",
        "r": f"%I:%M:%S{fraction} %p",
    }
    return format_time(patterns.get(letter, f"%{letter}"), when, seconds)


def compile_format(parser: Reader, text: str) -> Callable[[Visit], str]:
    """A function from a file to ``text`` filled in."""
    parts: list[str | Callable[[Visit], str]] = []
    at = 0
    widths = 0
    for found in _PIECE.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        octal, escape, flags, width, precision, letter = found.groups()
        if octal:
            parts.append(chr(int(octal, 8) & 255))
        elif escape == "c":
            at = len(text)
            break
        elif escape:
            if escape not in _ESCAPES:
                parser.cx.complain(f"warning: unrecognized escape `\\{escape}'")
            parts.append(_ESCAPES.get(escape, f"\\{escape}"))
        elif letter == "%":
            parts.append("%")
        elif letter is None and found[0] == "%":
            raise parser.fail("error: % at end of format string")
        elif letter is None:
            parts.append(found[0])
        else:
            widths += _USUAL + min(int(width[:6] or 0), _MOST_WIDTH)
            parser.cx.meter.text(widths)
            parts.append(_directive(parser, found[0], flags, width, precision, letter))
    parts.append(text[at:])
    return lambda visit: "".join(part if isinstance(part, str) else part(visit) for part in parts)


def _directive(
    parser: Reader, source: str, flags: str, width: str, precision: str | None, letter: str
) -> str | Callable[[Visit], str]:
    value = _DIRECTIVES.get(letter)
    if value is None and len(letter) == 2:
        field, how = _FIELDS[letter[0]], letter[1]
        value = lambda visit: _time(visit, field, how)  # noqa: E731
    if value is None:
        parser.cx.complain(f"warning: unrecognized format directive `%{letter}'")
        return source
    get = value
    size = min(int(width[:6] or 0), _MOST_WIDTH)
    most = int(precision[:6] or 0) if precision is not None else -1
    left, zero = "-" in flags, "0" in flags

    def shown(visit: Visit) -> str:
        made = get(visit)
        text = str(made)
        if most >= 0 and isinstance(made, str):
            text = text[:most]
        if letter == "m" and "#" in flags:
            text = "0" + text
        if left:
            return text.ljust(size)
        return text.rjust(size, "0" if zero and text.isdigit() else " ")

    return shown


def long_line(visit: Visit) -> str:
    """-ls."""
    stat, cx = visit.stat, visit.cx
    seconds = stat.mtime_ns // 1_000_000_000
    now = cx.clock.now()
    recent = now - _HALF_YEAR < seconds <= now + 3600
    when = format_time("%b %e %H:%M" if recent else "%b %e  %Y", zone_of(cx.env).parts(seconds), seconds)
    size = (
        f"{stat.rdev >> 8}, {stat.rdev & 255:3}"
        if stat.mode & 0o170000 in (0o020000, 0o060000)
        else str(stat.size)
    )
    user = name_of(cx, stat.uid) or str(stat.uid)
    group = name_of(cx, stat.gid) or str(stat.gid)
    said = _said(visit)
    tail = f" -> {_escaped(said)}" if said else ""
    return (
        f"{stat.ino:9} {blocks(stat) // 1024:6} {letters(stat.mode)} {stat.nlink:3} {user:<8} {group:<8} {size:>8} {when}"
        f" {_escaped(visit.path)}{tail}"
    )


def _escaped(name: str) -> str:
    out = []
    for char in name:
        if char in ' "\\':
            out.append("\\" + char)
        elif char.isprintable():
            out.append(char)
        else:
            out.append("".join(f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape")))
    return "".join(out)
