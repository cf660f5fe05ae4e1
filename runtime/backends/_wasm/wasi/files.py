"""What is done with an open descriptor: the functions whose names begin with ``fd_``."""

from __future__ import annotations

import os
import stat
import time
from struct import Struct

from runtime.backends._wasm.errno import BADF, FBIG, INVAL, NAMETOOLONG, NOTCAPABLE, SPIPE
from runtime.backends._wasm.wasi.call import Wasi
from runtime.backends._wasm.wasi.descriptors import (
    DIRECTORY,
    FD_ADVISE,
    FD_ALLOCATE,
    FD_DATASYNC,
    FD_FDSTAT_SET_FLAGS,
    FD_FILESTAT_GET,
    FD_FILESTAT_SET_SIZE,
    FD_FILESTAT_SET_TIMES,
    FD_READ,
    FD_READDIR,
    FD_SEEK,
    FD_SYNC,
    FD_TELL,
    FD_WRITE,
    REGULAR_FILE,
    STDIN,
    STDOUT,
    SYMBOLIC_LINK,
    UNKNOWN,
    Descriptor,
    FolderEntry,
)
from runtime.backends._wasm.wasi.faults import WasiErrno
from runtime.backends._wasm.wasi.scope import READ, WRITE, beneath

_FDSTAT = Struct("<BxH4xQQ")
_FILESTAT = Struct("<QQB7xQQQQQ")
_PRESTAT = Struct("<BxxxI")
_DIRENT = Struct("<QQIBxxx")
_DEVICE = 1
_MOST = (1 << 63) - 1
_U64 = (1 << 64) - 1

APPEND, DSYNC, NONBLOCK, RSYNC, SYNC = 1, 2, 4, 8, 16
_ATIM, _ATIM_NOW, _MTIM, _MTIM_NOW = 1, 2, 4, 8

_FILETYPES = {stat.S_IFREG: REGULAR_FILE, stat.S_IFDIR: DIRECTORY, stat.S_IFLNK: SYMBOLIC_LINK}
_ADVICE = (
    os.POSIX_FADV_NORMAL,
    os.POSIX_FADV_SEQUENTIAL,
    os.POSIX_FADV_RANDOM,
    os.POSIX_FADV_WILLNEED,
    os.POSIX_FADV_DONTNEED,
    os.POSIX_FADV_NOREUSE,
)
# What has a position in it: here FD_READ and FD_WRITE stand for the calls that bring their own.
_OF_POSITIONS = FD_SEEK | FD_TELL | FD_READ | FD_WRITE
_WHENCE = (os.SEEK_SET, os.SEEK_CUR, os.SEEK_END)


def fd_advise(wasi: Wasi, fd: int, offset: int, length: int, advice: int) -> None:
    found = _file(wasi, fd, FD_ADVISE)
    if advice >= len(_ADVICE):
        raise WasiErrno(INVAL)
    os.posix_fadvise(found.fd, _within(offset), _within(length), _ADVICE[advice])


def fd_allocate(wasi: Wasi, fd: int, offset: int, length: int) -> None:
    found = _file(wasi, fd, FD_ALLOCATE)
    if length == 0:
        raise WasiErrno(INVAL)
    end = _within(offset) + _within(length)
    if end > _MOST:
        raise WasiErrno(FBIG)
    # Counted whole: what lies in a hole takes room on the disk as well.
    wasi.count_written(length)
    os.posix_fallocate(found.fd, offset, length)


def fd_close(wasi: Wasi, fd: int) -> None:
    wasi.table(fd).close(fd)


def fd_datasync(wasi: Wasi, fd: int) -> None:
    _sync(wasi.get(fd), FD_DATASYNC)


def fd_sync(wasi: Wasi, fd: int) -> None:
    _sync(wasi.get(fd), FD_SYNC)


def fd_fdstat_get(wasi: Wasi, fd: int, at: int) -> None:
    found = wasi.get(fd)
    wasi.memory.put(at, _FDSTAT.pack(found.filetype, found.flags, found.base, found.inheriting))


def fd_fdstat_set_flags(wasi: Wasi, fd: int, flags: int) -> None:
    found = _file(wasi, fd, FD_FDSTAT_SET_FLAGS)
    # Those that have the disk waited for are chosen at the opening.
    if flags & ~(APPEND | NONBLOCK):
        raise WasiErrno(INVAL)
    _set_append(found.fd, flags & APPEND)
    found.flags = flags


def fd_fdstat_set_rights(wasi: Wasi, fd: int, base: int, inheriting: int) -> None:
    found = wasi.get(fd)
    if base & ~found.base or inheriting & ~found.inheriting:
        raise WasiErrno(NOTCAPABLE)
    found.base, found.inheriting = base, inheriting


def fd_filestat_get(wasi: Wasi, fd: int, at: int) -> None:
    found = wasi.get(fd)
    found.require(FD_FILESTAT_GET)
    if found.stream is not None:
        wasi.memory.put(at, _FILESTAT.pack(0, 0, UNKNOWN, 1, 0, 0, 0, 0))
    else:
        put_filestat(wasi, at, os.fstat(found.fd))


