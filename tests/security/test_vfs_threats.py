"""A script of the virtual shell against its file systems: what it can reach, plant, use up or be told."""

from __future__ import annotations

import errno
import os
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.bash.vfs.api import FileSystem
from runtime.bash.vfs.hosted import HostedFileSystem
from runtime.bash.vfs.initial_files import add_file, from_files
from runtime.bash.vfs.memory import MemoryFileSystem
from runtime.bash.vfs.mount import MountedFileSystem
from runtime.bash.vfs.nodes import LazyContent
from runtime.bash.vfs.overlay import OverlayFileSystem
from runtime.bash.vfs.quota import Quota, QuotaExceeded
from runtime.bash.vfs.snapshot import export_tree, import_tree
from runtime.bash.vfs.standard import standard
from runtime.hostfs.locate import component_walk, openat2

LOCATORS = {"component_walk": component_walk} | ({"openat2": found} if (found := openat2()) else {})
SECRET = b"outside"


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A folder to be hosted, beside what must stay out of reach."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_bytes(SECRET)
    root = tmp_path / "root"
    (root / "deep" / "er").mkdir(parents=True)
    (root / "inside").write_bytes(b"inside")
    return root


@pytest.fixture(params=LOCATORS)
def hosted(request: pytest.FixtureRequest, host: Path) -> Iterator[HostedFileSystem]:
    fs = HostedFileSystem(host, writable=True, locate=LOCATORS[request.param])
    yield fs
    fs.close()


def refused(number: int, act: Callable[..., Any], *given: Any, **named: Any) -> None:
    with pytest.raises(OSError) as caught:
        act(*given, **named)
    assert caught.value.errno == number, os.strerror(caught.value.errno)


def everything(fs: FileSystem, path: str) -> list[Callable[[], Any]]:
    """Each operation of the port on one path."""
    return [
        lambda: fs.open(path, os.O_RDONLY).read(),
        lambda: fs.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC).write(b"x"),
        lambda: fs.open(path, os.O_WRONLY | os.O_APPEND).write(b"x"),
        lambda: fs.open(path, os.O_RDONLY | os.O_TRUNC),
        lambda: fs.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_EXCL),
        lambda: fs.truncate(path, 1),
        lambda: fs.mkdir(path + ".d"),
        lambda: fs.rmdir(path),
        lambda: fs.unlink(path),
        lambda: fs.rename(path, path + ".moved"),
        lambda: fs.rename("/inside", path),
        lambda: fs.link(path, "/linked"),
        lambda: fs.link("/inside", path + ".linked"),
        lambda: fs.symlink("x", path + ".l"),
        lambda: fs.mkfifo(path + ".f"),
        lambda: fs.chmod(path, 0o777),
        lambda: fs.chown(path, 0, 0),
        lambda: fs.utime(path, 1, 1),
    ]


def tree(folder: Path) -> dict[str, Any]:
    found = {}
    for path in sorted(folder.rglob("*")):
        info = path.lstat()
        data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        found[str(path)] = (info.st_mode, info.st_nlink, info.st_mtime_ns, data)
    return found


@pytest.mark.parametrize(
    "path",
    ["/../outside/secret", "/deep/../../outside/secret", "/up/outside/secret", "/away/secret", "/alias"],
)
def test_no_operation_on_a_hosted_folder_reaches_outside_of_it(
    hosted: HostedFileSystem, host: Path, path: str
) -> None:
    """T-FS-31"""
    outside = host.parent / "outside"
    (host / "up").symlink_to("..")
    (host / "away").symlink_to(outside)
    (host / "alias").symlink_to("../outside/secret")
    before = tree(outside)
    for act in everything(hosted, path):
        with suppress(OSError):
            assert act() != SECRET
    assert tree(outside) == before
    assert not hosted.exists(path) or "outside" not in hosted.realpath(path).split("/")


def test_links_that_lead_out_are_refused_in_words_for_scripts(hosted: HostedFileSystem, host: Path) -> None:
    """T-FS-31: not EXDEV, at which `mv` would go on to copy."""
    (host / "alias").symlink_to("../outside/secret")
    (host / "absolute").symlink_to(host / "inside")
    for name in ("/alias", "/absolute"):
        refused(errno.EACCES, hosted.read_bytes, name)
        refused(errno.EACCES, hosted.stat, name)
    assert hosted.readlink("/alias") == "../outside/secret"


