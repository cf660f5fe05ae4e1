"""The system calls that Python has no names for."""

from __future__ import annotations

import ctypes
import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

libc = ctypes.CDLL(None, use_errno=True)
_syscall = libc.syscall
_syscall.restype = ctypes.c_long

X86_64 = os.uname().machine == "x86_64"
# asm/unistd_64.h and asm-generic/unistd.h; calls from 424 on have one number everywhere.
CLONE, PIVOT_ROOT, KEYCTL = (56, 155, 250) if X86_64 else (220, 41, 219)
OPEN_TREE, MOVE_MOUNT, OPENAT2, MOUNT_SETATTR = 428, 429, 437, 442

# linux/sched.h
NEWNS, NEWCGROUP, NEWUTS, NEWIPC = 0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000
NEWUSER, NEWPID, NEWNET = 0x1000_0000, 0x2000_0000, 0x4000_0000
# linux/mount.h, linux/fcntl.h
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 0x4000, 0x40000
MNT_DETACH, UMOUNT_NOFOLLOW = 2, 8
RDONLY, NOSUID, NODEV, NOEXEC = 1, 2, 4, 8
_AT_FDCWD, _EMPTY_PATH, _RECURSIVE, _CLONE_TREE = -100, 0x1000, 0x8000, 1
_FROM_DESCRIPTOR, _TO_DESCRIPTOR = 0x4, 0x40
# linux/prctl.h
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_SECUREBITS, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 28, 36, 38, 47
# Every "secure bit" and its lock: being root gives nothing, now or later.
_SECUREBITS = 0xEF
_LAST_CAPABILITY = 63
_JOIN_SESSION_KEYRING = 1
# RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS
_RESOLVE = 0x08 | 0x04 | 0x02
_PLACE = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC


def call(number: int, *arguments: int | bytes | ctypes.Array[ctypes.c_char] | None) -> int:
    """One system call.

    Raises:
        OSError: the kernel refused it.
    """
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result: int = _syscall(ctypes.c_long(number), *words)
    if result < 0:
        raise failure(ctypes.get_errno())
    return result


def checked(result: int) -> int:
    """What a function of the C library returned.

    Raises:
        OSError: it failed.
    """
    if result < 0:
        raise failure(ctypes.get_errno())
    return result


def failure(number: int) -> OSError:
    """The error of that number."""
    return OSError(number, os.strerror(number))


def packed(*words: int) -> ctypes.Array[ctypes.c_char]:
    """A structure of 64-bit words."""
    raw = b"".join(word.to_bytes(8, sys.byteorder) for word in words)
    return ctypes.create_string_buffer(raw, len(raw))


def prctl(what: int, *arguments: int) -> None:
    """Change something about this process."""
    padded = [*arguments, 0, 0, 0, 0][:4]
    checked(libc.prctl(what, *map(ctypes.c_ulong, padded)))


def mount(place: str, kind: str, options: int, data: str = "") -> None:
    """A new file system of a kind."""
    checked(
        libc.mount(kind.encode(), os.fsencode(place), kind.encode(), ctypes.c_ulong(options), data.encode())
    )


def open_beneath(folder: int, path: str, flags: int = 0) -> int:
    """What a path names beneath a folder, where no part of it is a link.

    Raises:
        OSError: ``ELOOP`` where a part is a link.
    """
    if path == ".":
        return os.open(".", os.O_PATH | os.O_CLOEXEC | flags, dir_fd=folder)
    how = packed(_PLACE | flags, 0, _RESOLVE)
    try:
        return call(OPENAT2, folder, os.fsencode(path), how, len(how))
    except OSError as error:
        if error.errno not in (errno.ENOSYS, errno.EPERM, errno.EAGAIN):
            raise
    return _walk_beneath(folder, path.split("/"), flags)


def _walk_beneath(folder: int, steps: Sequence[str], flags: int) -> int:
    """The same where openat2 is missing: without links and ``..``, a step at a time cannot lead elsewhere."""
    held = os.dup(folder)
    try:
        for number, step in enumerate(steps, 1):
            if step in ("", ".", ".."):
                raise failure(errno.EXDEV)
            found = os.open(step, _PLACE | (flags if number == len(steps) else 0), dir_fd=held)
            os.close(held)
            held = found
            if os.fstat(held).st_mode & 0o170000 == 0o120000:
                raise failure(errno.ELOOP)
        return held
    except BaseException:
        os.close(held)
        raise


def bind(source: int, target: int, *, attributes: int) -> None:
    """Show what one descriptor names, with all that is mounted beneath it, where another one points to."""
    tree = call(OPEN_TREE, source, b"", _CLONE_TREE | os.O_CLOEXEC | _EMPTY_PATH | _RECURSIVE)
    try:
        wanted = packed(attributes, 0, MS_PRIVATE, 0)
        call(MOUNT_SETATTR, tree, b"", _EMPTY_PATH | _RECURSIVE, wanted, len(wanted))
        call(MOVE_MOUNT, tree, b"", target, b"", _FROM_DESCRIPTOR | _TO_DESCRIPTOR)
    finally:
        os.close(tree)


def restrict_mount(mounted: int, attributes: int) -> None:
    """Add attributes to the one mount that a descriptor lies in; what others see of its file system stays."""
    wanted = packed(attributes, 0, 0, 0)
    call(MOUNT_SETATTR, mounted, b"", _EMPTY_PATH, wanted, len(wanted))


def restrict_tree(place: bytes, attributes: int) -> None:
    """Add attributes to all mounts at a place and beneath it."""
    wanted = packed(attributes, 0, 0, 0)
    call(MOUNT_SETATTR, _AT_FDCWD, place, _RECURSIVE, wanted, len(wanted))


def move_mount(place: bytes, target: bytes) -> None:
    """Move a mount, with all that is mounted beneath it."""
    call(MOVE_MOUNT, _AT_FDCWD, place, _AT_FDCWD, target, 0)


def clone(flags: int) -> int:
    """Fork into new namespaces; only for a process of one thread."""
    return call(CLONE, flags | 17, 0, 0, 0, 0)


def drop_capabilities() -> None:
    """Root without root's powers, where this runs as root, and nobody's powers in the user namespace."""
    for capability in range(_LAST_CAPABILITY + 1):
        libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0)
    libc.prctl(PR_SET_SECUREBITS, ctypes.c_ulong(_SECUREBITS), 0, 0, 0)
    libc.prctl(PR_CAP_AMBIENT, ctypes.c_ulong(4), 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(0x2008_0522, 0)
    checked(libc.capset(ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)())))


def join_own_keyring() -> bool:
    """Whether this process and its children now have a session keyring of their own."""
    try:
        call(KEYCTL, _JOIN_SESSION_KEYRING, None)
    except OSError:
        return False
    return True
