"""The file system of a fresh shell: the folders and files of a small Debian system, built once and forked for each shell.

All of it but home and temporary folders belongs to root; whether that keeps the user away is for ``enforced`` to say.
``/proc`` has the few files that scripts read, which tell of the virtual machine. ``/bin`` is a link, as it has been in
Debian since 2019. A program is a line of text that names it, so that a copy of one is still a program.
"""

from __future__ import annotations

import os

from runtime.bash.vfs.devices import DEVICES
from runtime.bash.vfs.memory import MemoryFileSystem
from runtime.bash.vfs.nodes import CHARACTER, FILE, PROCESS_MAJOR
from runtime.bash.vfs.quota import Quota

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["PROGRAM", "program_name", "standard"]

PROGRAM = b"#!virtual "
"""How a program's file begins; its name and a newline follow."""
_PLAIN_FOLDERS = (
    "/boot /dev /dev/fd /etc /home /media /mnt /opt /run /srv /sys /usr /usr/bin /usr/include /usr/lib /usr/local "
    "/usr/local/bin /usr/local/etc /usr/local/lib /usr/local/sbin /usr/local/share /usr/local/src /usr/sbin /usr/share "
    "/usr/src /var /var/cache /var/lib /var/log /var/spool"
)
_FOLDERS = (
    *((path, 0o755) for path in _PLAIN_FOLDERS.split()),
    ("/proc", 0o555),
    ("/proc/self", 0o555),
    ("/proc/sys", 0o555),
    ("/proc/sys/kernel", 0o555),
    ("/proc/sys/kernel/random", 0o555),
    ("/root", 0o700),
    ("/tmp", 0o1777),  # noqa: S108  # of the virtual system
    ("/var/tmp", 0o1777),  # noqa: S108
)
_PROCESS_FILES = {
    1: "/proc/cpuinfo",
    2: "/proc/meminfo",
    3: "/proc/uptime",
    4: "/proc/loadavg",
    5: "/proc/version",
    6: "/proc/self/mounts",
    7: "/proc/self/status",
    8: "/proc/self/cmdline",
    9: "/proc/self/environ",
    10: "/proc/self/comm",
    11: "/proc/sys/kernel/hostname",
    12: "/proc/sys/kernel/ostype",
    13: "/proc/sys/kernel/osrelease",
    14: "/proc/sys/kernel/random/uuid",
    15: "/proc/filesystems",
}
"""By the numbers that the shell knows them by, which opens them."""
_LINKS = (
    ("/bin", "usr/bin"),
    ("/lib", "usr/lib"),
    ("/sbin", "usr/sbin"),
    ("/var/run", "/run"),
    ("/proc/mounts", "self/mounts"),
    ("/proc/self/exe", "/usr/bin/bash"),
    ("/proc/self/fd", "/dev/fd"),
    ("/dev/stdin", "fd/0"),
    ("/dev/stdout", "fd/1"),
    ("/dev/stderr", "fd/2"),
)
_OS_RELEASE = b'PRETTY_NAME="Virtual shell"\nNAME="Virtual shell"\nID=virtual\nID_LIKE=debian\n'
# Trees are kept by what they were made of; a server of many users must not keep one for each for ever.
_KEPT = 16
_Key = tuple[str, str, tuple[str, ...], int, int]
_built: dict[_Key, MemoryFileSystem] = {}


def standard(
    username: str = "user",
    hostname: str = "localhost",
    *,
    programs: Iterable[str] = (),
    uid: int = 1000,
    gid: int = 1000,
    clock_ns: Callable[[], int] | None = None,
    quota: Quota | None = None,
    entropy: Callable[[int], bytes] | None = None,
    enforced: bool = True,
) -> MemoryFileSystem:
    """A fresh file system with ``/home/<username>`` and the programs in ``/usr/bin``; a fork of one that is built once.

    With ``enforced`` the user may write to home and temporary folders alone, without it everywhere.
    ``programs`` should be one tuple for all shells: it is part of what the built tree is found by.
    """
    key = (username, hostname, tuple(programs), uid, gid)
    base = _built.get(key)
    if base is None:
        if len(_built) >= _KEPT:
            _built.clear()
        base = _built[key] = _build(*key)
    return base.fork(
        uid=uid, gid=gid, clock_ns=clock_ns, quota=quota or Quota(), entropy=entropy, enforced=enforced
    )


def program_name(content: bytes) -> str | None:
    """Which program a file is, by its first line; None when it is none."""
    if not content.startswith(PROGRAM):
        return None
    return content[len(PROGRAM) :].partition(b"\n")[0].decode("utf-8", "surrogateescape")


def _refuse_forgery(*names: str) -> None:
    # A name with a colon or a newline would write other lines of /etc/passwd, one with a slash another folder.
    for name in names:
        if not name or name in (".", "..") or not set(name).isdisjoint("/:\n\0"):
            raise ValueError(f"not a name for a user or a host: {name!r}")


def _build(username: str, hostname: str, programs: tuple[str, ...], uid: int, gid: int) -> MemoryFileSystem:
    _refuse_forgery(username, hostname)
    fs = MemoryFileSystem(uid=0, gid=0, quota=Quota(files=1_000_000))
    for path, mode in _FOLDERS:
        fs.mkdir(path, mode)
    for path, target in _LINKS:
        fs.symlink(target, path)
    for name, number in DEVICES.items():
        fs.mknod(f"/dev/{name}", CHARACTER | 0o666, number)
    for number, path in _PROCESS_FILES.items():
        fs.mknod(path, FILE | 0o444, os.makedev(PROCESS_MAJOR, number))
    for path, content in _texts(username, hostname, uid, gid).items():
        fs.write_bytes(path, content)
    for name in sorted(programs):
        fs.write_bytes(f"/usr/bin/{name}", PROGRAM + name.encode("utf-8", "surrogateescape") + b"\n")
        fs.chmod(f"/usr/bin/{name}", 0o755)
    if uid:
        fs.mkdir(f"/home/{username}")
        fs.chown(f"/home/{username}", uid, gid)
    fs.inodes.settle()
    return fs


def _texts(username: str, hostname: str, uid: int, gid: int) -> dict[str, bytes]:
    users = "root:x:0:0:root:/root:/bin/bash\n"
    groups = "root:x:0:\n"
    if uid:
        users += f"{username}:x:{uid}:{gid}::/home/{username}:/bin/bash\n"
        groups += f"{username}:x:{gid}:\n"
    texts = {
        "/etc/passwd": users,
        "/etc/group": groups,
        "/etc/hostname": f"{hostname}\n",
        "/etc/hosts": f"127.0.0.1\tlocalhost\n127.0.1.1\t{hostname}\n",
    }
    encoded = {path: text.encode("utf-8", "surrogateescape") for path, text in texts.items()}
    return {**encoded, "/etc/os-release": _OS_RELEASE}
