"""A whole memory file system as bytes, and back.

The form is plain data: no code, no types by name. One state has one form, and reading it gives that state again, to the
inode numbers and the order of names. It says nothing of who made it: whoever keeps it where others can write
authenticates it.

Layout, integers little-endian:

1. ``MAGIC``, which ends in the version; the next inode number (8 bytes); the number of inodes (4).
2. Every inode, a folder before what it holds, in the order of names: kind (2), permissions (2), uid (4), gid (4), inode
   number (8), three times (8 each: access, content, change), then by kind:
   file: length (4) and bytes; link: length (4) and target; folder: number of names (4), each as length (2), bytes, inode
   number (8); FIFO and device: device number (8).

Reading trusts nothing: every length is compared with what is left, and the tree must be one: each inode reached, each
folder by one name, and never through itself.
"""

from __future__ import annotations

import struct

from runtime.bash.vfs.inodes import FIRST_LOWER, ROOT, Inodes
from runtime.bash.vfs.memory import MemoryFileSystem
from runtime.bash.vfs.nodes import (
    BLOCK,
    CHARACTER,
    FIFO,
    FILE,
    FOLDER,
    LINK,
    File,
    Folder,
    Inode,
    Link,
    Special,
)
from runtime.bash.vfs.quota import NAME_BYTES, PATH_BYTES, Quota, QuotaExceeded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["export_tree", "import_tree"]

MAGIC = b"runtime.vfs\x00\x01"
_COUNTS = struct.Struct("<QI")
_HEAD = struct.Struct("<HHIIQqqq")
_LENGTH = struct.Struct("<I")
_NAME = struct.Struct("<H")
_NUMBER = struct.Struct("<Q")
_MAX_INO = 1 << 62
# A file of /proc, whose content is no part of the file system; no type bits of an inode are this.
_PROCESS_FILE = 0
_BAD_NAMES = frozenset({b"", b".", b".."})


def export_tree(fs: MemoryFileSystem) -> bytes:
    """All that is in a file system. Lazy files are fetched, which may raise OSError."""
    inodes = fs.inodes
    found: dict[int, Inode] = {}
    waiting = [inodes.get(ROOT)]
    while waiting:
        node = waiting.pop()
        if node.ino not in found:
            found[node.ino] = node
            if isinstance(node, Folder):
                waiting += map(inodes.get, reversed(node.entries.values()))
    parts = [MAGIC, _COUNTS.pack(inodes.next_ino, len(found))]
    for node in found.values():
        parts += _exported(inodes, node)
    return b"".join(parts)


def _exported(inodes: Inodes, node: Inode) -> list[bytes]:
    times = node.atime_ns, node.mtime_ns, node.ctime_ns
    kind = _PROCESS_FILE if node.kind == FILE and isinstance(node, Special) else node.kind
    parts = [_HEAD.pack(kind, node.permissions, node.uid, node.gid, node.ino, *times)]
    if isinstance(node, File):
        data = bytes(inodes.content(node))
        parts += [_LENGTH.pack(len(data)), data]
    elif isinstance(node, Link):
        target = node.target.encode("utf-8", "surrogateescape")
        parts += [_LENGTH.pack(len(target)), target]
    elif isinstance(node, Folder):
        parts.append(_LENGTH.pack(len(node.entries)))
        for name, ino in node.entries.items():
            encoded = name.encode("utf-8", "surrogateescape")
            parts += [_NAME.pack(len(encoded)), encoded, _NUMBER.pack(ino)]
    elif isinstance(node, Special):
        parts.append(_NUMBER.pack(node.rdev))
    return parts


def import_tree(
    data: bytes,
    *,
    uid: int = 1000,
    gid: int = 1000,
    clock_ns: Callable[[], int] | None = None,
    quota: Quota | None = None,
    entropy: Callable[[int], bytes] | None = None,
) -> MemoryFileSystem:
    """The file system that `export_tree` made bytes of.

    Raises:
        ValueError: the bytes are not a snapshot of this version, are damaged, or hold more than the quota allows.
    """
    nodes, next_ino = _Reader(data).nodes()
    quota = quota or Quota()
    _join(nodes, quota)
    fs = MemoryFileSystem(uid=uid, gid=gid, quota=quota, entropy=entropy)
    inodes = fs.inodes
    inodes.clock_ns = inodes.clock_ns if clock_ns is None else clock_ns
    inodes.own.clear()
    for node in nodes.values():
        inodes.plant(node)
    inodes.next_ino = next_ino
    return fs