def fd_filestat_set_size(wasi: Wasi, fd: int, size: int) -> None:
    found = _file(wasi, fd, FD_FILESTAT_SET_SIZE)
    wasi.count_written(max(0, _within(size) - os.fstat(found.fd).st_size))
    os.ftruncate(found.fd, size)


def fd_filestat_set_times(wasi: Wasi, fd: int, accessed: int, modified: int, flags: int) -> None:
    found = wasi.get(fd)
    if found.stream is not None:
        raise WasiErrno(BADF)
    found.require(FD_FILESTAT_SET_TIMES)
    check_times(flags)
    # A file that is open for reading alone has times as well, which are not the reader's to set.
    wasi.scope.check(WRITE, wasi.scope.place(found.fd))
    wasi.check_alone(os.fstat(found.fd))
    set_times(found.fd, accessed, modified, flags)


def fd_pread(wasi: Wasi, fd: int, iovecs: int, count: int, offset: int, at: int) -> None:
    found = _file(wasi, fd, FD_READ)
    pieces = wasi.memory.iovecs(iovecs, count)
    wasi.memory.span(at, 4)
    wasi.memory.put_u32(at, os.preadv(found.fd, pieces, _within(offset)) if pieces else 0)


def fd_pwrite(wasi: Wasi, fd: int, iovecs: int, count: int, offset: int, at: int) -> None:
    found = _file(wasi, fd, FD_WRITE)
    pieces = wasi.memory.iovecs(iovecs, count)
    wasi.memory.span(at, 4)
    size = _count(wasi, found, pieces, _within(offset))
    if found.flags & APPEND:
        # Linux would write at the end, whatever the offset; WASI writes where it was asked to.
        _set_append(found.fd, 0)
    try:
        wasi.memory.put_u32(at, os.pwritev(found.fd, pieces, offset) if size else 0)
    finally:
        if found.flags & APPEND:
            _set_append(found.fd, APPEND)


def fd_prestat_get(wasi: Wasi, fd: int, at: int) -> None:
    wasi.memory.put(at, _PRESTAT.pack(0, len(_preopen(wasi, fd))))


def fd_prestat_dir_name(wasi: Wasi, fd: int, at: int, size: int) -> None:
    name = _preopen(wasi, fd)
    if size < len(name):
        raise WasiErrno(NAMETOOLONG)
    wasi.memory.put(at, name)


def fd_read(wasi: Wasi, fd: int, iovecs: int, count: int, at: int) -> None:
    found = wasi.get(fd)
    found.require(FD_READ)
    pieces = wasi.memory.iovecs(iovecs, count)
    wasi.memory.span(at, 4)
    wasi.memory.put_u32(
        at, _read_stdin(wasi, pieces) if found.stream == STDIN else os.readv(found.fd, pieces)
    )


def fd_write(wasi: Wasi, fd: int, iovecs: int, count: int, at: int) -> None:
    found = wasi.get(fd)
    found.require(FD_WRITE)
    pieces = wasi.memory.iovecs(iovecs, count)
    wasi.memory.span(at, 4)
    if found.stream is not None:
        size = sum(map(len, pieces))
        if found.stream == STDOUT:
            wasi.emit(wasi.stdout, wasi.settings.stdout_bytes, pieces, size)
        else:
            wasi.emit(wasi.stderr, wasi.settings.stderr_bytes, pieces, size)
    else:
        offset = None if found.flags & APPEND else os.lseek(found.fd, 0, os.SEEK_CUR)
        size = os.writev(found.fd, pieces) if _count(wasi, found, pieces, offset) else 0
    wasi.memory.put_u32(at, size)


def fd_readdir(wasi: Wasi, fd: int, buffer: int, size: int, cookie: int, at: int) -> None:
    """Names in order, ``.`` and ``..`` first. A cookie is the number of the next entry; 0 looks at the folder anew."""
    found = wasi.folder(fd, FD_READDIR)
    span = wasi.memory.span(buffer, size)
    wasi.memory.span(at, 4)
    if found.entries is None or cookie == 0:
        found.entries = _entries(wasi, found)
    used = 0
    for number in range(cookie, len(found.entries)):
        entry = found.entries[number]
        record = _DIRENT.pack(number + 1, entry.inode, len(entry.name), entry.filetype) + entry.name
        part = record[: size - used]
        span[used : used + len(part)] = part
        used += len(part)
        if used == size:
            break
    wasi.memory.put_u32(at, used)


def fd_renumber(wasi: Wasi, fd: int, to: int) -> None:
    wasi.table(max(fd, to)).move(fd, to)


def fd_seek(wasi: Wasi, fd: int, offset: int, whence: int, at: int) -> None:
    found = _file(wasi, fd, FD_SEEK)
    if whence >= len(_WHENCE):
        raise WasiErrno(INVAL)
    wasi.memory.span(at, 8)
    signed = offset - (1 << 64) if offset > _MOST else offset
    wasi.memory.put_u64(at, os.lseek(found.fd, signed, _WHENCE[whence]))


