"""No path leaves its root: random trees of links, random paths, both ways to find what they name."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet, prefixes_cover
from runtime.contracts.capability import FsRead, FsWrite
from runtime.contracts.errors import CapabilityExceeded, OutsideWorkspace
from runtime.contracts.limits import ResourceBounds
from runtime.hostfs.locate import component_walk, openat2

STEPS = ["a", "b", "c", "link", "..", ".", "", "f"]
PLACES = ["a", "a/b", "c", "a/link", "a/b/link", "link", "c/link", "link2", "a/f", "f", "c/f"]
paths = st.lists(st.sampled_from(STEPS), min_size=1, max_size=7).map("/".join)
links = st.dictionaries(st.sampled_from([p for p in PLACES if "link" in p]), paths.filter(bool), max_size=5)


def plant(base: Path, planted: dict[str, str]) -> Path:
    root = base / "a/root"
    (root / "a/b").mkdir(parents=True)
    (root / "c").mkdir()
    for name in ("a/f", "a/b/f", "c/f", "f"):
        (root / name).write_bytes(name.encode())
    # Outside, every step has a namesake, so that an escape finds something to open.
    for name in ("f", "a/f", "a/b/f"):
        (base / name).parent.mkdir(parents=True, exist_ok=True)
        (base / name).write_bytes(b"outside")
    for name, target in planted.items():
        if not (root / name).is_symlink() and (root / name).parent.is_dir():
            (root / name).symlink_to(target)
    return root


def found(locate: object, root: int, path: str) -> object:
    try:
        fd = locate(root, os.fsencode(path), True)  # type: ignore[operator]
    except OSError as error:
        return error.errno
    try:
        return os.fstat(fd).st_ino
    finally:
        os.close(fd)


@given(links, st.lists(paths.filter(lambda p: p and p[0] != "/"), min_size=1, max_size=8))
def test_both_locators_find_the_same_beneath_the_root(planted: dict[str, str], asked: list[str]) -> None:
    kernel = openat2()
    assert kernel is not None, "this law compares with Linux 5.6 or later"
    with tempfile.TemporaryDirectory() as base:
        root = plant(Path(base).resolve(), planted)
        fd = os.open(root, os.O_PATH)
        try:
            inside = {entry.lstat().st_ino for entry in [root, *root.rglob("*")]}
            for path in asked:
                ours = found(component_walk, fd, path)
                assert ours == found(kernel, fd, path)
                assert ours in inside or ours in range(200)  # an inode of the tree, or an errno
        finally:
            os.close(fd)


@given(
    links,
    st.lists(paths, min_size=1, max_size=8),
    st.lists(st.sampled_from(["a", "c", "a/b", "f", "."]), max_size=2),
)
def test_what_is_read_and_written_lies_beneath_a_granted_prefix(
    planted: dict[str, str], asked: list[str], prefixes: list[str]
) -> None:
    with tempfile.TemporaryDirectory() as base:
        root = plant(Path(base).resolve(), planted)
        before = {
            p: p.read_bytes() for p in root.parent.parent.rglob("*") if p.is_file() and not p.is_symlink()
        }
        granted = CapabilitySet([FsRead(prefixes), FsWrite(prefixes)])
        files = CallContext("c-1", granted, ResourceBounds(), workspace=root).fs
        for path in asked:
            try:
                data = files.read_bytes(path)
            except OutsideWorkspace:
                pass
            except (CapabilityExceeded, OSError):
                continue
            else:
                assert data != b"outside"
                assert prefixes_cover(tuple(prefixes), os.path.relpath(os.path.realpath(root / path), root))
            for attempt in (files.replace, files.create):
                try:
                    attempt(path + "x", b"new")
                except (CapabilityExceeded, OSError):
                    continue
        after = {
            p: p.read_bytes() for p in root.parent.parent.rglob("*") if p.is_file() and not p.is_symlink()
        }
        for path_, content in after.items():
            if before.get(path_) != content:
                assert path_.is_relative_to(root)
                assert prefixes_cover(tuple(prefixes), str(path_.relative_to(root)))
        assert before.keys() <= after.keys()
