"""The second wall: Landlock, which holds beneath what is mounted.

Source: landlock(7), linux/landlock.h.
"""

from __future__ import annotations

import ctypes
import os
import stat
import sys

from runtime.backends._confinement import kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _REMOVE_DIR, _REMOVE_FILE = 1, 2, 4, 8, 16, 32
_MAKE = 64 | 128 | 256 | 512 | 1024 | 2048 | 4096
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
READ = _READ_FILE | _READ_DIR
WRITE = _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE | _REFER | _TRUNCATE
DEVICE = _READ_FILE | _WRITE_FILE | _TRUNCATE | _IOCTL_DEV
_OF_FILES = EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_NET_TCP = 3
_SCOPED = 3  # abstract sockets, signals
# Before it, truncate(2) is not handled: a kernel that lacks it lacks the wall.
_WITH_TRUNCATE, _WITH_NET, _WITH_IOCTL, _WITH_SCOPE = 3, 4, 5, 6


def restrict(rules: Iterable[tuple[str, int]], *, network: bool) -> set[str]:
    """Allow this process and what it starts the named rights beneath the named places, and nothing else.

    Returns:
        What holds now: ``landlock``, and ``sockets`` where those of other processes are out of reach.
    """
    try:
        abi = kernel.call(_CREATE_RULESET, None, 0, 1)
        if abi < _WITH_TRUNCATE:
            return set()
        handled = EXECUTE | READ | WRITE | (_IOCTL_DEV if abi >= _WITH_IOCTL else 0)
        net = _NET_TCP if abi >= _WITH_NET and not network else 0
        scoped = _SCOPED if abi >= _WITH_SCOPE else 0
        size = 8 if abi < _WITH_NET else 16 if abi < _WITH_SCOPE else 24
        ruleset = kernel.call(_CREATE_RULESET, kernel.packed(handled, net, scoped), size, 0)
        for place, rights in rules:
            _allow(ruleset, place, handled & rights)
        kernel.call(_RESTRICT_SELF, ruleset, 0)
        os.close(ruleset)
    except OSError:
        return set()
    return {"landlock", "sockets"} if scoped else {"landlock"}


def _allow(ruleset: int, place: str, rights: int) -> None:
    try:
        descriptor = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
        rights &= _OF_FILES
    if rights:
        # struct landlock_path_beneath_attr is packed: eight bytes, then four.
        raw = rights.to_bytes(8, sys.byteorder) + descriptor.to_bytes(4, sys.byteorder)
        kernel.call(_ADD_RULE, ruleset, 1, ctypes.create_string_buffer(raw, len(raw)), 0)
    os.close(descriptor)
