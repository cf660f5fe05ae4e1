"""Confines itself and becomes a program: the worker of Wasm modules (`runtime.backends._wasm.worker`), as ``python -I -S``.

1. Read what to run and within what, from the descriptor named first.
2. New namespaces: processes and mounts always, the network where none is granted; a user namespace where they need one.
3. As the first process of the namespace: a fresh /proc, hidden places covered, locked places read-only.
4. Resource limits, no new privileges, and Landlock: files as granted, no TCP, no signals to strangers.
5. Say on the descriptor named second what holds, or why the command cannot be run; then become the command.
6. The first process waits for the command and ends with its status: with it, everything that the command started ends.

Nothing of the runtime is imported, and of the standard library as little as can be: this starts for every command. Each protection that the kernel lacks is left out and
missing from what is said, for the launcher to judge.
"""

from __future__ import annotations

import ctypes
import errno
import marshal
import os
import resource
import signal
import stat
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SPEC, STATUS = int(sys.argv[1]), int(sys.argv[2])
_libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = (
    0x0002_0000,
    0x0800_0000,
    0x1000_0000,
    0x2000_0000,
    0x4000_0000,
)
# linux/mount.h, linux/prctl.h
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = (
    0x1, 0x2, 0x4, 0x8, 0x20, 0x1000, 0x4000, 0x40000,
)  # fmt: skip
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 24, 38
_LAST_CAPABILITY = 63

# Landlock: linux/landlock.h. The numbers of its system calls are the same on every architecture.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE = 1, 2, 4, 8, 16, 32
_MAKE = 64 | 128 | 256 | 512 | 1024 | 2048 | 4096
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_READ = EXECUTE | READ_FILE | READ_DIR
_WRITE = WRITE_FILE | REMOVE_DIR | REMOVE_FILE | _MAKE
_OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
_NET_TCP = 3
_SCOPED = 3  # abstract sockets, signals

_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/sys/devices/system/cpu",
)
_RESOLVER = ("/run/systemd/resolve", "/run/resolvconf")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")
# What the owner alone may read in there is readable, too, where the runtime runs as root.
_SECRETS = (
    "/etc/shadow",
    "/etc/gshadow",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssh",
    "/etc/ssl/private",
    "/etc/krb5.keytab",
)
_SHARED_MEMORY = "/dev/shm"  # noqa: S108  # covered by one of its own
_LONG_MAX = 2**63 - 1


