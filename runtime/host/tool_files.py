"""The files of the tools folders, read once: what is digested and accepted is what is loaded.

Read is what loading would run, and nothing else:

| file | is |
|---|---|
| what a module of `runtime.host.tool_sources` wants | a tool, or code of one |
| ``NAME/manifest.json`` and the module that it names | a module and its declaration |

Names that start with a dot and ``__pycache__`` are left out: bytecode that lies about is never run. Every folder is opened
from the one above it and no link is followed, so that renaming folders meanwhile cannot lead the reading astray.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from blake3 import blake3

from runtime.contracts.digest import PREFIX, Digest
from runtime.contracts.errors import ConfigurationError, ConfigurationUnsafe
from runtime.host.tool_sources import FolderFile, ToolFolder, is_wanted
from runtime.hostfs.ownership import changeable_by

__all__ = ["ToolFolder", "all_files", "digest_of", "read_tool_folders"]

MANIFEST = "manifest.json"
MAX_FILES = 2_000
MAX_BYTES = 256 * 1024 * 1024
MAX_DEPTH = 32
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = (
    os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
)  # a pipe that poses as a tool is not waited for


def read_tool_folders(workspace: Path, names: Iterable[str]) -> tuple[ToolFolder, ...]:
    """The tools folders that settings name.

    Raises:
        ConfigurationError: one is not there, holds a link or what is no regular file, or is too large.
        ConfigurationUnsafe: somebody else can change one.
    """
    reader = _Reader()
    return tuple(reader.read(name, workspace / name) for name in names)


def all_files(folders: Iterable[ToolFolder]) -> dict[str, bytes]:
    """The files of all folders under one name each, which says of one whether it is executed."""
    return {
        f"{folder.name}/{path}{' (executable)' * (path in folder.executable)}": data
        for folder in folders
        for path, data in folder.files.items()
    }


def digest_of(folders: Iterable[ToolFolder]) -> Digest:
    """BLAKE3 over folder, path and content of every file in order, each with its length, and which are executed: no two sets of files share bytes."""
    hasher = blake3()
    for folder in folders:
        _add(hasher, os.fsencode(folder.name))
        hasher.update(b"%d;" % len(folder.files))
        for path in sorted(folder.files):
            _add(hasher, path.encode())
            _add(hasher, folder.files[path])
            if path in folder.executable:
                hasher.update(b"x;")  # where a length would begin: a digit
    return Digest(PREFIX + hasher.hexdigest())


def _add(hasher: blake3, part: bytes) -> None:
    hasher.update(b"%d:" % len(part))
    hasher.update(part)


class _Reader:
    """Reads folders within bounds that hold for all of them together."""

    def __init__(self) -> None:
        self._entries = 0
        self._bytes = 0
        self._executable: set[str] = set()
        self._others: list[str] = []

    def read(self, name: str, folder: Path) -> ToolFolder:
        self._executable, self._others = set(), []
        try:
            descriptor = os.open(folder, _FOLDER)
        except (OSError, ValueError):
            what = "is a link" if os.path.islink(folder) else "is not there"  # noqa: PTH114  # never raises
            raise ConfigurationError(
                f"the tools folder {folder.name!r} {what}",
                suggestion="Correct tools.folders.",
                field="tools.folders",
            ) from None
        try:
            files = dict(self._in_folder(descriptor, folder, ""))
            return ToolFolder(name, folder, files, frozenset(self._executable), tuple(self._others))
        finally:
            os.close(descriptor)

    def _in_folder(self, folder: int, place: Path, prefix: str) -> Iterator[tuple[str, bytes]]:
        _require_own(os.fstat(folder), place)
        for name in sorted(os.listdir(folder)):  # by descriptor
            if name.startswith(".") or name == "__pycache__":
                continue
            kind = _kind(folder, name)
            if kind == "folder":
                yield from self._in_subfolder(folder, place, prefix, name)
            elif is_wanted(FolderFile(name, not prefix, _is_executable(folder, name))):
                yield prefix + name, self._file(folder, place / name, prefix + name)
            elif not prefix and not name.endswith(".test.json"):  # a tool's test, beside it
                self._others.append(name.encode("utf-8", "backslashreplace").decode())

    def _in_subfolder(self, parent: int, place: Path, prefix: str, name: str) -> Iterator[tuple[str, bytes]]:
        path, inside = place / name, f"{prefix}{name}/"
        with _opened(parent, path, _FOLDER) as folder:
            if not prefix and MANIFEST in os.listdir(folder):  # noqa: PTH208  # as above
                yield from self._module(folder, path, inside)
            if name.isidentifier():  # the name of a package; no other folder can be imported from
                self._count(path)
                if inside.count("/") > MAX_DEPTH:
                    raise _refused(path, f"lies more than {MAX_DEPTH} folders deep")
                yield from self._in_folder(folder, path, inside)

    def _module(self, folder: int, place: Path, inside: str) -> Iterator[tuple[str, bytes]]:
        _require_own(os.fstat(folder), place)
        manifest = self._file(folder, place / MANIFEST)
        yield inside + MANIFEST, manifest
        module = _module_of(manifest)
        # What is no file is left out, and the backend says that the manifest's module is not there.
        if module is not None and module in os.listdir(folder) and _kind(folder, module) == "file":
            yield inside + module, self._file(folder, place / module)

    def _file(self, folder: int, place: Path, path: str = "") -> bytes:
        self._count(place)
        with _opened(folder, place, _FILE) as descriptor:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise _refused(place, "is not a regular file")
            _require_own(status, place)
            if path and status.st_mode & stat.S_IXUSR:
                self._executable.add(path)
            with open(descriptor, "rb", closefd=False) as stream:  # a descriptor, not a path
                data = stream.read(MAX_BYTES - self._bytes + 1)
        self._bytes += len(data)
        if self._bytes > MAX_BYTES:
            raise ConfigurationError(f"the tools folders hold more than {MAX_BYTES} bytes of tools")
        return data

    def _count(self, place: Path) -> None:
        self._entries += 1
        if self._entries > MAX_FILES:
            raise ConfigurationError(f"the tools folders hold more than {MAX_FILES} files of tools")
        try:
            place.name.encode()
        except UnicodeEncodeError:
            raise _refused(place, "has a name that is not UTF-8") from None


@contextmanager
def _opened(folder: int, place: Path, flags: int) -> Iterator[int]:
    try:
        descriptor = os.open(place.name, flags, dir_fd=folder)
    except OSError as error:
        raise _refused(place, f"cannot be read: {error.strerror}") from None
    try:
        yield descriptor
    except OSError as error:
        raise _refused(place, f"cannot be read: {error.strerror}") from None
    finally:
        os.close(descriptor)


def _kind(folder: int, name: str) -> str:
    """``file``, ``folder`` or ``other``. A link to a folder is refused, since what it leads to would look like a part of this one."""
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        if stat.S_ISLNK(mode) and stat.S_ISDIR(os.stat(name, dir_fd=folder).st_mode):
            raise _refused(Path(name), "is a link; put the folder itself here")
    except OSError:  # gone meanwhile, or a link to nothing
        return "other"
    return "folder" if stat.S_ISDIR(mode) else "file" if stat.S_ISREG(mode) else "other"


def _is_executable(folder: int, name: str) -> bool:
    """Whether its owner may execute a regular file; a link is none."""
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) and bool(mode & stat.S_IXUSR)


def _module_of(manifest: bytes) -> str | None:
    """The name of the file that a manifest names; what is no manifest is refused by whoever loads it."""
    try:
        module = json.loads(manifest)["wasm"]["module"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return module if isinstance(module, str) and module != MANIFEST else None


def _require_own(status: os.stat_result, place: Path) -> None:
    if changer := changeable_by(status):
        raise ConfigurationUnsafe(
            f"{place} would be run as a tool, and {changer}",
            suggestion=f"Make it yours alone to change: chmod go-w {place}",
            file=str(place),
        )


def _refused(place: Path, what: str) -> ConfigurationError:
    return ConfigurationError(
        f"the tool file {place.name!r} {what}",
        suggestion="Put the file itself into the tools folder, or take it out.",
        file=str(place),
    )
