"""What a layer of an overlay changes in the folder beneath it.

The layer is what hostile programs left: names of any bytes, links, whiteouts, sparse files, no end of folders. Nobody writes to it
any more. It is read beneath its own descriptor, a step at a time, and never through a link. What cannot be put into a workspace
whole (a device, a FIFO, a socket, set-user-id) refuses all of it.

Each change has the state before and after. Of the folder beneath, the state is that of the moment at which it is looked at; what
somebody else changed there after the command began is a conflict, told by its time, which no program sets.

Source: Documentation/filesystems/overlayfs.rst: "whiteouts and opaque directories".
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from blake3 import blake3

__all__ = [
    "Identity",
    "LayerConflict",
    "LayerRefused",
    "PlaceChange",
    "Side",
    "open_beneath",
    "read_layer",
    "state_of",
]

SideKind = Literal["file", "folder", "link", "other"]
MAX_CHANGES = 10_000
MAX_BYTES = 256 * 1024 * 1024
"""Of the contents that the layer brings, and as many eight times that it takes away, which are read for their digests."""
_MAX_BEFORE_BYTES = 8 * MAX_BYTES
_MAX_DEPTH = 128
_MAX_PATH_BYTES = 3_000
_PLACE = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
_OPAQUE = "user.overlay.opaque"
_FOREIGN = frozenset({"user.overlay.redirect", "user.overlay.metacopy", "user.overlay.whiteout"})
"""What such an overlay never writes: a layer that has it is not understood."""
_KINDS: dict[int, SideKind] = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFLNK: "link"}
_BLOCK = 1 << 20


class LayerRefused(Exception):
    """The layer holds what cannot be put into the folder; the message says what."""


class LayerConflict(Exception):
    """Somebody else changed the same place meanwhile; the message names it."""


class Identity(NamedTuple):
    """What tells that a place holds the same thing as before."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int

    @classmethod
    def of(cls, info: os.stat_result) -> Identity:
        """The identity of what was looked at; of a folder it does not depend on the names in it."""
        if stat.S_ISDIR(info.st_mode):
            return cls(info.st_dev, info.st_ino, 0, 0, 0)
        return cls(info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns)


class Side(NamedTuple):
    """A place before or after."""

    kind: SideKind
    mode: int
    size_bytes: int
    digest: bytes
    """BLAKE3 of a file's bytes; of anything else nothing."""
    target: str
    """Where a link leads."""
    identity: Identity

    def resembles(self, other: Side) -> bool:
        """Whether nobody could tell the two apart by what is in them."""
        return self[:5] == other[:5]


class PlaceChange(NamedTuple):
    """One change."""

    path: str
    before: Side | None
    after: Side | None


def read_layer(
    layer: int, base: int, *, begun_ns: int, permitted: Callable[[str], bool]
) -> list[PlaceChange]:
    """The changes, sorted by path.

    Args:
        layer: The layer's folder.
        base: The folder beneath.
        begun_ns: Real time at which the command began.
        permitted: Whether a path may be changed.

    Raises:
        LayerRefused: one of them cannot or may not be made, or there are too many.
        LayerConflict: somebody else changed one of the same places since.
        OSError: the layer or the folder cannot be read.
    """
    found = _Reading(begun_ns, permitted).changes(layer, base)
    return sorted(found, key=lambda one: one.path)


def state_of(folder: int, name: str, spent: Callable[[int], None] = lambda _: None) -> Side | None:
    """What is there under a name; None where nothing is.

    Args:
        folder: Where to look.
        name: A single one.
        spent: Told of the bytes before they are read.

    Raises:
        OSError: it is there, and cannot be read.
    """
    try:
        held = os.open(name, _PLACE, dir_fd=folder)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        info = os.fstat(held)
        kind = _KINDS.get(stat.S_IFMT(info.st_mode), "other")
        digest, target, size = b"", "", 0
        if kind == "file":
            size = info.st_size
            spent(size)
            digest = _digest(held, info)
        elif kind == "link":
            target = os.fsdecode(os.readlink(b"", dir_fd=held))
        # A link has no rights of its own, and the further bits of a folder come with the one above it.
        mode = stat.S_IMODE(info.st_mode) & {"link": 0, "folder": 0o777}.get(kind, 0o7777)
        return Side(kind, mode, size, digest, target, Identity.of(info))
    finally:
        os.close(held)


