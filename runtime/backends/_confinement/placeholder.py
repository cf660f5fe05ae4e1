"""Something empty in the place of what would govern the runtime and is not there, for as long as a command runs.

No mount covers a name that does not exist, and no rule of the kernel forbids one name in a folder that may be written. So the
name is taken, by an empty file or folder that the mounts then cover.

A placeholder is told by its time, a second of 1973 that no clock says, and by being empty. Whoever runs a command holds a
shared lock on it; who ends and gets the lock alone removes it, by the descriptor of its folder and never through a link. One
that a killed process left is removed by the next command.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat

from runtime.backends._confinement import kernel

_MARK_NS = 120_000_093 * 10**9


class Placeholder:
    """One name that is taken, or held by another command's placeholder."""

    path = ""
    """In the workspace."""

    def __init__(self, folder: int, name: str, descriptor: int) -> None:
        self._folder = folder
        self._name = name
        self._descriptor = descriptor

    @classmethod
    def make(cls, workspace: int, path: str, *, folder: bool) -> Placeholder | None:
        """Take a name; None where this user could not make anything there."""
        above, name = _opened_above(workspace, path)
        try:
            # Marked before it is held: whoever finds it held by somebody else looks again, and has to know it as a placeholder.
            if folder:
                os.mkdir(name, 0o700, dir_fd=above)
                os.utime(name, ns=(_MARK_NS, _MARK_NS), dir_fd=above, follow_symlinks=False)
            else:
                flags = os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
                made = os.open(name, flags, 0o600, dir_fd=above)
                os.utime(made, ns=(_MARK_NS, _MARK_NS))
                os.close(made)
        except FileExistsError:
            pass  # another command took it just now
        except OSError as error:
            os.close(above)
            if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
                return None
            raise
        held = cls.hold(above, name)
        if held is None:
            raise kernel.failure(errno.EAGAIN)  # it was removed meanwhile, and may be made by anybody
        held.path = path
        held.mark()
        return held

    @classmethod
    def hold(cls, above: int, name: str) -> Placeholder | None:
        """Keep others from removing what is there; None, and the folder closed, where it is not there any more."""
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        try:
            descriptor = os.open(name, flags, dir_fd=above)
        except OSError:
            os.close(above)
            return None
        held = cls(above, name, descriptor)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            pass  # somebody is about to remove it, or keeps the lock to be in the way: it is not held then
        else:
            if held._stands():
                return held
        held.close()
        return None

    def release(self, shown: str) -> None:
        """Remove it where nobody else needs it.

        Args:
            shown: Where it is mounted over here, which would keep it.
        """
        kernel.libc.umount2(os.fsencode(shown), kernel.MNT_DETACH | kernel.UMOUNT_NOFOLLOW)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            info = os.fstat(self._descriptor)
            if info.st_mtime_ns == _MARK_NS and _empty(self._descriptor, info) and self._stands():
                if stat.S_ISDIR(info.st_mode):
                    os.rmdir(self._name, dir_fd=self._folder)
                else:
                    os.unlink(self._name, dir_fd=self._folder)
        except OSError:
            pass
        self.close()

    def mark(self) -> None:
        """Say by its time that it is a placeholder."""
        os.utime(self._descriptor, ns=(_MARK_NS, _MARK_NS))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in it."""
        return _empty(self._descriptor, os.fstat(self._descriptor))

    def close(self) -> None:
        """Let go of it."""
        os.close(self._descriptor)
        os.close(self._folder)

    def _stands(self) -> bool:
        try:
            there = os.stat(self._name, dir_fd=self._folder, follow_symlinks=False)
        except OSError:
            return False
        return os.path.samestat(there, os.fstat(self._descriptor))


def settle(workspace: int, path: str, *, into: list[Placeholder]) -> None:
    """Hold what is there already where it is empty: it may be the placeholder of another command, which ends first.

    Raises:
        OSError: ``EAGAIN``: that command is removing it. What is bound now would go with it, and leave the name free.
    """
    above, name = _opened_above(workspace, path)
    held = Placeholder.hold(above, name)
    if held is None:
        if _is_going(workspace, path):
            raise kernel.failure(errno.EAGAIN)
        return
    held.path = path
    if held.is_empty:
        into.append(held)
    else:
        held.close()


def _is_going(workspace: int, path: str) -> bool:
    """Whether the name is free by now, or another command's placeholder has it."""
    above, name = _opened_above(workspace, path)
    try:
        return os.stat(name, dir_fd=above, follow_symlinks=False).st_mtime_ns == _MARK_NS
    except FileNotFoundError:
        return True
    finally:
        os.close(above)


def _opened_above(workspace: int, path: str) -> tuple[int, str]:
    above, _, name = path.rpartition("/")
    return kernel.open_beneath(workspace, above or ".", os.O_DIRECTORY), name


def _empty(descriptor: int, info: os.stat_result) -> bool:
    return not os.listdir(descriptor) if stat.S_ISDIR(info.st_mode) else info.st_size == 0
