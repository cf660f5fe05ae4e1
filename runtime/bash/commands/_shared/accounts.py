"""Users and groups of the virtual machine: root, and the shell's own, each with a group of its name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["USER_ID", "by_name", "name_of"]

# The user's number in every virtual file system, whatever the user is called.
USER_ID = 1000


def name_of(cx: Context, number: int) -> str | None:
    """The name of a user or group id."""
    if number == USER_ID:
        return cx.username
    return "root" if number == 0 else None


def by_name(cx: Context, name: str) -> int | None:
    """The id of a user or group; decimal numbers stand for themselves."""
    if name == cx.username:
        return USER_ID
    if name == "root":
        return 0
    return (
        int(name) if name.isdecimal() and name.isascii() and len(name) < 11 and int(name) < 1 << 32 else None
    )
