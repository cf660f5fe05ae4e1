"""A folder of the host as a file system of the virtual shell, read-only unless said otherwise.

What holds `runtime.hostfs.folder` up holds here: an object is found by a descriptor that opens nothing, looked at, and only
then opened through that descriptor; names are made and removed beneath the descriptor of their folder. Beyond that:

* Only regular files and folders are opened. FIFOs, sockets and devices are there to see, and refused.
* A link that leads out of the folder, or says an absolute path, is refused with EACCES, and none is made or moved to
  where it would or could (``..`` after a name): whoever follows it later on the host is not confined. (Mounted in a
  tree, absolute links of the folder mean paths of the tree and never get here.)
* A file that has further names is not changed in place, unless they were made here: another name may lie outside.
* No set-user-id, set-group-id or sticky bits, no change of owners. All that belongs to this process is shown as the
  shell user's, all else as root's: who it is on the host is not the script's to know.
"""

from __future__ import annotations

import errno
import os
import stat

from runtime.bash.vfs.api import FileSystem, Handle, Stat, Usage, fault
from runtime.bash.vfs.hosted_file import HostedFile, HostedFolder
from runtime.bash.vfs.path_resolution import refuse_target
from runtime.bash.vfs.quota import Quota
from runtime.hostfs.locate import Escape, Locator, encode, locator
from runtime.hostfs.moves import depth, leads_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["HostedFileSystem"]

_MAX_LINKS = 40
# How often a name may be taken or given up by others between two looks at it.
_RACES = 16
_ACCESS = os.O_RDONLY | os.O_WRONLY | os.O_RDWR
_REOPENED = _ACCESS | os.O_APPEND | os.O_TRUNC
_QUIET = os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_TRUNC
_DOT_ERRORS_OF_RMDIR = {"": errno.EBUSY, ".": errno.EINVAL, "..": errno.ENOTEMPTY}
_DOTS = frozenset(_DOT_ERRORS_OF_RMDIR)


class _Said:
    """Gives every OSError of a ``with`` the caller's path, and says of an escape what a script can understand."""

    __slots__ = ("_other", "_path")

    def __init__(self, path: str, other: str | None = None) -> None:
        self._path = path
        self._other = other

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, Escape):
            # Not EXDEV, which tells `mv` to copy instead.
            raise fault(errno.EACCES, self._path, self._other) from None
        if isinstance(error, OSError):
            error.filename = self._path
            if self._other is None:
                del error.filename2
            else:
                error.filename2 = self._other


class _Descriptor:
    """A file descriptor that is closed at the end of a ``with``."""

    __slots__ = ("fd",)

    def __init__(self, fd: int) -> None:
        self.fd = fd

    def __enter__(self) -> int:
        return self.fd

    def __exit__(self, *_: object) -> None:
        os.close(self.fd)

    def close(self) -> None:
        """Close it where there is no ``with``."""
        os.close(self.fd)


class _Counted:
    """A name that is to be made: counted now, and no longer if making it fails."""

    __slots__ = ("_quota",)

    def __init__(self, quota: Quota) -> None:
        self._quota = quota

    def __enter__(self) -> None:
        self._quota.name()

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is not None:
            self._quota.names_used -= 1


