"""The atomic renames that Python has no names for, and the sync of a whole file system.

Source: renameat2(2), syncfs(2).
"""

from __future__ import annotations

import ctypes
import os

_NOREPLACE, _EXCHANGE = 1, 2
_libc = ctypes.CDLL(None, use_errno=True)
_libc.renameat2.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]


def move_new(old_folder: int, old: str, new_folder: int, new: str) -> None:
    """Rename to a name that is free.

    Raises:
        FileExistsError: the name is taken.
        OSError: anything else that the kernel says.
    """
    _rename(old_folder, old, new_folder, new, _NOREPLACE)


def exchange(one_folder: int, one: str, other_folder: int, other: str) -> None:
    """Let two names change places.

    Raises:
        OSError: ``EINVAL`` where the file system cannot.
    """
    _rename(one_folder, one, other_folder, other, _EXCHANGE)


def sync_file_system(fd: int) -> None:
    """Bring all of the file system to disk that a descriptor lies in.

    Raises:
        OSError: the disk failed.
    """
    if _libc.syncfs(fd):
        raise _failure()


def _rename(old_folder: int, old: str, new_folder: int, new: str, flags: int) -> None:
    if _libc.renameat2(old_folder, os.fsencode(old), new_folder, os.fsencode(new), flags):
        raise _failure()


def _failure() -> OSError:
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number))
