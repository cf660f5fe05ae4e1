"""Open file descriptions of the virtual shell: what stands behind a file descriptor number.

A `Stream` is shared by every descriptor that was duplicated from it: one offset, one end of one pipe. ``retain`` and
``release`` count the descriptors, so that a pipe knows when its last writer has gone. Reading and writing may let
other tasks of the shell run (a pipe that is empty or full).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.vfs.api import Stat

__all__ = ["Capture", "Input", "Null", "Stream"]


class Stream:
    """One open file description. Subclasses override what they can do."""

    __slots__ = ("count", "name")
    is_pipe = False

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.count = 1

    def retain(self) -> Stream:
        """One more descriptor refers to this."""
        self.count += 1
        return self

    def release(self) -> None:
        """One descriptor fewer; the last one closes."""
        self.count -= 1
        if self.count == 0:
            self.close()

    def close(self) -> None:
        """The last descriptor has gone."""

    def read(self, size: int = 65_536) -> bytes:
        """Up to ``size`` bytes, at least one unless at the end; b"" is the end."""
        raise OSError(9, "Bad file descriptor")

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        """Bytes up to and with the delimiter, no more than ``limit``; what is left at the end; b"" is the end.

        Consumes exactly what it returns, so that ``read`` and the next command share the rest.
        """
        raise OSError(9, "Bad file descriptor")

    def ready(self) -> bool:
        """Whether a read would not wait (data, or the end)."""
        return True

    def write(self, data: bytes) -> None:
        """All of ``data``. Raises OSError (EPIPE when nobody reads any more)."""
        raise OSError(9, "Bad file descriptor")

    def seek(self, offset: int, whence: int = 0) -> int:
        """Move the offset, as ``lseek(2)``; the new one. Raises OSError ESPIPE where there is none to move (a pipe)."""
        raise OSError(29, "Illegal seek")

    def held(self) -> int:
        """Bytes of the host's memory that this keeps."""
        return 0

    def flush(self) -> None:
        """Hand on what is buffered."""

    def stat(self) -> Stat | None:
        """What file is open; None where no file is."""
        return None

    def isatty(self) -> bool:
        """Whether a terminal stands behind this."""
        return False


class Null(Stream):
    """/dev/null: reads nothing, swallows everything."""

    __slots__ = ()

    def read(self, size: int = 65_536) -> bytes:
        return b""

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        pass


class Input(Stream):
    """Bytes that are all there: a here-document, a caller's standard input."""

    __slots__ = ("data", "offset")

    def __init__(self, data: bytes, name: str = "") -> None:
        super().__init__(name)
        self.data = data
        self.offset = 0

    def held(self) -> int:
        return len(self.data)

    def read(self, size: int = 65_536) -> bytes:
        start = self.offset
        chunk = self.data[start : start + size] if size >= 0 else self.data[start:]
        self.offset = start + len(chunk)
        return chunk

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        start = self.offset
        at = self.data.find(delimiter, start)
        end = len(self.data) if at < 0 else at + len(delimiter)
        if limit >= 0:
            end = min(end, start + limit)
        self.offset = end
        return self.data[start:end]

    def seek(self, offset: int, whence: int = 0) -> int:
        start = (0, self.offset, len(self.data))[whence]
        if start + offset < 0:
            raise OSError(22, "Invalid argument")
        self.offset = start + offset
        return self.offset


class Capture(Stream):
    """Collects what is written: a command substitution, the output of an ``exec``."""

    __slots__ = ("chunks",)

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.chunks: list[bytes] = []

    def held(self) -> int:
        return sum(map(len, self.chunks))

    def write(self, data: bytes) -> None:
        self.chunks.append(data)

    def value(self) -> bytes:
        """All that was written."""
        return b"".join(self.chunks)
