"""The first wall: the tree that a command sees, built from nothing.

1. An empty file system in memory becomes the root; the system's folders and a named few of its files are shown in it, read-only.
2. Devices that hold nothing, the namespace's own /proc, and a scratch file system with a quota.
3. The granted parts of the workspace, each found beneath it without following a link, and bound by the descriptor that was found.
4. Places that govern the runtime are covered or read-only, and each folder above one is a mount of its own, which the kernel lets
   nobody rename or remove. A place that is not there gets a placeholder, so that no command makes it.
5. The old root goes. What was not bound does not exist.
"""

from __future__ import annotations

import errno
import os
import stat

from runtime.backends._confinement import kernel
from runtime.backends._confinement.overlay import Overlay
from runtime.backends._confinement.placeholder import Placeholder, settle
from runtime.backends._confinement.plan import HIDDEN, READ_ONLY, WRITABLE, Plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
_SCRATCH_ALSO = {"/tmp": "tmp", "/var/tmp": "tmp", "/dev/shm": "shm"}  # noqa: S108  # each command has its own
_ROOT_BYTES = "4m"
_INODES = 65_536
_NEW_ROOT = "/proc"
"""Where the new root is put together: a folder that every machine has, and that nothing is bound from."""
_COVERS = ".covers"


def scratch_places(spec: dict[str, Any]) -> list[str]:
    """Where the command's own files may lie.

    A rule of Landlock for a folder holds for all beneath it, a workspace included: where that may be written and not read,
    no folder above it is one to read.
    """
    unread = not set(spec["write"]) <= set(spec["read"])
    return [
        SCRATCH,
        *(place for place in _SCRATCH_ALSO if not (unread and spec["root"].startswith(f"{place}/"))),
    ]


