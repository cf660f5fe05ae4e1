"""One name that ls lists."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.vfs.api import Stat

__all__ = ["Entry"]


class Entry:
    """One name to be listed. ``stat`` is None where nothing can be said of it."""

    __slots__ = ("kind", "link", "name", "path", "stat", "target")

    def __init__(self, name: str, path: str, kind: int, stat: Stat | None) -> None:
        self.name = name
        self.path = path
        self.kind = kind
        self.stat = stat
        self.link: str | None = None  # what a link says
        self.target = 0  # the mode of what it leads to
