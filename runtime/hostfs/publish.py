"""Publish a file's bytes in a folder by one atomic step.

The steps, each needed for a reader or a crash between any two to find the old state or the new one:

1. Write the bytes under a new name in the same folder: only there can a rename be atomic.
2. Sync the file, so that the name never stands for bytes that are not on disk.
3. Publish: ``link`` for a new file, which fails where the name is taken and never follows it; ``rename`` over an old
   one, which replaces a link rather than writing through it.
4. Sync the folder, so that the name itself is on disk.
"""

from __future__ import annotations

import errno
import functools
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_RENAME_NOREPLACE = 1
# How file systems without hard links (FAT, exFAT, some FUSE) refuse one.
_NO_LINKS = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})


def publish_new(folder: int, name: str, data: bytes, mode: int) -> None:
    """Make a file where there is none.

    Raises:
        FileExistsError: the name is taken.
    """
    _refuse_taken(folder, name)
    with _draft(folder, mode) as (draft, fd):
        _write(fd, data)
        try:
            os.link(draft, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            _rename_new()(folder, os.fsencode(draft), os.fsencode(name))
    sync_folder(folder)


def publish_over(folder: int, name: str, data: bytes, old: os.stat_result) -> None:
    """Put new bytes in the place of the regular file ``old``."""
    with _draft(folder, 0o600) as (draft, fd):
        # Where the process may: a workspace is often mounted into a container that runs as root.
        with suppress(PermissionError):
            os.fchown(fd, old.st_uid, old.st_gid)
        # Set-user-id is a right that the old bytes had, not the new ones.
        os.fchmod(fd, old.st_mode & 0o777)
        _write(fd, data)
        os.rename(draft, name, src_dir_fd=folder, dst_dir_fd=folder)
    sync_folder(folder)


def sync_folder(folder: int) -> None:
    """Bring a folder's names to disk."""
    fd = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=folder)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _refuse_taken(folder: int, name: str) -> None:
    # Publishing decides; this only spares the writing of megabytes that would be thrown away.
    with suppress(FileNotFoundError):
        os.stat(name, dir_fd=folder, follow_symlinks=False)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


@contextmanager
def _draft(folder: int, mode: int) -> Iterator[tuple[str, int]]:
    draft = f".runtime-{secrets.token_hex(8)}.tmp"
    fd = os.open(draft, _NEW, mode, dir_fd=folder)
    try:
        yield draft, fd
    finally:
        os.close(fd)
        # Gone already where it was renamed.
        with suppress(FileNotFoundError):
            os.unlink(draft, dir_fd=folder)


def _write(fd: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]
    os.fsync(fd)


@functools.cache
def _rename_new() -> Callable[[int, bytes, bytes], None]:
    import ctypes

    renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    renameat2.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]

    def rename(folder: int, old: bytes, new: bytes) -> None:
        if renameat2(folder, old, folder, new, _RENAME_NOREPLACE):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))

    return rename
