"""Where a call may read and write.

Authority belongs to places, not to descriptors: whatever path, link or folder led to an object, what counts is where
it really lies beneath the workspace. A prefix that names a file is reached through the folder around it, and nothing
else in that folder is.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator

from runtime.backends._wasm.errno import ACCES, PERM
from runtime.backends._wasm.wasi.faults import WasiErrno
from runtime.hostfs.locate import Escape, Locator, locator
from runtime.hostfs.moves import brings_under

__all__ = ["READ", "WRITE", "Checked", "FileAccessScope", "beneath", "to_bytes", "to_text"]

Checked = Callable[[str, str, bool], None]
"""``(kind, target, allowed)`` of a check, told once a target."""
READ, WRITE = "fs_read", "fs_write"
_HERE = "."
_MAX_TARGET = 1000


class FileAccessScope:
    """Granted and reserved places of a workspace.

    Nothing of the workspace is opened before the first program asks for a folder.
    """

    __slots__ = (
        "_checked",
        "_hidden",
        "_locate",
        "_locked",
        "_prefix",
        "_read",
        "_seen",
        "_workspace",
        "_write",
        "root",
    )

    def __init__(
        self,
        workspace: str,
        *,
        read: tuple[str, ...],
        write: tuple[str, ...],
        hidden: tuple[str, ...],
        locked: tuple[str, ...],
        checked: Checked,
    ) -> None:
        self._workspace = workspace
        self._read, self._write = _clean(read), _clean(write)
        self._hidden = _clean(hidden)
        # What may not be read may not be written either.
        self._locked = _clean(locked) + self._hidden
        self._checked = checked
        self._seen: set[tuple[str, str, bool]] = set()
        self._locate: Locator = locator()
        self._prefix = ""
        self.root = -1

    def close(self) -> None:
        fd, self.root = self.root, -1
        if fd >= 0:
            os.close(fd)

    def preopens(self) -> Iterator[tuple[str, int]]:
        """The folders that the program is given, by name: those granted, or the nearest ones around them that exist."""
        if not (self._read or self._write):
            return
        self.root = os.open(self._workspace, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        self._prefix = _real(self.root).rstrip("/") + "/"
        names = set()
        for prefix in sorted({*self._read, *self._write}):
            name, fd = self._nearest(prefix)
            if name in names:
                os.close(fd)
                continue
            names.add(name)
            yield name, fd

    def _nearest(self, name: str) -> tuple[str, int]:
        while name != _HERE:
            try:
                fd = self._locate(self.root, to_bytes(name), True)
            except OSError:
                pass
            else:
                if stat.S_ISDIR(os.fstat(fd).st_mode):
                    return name, fd
                os.close(fd)
            name = name.rpartition("/")[0] or _HERE
        return _HERE, os.open(_HERE, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=self.root)

    def locate(self, folder: int, path: bytes, follow: bool, kind: str = READ) -> int:
        """A descriptor that names what a path beneath a folder leads to, and opens nothing."""
        try:
            return self._locate(folder, path, follow)
        except Escape:
            self.refuse(kind, self._target(folder, path))
            raise WasiErrno(PERM) from None

    def place(self, fd: int) -> str:
        """Where an object lies beneath the workspace."""
        real = _real(fd) + "/"
        if not real.startswith(self._prefix):
            raise WasiErrno(PERM)
        return real[len(self._prefix) : -1] or _HERE

    def check(self, kind: str, place: str) -> None:
        """Refuse a place where the call may not do this."""
        if not (self.readable(place) if kind == READ else self.writable(place)):
            self.refuse(kind, place)
            raise WasiErrno(ACCES)
        self._note(kind, place, True)

    def check_seen(self, place: str) -> None:
        """Refuse to say anything of a place that the call may neither read nor write nor has to pass."""
        if self.readable(place):
            self._note(READ, place, True)
        elif self.writable(place):
            self._note(WRITE, place, True)
        else:
            self.check_known(place)

    def check_known(self, place: str) -> None:
        """The same before anything is done there: what it is and whether it is in the way is an answer, too."""
        if not (self.readable(place) or self.writable(place) or self._passed(place)):
            self.refuse(READ, place)
            raise WasiErrno(ACCES)

    def check_moved(self, place: str) -> None:
        """Refuse to take away, or put in place, what a reserved place lies beneath: it would lie elsewhere then."""
        self.check(WRITE, place)
        if any(_within(reserved, place) for reserved in self._locked):
            self.refuse(WRITE, place)
            raise WasiErrno(ACCES)

    def check_source(self, source: str, target: str) -> None:
        """Refuse to bring a file or folder where it, or anything beneath it, could be more than it can be where it is."""
        self.check(WRITE, source)
        if brings_under(self._read, source, target):
            self.refuse(READ, source)
            raise WasiErrno(ACCES)

    def refuse(self, kind: str, target: str) -> None:
        """Note a refusal; of what the program made up, no more than a screen."""
        self._note(kind, target[:_MAX_TARGET], False)

    def readable(self, place: str) -> bool:
        return _covered(place, self._read) and not _covered(place, self._hidden)

    def writable(self, place: str) -> bool:
        return _covered(place, self._write) and not _covered(place, self._locked)

    def _passed(self, place: str) -> bool:
        """Whether something that is granted lies beneath it, and nothing above it is reserved."""
        return any(_within(prefix, place) for prefix in self._read + self._write) and not self.hidden(place)

    def hidden(self, place: str) -> bool:
        """Whether not even the name is to be seen."""
        return _covered(place, self._hidden)

    def _note(self, kind: str, target: str, allowed: bool) -> None:
        check = (kind, target, allowed)
        if check not in self._seen:
            self._checked(*check)
            self._seen.add(check)

    def _target(self, folder: int, path: bytes) -> str:
        return f"{self.place(folder)}/{to_text(path)}"


def to_text(path: bytes) -> str:
    """A path as grants name it: UTF-8, whatever the locale that the process was started in."""
    return path.decode("utf-8", "surrogateescape")


def to_bytes(path: str) -> bytes:
    """The bytes of a path that a grant names."""
    return path.encode("utf-8", "surrogateescape")


def beneath(place: str, name: bytes) -> str:
    """Where a name in a folder lies."""
    tail = to_text(name)
    return tail if place == _HERE else f"{place}/{tail}"


def _clean(prefixes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(os.path.normpath(prefix) for prefix in prefixes)


def _within(place: str, prefix: str) -> bool:
    return prefix == _HERE or place == prefix or place.startswith(prefix + "/")


def _covered(place: str, prefixes: tuple[str, ...]) -> bool:
    return any(_within(place, prefix) for prefix in prefixes)


def _real(fd: int) -> str:
    return to_text(os.readlink(b"/proc/self/fd/%d" % fd))  # noqa: PTH115  # a path that the kernel made
