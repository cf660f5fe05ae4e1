"""What an inode of the memory file system holds: one class a type of file.

Folders hold inode numbers, never nodes: a number stays when its node is copied for one of two forks, so hard links and
open files go on meaning the same object (`runtime.bash.vfs.inodes`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Self

    from runtime.bash.vfs.api import Handle

__all__ = [
    "BLOCK",
    "CHARACTER",
    "DESCRIPTOR_MAJOR",
    "FIFO",
    "FILE",
    "FOLDER",
    "LINK",
    "PROCESS_MAJOR",
    "File",
    "Folder",
    "Inode",
    "LazyContent",
    "Link",
    "Special",
]

FIFO = 0o010000
CHARACTER = 0o020000
FOLDER = 0o040000
BLOCK = 0o060000
FILE = 0o100000
LINK = 0o120000
DESCRIPTOR_MAJOR, PROCESS_MAJOR = 240, 241
"""What ``/dev/fd`` and ``/proc`` show, among the major numbers that Linux keeps for local use: the shell alone can open it."""


class Inode:
    """What all types share. ``permissions`` are the twelve bits beneath the type."""

    __slots__ = (
        "atime_ns",
        "ctime_ns",
        "gid",
        "ino",
        "mtime_ns",
        "nlink",
        "owner",  # the token of the one table that may change this in place; None: nobody
        "permissions",
        "uid",
    )
    kind = 0
    fields: tuple[str, ...] = __slots__

    def __init__(self, ino: int, permissions: int, uid: int, gid: int, time_ns: int) -> None:
        self.ino = ino
        self.permissions = permissions
        self.uid = uid
        self.gid = gid
        self.nlink = 1
        self.atime_ns = self.mtime_ns = self.ctime_ns = time_ns
        self.owner: object = None

    def twin(self) -> Self:
        """A copy that can be changed without this one's changing; it has no owner yet."""
        twin = object.__new__(type(self))
        for name in self.fields:
            setattr(twin, name, getattr(self, name))
        twin.owner = None
        return twin

    def size(self) -> int:
        """The size that ``stat`` says."""
        return 0

    def held_bytes(self) -> int:
        """The memory that counts against the quota."""
        return 0


class Folder(Inode):
    """Names in the order of their making. A folder has one name, so it knows its parent and its own name."""

    __slots__ = ("entries", "name", "parent")
    kind = FOLDER
    fields = Inode.fields + __slots__

    def __init__(
        self, ino: int, permissions: int, uid: int, gid: int, time_ns: int, parent: int, name: str
    ) -> None:
        super().__init__(ino, permissions, uid, gid, time_ns)
        self.nlink = 2
        self.parent = parent
        self.name = name
        self.entries: dict[str, int] = {}

    def twin(self) -> Self:
        twin = super().twin()
        twin.entries = self.entries.copy()
        return twin

    def size(self) -> int:
        # What ext4 says of a small folder; scripts only look at whether it is above 0.
        return 4096


class LazyContent:
    """Content that is fetched when it is first read: declared size, a callable that gives bytes or a promise of them.

    The content is kept here, so that all forks of a file system fetch once.
    """

    __slots__ = ("content", "declared_bytes", "load")

    def __init__(
        self, load: Callable[[], bytes | str | Awaitable[bytes | str]], declared_bytes: int = 0
    ) -> None:
        if declared_bytes < 0:
            raise ValueError(f"a file cannot have {declared_bytes} bytes")
        self.load = load
        self.declared_bytes = declared_bytes
        self.content: bytes | None = None

    def stream(self) -> Handle | None:
        """A way to read it piece by piece without fetching it whole, where there is one."""
        return None


class File(Inode):
    """A regular file. A bytearray only after a second write: what was written in one piece is kept as that piece."""

    __slots__ = ("data",)
    kind = FILE
    fields = Inode.fields + __slots__

    def __init__(self, ino: int, permissions: int, uid: int, gid: int, time_ns: int) -> None:
        super().__init__(ino, permissions, uid, gid, time_ns)
        self.data: bytes | bytearray | LazyContent = b""

    def twin(self) -> Self:
        twin = super().twin()
        if type(twin.data) is bytearray:
            twin.data = twin.data.copy()
        return twin

    def size(self) -> int:
        data = self.data
        if isinstance(data, LazyContent):
            return data.declared_bytes if data.content is None else len(data.content)
        return len(data)

    def held_bytes(self) -> int:
        # Nothing of a lazy file is held for this file system before it is written to.
        return 0 if isinstance(self.data, LazyContent) else len(self.data)


class Link(Inode):
    """A symbolic link."""

    __slots__ = ("target",)
    kind = LINK
    fields = Inode.fields + __slots__

    def __init__(self, ino: int, uid: int, gid: int, time_ns: int, target: str) -> None:
        super().__init__(ino, 0o777, uid, gid, time_ns)
        self.target = target

    def size(self) -> int:
        return len(self.target.encode("utf-8", "surrogateescape"))

    def held_bytes(self) -> int:
        return self.size()


class Special(Inode):
    """A FIFO or a device: what ``rdev`` names is brought to life by whoever opens it."""

    __slots__ = ("kind", "rdev")
    fields = Inode.fields + __slots__

    def __init__(
        self, ino: int, permissions: int, uid: int, gid: int, time_ns: int, kind: int, rdev: int
    ) -> None:
        super().__init__(ino, permissions, uid, gid, time_ns)
        self.kind = kind
        self.rdev = rdev
