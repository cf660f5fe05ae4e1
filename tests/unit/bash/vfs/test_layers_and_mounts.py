"""Overlays, mounts, the standard tree, devices and snapshots."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runtime.bash.vfs.api import FileSystem, Handle
from runtime.bash.vfs.devices import descriptor_number
from runtime.bash.vfs.hosted import HostedFileSystem
from runtime.bash.vfs.initial_files import from_files
from runtime.bash.vfs.memory import MemoryFileSystem
from runtime.bash.vfs.mount import MountedFileSystem
from runtime.bash.vfs.overlay import OverlayFileSystem
from runtime.bash.vfs.quota import Quota, QuotaExceeded
from runtime.bash.vfs.snapshot import export_tree, import_tree
from runtime.bash.vfs.standard import program_name, standard


def refused(number: int, act: Callable[..., Any], *given: Any, **named: Any) -> OSError:
    with pytest.raises(OSError) as caught:
        act(*given, **named)
    assert caught.value.errno == number, os.strerror(caught.value.errno)
    return caught.value


# Overlay


class Counting(MemoryFileSystem):
    """A memory file system that says which files were opened and folders listed."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def open(self, path: str, flags: int, mode: int = 0o644) -> Handle:
        self.asked.append(path)
        return super().open(path, flags, mode)

    def listdir(self, path: str) -> list[str]:
        self.asked.append(path)
        return super().listdir(path)


@pytest.fixture
def lower() -> Counting:
    fs = Counting()
    from_files({"/a/b/c": b"deep", "/a/two": b"names", "/top": b"top"}, fs)
    fs.link("/a/two", "/a/one")
    fs.symlink("b", "/a/l")
    fs.mkfifo("/a/p")
    fs.asked.clear()
    return fs


def test_an_overlay_looks_below_only_where_it_is_looked_at(lower: Counting) -> None:
    fs = OverlayFileSystem(lower)
    assert lower.asked == []
    assert fs.stat("/a").uid == 1000
    assert lower.asked == ["/"]
    assert fs.read_bytes("/a/l/c") == b"deep"
    assert lower.asked == ["/", "/a", "/a/b", "/a/b/c"]
    fs.fork().listdir("/a/b")
    assert lower.asked == ["/", "/a", "/a/b", "/a/b/c"]


def test_what_is_removed_or_written_in_an_overlay_is_so_there_alone(lower: Counting) -> None:
    fs = OverlayFileSystem(lower)
    fs.unlink("/top")
    fs.write_bytes("/a/b/c", b"changed")
    fs.rename("/a", "/z")
    assert fs.listdir("/") == ["z"]
    assert fs.read_bytes("/z/l/c") == b"changed"
    assert lower.read_bytes("/a/b/c") == b"deep"
    assert lower.exists("/top")
    fs.write_bytes("/top", b"again")
    assert fs.read_bytes("/top") == b"again"


def test_forks_of_an_overlay_are_apart(lower: Counting) -> None:
    fs = OverlayFileSystem(lower)
    child = fs.fork()
    assert isinstance(child, OverlayFileSystem)
    child.write_bytes("/a/b/new", b"x")
    fs.unlink("/a/b/c")
    assert child.listdir("/a/b") == ["c", "new"]
    assert fs.listdir("/a/b") == []
    assert fs.fork().fork().listdir("/a/b") == []


def test_names_of_one_file_below_stay_names_of_one_file(lower: Counting) -> None:
    fs = OverlayFileSystem(lower)
    assert fs.stat("/a/one").ino == fs.stat("/a/two").ino
    fs.write_bytes("/a/one", b"changed")
    assert fs.read_bytes("/a/two") == b"changed"


def test_a_file_below_is_streamed_and_counts_once_it_is_written_to() -> None:
    below = from_files({"/big": b"line\n" * 1000})
    fs = OverlayFileSystem(below, quota=Quota(file_bytes=100))
    handle = fs.open("/big", os.O_RDONLY)
    assert handle.read(3) == b"lin"
    assert handle.readline() == b"e\n"
    assert handle.seek(-5, os.SEEK_END) == 4995
    assert handle.read() == b"line\n"
    handle.close()
    with pytest.raises(QuotaExceeded) as caught:
        fs.open("/big", os.O_WRONLY | os.O_APPEND).write(b"x")
    assert caught.value.limit == "file_bytes"
    assert fs.inodes.quota.bytes_used == 0


