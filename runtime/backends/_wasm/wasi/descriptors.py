"""Open descriptors of one call, and the rights that each has.

Rights are what a program gives up of its own: they can only shrink, and a folder hands on no more than its inheriting
ones. What a program may reach at all is not theirs to say: `runtime.backends._wasm.wasi.scope` asks that of every
place anew.
"""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count
from typing import NamedTuple

from runtime.backends._wasm.errno import BADF, MFILE, NOTCAPABLE, NOTDIR
from runtime.backends._wasm.wasi.faults import WasiErrno

__all__ = ["Descriptor", "Descriptors", "FolderEntry", "file_rights"]

UNKNOWN, DIRECTORY, REGULAR_FILE, SYMBOLIC_LINK = 0, 3, 4, 7

FD_DATASYNC, FD_READ, FD_SEEK, FD_FDSTAT_SET_FLAGS, FD_SYNC, FD_TELL, FD_WRITE, FD_ADVISE, FD_ALLOCATE = (
    1 << bit for bit in range(9)
)
PATH_CREATE_DIRECTORY, PATH_CREATE_FILE, PATH_LINK_SOURCE, PATH_LINK_TARGET, PATH_OPEN, FD_READDIR = (
    1 << bit for bit in range(9, 15)
)
PATH_READLINK, PATH_RENAME_SOURCE, PATH_RENAME_TARGET, PATH_FILESTAT_GET, PATH_FILESTAT_SET_SIZE = (
    1 << bit for bit in range(15, 20)
)
PATH_FILESTAT_SET_TIMES, FD_FILESTAT_GET, FD_FILESTAT_SET_SIZE, FD_FILESTAT_SET_TIMES, PATH_SYMLINK = (
    1 << bit for bit in range(20, 25)
)
PATH_REMOVE_DIRECTORY, PATH_UNLINK_FILE, POLL_FD_READWRITE = (1 << bit for bit in range(25, 28))

# What every descriptor of its kind has, asked for or not: programs leave these out and use them all the same.
_ALWAYS = FD_FDSTAT_SET_FLAGS | FD_FILESTAT_GET | POLL_FD_READWRITE
_FILE_ALWAYS = _ALWAYS | FD_SEEK | FD_TELL | FD_SYNC | FD_DATASYNC | FD_ADVISE
_WITH_WRITE = FD_ALLOCATE | FD_FILESTAT_SET_SIZE | FD_FILESTAT_SET_TIMES
_FILE = _FILE_ALWAYS | _WITH_WRITE | FD_READ | FD_WRITE
FOLDER_RIGHTS = (
    _ALWAYS
    | FD_READDIR
    | FD_SYNC
    | FD_DATASYNC
    | FD_FILESTAT_SET_TIMES
    | PATH_CREATE_DIRECTORY
    | PATH_CREATE_FILE
    | PATH_LINK_SOURCE
    | PATH_LINK_TARGET
    | PATH_OPEN
    | PATH_READLINK
    | PATH_RENAME_SOURCE
    | PATH_RENAME_TARGET
    | PATH_FILESTAT_GET
    | PATH_FILESTAT_SET_SIZE
    | PATH_FILESTAT_SET_TIMES
    | PATH_SYMLINK
    | PATH_REMOVE_DIRECTORY
    | PATH_UNLINK_FILE
)
ALL_RIGHTS = FOLDER_RIGHTS | _FILE
# A missing right to read or write is POSIX's "not open for that".
_AS_BADF = FD_READ | FD_WRITE

STDIN, STDOUT, STDERR = range(3)
FIRST_FOLDER = 3


class FolderEntry(NamedTuple):
    """One name in a folder."""

    name: bytes
    inode: int
    filetype: int


class Descriptor:
    """One open file, folder or stream."""

    __slots__ = ("base", "entries", "fd", "filetype", "flags", "inheriting", "preopen", "stream")

    def __init__(
        self,
        filetype: int,
        base: int,
        inheriting: int = 0,
        *,
        fd: int = -1,
        flags: int = 0,
        stream: int | None = None,
        preopen: bytes | None = None,
    ) -> None:
        self.filetype = filetype
        self.base = base
        self.inheriting = inheriting
        self.fd = fd
        self.flags = flags
        self.stream = stream
        self.preopen = preopen
        self.entries: list[FolderEntry] | None = None

    def require(self, right: int) -> None:
        """Refuse what this descriptor was not opened for."""
        if not self.base & right:
            raise WasiErrno(BADF if right & _AS_BADF else NOTCAPABLE)

    def close(self) -> None:
        fd, self.fd = self.fd, -1
        if fd >= 0:
            with suppress(OSError):
                os.close(fd)


class Descriptors:
    """The table. Numbers are given lowest first, as POSIX does and programs count on."""

    __slots__ = ("_free", "_most", "_open")

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = {
            STDIN: Descriptor(UNKNOWN, _ALWAYS | FD_READ, stream=STDIN),
            STDOUT: Descriptor(UNKNOWN, _ALWAYS | FD_WRITE, stream=STDOUT),
            STDERR: Descriptor(UNKNOWN, _ALWAYS | FD_WRITE, stream=STDERR),
        }
        self._free = FIRST_FOLDER

    def get(self, number: int) -> Descriptor:
        found = self._open.get(number)
        if found is None:
            raise WasiErrno(BADF)
        return found

    def folder(self, number: int, right: int) -> Descriptor:
        """A folder that may be used for something."""
        found = self.get(number)
        if found.filetype != DIRECTORY:
            raise WasiErrno(NOTDIR if right == PATH_OPEN else BADF)
        found.require(right)
        return found

    def room(self) -> None:
        """Refuse to open one more where the call has all that it may have."""
        if len(self._open) >= self._most:
            raise WasiErrno(MFILE)

    def add(self, descriptor: Descriptor) -> int:
        number = next(number for number in count(self._free) if number not in self._open)
        self._open[number] = descriptor
        self._free = number + 1
        return number

    def put(self, number: int, descriptor: Descriptor) -> None:
        """Add one under a number that is known to be free."""
        self._open[number] = descriptor

    def close(self, number: int) -> None:
        self.get(number).close()
        del self._open[number]
        self._free = min(self._free, number)

    def move(self, source: int, target: int) -> None:
        """What ``source`` named is from now on named ``target``."""
        moved = self.get(source)
        replaced = self.get(target)
        if source == target:
            return
        replaced.close()
        self._open[target] = moved
        del self._open[source]
        self._free = min(self._free, source)

    def close_all(self) -> None:
        for descriptor in self._open.values():
            descriptor.close()
        self._open.clear()


def file_rights(wanted: int, inheriting: int) -> int:
    """The rights of a file that is opened with some through a folder that hands on others."""
    if wanted & FD_WRITE:
        wanted |= _WITH_WRITE
    return (wanted | _FILE_ALWAYS) & inheriting & _FILE
