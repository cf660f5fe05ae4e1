"""A file system in memory that behaves like a Linux one: rights, links, errnos, and a fork that costs next to nothing.

The order of checks in every operation is that of Linux (fs/namei.c), since the errno of a call with two faults shows it.
"""

from __future__ import annotations

import errno
import os

from runtime.bash.vfs.api import FileSystem, Handle, Stat, Usage, fault
from runtime.bash.vfs.handle import FileHandle, FolderHandle
from runtime.bash.vfs.inodes import ROOT, Inodes
from runtime.bash.vfs.nodes import CHARACTER, FIFO, FILE, FOLDER, LINK, File, Folder, Inode, Link, Special
from runtime.bash.vfs.path_resolution import READ, SEARCH, WRITE, Names, refuse_target
from runtime.bash.vfs.quota import Quota

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.vfs.api import Descriptors, OpenSpecial, Wait

__all__ = ["MOMENT_NS", "MemoryFileSystem"]

MOMENT_NS = 1_704_067_200_000_000_000
"""2024-01-01T00:00:00Z: what time it is for a file system that is given no clock."""
_ACCESS = os.O_RDONLY | os.O_WRONLY | os.O_RDWR
_DOT_ERRORS_OF_RMDIR = {"": errno.EBUSY, ".": errno.EINVAL, "..": errno.ENOTEMPTY}
_DOTS = frozenset(_DOT_ERRORS_OF_RMDIR)
# Flags for which it matters how the path leads to the file.
_TELLING = os.O_EXCL | os.O_NOFOLLOW | os.O_DIRECTORY
# What opens by a path that is known without a look at how it gets there: files, and devices (>/dev/null is every script's).
_OPENED = frozenset({CHARACTER, FILE})
_STICKY = 0o1000
_SET_GID = 0o2000
_RIGHTS = {os.O_RDONLY: READ, os.O_WRONLY: WRITE, os.O_RDWR: READ | WRITE}


# `devices.open_device`, from the first device that is opened on.
_open_device: list[Callable[[Inodes, Special], Handle | None]] = []


def _moment() -> int:
    return MOMENT_NS


