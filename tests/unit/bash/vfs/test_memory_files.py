"""What the kernel's oracle cannot show of the memory file system: forks, clocks, order, lazy files, handles that outlive names."""

from __future__ import annotations

import asyncio
import errno
import os
import stat
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.bash.vfs.api import FileSystem, Handle
from runtime.bash.vfs.initial_files import add_file, add_folder, from_files, make_parents, write_file
from runtime.bash.vfs.memory import MOMENT_NS, MemoryFileSystem
from runtime.bash.vfs.nodes import File, LazyContent
from runtime.bash.vfs.quota import Quota, QuotaExceeded


def refused(number: int, act: Callable[..., Any], *given: Any, **named: Any) -> OSError:
    with pytest.raises(OSError) as caught:
        act(*given, **named)
    assert caught.value.errno == number, os.strerror(caught.value.errno)
    return caught.value


class Clock:
    def __init__(self) -> None:
        self.now = 100

    def __call__(self) -> int:
        self.now += 1
        return self.now


def append(fs: FileSystem, path: str, data: bytes) -> None:
    handle = fs.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    handle.write(data)
    handle.close()


# Content


def test_many_appends_go_to_one_buffer_that_grows() -> None:
    fs = MemoryFileSystem()
    append(fs, "/log", b"first\n")
    append(fs, "/log", b"line\n")
    node = fs.names.find("/log")
    assert isinstance(node, File)
    buffer = node.data
    for _ in range(1000):
        append(fs, "/log", b"line\n")
    assert node.data is buffer
    assert fs.read_bytes("/log") == b"first\n" + b"line\n" * 1001


def test_a_file_written_in_one_piece_is_kept_as_that_piece() -> None:
    fs = MemoryFileSystem()
    data = b"x" * 100_000
    fs.write_bytes("/f", data)
    assert fs.read_bytes("/f") is data


@given(
    st.lists(st.tuples(st.sampled_from(("write", "seek", "read", "truncate", "line")), st.integers(0, 30)))
)
def test_a_handle_behaves_as_a_file_of_the_host(acts: list[tuple[str, int]]) -> None:
    import io

    model = io.BytesIO()
    handle = MemoryFileSystem().open("/f", os.O_RDWR | os.O_CREAT)
    for act, number in acts:
        if act == "write":
            assert handle.write(b"ab\n" * number) == model.write(b"ab\n" * number)
        elif act == "seek":
            assert handle.seek(number) == model.seek(number)
        elif act == "read":
            assert handle.read(number) == model.read(number)
        elif act == "line":
            assert handle.readline(limit=number) == model.readline(number)
        else:
            held = model.getvalue()
            handle.truncate(number)
            model.truncate(number)
            if number > len(held):  # BytesIO does not extend
                at = model.tell()
                model.seek(0, os.SEEK_END)
                model.write(bytes(number - len(held)))
                model.seek(at)
    handle.seek(0)
    assert handle.read() == model.getvalue()


def test_lines_end_where_the_caller_says() -> None:
    fs = from_files({"/f": b"a\0b\0rest"})
    handle = fs.open("/f", os.O_RDONLY)
    assert [handle.readline(b"\0"), handle.readline(b"\0"), handle.readline(b"\0"), handle.readline()] == [
        b"a\0",
        b"b\0",
        b"rest",
        b"",
    ]


def test_handles_refuse_what_they_were_not_opened_for() -> None:
    fs = from_files({"/d/f": b"abc"})
    writer, reader, folder = (
        fs.open("/d/f", os.O_WRONLY),
        fs.open("/d/f", os.O_RDONLY),
        fs.open("/d", os.O_RDONLY),
    )
    refused(errno.EBADF, writer.read)
    refused(errno.EBADF, reader.write, b"x")
    refused(errno.EINVAL, reader.truncate, 0)
    refused(errno.EINVAL, writer.truncate, -1)
    refused(errno.EINVAL, reader.seek, -1)
    refused(errno.EINVAL, reader.seek, 0, 9)
    assert reader.seek(1, os.SEEK_CUR) == 1
    assert reader.seek(-1, os.SEEK_END) == 2
    for act in (folder.read, folder.readline):
        refused(errno.EISDIR, act)
    refused(errno.EBADF, folder.write, b"x")
    refused(errno.EINVAL, folder.seek, 0)
    refused(errno.EINVAL, folder.truncate, 0)
    assert stat.S_ISDIR(folder.stat().mode)
    for handle in (writer, reader, folder):
        handle.close()
        handle.close()
        refused(errno.EBADF, handle.stat)
    refused(errno.EBADF, reader.seek, 0)
    refused(errno.EBADF, writer.truncate, 0)
    refused(errno.EBADF, writer.write, b"")