class HostedFileSystem(FileSystem):
    """The folder ``root`` of the host.

    Args:
        root: the folder; held by a descriptor from now on, whatever happens to its name.
        writable: whether anything may be changed.
        uid, gid: the shell's user, to whom is shown to belong what is this process's.
        quota: how much may be written: the size of each file, and the growth of all.
        locate: how paths are resolved; the best that the machine has.
    """

    def __init__(
        self,
        root: str | Path,
        *,
        writable: bool = False,
        uid: int = 1000,
        gid: int = 1000,
        quota: Quota | None = None,
        locate: Locator | None = None,
    ) -> None:
        self._fd = -1
        self._fd = os.open(root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        self._locate = locate or locator()
        self._prefix = _place(self._fd).rstrip("/") + "/"
        self._writable = writable
        self._uid = uid
        self._gid = gid
        self.quota = quota or Quota()
        # Files that got a second name here: (device, inode).
        self._linked: set[tuple[int, int]] = set()

    def close(self) -> None:
        """Let go of the folder; every later operation fails."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def __del__(self) -> None:
        self.close()

    # Finding

    def _found(self, path: str, follow: bool = True) -> _Descriptor:
        """A descriptor of what a path names; it opens nothing."""
        return _Descriptor(self._locate(self._fd, encode(self._beneath(path)), follow))

    def _beneath(self, path: str) -> str:
        """The path from the root on, which ``..`` does not leave: that of the root is the root."""
        if not path:
            raise fault(errno.ENOENT)
        steps = path.split("/")
        if ".." not in steps:
            return path.lstrip("/") or "."
        done = "."
        for at, step in enumerate(steps):
            if step == "..":
                done = self._real(done)
                done = os.path.dirname(done) or "."  # noqa: PTH120  # a virtual path
            elif step:
                done = f"{done}/{step}"
            if ".." not in steps[at + 1 :]:
                return "/".join([done, *steps[at + 1 :]])
        return done

    def _real(self, path: str) -> str:
        """The path of a folder beneath the root, without links."""
        with _Descriptor(self._locate(self._fd, encode(path), True)) as fd:
            if not stat.S_ISDIR(os.fstat(fd).st_mode):
                raise fault(errno.ENOTDIR)
            os.close(_hold(fd, "."))  # says whether it may be entered
            return self._inner(fd)

    def _inner(self, fd: int) -> str:
        place = _place(fd) + "/"
        if not place.startswith(self._prefix):
            raise Escape
        return place[len(self._prefix) : -1] or "."

    def _seat(self, path: str) -> tuple[_Descriptor, str, bool]:
        """The folder of a name, the name (or dots), and whether a slash followed."""
        body = path.rstrip("/")
        if not body:
            if not path:
                raise fault(errno.ENOENT)
            return self._found("/"), "", True
        head, _, name = body.rpartition("/")
        return self._found(head + "/."), name, len(body) != len(path)

    # Looking

    def stat(self, path: str, *, follow: bool = True) -> Stat:
        with _Said(path), self._found(path, follow) as fd:
            return self._shown(os.fstat(fd))

    def _shown(self, info: os.stat_result) -> Stat:
        return Stat(
            info.st_mode & 0o177777,
            info.st_size,
            ino=info.st_ino,
            dev=self.dev,
            nlink=info.st_nlink,
            uid=self._uid if info.st_uid == os.geteuid() else 0,
            gid=self._gid if info.st_gid == os.getegid() else 0,
            atime_ns=info.st_atime_ns,
            mtime_ns=info.st_mtime_ns,
            ctime_ns=info.st_ctime_ns,
        )

    def listdir(self, path: str) -> list[str]:
        return [name for name, _ in self.scandir(path)]

    def scandir(self, path: str) -> list[tuple[str, int]]:
        with (
            _Said(path),
            self._found(path) as found,
            _Descriptor(_open_folder(found)) as fd,
            os.scandir(fd) as entries,
        ):
            # The host's order changes with its history; that of names does not.
            return self._listed(found, sorted((entry.name, _kind(entry)) for entry in entries))

    def _listed(self, folder: int, entries: list[tuple[str, int]]) -> list[tuple[str, int]]:
        """What is shown of a folder's entries."""
        return entries

    def access(self, path: str, mode: int) -> bool:
        if mode & os.W_OK and not self._writable:
            return False
        try:
            with self._found(path) as fd:
                return os.access(f"/proc/self/fd/{fd}", mode, effective_ids=True)
        except OSError:
            return False

    def readlink(self, path: str) -> str:
        with _Said(path), self._found(path, follow=False) as fd:
            if not stat.S_ISLNK(os.fstat(fd).st_mode):
                raise fault(errno.EINVAL)
            return os.fsdecode(os.readlink(b"", dir_fd=fd))

    def realpath(self, path: str, *, strict: bool = True) -> str:
        with _Said(path):
            place = path
            for _ in range(_MAX_LINKS + 1):
                try:
                    with self._found(place) as fd:
                        return _absolute(self._inner(fd))
                except FileNotFoundError:
                    target = None if strict else self._dangling(place)
                    if strict:
                        raise
                    if target is None:
                        return self._absent(place)
                    place = target
            raise fault(errno.ELOOP)

    def _absent(self, path: str) -> str:
        head, _, name = path.rstrip("/").rpartition("/")
        with self._found(head + "/.") as parent:
            return _absolute(os.path.normpath(f"{self._inner(parent)}/{name}"))

    def _dangling(self, path: str) -> str | None:
        """Where the link that a path names leads, as a path; None where it names no link."""
        body = path.rstrip("/")
        try:
            with self._found(body, follow=False) as fd:
                if not stat.S_ISLNK(os.fstat(fd).st_mode):
                    return None
                target = os.fsdecode(os.readlink(b"", dir_fd=fd))
        except FileNotFoundError:
            return None
        if target.startswith("/"):
            raise Escape
        return f"{body.rpartition('/')[0]}/{target}"

    # Opening

    def open(self, path: str, flags: int, mode: int = 0o644) -> Handle:
        with _Said(path):
            if flags & (_WRITING | os.O_CREAT):
                self._permit_change()
            if flags & os.O_CREAT:
                return self._create(path, flags, mode)
            with self._found(path, not flags & os.O_NOFOLLOW) as found:
                return self._open(found, flags)

    def _create(self, path: str, flags: int, mode: int) -> Handle:
        if flags & os.O_DIRECTORY:
            raise fault(errno.EINVAL)
        follow = not flags & (os.O_EXCL | os.O_NOFOLLOW)
        for _ in range(_RACES + _MAX_LINKS):
            parent, name, slash = self._seat(path)
            with parent as folder:
                if name in _DOTS:
                    raise fault(errno.EEXIST if flags & os.O_EXCL else errno.EISDIR)
                if slash:
                    raise fault(errno.EISDIR)
                handle = None if _look(folder, name) else self._make(folder, name, flags, mode)
            if handle is not None:
                return handle
            if flags & os.O_EXCL:
                raise fault(errno.EEXIST)
            try:
                with self._found(path, follow) as found:
                    return self._open(found, flags)
            except FileNotFoundError:
                # A dangling link: what it says is made. Or gone meanwhile: once more.
                path = self._dangling(path) or path
        raise fault(errno.ELOOP)

    def _make(self, folder: int, name: str, flags: int, mode: int) -> Handle | None:
        new = flags & _REOPENED | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | _QUIET
        try:
            with _Counted(self.quota):
                fd = os.open(name, new, 0o600, dir_fd=folder)
        except FileExistsError:
            return None
        os.fchmod(fd, mode & 0o777)
        return HostedFile(fd, flags, self._shown, self.quota)

    def _open(self, found: int, flags: int) -> Handle:
        info = os.fstat(found)
        if stat.S_ISLNK(info.st_mode):
            raise fault(errno.ENOTDIR if flags & os.O_DIRECTORY else errno.ELOOP)
        if stat.S_ISDIR(info.st_mode):
            if flags & (_WRITING | os.O_CREAT):
                raise fault(errno.EISDIR)
            return HostedFolder(_open_folder(found), flags, self._shown, self.quota)
        if flags & os.O_DIRECTORY:
            raise fault(errno.ENOTDIR)
        if not stat.S_ISREG(info.st_mode):
            raise fault(errno.EPERM)
        if flags & _WRITING:
            self._permit_content(info)
        fd = os.open(f"/proc/self/fd/{found}", flags & _REOPENED | _QUIET)
        if flags & os.O_TRUNC:
            self.quota.give_back(info.st_size)
        return HostedFile(fd, flags, self._shown, self.quota)

    # Changing

    def _permit_change(self, folder: int = -1, name: str = "") -> None:
        """Refuse to change the name in a folder, or the object, whose descriptor is given."""
        if not self._writable:
            raise fault(errno.EROFS)

    def _permit_content(self, info: os.stat_result) -> None:
        """Refuse to change a file that may have a name outside."""
        if (
            stat.S_ISREG(info.st_mode)
            and info.st_nlink > 1
            and (info.st_dev, info.st_ino) not in self._linked
        ):
            raise fault(errno.EPERM)

    def _free(self, folder: int, name: str, slash: bool) -> None:
        """Refuse to make a name that is taken, or that a slash follows and that is no folder's."""
        if name in _DOTS or _look(folder, name):
            raise fault(errno.EEXIST)
        self._permit_change(folder, name)
        if slash:
            raise fault(errno.ENOENT)

    def mkdir(self, path: str, mode: int = 0o755) -> None:
        with _Said(path):
            parent, name, _ = self._seat(path)
            with parent as folder, _Counted(self.quota):
                self._free(folder, name, slash=False)
                inner = self._inner(folder)
                self.quota.deep(depth(inner) + 1)
                os.mkdir(name, 0o700, dir_fd=folder)
                with _Descriptor(_hold(folder, name)) as fd:
                    if not stat.S_ISDIR(os.fstat(fd).st_mode):
                        raise fault(errno.ENOTDIR)  # put there by others meanwhile
                    os.chmod(f"/proc/self/fd/{fd}", mode & 0o777)  # noqa: PTH101  # what was made, whatever its name is now

    def symlink(self, target: str, path: str) -> None:
        with _Said(target, path):
            refuse_target(target, path)
            parent, name, slash = self._seat(path)
            with parent as folder, _Counted(self.quota):
                self._free(folder, name, slash)
                if leads_out(depth(self._inner(folder)), target):
                    raise fault(errno.EACCES)
                os.symlink(target, name, dir_fd=folder)

    def mkfifo(self, path: str, mode: int = 0o644) -> None:
        """Refused: whoever opens it on the host waits for a shell that may have gone."""
        raise fault(errno.EPERM if self._writable else errno.EROFS, path)

    def link(self, old: str, new: str) -> None:
        with _Said(old, new), self._found(old, follow=False) as source:
            info = os.fstat(source)
            parent, name, slash = self._seat(new)
            with parent as folder, _Counted(self.quota):
                self._free(folder, name, slash)
                if stat.S_ISDIR(info.st_mode):
                    raise fault(errno.EPERM)
                self._permit_change(source)
                self._permit_content(info)
                self._permit_place(self._inner(source), _joined(self._inner(folder), name))
                if stat.S_ISLNK(info.st_mode) and leads_out(
                    depth(self._inner(folder)), os.fsdecode(os.readlink(b"", dir_fd=source))
                ):
                    raise fault(errno.EACCES)
                # By the descriptor: what was looked at gets the name.
                os.link(f"/proc/self/fd/{source}", name, dst_dir_fd=folder, follow_symlinks=True)
                self._linked.add((info.st_dev, info.st_ino))

    # Removing

    def rmdir(self, path: str) -> None:
        with _Said(path):
            parent, name, _ = self._seat(path)
            with parent as folder:
                if name in _DOTS:
                    raise fault(_DOT_ERRORS_OF_RMDIR[name])
                if not _look(folder, name):
                    raise fault(errno.ENOENT)
                self._permit_change(folder, name)
                os.rmdir(name, dir_fd=folder)
                self.quota.names_used -= 1

    def unlink(self, path: str) -> None:
        with _Said(path):
            parent, name, slash = self._seat(path)
            with parent as folder:
                if name in _DOTS:
                    raise fault(errno.EISDIR)
                info = _look(folder, name)
                if info is None:
                    raise fault(errno.ENOENT)
                if slash:
                    raise fault(errno.EISDIR if stat.S_ISDIR(info.st_mode) else errno.ENOTDIR)
                self._permit_change(folder, name)
                os.unlink(name, dir_fd=folder)
                self._gone(info)

    def _gone(self, info: os.stat_result) -> None:
        """A name was removed or replaced; what it named is gone too if that was the last one."""
        self.quota.names_used -= 1
        if stat.S_ISREG(info.st_mode) and info.st_nlink == 1:
            self.quota.give_back(info.st_size)
            self._linked.discard((info.st_dev, info.st_ino))

    def rename(self, old: str, new: str) -> None:
        with _Said(old, new):
            parent, name, slash = self._seat(old)
            with parent as folder:
                target_parent, target_name, target_slash = self._seat(new)
                with target_parent as target_folder:
                    if name in _DOTS or target_name in _DOTS:
                        raise fault(errno.EBUSY)
                    info = _look(folder, name)
                    if info is None:
                        raise fault(errno.ENOENT)
                    victim = _look(target_folder, target_name)
                    self._permit_change(folder, name)
                    self._permit_change(target_folder, target_name)
                    if not stat.S_ISDIR(info.st_mode) and (slash or target_slash):
                        raise fault(errno.ENOTDIR)
                    self._permit_place(
                        _joined(self._inner(folder), name),
                        _joined(self._inner(target_folder), target_name),
                    )
                    self._permit_moved(folder, name, info, target_folder)
                    os.rename(name, target_name, src_dir_fd=folder, dst_dir_fd=target_folder)
                    if victim is not None and not os.path.samestat(victim, info):
                        self._gone(victim)

    def _permit_place(self, source: str, target: str) -> None:
        """Refuse to bring what lies at one place, and all beneath it, to another where it would be more than it is."""

    def _permit_moved(self, folder: int, name: str, info: os.stat_result, target: int) -> None:
        """Refuse to move links to where what they say would lead out, and does not where they are."""
        old, new = self._inner(folder), self._inner(target)
        if stat.S_ISLNK(info.st_mode):
            _permit_link(os.fsdecode(os.readlink(name, dir_fd=folder)), old, new)
        elif stat.S_ISDIR(info.st_mode) and new.count("/") <= old.count("/"):
            # What lies beneath keeps its names; only the way to it gets shorter.
            waiting = [name]
            while waiting:
                place = waiting.pop()
                for entry, kind in self.scandir(_absolute(_joined(old, place))):
                    if kind == stat.S_IFDIR:
                        waiting.append(f"{place}/{entry}")
                    elif kind == stat.S_IFLNK:
                        says = self.readlink(_absolute(_joined(old, f"{place}/{entry}")))
                        _permit_link(says, _joined(old, place), _joined(new, place))

    # Changing what is said of a file

    def chmod(self, path: str, mode: int, *, follow: bool = True) -> None:
        with _Said(path), self._found(path, follow) as fd:
            info = os.fstat(fd)
            self._permit_change(fd)
            if stat.S_ISLNK(info.st_mode):
                raise fault(errno.EOPNOTSUPP)
            self._permit_content(info)
            os.chmod(f"/proc/self/fd/{fd}", mode & 0o777)  # noqa: PTH101  # by descriptor

    def chown(self, path: str, uid: int, gid: int, *, follow: bool = True) -> None:
        shown = self.stat(path, follow=follow)
        with _Said(path):
            self._permit_change()
            if uid not in (-1, shown.uid) or gid not in (-1, shown.gid):
                raise fault(errno.EPERM)

    def utime(self, path: str, atime_ns: int, mtime_ns: int, *, follow: bool = True) -> None:
        with _Said(path), self._found(path, follow) as fd:
            info = os.fstat(fd)
            self._permit_change(fd)
            self._permit_content(info)
            if not stat.S_ISLNK(info.st_mode):
                os.utime(f"/proc/self/fd/{fd}", ns=(atime_ns, mtime_ns))
                return
            parent, name, _ = self._seat(path)
            with parent as folder:
                os.utime(name, ns=(atime_ns, mtime_ns), dir_fd=folder, follow_symlinks=False)

    def usage(self, path: str) -> Usage:
        self.stat(path)
        return Usage("hosted", *self.quota.counts())

    def truncate(self, path: str, size: int) -> None:
        with _Said(path):
            if size < 0:
                raise fault(errno.EINVAL)
            with self._found(path) as found:
                info = os.fstat(found)
                if not stat.S_ISREG(info.st_mode):
                    raise fault(errno.EISDIR if stat.S_ISDIR(info.st_mode) else errno.EINVAL)
                self._permit_change(found)
                handle = self._open(found, os.O_WRONLY)
            try:
                handle.truncate(size)
            finally:
                handle.close()


def _place(fd: int) -> str:
    return os.readlink(f"/proc/self/fd/{fd}")  # noqa: PTH115  # a path that the kernel made, not a Path


def _absolute(inner: str) -> str:
    return "/" if inner == "." else f"/{inner.removeprefix('./')}"


def _joined(inner: str, name: str) -> str:
    return name if inner == "." else f"{inner}/{name}"


def _hold(folder: int, name: str) -> int:
    return os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)


def _open_folder(fd: int) -> int:
    return os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=fd)


def _look(folder: int, name: str) -> os.stat_result | None:
    """What a name in a folder is, a link itself; None where there is nothing."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def _kind(entry: os.DirEntry[str]) -> int:
    return stat.S_IFMT(entry.stat(follow_symlinks=False).st_mode)


def _permit_link(says: str, old: str, new: str) -> None:
    if leads_out(depth(new), says) and not leads_out(depth(old), says):
        raise fault(errno.EACCES)
