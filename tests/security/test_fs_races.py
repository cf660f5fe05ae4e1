"""An attacker who changes the workspace while it is read and written, for about a second an attack.

Each attack runs against both ways to find a path. What is proven: no secret is read, nothing outside is written, and
no operation ends in anything but its result, an OSError or a refusal.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import FsRead, FsWrite
from runtime.contracts.errors import CapabilityExceeded
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.ports import FileAccess
from runtime.hostfs import folder as host
from runtime.hostfs.locate import component_walk, openat2

LOCATORS = {"component_walk": component_walk} | ({"openat2": found} if (found := openat2()) else {})
ATTACK_S = 0.5
PATIENCE_S = 30.0
"""For a machine so busy that an outcome which must show takes longer."""


@pytest.fixture(params=LOCATORS)
def workspace(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(host, "locator", lambda: LOCATORS[request.param])
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/file").write_bytes(b"secret")
    workspace = tmp_path / "workspace"
    (workspace / "real").mkdir(parents=True)
    (workspace / "real/file").write_bytes(b"inside")
    return workspace


def files(workspace: Path, *prefixes: str) -> FileAccess:
    granted = CapabilitySet([FsRead(prefixes), FsWrite(prefixes)])
    return CallContext("c-1", granted, ResourceBounds(), workspace=workspace).fs


@contextmanager
def attacker(step: Callable[[], None]) -> Iterator[None]:
    stop = threading.Event()

    def attack() -> None:
        while not stop.is_set():
            with suppress(OSError):
                step()

    thread = threading.Thread(target=attack)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(10)


def swapper(workspace: Path, name: str, *targets: str) -> Callable[[], None]:
    """Points a link at each target in turn, by an atomic rename."""
    spare = workspace.parent / f"spare-{name}"

    def swap() -> None:
        for target in targets:
            spare.unlink(missing_ok=True)
            spare.symlink_to(target)
            spare.rename(workspace / name)

    swap()
    return swap


def attempts(operation: Callable[[], object], *expected: str) -> Counter[str]:
    """The outcomes of many attempts, until all that are expected have shown; anything unexpected is raised."""
    seen: Counter[str] = Counter()
    begin = time.monotonic()
    while (spent_s := time.monotonic() - begin) < ATTACK_S or not seen.keys() >= set(expected):
        assert spent_s < PATIENCE_S, f"expected {expected}, saw {seen}"
        try:
            operation()
            seen["done"] += 1
        except CapabilityExceeded:
            seen["refused"] += 1
        except OSError:
            seen["failed"] += 1
    return seen


def test_a_file_link_swapped_while_reading_shows_no_secret(workspace: Path) -> None:
    """T-FS-07"""
    access = files(workspace, ".")

    def read() -> None:
        assert access.read_bytes("link") == b"inside"

    with attacker(swapper(workspace, "link", "real/file", "../outside/file")):
        attempts(read, "done", "refused")


def test_a_folder_link_swapped_while_reading_shows_no_secret(workspace: Path) -> None:
    """T-FS-07"""
    access = files(workspace, ".")

    def read() -> None:
        with access.open_read("link/file") as stream:
            assert stream.read() == b"inside"
        assert [entry.path for entry in access.walk("link")] == ["link/file"]

    with attacker(swapper(workspace, "link", "real", "../outside")):
        attempts(read, "done", "refused")


def test_a_link_swapped_between_granted_and_not_shows_no_secret(workspace: Path) -> None:
    """T-FS-07: the second check looks at the object that was found, not at its name again."""
    (workspace / "private").mkdir()
    (workspace / "private/file").write_bytes(b"secret")
    access = files(workspace, "real")

    def read() -> None:
        assert access.read_bytes("real/link/file") == b"inside"

    (workspace / "real/sub").mkdir()
    (workspace / "real/sub/file").write_bytes(b"inside")
    swap = swapper(workspace, "link", "sub", "../private")

    def move() -> None:
        swap()
        (workspace / "link").rename(workspace / "real/link")

    def flip() -> None:
        for target in ("sub", "../private"):
            spare = workspace.parent / "spare"
            spare.unlink(missing_ok=True)
            spare.symlink_to(target)
            spare.rename(workspace / "real/link")

    move()
    with attacker(flip):
        attempts(read, "done", "refused")


def test_a_folder_link_swapped_while_writing_changes_nothing_outside(workspace: Path) -> None:
    """T-FS-08"""
    access = files(workspace, ".")
    numbers = iter(range(1_000_000))

    def write() -> None:
        access.create(f"link/new-{next(numbers)}", b"mine")

    def replace() -> None:
        access.replace("link/file", b"mine")

    with attacker(swapper(workspace, "link", "real", "../outside")):
        for operation in (write, replace, lambda: access.make_dir(f"link/{next(numbers)}/x")):
            attempts(operation, "done", "refused")
    assert {p.name: p.read_bytes() for p in (workspace.parent / "outside").iterdir()} == {"file": b"secret"}


def test_a_file_swapped_for_a_link_while_it_is_replaced_is_not_written_through(workspace: Path) -> None:
    """T-FS-08"""
    access = files(workspace, ".")
    target = workspace / "real/target"

    def swap() -> None:
        target.unlink(missing_ok=True)
        target.symlink_to("../../outside/file")
        target.unlink()
        target.write_bytes(b"inside")

    with attacker(swap):
        attempts(lambda: access.replace("real/target", b"mine"), "done")
    assert (workspace.parent / "outside/file").read_bytes() == b"secret"


def test_a_file_swapped_for_a_pipe_does_not_hang_the_reader(workspace: Path) -> None:
    """T-FS-09"""
    access = files(workspace, ".")
    target = workspace / "real/target"

    def swap() -> None:
        target.unlink(missing_ok=True)
        os.mkfifo(target)
        target.unlink()
        target.write_bytes(b"inside")

    with attacker(swap):
        seen = attempts(lambda: access.read_bytes("real/target"), "done", "failed")
    assert not seen["refused"]


def test_a_folder_renamed_while_it_is_walked_leads_nowhere_else(workspace: Path) -> None:
    """T-FS-22: the walk holds folders, not names."""
    access = files(workspace, ".")
    for number in range(30):
        folder = workspace / f"tree/d{number:02}/e"
        folder.mkdir(parents=True)
        (folder / "file").touch()
    (workspace.parent / "outside/e").mkdir()
    (workspace.parent / "outside/e/outside").touch()

    def swap() -> None:
        (workspace / "tree/d15").rename(workspace.parent / "held")
        (workspace / "tree/d15").symlink_to("../../outside")
        (workspace / "tree/d15").unlink()
        (workspace.parent / "held").rename(workspace / "tree/d15")

    def walk() -> None:
        found = [entry.path for entry in access.walk("tree")]
        assert found == sorted(found)
        assert {os.path.basename(path) for path in found} == {"file"}  # noqa: PTH119  # a workspace path
        assert len(found) in (29, 30)

    with attacker(swap):
        seen = attempts(walk, "done")
    assert not seen["refused"]


def test_a_reader_meets_the_old_bytes_or_the_new_ones(workspace: Path) -> None:
    """T-FS-27: no moment at which a file is missing or half written."""
    access = files(workspace, ".")
    old, new = b"o" * 50_000, b"n" * 80_000
    access.replace("real/file", old)

    def write() -> None:
        access.replace("real/file", new)
        access.replace("real/file", old)

    sizes: Counter[int] = Counter()

    def read() -> None:
        data = files(workspace, ".").read_bytes("real/file")
        assert data in (old, new)
        sizes[len(data)] += 1

    with attacker(write):
        seen = attempts(read)
    assert seen == Counter({"done": seen["done"]})
    assert set(sizes) == {50_000, 80_000}


def test_of_two_who_create_one_name_one_wins(workspace: Path) -> None:
    """T-FS-27"""
    barrier = threading.Barrier(4)
    won: list[tuple[int, int]] = []

    def create(who: int) -> None:
        access = files(workspace, ".")
        for number in range(40):
            barrier.wait(10)
            with suppress(FileExistsError):
                access.create(f"real/new-{number}", bytes([who]))
                won.append((number, who))

    threads = [threading.Thread(target=create, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(number for number, _ in won) == list(range(40))
    assert all((workspace / f"real/new-{n}").read_bytes() == bytes([who]) for n, who in won)
    assert len(list((workspace / "real").iterdir())) == 41
