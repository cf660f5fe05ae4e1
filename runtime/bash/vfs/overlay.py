"""A writable layer in memory over any file system, which is only read.

The overlay is a memory file system whose base is found out as it is looked at: a folder of the lower file system is listed
when its entries are first asked for, a file is read from below until it is first written to. A name that is removed is
gone from its folder here, which is all that a whiteout is; a file that is written to is copied up by being fetched.
Listings are taken once: what others change below later need not be seen.
"""

from __future__ import annotations

import errno

from runtime.bash.vfs.inodes import FIRST_LOWER, ROOT, Inodes
from runtime.bash.vfs.memory import MemoryFileSystem
from runtime.bash.vfs.nodes import FILE, FOLDER, LINK, File, Folder, Inode, LazyContent, Link, Special

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.vfs.api import FileSystem, Handle, Stat
    from runtime.bash.vfs.quota import Quota

__all__ = ["OverlayFileSystem"]


class OverlayFileSystem(MemoryFileSystem):
    """A memory file system over ``lower``. Options are those of `MemoryFileSystem`.

    Forks share what was found out of the lower file system.
    """

    kind = "overlay"

    def __init__(
        self,
        lower: FileSystem,
        *,
        uid: int = 1000,
        gid: int = 1000,
        clock_ns: Callable[[], int] | None = None,
        quota: Quota | None = None,
        entropy: Callable[[int], bytes] | None = None,
    ) -> None:
        super().__init__(uid=uid, gid=gid, quota=quota, entropy=entropy)
        inodes = _Overlaid(
            self.inodes.clock_ns if clock_ns is None else clock_ns, self.inodes.quota, uid, gid
        )
        inodes.entropy = entropy
        inodes.next_ino = ROOT + 1
        inodes.base = _Lower(lower).found
        self._stand_on(inodes)


class _Overlaid(Inodes):
    """A table whose base grows as the lower file system is discovered, and so is never replaced by a merged one."""

    __slots__ = ()

    def settle(self) -> None:
        """Leave the base as it is."""


class _Lower:
    """What was found in the lower file system so far."""

    __slots__ = ("_fs", "_linked", "_next", "found")

    def __init__(self, fs: FileSystem) -> None:
        self._fs = fs
        self._next = FIRST_LOWER
        self._linked: dict[tuple[int, int], int] = {}  # files below that have several names
        self.found: dict[int, Inode] = {}
        self._add(self._folder(ROOT, fs.stat("/"), ROOT, "", "/"))

    def entries(self, folder: _LowerFolder) -> dict[str, int]:
        """The names in a folder of the lower file system, each found out."""
        prefix = folder.path.rstrip("/") + "/"
        entries: dict[str, int] = {}
        for name in self._fs.listdir(folder.path):
            ino = self._find(folder, name, prefix + name)
            if ino is not None:
                entries[name] = ino
        return entries

    def _find(self, folder: Folder, name: str, path: str) -> int | None:
        try:
            stat = self._fs.stat(path, follow=False)
            target = self._fs.readlink(path) if stat.mode & 0o170000 == LINK else ""
        except OSError as error:
            if error.errno == errno.ENOENT:  # gone since the listing
                return None
            raise
        several = stat.nlink > 1 and stat.mode & 0o170000 != FOLDER
        if several and (stat.dev, stat.ino) in self._linked:
            return self._linked[stat.dev, stat.ino]
        ino = self._next
        self._next += 1
        if several:
            self._linked[stat.dev, stat.ino] = ino
        self._add(self._node(ino, stat, folder, name, path, target))
        return ino

    def _add(self, node: Inode) -> None:
        self.found[node.ino] = node

    def _node(self, ino: int, stat: Stat, folder: Folder, name: str, path: str, target: str) -> Inode:
        kind, rights = stat.mode & 0o170000, stat.mode & 0o7777
        if kind == FOLDER:
            return self._folder(ino, stat, folder.ino, name, path)
        node: Inode
        if kind == FILE:
            node = File(ino, rights, stat.uid, stat.gid, stat.ctime_ns)
            node.data = _Below(self._fs, path, stat.size)
        elif kind == LINK:
            node = Link(ino, stat.uid, stat.gid, stat.ctime_ns, target)
        else:
            node = Special(ino, rights, stat.uid, stat.gid, stat.ctime_ns, kind, stat.rdev)
        return _dated(node, stat)

    def _folder(self, ino: int, stat: Stat, parent: int, name: str, path: str) -> Inode:
        return _dated(_LowerFolder(ino, stat, parent, name, self, path), stat)


def _dated(node: Inode, stat: Stat) -> Inode:
    node.nlink = stat.nlink
    node.atime_ns = stat.atime_ns
    node.mtime_ns = stat.mtime_ns
    return node


class _LowerFolder(Folder):
    """A folder of the lower file system. Its entries are missing until someone asks for them."""

    __slots__ = ("lower", "path")

    def __init__(self, ino: int, stat: Stat, parent: int, name: str, lower: _Lower, path: str) -> None:
        super().__init__(ino, stat.mode & 0o7777, stat.uid, stat.gid, stat.ctime_ns, parent, name)
        self.lower = lower
        self.path = path
        del self.entries

    def __getattr__(self, name: str) -> dict[str, int]:
        # Python asks here for a slot that is empty, so that a folder that is found out costs no look.
        if name != "entries":
            raise AttributeError(name)
        self.entries = self.lower.entries(self)
        return self.entries


class _Below(LazyContent):
    """The content of a file of the lower file system."""

    __slots__ = ("_fs", "_path")

    def __init__(self, fs: FileSystem, path: str, size: int) -> None:
        super().__init__(self._whole, size)
        self._fs = fs
        self._path = path

    def stream(self) -> Handle | None:
        return self._fs.open(self._path, 0)

    def _whole(self) -> bytes:
        return self._fs.read_bytes(self._path)
