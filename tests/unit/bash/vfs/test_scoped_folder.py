"""The granted parts of a folder: what lies elsewhere is not read, changed or listed, whatever path or link leads there."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.bash import Bash
from runtime.bash.vfs import Places, ScopedFileSystem


class Granted(Places):
    """Reading beneath ``src`` and ``one.txt``, writing beneath ``src/out``; ``src/key`` is nobody's."""

    def __init__(self) -> None:
        self.left = 1000

    def seen(self, place: str) -> bool:
        return place == "." or (place == "src" or self.readable(place))

    def readable(self, place: str) -> bool:
        return (place == "one.txt" or f"{place}/".startswith("src/")) and place != "src/key"

    def writable(self, place: str) -> bool:
        return f"{place}/".startswith("src/out/")

    def movable(self, source: str, target: str) -> bool:
        return self.readable(source) or not self.readable(target)

    def opened(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "src/out").mkdir(parents=True)
    (root / "private").mkdir()
    for name in ("one.txt", "two.txt", "src/a", "src/key", "src/out/old", "private/secret"):
        (root / name).write_text(f"{name}\n")
    (root / "src/link").symlink_to("../private/secret")
    (root / "src/door").symlink_to("../private")
    return root


@pytest.fixture
def fs(folder: Path) -> Iterator[ScopedFileSystem]:
    found = ScopedFileSystem(folder, Granted(), writable=True)
    yield found
    found.close()


@pytest.fixture
def shell(fs: ScopedFileSystem) -> Bash:
    return Bash(mounts={"/w": fs}, cwd="/w")


def refused(number: int, act: Callable[..., Any], *given: Any, **named: Any) -> None:
    with pytest.raises(OSError) as caught:
        act(*given, **named)
    assert caught.value.errno == number, os.strerror(caught.value.errno)


def test_granted_files_are_read_and_listed(shell: Bash) -> None:
    result = shell.exec_sync("cat one.txt src/a; ls . src; find . -type f | sort")
    assert result.stdout.split() == (
        [
            "one.txt",
            "src/a",
            ".:",
            "one.txt",
            "src",
            "src:",
            "a",
            "door",
            "link",
            "out",
            "./one.txt",
            "./src/a",
            "./src/out/old",
        ]
    )
    assert result.exit_code == 0


@pytest.mark.parametrize(
    "path",
    [
        "/two.txt",
        "/private",
        "/private/secret",
        "/src/key",
        "/src/link",
        "/src/door/secret",
        "/src/../two.txt",
    ],
)
def test_what_was_not_granted_is_refused_by_every_look(fs: ScopedFileSystem, path: str) -> None:
    """T-SH-14: whatever link or path leads there, the place counts."""
    refused(errno.EACCES, fs.open, path, os.O_RDONLY)
    refused(errno.EACCES, fs.stat, path)
    assert not fs.access(path, os.R_OK)


@pytest.mark.parametrize(
    "act",
    [
        lambda fs: fs.open("/src/a", os.O_WRONLY),
        lambda fs: fs.open("/src/a", os.O_RDONLY | os.O_TRUNC),
        lambda fs: fs.open("/src/new", os.O_WRONLY | os.O_CREAT),
        lambda fs: fs.open("/new", os.O_WRONLY | os.O_CREAT | os.O_EXCL),
        lambda fs: fs.open("/two.txt", os.O_WRONLY | os.O_CREAT),
        lambda fs: fs.open("/src/link", os.O_WRONLY),
        lambda fs: fs.mkdir("/src/d"),
        lambda fs: fs.mkdir("/private/d"),
        lambda fs: fs.symlink("a", "/src/s"),
        lambda fs: fs.link("/src/a", "/src/out/a"),
        lambda fs: fs.link("/private/secret", "/src/out/secret"),
        lambda fs: fs.rmdir("/private"),
        lambda fs: fs.unlink("/one.txt"),
        lambda fs: fs.unlink("/src/key"),
        lambda fs: fs.rename("/src/a", "/src/out/a"),
        lambda fs: fs.rename("/src/out/old", "/src/old"),
        lambda fs: fs.rename("/private", "/src/out/p"),
        lambda fs: fs.rename("/src/out", "/src/b"),
        lambda fs: fs.chmod("/src/a", 0o777),
        lambda fs: fs.chmod("/two.txt", 0o777),
        lambda fs: fs.utime("/src/a", 0, 0),
        lambda fs: fs.utime("/src/link", 0, 0, follow=False),
        lambda fs: fs.truncate("/src/a", 0),
        lambda fs: fs.truncate("/src/key", 0),
        lambda fs: fs.chown("/src/key", 1000, 1000),
        lambda fs: fs.readlink("/private/secret"),
        lambda fs: fs.scandir("/private"),
        lambda fs: fs.realpath("/private/secret"),
    ],
)
def test_nothing_is_changed_outside_what_may_be_written(
    fs: ScopedFileSystem, folder: Path, act: Callable[[ScopedFileSystem], Any]
) -> None:
    """T-SH-14: by no operation of the file system, neither as what is changed nor as where it would go."""

    def state() -> list[tuple[str, int, int, bytes]]:
        found = sorted(folder.rglob("*"))
        return [
            (str(p), p.lstat().st_mode, p.lstat().st_mtime_ns, p.read_bytes() if p.is_file() else b"")
            for p in found
        ]

    before = state()
    refused(errno.EACCES, act, fs)
    assert state() == before


def test_what_may_be_written_is_written(shell: Bash, folder: Path) -> None:
    result = shell.exec_sync(
        "cd src/out; echo x > new; mkdir d; mv old d/; cp ../a d/b; ln -s b d/s; rm new; chmod 600 d/b; touch -d @0 d/old; ls d"
    )
    assert (result.stdout, result.stderr) == ("b\nold\ns\n", "")
    assert (folder / "src/out/d/b").read_text() == "src/a\n"
    assert not (folder / "src/out/new").exists()


def test_a_file_that_may_only_be_written_is_not_read(folder: Path) -> None:
    class Written(Granted):
        def readable(self, place: str) -> bool:
            return False

        def seen(self, place: str) -> bool:
            return True

    with_write = Bash(mounts={"/w": ScopedFileSystem(folder, Written(), writable=True)}, cwd="/w/src/out")
    assert with_write.exec_sync("echo more >> old").exit_code == 0
    assert "Permission denied" in with_write.exec_sync("cat old").stderr
    assert (folder / "src/out/old").read_text() == "src/out/old\nmore\n"


def test_no_more_files_are_opened_than_allowed(folder: Path) -> None:
    places = Granted()
    places.left = 2
    shell = Bash(mounts={"/w": ScopedFileSystem(folder, places, writable=True)}, cwd="/w")
    assert "Too many open files" in shell.exec_sync("cat one.txt; cat one.txt; cat one.txt").stderr


def test_places_allow_nothing_by_themselves(folder: Path) -> None:
    fs = ScopedFileSystem(folder, Places(), writable=True)
    refused(errno.EACCES, fs.open, "/one.txt", os.O_RDONLY)
    for ask in (Places().readable, Places().writable):
        refused(errno.EACCES, ask, ".")


def test_a_folder_that_may_not_be_changed_says_so_first(folder: Path) -> None:
    fs = ScopedFileSystem(folder, Granted(), writable=False)
    refused(errno.EROFS, fs.open, "/src/out/x", os.O_WRONLY | os.O_CREAT)
