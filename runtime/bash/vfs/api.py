"""The file system port of the virtual shell: what every virtual file system can do.

Paths are absolute, ``/``-separated str (surrogateescape for bytes that are no UTF-8); ``.`` and ``..`` and links are
resolved by the file system, component by component, as a kernel would. Failures are ``OSError`` with the errno a Linux
kernel gives and the caller's path as ``filename``.
"""

from __future__ import annotations

import errno
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    Wait = Callable[[Awaitable[bytes | str]], bytes | str]
    OpenSpecial = Callable[["Stat", int], "Handle"]
    Descriptors = Callable[[], Mapping[int, int]]

__all__ = ["FileSystem", "Handle", "Stat", "Usage", "fault"]


def fault(number: int, path: str | None = None, other: str | None = None) -> OSError:
    """The OSError that a kernel's ``errno`` would become, with the caller's path (of two: both)."""
    if path is None:
        return OSError(number, os.strerror(number))
    if other is None:
        return OSError(number, os.strerror(number), path)
    return OSError(number, os.strerror(number), path, None, other)


def _absent() -> OSError:
    # What a kernel says of a call that a file system does not have.
    return fault(errno.ENOSYS)


class Stat:
    """What ``stat`` says of one object. Times are nanoseconds since the epoch; ``mode`` has the type bits (``stat.S_IFMT``)."""

    __slots__ = (
        "atime_ns",
        "ctime_ns",
        "dev",
        "gid",
        "ino",
        "mode",
        "mtime_ns",
        "nlink",
        "rdev",
        "size",
        "uid",
    )

    def __init__(
        self,
        mode: int,
        size: int,
        *,
        ino: int,
        dev: int = 1,
        nlink: int = 1,
        uid: int = 1000,
        gid: int = 1000,
        atime_ns: int = 0,
        mtime_ns: int = 0,
        ctime_ns: int = 0,
        rdev: int = 0,
    ) -> None:
        self.mode = mode
        self.size = size
        self.ino = ino
        self.dev = dev
        self.nlink = nlink
        self.uid = uid
        self.gid = gid
        self.atime_ns = atime_ns
        self.mtime_ns = mtime_ns
        self.ctime_ns = ctime_ns
        self.rdev = rdev


class Usage:
    """How full a file system is (``statvfs``): by its quota, never by the host's.

    Attributes:
        kind: what it is, as mount tables call it.
        point: the path that it is mounted on.
    """

    __slots__ = ("bytes_total", "bytes_used", "kind", "names_total", "names_used", "point")

    def __init__(
        self, kind: str, bytes_total: int, bytes_used: int, names_total: int, names_used: int
    ) -> None:
        self.kind = kind
        self.point = "/"
        self.bytes_total = bytes_total
        self.bytes_used = bytes_used
        self.names_total = names_total
        self.names_used = names_used


class Handle:
    """An open file with an offset of its own."""

    def read(self, size: int = -1) -> bytes:
        """Up to ``size`` bytes from the offset (all that is left when negative)."""
        raise _absent()

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        """Bytes up to and with the delimiter, no more than ``limit``; what is left at the end."""
        raise _absent()

    def write(self, data: bytes) -> int:
        """Write at the offset (at the end with O_APPEND); the number of bytes, always all."""
        raise _absent()

    def seek(self, offset: int, whence: int = 0) -> int:
        """Move the offset; the new one."""
        raise _absent()

    def truncate(self, size: int) -> None:
        """Cut or extend with zeros."""
        raise _absent()

    def stat(self) -> Stat:
        """What is open."""
        raise _absent()

    def close(self) -> None:
        """Let go; closing twice is fine."""
        raise _absent()


