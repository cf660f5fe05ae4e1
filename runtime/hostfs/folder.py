"""A folder of the host as a rooted file system: nothing reached through it lies outside.

Every operation works in the same order:

1. Find the object: a descriptor that names it and opens nothing (`runtime.hostfs.locate`).
2. Ask where it really lies, after all links, and whether that place is within what the caller may reach.
3. Look at its type. Only then open it, through the descriptor: what was checked is what is opened.

A plain ``open(..., O_NONBLOCK)`` and a look afterwards would be one call cheaper, but opening is an act: it lets the
writer of a FIFO go on, arms a watchdog, rewinds a tape. Through ``/proc/self/fd`` the object that was looked at is
opened, whatever has happened to its name since.

Files are written under a new name in the same folder and then published by one atomic step, so that a reader sees
the old bytes or the new ones, and a crash leaves at most a stray ``.runtime-*.tmp``.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from runtime.hostfs.locate import Escape, Locator, encode, locator
from runtime.hostfs.publish import publish_new, publish_over, sync_folder

__all__ = ["Enter", "Escape", "HostEntry", "HostFolder", "OutOfScope", "Wanted", "Whole", "Within"]

Kind = Literal["file", "dir", "symlink", "other"]
Within = Callable[[str], bool]
"""Whether a place, named by its real path beneath the root, may be reached."""
Enter = Callable[[str], bool]
"""Whether a walk goes into a folder, by its path."""
Wanted = Callable[[str, list[str]], list[str]]
"""Of some files of one folder those that a walk takes: ``("src/", ["a.py", "b.txt"])``; the root is ``""``."""
Whole = Callable[[bytes], bool]
"""Whether more of a file is wanted, by its first block."""

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_REOPEN = os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_READ_NO_LINK = _REOPEN | os.O_RDONLY | os.O_NOFOLLOW
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM})
# How often a file may be replaced by others between two looks at it.
_RACES = 16
_LOCK_POLL_S = 0.005
_LOCK_TRIES = 400
_BLOCK = 65_536
# Files that a walk hands on at once: what is asked once a run costs next to nothing, and is asked often all the same.
_RUN = 64
_KINDS: dict[int, Kind] = {stat.S_IFREG: "file", stat.S_IFDIR: "dir", stat.S_IFLNK: "symlink"}
_by_name = attrgetter("name")


class OutOfScope(OSError):
    """A path leads to a place beneath the root that the caller may not reach."""

    def __init__(self) -> None:
        super().__init__(errno.EACCES, "Path leads to a place that is not given")


class HostEntry(NamedTuple):
    """One name in a folder."""

    name: str
    kind: Kind


class HostFolder:
    """A folder of the host. Paths are relative to it, in POSIX form; a backslash is a character like any other.

    Errors are OSErrors with the caller's path as ``filename`` and no host path in them.
    """

    __slots__ = ("_fd", "_locate", "_prefix")

    def __init__(self, root: str | Path, *, locate: Locator | None = None) -> None:
        self._fd = -1
        self._fd = os.open(root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        self._locate = locate or locator()
        self._prefix = _place(self._fd).rstrip("/") + "/"

    def close(self) -> None:
        """Let go of the folder; every later operation fails."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def __del__(self) -> None:
        self.close()

    def stat(self, path: str, *, within: Within | None = None) -> os.stat_result:
        """What the path names, links followed."""
        with _Named(path), self._found(path, within) as fd:
            return os.fstat(fd)

    def list_dir(self, path: str, *, within: Within | None = None) -> list[HostEntry]:
        """The folder's names in order, each with its own kind: a link is a link."""
        with _Named(path), self._found(path, within) as found, _Descriptor(_open_folder(found)) as fd:
            return [HostEntry(entry.name, _kind(entry)) for entry in _entries(fd)]

    def open_read(self, path: str, *, within: Within | None = None) -> BinaryIO:
        """A regular file, opened for reading.

        Raises:
            IsADirectoryError: it is a folder.
            PermissionError: it is a FIFO, a socket or a device; nothing was opened.
        """
        with _Named(path):
            fd, _ = self._open_file(path, within)
        return os.fdopen(fd, "rb")

    def read_bytes(self, path: str, max_bytes: int, *, within: Within | None = None) -> bytes:
        """The file's first ``max_bytes`` bytes, or all where it holds fewer."""
        with _Named(path):
            fd, size_bytes = self._open_file(path, within)
            with _Descriptor(fd):
                return _read(fd, size_bytes, max_bytes)

    def walk(
        self,
        path: str,
        max_depth: int,
        *,
        wanted: Wanted | None = None,
        enter: Enter | None = None,
        within: Within | None = None,
    ) -> Iterator[tuple[str, int]]:
        """The wanted regular files beneath a folder with their depth (1: directly in it), in order of names.

        No link is followed, and each folder is opened from its parent's descriptor: renaming folders meanwhile
        cannot lead the walk astray. Folders that cannot be opened, or that ``enter`` says no to, are passed over.
        """
        found = self._walk(path, max_depth, within, enter, wanted)
        # Errors belong to this call; and only a generator that has begun closes its folders when it is dropped.
        next(found)
        return ((prefix + name, depth) for _, prefix, names, depth in found for name in names)

    def scan(
        self,
        path: str,
        max_depth: int,
        *,
        wanted: Wanted,
        max_bytes: int,
        whole: Whole,
        enter: Enter | None = None,
        within: Within | None = None,
    ) -> Iterator[tuple[str, bytes | None]]:
        """The wanted files of `walk`, each with its first bytes; None for one that could not be read.

        Of a file larger than a block of 64 KiB the rest is read where ``whole``, given the block, says so.

        Each is opened from its folder's descriptor, which spares the look-up of its whole path: a third of the time of
        `walk` and `read_bytes`.
        """
        found = self._walk(path, max_depth, within, enter, wanted)
        next(found)
        return (
            (prefix + name, _read_beneath(folder, name, max_bytes, whole))
            for folder, prefix, names, _ in found
            for name in names
        )

    def create(
        self,
        path: str,
        data: bytes,
        *,
        mode: int = 0o644,
        parents: bool = False,
        within: Within | None = None,
    ) -> None:
        """Write a new file, whole or not at all.

        Raises:
            FileExistsError: the name is taken, be it by a dangling link.
        """
        with _Named(path):
            head, name = _split(path)
            if parents:
                self.make_dir(head, within=within)
            with self._found(head, None) as parent:
                self._permit(parent, name, within)
                publish_new(parent, name, data, mode & 0o777)

    def replace(
        self, path: str, data: bytes, *, expected: bytes | None = None, within: Within | None = None
    ) -> None:
        """Give an existing file new content, whole or not at all; mode and owner stay.

        A link is followed as for reading, and the file that it leads to is replaced. Other hard links to the old
        file keep the old content.

        Raises:
            OSError: with ``errno.ESTALE``: the file does not hold what was ``expected``.
        """
        with _Named(path):
            for _ in range(_RACES):
                with self._found(path, within) as old:
                    if self._replace(old, data, within, expected):
                        return
            raise BlockingIOError(errno.EAGAIN, "File is replaced by others all the time")

    def make_dir(self, path: str, *, within: Within | None = None) -> list[str]:
        """Make a folder and its parents; the real paths of those made, outermost first.

        Raises:
            FileExistsError: the name is taken by something else.
        """
        made: list[str] = []
        with _Named(path):
            encode(path)
            steps = [step for step in path.split("/") if step not in ("", ".")]
            for end in range(1, len(steps) + 1):
                made += self._make_one("/".join(steps[: end - 1]) or ".", steps[end - 1], within)
            with self._found(path, within) as fd:
                if not stat.S_ISDIR(os.fstat(fd).st_mode):
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        return made

    def _replace(self, old: int, data: bytes, within: Within | None, expected: bytes | None) -> bool:
        info = _regular(old)
        head, name = _split(self._real(old))
        # Renaming over a file needs no right to write it; this asks the kernel for that right.
        with _Descriptor(_reopen(old, os.O_RDWR if expected is not None else os.O_WRONLY)) as opened:
            _lock(opened)
            with self._found(head, None) as parent:
                self._permit(parent, name, within)
                # A file that was unlinked meanwhile goes by "NAME (deleted)", which may be another file's name.
                if not _holds(parent, name, info):
                    return False
                if expected is not None and _read(opened, len(expected), len(expected) + 1) != expected:
                    raise OSError(errno.ESTALE, "File was changed meanwhile")
                publish_over(parent, name, data, info)
        return True

    def _make_one(self, head: str, name: str, within: Within | None) -> list[str]:
        try:
            with self._found(f"{head}/{name}", None):
                return []
        except FileNotFoundError:
            pass
        with self._found(head, None) as parent:
            place = self._permit(parent, name, within)
            try:
                os.mkdir(name, dir_fd=parent)
            except FileExistsError:
                # Made by someone else meanwhile; a dangling link is not, and fails at the next step.
                return []
            sync_folder(parent)
        return [place]

    def _permit(self, parent: int, name: str, within: Within | None) -> str:
        place = os.path.normpath(f"{self._real(parent)}/{name}")
        if within is not None and not within(place):
            raise OutOfScope
        return place

    def _found(self, path: str, within: Within | None) -> _Descriptor:
        fd = self._locate(self._fd, encode(path), True)
        try:
            self._confine(fd, within)
        except BaseException:
            os.close(fd)
            raise
        return _Descriptor(fd)

    def _confine(self, fd: int, within: Within | None) -> None:
        if within is not None and not within(self._real(fd)):
            raise OutOfScope

    def _real(self, fd: int) -> str:
        place = _place(fd) + "/"
        if not place.startswith(self._prefix):
            raise Escape
        return place[len(self._prefix) : -1] or "."

    def _open_file(self, path: str, within: Within | None) -> tuple[int, int]:
        with self._found(path, within) as found:
            size_bytes = _regular(found).st_size
            fd = _reopen(found, os.O_RDONLY)
        os.set_blocking(fd, True)
        return fd, size_bytes

    def _walk(
        self, path: str, max_depth: int, within: Within | None, enter: Enter | None, wanted: Wanted | None
    ) -> Iterator[_Run]:
        """The wanted files, some neighbours at a time; the first run is nothing."""
        with _Named(path), self._found(path, within) as found:
            start = _open_folder(found)
        prefix = os.path.normpath(path) + "/"
        levels = [(start, "" if prefix == "./" else prefix, iter(_entries(start)))]
        try:
            yield -1, "", [], 0
            while levels:
                fd, prefix, entries = levels[-1]
                names, folder = _next_run(entries, prefix, enter if len(levels) < max_depth else _nowhere)
                ended = folder is None and len(names) < _RUN
                if names and (names := names if wanted is None else wanted(prefix, names)):
                    yield fd, prefix, names, len(levels)
                if folder is not None and (level := _descend(fd, prefix, folder)):
                    levels.append(level)
                elif ended:
                    os.close(levels.pop()[0])
        finally:
            for fd, _, _ in levels:
                os.close(fd)


