"""The part of a command's tree that is the same for every command: the system, devices, /proc, and scratch.

1. The helper shows the system's folders and a named few of its files, read-only, in a template: once, in a mount namespace of its own.
2. A process that waits for a command has a copy of these mounts, as its namespace is a copy. It moves them into an empty root of its
   own, and adds what no two commands share: /proc of its own processes, and a scratch file system with a quota.

Template mounts are private, and so are the copies; all are read-only before a command runs. What one command does to its own,
another does not see. The files
of /etc are shown by what they are, not by name: they are shown anew where one of them was replaced meanwhile.
"""

from __future__ import annotations

import errno
import os
import stat

from runtime.backends._confinement import kernel

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
# What programs look up; nothing of it says how this machine is kept or who may do what.
_OF_ETC = (
    "alternatives", "bash.bashrc", "ca-certificates", "ca-certificates.conf", "crypto-policies", "debian_version", "fonts",
    "gai.conf", "gitconfig", "group", "host.conf", "hostname", "hosts", "inputrc", "java-11-openjdk", "java-17-openjdk",
    "java-21-openjdk", "ld.so.cache", "ld.so.conf",
    "ld.so.conf.d", "localtime", "locale.alias", "magic", "mime.types", "networks", "nsswitch.conf", "os-release", "passwd",
    "perl", "pki/ca-trust", "pki/tls/cert.pem", "pki/tls/certs", "profile", "profile.d", "protocols", "resolv.conf", "rpc", "services", "shells", "ssl/cert.pem",
    "ssl/certs", "ssl/openssl.cnf", "terminfo", "timezone", "xattr.conf",
)  # fmt: skip
DEVICES = ("null", "zero", "full", "random", "urandom")
_LINKS = {
    "fd": "/proc/self/fd",
    "stdin": "/proc/self/fd/0",
    "stdout": "/proc/self/fd/1",
    "stderr": "/proc/self/fd/2",
}
SCRATCH = "/scratch"
SCRATCH_ALSO = {"/tmp": "tmp", "/var/tmp": "tmp", "/dev/shm": "shm"}  # noqa: S108  # each command has its own
_ROOT_BYTES = "4m"
_INODES = 65_536
_TEMPLATE = "/proc"
"""Where trees are put together: a folder that every machine has, and that nothing is bound from."""
_ROOT = "root"
_READ_ONLY = kernel.RDONLY | kernel.NOSUID | kernel.NODEV
_EMPTY = kernel.MS_NOSUID | kernel.MS_NODEV
_MISSING = (errno.ENOENT, errno.ENOTDIR, errno.EACCES)