class FileSystem:
    """The port. ``flags`` of ``open`` are ``os.O_*``; ``mode`` is the permission bits after the umask.

    Attributes:
        dev: the device number that every Stat carries; unique among file systems that are mounted together.
    """

    dev: int = 1

    def renumber(self, dev: int) -> None:
        """Take another device number."""
        self.dev = dev

    def attach(
        self,
        *,
        wait: Wait | None = None,
        open_special: OpenSpecial | None = None,
        descriptors: Descriptors | None = None,
    ) -> None:
        """Give what only a shell can do.

        Args:
            wait: waits for the content of a lazy file whose callable is asynchronous.
            open_special: ``(stat, flags) -> handle`` for what is opened and is no file, folder or device of this
                package: FIFOs, ``/dev/tty`` and the descriptors of ``/dev/fd`` (by ``stat.rdev``, see
                `runtime.bash.vfs.devices`). May raise OSError.
            descriptors: gives the numbers of the running process's open descriptors, and of what kind each is (type bits
                of ``st_mode``): what ``/dev/fd`` holds.
        """

    def passes_link(self, path: str, *, follow: bool = True) -> bool:
        """Whether a symbolic link lies on the way to ``path``, which has no ``.`` and ``..``.

        Without ``follow`` one in last place does not count. What is missing or may not be entered ends the search: the
        operation itself will say so.
        """
        steps = [step for step in path.split("/") if step]
        place = ""
        for step in steps if follow else steps[:-1]:
            place += "/" + step
            try:
                if self.stat(place, follow=False).mode & 0o170000 == 0o120000:
                    return True
            except OSError:
                return False
        return False

    def open(self, path: str, flags: int, mode: int = 0o644) -> Handle:
        """Open a file (O_RDONLY, O_WRONLY, O_RDWR with O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_DIRECTORY, O_NOFOLLOW)."""
        raise _absent()

    def stat(self, path: str, *, follow: bool = True) -> Stat:
        """What a path names; the link itself with ``follow=False``."""
        raise _absent()

    def listdir(self, path: str) -> list[str]:
        """The names in a folder, without ``.`` and ``..``, in the folder's own (stable) order."""
        raise _absent()

    def scandir(self, path: str) -> list[tuple[str, int]]:
        """The names in a folder with their type bits (``stat.S_IFMT`` of the entry, links not followed)."""
        raise _absent()

    def access(self, path: str, mode: int) -> bool:
        """Whether the shell's user may (os.R_OK | W_OK | X_OK; F_OK: whether it is there)."""
        raise _absent()

    def mkdir(self, path: str, mode: int = 0o755) -> None:
        """Make one folder."""
        raise _absent()

    def rmdir(self, path: str) -> None:
        """Remove an empty folder."""
        raise _absent()

    def unlink(self, path: str) -> None:
        """Remove a name that is no folder's."""
        raise _absent()

    def rename(self, old: str, new: str) -> None:
        """``rename(2)``: replaces a file, or an empty folder by a folder."""
        raise _absent()

    def link(self, old: str, new: str) -> None:
        """A hard link."""
        raise _absent()

    def symlink(self, target: str, path: str) -> None:
        """A symbolic link at ``path`` that says ``target``."""
        raise _absent()

    def readlink(self, path: str) -> str:
        """What a symbolic link says."""
        raise _absent()

    def mkfifo(self, path: str, mode: int = 0o644) -> None:
        """A named pipe."""
        raise _absent()

    def realpath(self, path: str, *, strict: bool = True) -> str:
        """The path without links and dots; without ``strict`` the last component need not exist."""
        raise _absent()

    def chmod(self, path: str, mode: int, *, follow: bool = True) -> None:
        """Set the permission bits."""
        raise _absent()

    def chown(self, path: str, uid: int, gid: int, *, follow: bool = True) -> None:
        """Set owner and group; -1 leaves one alone."""
        raise _absent()

    def utime(self, path: str, atime_ns: int, mtime_ns: int, *, follow: bool = True) -> None:
        """Set the times."""
        raise _absent()

    def truncate(self, path: str, size: int) -> None:
        """Cut a file, or extend it with zeros."""
        raise _absent()

    def usage(self, path: str) -> Usage:
        """How full the file system is that a path leads to."""
        raise _absent()

    def mount_points(self) -> list[str]:
        """Where file systems are mounted, the root first."""
        return ["/"]

    # What embedders and the shell use most, in terms of the above (file systems may have faster ways).

    def exists(self, path: str) -> bool:
        """Whether a path leads to something (links followed)."""
        try:
            self.stat(path)
        except OSError:
            return False
        return True

    def is_dir(self, path: str) -> bool:
        """Whether a path leads to a folder."""
        try:
            return self.stat(path).mode & 0o170000 == 0o040000
        except OSError:
            return False

    def is_file(self, path: str) -> bool:
        """Whether a path leads to a regular file."""
        try:
            return self.stat(path).mode & 0o170000 == 0o100000
        except OSError:
            return False

    def read_bytes(self, path: str) -> bytes:
        """A file's whole content."""
        handle = self.open(path, 0)
        try:
            return handle.read()
        finally:
            handle.close()

    def write_bytes(self, path: str, data: bytes) -> None:
        """Create or replace a file's content; parents must exist."""
        handle = self.open(path, 0o1101)  # O_WRONLY | O_CREAT | O_TRUNC
        try:
            handle.write(data)
        finally:
            handle.close()
