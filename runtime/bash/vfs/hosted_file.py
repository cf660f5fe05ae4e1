"""Open files and folders of the host, as the virtual shell holds them."""

from __future__ import annotations

import errno
import os

from runtime.bash.vfs.api import Handle, Stat, fault
from runtime.bash.vfs.handle import FolderContent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.vfs.quota import Quota

__all__ = ["HostedFile", "HostedFolder"]

_LINE_BYTES = 8192
_CHUNK_BYTES = 1 << 20


class _Open(Handle):
    __slots__ = ("_fd", "_flags", "_quota", "_shown")

    def __init__(self, fd: int, flags: int, shown: Callable[[os.stat_result], Stat], quota: Quota) -> None:
        self._fd = fd
        self._flags = flags
        self._shown = shown
        self._quota = quota

    def stat(self) -> Stat:
        return self._shown(os.fstat(self._held()))

    def close(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def __del__(self) -> None:
        self.close()

    def _held(self) -> int:
        if self._fd < 0:
            raise fault(errno.EBADF)
        return self._fd


class HostedFolder(FolderContent, _Open):
    """An open folder of the host."""

    __slots__ = ()


class HostedFile(_Open):
    """An open regular file. Its offset is the kernel's."""

    __slots__ = ()

    def read(self, size: int = -1) -> bytes:
        fd = self._held()
        if size >= 0:
            return os.read(fd, min(size, max(self._left(fd), 1)))
        # Whole, and so within what one file may have: refused before it is read.
        self._quota.fits(self._left(fd))
        pieces = []
        while piece := os.read(fd, _CHUNK_BYTES):
            pieces.append(piece)
            self._quota.fits(sum(map(len, pieces)))
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        fd = self._held()
        line = bytearray()
        while limit < 0 or len(line) < limit:
            start = len(line)
            piece = os.read(fd, _LINE_BYTES if limit < 0 else min(_LINE_BYTES, limit - start))
            line += piece
            at = line.find(delimiter, max(start - len(delimiter) + 1, 0))
            if at >= 0:
                end = at + len(delimiter)
                os.lseek(fd, end - len(line), os.SEEK_CUR)
                return bytes(line[:end])
            if not piece:
                break
            self._quota.fits(len(line))
        return bytes(line)

    def write(self, data: bytes) -> int:
        fd = self._held()
        if not self._flags & (os.O_WRONLY | os.O_RDWR):
            raise fault(errno.EBADF)
        size = os.fstat(fd).st_size
        start = size if self._flags & os.O_APPEND else os.lseek(fd, 0, os.SEEK_CUR)
        if data and start + len(data) > size:
            self._quota.resize(size, start + len(data))
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(fd, rest) :]
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        if whence not in (os.SEEK_SET, os.SEEK_CUR, os.SEEK_END):
            raise fault(errno.EINVAL)
        try:
            return os.lseek(self._held(), offset, whence)
        except OverflowError:
            raise fault(errno.EINVAL) from None

    def truncate(self, size: int) -> None:
        fd = self._held()
        if size < 0 or not self._flags & (os.O_WRONLY | os.O_RDWR):
            raise fault(errno.EINVAL)
        self._quota.resize(os.fstat(fd).st_size, size)
        os.ftruncate(fd, size)

    def _left(self, fd: int) -> int:
        return os.fstat(fd).st_size - os.lseek(fd, 0, os.SEEK_CUR)
