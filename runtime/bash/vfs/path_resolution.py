"""How a path leads to an inode: path_resolution(7), component by component, for the user of the table.

Every answer is exact about its errno. What a path without a link in last place led to is remembered, until anything
happens that could lead it elsewhere (a name taken away, a folder's rights changed): a new name never does.
"""

from __future__ import annotations

import errno
import os

from runtime.bash.vfs.api import fault
from runtime.bash.vfs.inodes import ROOT
from runtime.bash.vfs.nodes import DESCRIPTOR_MAJOR, FOLDER, LINK, Folder, Link, Special
from runtime.bash.vfs.quota import NAME_BYTES, PATH_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from runtime.bash.vfs.inodes import Inodes
    from runtime.bash.vfs.nodes import Inode

__all__ = ["READ", "SEARCH", "WRITE", "Names", "encoded", "refuse_long", "refuse_target"]

READ, WRITE, SEARCH = 4, 2, 1
_MAX_LINKS = 40
"""MAXSYMLINKS of Linux."""
_DOTS = frozenset({"", ".", ".."})
# UTF-8 takes at most four bytes a character: shorter ones need no counting.
_SURELY_A_NAME = NAME_BYTES // 4
_SURELY_A_PATH = PATH_BYTES // 4
# A process has at most 1024 descriptors. Their numbers as inodes are out of the way of all that are given.
_DESCRIPTOR_DIGITS = 5
_FIRST_DESCRIPTOR = 1 << 61
# What is remembered is bounded in number and in size.
_REMEMBERED = 4096
_REMEMBERED_LENGTH = 256


def encoded(text: str, path: str) -> bytes:
    """The bytes of a name; refused where a kernel would misread them or there are none."""
    if "\0" in text:
        raise fault(errno.EINVAL, path)
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise fault(errno.EILSEQ, path) from None


def refuse_long(path: str) -> None:
    """Refuse a path that no kernel would take."""
    if len(path) > _SURELY_A_PATH and len(encoded(path, path)) > PATH_BYTES:
        raise fault(errno.ENAMETOOLONG, path)


def refuse_target(target: str, path: str) -> None:
    """Refuse what no symbolic link can say."""
    if not target:
        raise fault(errno.ENOENT, target, path)
    if len(encoded(target, path)) > PATH_BYTES:
        raise fault(errno.ENAMETOOLONG, target, path)