def open_beneath(folder: int, path: str) -> int:
    """A regular file's descriptor, for reading; no part of the path is a link.

    Raises:
        OSError: it is not there, or something else.
    """
    held = os.dup(folder)
    *steps, name = path.split("/")
    try:
        for step in steps:
            inner = os.open(step, _FOLDER, dir_fd=held)
            os.close(held)
            held = inner
        return os.open(name, _FILE, dir_fd=held)
    finally:
        os.close(held)


class _Reading:
    def __init__(self, begun_ns: int, permitted: Callable[[str], bool]) -> None:
        self._begun_ns = begun_ns
        self._permitted = permitted
        self._count = 0
        self._bytes = self._before_bytes = 0

    def changes(self, layer: int, base: int) -> Iterator[PlaceChange]:
        yield from self._folder(layer, base, "", 0)

    def _folder(self, layer: int, base: int | None, prefix: str, depth: int) -> Iterator[PlaceChange]:
        if depth > _MAX_DEPTH:
            raise LayerRefused(f"folders lie more than {_MAX_DEPTH} deep")
        is_opaque = _is_opaque(layer)
        names = _names(layer, prefix)
        for name in names:
            yield from self._name(layer, base, name, prefix, depth)
        if base is not None and is_opaque:
            for name in sorted(set(_names(base, prefix)) - set(names)):
                yield from self._removed(base, name, prefix, depth)

    def _name(
        self, layer: int, base: int | None, name: str, prefix: str, depth: int
    ) -> Iterator[PlaceChange]:
        path = f"{prefix}{name}"
        info = os.stat(name, dir_fd=layer, follow_symlinks=False)
        if stat.S_ISCHR(info.st_mode) and info.st_rdev == 0:  # a whiteout
            if base is not None:
                yield from self._removed(base, name, prefix, depth)
            return
        self._require_possible(path, info)
        if info.st_mode & 0o400 == 0 or (stat.S_ISDIR(info.st_mode) and info.st_mode & 0o500 != 0o500):
            _unlock(layer, name, info)
        before = None if base is None else self._before(base, name)
        if stat.S_ISDIR(info.st_mode):
            yield from self._made_folder(layer, base, name, prefix, depth, info, before)
            return
        after = state_of(layer, name, self._spend)
        assert after is not None  # noqa: S101  # nobody else is there
        after = after._replace(mode=0 if after.kind == "link" else stat.S_IMODE(info.st_mode))
        if before is not None and before.kind == "folder" and base is not None:
            yield from self._emptied(base, name, path, depth)
        if before is None or not after.resembles(before):
            self._require_plain(path, after)
            yield self._noted(path, before, after)

    def _made_folder(
        self,
        layer: int,
        base: int | None,
        name: str,
        prefix: str,
        depth: int,
        info: os.stat_result,
        before: Side | None,
    ) -> Iterator[PlaceChange]:
        path = f"{prefix}{name}"
        after = Side("folder", stat.S_IMODE(info.st_mode) & 0o777, 0, b"", "", Identity.of(info))
        if before is None or not after.resembles(before):
            yield self._noted(path, before, after)
        inner = os.open(name, _FOLDER, dir_fd=layer)
        try:
            beneath = os.open(name, _FOLDER, dir_fd=base) if _is_folder(before) and base is not None else None
            try:
                yield from self._folder(inner, beneath, f"{path}/", depth + 1)
            finally:
                if beneath is not None:
                    os.close(beneath)
        finally:
            os.close(inner)

    def _removed(self, base: int, name: str, prefix: str, depth: int) -> Iterator[PlaceChange]:
        """A place that is not there any more, with all that was in it."""
        path = f"{prefix}{name}"
        before = self._before(base, name)
        if before is None:
            raise LayerConflict(f"{path!r} was removed by somebody else meanwhile")
        if before.kind == "folder":
            yield from self._emptied(base, name, path, depth)
        yield self._noted(path, before, None)

    def _emptied(self, base: int, name: str, path: str, depth: int) -> Iterator[PlaceChange]:
        if depth > _MAX_DEPTH:
            raise LayerRefused(f"folders lie more than {_MAX_DEPTH} deep")
        inner = os.open(name, _FOLDER, dir_fd=base)
        try:
            for each in _names(inner, f"{path}/"):
                yield from self._removed(inner, each, f"{path}/", depth + 1)
        finally:
            os.close(inner)

    def _before(self, base: int, name: str) -> Side | None:
        return state_of(base, name, self._spend_before)

    def _noted(self, path: str, before: Side | None, after: Side | None) -> PlaceChange:
        self._count += 1
        if self._count > MAX_CHANGES:
            raise LayerRefused(f"there are more than {MAX_CHANGES} changes")
        if len(os.fsencode(path)) > _MAX_PATH_BYTES:
            raise LayerRefused(f"a path is longer than {_MAX_PATH_BYTES} bytes")
        if not self._permitted(path):
            raise LayerRefused(f"{path!r} may not be changed")
        if before is not None and before.identity.ctime_ns > self._begun_ns:
            raise LayerConflict(f"{path!r} was changed by somebody else meanwhile")
        return PlaceChange(path, before, after)

    @staticmethod
    def _require_possible(path: str, info: os.stat_result) -> None:
        if not (stat.S_ISREG(info.st_mode) or stat.S_ISDIR(info.st_mode) or stat.S_ISLNK(info.st_mode)):
            raise LayerRefused(f"{path!r} is a device, a FIFO or a socket")

    @staticmethod
    def _require_plain(path: str, after: Side) -> None:
        if after.mode & 0o7000:
            raise LayerRefused(f"{path!r} has a set-user-id, set-group-id or sticky bit")
        if any("\ud800" <= character <= "\udfff" for character in after.target):
            raise LayerRefused(f"the link {path!r} leads to what is not UTF-8")

    def _spend(self, size: int) -> None:
        self._bytes += size
        if self._bytes > MAX_BYTES:
            raise LayerRefused(f"the changed files hold more than {MAX_BYTES} bytes")

    def _spend_before(self, size: int) -> None:
        self._before_bytes += size
        if self._before_bytes > _MAX_BEFORE_BYTES:
            raise LayerRefused(f"the files that were there hold more than {_MAX_BEFORE_BYTES} bytes")


