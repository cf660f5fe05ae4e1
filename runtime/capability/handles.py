"""The handles that a tool works through, each made from what was granted, declared and allowed.

A handle checks the target as it was written, counts the check, and only then touches anything. Files are checked
a second time by where they really lie after all links (`runtime.hostfs.folder`), so that a link planted beneath a granted
prefix opens nothing outside it.

Some places are reserved: the runtime's own key, log and rules, which no grant opens. A policy that closes them judges
names; a link gives them another name.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from runtime.capability.check_log import CheckLog
from runtime.capability.match import Scope, names_cover, prefix_covers, prefixes_cover
from runtime.contracts.capability import normal_prefix
from runtime.contracts.errors import CapabilityExceeded, FilesLimit, MemoryLimit, OutsideWorkspace
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import DirEntry, FileStat, WalkEntry
from runtime.hostfs.folder import Enter, Escape, HostFolder, OutOfScope, Wanted, Whole, Within, kind_of

DEFAULT_MEMORY_BYTES = 256 * 1024 * 1024
"""What one read or draw may return where the call has no ``memory_bytes`` bound of its own."""
_MAX_SHOWN = 200
_VERBS = {"fs_read": "read", "fs_write": "written"}


class Reserved(NamedTuple):
    """Real places in the workspace that no tool reads, and that none writes, whatever it was granted."""

    read: Scope = ()
    write: Scope = ()


class FilesHandle:
    """``ctx.fs``: see `runtime.contracts.ports.FileAccess`."""

    __slots__ = ("_ledger", "_limits", "_opened", "_reserved", "_root", "_scopes", "_within", "_workspace")

    def __init__(
        self,
        workspace: Path | None,
        read: Scope,
        write: Scope,
        limits: ResourceBounds,
        ledger: CheckLog,
        reserved: Reserved = Reserved(),  # noqa: B008  # immutable
    ) -> None:
        self._workspace = workspace
        self._root: HostFolder | None = None
        self._scopes = {"fs_read": read, "fs_write": write}
        self._within = {"fs_read": _within(read, reserved.read), "fs_write": _within(write, reserved.write)}
        self._reserved = reserved
        self._limits = limits
        self._ledger = ledger
        self._opened = itertools.count(1)

    def stat(self, path: str) -> FileStat:
        """What the path names, links followed."""
        with self._checked("fs_read", path) as (root, within):
            info = root.stat(path, within=within)
        return FileStat(kind_of(info.st_mode), info.st_size, info.st_mtime_ns, info.st_mode & 0o7777)

    def list_dir(self, path: str) -> list[DirEntry]:
        """The folder's names in order of code points."""
        with self._checked("fs_read", path) as (root, within):
            return [DirEntry(name, kind) for name, kind in root.list_dir(path, within=within)]

    def open_read(self, path: str) -> BinaryIO:
        """A regular file, opened for reading."""
        with self._checked("fs_read", path) as (root, within):
            self._count_file()
            return root.open_read(path, within=within)

    def read_bytes(self, path: str, *, max_bytes: int | None = None) -> bytes:
        """The file's first ``max_bytes`` bytes, or all of them.

        Raises:
            MemoryLimit: without ``max_bytes``, for a file larger than the call's memory bound.
        """
        bound = DEFAULT_MEMORY_BYTES if self._limits.memory_bytes is None else self._limits.memory_bytes
        wanted = bound + 1 if max_bytes is None else min(max_bytes, bound + 1)
        with self._checked("fs_read", path) as (root, within):
            self._count_file()
            data = root.read_bytes(path, wanted, within=within)
        if len(data) > bound:
            raise MemoryLimit(f"{shown(path)} is larger than {bound} bytes", memory_bytes=bound)
        return data

    def walk(
        self, path: str, *, max_depth: int = 20, wanted: Wanted | None = None, enter: Enter | None = None
    ) -> Iterator[WalkEntry]:
        """Every granted regular file beneath the folder, in order of names; depth 1 is directly in it.

        A folder above granted prefixes shows what lies beneath those: a search of ``.`` under a grant of ``src`` is a
        search of ``src``.
        """
        if parts := self._granted_beneath(path):
            return itertools.chain.from_iterable(
                self._part(part, above, max_depth, wanted, enter) for part, above in parts
            )
        with self._checked("fs_read", path) as (root, within):
            found = root.walk(
                path, max_depth, wanted=self._wanting(wanted), enter=self._entering(enter), within=within
            )
        return self._entries(found)

    def scan(
        self,
        path: str,
        *,
        wanted: Wanted,
        whole: Whole,
        max_bytes: int,
        max_depth: int = 20,
        enter: Enter | None = None,
    ) -> Iterator[tuple[str, bytes | None]]:
        """The wanted files of `walk`, each with its first bytes; None for one that could not be read."""
        parts = self._granted_beneath(path) or [(path, 0)]
        return itertools.chain.from_iterable(
            self._scan(part, wanted, whole, max_bytes, max_depth - above, enter) for part, above in parts
        )

    def _scan(
        self, path: str, wanted: Wanted, whole: Whole, max_bytes: int, max_depth: int, enter: Enter | None
    ) -> Iterator[tuple[str, bytes | None]]:
        try:
            with self._checked("fs_read", path) as (root, within):
                found = root.scan(
                    path,
                    max_depth,
                    wanted=self._wanting(wanted),
                    whole=whole,
                    max_bytes=max_bytes,
                    enter=self._entering(enter),
                    within=within,
                )
        except NotADirectoryError:
            if _takes(wanted, path):
                yield path, self.read_bytes(path, max_bytes=max_bytes)
            return
        ledger, counted = self._ledger, self._limits.files is not None
        for entry in found:
            if ledger.closed:
                ledger.require_open("fs_read")
            if counted:
                self._count_file()
            yield entry

    def create(self, path: str, data: bytes, *, mode: int = 0o644, parents: bool = False) -> None:
        """Write a new file, whole or not at all."""
        with self._checked("fs_write", path) as (root, within):
            self._count_file()
            root.create(path, data, mode=mode, parents=parents, within=within)

    def replace(self, path: str, data: bytes, *, expected: bytes | None = None) -> None:
        """Give an existing file new content, whole or not at all; OSError (ESTALE) where it is not as expected."""
        with self._checked("fs_write", path) as (root, within):
            self._count_file()
            root.replace(path, data, expected=expected, within=within)

    def make_dir(self, path: str) -> list[str]:
        """Make a folder and its parents; the workspace paths of those made."""
        with self._checked("fs_write", path) as (root, within):
            return root.make_dir(path, within=within)

    def _granted_beneath(self, path: str) -> list[tuple[str, int]]:
        """The granted prefixes below a folder that is not granted itself, and how many levels below it they lie."""
        scope = self._scopes["fs_read"]
        try:
            place = _normal(path)
        except ValueError:
            return []
        if prefixes_cover(scope, place):
            return []
        levels = 0 if place == "." else place.count("/") + 1
        return [(prefix, prefix.count("/") + 1 - levels) for prefix in scope if prefix_covers(place, prefix)]

    def _entering(self, enter: Enter | None) -> Enter | None:
        """What a walk goes into: no folder that is reserved, and what the caller wants."""
        reserved = self._reserved.read
        if not reserved:
            return enter
        return lambda place: not prefixes_cover(reserved, place) and (enter is None or enter(place))

    def _wanting(self, wanted: Wanted | None) -> Wanted:
        """Which files a walk takes: none that is reserved, and of the others what the caller wants."""
        reserved = self._reserved.read

        def taken(folder: str, names: list[str]) -> list[str]:
            # Most folders have nothing to do with reserved places, which is seen once for all their files.
            if any(place == "." or _related(f"{place}/", folder) for place in reserved):
                names = [name for name in names if not prefixes_cover(reserved, folder + name)]
            return names if wanted is None else wanted(folder, names)

        return taken

    def _part(
        self, prefix: str, above: int, max_depth: int, wanted: Wanted | None, enter: Enter | None
    ) -> Iterator[WalkEntry]:
        """What a walk finds beneath one granted prefix; a prefix may name a file, or nothing yet."""
        try:
            with self._checked("fs_read", prefix) as (root, within):
                found = root.walk(
                    prefix,
                    max_depth - above,
                    wanted=self._wanting(wanted),
                    enter=self._entering(enter),
                    within=within,
                )
        except NotADirectoryError:
            found = iter([(prefix, 0)] if _takes(self._wanting(wanted), prefix) else [])
        except FileNotFoundError:
            return
        for entry in self._entries(found):
            if entry.depth + above <= max_depth:
                yield WalkEntry(entry.path, entry.depth + above)

    @contextmanager
    def _checked(self, kind: str, path: str) -> Iterator[tuple[HostFolder, Within | None]]:
        place = self._admit(kind, path)
        try:
            yield self._open_root(), self._within[kind]
        except Escape:
            self._ledger.overturn(kind, place, _outside(kind, path))
        except OutOfScope:
            self._ledger.overturn(kind, place, _exceeded(kind, path))

    def _admit(self, kind: str, path: str) -> str:
        """Check and count the path as written; its normal form."""
        try:
            place = _normal(path)
        except ValueError:
            self._ledger.deny(kind, path, _outside(kind, path))
        if not prefixes_cover(self._scopes[kind], place):
            self._ledger.deny(kind, place, _exceeded(kind, path))
        self._ledger.allow(kind, place)
        return place

    def _open_root(self) -> HostFolder:
        if self._root is None:
            self._root = _root(self._workspace)
        return self._root

    def _count_file(self) -> None:
        bound = self._limits.files
        if bound is not None and next(self._opened) > bound:
            raise FilesLimit(f"more than {bound} files were opened", files=bound)

    def _entries(self, found: Iterator[tuple[str, int]]) -> Iterator[WalkEntry]:
        for path, depth in found:
            self._ledger.require_open("fs_read")
            yield WalkEntry(path, depth)


