"""Find what a path names beneath a folder, whatever links, ``..`` and races say.

A locator returns a descriptor opened with ``O_PATH``: it names the object and opens nothing, so that no FIFO
blocks and no device notices before `runtime.hostfs.folder` has looked at what was found. There are two:

* `openat2`: one call to Linux 5.6 or later, which resolves the whole path under ``RESOLVE_BENEATH``.
* `component_walk`: one ``openat`` a component, for kernels and sandboxes without it. It holds every folder on the
  way, reads links from the very object that it opened, and takes ``..`` back to a folder that it came through.

Both follow relative links that stay beneath the folder, and refuse absolute ones, even those that lead back in.

Source: openat2(2), path_resolution(7).
"""

from __future__ import annotations

import errno
import functools
import os
import stat
from collections.abc import Callable

Locator = Callable[[int, bytes, bool], int]
"""``(root, path, follow) -> descriptor``: where ``follow`` is false, a link in last place is named itself."""

MAX_PATH_BYTES = 4096
"""PATH_MAX, which counts the closing NUL."""
MAX_LINKS = 40
"""MAXSYMLINKS of Linux."""
_OPENAT2 = 437
_ONE_NUMBER = frozenset({"x86_64", "aarch64"})
# RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS: /proc/*/fd and /proc/*/root jump. The first refuses them as well today, and
# openat2(2) asks not to rely on that.
_RESOLVE = 0x08 | 0x02
# EAGAIN says that something was renamed anywhere on the machine while ".." was looked up.
_RACES = 16


class Escape(OSError):
    """A path leads out of the folder that it is resolved beneath."""

    def __init__(self) -> None:
        super().__init__(errno.EXDEV, "Path leads out of the folder")


def encode(path: str) -> bytes:
    """The bytes of a path, refused where a system call would misread them.

    Raises:
        OSError: for an empty path, a NUL byte, a surrogate that stands for no byte, or too many bytes.
        Escape: for an absolute path.
    """
    if not path:
        raise _failure(errno.ENOENT)
    if "\0" in path:
        raise _failure(errno.EINVAL)
    try:
        raw = os.fsencode(path)
    except UnicodeEncodeError:
        raise _failure(errno.EILSEQ) from None
    if len(raw) >= MAX_PATH_BYTES:
        raise _failure(errno.ENAMETOOLONG)
    if raw.startswith(b"/"):
        raise Escape
    return raw


def locator() -> Locator:
    """The best locator that this machine has."""
    return openat2() or component_walk


@functools.cache
def openat2() -> Locator | None:
    """The kernel's own resolution, or None where the call is missing or a sandbox forbids it."""
    import ctypes

    if os.uname().machine not in _ONE_NUMBER:
        return None

    class How(ctypes.Structure):
        _fields_ = (
            ("flags", ctypes.c_uint64),
            ("mode", ctypes.c_uint64),
            ("resolve", ctypes.c_uint64),
        )

    syscall = ctypes.CDLL(None, use_errno=True).syscall
    syscall.restype = ctypes.c_long
    syscall.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t]
    hows = {
        follow: How(os.O_PATH | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW), 0, _RESOLVE)
        for follow in (True, False)
    }
    pointers = {follow: ctypes.addressof(how) for follow, how in hows.items()}
    size_bytes = ctypes.sizeof(How)

    def locate(root: int, path: bytes, follow: bool, _alive: object = hows) -> int:
        for _ in range(_RACES):
            found: int = syscall(_OPENAT2, root, path, pointers[follow], size_bytes)
            if found >= 0:
                return found
            error = ctypes.get_errno()
            if error not in (errno.EAGAIN, errno.EINTR):
                raise Escape if error == errno.EXDEV else _failure(error)
        return component_walk(root, path, follow)

    return locate if _answers(locate) else None


def _answers(locate: Locator) -> bool:
    root = os.open("/", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.close(locate(root, b".", True))
    except OSError:
        return False
    finally:
        os.close(root)
    return True


def component_walk(root: int, path: bytes, follow: bool) -> int:
    """The same resolution with ``openat`` alone."""
    if path.startswith(b"/"):
        raise Escape
    steps = path.split(b"/")[::-1]
    held: list[int] = []
    links = 0
    try:
        while steps:
            step = steps.pop()
            if step in (b"", b"."):
                continue
            if step == b"..":
                _leave(held)
                continue
            held.append(_enter(held[-1] if held else root, step))
            mode = os.fstat(held[-1]).st_mode
            if stat.S_ISLNK(mode) and (steps or follow):
                links += 1
                steps += _link_steps(held, links)
            elif steps and not stat.S_ISDIR(mode):
                raise _failure(errno.ENOTDIR)
        return held.pop() if held else _enter(root, b".")
    finally:
        for folder in held:
            os.close(folder)


def _enter(folder: int, name: bytes) -> int:
    return os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)


def _leave(held: list[int]) -> None:
    if not held:
        raise Escape
    os.close(held.pop())


def _link_steps(held: list[int], links: int) -> list[bytes]:
    if links > MAX_LINKS:
        raise _failure(errno.ELOOP)
    target = os.readlink(b"", dir_fd=held[-1])
    if target.startswith(b"/"):
        raise Escape
    os.close(held.pop())
    return target.split(b"/")[::-1]


def _failure(number: int) -> OSError:
    return OSError(number, os.strerror(number))
