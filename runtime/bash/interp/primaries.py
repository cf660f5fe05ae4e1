"""The primaries of ``[``, ``test`` and ``[[``: tables from operator to function.

A primary on one text is ``(st, text) -> bool``, on two ``(st, left, right) -> bool``.
"""

from __future__ import annotations

import operator

from runtime.bash.variables import NAMEREF, Dynamic, Indexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State
    from runtime.bash.vfs.api import Stat

    Unary = Callable[[State, str], bool]
    Binary = Callable[[State, str, str], bool]

__all__ = ["FILES", "NUMBERS", "UNARY", "integer"]

# Type bits of stat's mode (POSIX <sys/stat.h>) and the bits above the permissions.
_TYPE = 0o170000
_FIFO, _CHARACTER, _DIRECTORY, _BLOCK, _REGULAR, _LINK, _SOCKET = (
    0o010000,
    0o020000,
    0o040000,
    0o060000,
    0o100000,
    0o120000,
    0o140000,
)
_DIGITS = 6
"""More than a descriptor's number has."""
_SETUID, _SETGID, _STICKY = 0o4000, 0o2000, 0o1000

# Numbers of 64 bits; bash refuses others with the same words as no number at all.
_LARGEST = (1 << 63) - 1

NUMBERS: dict[str, Callable[[int, int], bool]] = {
    "-eq": operator.eq,
    "-ne": operator.ne,
    "-lt": operator.lt,
    "-le": operator.le,
    "-gt": operator.gt,
    "-ge": operator.ge,
}


def integer(text: str) -> int | None:
    """The decimal number that ``text`` is, blanks around it allowed, or None."""
    stripped = text.strip(" \t\n\r\f\v")
    digits = stripped[1:] if stripped[:1] in {"-", "+"} else stripped
    if not (digits.isdecimal() and digits.isascii()) or len(digits) > 19:
        return None
    number = int(stripped)
    return number if -_LARGEST - 1 <= number <= _LARGEST else None


def _path(st: State, name: str) -> str:
    if name.startswith("/"):
        return name
    return f"{st.cwd}/{name}" if st.cwd != "/" else f"/{name}"


def stat(st: State, name: str, *, follow: bool = True) -> Stat | None:
    """What ``name`` leads to, or None."""
    if not name:
        return None
    if name.startswith("/dev/"):
        name = _descriptor(st, name) or name
    try:
        return st.fs.stat(_path(st, name), follow=follow)
    except (OSError, ValueError):
        return None


def _descriptor(st: State, name: str) -> str | None:
    """/dev/fd/N is there while N is open: a pipe or a character device then, nothing otherwise."""
    if not name.startswith("/dev/fd/"):
        return None
    digits = name[8:]
    stream = st.fds.get(int(digits)) if digits.isdecimal() and len(digits) < _DIGITS else None
    if stream is None:
        return "/dev/fd/\0"
    return name if stream.is_pipe else "/dev/null"


def _kind(wanted: int, *, follow: bool = True) -> Unary:
    def primary(st: State, name: str) -> bool:
        found = stat(st, name, follow=follow)
        return found is not None and found.mode & _TYPE == wanted

    return primary


def _bit(wanted: int) -> Unary:
    def primary(st: State, name: str) -> bool:
        found = stat(st, name)
        return found is not None and bool(found.mode & wanted)

    return primary


def _allowed(mode: int) -> Unary:
    def primary(st: State, name: str) -> bool:
        try:
            return bool(name) and st.fs.access(_path(st, name), mode)
        except (OSError, ValueError):
            return False

    return primary


def _exists(st: State, name: str) -> bool:
    return stat(st, name) is not None


def _has_content(st: State, name: str) -> bool:
    found = stat(st, name)
    return found is not None and found.size > 0


def _is_mine(st: State, name: str) -> bool:
    found = stat(st, name)
    return found is not None and str(found.uid) == st.get("EUID")


def _is_my_groups(st: State, name: str) -> bool:
    found = stat(st, name)
    return found is not None and str(found.gid) == st.get("GROUPS")


def _changed_since_read(st: State, name: str) -> bool:
    found = stat(st, name)
    return found is not None and found.mtime_ns > found.atime_ns


def _is_terminal(st: State, text: str) -> bool:
    number = integer(text)
    stream = None if number is None else st.fds.get(number)
    return stream is not None and stream.isatty()


def _option_is_on(st: State, name: str) -> bool:
    return name in st.options.on


def is_set(st: State, name: str) -> bool:
    """``-v``: whether a name, or an element ``a[i]``, has a value."""
    if name.isdecimal():
        return int(name) <= len(st.args)
    if name.endswith("]") and "[" in name:
        return _element_is_set(st, name)
    return st.get(name) is not None


def _element_is_set(st: State, name: str) -> bool:
    base, _, subscript = name[:-1].partition("[")
    variable = st.variable(base)
    if variable is not None and subscript in {"@", "*"}:
        held = variable.value
        if isinstance(held, dict):
            # Here @ and * are keys as any.
            return subscript in held
        return bool(held.items) if isinstance(held, Indexed) else held is not None
    read = st.callbacks.extra["element"]
    return read(st, name) is not None  # type: ignore[operator]


def _is_reference(st: State, name: str) -> bool:
    held = st.vars.get(name)
    if held is None or isinstance(held, str | Dynamic):
        return False
    return bool(held.flags & NAMEREF) and bool(held.value)


UNARY: dict[str, Unary] = {
    "-a": _exists,
    "-b": _kind(_BLOCK),
    "-c": _kind(_CHARACTER),
    "-d": _kind(_DIRECTORY),
    "-e": _exists,
    "-f": _kind(_REGULAR),
    "-g": _bit(_SETGID),
    "-h": _kind(_LINK, follow=False),
    "-k": _bit(_STICKY),
    "-n": lambda _st, text: text != "",
    "-o": _option_is_on,
    "-p": _kind(_FIFO),
    "-r": _allowed(4),
    "-s": _has_content,
    "-t": _is_terminal,
    "-u": _bit(_SETUID),
    "-v": is_set,
    "-w": _allowed(2),
    "-x": _allowed(1),
    "-z": lambda _st, text: text == "",
    "-G": _is_my_groups,
    "-L": _kind(_LINK, follow=False),
    "-N": _changed_since_read,
    "-O": _is_mine,
    "-R": _is_reference,
    "-S": _kind(_SOCKET),
}


def _newer(st: State, left: str, right: str) -> bool:
    first, second = stat(st, left), stat(st, right)
    return first is not None and (second is None or first.mtime_ns > second.mtime_ns)


def _older(st: State, left: str, right: str) -> bool:
    return _newer(st, right, left)


def _same(st: State, left: str, right: str) -> bool:
    first, second = stat(st, left), stat(st, right)
    return first is not None and second is not None and (first.dev, first.ino) == (second.dev, second.ino)


FILES: dict[str, Binary] = {"-nt": _newer, "-ot": _older, "-ef": _same}