class Environment:
    """``ctx.env``: the granted variables."""

    __slots__ = ("_environ", "_ledger", "_names")

    def __init__(self, environ: Mapping[str, str], names: Scope, ledger: CheckLog) -> None:
        self._environ = environ
        self._names = names
        self._ledger = ledger

    def get(self, name: str) -> str | None:
        """The variable's value, or None where it is not set."""
        if not names_cover(self._names, name):
            error = CapabilityExceeded(
                f"environment variable {shown(name)} is not granted",
                suggestion=f"Grant env_read={shown(name)}, or do without it.",
                capability="env_read",
                target=shown(name),
            )
            self._ledger.deny("env_read", name, error)
        self._ledger.allow("env_read", name)
        try:
            return self._environ.get(name)
        except UnicodeEncodeError:
            # The system's names are bytes; one that has no bytes cannot be set.
            return None


class ClockHandle:
    """``ctx.clock``: real time."""

    __slots__ = ("_granted", "_ledger", "_now_us")

    def __init__(self, now_us: Callable[[], int], granted: bool, ledger: CheckLog) -> None:
        self._now_us = now_us
        self._granted = granted
        self._ledger = ledger

    def now_us(self) -> int:
        """Microseconds since 1970-01-01 UTC."""
        _admit_whole(self._ledger, "clock_read", self._granted)
        return self._now_us()


