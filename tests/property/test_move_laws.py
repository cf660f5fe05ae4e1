"""Over any tree, grants and moves, nothing can be read afterwards that could not be read before: in WASI, ``ctx.fs`` and the virtual shell alike."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from wasi_guest import Guest

from runtime.bash.vfs import ScopedFileSystem
from runtime.capability.check_log import CheckLog
from runtime.capability.handles import FilesHandle
from runtime.capability.match import prefixes_cover
from runtime.capability.shell import CallPlaces
from runtime.contracts.errors import FailedError, RefusedError
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.wasm import FileScope
from runtime.hostfs.moves import brings_under

PLACES = ["a", "b", "a/a", "a/b", "b/a", "b/b", "a/a/a", "a/b/a", "b/a/b", "c", "a/c", "c/a"]
places = st.sampled_from(PLACES)
trees = st.dictionaries(places, st.sampled_from(["file", "folder"]), min_size=3)
reads = st.lists(places, min_size=1, max_size=3)
writes = st.one_of(st.just(["."]), st.lists(places, min_size=1, max_size=3))
acts = st.sampled_from(["rename", "rename", "rename", "link", "symlink", "mkdir", "unlink"])
moves = st.lists(st.tuples(acts, places, places), min_size=1, max_size=12)


def grow(root: Path, tree: dict[str, str]) -> None:
    """Make it as far as its names fit each other; each file holds its own place."""
    for place, kind in sorted(tree.items()):
        with suppress(OSError):
            (root / place).parent.mkdir(parents=True, exist_ok=True)
            if kind == "folder":
                (root / place).mkdir(exist_ok=True)
            else:
                (root / place).write_text(place)


def files(root: Path) -> Iterator[str]:
    for folder, _, names in os.walk(root):
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)  # noqa: PTH118


def move_in_wasi(guest: Guest, act: str, old: str, new: str) -> None:
    for fd in (3, 4, 5):  # a granted folder, its name the same or not: refused where it leads nowhere
        if act == "mkdir":
            guest.path("path_create_directory", old, fd=fd)
        elif act == "unlink":
            guest.path("path_unlink_file", old, fd=fd)
        elif act == "symlink":
            guest.call("path_symlink", *guest.text(old, 16_384), fd, *guest.text(new))
        else:
            flags = (0,) if act == "link" else ()
            for to in (3, 4, 5):
                guest.call(f"path_{act}", fd, *flags, *guest.text(old), to, *guest.text(new, 16_384))


def move_in_shell(shell: ScopedFileSystem, act: str, old: str, new: str) -> None:
    with suppress(OSError):
        {
            "mkdir": lambda: shell.mkdir(f"/{old}"),
            "unlink": lambda: shell.unlink(f"/{old}"),
            "symlink": lambda: shell.symlink(old, f"/{new}"),
            "link": lambda: shell.link(f"/{old}", f"/{new}"),
            "rename": lambda: shell.rename(f"/{old}", f"/{new}"),
        }[act]()


def read_in_shell(shell: ScopedFileSystem, place: str) -> bytes:
    try:
        handle = shell.open(f"/{place}", os.O_RDONLY)
        return handle.read(100)
    except OSError:
        return b""


def read_by_handle(fs: FilesHandle, place: str) -> bytes:
    try:
        return fs.read_bytes(place)
    except (OSError, FailedError, RefusedError):
        return b""


# Some three hundred calls each.
@settings(max_examples=settings.default.max_examples // 2)
@given(trees, reads, writes, moves)
def test_no_moves_bring_a_file_under_a_grant_to_read_it(
    tree: dict[str, str], read: list[str], write: list[str], made: list[tuple[str, str, str]]
) -> None:
    """T-FS-39"""
    for world in ("wasi", "shell"):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            grow(root, tree)
            before = {place for place in files(root) if prefixes_cover(tuple(read), place)}
            scope = FileScope(workspace=folder, read=tuple(read), write=tuple(write), hidden=(), locked=())
            shell = ScopedFileSystem(folder, CallPlaces(scope, CheckLog(), None), writable=True)
            with Guest(root, read=tuple(read), write=tuple(write)) as guest:
                for act, old, new in made:
                    if world == "wasi":
                        move_in_wasi(guest, act, old, new)
                    else:
                        move_in_shell(shell, act, old, new)
            fs = FilesHandle(root, tuple(read), (), ResourceBounds(), CheckLog())
            with Guest(root, read=tuple(read), write=()) as guest:
                for place in set(PLACES) | set(files(root)):
                    seen = {read_in_shell(shell, place), read_by_handle(fs, place)}
                    for number, name in enumerate(sorted(set(read)), 3):
                        if place.startswith(f"{name}/"):
                            errno, fd = guest.open(place[len(name) + 1 :], fd=number)
                            seen.add(guest.fd_read(fd, 100)[1] if not errno else b"")
                    assert {text.decode() for text in seen if text} <= before, (world, place)
            shell.close()


@given(reads, places, places)
def test_a_move_is_refused_exactly_where_something_beneath_would_come_under_a_grant(
    read: list[str], old: str, new: str
) -> None:
    """T-FS-39"""
    gained = any(
        prefixes_cover(tuple(read), f"{new}{tail}") and not prefixes_cover(tuple(read), f"{old}{tail}")
        for tail in ("", *(f"/{place}" for place in PLACES))
    )
    assert gained == brings_under(read, old, new)