def _lock(fd: int) -> None:
    """Be the only one of all who replace this file through here: what is compared is then what is replaced.

    Editors that know nothing of the lock can still come between the look and the rename, which are some µs apart.
    """
    for _ in range(_LOCK_TRIES):
        with suppress(BlockingIOError):
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        time.sleep(_LOCK_POLL_S)
    raise BlockingIOError(errno.EAGAIN, "File is locked by another process")


class _Descriptor:
    """A file descriptor that is closed at the end of a ``with``."""

    __slots__ = ("_fd",)

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def __enter__(self) -> int:
        return self._fd

    def __exit__(self, *_: object) -> None:
        os.close(self._fd)


class _Named:
    """Gives every OSError of a ``with`` the caller's path, and takes away what the host calls things."""

    __slots__ = ("_path",)

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, OSError):
            error.filename = self._path
            del error.filename2


def _place(fd: int) -> str:
    return os.readlink(f"/proc/self/fd/{fd}")  # noqa: PTH115  # a path that the kernel made, not a Path


def _split(path: str) -> tuple[str, str]:
    encode(path)
    head, _, name = path.rpartition("/")
    if name in ("", ".", ".."):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return head or ".", name


def _regular(fd: int) -> os.stat_result:
    info = os.fstat(fd)
    if stat.S_ISDIR(info.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(info.st_mode):
        raise PermissionError(errno.EPERM, "Not a regular file")
    return info


def _holds(folder: int, name: str, info: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.stat(name, dir_fd=folder, follow_symlinks=False), info)
    except FileNotFoundError:
        return False


def _reopen(fd: int, flags: int) -> int:
    return os.open(f"/proc/self/fd/{fd}", flags | _REOPEN)


def _open_folder(fd: int) -> int:
    # "." of a file's descriptor is ENOTDIR, and needs no /proc.
    return os.open(".", _FOLDER, dir_fd=fd)


def _entries(fd: int) -> list[os.DirEntry[str]]:
    with os.scandir(fd) as entries:
        return sorted(entries, key=_by_name)


def _kind(entry: os.DirEntry[str]) -> Kind:
    if entry.is_symlink():
        return "symlink"
    if entry.is_file(follow_symlinks=False):
        return "file"
    return "dir" if entry.is_dir(follow_symlinks=False) else "other"


def kind_of(mode: int) -> Kind:
    """The kind that a file's mode says."""
    return _KINDS.get(stat.S_IFMT(mode), "other")


_Level = tuple[int, str, Iterator["os.DirEntry[str]"]]
_Run = tuple[int, str, list[str], int]
"""Files of one folder: its descriptor, its path with a slash, their names and their depth."""


def _nowhere(_: str) -> bool:
    return False


def _next_run(
    entries: Iterator[os.DirEntry[str]], prefix: str, enter: Enter | None
) -> tuple[list[str], str | None]:
    """The next files of a folder, no more than a run, and the folder behind them that is to be entered."""
    names: list[str] = []
    for entry in entries:
        if entry.is_symlink():
            continue
        if entry.is_file():
            names.append(entry.name)
            if len(names) == _RUN:
                break
        elif entry.is_dir() and (enter is None or enter(prefix + entry.name)):
            return names, entry.name
    return names, None


def _descend(parent: int, prefix: str, name: str) -> _Level | None:
    fd = -1
    try:
        fd = os.open(name, _FOLDER, dir_fd=parent)
        return fd, f"{prefix}{name}/", iter(_entries(fd))
    except OSError as error:
        if fd >= 0:
            os.close(fd)
        # An answer that leaves folders out because this process ran out of something would be a wrong answer.
        if error.errno in _EXHAUSTED:
            error.filename = prefix + name
            raise
        return None


def _read_beneath(folder: int, name: str, max_bytes: int, whole: Whole) -> bytes | None:
    """The file's first bytes, no more than the first block where ``whole`` says no to that.

    Not looked at once more after the folder said that it is a file: what was put in its place since then is opened without
    following or waiting, and is read as empty or not at all.
    """
    try:
        fd = os.open(name, _READ_NO_LINK, dir_fd=folder)
    except OSError as error:
        if error.errno in _EXHAUSTED:
            raise
        return None
    try:
        head = os.read(fd, min(_BLOCK, max_bytes))
        if len(head) < _BLOCK or not whole(head):
            return head
        return head + _read(fd, os.fstat(fd).st_size, max_bytes - _BLOCK)
    except OSError:
        return None
    finally:
        os.close(fd)


def _read(fd: int, size_bytes: int, max_bytes: int) -> bytes:
    # One byte more than the size meets the end in the same call.
    piece_bytes = max(size_bytes + 1, 65_536)
    pieces: list[bytes] = []
    left = max_bytes
    while left > 0 and (piece := os.read(fd, min(left, piece_bytes))):
        pieces.append(piece)
        left -= len(piece)
        if len(piece) == size_bytes:
            break
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)
