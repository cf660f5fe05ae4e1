"""What a grant of named commands lets be executed: those programs, and of the rest only what they are made of.

A program is a file with a loader and libraries, or a script with an interpreter. Everything else is shown without the right to be
executed, or to be mapped as code: otherwise the loader, which every program needs, would run any file as its argument.

1. Each name is looked up as the command will look it up; links are followed to the file.
2. A script's first line names another program; ``env`` in it names one more.
3. A program's header names its loader; the loader's own list names the libraries, and those name theirs.
4. Libraries that are opened by name while a program runs lie in folders named after it, or are the C library's own.

Source: elf(5), ld.so(8), execve(2).
"""

from __future__ import annotations

import functools
import glob
import os
import re
import stat
import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_MACHINE = os.uname().machine
_FOLDERS = (
    f"/usr/lib/{_MACHINE}-linux-gnu", f"/lib/{_MACHINE}-linux-gnu", "/usr/lib64", "/lib64", "/usr/lib", "/lib",
    "/usr/local/lib", f"/usr/local/lib/{_MACHINE}-linux-gnu",
)  # fmt: skip
# Opened by the C library while a program runs: name services and character sets.
_OF_C_LIBRARY = ("libnss_*.so*", "gconv", "libresolv.so*")
_PARENTS = (*_FOLDERS, "/usr/libexec", "/usr/share")
_MAX_FILES = 512
_MAX_SCRIPT_LINE = 256
_LOAD, _DYNAMIC, _INTERPRETER = 1, 2, 3
_NEEDED, _STRINGS, _RPATH, _RUNPATH = 1, 5, 15, 29


class Executables(NamedTuple):
    """Absolute paths, links followed, but for those of the workspace."""

    programs: tuple[str, ...]
    libraries: tuple[str, ...]
    """Files and folders that may be mapped as code, and not executed; the loaders among the programs."""
    own: tuple[str, ...]
    """Programs that lie in the workspace, relative to it."""


def find_executables(names: Iterable[str], path: str, workspace: str, folder: str) -> Executables:
    """What commands of these names need; a name that names nothing adds nothing."""
    programs: dict[str, None] = {}
    libraries: dict[str, None] = {}
    waiting = [(name, 0) for name in names]
    while waiting:
        name, depth = waiting.pop()
        found = _look_up(name, path, folder)
        if found is None or found in programs:
            continue
        programs[found] = None
        needs = _needs(found, os.stat(found).st_mtime_ns)
        libraries |= dict.fromkeys(needs.libraries)
        programs |= dict.fromkeys(needs.loaders)
        if depth < 4:
            waiting += [(each, depth + 1) for each in needs.interpreters]
    own = {place for place in programs if place.startswith(f"{workspace.rstrip('/')}/")}
    return Executables(
        programs=tuple(place for place in programs if place not in own),
        libraries=tuple(place for place in libraries if place not in programs),
        own=tuple(os.path.relpath(place, workspace) for place in own),
    )


def _look_up(name: str, path: str, folder: str) -> str | None:
    """The file that the system would execute under this name."""
    places = (
        [os.path.join(folder, name)]
        if "/" in name
        else [f"{each}/{name}" for each in path.split(":") if each]
    )
    for place in places:
        if os.path.isfile(place) and os.access(place, os.X_OK):
            return os.path.realpath(place)
    return None


class _Needs(NamedTuple):
    interpreters: tuple[str, ...] = ()
    loaders: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()


@functools.lru_cache(256)
def _needs(program: str, _changed_ns: int) -> _Needs:
    try:
        with open(program, "rb") as file:
            head = file.read(_MAX_SCRIPT_LINE)
    except OSError:
        return _Needs()
    if head.startswith(b"#!"):
        words = head[2:].split(b"\n")[0].decode("utf-8", "surrogateescape").split()
        by_env = [word for word in words[1:] if not word.startswith("-") and "=" not in word][:1]
        is_env = bool(words) and os.path.basename(words[0]) == "env"
        return _Needs(interpreters=(*words[:1], *(by_env if is_env else ())))
    loaders: dict[str, None] = {}
    libraries: dict[str, None] = {}
    waiting, seen = [program], set[str]()
    while waiting and len(seen) < _MAX_FILES:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        elf = _read_elf(place)
        if elf is None:
            continue
        if elf.loader:
            loaders[os.path.realpath(elf.loader)] = None
        for library in elf.libraries:
            found = _find_library(library, elf.folders, os.path.dirname(place))
            if found:
                libraries[found] = None
                waiting.append(found)
    extra = _opened_later(program) if loaders else ()
    return _Needs(loaders=tuple(loaders), libraries=(*libraries, *extra))