def test_a_reader_sees_what_is_written_after_it_began(lower: Counting) -> None:
    fs = OverlayFileSystem(lower)
    reader = fs.open("/a/b/c", os.O_RDONLY)
    assert reader.read(2) == b"de"
    fs.open("/a/b/c", os.O_WRONLY | os.O_APPEND).write(b"er")
    assert reader.read() == b"eper"


def test_a_name_that_goes_below_while_it_is_listed_is_passed_over(lower: Counting) -> None:
    class Losing(Counting):
        def listdir(self, path: str) -> list[str]:
            return [*super().listdir(path), "gone"]

    below = Losing()
    from_files({"/f": b"x"}, below)
    assert OverlayFileSystem(below).listdir("/") == ["f"]


def test_a_host_folder_under_an_overlay_can_be_worked_on(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/main").write_bytes(b"code")
    fs = OverlayFileSystem(HostedFileSystem(tmp_path))
    fs.write_bytes("/src/main", b"edited")
    fs.write_bytes("/src/new", b"made")
    assert fs.listdir("/src") == ["main", "new"]
    assert (tmp_path / "src/main").read_bytes() == b"code"
    (tmp_path / "src/other").mkdir(mode=0)
    assert fs.listdir("/src") == ["main", "new"]


# Mounts


@pytest.fixture
def tree() -> MountedFileSystem:
    root = from_files({"/etc/conf": b"root", "/home/user/x": b"x"})
    data = from_files({"/in/a": b"data", "/conf": b"inner"})
    inner = from_files({"/f": b"inmost"})
    return MountedFileSystem(root, {"/mnt/data": data, "/mnt/data/in/deep": inner})


def test_each_path_belongs_to_the_file_system_mounted_nearest_to_it(tree: MountedFileSystem) -> None:
    assert tree.read_bytes("/mnt/data/in/a") == b"data"
    assert tree.read_bytes("/mnt/data/in/deep/f") == b"inmost"
    assert tree.read_bytes("/etc/conf") == b"root"
    assert tree.listdir("/mnt") == ["data"]
    assert ("deep", stat.S_IFDIR) in tree.scandir("/mnt/data/in")
    assert len({tree.stat(p).dev for p in ("/", "/mnt/data", "/mnt/data/in/deep")}) == 3
    tree.mkdir("/mnt/database")
    assert tree.stat("/mnt/database").dev == tree.stat("/").dev


def test_dots_and_links_lead_across_mounts(tree: MountedFileSystem) -> None:
    assert tree.read_bytes("/mnt/data/../../etc/conf") == b"root"
    assert tree.read_bytes("/mnt/data/in/deep/../a") == b"data"
    tree.symlink("/etc/conf", "/mnt/data/out")
    tree.symlink("../../mnt/data/in", "/home/user/in")
    assert tree.read_bytes("/mnt/data/out") == b"root"
    assert tree.read_bytes("/home/user/in/deep/f") == b"inmost"
    assert tree.realpath("/home/user/in/deep/..") == "/mnt/data/in"
    assert tree.realpath("/home/user/in/deep") == "/mnt/data/in/deep"
    assert tree.realpath("/home/user/in/deep/new", strict=False) == "/mnt/data/in/deep/new"
    assert tree.realpath("/..") == "/"
    tree.write_bytes("/mnt/data/out", b"through")
    assert tree.read_bytes("/etc/conf") == b"through"
    assert tree.readlink("/mnt/data/out") == "/etc/conf"
    tree.symlink("/etc/made", "/mnt/data/dangling")
    tree.write_bytes("/mnt/data/dangling", b"made")
    assert tree.read_bytes("/etc/made") == b"made"


def test_opening_what_cannot_be_made_ends_as_in_linux(tree: MountedFileSystem) -> None:
    create = os.O_WRONLY | os.O_CREAT
    # EINVAL since Linux 6.4; earlier kernels made a file and said that it was no folder.
    refused(errno.EINVAL, tree.open, "/none/x", create | os.O_DIRECTORY)
    refused(errno.EISDIR, tree.open, "/etc/new/", create)
    refused(errno.EEXIST, tree.open, "/etc/.", create | os.O_EXCL)
    refused(errno.EISDIR, tree.open, "/etc/.", create)
    refused(errno.EEXIST, tree.mkdir, "/etc/.")


def test_a_loop_of_links_across_mounts_ends(tree: MountedFileSystem) -> None:
    tree.symlink("/mnt/data/l", "/l")
    tree.symlink("/l", "/mnt/data/l")
    assert refused(errno.ELOOP, tree.stat, "/l").filename == "/l"


def test_nothing_is_moved_or_linked_from_one_file_system_to_another(tree: MountedFileSystem) -> None:
    error = refused(errno.EXDEV, tree.rename, "/etc/conf", "/mnt/data/moved")
    assert (error.filename, error.filename2) == ("/etc/conf", "/mnt/data/moved")
    refused(errno.EXDEV, tree.link, "/etc/conf", "/mnt/data/linked")
    refused(errno.EEXIST, tree.link, "/etc/conf", "/mnt/data/conf")
    refused(errno.ENOENT, tree.link, "/etc/conf", "/mnt/data/none/x")
    refused(errno.ENOENT, tree.rename, "/etc/conf", "/none/x")
    tree.rename("/mnt/data/conf", "/mnt/data/in/conf")
    assert tree.read_bytes("/mnt/data/in/conf") == b"inner"


def test_a_mount_point_stays_where_it_is(tree: MountedFileSystem) -> None:
    for place in ("/mnt/data", "/mnt", "/mnt/data/in"):
        refused(errno.EBUSY, tree.rename, place, "/elsewhere")
    refused(errno.EBUSY, tree.rename, "/home", "/mnt/data")
    refused(errno.EBUSY, tree.rmdir, "/mnt/data")
    refused(errno.EISDIR, tree.unlink, "/mnt/data")
    refused(errno.EEXIST, tree.mkdir, "/mnt/data")
    refused(errno.ENOTEMPTY, tree.rmdir, "/mnt")


def test_errors_of_a_mounted_file_system_name_the_whole_path(tree: MountedFileSystem) -> None:
    assert refused(errno.ENOENT, tree.open, "/mnt/data/no", os.O_RDONLY).filename == "/mnt/data/no"
    assert refused(errno.ENOTDIR, tree.listdir, "/mnt/data/conf").filename == "/mnt/data/conf"
    error = refused(errno.ENOENT, tree.rename, "/mnt/data/no", "/mnt/data/x")
    assert (error.filename, error.filename2) == ("/mnt/data/no", "/mnt/data/x")


@pytest.mark.parametrize("point", ["", "/", "relative", "/a/../b", "/a//b", "/a/", "/mnt/data"])
def test_a_place_that_cannot_be_mounted_on_is_a_callers_mistake(tree: MountedFileSystem, point: str) -> None:
    with pytest.raises(ValueError):
        tree.mount(point, MemoryFileSystem())


def test_a_file_is_no_place_to_mount_on(tree: MountedFileSystem) -> None:
    refused(errno.ENOTDIR, tree.mount, "/etc/conf", MemoryFileSystem())


def test_a_folder_that_may_not_be_entered_stops_dots_and_links() -> None:
    root = MemoryFileSystem(uid=0)
    from_files({"/closed/f": b"x"}, root)
    root.chmod("/closed", 0o700)
    fs = MountedFileSystem(root.fork(uid=1000), {})
    refused(errno.EACCES, fs.stat, "/closed/../closed")
    assert not fs.access("/closed/..", os.F_OK)
    assert not fs.access("/closed/f", os.F_OK)


def test_the_shells_help_reaches_every_mounted_file_system(tree: MountedFileSystem) -> None:
    handle = Handle()
    tree.attach(open_special=lambda info, flags: handle)
    for path in ("/p", "/mnt/data/p", "/mnt/data/in/deep/p"):
        tree.mkfifo(path)
        assert tree.open(path, os.O_RDONLY) is handle


def test_all_that_is_said_of_a_file_can_be_changed_through_a_mount(tree: MountedFileSystem) -> None:
    tree.chmod("/mnt/data/conf", 0o600)
    tree.utime("/mnt/data/conf", 1, 2)
    tree.chown("/mnt/data/conf", 1000, 1000)
    tree.truncate("/mnt/data/conf", 2)
    found = tree.stat("/mnt/data/conf")
    assert (found.mode & 0o777, found.mtime_ns != 2, found.size) == (0o600, True, 2)


def test_links_on_the_way_are_found_by_any_file_system(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "l").symlink_to("d")
    (tmp_path / "d/f").write_bytes(b"")
    systems: list[FileSystem] = [HostedFileSystem(tmp_path), OverlayFileSystem(HostedFileSystem(tmp_path))]
    for fs in systems:
        assert fs.passes_link("/l/f")
        assert fs.passes_link("/l")
        assert not fs.passes_link("/l", follow=False)
        for path in ("/d/f", "/d/f", "/missing/l", "/d/f/l"):
            assert not fs.passes_link(path)


# The standard tree and its devices


def test_a_fresh_shell_finds_what_a_small_debian_has() -> None:
    fs = standard("agent", "sandbox", programs=("ls", "cat"))
    assert sorted(fs.listdir("/")) == (
        [
            "bin",
            "boot",
            "dev",
            "etc",
            "home",
            "lib",
            "media",
            "mnt",
            "opt",
            "proc",
            "root",
            "run",
            "sbin",
            "srv",
            "sys",
            "tmp",
            "usr",
            "var",
        ]
    )
    assert fs.readlink("/bin") == "usr/bin"
    assert fs.listdir("/bin") == ["cat", "ls"]
    assert fs.access("/bin/ls", os.X_OK)
    assert fs.stat("/home/agent").uid == 1000
    assert fs.stat("/tmp").mode & 0o7777 == 0o1777
    assert b"agent:x:1000:1000::/home/agent:/bin/bash\n" in fs.read_bytes("/etc/passwd")
    assert fs.read_bytes("/etc/hostname") == b"sandbox\n"
    assert fs.is_file("/proc/cpuinfo")
    assert fs.is_dir("/proc/self")
    for act in (fs.unlink, fs.rmdir):
        refused(errno.EACCES, act, "/etc")
    refused(errno.EACCES, fs.write_bytes, "/etc/passwd", b"")
    fs.write_bytes("/tmp/x", b"")
    fs.write_bytes("/home/agent/x", b"")


def test_a_copy_of_a_program_is_still_that_program() -> None:
    fs = standard(programs=("ls",))
    fs.write_bytes("/tmp/mine", fs.read_bytes("/bin/ls"))
    assert program_name(fs.read_bytes("/tmp/mine")) == "ls"
    assert program_name(b"#!/bin/sh\n") is None


def test_fresh_shells_share_one_tree_and_pay_from_nothing() -> None:
    first, second = standard(), standard()
    assert first.inodes.base is second.inodes.base
    assert first.inodes.own == {}
    assert (first.inodes.quota.bytes_used, first.inodes.quota.names_used) == (0, 0)


def test_trees_of_many_users_are_not_kept_for_ever() -> None:
    first = standard("user0")
    for i in range(40):
        standard(f"user{i}")
    assert standard("user0").inodes.base is not first.inodes.base


def test_root_has_no_home_among_the_users() -> None:
    fs = standard("root", uid=0, gid=0)
    assert fs.listdir("/home") == []
    assert fs.read_bytes("/etc/passwd").count(b"\n") == 1


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a:b", "a\nb", "a\0b"])
def test_a_name_that_forges_a_line_or_a_path_is_a_callers_mistake(name: str) -> None:
    with pytest.raises(ValueError):
        standard(name)
    with pytest.raises(ValueError):
        standard("user", name)


def test_devices_do_what_their_names_say() -> None:
    fs = standard(entropy=lambda count: b"r" * count)
    null, zero, full, chance = (
        fs.open(f"/dev/{name}", os.O_RDWR) for name in ("null", "zero", "full", "urandom")
    )
    assert (null.read(), null.readline(), null.write(b"abc")) == (b"", b"", 3)
    assert (zero.read(3), zero.readline(limit=2), zero.readline(b"\0")) == (b"\0\0\0", b"\0\0", b"\0")
    assert (full.read(2), full.write(b"")) == (b"\0\0", 0)
    refused(errno.ENOSPC, full.write, b"x")
    assert chance.read(4) == b"rrrr"
    assert len(standard().open("/dev/random", os.O_RDONLY).read(16)) == 16
    assert zero.seek(9) == 0
    refused(errno.EINVAL, zero.truncate, 0)
    assert stat.S_ISCHR(zero.stat().mode)
    assert (os.major(zero.stat().rdev), os.minor(zero.stat().rdev)) == (1, 5)
    zero.close()


def test_the_descriptors_of_the_shell_are_there_and_opened_by_the_shell_alone() -> None:
    fs = standard()
    assert fs.listdir("/dev/fd") == []
    refused(errno.ENOENT, fs.open, "/dev/stdin", os.O_RDONLY)
    refused(errno.ENXIO, fs.open, "/dev/tty", os.O_RDWR)
    refused(errno.ENXIO, fs.open, "/proc/uptime", os.O_RDONLY)
    handle = Handle()
    opened: list[int | None] = []

    def open_special(info: Any, flags: int) -> Handle:
        opened.append(descriptor_number(info.rdev))
        return handle

    fs.attach(open_special=open_special, descriptors=lambda: {1: stat.S_IFCHR, 63: stat.S_IFIFO})
    assert fs.listdir("/dev/fd") == ["1", "63"]
    assert fs.realpath("/dev/stdout") == "/dev/fd/1"
    assert fs.stat("/dev/fd/63").mode == stat.S_IFIFO | 0o600
    assert not fs.exists("/dev/fd/2")
    assert fs.open("/dev/stdout", os.O_WRONLY) is handle
    assert fs.open("/dev/tty", os.O_RDWR) is handle
    assert fs.open("/dev/fd/63", os.O_RDONLY) is handle
    assert opened == [1, None, 63]


def test_a_user_for_whom_owners_do_not_count_has_an_owners_rights() -> None:
    fs = standard(enforced=False)
    fs.write_bytes("/etc/made", b"x")
    assert (fs.stat("/etc/made").uid, fs.stat("/etc/hosts").uid) == (1000, 0)
    fs.write_bytes("/etc/hosts", b"changed")
    fs.chmod("/etc/hosts", 0o400)
    refused(errno.EACCES, fs.open, "/etc/hosts", os.O_WRONLY)  # the mode of a file holds all the same
    fs.chown("/etc/made", 0, 0)
    fs.unlink("/etc/made")
    assert fs.fork().access("/etc", os.W_OK)
    assert not fs.fork(enforced=True).access("/etc", os.W_OK)


# Snapshots


def test_a_snapshot_gives_back_the_same_tree_to_the_byte() -> None:
    fs = standard("agent", programs=("ls",))
    fs.write_bytes("/tmp/\udcff", b"\x00\xff")
    fs.link("/tmp/\udcff", "/tmp/second")
    fs.symlink("/nowhere", "/tmp/link")
    fs.mkfifo("/tmp/pipe", 0o600)
    fs.mkdir("/tmp/d")
    fs.utime("/tmp/d", 1, -2)
    data = export_tree(fs)
    back = import_tree(data)
    assert export_tree(back) == data
    assert back.read_bytes("/tmp/second") == b"\x00\xff"
    assert back.stat("/tmp/second").nlink == 2
    assert back.stat("/tmp").nlink == fs.stat("/tmp").nlink == 3
    assert back.stat("/tmp/d").mtime_ns == -2
    assert back.realpath("/tmp/d/..") == "/tmp"
    assert back.open("/dev/zero", os.O_RDONLY).read(1) == b"\0"
    back.write_bytes("/tmp/new", b"")
    fs.write_bytes("/tmp/new", b"")
    assert back.stat("/tmp/new").ino == fs.stat("/tmp/new").ino


def test_a_snapshot_goes_on_with_the_users_and_clock_that_it_is_given() -> None:
    data = export_tree(from_files({"/f": lambda: b"lazy"}))
    fs = import_tree(data, uid=5, gid=6, clock_ns=lambda: 77, entropy=lambda count: b"e" * count)
    assert fs.read_bytes("/f") == b"lazy"
    refused(errno.EACCES, fs.write_bytes, "/f", b"")
    root = fs.fork(uid=0)
    root.write_bytes("/new", b"")
    assert root.stat("/new").mtime_ns == 77


def test_an_overlay_is_kept_with_all_that_lies_below() -> None:
    fs = OverlayFileSystem(from_files({"/a/b": b"below"}))
    fs.write_bytes("/c", b"above")
    back = import_tree(export_tree(fs))
    assert (back.read_bytes("/a/b"), back.read_bytes("/c")) == (b"below", b"above")