class MemoryFileSystem(FileSystem):
    """A file system in memory.

    Args:
        uid, gid: on whose behalf all operations are; 0 may all.
        clock_ns: the time that new and changed files get; fixed unless given.
        quota: how much it may hold.
        entropy: ``(count) -> bytes`` for ``/dev/random`` and ``/dev/urandom``; the host's unless given.
    """

    kind = "tmpfs"

    def __init__(
        self,
        *,
        uid: int = 1000,
        gid: int = 1000,
        clock_ns: Callable[[], int] = _moment,
        quota: Quota | None = None,
        entropy: Callable[[int], bytes] | None = None,
    ) -> None:
        inodes = Inodes(clock_ns, quota or Quota(), uid, gid)
        inodes.entropy = entropy
        self._stand_on(inodes)
        inodes.plant(Folder(inodes.number(), 0o755, uid, gid, clock_ns(), ROOT, ""))

    def _stand_on(self, inodes: Inodes) -> None:
        self.inodes = inodes
        self.names = Names(inodes)
        self.dev = inodes.dev

    def renumber(self, dev: int) -> None:
        self.dev = self.inodes.dev = dev

    def attach(
        self,
        *,
        wait: Wait | None = None,
        open_special: OpenSpecial | None = None,
        descriptors: Descriptors | None = None,
    ) -> None:
        self.inodes.wait = wait
        self.inodes.open_special = open_special
        self.inodes.descriptors = descriptors

    def fork(
        self,
        *,
        uid: int | None = None,
        gid: int | None = None,
        clock_ns: Callable[[], int] | None = None,
        quota: Quota | None = None,
        entropy: Callable[[int], bytes] | None = None,
        enforced: bool | None = None,
    ) -> MemoryFileSystem:
        """An independent copy, made at the cost of what was changed since the last one. What is given here is other than in
        this one; a new quota starts from nothing used. Open handles stay with this one."""
        mine = self.inodes
        twin = type(self).__new__(type(self))
        inodes = mine.fork(
            mine.clock_ns if clock_ns is None else clock_ns,
            mine.quota.copy() if quota is None else quota,
            mine.uid if uid is None else uid,
            mine.gid if gid is None else gid,
        )
        if entropy is not None:
            inodes.entropy = entropy
        if enforced is not None:
            inodes.enforced = enforced
        twin._stand_on(inodes)  # noqa: SLF001  # of the same class
        return twin

    def become(self, uid: int) -> None:
        """Go on as that user, of a group of the same number."""
        self.inodes.uid = self.inodes.gid = uid
        self.names.forget()

    # Looking

    def stat(self, path: str, *, follow: bool = True) -> Stat:
        return self.inodes.stat(self.names.find(path, follow))

    def exists(self, path: str) -> bool:
        try:
            self.names.find(path)
        except OSError:
            return False
        return True

    def is_dir(self, path: str) -> bool:
        return self._is(path, FOLDER)

    def is_file(self, path: str) -> bool:
        return self._is(path, FILE)

    def _is(self, path: str, kind: int) -> bool:
        try:
            return self.names.find(path).kind == kind
        except OSError:
            return False

    def listdir(self, path: str) -> list[str]:
        folder = self._listed(path)
        return [*folder.entries, *self.names.descriptors(folder)]

    def scandir(self, path: str) -> list[tuple[str, int]]:
        get = self.inodes.get
        folder = self._listed(path)
        held = [(name, get(ino).kind) for name, ino in folder.entries.items()]
        return [*held, *self.names.descriptors(folder).items()]

    def _listed(self, path: str) -> Folder:
        node = self.names.find(path)
        if not isinstance(node, Folder):
            raise fault(errno.ENOTDIR, path)
        if not self.names.may(node, READ):
            raise fault(errno.EACCES, path)
        return node

    def access(self, path: str, mode: int) -> bool:
        try:
            return self.names.may(self.names.find(path), mode)
        except OSError:
            return False

    def readlink(self, path: str) -> str:
        node = self.names.find(path, follow=False)
        if not isinstance(node, Link):
            raise fault(errno.EINVAL, path)
        return node.target

    def realpath(self, path: str, *, strict: bool = True) -> str:
        folder, name, node = self.names.trace(path)
        if node is None and strict:
            raise fault(errno.ENOENT, path)
        return self.names.place(folder, name)

    def passes_link(self, path: str, *, follow: bool = True) -> bool:
        return self.names.passes_link(path, follow)

    # Opening

    def open(self, path: str, flags: int, mode: int = 0o644) -> Handle:
        node = self.names.known(path)
        if node is None or flags & _TELLING or node.kind not in _OPENED:
            if flags & os.O_CREAT:
                node, made = self._open_or_create(path, flags, mode)
                if made:  # its maker need not have the rights that it gives
                    return FileHandle(self.inodes, node.ino, flags)
            else:
                node = self.names.find(path, not flags & os.O_NOFOLLOW)
            self._permit_kind(node.kind, flags, path)
        want = _RIGHTS.get(flags & _ACCESS, READ | WRITE)
        if flags & os.O_TRUNC:
            want |= WRITE
        if not self.names.may(node, want):
            raise fault(errno.EACCES, path)
        if isinstance(node, File):
            if flags & os.O_TRUNC:
                self.inodes.resize(self.inodes.mine(node), 0)
            return FileHandle(self.inodes, node.ino, flags)
        if node.kind == FOLDER:
            return FolderHandle(self.inodes, node.ino, flags)
        return self._open_special(node, path, flags)

    def _permit_kind(self, kind: int, flags: int, path: str) -> None:
        if kind == LINK:
            raise fault(errno.ENOTDIR if flags & os.O_DIRECTORY else errno.ELOOP, path)
        if flags & os.O_DIRECTORY and kind != FOLDER:
            raise fault(errno.ENOTDIR, path)
        if kind == FOLDER and flags & (_ACCESS | os.O_TRUNC):
            raise fault(errno.EISDIR, path)

    def _open_or_create(self, path: str, flags: int, mode: int) -> tuple[Inode, bool]:
        """What is there, or a new file; and whether it is new."""
        if flags & os.O_DIRECTORY:
            raise fault(errno.EINVAL, path)
        if path.endswith("/") and self.names.seat(path)[1] not in _DOTS:
            raise fault(errno.EISDIR, path)
        folder, name, node = self.names.trace(path, not flags & (os.O_EXCL | os.O_NOFOLLOW))
        if node is None:
            self._may_change(folder, path)
            return self._new_file(folder, name, mode), True
        if flags & os.O_EXCL:
            raise fault(errno.EEXIST, path)
        if node.kind == FOLDER:
            raise fault(errno.EISDIR, path)
        return node, False

    def _new_file(self, folder: Folder, name: str, mode: int) -> File:
        inodes = self.inodes
        node = File(inodes.number(), mode & 0o7777, inodes.uid, self._group(folder), inodes.clock_ns())
        inodes.enter_new(folder, name, node)
        return node

    def _group(self, folder: Folder) -> int:
        return folder.gid if folder.permissions & _SET_GID else self.inodes.gid

    def _open_special(self, node: Inode, path: str, flags: int) -> Handle:
        assert isinstance(node, Special)  # noqa: S101  # no other kind is left
        if not _open_device:
            from runtime.bash.vfs.devices import open_device

            _open_device.append(open_device)
        handle = _open_device[0](self.inodes, node)
        if handle is None and self.inodes.open_special is not None:
            handle = self.inodes.open_special(self.inodes.stat(node), flags)
        if handle is None:
            raise fault(errno.ENXIO, path)
        return handle

    # Making

    def mkdir(self, path: str, mode: int = 0o755) -> None:
        folder, name = self._free_seat(path, slash_is_fine=True)
        inodes = self.inodes
        inodes.quota.deep(self.names.depth(folder) + 1)
        rights = mode & 0o1777 | folder.permissions & _SET_GID
        inodes.enter_new(
            folder,
            name,
            Folder(
                inodes.number(), rights, inodes.uid, self._group(folder), inodes.clock_ns(), folder.ino, name
            ),
        )

    def symlink(self, target: str, path: str) -> None:
        refuse_target(target, path)
        folder, name = self._free_seat(path)
        inodes = self.inodes
        inodes.enter_new(
            folder, name, Link(inodes.number(), inodes.uid, self._group(folder), inodes.clock_ns(), target)
        )

    def mkfifo(self, path: str, mode: int = 0o644) -> None:
        self._new_special(path, FIFO, mode, 0)

    def mknod(self, path: str, mode: int, rdev: int) -> None:
        """A device node; ``mode`` has the type bits. For root alone, as in Linux."""
        if self.inodes.uid:
            raise fault(errno.EPERM, path)
        self._new_special(path, mode & 0o170000, mode, rdev)

    def _new_special(self, path: str, kind: int, mode: int, rdev: int) -> None:
        folder, name = self._free_seat(path)
        inodes = self.inodes
        inodes.enter_new(
            folder,
            name,
            Special(
                inodes.number(), mode & 0o7777, inodes.uid, self._group(folder), inodes.clock_ns(), kind, rdev
            ),
        )

    def link(self, old: str, new: str) -> None:
        node = self.names.find(old, follow=False)
        folder, name = self._free_seat(new)
        if node.kind == FOLDER:
            raise fault(errno.EPERM, old, new)
        inodes = self.inodes
        inodes.enter(inodes.mine(folder), name, node)
        node = inodes.mine(node)
        node.nlink += 1
        node.ctime_ns = inodes.clock_ns()

    def _free_seat(self, path: str, *, slash_is_fine: bool = False) -> tuple[Folder, str]:
        folder, name, slash = self.names.seat(path)
        if name in _DOTS or self.names.taken(folder, name, path) is not None:
            raise fault(errno.EEXIST, path)
        if slash and not slash_is_fine:
            raise fault(errno.ENOENT, path)
        self._may_change(folder, path)
        return folder, name

    def _may_change(self, folder: Folder, path: str) -> None:
        if not self.names.may(folder, WRITE | SEARCH):
            raise fault(errno.EACCES, path)

    # Removing

    def rmdir(self, path: str) -> None:
        folder, name, _ = self.names.seat(path)
        if name in _DOTS:
            raise fault(_DOT_ERRORS_OF_RMDIR[name], path)
        node = self._removable(folder, name, path)
        if not isinstance(node, Folder):
            raise fault(errno.ENOTDIR, path)
        if node.entries:
            raise fault(errno.ENOTEMPTY, path)
        self._remove(folder, name)

    def unlink(self, path: str) -> None:
        folder, name, slash = self.names.seat(path)
        if name in _DOTS:
            raise fault(errno.EISDIR, path)
        if slash and name in folder.entries:
            isdir = self.inodes.get(folder.entries[name]).kind == FOLDER
            raise fault(errno.EISDIR if isdir else errno.ENOTDIR, path)
        if self._removable(folder, name, path).kind == FOLDER:
            raise fault(errno.EISDIR, path)
        self._remove(folder, name)

    def _removable(self, folder: Folder, name: str, path: str) -> Inode:
        ino = self.names.taken(folder, name, path)
        if ino is None:
            raise fault(errno.ENOENT, path)
        node = self.inodes.get(ino)
        if not self.names.may(folder, WRITE | SEARCH):
            raise fault(errno.EACCES, path)
        if folder.permissions & _STICKY and not (self.names.owns(folder) or self.names.owns(node)):
            raise fault(errno.EPERM, path)
        return node

    def _remove(self, folder: Folder, name: str) -> None:
        inodes = self.inodes
        inodes.unname(inodes.leave(inodes.mine(folder), name))
        self.names.forget()

    def rename(self, old: str, new: str) -> None:
        try:
            self._rename(old, new)
        except OSError as error:
            error.filename, error.filename2 = old, new
            raise

    def _rename(self, old: str, new: str) -> None:
        inodes = self.inodes
        folder, name, slash = self.names.seat(old)
        target_folder, target_name, target_slash = self.names.seat(new)
        if name in _DOTS or target_name in _DOTS:
            raise fault(errno.EBUSY)
        ino = self.names.taken(folder, name, old)
        if ino is None:
            raise fault(errno.ENOENT)
        node = inodes.get(ino)
        victim_ino = self.names.taken(target_folder, target_name, new)
        if node.kind != FOLDER and (slash or target_slash):
            raise fault(errno.ENOTDIR)
        if self._within(target_folder, ino):
            raise fault(errno.EINVAL)
        if victim_ino is not None and self._within(folder, victim_ino):
            raise fault(errno.ENOTEMPTY)
        if ino == victim_ino:
            return
        self._removable(folder, name, old)
        self._permit_target(node, target_folder, target_name, new)
        if node.kind == FOLDER and folder.ino != target_folder.ino and not self.names.may(node, WRITE):
            raise fault(errno.EACCES)
        self._refuse_full(victim_ino)
        self._move(folder, name, target_folder, target_name)

    def _permit_target(self, node: Inode, folder: Folder, name: str, path: str) -> None:
        if name not in folder.entries:
            self._may_change(folder, path)
            return
        victim = self._removable(folder, name, path)
        if node.kind == FOLDER != victim.kind:
            raise fault(errno.ENOTDIR)
        if node.kind != FOLDER == victim.kind:
            raise fault(errno.EISDIR)

    def _refuse_full(self, ino: int | None) -> None:
        if ino is not None:
            victim = self.inodes.get(ino)
            if isinstance(victim, Folder) and victim.entries:
                raise fault(errno.ENOTEMPTY)

    def _move(self, folder: Folder, name: str, target_folder: Folder, target_name: str) -> None:
        inodes = self.inodes
        node = inodes.get(folder.entries[name])
        if isinstance(node, Folder):
            depth = self.names.depth(target_folder) + 1
            if depth > self.names.depth(folder) + 1:
                inodes.quota.deep(depth + self._height(node))
        if target_name in target_folder.entries:
            self._remove(target_folder, target_name)
        source = inodes.mine(inodes.get(folder.ino))
        inodes.leave(source, name)  # type: ignore[arg-type]
        inodes.enter(inodes.mine(inodes.get(target_folder.ino)), target_name, node)  # type: ignore[arg-type]
        node = inodes.mine(node)
        node.ctime_ns = inodes.clock_ns()
        if isinstance(node, Folder):
            node.parent, node.name = target_folder.ino, target_name
        self.names.forget()

    def _within(self, folder: Folder, ino: int) -> bool:
        """Whether ``folder`` is, or lies beneath, the folder of that number."""
        while folder.ino != ino:
            if folder.ino == ROOT:
                return False
            folder = self.inodes.get(folder.parent)  # type: ignore[assignment]
        return True

    def _height(self, folder: Folder) -> int:
        """How many levels of folders lie beneath one."""
        height, level = -1, [folder]
        while level:
            height += 1
            below = (self.inodes.get(ino) for node in level for ino in node.entries.values())
            level = [node for node in below if isinstance(node, Folder)]
        return height

    # Changing what is said of a file

    def chmod(self, path: str, mode: int, *, follow: bool = True) -> None:
        node = self.names.find(path, follow)
        if node.kind == LINK:
            raise fault(errno.EOPNOTSUPP, path)
        node = self._owned(node, path)
        mode &= 0o7777
        if self.inodes.uid and self.inodes.enforced and node.gid != self.inodes.gid:
            mode &= ~_SET_GID
        node.permissions = mode
        self._noted(node)

    def chown(self, path: str, uid: int, gid: int, *, follow: bool = True) -> None:
        node = self.names.find(path, follow)
        me = self.inodes
        if (
            me.uid
            and me.enforced
            and (
                (uid != -1 and (uid != node.uid or uid != me.uid))
                or (gid != -1 and (node.uid != me.uid or gid not in (node.gid, me.gid)))
            )
        ):
            raise fault(errno.EPERM, path)
        node = me.mine(node)
        node.uid = node.uid if uid == -1 else uid
        node.gid = node.gid if gid == -1 else gid
        if node.kind not in (FOLDER, LINK):
            me.drop_set_ids(node)
        self._noted(node)

    def utime(self, path: str, atime_ns: int, mtime_ns: int, *, follow: bool = True) -> None:
        node = self._owned(self.names.find(path, follow), path)
        node.atime_ns, node.mtime_ns = atime_ns, mtime_ns
        node.ctime_ns = self.inodes.clock_ns()

    def usage(self, path: str) -> Usage:
        self.stat(path)
        return Usage(self.kind, *self.inodes.quota.counts())

    def truncate(self, path: str, size: int) -> None:
        if size < 0:
            raise fault(errno.EINVAL, path)
        node = self.names.find(path)
        if not isinstance(node, File):
            raise fault(errno.EISDIR if node.kind == FOLDER else errno.EINVAL, path)
        if not self.names.may(node, WRITE):
            raise fault(errno.EACCES, path)
        self.inodes.resize(self.inodes.mine(node), size)

    def _owned(self, node: Inode, path: str) -> Inode:
        if not self.names.owns(node):
            raise fault(errno.EPERM, path)
        return self.inodes.mine(node)

    def _noted(self, node: Inode) -> None:
        node.ctime_ns = self.inodes.clock_ns()
        if node.kind == FOLDER:
            self.names.forget()
