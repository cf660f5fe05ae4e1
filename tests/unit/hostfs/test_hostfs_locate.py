"""Both locators on the same paths: they find the same objects and refuse the same ones."""

from __future__ import annotations

import errno
import gc
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.hostfs import locate as locating
from runtime.hostfs.locate import Escape, component_walk, encode, locator, openat2


@pytest.fixture
def root(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/file").touch()
    (tmp_path / "link").symlink_to("a/b/file")
    (tmp_path / "loop").symlink_to("loop")
    for step in range(45):
        (tmp_path / f"hop{step}").symlink_to(f"hop{step + 1}" if step < 44 else "a")
    fd = os.open(tmp_path, os.O_PATH)
    yield fd
    os.close(fd)


def outcome(locate: locating.Locator, root: int, path: bytes, follow: bool) -> object:
    try:
        fd = locate(root, path, follow)
    except OSError as error:
        return type(error), error.errno
    try:
        info = os.fstat(fd)
        return info.st_ino, stat.S_IFMT(info.st_mode)
    finally:
        os.close(fd)


def open_descriptors() -> int:
    gc.collect()  # what earlier tests left behind must not close in between
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("follow", [True, False])
@pytest.mark.parametrize(
    "path",
    [
        b".", b"./", b"a", b"a/", b"a/b/..", b"a/b/../..", b"a/../..", b"..", b"/", b"link", b"link/", b"link/x",
        b"loop", b"hop0", b"hop0/b", b"hop5", b"hop4", b"a/b/file", b"a/b/file/", b"a/b/file/..", b"missing",
        b"missing/..", b"n" * 255, b"n" * 256, b"a//b/./file", b"a/b/file/../file",
    ],
)  # fmt: skip
def test_the_walk_answers_as_the_kernel_does(root: int, path: bytes, follow: bool) -> None:
    kernel = openat2()
    assert kernel is not None, "these tests compare with Linux 5.6 or later"
    assert outcome(component_walk, root, path, follow) == outcome(kernel, root, path, follow)


def test_an_unfollowed_link_is_named_itself(root: int) -> None:
    for locate in (component_walk, locator()):
        fd = locate(root, b"link", False)
        assert stat.S_ISLNK(os.fstat(fd).st_mode)
        os.close(fd)


def test_the_walk_leaks_no_descriptor(root: int) -> None:
    before = open_descriptors()
    for path in (b"a/b/file", b"a/b/../..", b"..", b"loop", b"missing", b"a/b/file/x", b"link"):
        outcome(component_walk, root, path, True)
    assert open_descriptors() == before


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("", errno.ENOENT),
        ("a\0b", errno.EINVAL),
        ("\ud800", errno.EILSEQ),
        ("a/" * 2048, errno.ENAMETOOLONG),
        ("/a", errno.EXDEV),
    ],
)
def test_a_path_that_a_system_call_would_misread_is_refused(path: str, number: int) -> None:
    with pytest.raises(OSError) as caught:
        encode(path)
    assert caught.value.errno == number


def test_the_longest_path_is_one_byte_short_of_the_limit() -> None:
    assert len(encode("a" * 4095)) == 4095


def test_an_escape_is_an_os_error_of_its_own(root: int) -> None:
    with pytest.raises(Escape):
        locator()(root, b"..", True)


def test_a_machine_of_another_kind_gets_the_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    uname = os.uname()
    alpha = os.uname_result((*uname[:4], "alpha"))
    monkeypatch.setattr(os, "uname", lambda: alpha)
    assert openat2.__wrapped__() is None


def test_a_kernel_without_the_call_gets_the_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    # No system call has this number: the kernel itself answers ENOSYS.
    monkeypatch.setattr(locating, "_OPENAT2", 100_000)
    assert openat2.__wrapped__() is None


def test_a_rename_storm_ends_in_the_walk(root: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = openat2()
    assert kernel is not None
    monkeypatch.setattr(locating, "_RACES", 0)
    fd = kernel(root, b"a/b/file", True)
    assert stat.S_ISREG(os.fstat(fd).st_mode)
    os.close(fd)