# Names that go while files are open


def test_an_open_file_lives_on_without_a_name_and_counts_until_it_is_closed() -> None:
    fs = from_files({"/f": b"12345"})
    handle, second = fs.open("/f", os.O_RDWR), fs.open("/f", os.O_RDONLY)
    fs.unlink("/f")
    assert not fs.exists("/f")
    assert handle.read() == b"12345"
    assert handle.stat().nlink == 0
    assert fs.inodes.quota.bytes_used == 5
    fs.write_bytes("/f", b"new")
    second.close()
    assert handle.write(b"6") == 1
    handle.close()
    assert fs.inodes.quota.bytes_used == 3
    assert fs.inodes.orphans == set()


def test_a_fork_does_not_inherit_files_that_only_a_handle_holds() -> None:
    fs = from_files({"/f": b"12345", "/g": b"1"})
    handle = fs.open("/f", os.O_RDWR)
    fs.unlink("/f")
    child = fs.fork()
    assert child.inodes.quota.bytes_used == 1
    handle.write(b"abcdefgh")
    assert (fs.inodes.quota.bytes_used, child.inodes.quota.bytes_used) == (9, 1)
    handle.close()
    assert fs.fork().inodes.quota.bytes_used == 1


# Forks


def test_a_fork_shares_what_neither_side_changes() -> None:
    fs = from_files({f"/d/{i}": b"x" for i in range(100)})
    first = fs.fork()
    second = first.fork()
    assert fs.inodes.base is first.inodes.base is second.inodes.base
    second.write_bytes("/d/1", b"changed")
    assert len(second.inodes.own) == 1
    assert second.fork().inodes.base is fs.inodes.base


def test_a_base_is_made_new_once_as_much_has_changed() -> None:
    fs = from_files({"/a": b"x"})
    child = fs.fork()
    base = child.inodes.base
    for i in range(10):
        child.write_bytes(f"/n{i}", b"")
    child.unlink("/a")
    grandchild = child.fork()
    assert child.inodes.base is grandchild.inodes.base is not base
    assert len(grandchild.inodes.base) == 11
    assert fs.read_bytes("/a") == b"x"


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from("abc"), st.binary(max_size=3)), max_size=40))
def test_forks_of_forks_never_see_one_another(acts: list[tuple[int, str, bytes]]) -> None:
    systems = [MemoryFileSystem()]
    wanted: list[dict[str, bytes]] = [{}]
    for act, name, data in acts:
        at = len(data) % len(systems)
        if act == 0:
            systems.append(systems[at].fork())
            wanted.append(dict(wanted[at]))
        elif act == 1:
            append(systems[at], f"/{name}", data)
            wanted[at][name] = wanted[at].get(name, b"") + data
        elif name in wanted[at]:
            systems[at].unlink(f"/{name}")
            del wanted[at][name]
    for fs, files in zip(systems, wanted, strict=True):
        assert {n: fs.read_bytes(f"/{n}") for n in fs.listdir("/")} == files
        assert fs.inodes.quota.bytes_used == sum(map(len, files.values()))
        assert fs.inodes.quota.names_used == len(files)


def test_a_handle_goes_on_in_its_own_file_system_after_a_fork() -> None:
    fs = from_files({"/f": b"one "})
    handle = fs.open("/f", os.O_WRONLY | os.O_APPEND)
    handle.write(b"two ")
    child = fs.fork()
    handle.write(b"three")
    assert fs.read_bytes("/f") == b"one two three"
    assert child.read_bytes("/f") == b"one two "


