"""Users and groups of the virtual machine: root, and the shell's own, each with a group of its name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["USER_ID", "by_name", "name_of", "owner"]

# The user's number in every virtual file system, whatever the user is called.
USER_ID = 1000


def name_of(cx: Context, number: int) -> str | None:
    """The name of a user or group id."""
    if number == cx.uid:
        return cx.username
    if number == 0:
        return "root"
    return owner(cx) if number == USER_ID else None


def owner(cx: Context) -> str | None:
    """The machine's plain user, also while a command runs as root; None where there is none."""
    if cx.uid == USER_ID:
        return cx.username
    return cx.env.get("SUDO_USER")


def by_name(cx: Context, name: str) -> int | None:
    """The id of a user or group; decimal numbers stand for themselves."""
    if name == "root":
        return 0
    if name and name == owner(cx):
        return USER_ID
    return (
        int(name) if name.isdecimal() and name.isascii() and len(name) < 11 and int(name) < 1 << 32 else None
    )
