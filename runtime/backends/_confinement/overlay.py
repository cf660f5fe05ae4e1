"""A layer of the command's own over the workspace: it reads what is there, and what it writes lies in memory.

1. A file system in memory, with a quota, holds the layer (``upper``), the kernel's place of work and a read-only view of the
   workspace (``base``).
2. An overlay of both takes the workspace's place: all that is granted, covered and locked is bound from it as it would be from the
   workspace.
3. When the binds are made, the place where all this lies goes, so that the command has no other way to the layer.
4. When every process of the command has ended, a descriptor of the layer goes to the launcher. It keeps the layer when the namespace goes.

Renaming a folder is ``EXDEV`` here, as between two file systems: programs copy and remove it then.

Source: Documentation/filesystems/overlayfs.rst, "userxattr".
"""

from __future__ import annotations

import _socket
import os
import sys
import time

from runtime.backends._confinement import kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PLACE = ".review"
_BASE, _UPPER, _WORK, _MERGED = (f"{_PLACE}/{name}" for name in ("base", "upper", "work", "merged"))
_LAYERS = f"userxattr,lowerdir={_BASE},upperdir={_UPPER},workdir={_WORK}"
_PROBE = "user.overlay.probe"
_CLOCK_REALTIME_COARSE = 5
"""The clock that a file's times are taken from."""
_TICK_S = 0.0005


class Overlay:
    """The layer of one command. The working directory is the new root, which is not the command's yet."""

    def __init__(self, workspace: int, spec: dict[str, Any]) -> None:
        """Steps 1 and 2.

        Raises:
            OSError: this kernel cannot: nothing must be run.
        """
        os.mkdir(_PLACE, 0o700)
        options = kernel.MS_NOSUID | kernel.MS_NODEV
        quota = f"size={spec['changes_bytes']},nr_inodes={spec['changes_files']},mode=700"
        kernel.mount(_PLACE, "tmpfs", options, quota)
        for place in (_BASE, _UPPER, _WORK, _MERGED):
            os.mkdir(place)
        _resemble(_UPPER, os.fstat(workspace))
        # Without attributes of its users, tmpfs cannot say that a folder replaces another one: Linux 6.6 can.
        os.setxattr(_UPPER, _PROBE, b"1")
        os.removexattr(_UPPER, _PROBE)
        self._bind(workspace)
        kernel.mount(_MERGED, "overlay", options, _LAYERS)
        self.workspace = os.open(_MERGED, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        """Stands for the workspace."""
        self._upper = os.open(_UPPER, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._begun_ns = spec["begun_ns"]

    def conceal(self) -> None:
        """Step 3."""
        kernel.checked(kernel.libc.umount2(_PLACE.encode(), kernel.MNT_DETACH | kernel.UMOUNT_NOFOLLOW))
        os.rmdir(_PLACE)
        # What somebody else writes from here on has a later time than the beginning, which is how it is noticed.
        while time.clock_gettime_ns(_CLOCK_REALTIME_COARSE) <= self._begun_ns:
            time.sleep(_TICK_S)

    def hand_over(self, channel: int) -> None:
        """Step 4."""
        rights = self._upper.to_bytes(4, sys.byteorder)
        try:
            _socket.socket(fileno=channel).sendmsg(
                [b"changes"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, rights)]
            )
        except OSError:
            pass  # nobody waits for them any more

    @staticmethod
    def _bind(workspace: int) -> None:
        base = os.open(_BASE, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            kernel.bind(workspace, base, attributes=kernel.RDONLY | kernel.NOSUID | kernel.NODEV)
        finally:
            os.close(base)


def _resemble(upper: str, workspace: os.stat_result) -> None:
    """Give the layer's own folder the rights of the workspace, for which it stands.

    It is this user's own. So its owner gets what this user has in the workspace, which may be somebody else's.
    """
    mode = workspace.st_mode & 0o777
    if workspace.st_uid != os.geteuid():
        of_group = workspace.st_gid in (os.getegid(), *os.getgroups())
        mode = mode & 0o077 | ((mode >> 3 if of_group else mode) & 7) << 6
    os.chmod(upper, mode)