def main() -> None:
    """Steps 1 to 6."""
    with open(SPEC, "rb") as file:
        spec = marshal.load(file)  # noqa: S302  # the launcher's own, from the same interpreter; json takes 8 ms to import
    os.set_inheritable(STATUS, False)
    held = set()
    _check(_libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
    if _enter_namespaces(network=spec["network"]):
        held |= {"processes"} | (set() if spec["network"] else {"network"})
        first = os.fork()
        if first:
            os.close(STATUS)
            _leave_as(os.waitpid(first, 0)[1])
        _check(_libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
        held |= _arrange_mounts(spec)
    command = os.fork()
    if command:
        os.close(STATUS)
        _reap_until(command)
    _become(spec, held)


def _enter_namespaces(*, network: bool) -> bool:
    wanted = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | (0 if network else CLONE_NEWNET)
    if _libc.unshare(wanted) == 0:
        return True
    user, group = os.geteuid(), os.getegid()
    if _libc.unshare(wanted | CLONE_NEWUSER):
        return False
    # Everybody stays who they are: files keep their owners, and nobody becomes root.
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123
            file.write(text)
    return True


def _arrange_mounts(spec: dict[str, Any]) -> set[str]:
    """What of the mounts could be had: ``proc`` and ``hidden``."""
    had: set[str] = set()
    if not _mount(None, b"/", None, MS_REC | MS_PRIVATE):
        return had
    if _mount(b"proc", b"/proc", b"proc", MS_NOSUID | MS_NODEV | MS_NOEXEC):
        had.add("proc")
        had |= _bound_processes(spec["processes"])
    if _mount(b"tmpfs", _SHARED_MEMORY.encode(), b"tmpfs", MS_NOSUID | MS_NODEV, b"size=64m"):
        spec["write"].append(_SHARED_MEMORY)
    if all(_cover(os.fsencode(place)) for place in (*_SECRETS, *spec["hidden"])) and all(
        _lock(os.fsencode(place)) for place in spec["locked"]
    ):
        had.add("hidden")
    return had


def _bound_processes(most: int) -> set[str]:
    """No number beyond this for a process of this namespace: RLIMIT_NPROC does not hold where the runtime runs as root.

    Since Linux 6.14 each namespace has its own; before that it is the whole machine's, and left alone.
    """
    major, minor = os.uname().release.split(".")[:2]
    try:
        if (int(major), int(minor)) >= (6, 14):
            with open("/proc/sys/kernel/pid_max", "wb", buffering=0) as bound:  # noqa: PTH123
                bound.write(b"%d" % most)
            return {"count"}
    except (OSError, ValueError):
        pass
    return {"count"} if os.geteuid() else set()


def _cover(place: bytes) -> bool:
    """Put nothing in the place of a file or a folder."""
    try:
        folder = stat.S_ISDIR(os.lstat(place).st_mode)
    except OSError:
        return True
    if folder:
        options = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC
        return _mount(b"tmpfs", place, b"tmpfs", options, b"size=4k,mode=0")
    return _mount(b"/dev/null", place, None, MS_BIND)


def _lock(place: bytes) -> bool:
    """Let a file or a folder be read only."""
    if not os.path.lexists(place):
        return True
    read_only = MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV
    return _mount(place, place, None, MS_BIND | MS_REC) and _mount(None, place, None, read_only)


def _mount(
    source: bytes | None, place: bytes, kind: bytes | None, options: int, data: bytes | None = None
) -> bool:
    return bool(_libc.mount(source, place, kind, options, data) == 0)


def _become(spec: dict[str, Any], held: set[str]) -> None:
    try:
        _check(_libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
        for ignored_by_python in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(ignored_by_python, signal.SIG_DFL)
        _enter_folder(spec["folder"])
        held |= _limit(spec)
        held |= _restrict_files(spec, own_proc="proc" in held)
        _drop_capabilities()
        if missing := set(spec["required"]) - held:
            _say("missing", *sorted(missing))
            os._exit(126)
        _say("held", *sorted(held))
        _close_all_but_standard()
        _execute(spec["argv"], spec["environment"])
    except OSError as error:
        _say("errno", error.errno or errno.EIO)
    os._exit(126)


def _enter_folder(folder: str) -> None:
    try:
        os.chdir(folder)
    except OSError as error:
        _say("folder", error.errno or errno.EIO)
        os._exit(126)


def _execute(argv: list[str], environment: dict[str, str]) -> None:
    """Become the first command of that name on the path. By hand: `os.execvpe` imports, which no file may be read for now."""
    if "/" in argv[0]:
        os.execve(argv[0], argv, environment)  # noqa: S606  # no shell is wanted
    fault: OSError = FileNotFoundError(errno.ENOENT, "no such command")
    for folder in environment.get("PATH", "").split(":"):
        try:
            os.execve(f"{folder}/{argv[0]}", argv, environment)  # noqa: S606
        except (FileNotFoundError, NotADirectoryError):
            continue
        except PermissionError as error:
            fault = error
    raise fault


def _limit(spec: dict[str, Any]) -> set[str]:
    held = {"files"}
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _lower(resource.RLIMIT_NOFILE, 1024)
    _lower(resource.RLIMIT_FSIZE, spec["file_bytes"])
    _lower(resource.RLIMIT_NPROC, spec["processes"])
    if spec["cpu_s"] is not None:
        _lower(resource.RLIMIT_CPU, max(1, int(-(-spec["cpu_s"] // 1))))
        held.add("cpu_s")
    if spec["memory_bytes"] is not None:
        _lower(resource.RLIMIT_AS, spec["memory_bytes"])
        held.add("memory_bytes")
    return held


def _lower(what: int, bound: int) -> None:
    hard = resource.getrlimit(what)[1]
    bound = min(bound, _LONG_MAX) if hard == resource.RLIM_INFINITY else min(bound, hard)
    resource.setrlimit(what, (bound, bound))


def _restrict_files(spec: dict[str, Any], *, own_proc: bool) -> set[str]:
    _check(_libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    abi = _libc.syscall(CREATE_RULESET, None, 0, 1)
    if abi < 1:
        return set()
    handled = _READ | _WRITE | (REFER if abi >= 2 else 0) | (TRUNCATE if abi >= 3 else 0)
    handled |= IOCTL_DEV if abi >= 5 else 0
    net = _NET_TCP if abi >= 4 and not spec["network"] else 0
    attributes = (ctypes.c_uint64 * 3)(handled, net, _SCOPED if abi >= 6 else 0)
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    rules = _libc.syscall(CREATE_RULESET, ctypes.byref(attributes), size, 0)
    if rules < 0:
        return set()
    system = (
        *_SYSTEM,
        *spec["system"],
        *(_RESOLVER if spec["network"] else ()),
        *(("/proc",) if own_proc else ()),
    )
    for place in (*system, *spec["read"]):
        _allow(rules, place, handled & _READ)
    for place in spec["write"]:
        _allow(rules, place, handled & (_READ | _WRITE | REFER | TRUNCATE))
    for place in _DEVICES:
        _allow(rules, place, handled & (READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEV))
    if _libc.syscall(RESTRICT_SELF, rules, 0):
        return set()
    os.close(rules)
    return {"filesystem"}


def _allow(rules: int, place: str, access: int) -> None:
    try:
        descriptor = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
        access &= _OF_FILES
    # struct landlock_path_beneath_attr is packed: eight bytes, then four.
    attributes = (ctypes.c_char * 12).from_buffer_copy(
        access.to_bytes(8, sys.byteorder) + descriptor.to_bytes(4, sys.byteorder)
    )
    _check(_libc.syscall(ADD_RULE, rules, 1, ctypes.byref(attributes), 0))
    os.close(descriptor)


def _drop_capabilities() -> None:
    """Root without root's powers, where the runtime itself runs as root."""
    for capability in range(_LAST_CAPABILITY + 1):
        _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(0x2008_0522, 0)
    _libc.capset(ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)()))


def _close_all_but_standard() -> None:
    os.closerange(3, STATUS)
    os.closerange(STATUS + 1, 4096)


def _reap_until(command: int) -> None:
    """What is left behind by the command's children falls to the first process of the namespace."""
    while True:
        ended, status = os.wait()
        if ended == command:
            _leave_as(status)


def _leave_as(status: int) -> None:
    os._exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))


def _say(what: str, *words: object) -> None:
    os.write(STATUS, " ".join([what, *map(str, words)]).encode() + b"\n")


def _check(result: int) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused by the kernel")


if __name__ == "__main__":
    main()