class _Reader:
    """Takes the bytes apart; every step first looks whether they are there."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def nodes(self) -> tuple[dict[int, Inode], int]:
        if self._take(len(MAGIC)) != MAGIC:
            raise ValueError("not a snapshot of a file system, or of another version")
        next_ino, count = self._unpack(_COUNTS)
        found: dict[int, Inode] = {}
        for _ in range(count):
            node = self._node()
            if node.ino in found:
                raise ValueError("an inode stands twice in the snapshot")
            found[node.ino] = node
        if self._at != len(self._data):
            raise ValueError("bytes follow the snapshot")
        if next_ino > _MAX_INO or any(next_ino <= ino < FIRST_LOWER for ino in found):
            raise ValueError("the next inode number is in use")
        return found, next_ino

    def _node(self) -> Inode:
        kind, rights, uid, gid, ino, atime_ns, mtime_ns, ctime_ns = self._unpack(_HEAD)
        if rights > 0o7777 or not 0 < ino < _MAX_INO:
            raise ValueError("an inode of the snapshot cannot be")
        node: Inode
        if kind == FILE:
            node = File(ino, rights, uid, gid, ctime_ns)
            node.data = self._take(self._unpack(_LENGTH)[0])
        elif kind == LINK:
            node = Link(ino, uid, gid, ctime_ns, self._target())
        elif kind == FOLDER:
            node = Folder(ino, rights, uid, gid, ctime_ns, ROOT, "")
            node.entries = self._entries()
        elif kind == _PROCESS_FILE:
            node = Special(ino, rights, uid, gid, ctime_ns, FILE, self._unpack(_NUMBER)[0])
        elif kind in (FIFO, CHARACTER, BLOCK):
            node = Special(ino, rights, uid, gid, ctime_ns, kind, self._unpack(_NUMBER)[0])
        else:
            raise ValueError("an inode of the snapshot is of no known kind")
        node.atime_ns, node.mtime_ns = atime_ns, mtime_ns
        return node

    def _target(self) -> str:
        raw = self._take(self._unpack(_LENGTH)[0])
        if not 0 < len(raw) <= PATH_BYTES or b"\0" in raw:
            raise ValueError("a link of the snapshot says nothing that a path could be")
        return raw.decode("utf-8", "surrogateescape")

    def _entries(self) -> dict[str, int]:
        entries: dict[str, int] = {}
        for _ in range(self._unpack(_LENGTH)[0]):
            raw = self._take(self._unpack(_NAME)[0])
            if raw in _BAD_NAMES or len(raw) > NAME_BYTES or b"/" in raw or b"\0" in raw:
                raise ValueError("a name of the snapshot is none")
            name = raw.decode("utf-8", "surrogateescape")
            if name in entries:
                raise ValueError("a name stands twice in a folder of the snapshot")
            entries[name] = self._unpack(_NUMBER)[0]
        return entries

    def _unpack(self, form: struct.Struct) -> tuple[int, ...]:
        return form.unpack(self._take(form.size))

    def _take(self, size: int) -> bytes:
        piece = self._data[self._at : self._at + size]
        if len(piece) != size:
            raise ValueError("the snapshot is cut short")
        self._at += size
        return piece


def _join(nodes: dict[int, Inode], quota: Quota) -> None:
    """Make one tree of the inodes, or refuse: links counted, folders told their place, all of it within the quota."""
    root = nodes.get(ROOT)
    if root is None or root.kind != FOLDER:
        raise ValueError("the snapshot has no root")
    named = dict.fromkeys(nodes, 0)
    named[ROOT] = 1  # a further name of the root would be a cycle
    try:
        _descend(nodes, named, quota)
        for ino, count in named.items():
            if not count:
                raise ValueError("an inode of the snapshot has no name")
            if nodes[ino].kind != FOLDER:
                nodes[ino].nlink = count
                quota.resize(0, nodes[ino].held_bytes())
    except QuotaExceeded as error:
        raise ValueError(f"the snapshot holds {error.what}") from None


def _descend(nodes: dict[int, Inode], named: dict[int, int], quota: Quota) -> None:
    level = [nodes[ROOT]]
    depth = 0
    while level:
        quota.deep(depth)
        below: list[Inode] = []
        for folder in level:
            for name, ino in folder.entries.items():  # type: ignore[attr-defined]  # a level holds folders only
                quota.name()
                named[ino] = named.get(ino, -1) + 1
                if not named[ino]:
                    raise ValueError("a name of the snapshot leads to nothing")
                node = nodes[ino]
                if isinstance(node, Folder):
                    # Every cycle gives some folder a second name, so this ends.
                    if named[ino] > 1:
                        raise ValueError("a folder of the snapshot has two names")
                    node.parent, node.name = folder.ino, name
                    folder.nlink += 1
                    below.append(node)
        level = below
        depth += 1
