"""What kind of object a name leads to, in the words of ``stat``, ``rm -i`` and ``find``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.vfs.api import Stat

__all__ = ["kind_name"]

_NAMES = {
    0o010000: "fifo",
    0o020000: "character special file",
    0o040000: "directory",
    0o060000: "block special file",
    0o100000: "regular file",
    0o120000: "symbolic link",
    0o140000: "socket",
}


def kind_name(stat: Stat) -> str:
    """``regular empty file``, ``directory`` ..."""
    kind = stat.mode & 0o170000
    if kind == 0o100000 and not stat.size:
        return "regular empty file"
    return _NAMES.get(kind, "weird file")
