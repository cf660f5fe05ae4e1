"""Open files and folders of the memory file system."""

from __future__ import annotations

import errno
import os

from runtime.bash.vfs.api import Handle, Stat, fault
from runtime.bash.vfs.nodes import File, LazyContent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.vfs.inodes import Inodes

__all__ = ["FileHandle", "FolderContent", "FolderHandle"]

_WRITE_ONLY = os.O_WRONLY
_ACCESS = os.O_RDONLY | os.O_WRONLY | os.O_RDWR


class _Open(Handle):
    """Holds an inode by its number: the node behind it is another one after a fork."""

    __slots__ = ("closed", "flags", "ino", "inodes", "offset")

    def __init__(self, inodes: Inodes, ino: int, flags: int) -> None:
        self.inodes = inodes
        self.ino = ino
        self.flags = flags
        self.offset = 0
        self.closed = False
        opens = inodes.opens
        opens[ino] = opens.get(ino, 0) + 1

    def stat(self) -> Stat:
        if self.closed:
            raise fault(errno.EBADF)
        return self.inodes.stat(self.inodes.get(self.ino))

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.inodes.closed(self.ino)


class FolderContent(Handle):
    """What reading and writing an open folder gives."""

    __slots__ = ()

    def read(self, size: int = -1) -> bytes:
        raise fault(errno.EISDIR)

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        raise fault(errno.EISDIR)

    def write(self, data: bytes) -> int:
        raise fault(errno.EBADF)

    def seek(self, offset: int, whence: int = 0) -> int:
        raise fault(errno.EINVAL)

    def truncate(self, size: int) -> None:
        raise fault(errno.EINVAL)


class FolderHandle(FolderContent, _Open):
    """An open folder: it can be asked what it is, and nothing else."""

    __slots__ = ()


class FileHandle(_Open):
    """An open regular file."""

    __slots__ = ("_stream",)

    def __init__(self, inodes: Inodes, ino: int, flags: int) -> None:
        super().__init__(inodes, ino, flags)
        self._stream: Handle | None = None

    def read(self, size: int = -1) -> bytes:
        data = self._readable()
        if isinstance(data, Handle):
            found = data.read(size)
            self.offset += len(found)
            return found
        start = self.offset
        end = len(data) if size < 0 else min(start + size, len(data))
        if start >= end:
            return b""
        self.offset = end
        # Bytes read whole are handed out as they are; a bytearray goes on changing.
        return bytes(data[start:end])

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        # A loop over lines spends a fifth of its time here, so the usual case (bytes, open for reading) makes few calls.
        if self.closed or self.flags & _WRITE_ONLY:
            raise fault(errno.EBADF)
        data = self._node().data
        if type(data) is bytes:
            start = self.offset
            end = data.find(delimiter, start) + len(delimiter)
            if end < start + len(delimiter):
                end = len(data)
            if 0 <= limit < end - start:
                end = start + limit
            if start >= end:
                return b""
            self.offset = end
            return data[start:end]
        return self._line(delimiter, limit)

    def _line(self, delimiter: bytes, limit: int) -> bytes:
        """`readline` of anything."""
        data = self._readable()
        if isinstance(data, Handle):
            found = data.readline(delimiter, limit)
            self.offset += len(found)
            return found
        start = self.offset
        at = data.find(delimiter, start)
        end = len(data) if at < 0 else at + len(delimiter)
        if limit >= 0:
            end = min(end, start + limit)
        if start >= end:
            return b""
        self.offset = end
        return bytes(data[start:end])

    def write(self, data: bytes) -> int:
        inodes = self.inodes
        node = self._writable()
        held = node.data
        if isinstance(held, LazyContent):
            # Copied up first; an empty write must not cost that.
            held = inodes.fetch(held) if data else b""
        if not data:
            return 0
        size = len(held)
        start = size if self.flags & os.O_APPEND else self.offset
        end = start + len(data)
        if end > size or node.data is not held:
            inodes.quota.resize(node.held_bytes(), max(size, end))
        if not size and not start:
            node.data = bytes(data)
        else:
            # One bytearray from the second write on: appending is then amortized O(1).
            array = held if isinstance(held, bytearray) else bytearray(held)
            if start > size:
                array += bytes(start - size)
            array[start:end] = data
            node.data = array
        self.offset = end
        inodes.touched(node)
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        if self.closed:
            raise fault(errno.EBADF)
        if whence == os.SEEK_CUR:
            offset += self.offset
        elif whence == os.SEEK_END:
            offset += self._node().size()
        elif whence != os.SEEK_SET:
            raise fault(errno.EINVAL)
        if not 0 <= offset < 1 << 63:
            raise fault(errno.EINVAL)
        self.offset = offset
        return offset

    def truncate(self, size: int) -> None:
        # ftruncate(2): a descriptor that is not open for writing is EINVAL, not EBADF.
        if self.closed:
            raise fault(errno.EBADF)
        if size < 0 or not self.flags & _ACCESS:
            raise fault(errno.EINVAL)
        self.inodes.resize(self._writable(), size)

    def close(self) -> None:
        super().close()
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _node(self) -> File:
        node = self.inodes.get(self.ino)
        assert isinstance(node, File)  # noqa: S101  # a number never changes its type
        return node

    def _writable(self) -> File:
        if self.closed or not self.flags & _ACCESS:
            raise fault(errno.EBADF)
        node = self.inodes.get(self.ino)
        return node if node.owner is self.inodes.token else self.inodes.mine(node)  # type: ignore[return-value]

    def _readable(self) -> bytes | bytearray | Handle:
        """The bytes to read from, or a stream that stands at this handle's offset."""
        if self.closed or self.flags & _WRITE_ONLY:
            raise fault(errno.EBADF)
        data = self._node().data
        if not isinstance(data, LazyContent):
            return data
        if data.content is None:
            if self._stream is None:
                self._stream = data.stream()
            if self._stream is not None:
                self._stream.seek(self.offset)
                return self._stream
        return self.inodes.fetch(data)