class Random:
    """``ctx.random``: bytes of the system's generator."""

    __slots__ = ("_granted", "_ledger")

    def __init__(self, granted: bool, ledger: CheckLog) -> None:
        self._granted = granted
        self._ledger = ledger

    def bytes(self, count: int) -> bytes:
        """So many random bytes."""
        _admit_whole(self._ledger, "random_read", self._granted)
        if count > DEFAULT_MEMORY_BYTES:
            raise MemoryLimit(
                f"more than {DEFAULT_MEMORY_BYTES} random bytes", memory_bytes=DEFAULT_MEMORY_BYTES
            )
        return os.urandom(count)


def shown(text: str) -> str:
    """Text from outside as a message may carry it: on one line, in UTF-8, and not without end."""
    cut = text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…"
    return repr(cut.encode("utf-8", "backslashreplace").decode("utf-8"))


def _admit_whole(ledger: CheckLog, kind: str, granted: bool) -> None:
    if not granted:
        error = CapabilityExceeded(
            f"{kind} is not granted", suggestion=f"Grant {kind}, or do without it.", capability=kind
        )
        ledger.deny(kind, "*", error)
    ledger.allow(kind, "*")


def _within(scope: Scope, reserved: Scope) -> Within | None:
    """None for the whole workspace: then the root's own confinement says all, and costs nothing more."""
    if reserved:
        return lambda place: prefixes_cover(scope, place) and not prefixes_cover(reserved, place)
    return None if "." in scope else lambda place: prefixes_cover(scope, place)


def _related(a: str, b: str) -> bool:
    """Whether one of two folders, both with their closing slash, lies in the other."""
    return a.startswith(b) or b.startswith(a)


def _takes(wanted: Wanted, path: str) -> bool:
    head, slash, name = path.rpartition("/")
    return bool(wanted(head + slash, [name]))


def _normal(path: str) -> str:
    # Most paths are in their one spelling already; the full rule costs more than opening the file.
    if path and path[0] not in "./" and path[-1] != "/" and "/." not in path and "//" not in path:
        return path
    return path if "\0" in path else normal_prefix(path)


def _root(workspace: Path | None) -> HostFolder:
    if workspace is None:
        raise CapabilityExceeded("the call has no workspace", suggestion="Call it with a workspace.")
    try:
        return HostFolder(workspace)
    except OSError as error:
        error.filename = "."
        raise


def _outside(kind: str, path: str) -> OutsideWorkspace:
    return OutsideWorkspace(
        f"{shown(path)} lies outside the workspace",
        suggestion="Use a path inside the workspace, relative to its root.",
        capability=kind,
        target=shown(path),
    )


def _exceeded(kind: str, path: str) -> CapabilityExceeded:
    return CapabilityExceeded(
        f"{shown(path)} may not be {_VERBS[kind]}",
        suggestion=f"Grant {kind} for it, or use a path inside the granted prefixes.",
        capability=kind,
        target=shown(path),
    )
