"""Users and groups of the virtual machine: root, and the shell's own."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.command import Context

__all__ = ["USER_ID", "by_name", "name_of", "own_id"]

USER_ID = 1000


def own_id(cx: Context) -> int:
    """The shell's user id, which is its group's id as well."""
    return 0 if cx.username == "root" else USER_ID


def name_of(cx: Context, number: int) -> str | None:
    """The name of a user or group id (each user has a group of its name)."""
    if number == 0:
        return "root"
    return cx.username if number == own_id(cx) else None


def by_name(cx: Context, name: str) -> int | None:
    """The id of a user or group; decimal numbers stand for themselves."""
    if name == "root":
        return 0
    if name == cx.username:
        return own_id(cx)
    return int(name) if name.isdecimal() and name.isascii() and int(name) < 1 << 32 else None