def test_dots_above_a_hosted_root_are_the_root(hosted: HostedFileSystem) -> None:
    """T-FS-31"""
    assert hosted.read_bytes("/../../inside") == b"inside"
    assert hosted.read_bytes("/deep/er/../../../../inside") == b"inside"
    assert hosted.realpath("/deep/../..") == "/"
    refused(errno.ENOENT, hosted.stat, "/missing/../inside")
    refused(errno.ENOTDIR, hosted.stat, "/inside/../inside")


def test_links_swapped_while_files_are_used_never_lead_out(hosted: HostedFileSystem, host: Path) -> None:
    """T-FS-31: an attacker on the host swaps a folder for a link out, as fast as it can."""
    outside = host.parent / "outside"
    (host / "swapped").mkdir()
    (host / "swapped" / "secret").write_bytes(b"mine")
    before = tree(outside)
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            (host / "swapped").rename(host / "aside")
            (host / "swapped").symlink_to("../outside")
            (host / "swapped").unlink()
            (host / "aside").rename(host / "swapped")

    attacker = threading.Thread(target=swap)
    attacker.start()
    read = set()
    try:
        for turn in range(1500):
            with suppress(OSError):
                read.add(hosted.read_bytes("/swapped/secret"))
            with suppress(OSError):
                hosted.open("/swapped/secret", os.O_WRONLY | os.O_APPEND).close()
            with suppress(OSError):
                hosted.write_bytes(f"/swapped/new{turn % 7}", b"x")
            with suppress(OSError):
                hosted.unlink(f"/swapped/new{turn % 7}")
            with suppress(OSError):
                hosted.chmod("/swapped/secret", 0o600)
    finally:
        stop.set()
        attacker.join()
    assert read <= {b"mine"}
    assert tree(outside) == before


def test_pipes_sockets_and_devices_of_the_host_are_seen_and_not_opened(
    hosted: HostedFileSystem, host: Path
) -> None:
    """T-FS-31: opening one would hang the shell, or act."""
    os.mkfifo(host / "pipe")
    listener = socket.socket(socket.AF_UNIX)
    before = os.open(".", os.O_RDONLY)
    os.chdir(host)  # a socket's path may have 107 bytes
    try:
        listener.bind("socket")
    finally:
        os.fchdir(before)
        os.close(before)
    for name in ("/pipe", "/socket"):
        for flags in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR | os.O_CREAT):
            refused(errno.EPERM, hosted.open, name, flags)
    listener.close()
    refused(errno.EPERM, hosted.mkfifo, "/own")
    assert dict(hosted.scandir("/"))["pipe"] == 0o010000


@pytest.mark.parametrize(
    "target", ["../outside/secret", "/etc/passwd", "deep/../../outside", "..", "deep/../x", "./../outside"]
)
def test_a_script_plants_no_link_that_could_lead_out(hosted: HostedFileSystem, target: str) -> None:
    """T-FS-32"""
    refused(errno.EACCES, hosted.symlink, target, "/planted")
    assert not hosted.exists("/planted")


def test_a_link_cannot_be_brought_to_where_it_leads_out(hosted: HostedFileSystem) -> None:
    """T-FS-32: by moving it, by a second name for it, or with the folder that it lies in."""
    hosted.symlink("../../inside", "/deep/er/link")
    assert hosted.read_bytes("/deep/er/link") == b"inside"
    refused(errno.EACCES, hosted.rename, "/deep/er/link", "/link")
    refused(errno.EACCES, hosted.link, "/deep/er/link", "/link")
    refused(errno.EACCES, hosted.rename, "/deep/er", "/er")
    hosted.mkdir("/deep/er/below")
    hosted.symlink("../../../inside", "/deep/er/below/link")
    hosted.unlink("/deep/er/link")
    refused(errno.EACCES, hosted.rename, "/deep/er", "/er")
    hosted.unlink("/deep/er/below/link")
    hosted.rename("/deep/er", "/er")