class _Elf(NamedTuple):
    loader: str
    libraries: tuple[str, ...]
    folders: tuple[str, ...]


def _read_elf(place: str) -> _Elf | None:
    """What a file of 64 bits names: its loader, its libraries, and where to look for them."""
    try:
        with open(place, "rb") as file:
            head = file.read(64)
            if head[:6] != b"\x7fELF\x02\x01":
                return None
            offset, size, count = (*struct.unpack_from("<Q", head, 32), *struct.unpack_from("<HH", head, 54))
            file.seek(offset)
            table = file.read(size * count)
            parts = [struct.unpack_from("<IIQQQQ", table, size * n) for n in range(count)]
            loader, dynamic = b"", b""
            for kind, _, start, _, _, length in parts:
                if kind in (_INTERPRETER, _DYNAMIC):
                    file.seek(start)
                    data = file.read(min(length, 65_536))
                    loader, dynamic = (data, dynamic) if kind == _INTERPRETER else (loader, data)
            entries = [struct.unpack_from("<QQ", dynamic, at) for at in range(0, len(dynamic) - 15, 16)]
            address = next((value for tag, value in entries if tag == _STRINGS), None)
            names: dict[int, list[str]] = {_NEEDED: [], _RPATH: [], _RUNPATH: []}
            for kind, _, start, at, _, length in parts:
                if kind == _LOAD and address is not None and at <= address < at + length:
                    for tag, value in entries:
                        if tag in names:
                            file.seek(start + address - at + value)
                            names[tag].append(
                                file.read(4096).split(b"\0")[0].decode("utf-8", "surrogateescape")
                            )
    except (OSError, struct.error, IndexError):
        return None
    folders = ":".join((*names[_RUNPATH], *names[_RPATH])).split(":")
    return _Elf(
        loader.split(b"\0")[0].decode("utf-8", "surrogateescape"), tuple(names[_NEEDED]), tuple(folders)
    )


def _find_library(name: str, folders: Sequence[str], origin: str) -> str | None:
    for folder in (*folders, *_FOLDERS, *_configured()):
        place = f"{folder.replace('$ORIGIN', origin).replace('${ORIGIN}', origin)}/{name}"
        if folder and os.path.exists(place):
            return os.path.realpath(place)
    return None


@functools.cache
def _configured() -> tuple[str, ...]:
    """Folders that ld.so.conf adds."""
    found: list[str] = []
    for file in ("/etc/ld.so.conf", *sorted(glob.glob("/etc/ld.so.conf.d/*.conf"))):
        try:
            with open(file, encoding="utf-8", errors="replace") as lines:
                found += [line.strip() for line in lines if line.startswith("/")]
        except OSError:
            continue
    return tuple(found)


def _opened_later(program: str) -> tuple[str, ...]:
    """Step 4: folders such as perl5, python3.11 and git-core, and what the C library opens."""
    name = os.path.basename(program)
    stem = re.sub(r"[0-9.]+$", "", name) or name
    own = re.compile(re.escape(stem) + r"(-base|-core)?[0-9.]*\Z")
    found: list[str] = []
    for parent in {os.path.realpath(each) for each in _PARENTS}:
        try:
            entries = sorted(os.listdir(parent))
        except OSError:
            continue
        found += [
            f"{parent}/{entry}"
            for entry in entries
            if own.match(entry) and os.path.isdir(f"{parent}/{entry}")
        ]
    for folder in {os.path.realpath(each) for each in _FOLDERS}:
        for pattern in _OF_C_LIBRARY:
            found += [os.path.realpath(place) for place in sorted(glob.glob(f"{folder}/{pattern}"))]
    return tuple(
        place for place in found if stat.S_IFMT(os.stat(place).st_mode) in (stat.S_IFREG, stat.S_IFDIR)
    )
