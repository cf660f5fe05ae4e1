"""Folders and layers over them, made by hand: what an overlay would leave, without one."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

from runtime.hostfs.layer import LayerConflict, PlaceChange
from runtime.hostfs.transaction import Transactions

__all__ = ["LayerConflict"]
SECRET = b"k" * 64
PLACE = ".runtime/changes"
State = dict[str, tuple[str, int, bytes]]


def whiteout(path: Path) -> None:
    """What an overlay leaves for a name that was removed; every user may make it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(0, 0))


def opaque(path: Path) -> None:
    """A folder that replaces the one beneath."""
    path.mkdir(parents=True)
    os.setxattr(path, "user.overlay.opaque", b"y")


def write(path: Path, text: str, mode: int = 0o644) -> Path:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def transactions(root: Path, secret: bytes = SECRET) -> Transactions:
    """The transactions of a folder."""
    return Transactions(root, PLACE, secret)


def read(root: Path, layer: Path, begun_ns: int | None = None) -> list[PlaceChange]:
    """The changes of a layer over a folder."""
    opened = os.open(layer, os.O_RDONLY | os.O_DIRECTORY)
    try:
        return transactions(root).read(
            opened,
            begun_ns=time.time_ns() if begun_ns is None else begun_ns,
            permitted=lambda path: not path.startswith(".runtime"),
        )
    finally:
        os.close(opened)


def commit(root: Path, layer: Path, found: list[PlaceChange], label: str = "c-1") -> None:
    """Make them."""
    opened = os.open(layer, os.O_RDONLY | os.O_DIRECTORY)
    try:
        transactions(root).commit(label, found, opened)
    finally:
        os.close(opened)


def state_of(root: Path) -> State:
    """All that is in a folder, but the runtime's own."""
    state: State = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if name.split("/")[0] == ".runtime":
            continue
        info = path.lstat()
        kind = {stat.S_IFLNK: "link", stat.S_IFDIR: "folder", stat.S_IFREG: "file"}[stat.S_IFMT(info.st_mode)]
        content = (
            str(path.readlink()).encode() if kind == "link" else path.read_bytes() if kind == "file" else b""
        )
        state[name] = (kind, 0 if kind == "link" else stat.S_IMODE(info.st_mode), content)
    return state


def left(root: Path) -> list[str]:
    """What lies where transactions are made ready, but their lock."""
    place = root / PLACE
    return sorted(path.name for path in place.iterdir() if path.name != "lock") if place.is_dir() else []


def make_tree(root: Path) -> None:
    """A folder with something of everything."""
    for number in range(12):
        write(root / f"src/part{number % 3}/file{number}.txt", f"old {number}\n" * (number + 1))
    write(root / "gone/one.txt", "1")
    write(root / "gone/deep/two.txt", "2", 0o600)
    write(root / "was_file", "a file")
    write(root / "was_folder/inner.txt", "inner")
    write(root / "replaced/old.txt", "old")
    write(root / "script.sh", "true\n")
    (root / "link").symlink_to("script.sh")


def make_layer(layer: Path) -> None:
    """Every kind of change over `make_tree`."""
    layer.mkdir()
    for number in range(0, 12, 2):
        write(layer / f"src/part{number % 3}/file{number}.txt", f"new {number}\n")
    for number in range(12):
        write(layer / f"made/by/command{number}.txt", str(number), 0o640)
    whiteout(layer / "gone")
    write(layer / "was_file/now/a_folder.txt", "inside")
    write(layer / "was_folder", "a file now")
    opaque(layer / "replaced")
    write(layer / "replaced/new.txt", "new")
    write(layer / "script.sh", "true\n", 0o755)
    whiteout(layer / "src/part1/file1.txt")
    (layer / "link").symlink_to("was_folder")
    (layer / "made/to").symlink_to("/nowhere")
    (layer / "made/by").chmod(0o750)