def test_a_fork_can_be_another_users_with_another_clock_and_quota() -> None:
    fs = from_files({"/f": b"x"})
    child = fs.fork(uid=7, gid=8, clock_ns=lambda: 5, quota=Quota(files=1), entropy=lambda n: b"r" * n)
    refused(errno.EACCES, child.write_bytes, "/new", b"")
    root = child.fork(uid=0)
    root.write_bytes("/new", b"")
    assert root.stat("/new").mtime_ns == 5
    assert child.inodes.entropy is root.inodes.entropy
    with pytest.raises(QuotaExceeded):
        root.write_bytes("/more", b"")


# Times, numbers, order


def test_times_come_from_the_given_clock_alone() -> None:
    clock = Clock()
    fs = MemoryFileSystem(clock_ns=clock)
    fs.write_bytes("/f", b"x")
    made = fs.stat("/f")
    folder = fs.stat("/")
    fs.chmod("/f", 0o600)
    changed = fs.stat("/f")
    assert changed.ctime_ns > made.ctime_ns
    assert changed.mtime_ns == made.mtime_ns
    append(fs, "/f", b"y")
    assert fs.stat("/f").mtime_ns > made.mtime_ns
    assert fs.stat("/").mtime_ns == folder.mtime_ns
    fs.unlink("/f")
    assert fs.stat("/").mtime_ns > folder.mtime_ns
    assert MemoryFileSystem().stat("/").mtime_ns == MOMENT_NS


def test_the_times_that_are_set_are_the_times_that_are_said() -> None:
    fs = from_files({"/f": b"x"})
    fs.symlink("f", "/l")
    fs.utime("/l", 1, 2)
    fs.utime("/l", 3, 4, follow=False)
    target, link = fs.stat("/f"), fs.stat("/l", follow=False)
    assert (target.atime_ns, target.mtime_ns, link.atime_ns, link.mtime_ns) == (1, 2, 3, 4)


def test_the_same_acts_give_the_same_numbers_in_the_same_order() -> None:
    def make() -> list[tuple[str, int]]:
        fs = MemoryFileSystem()
        for name in ("z", "a", "m"):
            fs.write_bytes(f"/{name}", b"")
        fs.unlink("/a")
        fs.write_bytes("/b", b"")
        return [(name, fs.stat(f"/{name}").ino) for name in fs.listdir("/")]

    assert make() == make()
    assert [name for name, _ in make()] == ["z", "m", "b"]


# Rights


def test_a_sticky_folder_keeps_others_from_removing_and_renaming() -> None:
    root = MemoryFileSystem(uid=0, gid=0)
    root.mkdir("/tmp", 0o1777)
    root.write_bytes("/tmp/roots", b"")
    user = root.fork(uid=1000, gid=1000)
    user.write_bytes("/tmp/mine", b"")
    refused(errno.EPERM, user.unlink, "/tmp/roots")
    refused(errno.EPERM, user.rename, "/tmp/roots", "/tmp/taken")
    refused(errno.EPERM, user.rename, "/tmp/mine", "/tmp/roots")
    user.unlink("/tmp/mine")
    assert not root.exists("/tmp/mine")


def test_only_owners_change_what_is_said_of_a_file() -> None:
    root = MemoryFileSystem(uid=0, gid=0)
    root.write_bytes("/f", b"x")
    root.chmod("/f", 0o4755)
    user = root.fork(uid=1000, gid=1000)
    refused(errno.EPERM, user.chmod, "/f", 0o777)
    refused(errno.EPERM, user.utime, "/f", 0, 0)
    refused(errno.EPERM, user.chown, "/f", 1000, -1)
    refused(errno.EPERM, user.chown, "/f", -1, 1000)
    refused(errno.EPERM, user.mknod, "/dev", stat.S_IFCHR | 0o666, 1)
    refused(errno.EACCES, user.truncate, "/f", 0)
    root.chown("/f", 1000, 1000)
    assert root.stat("/f").mode & 0o7777 == 0o755
    assert (root.stat("/f").uid, root.stat("/f").gid) == (1000, 1000)