def _names(folder: int, prefix: str) -> list[str]:
    """The names in order.

    Raises:
        LayerRefused: there are more than could be changes, or one is no text.
    """
    names: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                entry.name.encode()
            except UnicodeEncodeError:
                raise LayerRefused(f"a name in {prefix or '.'!r} is not UTF-8") from None
            names.append(entry.name)
            if len(names) > 4 * MAX_CHANGES:
                raise LayerRefused(f"{prefix or '.'!r} holds more than {4 * MAX_CHANGES} names")
    return sorted(names)


def _is_folder(side: Side | None) -> bool:
    return side is not None and side.kind == "folder"


def _is_opaque(layer: int) -> bool:
    attributes = frozenset(os.listxattr(layer))
    if attributes & _FOREIGN:
        raise LayerRefused("the layer is not one that an overlay leaves")
    return _OPAQUE in attributes and os.getxattr(layer, _OPAQUE) == b"y"


def _unlock(layer: int, name: str, info: os.stat_result) -> None:
    """Let this user read what the command took from itself; what it left is known."""
    if stat.S_ISLNK(info.st_mode):
        return
    held = os.open(name, _PLACE, dir_fd=layer)
    try:
        os.chmod(f"/proc/self/fd/{held}", stat.S_IMODE(info.st_mode) | 0o700)  # noqa: PTH101
    finally:
        os.close(held)


def _digest(held: int, info: os.stat_result) -> bytes:
    """BLAKE3 of just what was looked at."""
    fd = os.open(f"/proc/self/fd/{held}", os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        hasher = blake3()
        left = info.st_size
        while left > 0 and (block := os.read(fd, min(_BLOCK, left))):
            hasher.update(block)
            left -= len(block)
        if left or os.read(fd, 1):
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
        return hasher.digest()
    finally:
        os.close(fd)
