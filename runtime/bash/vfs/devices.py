"""Character devices: what ``/dev`` shows and what reading and writing them does.

Numbers are Linux's where the device is Linux's. The descriptors of the shell have the major number that Linux keeps for
local use; only the shell can open them, by ``open_special``.
"""

from __future__ import annotations

import errno
import os

from runtime.bash.vfs.api import Handle, Stat, fault
from runtime.bash.vfs.nodes import DESCRIPTOR_MAJOR, PROCESS_MAJOR
from runtime.bash.vfs.quota import QuotaExceeded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.vfs.inodes import Inodes
    from runtime.bash.vfs.nodes import Special

__all__ = ["DEVICES", "descriptor_number", "open_device", "process_file_number"]

DEVICES = {
    "null": os.makedev(1, 3),
    "zero": os.makedev(1, 5),
    "full": os.makedev(1, 7),
    "random": os.makedev(1, 8),
    "urandom": os.makedev(1, 9),
    "tty": os.makedev(5, 0),
}
_RANDOM = frozenset({DEVICES["random"], DEVICES["urandom"]})
# What reading gives; None is nothing.
_SOURCES: dict[int, Callable[[int], bytes] | None] = {
    DEVICES["null"]: None,
    DEVICES["zero"]: bytes,
    DEVICES["full"]: bytes,
    **dict.fromkeys(_RANDOM, os.urandom),
}
# The most that one read gives, whatever it asks for: a reader that wants more asks again.
_PIECE_BYTES = 1 << 20


def descriptor_number(rdev: int) -> int | None:
    """Which descriptor of the shell a device stands for; None for every other device."""
    return os.minor(rdev) if os.major(rdev) == DESCRIPTOR_MAJOR else None


def process_file_number(rdev: int) -> int | None:
    """Which file of ``/proc`` a node stands for; None for every other."""
    return os.minor(rdev) if os.major(rdev) == PROCESS_MAJOR else None


def open_device(inodes: Inodes, node: Special) -> Handle | None:
    """A handle of a device that needs no shell; None for the others."""
    rdev = node.rdev
    if rdev not in _SOURCES:
        return None
    source = inodes.entropy or os.urandom if rdev in _RANDOM else _SOURCES[rdev]
    return _Device(inodes, node, source, full=rdev == DEVICES["full"])


class _Device(Handle):
    """Reads from ``source`` (None: nothing), swallows what is written, or has no space for it."""

    __slots__ = ("_full", "_inodes", "_node", "_source")

    def __init__(
        self, inodes: Inodes, node: Special, source: Callable[[int], bytes] | None, *, full: bool
    ) -> None:
        self._inodes = inodes
        self._node = node
        self._source = source
        self._full = full

    def read(self, size: int = -1) -> bytes:
        if self._source is None:
            return b""
        if size < 0:
            self._endless()
        return self._source(min(size, _PIECE_BYTES))

    def readline(self, delimiter: bytes = b"\n", limit: int = -1) -> bytes:
        if self._source is bytes and delimiter != b"\0" and limit > 0:
            # Zeros hold no other delimiter: a reader that never finds its line gets them as fast as it can count them.
            return self.read(limit)
        line = bytearray()
        while self._source is not None and len(line) != limit:
            if len(line) >= _PIECE_BYTES:
                self._endless()
            line += self._source(1)
            if line.endswith(delimiter):
                break
        return bytes(line)

    def _endless(self) -> None:
        # All that is left, of a device without end: refused, since a piece would pass for the whole.
        raise QuotaExceeded(errno.EFBIG, "file_bytes", "all of a device that has no end")

    def write(self, data: bytes) -> int:
        if self._full and data:
            raise fault(errno.ENOSPC)
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        return 0

    def truncate(self, size: int) -> None:
        raise fault(errno.EINVAL)

    def stat(self) -> Stat:
        return self._inodes.stat(self._node)

    def close(self) -> None:
        """Nothing is held."""