def fd_tell(wasi: Wasi, fd: int, at: int) -> None:
    wasi.memory.put_u64(at, os.lseek(_file(wasi, fd, FD_TELL).fd, 0, os.SEEK_CUR))


def put_filestat(wasi: Wasi, at: int, info: os.stat_result) -> None:
    """Write what is known of a file; devices and the like have no type of their own."""
    wasi.memory.put(
        at,
        _FILESTAT.pack(
            _DEVICE,
            wasi.inode(info.st_dev, info.st_ino),
            _FILETYPES.get(stat.S_IFMT(info.st_mode), UNKNOWN),
            info.st_nlink,
            info.st_size,
            info.st_atime_ns & _U64,
            info.st_mtime_ns & _U64,
            info.st_ctime_ns & _U64,
        ),
    )


def check_times(flags: int) -> None:
    """Refuse a time that is to be given and to be now."""
    if flags & ~15 or flags & 3 == 3 or flags & 12 == 12:
        raise WasiErrno(INVAL)


def set_times(fd: int, accessed: int, modified: int, flags: int) -> None:
    """Set the times of what a descriptor names, be it open or not."""
    info = os.fstat(fd)
    times = (
        _time(flags & _ATIM, flags & _ATIM_NOW, accessed, info.st_atime_ns),
        _time(flags & _MTIM, flags & _MTIM_NOW, modified, info.st_mtime_ns),
    )
    # Through /proc, because a descriptor that opens nothing can be asked no other way.
    os.utime(f"/proc/self/fd/{fd}", ns=times)


def _time(given: int, now: int, value: int, old: int) -> int:
    if given:
        return _within(value)
    # The world's, granted or not: a write would leave it there as well.
    return time.time_ns() if now else old


def _within(value: int) -> int:
    """A size or a place in a file, which no file system has more than 2**63 of."""
    if value > _MOST:
        raise WasiErrno(INVAL)
    return value


def _file(wasi: Wasi, fd: int, right: int) -> Descriptor:
    """A file that may be used for something; for most of it, streams and folders are no descriptors at all."""
    found = wasi.get(fd)
    if found.stream is not None and right & _OF_POSITIONS:
        raise WasiErrno(SPIPE)
    if found.filetype != REGULAR_FILE:
        raise WasiErrno(BADF)
    found.require(right)
    return found


def _sync(found: Descriptor, right: int) -> None:
    if found.stream is not None:
        raise WasiErrno(INVAL)
    found.require(right)
    if found.filetype == REGULAR_FILE:
        os.fsync(found.fd)


def _preopen(wasi: Wasi, fd: int) -> bytes:
    name = wasi.get(fd).preopen
    if name is None:
        raise WasiErrno(BADF)
    return name


def _read_stdin(wasi: Wasi, pieces: list[memoryview]) -> int:
    start = wasi.stdin_at
    for piece in pieces:
        part = wasi.settings.stdin[wasi.stdin_at : wasi.stdin_at + len(piece)]
        piece[: len(part)] = part
        wasi.stdin_at += len(part)
    return wasi.stdin_at - start


def _count(wasi: Wasi, found: Descriptor, pieces: list[memoryview], offset: int | None) -> int:
    """Count what a write adds, a gap that it leaves before it included."""
    size = sum(map(len, pieces))
    if size:
        gap = 0 if offset is None else max(0, offset - os.fstat(found.fd).st_size)
        wasi.count_written(size + gap)
    return size


def _set_append(fd: int, append: int) -> None:
    import fcntl

    flags = fcntl.fcntl(fd, fcntl.F_GETFL)
    fcntl.fcntl(fd, fcntl.F_SETFL, flags | os.O_APPEND if append else flags & ~os.O_APPEND)


def _entries(wasi: Wasi, found: Descriptor) -> list[FolderEntry]:
    place = wasi.scope.place(found.fd)
    wasi.scope.check(READ, place)
    info = os.fstat(found.fd)
    here = wasi.inode(info.st_dev, info.st_ino)
    # What lies above a folder is not told, so that ".." bears the number of the folder itself.
    entries = [FolderEntry(b".", here, DIRECTORY), FolderEntry(b"..", here, DIRECTORY)]
    fd = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=found.fd)
    try:
        with os.scandir(fd) as listed:
            names = sorted((os.fsencode(entry.name), entry.inode(), _filetype(entry)) for entry in listed)
    finally:
        os.close(fd)
    for name, inode, filetype in names:
        if _is_text(name) and not wasi.scope.hidden(beneath(place, name)):
            entries.append(FolderEntry(name, wasi.inode(info.st_dev, inode), filetype))
    return entries


def _filetype(entry: os.DirEntry[str]) -> int:
    if entry.is_symlink():
        return SYMBOLIC_LINK
    if entry.is_dir(follow_symlinks=False):
        return DIRECTORY
    return REGULAR_FILE if entry.is_file(follow_symlinks=False) else UNKNOWN


def _is_text(name: bytes) -> bool:
    """Whether a program could ask for it: paths of WASI are UTF-8."""
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True