def test_group_and_others_have_their_own_rights() -> None:
    root = MemoryFileSystem(uid=0, gid=0)
    root.write_bytes("/f", b"x")
    root.chown("/f", 1, 2)
    root.chmod("/f", 0o640)
    assert root.fork(uid=9, gid=2).access("/f", os.R_OK)
    assert not root.fork(uid=9, gid=2).access("/f", os.W_OK)
    assert not root.fork(uid=9, gid=9).access("/f", os.R_OK)
    assert not root.access("/f", os.X_OK)
    assert not root.access("/missing", os.F_OK)
    root.mkdir("/shared", 0o777)
    root.chown("/shared", 0, 50)
    root.chmod("/shared", 0o2777)
    user = root.fork(uid=9, gid=9)
    user.mkdir("/shared/d")
    user.write_bytes("/shared/f", b"")
    assert (user.stat("/shared/d").gid, user.stat("/shared/f").gid) == (50, 50)
    assert user.stat("/shared/d").mode & 0o2000


# Errors


def test_errors_carry_the_callers_paths() -> None:
    fs = from_files({"/d/f": b"x"})
    assert refused(errno.ENOENT, fs.open, "/d/missing/x", os.O_RDONLY).filename == "/d/missing/x"
    error = refused(errno.ENOENT, fs.rename, "/d/none", "/d/new")
    assert (error.filename, error.filename2) == ("/d/none", "/d/new")
    error = refused(errno.EPERM, fs.link, "/d", "/e")
    assert (error.filename, error.filename2) == ("/d", "/e")


def test_texts_that_are_no_names_are_refused() -> None:
    fs = MemoryFileSystem()
    refused(errno.EINVAL, fs.mkdir, "/a\0b")
    refused(errno.EILSEQ, fs.mkdir, "/\ud800")
    refused(errno.EILSEQ, fs.symlink, "\ud800", "/l")
    refused(errno.ENAMETOOLONG, fs.mkdir, "/" + "é" * 128)
    fs.mkdir("/" + "é" * 127)
    fs.mkdir("/\udcff")
    assert "\udcff" in fs.listdir("/")


def test_a_folder_is_not_moved_into_itself_nor_over_a_full_one() -> None:
    fs = from_files({"/a/b/f": b"", "/full/f": b"", "/f": b""})
    refused(errno.EINVAL, fs.rename, "/a", "/a/b/c")
    refused(errno.ENOTEMPTY, fs.rename, "/a/b", "/a")
    refused(errno.ENOTEMPTY, fs.rename, "/a", "/full")
    refused(errno.ENOTDIR, fs.rename, "/a", "/f")
    refused(errno.EISDIR, fs.rename, "/f", "/a")
    refused(errno.ENOTDIR, fs.rename, "/f/", "/g")
    fs.mkdir("/empty")
    fs.rename("/a", "/empty")
    assert fs.is_file("/empty/b/f")
    fs.link("/f", "/g")
    fs.rename("/f", "/g")
    assert (fs.stat("/f").nlink, fs.stat("/g").nlink) == (2, 2)
    fs.unlink("/f")
    assert fs.stat("/g").nlink == 1


def test_moving_a_folder_that_may_not_be_written_is_refused_where_its_parent_changes() -> None:
    fs = from_files({"/a/b/f": b""})
    fs.chmod("/a/b", 0o555)
    refused(errno.EACCES, fs.rename, "/a/b", "/b")
    fs.rename("/a/b", "/a/c")


def test_set_group_id_goes_where_the_group_is_not_the_users() -> None:
    root = MemoryFileSystem(uid=0, gid=0)
    root.write_bytes("/f", b"")
    root.chown("/f", 1000, 50)
    user = root.fork(uid=1000, gid=1000)
    user.chmod("/f", 0o6755)
    assert user.stat("/f").mode & 0o7777 == 0o4755
    user.write_bytes("/f", b"x")
    assert user.stat("/f").mode & 0o7777 == 0o755
    root.symlink("f", "/l")
    refused(errno.EOPNOTSUPP, root.chmod, "/l", 0o600, follow=False)


