"""What the rooted file system costs, beside the same work done without it in the same run.

    python -m benchmarks.fs [FILES]

Walks a tree of 50,000 files (or FILES) and works on small ones. The floors are what a tool without governance would
call: ``os.walk``, ``open``, and a write that is as durable. Times are the best of several rounds, in microseconds
an operation.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from runtime.capability.context import CallContext
from runtime.capability.gate import check_gate
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import FsRead, FsWrite
from runtime.contracts.limits import ResourceBounds
from runtime.hostfs.folder import HostFolder
from runtime.hostfs.locate import component_walk, openat2

PER_FOLDER = 50
ROUNDS = 5


def main() -> None:
    """Print one row an operation: its time, its floor's time, and their ratio."""
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        plant(root, files)
        print(f"{'operation':42} {'µs':>9} {'floor µs':>9} {'ratio':>6}")
        walking(root, files)
        reading(root)
        writing(root)
        governing(root)


def walking(root: Path, files: int) -> None:
    """A whole tree, an operation being one file."""
    access = context(root, ".").fs
    floor = best(lambda: sum(len(names) for _, _, names in os.walk(root)), 1) / files
    row("walk, beside os.walk", best(lambda: sum(1 for _ in access.walk(".")), 1) / files, floor)
    ordered = best(lambda: sum(1 for _ in sorted_walk(root)), 1) / files
    row(
        "walk, beside os.walk in order with paths",
        best(lambda: sum(1 for _ in access.walk(".")), 1) / files,
        ordered,
    )


def sorted_walk(root: Path) -> list[str]:
    """What a tool needs of ``os.walk`` for an answer that is the same every time."""
    found = []
    for folder, folders, names in os.walk(root):
        folders.sort()
        found += [f"{folder}/{name}" for name in sorted(names)]
    return found


def reading(root: Path) -> None:
    """One small file, two folders deep."""
    path = "d0000/sub/file"
    (root / "d0000/sub").mkdir()
    (root / path).write_bytes(b"x" * 1000)

    def floor() -> bytes:
        with open(f"{root}/{path}", "rb") as stream:  # noqa: PTH123  # the floor is the cheapest way there is
            return stream.read()

    plain = best(floor, 5000)
    kernel = openat2()
    for name, locate in (("component walk", component_walk), ("openat2", kernel)):
        if locate is not None:
            folder = HostFolder(root, locate=locate)
            row(f"read 1 kB by {name}", best(lambda f=folder: f.read_bytes(path, 10_000), 5000), plain)  # type: ignore[misc]
    whole, part = context(root, ".").fs, context(root, "d0000").fs
    row("read 1 kB through ctx.fs, all granted", best(lambda: whole.read_bytes(path), 5000), plain)
    row("read 1 kB through ctx.fs, a prefix granted", best(lambda: part.read_bytes(path), 5000), plain)
    row("stat through ctx.fs", best(lambda: whole.stat(path), 5000), best(lambda: os.stat(root / path), 5000))  # noqa: PTH116


def writing(root: Path) -> None:
    """One small file, on disk when the call returns."""
    access = context(root, ".").fs
    numbers = iter(range(1_000_000))

    def floor() -> None:
        draft, final = f"{root}/draft", f"{root}/floor-{next(numbers)}"
        fd = os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_EXCL)
        os.write(fd, b"x" * 1000)
        os.fsync(fd)
        os.close(fd)
        os.rename(draft, final)  # noqa: PTH104
        folder = os.open(root, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

    durable = best(floor, 50)
    row("create 1 kB", best(lambda: access.create(f"new-{next(numbers)}", b"x" * 1000), 50), durable)
    row("replace 1 kB", best(lambda: access.replace("d0000/sub/file", b"x" * 1000), 50), durable)


def governing(root: Path) -> None:
    """What every call pays, whether it touches files or not. The floor is an attribute-less object."""
    granted = CapabilitySet([FsRead((".",)), FsWrite(("src",))])
    bounds = ResourceBounds()
    floor = best(object, 50_000)
    row("make a context", best(lambda: CallContext("c-1", granted, bounds, workspace=root), 50_000), floor)
    grants = (FsRead(("src",)), FsWrite((".",)))
    row("check the gate, grants seen before", best(lambda: check_gate(granted, grants), 50_000), floor)


def context(root: Path, prefix: str) -> CallContext:
    """A context of a call that may read and write beneath a prefix."""
    return CallContext(
        "c-1", CapabilitySet([FsRead((prefix,)), FsWrite((prefix,))]), ResourceBounds(), workspace=root
    )


def plant(root: Path, files: int) -> None:
    """A tree of empty files, fifty a folder."""
    for number in range(files):
        folder = root / f"d{number // PER_FOLDER:04}"
        if number % PER_FOLDER == 0:
            folder.mkdir()
        os.close(os.open(folder / f"file_{number}.txt", os.O_CREAT | os.O_WRONLY))


def best(work: Callable[[], object], times: int) -> float:
    """The best round's time of one operation, in microseconds."""
    rounds = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(times):
            work()
        rounds.append((time.perf_counter() - begin) / times)
    return min(rounds) * 1e6


def row(operation: str, own_us: float, floor_us: float) -> None:
    """Print one comparison."""
    print(f"{operation:42} {own_us:9.2f} {floor_us:9.2f} {own_us / floor_us:6.1f}")


if __name__ == "__main__":
    main()