class SystemTree:
    """Steps 1 and 2, and what they achieved."""

    host = -1
    """The root of the machine's own tree."""

    def __init__(self, *, scratch_bytes: int, processes: int) -> None:
        self._scratch_bytes = scratch_bytes
        self._processes = processes
        self._folders: list[str] = []
        self._links: list[tuple[str, str]] = []
        self._state: list[tuple[int, ...]] = []
        self.held: set[str] = set()

    def make_template(self) -> None:
        """Step 1; afterwards this process works in the template.

        Raises:
            OSError: the kernel refused it.
        """
        kernel.mount(_TEMPLATE, "tmpfs", _EMPTY, f"size={_ROOT_BYTES},mode=755")
        os.chdir(_TEMPLATE)
        os.mkdir(_ROOT)
        for place in SYSTEM:
            if os.path.islink(place):
                self._links.append((place, os.readlink(place)))
            elif show(place, _READ_ONLY):
                self._folders.append(place)
        for folder in ("etc", "dev"):
            os.mkdir(folder)
            self._folders.append(f"/{folder}")
        self._show_devices()
        self._show_etc()

    def refresh(self) -> None:
        """Show the files of /etc anew, where one of them was replaced; in the template, or in a root."""
        if self._state != _state_of_etc():
            kernel.checked(kernel.libc.umount2(b"etc", kernel.MNT_DETACH))
            self._show_etc()

    def make_root(self) -> None:
        """Step 2; afterwards this process works in the root that is to be.

        Raises:
            OSError: the kernel refused it: nothing must be run.
        """
        self.host = os.open("/", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        kernel.mount(_ROOT, "tmpfs", _EMPTY, f"size={_ROOT_BYTES},mode=755")
        for place in self._folders:
            os.makedirs(f"{_ROOT}{place}")
            kernel.move_mount(os.fsencode(place[1:]), os.fsencode(f"{_ROOT}{place}"))
        os.chdir(_ROOT)
        for place, target in self._links:
            os.makedirs(f".{os.path.dirname(place)}", exist_ok=True)
            os.symlink(target, f".{place}")
        self._mount_proc()
        self._mount_scratch()

    def close(self) -> None:
        """Nothing more comes into the system's part, and the machine's own tree is not needed any more."""
        for place in (".", "etc", "dev"):
            make_read_only(_opened(place))
        os.close(self.host)

    def _show_etc(self) -> None:
        self._state = _state_of_etc()
        kernel.mount("etc", "tmpfs", _EMPTY, f"size={_ROOT_BYTES},mode=755")
        for name in _OF_ETC:
            show(f"/etc/{name}", _READ_ONLY)

    def _show_devices(self) -> None:
        kernel.mount("dev", "tmpfs", kernel.MS_NOSUID | kernel.MS_NOEXEC, f"size={_ROOT_BYTES},mode=755")
        # Read-only does not keep anybody from writing to a device; it keeps its mode, owner and times as they are.
        for name in DEVICES:
            show(f"/dev/{name}", kernel.RDONLY | kernel.NOSUID | kernel.NOEXEC)
        for name, target in _LINKS.items():
            os.symlink(target, f"dev/{name}")
        os.mkdir("dev/shm")  # scratch is shown there

    def _mount_proc(self) -> None:
        os.mkdir("proc")
        try:
            kernel.mount("proc", "proc", _EMPTY | kernel.MS_NOEXEC)
        except OSError:
            return  # a container that covers parts of its own /proc lets nobody have another
        self.held.add("proc")
        if self._bound_processes():
            self.held.add("count")
        make_read_only(_opened("proc"))

    def _bound_processes(self) -> bool:
        """No number beyond this for a process of this namespace: RLIMIT_NPROC does not hold root.

        Since Linux 6.14 each namespace has its own; before that it is the whole machine's, and left alone.
        """
        major, minor = os.uname().release.split(".")[:2]
        try:
            if (int(major), int(minor)) >= (6, 14):
                with open("proc/sys/kernel/pid_max", "wb", buffering=0) as bound:
                    bound.write(b"%d" % self._processes)
                return True
        except (OSError, ValueError):
            pass
        return os.geteuid() != 0

    def _mount_scratch(self) -> None:
        os.mkdir(SCRATCH[1:])
        quota = f"size={self._scratch_bytes},nr_inodes={_INODES},mode=755"
        kernel.mount(SCRATCH[1:], "tmpfs", _EMPTY, quota)
        for name in ("home", "tmp", "shm"):
            os.mkdir(f".{SCRATCH}/{name}")
        for place, name in SCRATCH_ALSO.items():
            source = os.open(f".{SCRATCH}/{name}", os.O_PATH | os.O_CLOEXEC)
            _bind_made(source, place, kernel.NOSUID | kernel.NODEV)
            os.close(source)
        self.held.add("scratch")


def show(place: str, attributes: int, *, at: str = "") -> bool:
    """Show the same at the same place or another, beneath the folder that this process works in; False where nothing is there.

    Raises:
        OSError: the kernel refused it.
    """
    try:
        source = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in _MISSING:
            return False
        raise
    try:
        _bind_made(source, at or place, attributes)
    finally:
        os.close(source)
    return True


def make_read_only(mounted: int) -> None:
    """Let nobody change anything in the mount that a descriptor, which is closed, lies in."""
    kernel.restrict_mount(mounted, kernel.RDONLY)
    os.close(mounted)


def _opened(place: str) -> int:
    return os.open(place, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)


def _bind_made(source: int, place: str, attributes: int) -> None:
    """Bind at a place that is made where it is not there yet."""
    target = f".{place}"
    if not os.path.lexists(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if stat.S_ISDIR(os.fstat(source).st_mode):
            os.mkdir(target)
        else:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o444))
    opened = os.open(target, os.O_PATH | os.O_CLOEXEC)
    try:
        kernel.bind(source, opened, attributes=attributes)
    finally:
        os.close(opened)


def _state_of_etc() -> list[tuple[int, ...]]:
    """What changes when a file is replaced: the folders that the files, and those that they lead to, lie in."""
    found: list[tuple[int, ...]] = []
    for folder in _FOLDERS_OF_ETC:
        try:
            info = os.stat(folder)
        except OSError:
            found.append(())
        else:
            found.append((info.st_dev, info.st_ino, info.st_mtime_ns))
    return found


def _folders_of_etc() -> tuple[str, ...]:
    places = [f"/etc/{name}" for name in _OF_ETC]
    return tuple(
        sorted({os.path.dirname(each) for place in places for each in (place, os.path.realpath(place))})
    )


_FOLDERS_OF_ETC = _folders_of_etc()
