"""What an embedder puts into a file system: whole files with all their parents, past the rights of the shell's user."""

from __future__ import annotations

import os

from runtime.bash.vfs.memory import MemoryFileSystem
from runtime.bash.vfs.nodes import File, LazyContent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from runtime.bash.vfs.api import FileSystem

    Content = str | bytes | LazyContent | Callable[[], bytes | str | Awaitable[bytes | str]]

__all__ = ["add_file", "add_folder", "from_files", "make_parents", "write_file"]


def from_files(files: Mapping[str, Content], fs: MemoryFileSystem | None = None) -> MemoryFileSystem:
    """A memory file system that holds ``files``, by absolute path: text, bytes, `LazyContent`, or a callable that gives them later."""
    fs = fs or MemoryFileSystem()
    for path, content in files.items():
        add_file(fs, path, content)
    return fs


def add_file(fs: MemoryFileSystem, path: str, content: Content) -> None:
    """Put one file in place, parents included; what is made belongs to the shell's user.

    Raises:
        ValueError: the path is not absolute.
        OSError: something on the way is no folder; QuotaExceeded.
    """
    lazy = (
        content if isinstance(content, LazyContent) else LazyContent(content) if callable(content) else None
    )
    inodes = fs.inodes
    uid, inodes.uid = inodes.uid, 0
    try:
        for place in _missing_parents(fs, path):
            fs.mkdir(place)
            fs.chown(place, uid, -1)
        data = (
            b""
            if lazy
            else content.encode("utf-8", "surrogateescape")
            if isinstance(content, str)
            else content
        )
        fs.write_bytes(path, data)  # type: ignore[arg-type]
        fs.chown(path, uid, -1)
        if lazy:
            node = fs.names.find(path)
            if isinstance(node, File):
                inodes.mine(node).data = lazy
    finally:
        inodes.uid = uid
        # Root's ways are not the user's.
        fs.names.forget()


def add_folder(fs: MemoryFileSystem, path: str) -> None:
    """Make a folder with its parents, past the rights of the shell's user, whose it will be; fine if it is there."""
    inodes = fs.inodes
    uid, inodes.uid = inodes.uid, 0
    try:
        for place in _missing_parents(fs, f"{path}/x"):
            fs.mkdir(place)
            fs.chown(place, uid, -1)
    finally:
        inodes.uid = uid
        fs.names.forget()


def write_file(fs: FileSystem, path: str, data: bytes) -> None:
    """Create or replace a file, parents included, with the rights of the shell's user."""
    make_parents(fs, path)
    fs.write_bytes(path, data)


def make_parents(fs: FileSystem, path: str) -> None:
    """Make the folders above ``path`` that are missing."""
    for place in _missing_parents(fs, path):
        fs.mkdir(place)


def _missing_parents(fs: FileSystem, path: str) -> list[str]:
    if not path.startswith("/"):
        raise ValueError(f"not an absolute path: {path!r}")
    missing = []
    head = os.path.normpath(path).rpartition("/")[0]
    while head and not fs.exists(head):
        missing.append(head)
        head = head.rpartition("/")[0]
    return missing[::-1]
