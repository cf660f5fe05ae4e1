"""The first wall: the tree that a command sees, built from nothing.

1. The root and the system's part of it are there already (`system_tree`): they are the same for every command.
2. The granted parts of the workspace, each found beneath it without following a link, and bound by the descriptor that was found.
3. Places that govern the runtime are covered or read-only, and each folder above one is a mount of its own, which the kernel lets
   nobody rename or remove. A place that is not there gets a placeholder, so that no command makes it.
4. The old root goes. What was not bound does not exist.
"""

from __future__ import annotations

import errno
import os
import stat
import time

from runtime.backends._confinement import kernel
from runtime.backends._confinement.overlay import Overlay
from runtime.backends._confinement.placeholder import Placeholder, settle
from runtime.backends._confinement.plan import HIDDEN, READ_ONLY, WRITABLE, Plan
from runtime.backends._confinement.system_tree import (
    SCRATCH,
    SCRATCH_ALSO,
    SYSTEM,
    SystemTree,
    make_read_only,
    show,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_COVERS = ".covers"
_LOOKS = 50
_LOOK_S = 0.0005


def scratch_places(spec: dict[str, Any]) -> list[str]:
    """Where the command's own files may lie.

    A rule of Landlock for a folder holds for all beneath it, a workspace included: where that may be written and not read,
    no folder above it is one to read.
    """
    unread = not set(spec["write"]) <= set(spec["read"])
    above = {name for place, name in SCRATCH_ALSO.items() if spec["root"].startswith(f"{place}/")}
    return [SCRATCH, *(place for place, name in SCRATCH_ALSO.items() if not (unread and name in above))]


class CommandTree:
    """Builds the tree of one command; see the steps above."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self._spec = spec
        self._plan = Plan(spec["read"], spec["write"], spec["hidden"], spec["locked"])
        self._named = spec["execute"] is not None
        self.held: set[str] = set()
        self.overlay: Overlay | None = None
        self.placeholders: list[Placeholder] = []
        self.watched: dict[str, set[str]] = {}
        """Folders in which a place that governs lies as a file, and the names of those."""

    def build(self, system: SystemTree) -> None:
        """Steps 2 to 4.

        Args:
            system: The system's part, shown in the folder that this process works in.

        Raises:
            OSError: the kernel refused a step: nothing must be run.
        """
        self._refuse_workspace_above_system()
        workspace = kernel.open_beneath(system.host, self._spec["root"].strip("/"), os.O_DIRECTORY)
        system.refresh()
        for place in self._spec["system"]:
            show(place, kernel.RDONLY | kernel.NOSUID | kernel.NODEV)
        if self._named:
            # Nothing may be executed or mapped as code but what is shown once more.
            kernel.restrict_tree(b".", kernel.NOEXEC)
            for place in (*self._spec["execute"]["programs"], *self._spec["execute"]["libraries"]):
                show(place, kernel.RDONLY | kernel.NOSUID | kernel.NODEV)
        if self._spec["program"] is not None:
            file, place = self._spec["program"]
            show(file, kernel.RDONLY | kernel.NOSUID | kernel.NODEV, at=place)
        if self._spec["review"]:
            self.overlay = Overlay(workspace, self._spec)
            workspace = self.overlay.workspace
        self._show_workspace(workspace)
        if self.overlay is not None:
            self.overlay.conceal()
            self.held.add("changes")
        system.close()
        kernel.call(kernel.PIVOT_ROOT, b".", b".")
        kernel.checked(kernel.libc.umount2(b".", kernel.MNT_DETACH))
        os.chdir("/")
        self.held |= {"filesystem", "hidden"}

    def _refuse_workspace_above_system(self) -> None:
        root = self._spec["root"].rstrip("/") + "/"
        for place in (*SYSTEM, "/etc", "/dev", "/proc", SCRATCH, *SCRATCH_ALSO):
            if f"{place}/".startswith(root):
                raise kernel.failure(errno.EBUSY)

    def _show_workspace(self, workspace: int) -> None:
        os.mkdir(_COVERS, 0o755)
        os.mkdir(f"{_COVERS}/folder", 0o555)
        os.close(os.open(f"{_COVERS}/file", os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o444))
        frame, place = self._first_missing(self._spec["root"]), f".{self._spec['root']}"
        options = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
        kernel.mount(frame, "tmpfs", options, "size=1m,mode=755")
        framed = os.open(frame, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        os.makedirs(place, exist_ok=True)
        for path in self._plan.places():
            self._show_settled(workspace, place, path)
        if self._named:
            for program in self._spec["execute"]["own"]:
                self._show_part(workspace, place, program, executable=True)
        make_read_only(framed)

    def _first_missing(self, root: str) -> str:
        """Where the empty frame begins that granted parts are put into: above the workspace nothing can be changed either."""
        steps = root.strip("/").split("/")
        for count in range(1, len(steps) + 1):
            place = "./" + "/".join(steps[:count])
            if not os.path.isdir(place):
                os.mkdir(place)
                return place
        return place

    def _show_settled(self, workspace: int, place: str, path: str) -> None:
        """Another command's placeholder can go between two looks at it: then it is looked at once more."""
        for left in range(_LOOKS, -1, -1):
            try:
                self._show_part(workspace, place, path)
            except OSError as error:
                if (
                    not left
                    or error.errno not in (errno.ENOENT, errno.EAGAIN)
                    or not self._plan.governs(path)
                ):
                    raise
                time.sleep(_LOOK_S)
            else:
                return

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
        raise kernel.failure(errno.EAGAIN)  # somebody made it just now: it is there, and not covered yet

    def _watch(self, path: str) -> None:
        above, _, name = path.rpartition("/")
        self.watched.setdefault(f"{self._spec['root']}/{above or '.'}", set()).add(name)


def _make_folder(held: int, name: str) -> None:
    try:
        os.mkdir(name, dir_fd=held)
    except FileExistsError:
        pass