def test_a_file_with_names_elsewhere_is_not_changed_in_place(hosted: HostedFileSystem, host: Path) -> None:
    """T-FS-33"""
    secret = host.parent / "outside" / "secret"
    os.link(secret, host / "hard")
    before = tree(secret.parent)
    for act in (
        lambda: hosted.open("/hard", os.O_WRONLY),
        lambda: hosted.open("/hard", os.O_RDONLY | os.O_TRUNC),
        lambda: hosted.truncate("/hard", 0),
        lambda: hosted.chmod("/hard", 0o777),
        lambda: hosted.utime("/hard", 1, 1),
        lambda: hosted.link("/hard", "/harder"),
    ):
        refused(errno.EPERM, act)
    assert tree(secret.parent) == before
    hosted.link("/inside", "/second")
    hosted.write_bytes("/second", b"changed")
    assert hosted.read_bytes("/inside") == b"changed"


def test_a_read_only_folder_stays_as_it_is(host: Path) -> None:
    """T-FS-34"""
    before = tree(host)
    fs = HostedFileSystem(host)
    assert fs.read_bytes("/inside") == b"inside"
    for path in ("/inside", "/deep", "/deep/er", "/new"):
        for act in everything(fs, path)[1:]:
            with pytest.raises(OSError):
                act()
    assert tree(host) == before
    refused(errno.EROFS, fs.write_bytes, "/new", b"")
    refused(errno.EROFS, fs.mkdir, "/new")
    refused(errno.EROFS, fs.unlink, "/inside")
    refused(errno.EROFS, fs.mkfifo, "/pipe")
    assert not fs.access("/inside", os.W_OK)
    assert fs.access("/inside", os.R_OK)


def test_a_lower_layer_stays_as_it_is(host: Path) -> None:
    """T-FS-34"""
    before = tree(host)
    fs = OverlayFileSystem(HostedFileSystem(host), uid=0)
    for path in ("/inside", "/deep", "/deep/er", "/new"):
        for act in everything(fs, path):
            with suppress(OSError):
                act()
    assert tree(host) == before


def test_the_host_is_not_told_of_by_what_a_hosted_folder_shows(hosted: HostedFileSystem, host: Path) -> None:
    """T-FS-31: neither its users nor its paths."""
    shown = hosted.stat("/inside")
    assert (shown.uid, shown.gid) == (1000, 1000)
    for act in everything(hosted, "/missing/x"):
        with pytest.raises(OSError) as caught:
            act()
        assert str(host.parent) not in str(caught.value)


def test_new_files_get_no_rights_beyond_the_ordinary(hosted: HostedFileSystem, host: Path) -> None:
    """T-FS-31"""
    hosted.open("/new", os.O_WRONLY | os.O_CREAT, 0o6777).close()
    hosted.chmod("/inside", 0o7755)
    hosted.mkdir("/folder", 0o7777)
    assert [(host / n).stat().st_mode & 0o7777 for n in ("new", "inside", "folder")] == [0o777, 0o755, 0o777]
    refused(errno.EPERM, hosted.chown, "/new", 0, 0)


BOUNDED: dict[str, Callable[[MemoryFileSystem], Any]] = {
    "file_bytes": lambda fs: fs.truncate("/f", 1 << 40),
    "fs_bytes": lambda fs: [fs.write_bytes(f"/f{i}", bytes(900)) for i in range(100)],
    "files": lambda fs: [fs.link("/f", f"/f{i}") for i in range(1000)],
    "fs_depth": lambda fs: [fs.mkdir("/d" * i) for i in range(1, 100)],
}


@pytest.mark.parametrize("limit", BOUNDED)
def test_a_flood_ends_at_its_quota_and_names_it(limit: str) -> None:
    """T-FS-35"""
    fs = from_files(
        {"/f": b""}, MemoryFileSystem(quota=Quota(file_bytes=1000, fs_bytes=5000, files=50, fs_depth=10))
    )
    with pytest.raises(QuotaExceeded) as caught:
        BOUNDED[limit](fs)
    assert caught.value.limit == limit
    assert fs.read_bytes("/f") == b""