class Names:
    """Path resolution over a table."""

    __slots__ = ("_inodes", "_known", "_plain")

    def __init__(self, inodes: Inodes) -> None:
        self._inodes = inodes
        self._known: dict[str, int] = {}
        self._plain: set[str] = set()  # paths that are there and pass through no link

    def forget(self) -> None:
        """A name has gone or a folder's rights have changed."""
        self._known.clear()
        self._plain.clear()

    def may(self, node: Inode, want: int) -> bool:
        """Whether the user has all rights of ``want`` (READ | WRITE | SEARCH) to a node."""
        inodes = self._inodes
        mode = node.permissions
        if inodes.uid == 0:
            # Root may all, but run what nobody may run.
            return not want & SEARCH or node.kind == FOLDER or bool(mode & 0o111)
        if node.uid == inodes.uid or not inodes.enforced:
            mode >>= 6
        elif node.gid == inodes.gid:
            mode >>= 3
        return mode & want == want

    def owns(self, node: Inode) -> bool:
        """Whether the user may change what only an owner may."""
        return self._inodes.uid in (0, node.uid) or not self._inodes.enforced

    def known(self, path: str) -> Inode | None:
        """What a path names, where that is remembered."""
        ino = self._known.get(path)
        return None if ino is None else self._inodes.get(ino)

    def find(self, path: str, follow: bool = True) -> Inode:
        """What a path names. Raises OSError."""
        if follow:
            inodes = self._inodes
            ino = self._known.get(path)
            if ino is not None:
                return inodes.own.get(ino) or inodes.base[ino]
        node = self.trace(path, follow)[2]
        if node is None:
            raise fault(errno.ENOENT, path)
        return node

    def folder(self, path: str, whole: str) -> Folder:
        """The folder that ``path`` names, entered. Errors name ``whole``, the path that it begins."""
        inodes = self._inodes
        ino = self._known.get(path)
        node: Inode | None
        if ino is not None:
            node = inodes.own.get(ino) or inodes.base[ino]
        else:
            node = self._walk(path, whole)[2]
            if node is None:
                raise fault(errno.ENOENT, whole)
        if not isinstance(node, Folder):
            raise fault(errno.ENOTDIR, whole)
        if not self.may(node, SEARCH):
            raise fault(errno.EACCES, whole)
        return node

    def seat(self, path: str) -> tuple[Folder, str, bool]:
        """Where a name is or would be: its folder, the name, and whether a slash followed. The name may be a dot, two, or
        "" (the root): what that means is the operation's to say."""
        body = path.rstrip("/")
        slash = len(body) != len(path)
        if not body:
            if not path:
                raise fault(errno.ENOENT, path)
            return self._root(), "", True
        refuse_long(path)
        head, _, name = body.rpartition("/")
        return self.folder(head or "/", path), name, slash

    def taken(self, folder: Folder, name: str, path: str) -> int | None:
        """The number that a name in a folder has; None where it is free. Raises where it could be none."""
        ino = folder.entries.get(name)
        if ino is None:
            self.check(name, path)
        return ino

    def check(self, name: str, path: str) -> None:
        """Refuse a name that is too long or no text."""
        if (len(name) > _SURELY_A_NAME or not name.isascii() or "\0" in name) and len(
            encoded(name, path)
        ) > NAME_BYTES:
            raise fault(errno.ENAMETOOLONG, path)

    def trace(self, path: str, follow: bool = True) -> tuple[Folder, str, Inode | None]:
        """Folder, name and object that a path leads to; the object None where only the last name is missing. The name is ""
        where the path ends in a dot, two dots or the root."""
        if not path:
            raise fault(errno.ENOENT, path)
        refuse_long(path)
        head, _, name = path.rpartition("/")
        if name in _DOTS:
            return self._walk(path, path)
        folder = self.folder(head or "/", path)
        ino = folder.entries.get(name)
        if ino is None:
            return folder, name, self._missing(folder, name, path)
        node = self._inodes.get(ino)
        if follow:
            if node.kind == LINK:
                return self._walk(path, path)
            self._remember(path, ino)
        return folder, name, node

    def _walk(self, path: str, whole: str) -> tuple[Folder, str, Inode | None]:
        """`trace` from the root on, with every link followed."""
        steps = path.split("/")[::-1]
        here: Inode = self._root()
        folder, name, links = self._root(), "", 0
        while steps:
            step = steps.pop()
            if not isinstance(here, Folder):
                raise fault(errno.ENOTDIR, whole)
            if not step:
                continue
            folder = here
            name, node = self._step(folder, step, whole)
            if node is None:
                if any(steps):
                    raise fault(errno.ENOENT, whole)
                return folder, name, None
            if isinstance(node, Link):
                links += 1
                if links > _MAX_LINKS:
                    raise fault(errno.ELOOP, whole)
                steps += node.target.split("/")[::-1]
                if node.target.startswith("/"):
                    here = self._root()
                name = ""
            else:
                here = node
        self._remember(path, here.ino)
        return (folder, name, here) if name else (here, "", here)  # type: ignore[return-value]  # no name: a folder

    def _step(self, folder: Folder, step: str, path: str) -> tuple[str, Inode | None]:
        if not self.may(folder, SEARCH):
            raise fault(errno.EACCES, path)
        if step == ".":
            return "", folder
        if step == "..":
            return "", self._inodes.get(folder.parent)
        ino = folder.entries.get(step)
        if ino is None:
            return step, self._missing(folder, step, path)
        return step, self._inodes.get(ino)

    def _missing(self, folder: Folder, name: str, path: str) -> Inode | None:
        """What a name that no folder holds means: nothing, or an open descriptor. Raises where it could be no name."""
        if name.isdecimal() and len(name) < _DESCRIPTOR_DIGITS:
            kind = self._held(folder).get(int(name))
            if kind is not None:
                return self._descriptor(int(name), kind)
        self.check(name, path)
        return None

    def descriptors(self, folder: Folder) -> dict[str, int]:
        """What ``/dev/fd`` holds for the running process, with kinds; of every other folder nothing."""
        return {str(number): kind for number, kind in sorted(self._held(folder).items())}

    def _held(self, folder: Folder) -> Mapping[int, int]:
        inodes = self._inodes
        if folder.name != "fd" or inodes.descriptors is None or self.place(folder, "") != "/dev/fd":
            return {}
        return inodes.descriptors()

    def _descriptor(self, number: int, kind: int) -> Special:
        inodes = self._inodes
        rdev = os.makedev(DESCRIPTOR_MAJOR, number)
        return Special(
            _FIRST_DESCRIPTOR + number, 0o600, inodes.uid, inodes.gid, inodes.clock_ns(), kind, rdev
        )

    def _remember(self, path: str, ino: int) -> None:
        if len(path) < _REMEMBERED_LENGTH and ino < _FIRST_DESCRIPTOR:
            if len(self._known) >= _REMEMBERED:
                self.forget()
            self._known[path] = ino

    def _root(self) -> Folder:
        return self._inodes.get(ROOT)  # type: ignore[return-value]

    def passes_link(self, path: str, follow: bool) -> bool:
        """`FileSystem.passes_link`."""
        if path in self._plain:
            return False
        here: Inode = self._root()
        steps = [step for step in path.split("/") if step]
        for step in steps if follow else steps[:-1]:
            ino = here.entries.get(step) if isinstance(here, Folder) and self.may(here, SEARCH) else None
            if ino is None:
                return False
            here = self._inodes.get(ino)
            if here.kind == LINK:
                return True
        if follow and len(path) < _REMEMBERED_LENGTH and len(self._plain) < _REMEMBERED:
            self._plain.add(path)
        return False

    def place(self, folder: Folder, name: str) -> str:
        """The path of a name in a folder, without links and dots."""
        parts = [name] if name else []
        while folder.ino != ROOT:
            parts.append(folder.name)
            folder = self._inodes.get(folder.parent)  # type: ignore[assignment]
        return "/" + "/".join(reversed(parts))

    def depth(self, folder: Folder) -> int:
        """How many levels beneath the root a folder lies."""
        depth = 0
        while folder.ino != ROOT:
            depth += 1
            folder = self._inodes.get(folder.parent)  # type: ignore[assignment]
        return depth
