"""A host folder as a file system: what the random operations do not come to."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.bash.vfs.hosted import HostedFileSystem
from runtime.bash.vfs.quota import Quota, QuotaExceeded


def refused(number: int, act: Callable[..., Any], *given: Any, **named: Any) -> OSError:
    with pytest.raises(OSError) as caught:
        act(*given, **named)
    assert caught.value.errno == number, os.strerror(caught.value.errno)
    return caught.value


@pytest.fixture
def fs(tmp_path: Path) -> Iterator[HostedFileSystem]:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/f").write_bytes(b"one\ntwo\nrest")
    (tmp_path / "l").symlink_to("d/f")
    found = HostedFileSystem(tmp_path, writable=True)
    yield found
    found.close()


def test_a_hosted_file_is_read_in_pieces_lines_and_whole(fs: HostedFileSystem) -> None:
    handle = fs.open("/l", os.O_RDONLY)
    assert handle.read(2) == b"on"
    assert handle.readline() == b"e\n"
    assert handle.readline(limit=2) == b"tw"
    assert handle.read() == b"o\nrest"
    assert handle.read() == handle.read(5) == handle.readline() == b""
    assert handle.seek(-4, os.SEEK_END) == 8
    assert handle.readline() == b"rest"
    assert handle.stat().size == 12
    refused(errno.EBADF, handle.write, b"x")
    refused(errno.EINVAL, handle.truncate, 0)
    refused(errno.EINVAL, handle.seek, 1 << 70)
    refused(errno.EINVAL, handle.seek, 0, 9)
    handle.close()
    handle.close()
    refused(errno.EBADF, handle.read)


def test_a_line_longer_than_one_read_and_delimiters_of_several_bytes(fs: HostedFileSystem) -> None:
    fs.write_bytes("/long", b"x" * 20_000 + b"--" + b"y" * 8191 + b"--end")
    handle = fs.open("/long", os.O_RDONLY)
    assert len(handle.readline(b"--")) == 20_002
    assert len(handle.readline(b"--")) == 8193
    assert handle.readline(b"--") == b"end"


def test_what_is_read_whole_is_bounded_before_it_is_read(fs: HostedFileSystem, tmp_path: Path) -> None:
    fs.write_bytes("/big", b"x" * 20_000)
    small = HostedFileSystem(tmp_path, quota=Quota(file_bytes=10_000))
    handle = small.open("/big", os.O_RDONLY)
    with pytest.raises(QuotaExceeded):
        handle.read()
    with pytest.raises(QuotaExceeded):
        handle.readline()
    handle.seek(15_000)
    assert len(handle.read()) == 5000


def test_an_open_folder_says_what_it_is_and_nothing_else(fs: HostedFileSystem) -> None:
    handle = fs.open("/d", os.O_RDONLY | os.O_DIRECTORY)
    assert stat.S_ISDIR(handle.stat().mode)
    refused(errno.EISDIR, handle.read)
    handle.close()
    refused(errno.ENOTDIR, fs.open, "/d/f", os.O_RDONLY | os.O_DIRECTORY)
    refused(errno.EINVAL, fs.open, "/d", os.O_RDONLY | os.O_DIRECTORY | os.O_CREAT)
    refused(errno.ELOOP, fs.open, "/l", os.O_RDONLY | os.O_NOFOLLOW)
    refused(errno.EISDIR, fs.open, "/d", os.O_WRONLY)


def test_real_paths_are_those_beneath_the_root(fs: HostedFileSystem, tmp_path: Path) -> None:
    assert fs.realpath("/l") == "/d/f"
    assert fs.realpath("/") == fs.realpath("/d/..") == "/"
    assert fs.realpath("/d/new", strict=False) == "/d/new"
    (tmp_path / "dangling").symlink_to("d/made")
    assert fs.realpath("/dangling", strict=False) == "/d/made"
    refused(errno.ENOENT, fs.realpath, "/dangling")
    refused(errno.ENOENT, fs.realpath, "/none/new", strict=False)
    (tmp_path / "out").symlink_to("/nowhere/else")
    refused(errno.EACCES, fs.realpath, "/out", strict=False)
    fs.write_bytes("/dangling", b"through")
    assert (tmp_path / "d/made").read_bytes() == b"through"


def test_names_that_are_dots_end_as_in_linux(fs: HostedFileSystem) -> None:
    refused(errno.EBUSY, fs.rmdir, "/")
    refused(errno.EINVAL, fs.rmdir, "/d/.")
    refused(errno.ENOTEMPTY, fs.rmdir, "/d/..")
    refused(errno.EISDIR, fs.unlink, "/d/.")
    refused(errno.EBUSY, fs.rename, "/d/.", "/x")
    refused(errno.EEXIST, fs.mkdir, "/")
    refused(errno.EEXIST, fs.open, "/d/.", os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    for act in (fs.stat, fs.unlink, fs.mkdir):
        refused(errno.ENOENT, act, "")


def test_slashes_after_names_ask_for_folders(fs: HostedFileSystem) -> None:
    refused(errno.ENOTDIR, fs.unlink, "/d/f/")
    refused(errno.EISDIR, fs.unlink, "/d/")
    refused(errno.ENOTDIR, fs.rename, "/d/f/", "/x")
    refused(errno.EISDIR, fs.open, "/new/", os.O_WRONLY | os.O_CREAT)
    refused(errno.ENOENT, fs.symlink, "x", "/new/")
    refused(errno.ENOTDIR, fs.stat, "/d/f/")


def test_a_links_own_times_and_rights(fs: HostedFileSystem) -> None:
    fs.utime("/l", 5, 6, follow=False)
    assert fs.stat("/l", follow=False).mtime_ns == 6
    assert fs.stat("/l").mtime_ns != 6
    refused(errno.EOPNOTSUPP, fs.chmod, "/l", 0o600, follow=False)
    refused(errno.EINVAL, fs.readlink, "/d")
    assert fs.readlink("/l") == "d/f"


def test_space_and_names_given_back_can_be_taken_again(tmp_path: Path) -> None:
    fs = HostedFileSystem(tmp_path, writable=True, quota=Quota(fs_bytes=10, files=2, fs_depth=2))
    for _ in range(5):
        fs.write_bytes("/f", b"0123456789")
        fs.write_bytes("/f", b"9876543210")
        fs.truncate("/f", 3)
        fs.mkdir("/d")
        fs.rmdir("/d")
        fs.write_bytes("/g", b"")
        fs.rename("/g", "/f")
        fs.unlink("/f")
    assert (fs.quota.bytes_used, fs.quota.names_used) == (0, 0)
    fs.mkdir("/1")
    fs.mkdir("/1/2")
    with pytest.raises(QuotaExceeded):
        fs.mkdir("/1/2/3")
    assert fs.quota.names_used == 2


def test_listing_is_in_order_of_names_and_says_kinds(fs: HostedFileSystem) -> None:
    assert fs.listdir("/") == ["d", "l"]
    assert fs.scandir("/") == [("d", stat.S_IFDIR), ("l", stat.S_IFLNK)]
    refused(errno.ENOTDIR, fs.listdir, "/d/f")
    refused(errno.ENOENT, fs.listdir, "/none")


def test_a_closed_folder_answers_nothing(fs: HostedFileSystem) -> None:
    fs.close()
    refused(errno.EBADF, fs.stat, "/d")
    assert not fs.exists("/d")
    assert not fs.access("/d", os.F_OK)


def test_a_root_that_is_no_folder_is_an_error_at_once(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"")
    refused(errno.ENOTDIR, HostedFileSystem, tmp_path / "f")
    refused(errno.ENOENT, HostedFileSystem, tmp_path / "none")