def test_a_gap_is_counted_before_it_is_filled(hosted: HostedFileSystem) -> None:
    """T-FS-35: a write far past the end, in memory and on the host."""
    for fs in (MemoryFileSystem(), hosted):
        handle = fs.open("/sparse", os.O_RDWR | os.O_CREAT)
        handle.seek(1 << 40)
        with pytest.raises(QuotaExceeded) as caught:
            handle.write(b"x")
        assert caught.value.limit == "file_bytes"
        with pytest.raises(QuotaExceeded):
            handle.truncate(1 << 40)
        assert handle.stat().size == 0
        handle.close()


def test_a_hosted_folder_takes_no_more_than_its_quota(host: Path) -> None:
    """T-FS-35: not even by growing files a little at a time."""
    fs = HostedFileSystem(host, writable=True, quota=Quota(fs_bytes=100, files=3))

    def append() -> None:
        handle = fs.open("/log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        handle.write(bytes(10))
        handle.close()

    with pytest.raises(QuotaExceeded) as caught:
        [append() for _ in range(50)]
    assert caught.value.limit == "fs_bytes"
    with pytest.raises(QuotaExceeded) as caught:
        [fs.mkdir(f"/d{i}") for i in range(5)]  # type: ignore[func-returns-value]
    assert caught.value.limit == "files"
    assert sum(p.stat().st_size for p in host.glob("log")) == 100


def test_a_device_without_end_is_refused_as_a_whole() -> None:
    """T-FS-35"""
    fs = standard()
    for name in ("/dev/zero", "/dev/urandom", "/dev/full", "/dev/random"):
        handle = fs.open(name, os.O_RDONLY)
        with pytest.raises(QuotaExceeded):
            handle.read()
        assert 0 < len(handle.read(1 << 40)) <= 1 << 20
    with pytest.raises(QuotaExceeded):
        fs.open("/dev/zero", os.O_RDONLY).readline()


SNAPSHOT = export_tree(from_files({"/a/b": b"data", "/a/c/d": b"more"}))


@given(st.data())
def test_a_damaged_snapshot_is_a_value_error_or_a_file_system(data: st.DataObject) -> None:
    """T-FS-36"""
    raw = bytearray(SNAPSHOT)
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(0, len(raw)) | st.just(len(raw)))
    try:
        fs = import_tree(bytes(raw[:end]), uid=0)
    except ValueError:
        return
    waiting = ["/"]
    while waiting:
        folder = waiting.pop()
        waiting += [f"{folder}/{name}" for name, kind in fs.scandir(folder) if kind == 0o040000]


@given(st.binary(max_size=200))
def test_bytes_that_are_no_snapshot_are_a_value_error(data: bytes) -> None:
    """T-FS-36"""
    with pytest.raises(ValueError):
        import_tree(data)
    with pytest.raises(ValueError):
        import_tree(SNAPSHOT[:13] + data)


def folder_bytes(ino: int, *entries: tuple[bytes, int]) -> bytes:
    head = struct.pack("<HHIIQqqq", 0o040000, 0o755, 0, 0, ino, 0, 0, 0)
    names = b"".join(struct.pack("<H", len(n)) + n + struct.pack("<Q", i) for n, i in entries)
    return head + struct.pack("<I", len(entries)) + names


def snapshot_bytes(*folders: bytes, count: int | None = None) -> bytes:
    return (
        SNAPSHOT[:13] + struct.pack("<QI", 100, len(folders) if count is None else count) + b"".join(folders)
    )


