"""A tree of mounted file systems: one name space, as ``mount(8)`` makes it.

Every operation works in the same order:

1. Follow links and dots here, in the whole name space, since a link of one file system may lead into another and ``..``
   out of a mounted root. What is left is a path without either.
2. Find the file system that holds this path: the one mounted on its longest beginning.
3. Let it act on the rest of the path.

Between 1 and 3 others may change a file system of the host beneath. That one resolves the rest itself and stays in its
root, so a race can lead to another object of the same file system and never out of it.
"""

from __future__ import annotations

import errno
import os
import re

from runtime.bash.vfs.api import FileSystem, Handle, Stat, Usage, fault
from runtime.bash.vfs.path_resolution import refuse_long, refuse_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import ParamSpec, TypeVar

    from runtime.bash.vfs.api import Descriptors, OpenSpecial, Wait

    Given = ParamSpec("Given")
    Result = TypeVar("Result")

__all__ = ["MountedFileSystem"]

_MAX_LINKS = 40
_FOLDER, _LINK = 0o040000, 0o120000
_DOT_ERRORS_OF_RMDIR = {"": errno.EBUSY, ".": errno.EINVAL, "..": errno.ENOTEMPTY}
_DOTS = frozenset(_DOT_ERRORS_OF_RMDIR)
# A dot, two dots or nothing between slashes or at the end.
_dotted = re.compile(r"/\.{0,2}(?:/|\Z)").search


