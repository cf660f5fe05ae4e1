"""A folder of the host of which a call was granted parts: what lies elsewhere cannot be read, changed or, but for the way there, seen.

Authority belongs to places. An object is found by a descriptor that opens nothing; where it really lies, after all links and
whatever others rename meanwhile, is what the kernel says of that descriptor, and `Places` is asked about that.
"""

from __future__ import annotations

import errno
import os
import stat

from runtime.bash.vfs.api import Handle, fault
from runtime.bash.vfs.hosted import HostedFileSystem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from runtime.bash.vfs.hosted import _Descriptor
    from runtime.bash.vfs.quota import Quota

__all__ = ["Places", "ScopedFileSystem"]

_ACCESS = os.O_RDONLY | os.O_WRONLY | os.O_RDWR


class Places:
    """Decides about places beneath the folder: normal relative paths, ``.`` for the folder itself.

    An embedder's own class; this one allows nothing. ``opened`` may raise OSError where too many files were opened.
    """

    def seen(self, place: str) -> bool:
        """Whether it may be known that something is there: it is granted, or on the way to what is."""
        raise fault(errno.EACCES, place)

    def readable(self, place: str) -> bool:
        """Whether its content may be read."""
        raise fault(errno.EACCES, place)

    def writable(self, place: str) -> bool:
        """Whether it may be made, changed, moved or removed."""
        raise fault(errno.EACCES, place)

    def movable(self, source: str, target: str) -> bool:
        """Whether what lies at one place may be had at another: nothing of it can be read there that cannot be read here."""
        raise fault(errno.EACCES, source, target)

    def opened(self) -> None:
        """One more file is about to be opened."""


class ScopedFileSystem(HostedFileSystem):
    """The granted parts of the folder ``root`` of the host.

    Args:
        root: the folder.
        places: says what may be done where; asked at each use.
        writable: whether anything at all may be changed.
        quota: how much may be written.
    """

    def __init__(
        self, root: str | Path, places: Places, *, writable: bool, quota: Quota | None = None
    ) -> None:
        super().__init__(root, writable=writable, quota=quota)
        self._places = places

    def access(self, path: str, mode: int) -> bool:
        if not super().access(path, mode):
            return False
        try:
            with self._found(path) as fd:
                place = self._inner(fd)
                is_folder = stat.S_ISDIR(os.fstat(fd).st_mode)
        except OSError:
            return False
        if mode & os.W_OK and not self._places.writable(place):
            return False
        return is_folder or not mode & (os.R_OK | os.X_OK) or self._places.readable(place)

    def _found(self, path: str, follow: bool = True) -> _Descriptor:
        found = super()._found(path, follow)
        is_seen = False
        try:
            is_seen = self._places.seen(self._inner(found.fd))
        finally:
            if not is_seen:
                found.close()
        if not is_seen:
            raise fault(errno.EACCES)
        return found

    def _listed(self, folder: int, entries: list[tuple[str, int]]) -> list[tuple[str, int]]:
        place = self._inner(folder)
        return [entry for entry in entries if self._places.seen(_beneath(place, entry[0]))]

    def _permit_change(self, folder: int = -1, name: str = "") -> None:
        super()._permit_change(folder, name)
        if folder >= 0 and not self._places.writable(_beneath(self._inner(folder), name)):
            raise fault(errno.EACCES)

    def _permit_place(self, source: str, target: str) -> None:
        if not self._places.movable(source, target):
            raise fault(errno.EACCES)

    def _make(self, folder: int, name: str, flags: int, mode: int) -> Handle | None:
        self._permit_change(folder, name)
        self._places.opened()
        return super()._make(folder, name, flags, mode)

    def _open(self, found: int, flags: int) -> Handle:
        place = self._inner(found)
        if not stat.S_ISDIR(os.fstat(found).st_mode):
            if flags & _ACCESS != os.O_WRONLY and not self._places.readable(place):
                raise fault(errno.EACCES)
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_TRUNC):
                self._permit_change(found)
            self._places.opened()
        return super()._open(found, flags)


def _beneath(place: str, name: str) -> str:
    if not name:
        return place
    return name if place == "." else f"{place}/{name}"