FORGED = {
    "a cycle": snapshot_bytes(folder_bytes(1, (b"a", 2)), folder_bytes(2, (b"b", 2))),
    "the root within itself": snapshot_bytes(folder_bytes(1, (b"a", 1))),
    "two names": snapshot_bytes(folder_bytes(1, (b"a", 2), (b"b", 2)), folder_bytes(2)),
    "out of reach": snapshot_bytes(folder_bytes(1), folder_bytes(2)),
    "an island": snapshot_bytes(folder_bytes(1), folder_bytes(2, (b"a", 3)), folder_bytes(3, (b"a", 2))),
    "no root": snapshot_bytes(folder_bytes(2)),
    "nothing": snapshot_bytes(folder_bytes(1, (b"a", 9))),
    "dots": snapshot_bytes(folder_bytes(1, (b"..", 2)), folder_bytes(2)),
    "a slash": snapshot_bytes(folder_bytes(1, (b"a/b", 2)), folder_bytes(2)),
    "the same name": snapshot_bytes(folder_bytes(1, (b"a", 2), (b"a", 3)), folder_bytes(2), folder_bytes(3)),
    "the same number": snapshot_bytes(folder_bytes(1), folder_bytes(1)),
    "a number to come": snapshot_bytes(folder_bytes(1, (b"a", 100)), folder_bytes(100)),
    "too many": snapshot_bytes(folder_bytes(1), count=1 << 31),
    "trailing bytes": snapshot_bytes(folder_bytes(1)) + b"x",
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_tree_is_refused(forgery: str) -> None:
    """T-FS-36"""
    with pytest.raises(ValueError):
        import_tree(FORGED[forgery])


def test_a_snapshot_beyond_the_quota_is_refused() -> None:
    """T-FS-36"""
    with pytest.raises(ValueError):
        import_tree(SNAPSHOT, quota=Quota(fs_bytes=5))
    with pytest.raises(ValueError):
        import_tree(SNAPSHOT, quota=Quota(files=2))
    with pytest.raises(ValueError):
        import_tree(SNAPSHOT, quota=Quota(fs_depth=1))


def test_what_an_embedders_callable_raises_says_nothing_to_the_script() -> None:
    """T-FS-37"""

    def broken() -> bytes:
        raise RuntimeError("password=hunter2 in /srv/embedder")

    def missing() -> bytes:
        raise FileNotFoundError(errno.ENOENT, "No such file", "/srv/embedder/private")

    fs = from_files({"/broken": broken, "/missing": missing, "/odd": LazyContent(lambda: 7)})  # type: ignore[arg-type,return-value]
    for path, number in (("/broken", errno.EIO), ("/missing", errno.ENOENT), ("/odd", errno.EIO)):
        with pytest.raises(OSError) as caught:
            fs.read_bytes(path)
        assert caught.value.errno == number
        assert "embedder" not in str(caught.value)
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__


def test_a_lazy_file_that_gives_more_than_it_said_is_bounded() -> None:
    """T-FS-37"""
    fs = from_files(
        {"/f": LazyContent(lambda: bytes(2000), 10)}, MemoryFileSystem(quota=Quota(file_bytes=1000))
    )
    assert fs.stat("/f").size == 10
    with pytest.raises(QuotaExceeded):
        fs.read_bytes("/f")


def test_what_one_fork_changes_no_other_sees() -> None:
    """T-FS-38: shells of different users share one base."""
    base = standard("eve")
    first, second = standard("eve"), standard("eve")
    add_file(first, "/etc/shadow", b"mine")
    first.chmod("/home/eve", 0o700)
    first.rename("/home/eve", "/home/eve")
    first.write_bytes("/tmp/x", b"mine")
    for other in (base, second, standard("eve")):
        assert not other.exists("/etc/shadow")
        assert not other.exists("/tmp/x")
        assert other.stat("/home/eve").mode & 0o777 == 0o755


def test_what_the_embedder_may_reach_is_not_remembered_for_the_script() -> None:
    """T-FS-38"""
    fs = standard()
    add_file(fs, "/root/secret", b"root's")
    assert not fs.exists("/root/secret")
    refused(errno.EACCES, fs.read_bytes, "/root/secret")
    refused(errno.EACCES, fs.listdir, "/root")


def test_rights_taken_away_hold_for_paths_that_were_used_before() -> None:
    """T-FS-38"""
    fs = from_files({"/a/b/c": b"x"})
    assert fs.exists("/a/b/c")
    fs.chmod("/a", 0o000)
    refused(errno.EACCES, fs.read_bytes, "/a/b/c")
    refused(errno.EACCES, fs.stat, "/a/b")


def test_links_across_mounts_never_name_the_host(host: Path) -> None:
    """T-FS-31: an absolute link of a mounted folder means a path of the virtual tree."""
    (host / "passwd").symlink_to("/etc/passwd")
    (host / "climb").symlink_to("../../../../etc/passwd")
    fs = MountedFileSystem(from_files({"/etc/passwd": b"virtual"}), {"/work": HostedFileSystem(host)})
    assert fs.read_bytes("/work/passwd") == b"virtual"
    assert fs.read_bytes("/work/climb") == b"virtual"
