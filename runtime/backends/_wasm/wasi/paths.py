"""What is done with a path beneath an open folder: the functions whose names begin with ``path_``.

Each works in the same order: read the path from the guest, find the object or the folder that holds its name without
opening anything, ask whether the place may be touched, look at the type, and only then act, on the descriptor that
was found and never on the path again.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from runtime.backends._wasm.errno import (
    ACCES,
    BUSY,
    EXIST,
    ILSEQ,
    INVAL,
    ISDIR,
    LOOP,
    NAMETOOLONG,
    NOENT,
    NOTCAPABLE,
    NOTDIR,
    PERM,
)
from runtime.backends._wasm.wasi.call import Wasi
from runtime.backends._wasm.wasi.descriptors import (
    DIRECTORY,
    FD_READ,
    FD_WRITE,
    FOLDER_RIGHTS,
    PATH_CREATE_DIRECTORY,
    PATH_CREATE_FILE,
    PATH_FILESTAT_GET,
    PATH_FILESTAT_SET_SIZE,
    PATH_FILESTAT_SET_TIMES,
    PATH_LINK_SOURCE,
    PATH_LINK_TARGET,
    PATH_OPEN,
    PATH_READLINK,
    PATH_REMOVE_DIRECTORY,
    PATH_RENAME_SOURCE,
    PATH_RENAME_TARGET,
    PATH_SYMLINK,
    PATH_UNLINK_FILE,
    REGULAR_FILE,
    Descriptor,
    file_rights,
)
from runtime.backends._wasm.wasi.faults import WasiErrno
from runtime.backends._wasm.wasi.files import APPEND, DSYNC, RSYNC, SYNC, check_times, put_filestat, set_times
from runtime.backends._wasm.wasi.scope import READ, WRITE, beneath, to_text
from runtime.hostfs.locate import MAX_LINKS, MAX_PATH_BYTES
from runtime.hostfs.moves import depth, leads_out

_FOLLOW = 1
_CREAT, _DIRECTORY, _EXCL, _TRUNC = 1, 2, 4, 8
_OFLAGS = _CREAT | _DIRECTORY | _EXCL | _TRUNC
# Folders are made by another call.
_NEW_FOLDER_FLAGS = _CREAT | _DIRECTORY
_FDFLAGS = 31
_OPEN = os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW_FILE, _NEW_FOLDER = 0o666, 0o777
_DOTS = (b"", b".", b"..")


class _Name(NamedTuple):
    """Where a name is or would be: the folder that holds it, the name as a call gets it, and its place."""

    folder: int
    name: bytes
    place: str


class _Wanted(NamedTuple):
    """How a file is to be opened."""

    oflags: int
    fdflags: int
    rights: int
    follow: bool

    @property
    def reads(self) -> bool:
        """Whether its content will be read; a descriptor that is to do nothing counts as one for reading."""
        return bool(self.rights & FD_READ) or not self.writes

    @property
    def writes(self) -> bool:
        return bool(self.rights & FD_WRITE or self.oflags & _TRUNC)

    @property
    def kind(self) -> str:
        """What a refusal is recorded as."""
        return WRITE if self.writes or self.oflags & _CREAT else READ

    @property
    def host_flags(self) -> int:
        flags = _OPEN | (
            os.O_RDWR if self.writes and self.reads else os.O_WRONLY if self.writes else os.O_RDONLY
        )
        if self.fdflags & APPEND:
            flags |= os.O_APPEND
        if self.fdflags & (SYNC | RSYNC):
            flags |= os.O_SYNC
        return flags | os.O_DSYNC if self.fdflags & DSYNC else flags


def path_create_directory(wasi: Wasi, fd: int, path: int, size: int) -> None:
    with _name(wasi, fd, PATH_CREATE_DIRECTORY, path, size, EXIST) as at:
        wasi.scope.check(WRITE, at.place)
        wasi.count_made()
        os.mkdir(at.name, _NEW_FOLDER, dir_fd=at.folder)


def path_remove_directory(wasi: Wasi, fd: int, path: int, size: int) -> None:
    with _name(wasi, fd, PATH_REMOVE_DIRECTORY, path, size, INVAL) as at:
        wasi.scope.check_moved(at.place)
        os.rmdir(at.name, dir_fd=at.folder)


def path_unlink_file(wasi: Wasi, fd: int, path: int, size: int) -> None:
    with _name(wasi, fd, PATH_UNLINK_FILE, path, size, ISDIR) as at:
        wasi.scope.check_moved(at.place)
        os.unlink(at.name, dir_fd=at.folder)


def path_filestat_get(wasi: Wasi, fd: int, flags: int, path: int, size: int, at: int) -> None:
    with _object(wasi, fd, PATH_FILESTAT_GET, path, size, flags) as found:
        wasi.scope.check_seen(wasi.scope.place(found))
        put_filestat(wasi, at, os.fstat(found))


def path_filestat_set_times(
    wasi: Wasi, fd: int, flags: int, path: int, size: int, accessed: int, modified: int, which: int
) -> None:
    check_times(which)
    with _object(wasi, fd, PATH_FILESTAT_SET_TIMES, path, size, flags) as found:
        wasi.scope.check(WRITE, wasi.scope.place(found))
        wasi.check_alone(os.fstat(found))
        set_times(found, accessed, modified, which)


def path_readlink(wasi: Wasi, fd: int, path: int, size: int, buffer: int, length: int, at: int) -> None:
    with _object(wasi, fd, PATH_READLINK, path, size, 0) as found:
        wasi.scope.check(READ, wasi.scope.place(found))
        span = wasi.memory.span(buffer, length)
        if not stat.S_ISLNK(os.fstat(found).st_mode):
            raise WasiErrno(INVAL)
        target = os.readlink(b"", dir_fd=found)[:length]
        span[: len(target)] = target
        wasi.memory.put_u32(at, len(target))


def path_symlink(wasi: Wasi, target: int, target_size: int, fd: int, path: int, size: int) -> None:
    """Make a link. Not one that leads out of the workspace: programs that look less closely might follow it."""
    text = _text(wasi, target, target_size)
    if text.startswith(b"/"):
        wasi.scope.refuse(WRITE, to_text(text))
        raise WasiErrno(PERM)
    with _name(wasi, fd, PATH_SYMLINK, path, size, EXIST) as at:
        wasi.scope.check_moved(at.place)
        _check_link(wasi, to_text(text), at.place)
        wasi.count_made()
        os.symlink(text, at.name, dir_fd=at.folder)


def path_link(
    wasi: Wasi, fd: int, flags: int, path: int, size: int, to: int, to_path: int, to_size: int
) -> None:
    """Give a file a second name. Under it the file may be all that the new place allows, so it must be that already."""
    if flags & _FOLLOW:
        raise WasiErrno(INVAL)
    with (
        _object(wasi, fd, PATH_LINK_SOURCE, path, size, 0) as found,
        _name(wasi, to, PATH_LINK_TARGET, to_path, to_size, EXIST) as at,
    ):
        wasi.scope.check_moved(at.place)
        wasi.scope.check_source(wasi.scope.place(found), at.place)
        info = os.fstat(found)
        wasi.check_alone(info)
        if stat.S_ISLNK(info.st_mode):
            _check_link(wasi, to_text(os.readlink(b"", dir_fd=found)), at.place)
        wasi.count_made()
        # The very object that was looked at: its name may be another's by now.
        os.link(f"/proc/self/fd/{found}", at.name, dst_dir_fd=at.folder, follow_symlinks=True)
        wasi.note_linked(info)


def path_rename(wasi: Wasi, fd: int, path: int, size: int, to: int, to_path: int, to_size: int) -> None:
    with (
        _name(wasi, fd, PATH_RENAME_SOURCE, path, size, BUSY) as source,
        _name(wasi, to, PATH_RENAME_TARGET, to_path, to_size, BUSY) as target,
    ):
        wasi.scope.check_moved(source.place)
        wasi.scope.check_moved(target.place)
        wasi.scope.check_source(source.place, target.place)
        _check_links(wasi, source, target.place)
        os.rename(source.name, target.name, src_dir_fd=source.folder, dst_dir_fd=target.folder)


def path_open(
    wasi: Wasi,
    fd: int,
    flags: int,
    path: int,
    size: int,
    oflags: int,
    rights: int,
    _inheriting: int,
    fdflags: int,
    at: int,
) -> None:
    folder = wasi.folder(fd, PATH_OPEN)
    if oflags & ~_OFLAGS or fdflags & ~_FDFLAGS or oflags & _NEW_FOLDER_FLAGS == _NEW_FOLDER_FLAGS:
        raise WasiErrno(INVAL)
    wanted = _Wanted(oflags, fdflags, rights & folder.inheriting, bool(flags & _FOLLOW))
    text = _path(wasi, path, size, wanted.kind)
    wasi.memory.span(at, 4)
    if oflags & _TRUNC:
        folder.require(PATH_FILESTAT_SET_SIZE)
    if oflags & _CREAT and not folder.base & PATH_CREATE_FILE:
        raise WasiErrno(NOTCAPABLE)
    wasi.check_room()
    for _ in range(MAX_LINKS):
        try:
            found = wasi.scope.locate(folder.fd, text, wanted.follow, wanted.kind)
        except FileNotFoundError:
            if not oflags & _CREAT:
                raise
            opened, text = _create(wasi, folder, text, wanted)
            if opened is None:
                continue
        else:
            try:
                opened = _open(wasi, folder, found, wanted, text.endswith(b"/"))
            finally:
                os.close(found)
        wasi.memory.put_u32(at, wasi.table(fd).add(opened))
        return
    raise WasiErrno(LOOP)


def _open(wasi: Wasi, folder: Descriptor, found: int, wanted: _Wanted, slash: bool) -> Descriptor:
    """Open what is there, by what it is."""
    place = wasi.scope.place(found)
    wasi.scope.check_known(place)
    if wanted.oflags & _CREAT and slash:
        raise WasiErrno(ISDIR)
    if wanted.oflags & _CREAT and wanted.oflags & _EXCL:
        raise WasiErrno(EXIST)
    info = os.fstat(found)
    mode = info.st_mode
    if stat.S_ISLNK(mode):
        raise WasiErrno(LOOP)
    if stat.S_ISDIR(mode):
        wasi.scope.check_seen(place)
        if wanted.writes or wanted.oflags & _CREAT:
            raise WasiErrno(ISDIR)
        wasi.count_open()
        return Descriptor(
            DIRECTORY,
            FOLDER_RIGHTS & folder.inheriting,
            folder.inheriting,
            fd=os.dup(found),
            flags=wanted.fdflags,
        )
    if wanted.oflags & _DIRECTORY or slash:
        raise WasiErrno(NOTDIR)
    _check_open(wasi, place, wanted)
    if wanted.writes:
        wasi.check_alone(info)
    if not stat.S_ISREG(mode):
        # Opening would be an act already: it could wait for ever, or let another program go on.
        raise WasiErrno(ACCES)
    wasi.count_open()
    # Emptied by the opening itself, which leaves nothing open where it fails.
    empty = os.O_TRUNC if wanted.oflags & _TRUNC else 0
    return _file(os.open(f"/proc/self/fd/{found}", wanted.host_flags | empty), folder, wanted)


def _create(wasi: Wasi, folder: Descriptor, text: bytes, wanted: _Wanted) -> tuple[Descriptor | None, bytes]:
    """Make a file, or say where the dangling link leads that has its name."""
    head, _, name = text.rstrip(b"/").rpartition(b"/")
    parent = wasi.scope.locate(folder.fd, head or b".", True, WRITE)
    try:
        if text.endswith(b"/"):
            raise WasiErrno(ISDIR)
        place = beneath(wasi.scope.place(parent), name)
        wasi.scope.check(WRITE, place)
        _check_open(wasi, place, wanted)
        wasi.count_open()
        wasi.count_made()
        try:
            flags = wanted.host_flags | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            return _file(os.open(name, flags, _NEW_FILE, dir_fd=parent), folder, wanted), text
        except FileExistsError:
            if wanted.oflags & _EXCL or not wanted.follow:
                raise
        try:
            target = os.readlink(name, dir_fd=parent)
        except OSError:
            # Made by another program in between, and no link: it is found at the next look.
            return None, text
    finally:
        os.close(parent)
    if target.startswith(b"/"):
        wasi.scope.refuse(WRITE, to_text(target))
        raise WasiErrno(PERM)
    text = head + b"/" + target if head else target
    if len(text) >= MAX_PATH_BYTES:
        raise WasiErrno(NAMETOOLONG)
    return None, text


def _file(fd: int, folder: Descriptor, wanted: _Wanted) -> Descriptor:
    return Descriptor(
        REGULAR_FILE, file_rights(wanted.rights, folder.inheriting), fd=fd, flags=wanted.fdflags
    )


def _check_open(wasi: Wasi, place: str, wanted: _Wanted) -> None:
    if wanted.writes:
        wasi.scope.check(WRITE, place)
    if wanted.rights & FD_READ:
        wasi.scope.check(READ, place)
    elif not wanted.writes:
        wasi.scope.check_seen(place)


def _check_link(wasi: Wasi, says: str, place: str) -> None:
    """Refuse a symbolic link at a place from which it could lead out of the workspace."""
    if leads_out(depth(place) - 1, says):
        wasi.scope.refuse(WRITE, says)
        raise WasiErrno(PERM)


def _check_links(wasi: Wasi, source: _Name, target: str) -> None:
    """Refuse to move symbolic links to where they could lead out; one that could already may stay as it is.

    What lies beneath a folder keeps its names, so nothing changes for it unless the way to it gets shorter.
    """
    old, new = depth(source.place) - 1, depth(target) - 1
    if new >= old:
        return
    for levels, says in _links(wasi, source):
        if leads_out(new + levels, says) and not leads_out(old + levels, says):
            wasi.scope.refuse(WRITE, says)
            raise WasiErrno(PERM)


def _links(wasi: Wasi, source: _Name) -> Iterator[tuple[int, str]]:
    """The symbolic links at and beneath a name: how many folders of it each lies in, and what it says."""
    waiting = [source.name.rstrip(b"/")]
    while waiting:
        wasi.check_time()
        path = waiting.pop()
        mode = os.lstat(path, dir_fd=source.folder).st_mode
        if stat.S_ISLNK(mode):
            yield path.count(b"/"), to_text(os.readlink(path, dir_fd=source.folder))
        elif stat.S_ISDIR(mode):
            folder = os.open(path, _FOLDER, dir_fd=source.folder)
            try:
                with os.scandir(folder) as entries:
                    waiting += [
                        path + b"/" + os.fsencode(entry.name)
                        for entry in entries
                        if entry.is_symlink() or entry.is_dir(follow_symlinks=False)
                    ]
            finally:
                os.close(folder)


@contextmanager
def _object(wasi: Wasi, fd: int, right: int, path: int, size: int, flags: int) -> Iterator[int]:
    """What a path names; a link in last place itself, unless it is to be followed."""
    folder = wasi.folder(fd, right)
    text = _path(wasi, path, size)
    found = wasi.scope.locate(folder.fd, text, bool(flags & _FOLLOW))
    try:
        if text.endswith(b"/") and not stat.S_ISDIR(os.fstat(found).st_mode):
            raise WasiErrno(NOTDIR)
        yield found
    finally:
        os.close(found)


@contextmanager
def _name(wasi: Wasi, fd: int, right: int, path: int, size: int, of_dots: int) -> Iterator[_Name]:
    """The name that a path ends in, with the slash behind it, which no call follows a link for.

    ``of_dots`` is the answer where the last name is a dot or two: there is nothing to make or to take away.
    """
    folder = wasi.folder(fd, right)
    text = _path(wasi, path, size, WRITE)
    body = text.rstrip(b"/")
    head, _, name = body.rpartition(b"/")
    if name in _DOTS:
        os.close(wasi.scope.locate(folder.fd, text, True, WRITE))
        raise WasiErrno(of_dots)
    parent = wasi.scope.locate(folder.fd, head or b".", True, WRITE)
    try:
        slash = b"/" if len(body) != len(text) else b""
        yield _Name(parent, name + slash, beneath(wasi.scope.place(parent), name))
    finally:
        os.close(parent)


def _path(wasi: Wasi, at: int, size: int, kind: str = READ) -> bytes:
    text = _text(wasi, at, size)
    if text.startswith(b"/"):
        wasi.scope.refuse(kind, to_text(text))
        raise WasiErrno(PERM)
    return text


def _text(wasi: Wasi, at: int, size: int) -> bytes:
    """A path of the guest, refused where a system call would misread it."""
    span = wasi.memory.span(at, size)
    if not size:
        raise WasiErrno(NOENT)
    if size >= MAX_PATH_BYTES:
        raise WasiErrno(NAMETOOLONG)
    text = bytes(span)
    if b"\0" in text:
        raise WasiErrno(INVAL)
    try:
        text.decode()
    except UnicodeDecodeError:
        raise WasiErrno(ILSEQ) from None
    return text
