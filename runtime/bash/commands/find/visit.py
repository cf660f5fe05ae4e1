"""One file as find's expression sees it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

__all__ = ["Quit", "Visit"]


class Quit(Exception):
    """-quit."""


class Visit:
    """One file as the expression sees it; what is known of it is asked for only when a test needs it."""

    __slots__ = ("_stat", "cx", "depth", "follow", "kind", "name", "path", "pruned", "root")

    def __init__(
        self, cx: Context, path: str, name: str, root: str, depth: int, kind: int, follow: bool
    ) -> None:
        self.cx = cx
        self.path = path
        self.name = name
        self.root = root
        self.depth = depth
        self.kind = kind
        self.follow = follow
        self.pruned = False
        self._stat: Stat | None = None

    @property
    def stat(self) -> Stat:
        """What stat says: of what a link leads to, where links are followed and it leads anywhere."""
        if self._stat is None:
            fs, path = self.cx.fs, self.cx.path(self.path)
            if self.follow:
                try:
                    self._stat = fs.stat(path)
                except OSError:
                    self._stat = fs.stat(path, follow=False)
            else:
                self._stat = fs.stat(path, follow=False)
        return self._stat