class CommandTree:
    """Builds the tree of one command; see the steps above."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self._spec = spec
        self._plan = Plan(spec["read"], spec["write"], spec["hidden"], spec["locked"])
        self._named = spec["execute"] is not None
        self._host = -1
        self.held: set[str] = set()
        self.overlay: Overlay | None = None
        self.placeholders: list[Placeholder] = []
        self.watched: dict[str, set[str]] = {}
        """Folders in which a place that governs lies as a file, and the names of those."""

    def build(self) -> None:
        """Steps 1 to 5.

        Raises:
            OSError: the kernel refused a step: nothing must be run.
        """
        self._refuse_workspace_above_system()
        self._host = os.open("/", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        workspace = kernel.open_beneath(self._host, self._spec["root"].strip("/"), os.O_DIRECTORY)
        kernel.mount(_NEW_ROOT, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, f"size={_ROOT_BYTES},mode=755")
        os.chdir(_NEW_ROOT)
        self._show_system()
        self._show_devices()
        self._mount_scratch()
        for place in self._spec["system"]:
            self._show(place, self._of_system)
        self._show_programs()
        if self._spec["review"]:
            self.overlay = Overlay(workspace, self._spec)
            workspace = self.overlay.workspace
        self._show_workspace(workspace)
        if self.overlay is not None:
            self.overlay.conceal()
            self.held.add("changes")
        _make_read_only(_opened("."))
        kernel.call(kernel.PIVOT_ROOT, b".", b".")
        kernel.checked(kernel.libc.umount2(b".", kernel.MNT_DETACH))
        os.chdir("/")
        os.close(self._host)
        self.held |= {"filesystem", "hidden", "scratch"}

    def _refuse_workspace_above_system(self) -> None:
        root = self._spec["root"].rstrip("/") + "/"
        for place in (*SYSTEM, "/etc", "/dev", "/proc", SCRATCH, *_SCRATCH_ALSO):
            if f"{place}/".startswith(root):
                raise kernel.failure(errno.EBUSY)

    @property
    def _of_system(self) -> int:
        return kernel.RDONLY | kernel.NOSUID | kernel.NODEV | (kernel.NOEXEC if self._named else 0)

    def _show_system(self) -> None:
        for place in (*SYSTEM, *(f"/etc/{name}" for name in _OF_ETC)):
            self._show(place, self._of_system)

    def _show_programs(self) -> None:
        """Under named commands nothing may be executed or mapped as code but this."""
        if self._named:
            for place in (*self._spec["execute"]["programs"], *self._spec["execute"]["libraries"]):
                self._show(place, kernel.RDONLY | kernel.NOSUID | kernel.NODEV)

    def _show(self, place: str, attributes: int) -> None:
        """The same at the same place; what is a link there is the same link here, or what it leads to."""
        try:
            info = os.lstat(place)
            if stat.S_ISLNK(info.st_mode) and place in SYSTEM:
                self._make_parents(place)
                os.symlink(os.readlink(place), f".{place}")
                return
            source = os.open(place, os.O_PATH | os.O_CLOEXEC)
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EACCES):
                return
            raise
        try:
            self._bind_made(source, place, attributes)
        finally:
            os.close(source)

    def _bind_made(self, source: int, place: str, attributes: int) -> None:
        """Bind at a place of the new root that is made where it is not there yet."""
        target = f".{place}"
        if not os.path.lexists(target):
            self._make_parents(place)
            if stat.S_ISDIR(os.fstat(source).st_mode):
                os.mkdir(target)
            else:
                os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o444))
        opened = os.open(target, os.O_PATH | os.O_CLOEXEC)
        try:
            kernel.bind(source, opened, attributes=attributes)
        finally:
            os.close(opened)

    def _make_parents(self, place: str) -> None:
        above = os.path.dirname(place)
        if above != "/" and not os.path.isdir(f".{above}"):
            self._make_parents(above)
            os.mkdir(f".{above}")

    def _show_devices(self) -> None:
        os.makedirs("dev", exist_ok=True)
        # Read-only does not keep anybody from writing to a device; it keeps its mode, owner and times as they are.
        for name in DEVICES:
            self._show(f"/dev/{name}", kernel.RDONLY | kernel.NOSUID | kernel.NOEXEC)
        for name, target in _LINKS.items():
            os.symlink(target, f"dev/{name}")
        os.mkdir("proc")
        options = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
        try:
            kernel.mount("proc", "proc", options)
        except OSError:
            return  # a container that covers parts of its own /proc lets nobody have another
        self.held.add("proc")
        if self._bound_processes():
            self.held.add("count")
        _make_read_only(_opened("proc"))

    def _bound_processes(self) -> bool:
        """No number beyond this for a process of this namespace: RLIMIT_NPROC does not hold root.

        Since Linux 6.14 each namespace has its own; before that it is the whole machine's, and left alone.
        """
        major, minor = os.uname().release.split(".")[:2]
        try:
            if (int(major), int(minor)) >= (6, 14):
                with open("proc/sys/kernel/pid_max", "wb", buffering=0) as bound:
                    bound.write(b"%d" % self._spec["processes"])
                return True
        except (OSError, ValueError):
            pass
        return os.geteuid() != 0

    def _mount_scratch(self) -> None:
        os.mkdir("scratch")
        options = kernel.MS_NOSUID | kernel.MS_NODEV | (kernel.MS_NOEXEC if self._named else 0)
        quota = f"size={self._spec['scratch_bytes']},nr_inodes={_INODES},mode=755"
        kernel.mount("scratch", "tmpfs", options, quota)
        for name in ("home", "tmp", "shm"):
            os.mkdir(f"scratch/{name}")
        attributes = kernel.NOSUID | kernel.NODEV | (kernel.NOEXEC if self._named else 0)
        for place in scratch_places(self._spec)[1:]:
            name = _SCRATCH_ALSO[place]
            source = os.open(f"scratch/{name}", os.O_PATH | os.O_CLOEXEC)
            self._bind_made(source, place, attributes)
            os.close(source)

    def _show_workspace(self, workspace: int) -> None:
        os.mkdir(_COVERS, 0o755)
        os.mkdir(f"{_COVERS}/folder", 0o555)
        os.close(os.open(f"{_COVERS}/file", os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o444))
        frame, place = self._first_missing(self._spec["root"]), f".{self._spec['root']}"
        options = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
        kernel.mount(frame, "tmpfs", options, "size=1m,mode=755")
        framed = _opened(frame)
        os.makedirs(place, exist_ok=True)
        for path in self._plan.places():
            self._show_part(workspace, place, path)
        if self._named:
            for program in self._spec["execute"]["own"]:
                self._show_part(workspace, place, program, executable=True)
        _make_read_only(framed)

    def _first_missing(self, root: str) -> str:
        """Where the empty frame begins that granted parts are put into: above the workspace nothing can be changed either."""
        steps = root.strip("/").split("/")
        for count in range(1, len(steps) + 1):
            place = "./" + "/".join(steps[:count])
            if not os.path.isdir(place):
                os.mkdir(place)
                return place
        return place

    def _show_part(self, workspace: int, place: str, path: str, *, executable: bool = False) -> None:
        mode = READ_ONLY if executable else self._plan.mode(path)
        governs = self._plan.governs(path)
        try:
            source = kernel.open_beneath(workspace, path)
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EXDEV, errno.EACCES):
                raise
            if governs and error.errno == errno.ENOENT:
                self._hold_place(workspace, place, path)
            elif governs and error.errno in (errno.ELOOP, errno.EXDEV):
                raise  # what governs lies behind a link that was put there meanwhile
            return
        try:
            folder = stat.S_ISDIR(os.fstat(source).st_mode)
            if governs and self._plan.writable_above(path):
                settle(workspace, path, into=self.placeholders)
                if not folder:
                    self._watch(path)
            self._bind_part(source, place, path, mode, folder=folder, executable=executable)
        finally:
            os.close(source)

    def _bind_part(
        self, source: int, place: str, path: str, mode: str, *, folder: bool, executable: bool
    ) -> None:
        attributes = kernel.NOSUID | kernel.NODEV
        if mode != WRITABLE:
            attributes |= kernel.RDONLY
        if self._named and not executable:
            attributes |= kernel.NOEXEC
        if mode == HIDDEN:
            source = os.open(f"{_COVERS}/{'folder' if folder else 'file'}", os.O_PATH | os.O_CLOEXEC)
        base = os.open(place, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            target = self._target(base, path, folder=folder)
            try:
                kernel.bind(source, target, attributes=attributes)
            finally:
                os.close(target)
        finally:
            os.close(base)
            if mode == HIDDEN:
                os.close(source)

    def _target(self, base: int, path: str, *, folder: bool) -> int:
        """Where in the new tree a part goes; in the bare frame of the workspace it is made."""
        if path == ".":
            return os.open(".", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=base)
        if self._plan.shown_above(path):
            return kernel.open_beneath(base, path)
        held = os.dup(base)
        *above, name = path.split("/")
        try:
            for step in above:
                _make_folder(held, step)
                found = kernel.open_beneath(held, step, os.O_DIRECTORY)
                os.close(held)
                held = found
            if folder:
                _make_folder(held, name)
            else:
                os.close(os.open(name, os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o444, dir_fd=held))
            return kernel.open_beneath(held, name)
        finally:
            os.close(held)

    def _hold_place(self, workspace: int, place: str, path: str) -> None:
        """Nothing is there: where the command could make it, something empty takes its place while it runs."""
        if not self._plan.writable_above(path):
            return
        steps = path.split("/")
        for count in range(1, len(steps) + 1):
            head = "/".join(steps[:count])
            try:
                os.close(kernel.open_beneath(workspace, head))
            except FileNotFoundError:
                folder = count < len(steps) or self._plan.mode(path) == HIDDEN
                held = Placeholder.make(workspace, head, folder=folder)
                if held is None:
                    return
                self.placeholders.append(held)
                if not folder:
                    self._watch(head)
                source = kernel.open_beneath(workspace, head)
                self._bind_part(source, place, head, HIDDEN, folder=folder, executable=False)
                os.close(source)
                return

    def _watch(self, path: str) -> None:
        above, _, name = path.rpartition("/")
        self.watched.setdefault(f"{self._spec['root']}/{above or '.'}", set()).add(name)


def _opened(place: str) -> int:
    return os.open(place, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)


def _make_read_only(mounted: int) -> None:
    kernel.restrict_mount(mounted, kernel.RDONLY)
    os.close(mounted)


def _make_folder(held: int, name: str) -> None:
    try:
        os.mkdir(name, dir_fd=held)
    except FileExistsError:
        pass
