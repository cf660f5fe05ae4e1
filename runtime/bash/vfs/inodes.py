"""The inode table of the memory file system: copy-on-write, so that a fork costs what was changed and not what is there.

A table is two dicts, ``own`` over ``base``. A base is frozen and shared by all tables that stand on it; a node is changed in
place by the one table whose token it bears, and copied into ``own`` by every other. A fork gives both sides a new
token, which freezes all that is there at once.
"""

from __future__ import annotations

import errno

from runtime.bash.vfs.api import Stat, fault
from runtime.bash.vfs.nodes import FOLDER, File, Folder, LazyContent, Special
from runtime.bash.vfs.quota import Quota, QuotaExceeded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from runtime.bash.vfs.api import Descriptors, OpenSpecial, Wait
    from runtime.bash.vfs.nodes import Inode

    AnyNode = TypeVar("AnyNode", bound=Inode)

__all__ = ["FIRST_LOWER", "ROOT", "Inodes"]

ROOT = 1
FIRST_LOWER = 1 << 40
"""Numbers of objects that an overlay found below, out of the way of those made here."""
_SET_IDS = 0o6000
_SET_GID_EXECUTABLE = 0o2010


class Inodes:
    """The table, and on whose behalf it is used: ``uid`` and ``gid``; ``entropy`` is what ``/dev/urandom`` reads.

    ``enforced`` says whether owners count. Where they do not, the user has an owner's rights to every object: the
    mode bits of the owner still hold, so that a file without write permission refuses to be written.
    """

    __slots__ = (
        "base",
        "clock_ns",
        "descriptors",
        "dev",
        "enforced",
        "entropy",
        "gid",
        "gone",
        "next_ino",
        "open_special",
        "opens",
        "orphans",
        "own",
        "quota",
        "token",
        "uid",
        "wait",
    )

    def __init__(self, clock_ns: Callable[[], int], quota: Quota, uid: int, gid: int) -> None:
        self.base: dict[int, Inode] = {}
        self.own: dict[int, Inode] = {}
        self.clock_ns = clock_ns
        self.quota = quota
        self.uid = uid
        self.gid = gid
        self.token = object()
        self.next_ino = ROOT
        self.dev = 1
        self.enforced = True
        self.entropy: Callable[[int], bytes] | None = None
        self.wait: Wait | None = None
        self.open_special: OpenSpecial | None = None
        self.descriptors: Descriptors | None = None
        self.gone: set[int] = set()  # numbers of the base that nothing leads to any more
        self.opens: dict[int, int] = {}
        self.orphans: set[int] = set()  # without a name, still open

    # Finding and owning

    def get(self, ino: int) -> Inode:
        """The node behind a number."""
        return self.own.get(ino) or self.base[ino]

    def mine(self, node: AnyNode) -> AnyNode:
        """The node as one that may be changed in place."""
        if node.owner is self.token:
            return node
        twin = node.twin()
        twin.owner = self.token
        self.own[node.ino] = twin
        return twin

    def number(self) -> int:
        """A number that was never used."""
        ino = self.next_ino
        self.next_ino = ino + 1
        return ino

    def plant(self, node: Inode) -> None:
        """Put a new node in the table."""
        node.owner = self.token
        self.own[node.ino] = node

    # Names

    def enter(self, folder: Folder, name: str, node: Inode) -> None:
        """Give ``node`` a name. The folder must be `mine`."""
        self.quota.name(0 if node.ino in self.own or node.ino in self.base else node.held_bytes())
        folder.entries[name] = node.ino
        folder.mtime_ns = folder.ctime_ns = self.clock_ns()
        if node.kind == FOLDER:
            folder.nlink += 1

    def enter_new(self, folder: Folder, name: str, node: Inode) -> None:
        """Give a new node its first name."""
        self.enter(self.mine(folder), name, node)
        self.plant(node)

    def leave(self, folder: Folder, name: str) -> Inode:
        """Take a name away; what it named may live on by other names. The folder must be `mine`."""
        node = self.get(folder.entries.pop(name))
        self.quota.names_used -= 1
        folder.mtime_ns = folder.ctime_ns = self.clock_ns()
        if node.kind == FOLDER:
            folder.nlink -= 1
        return node

    def unname(self, node: Inode) -> None:
        """One name of ``node`` has gone; the last one takes the node along, unless it is open."""
        if node.kind != FOLDER and node.nlink > 1:
            node = self.mine(node)
            node.nlink -= 1
            node.ctime_ns = self.clock_ns()
        elif node.ino in self.opens:
            self.mine(node).nlink = 0
            self.orphans.add(node.ino)
        else:
            self.drop(node)

    def drop(self, node: Inode) -> None:
        """Let go of a node that nothing leads to."""
        self.quota.give_back(node.held_bytes())
        self.own.pop(node.ino, None)
        if node.ino in self.base:
            self.gone.add(node.ino)

    def closed(self, ino: int) -> None:
        """A handle has let go of this number."""
        left = self.opens[ino] - 1
        if left:
            self.opens[ino] = left
            return
        del self.opens[ino]
        if ino in self.orphans:
            self.orphans.discard(ino)
            self.drop(self.get(ino))

    # Content

    def content(self, node: File) -> bytes | bytearray:
        """A file's bytes, fetched if need be."""
        data = node.data
        return self.fetch(data) if isinstance(data, LazyContent) else data

    def fetch(self, lazy: LazyContent) -> bytes:
        """The content of a lazy file. Whatever its callable raises is EIO here: a script sees no text of the embedder's."""
        if lazy.content is None:
            self.quota.fits(lazy.declared_bytes)
            try:
                found = lazy.load()
                if not isinstance(found, bytes | str):
                    found = self._awaited(found)
            except QuotaExceeded:
                raise
            except OSError as error:
                raise fault(error.errno or errno.EIO) from None
            except Exception:  # noqa: BLE001  # an embedder's code may raise anything
                raise fault(errno.EIO) from None
            if isinstance(found, str):
                found = found.encode("utf-8", "surrogateescape")
            if not isinstance(found, bytes):
                raise fault(errno.EIO)
            self.quota.fits(len(found))
            lazy.content = found
        return lazy.content

    def _awaited(self, promise: object) -> bytes | str:
        if self.wait is not None:
            return self.wait(promise)  # type: ignore[arg-type]
        # A coroutine that nobody will run says so when it is thrown away, unless it is closed.
        close = getattr(promise, "close", None)
        if close is not None:
            close()
        raise fault(errno.EIO)

    def replace(self, node: File, data: bytes) -> None:
        """Give a file that is `mine` new content."""
        self.quota.resize(node.held_bytes(), len(data))
        node.data = data
        self.touched(node)

    def resize(self, node: File, size: int) -> None:
        """Cut a file that is `mine`, or extend it with zeros."""
        if size == 0:
            self.replace(node, b"")
            return
        data = self.content(node)
        # Refused before the zeros are made: `truncate -s 1T` costs nothing.
        self.quota.resize(node.held_bytes(), size)
        node.data = bytearray(data[:size]) if size <= len(data) else bytearray(data) + bytes(size - len(data))
        self.touched(node)

    def touched(self, node: File) -> None:
        """The content of a file that is `mine` was changed; rights that its old bytes had go, as they do in Linux."""
        node.mtime_ns = node.ctime_ns = self.clock_ns()
        if node.permissions & _SET_IDS and self.uid:
            self.drop_set_ids(node)

    def drop_set_ids(self, node: Inode) -> None:
        """Take set-user-id away, and set-group-id where it is one (without group execution it means locking)."""
        both = node.permissions & _SET_GID_EXECUTABLE == _SET_GID_EXECUTABLE
        node.permissions &= 0o1777 if both else 0o3777

    def stat(self, node: Inode) -> Stat:
        """What ``stat`` says of a node."""
        return Stat(
            node.kind | node.permissions,
            node.size(),
            ino=node.ino,
            dev=self.dev,
            nlink=node.nlink,
            uid=node.uid,
            gid=node.gid,
            atime_ns=node.atime_ns,
            mtime_ns=node.mtime_ns,
            ctime_ns=node.ctime_ns,
            rdev=node.rdev if isinstance(node, Special) else 0,
        )

    # Forks

    def fork(self, clock_ns: Callable[[], int], quota: Quota, uid: int, gid: int) -> Inodes:
        """A second table with the same content; what either changes from now on, the other does not see.

        Costs what was changed since the last fork. Where that is more than half of the base, the base is made new: its
        cost is paid by as many changes.
        """
        if 2 * len(self.own) > len(self.base):
            self.settle()
        self.token = object()
        child = type(self)(clock_ns, quota, uid, gid)
        child.base = self.base
        child.own = self.own.copy()
        child.gone = self.gone.copy()
        child.next_ino = self.next_ino
        child.dev = self.dev
        child.wait = self.wait
        child.open_special = self.open_special
        child.descriptors = self.descriptors
        child.entropy = self.entropy
        child.enforced = self.enforced
        for ino in self.orphans:
            child.drop(self.get(ino))
        return child

    def settle(self) -> None:
        """Make one new base of base and own."""
        merged = {**self.base, **self.own}
        for ino in self.gone:
            del merged[ino]
        self.base, self.own, self.gone = merged, {}, set()
