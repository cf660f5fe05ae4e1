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
WITH_TRUNCATE, _WITH_NET, _WITH_IOCTL, _WITH_SCOPE = 3, 4, 5, 6


def version() -> int:
    """The version of Landlock that the kernel speaks; 0 where it has none."""
    try:
        return kernel.call(_CREATE_RULESET, None, 0, 1)
    except OSError:
        return 0


class Ruleset:
    """Rights beneath places, and no others; what the kernel lacks holds nothing."""

    def __init__(self, *, network: bool) -> None:
        self.descriptor, self._handled = -1, 0
        self._holds: set[str] = set()
        try:
            abi = version()
            if abi < WITH_TRUNCATE:
                return
            self._handled = EXECUTE | READ | WRITE | (_IOCTL_DEV if abi >= _WITH_IOCTL else 0)
            net = _NET_TCP if abi >= _WITH_NET and not network else 0
            scoped = _SCOPED if abi >= _WITH_SCOPE else 0
            size = 8 if abi < _WITH_NET else 16 if abi < _WITH_SCOPE else 24
            attributes = kernel.packed(self._handled, net, scoped)
            self.descriptor = kernel.call(_CREATE_RULESET, attributes, size, 0)
            self._holds = {"landlock"}
        except OSError:
            return

    def allow(self, rules: Iterable[tuple[str, int]]) -> None:
        """Add rights beneath places; one that is not there adds nothing."""
        for place, rights in rules:
            try:
                descriptor = os.open(place, os.O_PATH | os.O_CLOEXEC)
            except OSError:
                continue
            folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
            self._add(descriptor, self._handled & rights & (-1 if folder else _OF_FILES))
            os.close(descriptor)

    def restrict(self) -> set[str]:
        """Hold this process and what it starts to them.

        Returns:
            What holds now: ``landlock``, or nothing.
        """
        try:
            if self._holds:
                kernel.call(_RESTRICT_SELF, self.descriptor, 0)
        except OSError:
            return set()
        return self._holds

    def _add(self, descriptor: int, rights: int) -> None:
        if not rights or not self._holds:
            return
        # struct landlock_path_beneath_attr is packed: eight bytes, then four.
        raw = rights.to_bytes(8, sys.byteorder) + descriptor.to_bytes(4, sys.byteorder)
        try:
            kernel.call(_ADD_RULE, self.descriptor, 1, ctypes.create_string_buffer(raw, len(raw)), 0)
        except OSError:
            self._holds = set()
