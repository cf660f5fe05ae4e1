"""`walk` and `scan` of ``ctx.fs``: what they ask about the files that they meet, and what stops them."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.capability.context import CallContext
from runtime.capability.handles import Reserved
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import FsRead
from runtime.contracts.errors import CapabilityExceeded, FilesLimit
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import WalkEntry

MANY = 150
BLOCK = 65_536
NOTHING = Reserved()


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A hundred and fifty files in one folder, and some around it."""
    (tmp_path / "src").mkdir()
    for number in range(MANY):
        (tmp_path / f"src/{number:03}.py").write_bytes(b"x")
    for name in ("a.txt", "src.txt", "z.py"):
        (tmp_path / name).write_bytes(b"top")
    return tmp_path


def context(
    workspace: Path, *grants: str, reserved: Reserved = NOTHING, files: int | None = None
) -> CallContext:
    bounds = ResourceBounds(files=files)
    return CallContext(
        "call", CapabilitySet([FsRead(grants)]), bounds, workspace=workspace, reserved=reserved
    )


def scanned(made: CallContext, path: str = ".", wanted=lambda _, names: names, max_bytes: int = 1 << 20):
    return made.fs.scan(path, wanted=wanted, whole=lambda head: head[:1] == b"t", max_bytes=max_bytes)


def test_files_are_asked_about_many_at_once_and_each_one_once(workspace: Path) -> None:
    asked = []
    list(
        scanned(context(workspace, "."), wanted=lambda folder, names: asked.append((folder, names)) or names)
    )
    assert [folder for folder, _ in asked] == ["", "src/", "src/", "src/", ""]
    assert [name for folder, names in asked if folder for name in names] == [
        f"{n:03}.py" for n in range(MANY)
    ]


def test_a_walk_and_a_scan_take_what_is_wanted_of_them(workspace: Path) -> None:
    files = context(workspace, ".").fs
    chosen = {"a.txt", "007.py", "149.py"}

    def wanted(_, names):
        return [name for name in names if name in chosen]

    assert list(files.walk(".", wanted=wanted)) == [
        WalkEntry("a.txt", 1),
        WalkEntry("src/007.py", 2),
        WalkEntry("src/149.py", 2),
    ]
    assert list(scanned(context(workspace, "."), wanted=wanted)) == [
        ("a.txt", b"top"),
        ("src/007.py", b"x"),
        ("src/149.py", b"x"),
    ]


def test_a_granted_file_is_asked_about_by_its_folder_and_its_name(workspace: Path) -> None:
    asked = []

    def wanted(folder, names):
        asked.append((folder, names))
        return names if names == ["a.txt"] else []

    files = context(workspace, "a.txt", "src/000.py").fs
    assert list(files.walk(".", wanted=wanted)) == [WalkEntry("a.txt", 1)]
    assert list(scanned(context(workspace, "a.txt", "src/000.py"), wanted=wanted)) == [("a.txt", b"top")]
    assert asked == [("", ["a.txt"]), ("src/", ["000.py"])] * 2


def test_reserved_files_are_neither_met_nor_asked_about(workspace: Path) -> None:
    """Also among files that are asked about together; a name that only begins like a reserved one is not reserved."""
    asked: list[str] = []
    made = context(workspace, ".", reserved=Reserved(read=("src/001.py", "a.txt", "src/01")))
    found = scanned(made, wanted=lambda folder, names: asked.extend(folder + name for name in names) or names)
    paths = [path for path, _ in found]
    assert paths == asked == [entry.path for entry in made.fs.walk(".")]
    assert len(paths) == MANY + 3 - 2
    assert not {"src/001.py", "a.txt"} & set(paths)


def test_a_scan_opens_no_more_files_than_its_call_may(workspace: Path) -> None:
    found = scanned(context(workspace, ".", files=70))
    assert len([next(found) for _ in range(70)]) == 70
    with pytest.raises(FilesLimit):
        next(found)


def test_a_scan_that_outlives_its_call_hands_nothing_on(workspace: Path) -> None:
    """Also in the middle of files that were asked about together."""
    made = context(workspace, ".")
    found = scanned(made, "src")
    assert next(found) == ("src/000.py", b"x")
    made.close()
    with pytest.raises(CapabilityExceeded):
        next(found)


def test_of_a_large_file_as_much_is_read_as_is_wanted(workspace: Path) -> None:
    (workspace / "binary").write_bytes(b"b" * (BLOCK + 10))
    (workspace / "text").write_bytes(b"t" * (BLOCK + 10))
    sizes = {path: len(data or b"") for path, data in scanned(context(workspace, "."), max_bytes=BLOCK + 5)}
    assert (sizes["binary"], sizes["text"]) == (BLOCK, BLOCK + 5)