class MountedFileSystem(FileSystem):
    """``root`` with further file systems at absolute paths; folders to mount on are made where they are missing.

    Raises:
        ValueError: a mount point is the root, is taken, or is not a plain absolute path.
        OSError: a mount point cannot be made.
    """

    def __init__(self, root: FileSystem, mounts: Mapping[str, FileSystem] | None = None) -> None:
        self._mounts: dict[str, FileSystem] = {"": root}
        self._points: list[str] = []  # longest first
        self.dev = root.dev
        for point, fs in sorted((mounts or {}).items(), key=_length):
            self.mount(point, fs)

    @property
    def root(self) -> FileSystem:
        """The file system that the others are mounted in."""
        return self._mounts[""]

    def mount(self, point: str, fs: FileSystem) -> None:
        """Put a file system in the place of a folder."""
        if not point.startswith("/") or _dotted(point):
            raise ValueError(f"not a place to mount on: {point!r}")
        steps = point.split("/")
        for end in range(2, len(steps) + 1):
            if not self.exists("/".join(steps[:end])):
                self.mkdir("/".join(steps[:end]))
        point = self.realpath(point)
        self._enter(point, point)
        if point in self._mounts:
            raise ValueError(f"already mounted on: {point!r}")
        taken = {mounted.dev for mounted in self._mounts.values()}
        if fs.dev in taken:
            fs.renumber(max(taken) + 1)
        self._mounts[point] = fs
        self._points = sorted((p for p in self._mounts if p), key=len, reverse=True)

    def attach(
        self,
        *,
        wait: Wait | None = None,
        open_special: OpenSpecial | None = None,
        descriptors: Descriptors | None = None,
    ) -> None:
        for fs in self._mounts.values():
            fs.attach(wait=wait, open_special=open_special, descriptors=descriptors)

    # 1. and 2.

    def _at(self, path: str, follow: bool = True) -> tuple[FileSystem, str]:
        """The file system that holds what a path leads to, and the path in it."""
        refuse_long(path)
        if path and not _dotted(path):
            fs, rest = self._owner(path)
            if not fs.passes_link(rest, follow=follow):
                return fs, rest
        return self._owner(self._walk(path, follow))

    def _owner(self, place: str) -> tuple[FileSystem, str]:
        point = self._point(place)
        return self._mounts[point], place[len(point) :] or "/"

    def _point(self, place: str) -> str:
        for point in self._points:
            if place.startswith(point) and place[len(point) : len(point) + 1] in ("", "/"):
                return point
        return ""

    def _walk(self, path: str, follow: bool) -> str:
        """The path without links, dots and doubled slashes. One slash at the end stays: it asks for a folder."""
        if not path:
            raise fault(errno.ENOENT, path)
        steps = path.split("/")[::-1]
        done, links, ends_in_folder = "", 0, False
        while steps:
            step = steps.pop()
            ends_in_folder = step in _DOTS
            if ends_in_folder:
                if step:
                    self._enter(done or "/", path)
                    done = done.rpartition("/")[0] if step == ".." else done
                continue
            target = self._target(f"{done}/{step}") if steps or follow else None
            if target is None:
                done = f"{done}/{step}"
                continue
            links += 1
            if links > _MAX_LINKS:
                raise fault(errno.ELOOP, path)
            steps += target.split("/")[::-1]
            done = "" if target.startswith("/") else done
        return f"{done}/" if ends_in_folder else done

    def _target(self, place: str) -> str | None:
        """What the link at a place says; None where there is none."""
        fs, rest = self._owner(place)
        try:
            return fs.readlink(rest) if fs.stat(rest, follow=False).mode & 0o170000 == _LINK else None
        except OSError:
            return None

    def _enter(self, place: str, path: str) -> None:
        fs, rest = self._owner(place)
        if _named(path, fs.stat, rest).mode & 0o170000 != _FOLDER:
            raise fault(errno.ENOTDIR, path)
        if not fs.access(rest, os.X_OK):
            raise fault(errno.EACCES, path)

    def _seat(self, path: str) -> tuple[FileSystem, str, str]:
        """The file system and the path of a name, links in last place not followed; and the name itself, which may be dots
        that are the operation's to judge."""
        body = path.rstrip("/")
        name = body.rpartition("/")[2]
        if name in _DOTS:
            # The folder that the dots follow must be there.
            self._enter(self._walk(path[: len(body) - len(name)], True), path)
            return *self._at(path), name
        fs, rest = self._at(body, follow=False)
        return fs, rest + path[len(body) :], name

    # 3.

    def open(self, path: str, flags: int, mode: int = 0o644) -> Handle:
        if flags & os.O_CREAT and flags & os.O_DIRECTORY:
            raise fault(errno.EINVAL, path)
        exclusive = flags & os.O_CREAT and flags & os.O_EXCL
        in_dots = path.rstrip("/").rpartition("/")[2] in _DOTS
        if flags & os.O_CREAT and path.endswith("/") and not in_dots:
            # A link that a slash follows is not looked into.
            fs, rest, _ = self._seat(path)
        else:
            fs, rest = self._at(path, not (exclusive or flags & os.O_NOFOLLOW))
        if exclusive and in_dots:
            raise fault(errno.EEXIST, path)
        return _named(path, fs.open, rest, flags, mode)

    def stat(self, path: str, *, follow: bool = True) -> Stat:
        fs, rest = self._at(path, follow)
        return _named(path, fs.stat, rest, follow=follow)

    def listdir(self, path: str) -> list[str]:
        fs, rest = self._at(path)
        return _named(path, fs.listdir, rest)

    def scandir(self, path: str) -> list[tuple[str, int]]:
        fs, rest = self._at(path)
        return _named(path, fs.scandir, rest)

    def access(self, path: str, mode: int) -> bool:
        try:
            fs, rest = self._at(path)
        except OSError:
            return False
        return fs.access(rest, mode)

    def realpath(self, path: str, *, strict: bool = True) -> str:
        place = self._walk(path, True)
        point = self._point(place)
        inner = _named(path, self._mounts[point].realpath, place[len(point) :] or "/", strict=strict)
        return point + inner if inner != "/" else point or "/"

    def readlink(self, path: str) -> str:
        fs, rest = self._at(path, follow=False)
        return _named(path, fs.readlink, rest)

    def chmod(self, path: str, mode: int, *, follow: bool = True) -> None:
        fs, rest = self._at(path, follow)
        _named(path, fs.chmod, rest, mode, follow=follow)

    def chown(self, path: str, uid: int, gid: int, *, follow: bool = True) -> None:
        fs, rest = self._at(path, follow)
        _named(path, fs.chown, rest, uid, gid, follow=follow)

    def utime(self, path: str, atime_ns: int, mtime_ns: int, *, follow: bool = True) -> None:
        fs, rest = self._at(path, follow)
        _named(path, fs.utime, rest, atime_ns, mtime_ns, follow=follow)

    def usage(self, path: str) -> Usage:
        fs, rest = self._at(path)
        usage = fs.usage(rest)
        usage.point = self._point(self._walk(path, True)) or "/"
        return usage

    def mount_points(self) -> list[str]:
        return ["/", *sorted(self._points)]

    def truncate(self, path: str, size: int) -> None:
        if size < 0:
            raise fault(errno.EINVAL, path)
        fs, rest = self._at(path)
        _named(path, fs.truncate, rest, size)

    # 3. for names

    def mkdir(self, path: str, mode: int = 0o755) -> None:
        fs, rest = self._free_seat(path)
        _named(path, fs.mkdir, rest, mode)

    def symlink(self, target: str, path: str) -> None:
        refuse_target(target, path)
        fs, rest = self._free_seat(path)
        _named(path, fs.symlink, target, rest)

    def mkfifo(self, path: str, mode: int = 0o644) -> None:
        fs, rest = self._free_seat(path)
        _named(path, fs.mkfifo, rest, mode)

    def _free_seat(self, path: str) -> tuple[FileSystem, str]:
        fs, rest, name = self._seat(path)
        if name in _DOTS:
            raise fault(errno.EEXIST, path)
        return fs, rest

    def rmdir(self, path: str) -> None:
        fs, rest, name = self._seat(path)
        if name in _DOTS:
            raise fault(_DOT_ERRORS_OF_RMDIR[name], path)
        _named(path, fs.rmdir, rest)

    def unlink(self, path: str) -> None:
        fs, rest, name = self._seat(path)
        if name in _DOTS:
            raise fault(errno.EISDIR, path)
        _named(path, fs.unlink, rest)

    def link(self, old: str, new: str) -> None:
        old_fs, old_rest = self._at(old, follow=False)
        _named(old, old_fs.stat, old_rest, follow=False)
        fs, rest = self._free_seat(new)
        if fs is not old_fs:
            if fs.exists(rest):
                raise fault(errno.EEXIST, old, new)
            self._enter_parent(new)
            raise fault(errno.EXDEV, old, new)
        _pair(old, new, fs.link, old_rest, rest)

    def rename(self, old: str, new: str) -> None:
        old_fs, old_rest, old_name = self._seat(old)
        self._enter_parent(old)
        new_fs, new_rest, new_name = self._seat(new)
        self._enter_parent(new)
        if old_name in _DOTS or new_name in _DOTS or self._holds_mounts(old) or self._holds_mounts(new):
            raise fault(errno.EBUSY, old, new)
        if old_fs is not new_fs:
            raise fault(errno.EXDEV, old, new)
        _pair(old, new, old_fs.rename, old_rest, new_rest)

    def _enter_parent(self, path: str) -> None:
        head = path.rstrip("/").rpartition("/")[0] or "/"
        self._enter(self._walk(head, True), path)

    def _holds_mounts(self, path: str) -> bool:
        """Whether a folder is a mount point or has one beneath it: Linux moves the latter along, which is refused here."""
        place = self._walk(path.rstrip("/"), False)
        return any(f"{point}/".startswith(place + "/") for point in self._points)


def _length(mount: tuple[str, FileSystem]) -> int:
    return len(mount[0])


def _named(
    path: str,
    act: Callable[Given, Result],
    *given: Given.args,
    **named: Given.kwargs,
) -> Result:
    """``act(...)`` whose errors name the caller's path, not the one inside of a mounted file system."""
    try:
        return act(*given, **named)
    except OSError as error:
        error.filename = path
        raise


def _pair(old: str, new: str, act: Callable[[str, str], None], old_rest: str, new_rest: str) -> None:
    try:
        act(old_rest, new_rest)
    except OSError as error:
        error.filename, error.filename2 = old, new
        raise