def test_forty_links_are_followed_and_no_more() -> None:
    fs = from_files({"/0": b"end"})
    for i in range(1, 42):
        fs.symlink(str(i - 1), f"/{i}")
    assert fs.read_bytes("/40") == b"end"
    refused(errno.ELOOP, fs.read_bytes, "/41")
    fs.symlink("loop", "/loop")
    refused(errno.ELOOP, fs.stat, "/loop")


def test_dots_above_the_root_are_the_root_and_links_may_be_absolute() -> None:
    fs = from_files({"/d/f": b"x"})
    fs.symlink("/d", "/d/again")
    assert fs.read_bytes("/../../d/again/again/f") == b"x"
    assert fs.realpath("/d/again/../d/again/f") == "/d/f"
    assert fs.realpath("/d/again/new", strict=False) == "/d/new"
    assert fs.realpath("/..") == "/"
    refused(errno.ENOENT, fs.realpath, "/d/new")
    refused(errno.ENOENT, fs.realpath, "/no/new", strict=False)


def test_renaming_deeper_counts_what_lies_beneath() -> None:
    fs = MemoryFileSystem(quota=Quota(fs_depth=4))
    for path in ("/a", "/a/b", "/a/b/c", "/x", "/x/y"):
        fs.mkdir(path)
    with pytest.raises(QuotaExceeded) as caught:
        fs.rename("/a", "/x/y/a")
    assert caught.value.limit == "fs_depth"
    fs.rename("/a", "/x/a")
    assert fs.is_dir("/x/a/b/c")


def test_a_refused_write_leaves_all_as_it_was() -> None:
    fs = from_files({"/f": b"12345"}, MemoryFileSystem(quota=Quota(fs_bytes=10, file_bytes=8)))
    with pytest.raises(QuotaExceeded):
        append(fs, "/f", b"6789")
    with pytest.raises(QuotaExceeded):
        fs.symlink("x" * 9, "/l")
    with pytest.raises(QuotaExceeded):
        fs.truncate("/f", 9)
    assert fs.read_bytes("/f") == b"12345"
    assert fs.listdir("/") == ["f"]
    assert (fs.inodes.quota.bytes_used, fs.inodes.quota.names_used) == (5, 1)


def test_what_a_path_led_to_is_forgotten_when_it_leads_elsewhere() -> None:
    fs = from_files({"/a/f": b"old", "/b/f": b"new"})
    fs.symlink("a", "/l")
    assert fs.read_bytes("/l/f") == b"old"
    fs.unlink("/l")
    fs.symlink("b", "/l")
    assert fs.read_bytes("/l/f") == b"new"
    fs.rename("/a", "/c")
    assert not fs.exists("/a/f")
    fs.rename("/b", "/a")
    assert fs.read_bytes("/a/f") == b"new"


def test_more_paths_than_are_remembered_are_found_all_the_same() -> None:
    fs = MemoryFileSystem()
    for i in range(5000):
        fs.write_bytes(f"/{i}", b"")
    assert all(fs.exists(f"/{i}") for i in range(5000))
    deep = "/" + "/".join("d" * 100 for _ in range(4))
    make_parents(fs, deep + "/f")
    fs.write_bytes(deep + "/f", b"deep")
    assert fs.read_bytes(deep + "/f") == b"deep"


# Lazy files


def test_a_lazy_file_is_fetched_once_for_all_forks_and_only_when_read() -> None:
    calls: list[int] = []

    def load() -> bytes:
        calls.append(1)
        return b"content"

    fs = from_files({"/f": LazyContent(load, 7), "/plain": lambda: "text"})
    child = fs.fork()
    assert (fs.stat("/f").size, calls) == (7, [])
    assert child.read_bytes("/f") == fs.read_bytes("/f") == b"content"
    assert calls == [1]
    assert fs.read_bytes("/plain") == b"text"
    assert fs.stat("/plain").size == 4


def test_a_lazy_file_that_is_written_to_becomes_an_ordinary_one() -> None:
    fs = from_files(
        {
            "/f": LazyContent(lambda: b"lazy", 4),
            "/g": LazyContent(lambda: b"lazy", 4),
            "/h": LazyContent(lambda: b"lazy", 4),
        }
    )
    append(fs, "/f", b" no more")
    assert fs.read_bytes("/f") == b"lazy no more"
    assert fs.inodes.quota.bytes_used == 12
    fs.write_bytes("/g", b"replaced")
    assert fs.read_bytes("/g") == b"replaced"
    handle = fs.open("/h", os.O_RDWR)
    assert handle.write(b"") == 0
    assert handle.write(b"c") == 1
    assert fs.read_bytes("/h") == b"cazy"
    fs.truncate("/h", 2)
    assert fs.read_bytes("/h") == b"ca"


def test_an_asynchronous_lazy_file_is_awaited_by_what_the_shell_attached() -> None:
    async def load() -> bytes:
        return b"awaited"

    fs = from_files({"/f": load})
    refused(errno.EIO, fs.read_bytes, "/f")
    fs.attach(wait=asyncio.run)  # type: ignore[arg-type]
    assert fs.fork().read_bytes("/f") == b"awaited"


def test_a_file_of_less_than_nothing_is_a_callers_mistake() -> None:
    with pytest.raises(ValueError):
        LazyContent(lambda: b"", -1)


# Embedders


def test_files_are_put_in_place_with_their_parents_for_the_user() -> None:
    fs = from_files({"/data/in/a.csv": "é", "/b": b"\xff"})
    assert fs.read_bytes("/data/in/a.csv") == "é".encode()
    assert fs.stat("/data").uid == fs.stat("/data/in/a.csv").uid == 1000
    add_file(fs, "/b", b"again")
    assert fs.read_bytes("/b") == b"again"
    write_file(fs, "/new/place/f", b"x")
    assert fs.is_file("/new/place/f")
    add_folder(fs, "/made/for/me")
    add_folder(fs, "/made/for/me")
    assert fs.stat("/made/for").uid == 1000
    for path in ("relative", ""):
        with pytest.raises(ValueError):
            add_file(fs, path, b"")
    refused(errno.ENOTDIR, add_file, fs, "/b/c", b"")


def test_the_port_says_of_what_is_missing_that_it_is_not_implemented() -> None:
    fs, handle = FileSystem(), Handle()
    fs.attach()
    given: dict[str, tuple[Any, ...]] = {
        "open": ("/", 0), "stat": ("/",), "listdir": ("/",), "scandir": ("/",), "access": ("/", 0), "mkdir": ("/",),
        "rmdir": ("/",), "unlink": ("/",), "rename": ("/", "/"), "link": ("/", "/"), "symlink": ("x", "/"),
        "readlink": ("/",), "mkfifo": ("/",), "realpath": ("/",), "chmod": ("/", 0), "chown": ("/", 0, 0),
        "utime": ("/", 0, 0), "truncate": ("/", 0),
    }  # fmt: skip
    for name, arguments in given.items():
        refused(errno.ENOSYS, getattr(fs, name), *arguments)
    for act in (handle.read, handle.readline, handle.stat, handle.close):
        refused(errno.ENOSYS, act)
    for act in (handle.write, handle.seek, handle.truncate):
        refused(errno.ENOSYS, act, 0)
    assert not fs.exists("/")
    assert not fs.is_dir("/")
    assert not fs.is_file("/")


def test_a_pipe_is_opened_by_the_shell_alone() -> None:
    fs = MemoryFileSystem()
    fs.mkfifo("/p", 0o600)
    refused(errno.ENXIO, fs.open, "/p", os.O_RDONLY)
    handle = Handle()
    asked: list[tuple[int, int]] = []

    def open_special(info: Any, flags: int) -> Handle:
        asked.append((info.ino, flags))
        return handle

    fs.attach(open_special=open_special)
    assert fs.open("/p", os.O_WRONLY) is handle
    assert asked == [(fs.stat("/p").ino, os.O_WRONLY)]
    assert stat.S_ISFIFO(fs.stat("/p").mode)
