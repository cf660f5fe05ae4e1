"""Programs of WASI preview 1 over the host of our own: streams, time, chance, files and folders."""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from wasi_guest import ALL_RIGHTS, CREATE, DIRECTORY, EXCLUSIVE, READ_RIGHTS, TRUNCATE, Ended, Guest

BADF, EXIST, INVAL, ISDIR, LOOP, NOENT, NOTCAPABLE, NOTDIR, NOTSOCK = 8, 20, 28, 31, 32, 44, 76, 54, 57
NOTEMPTY, SPIPE, PERM, NOTSUP = 55, 70, 63, 58
WRITE_RIGHTS = 1 << 6
READ_WRITE = READ_RIGHTS | WRITE_RIGHTS | 1 << 2 | 1 << 5
OUT, BUFFER = 32_768, 45_056
APPEND = 1


@pytest.fixture
def guest(tmp_path: Path) -> Iterator[Guest]:
    """A program that may read and write the whole of an empty workspace."""
    with Guest(tmp_path) as guest:
        yield guest


def test_arguments_and_environment_arrive_as_the_call_has_them(tmp_path: Path) -> None:
    with Guest(tmp_path, args=("tool", '{"a": "é"}'), env=(("LANG", "C"), ("X", ""))) as guest:
        for name, texts in (("args", [b"tool", '{"a": "é"}'.encode()]), ("environ", [b"LANG=C", b"X="])):
            assert guest.call(f"{name}_sizes_get", OUT, OUT + 4) == 0
            count, size = guest.u32(), guest.u32(OUT + 4)
            assert guest.call(f"{name}_get", OUT, BUFFER) == 0
            starts = [guest.u32(OUT + 4 * index) for index in range(count)]
            assert guest.read(BUFFER, size) == b"".join(text + b"\0" for text in texts)
            assert [guest.read(at, len(text)) for at, text in zip(starts, texts, strict=True)] == texts


def test_a_program_reads_its_input_to_the_end(tmp_path: Path) -> None:
    with Guest(tmp_path, stdin=b"abcdef") as guest:
        assert [guest.fd_read(0, 4) for _ in range(3)] == [(0, b"abcd"), (0, b"ef"), (0, b"")]


def test_what_a_program_prints_is_kept_apart_by_stream(guest: Guest) -> None:
    assert guest.fd_write(1, b"out") == guest.fd_write(2, b"err") == guest.fd_write(1, b"put") == 0
    assert (bytes(guest.wasi.stdout), bytes(guest.wasi.stderr)) == (b"output", b"err")


def test_an_exit_ends_the_program_and_keeps_its_fuel(guest: Guest) -> None:
    before = guest.store.get_fuel()
    with pytest.raises(Ended):
        guest.call("proc_exit", 7)
    assert guest.wasi.exit_code == 7
    assert guest.wasi.fuel_left is not None
    assert 0 < before - guest.wasi.fuel_left < 20
    assert guest.store.get_fuel() == 0


def test_nothing_runs_after_the_end(guest: Guest) -> None:
    with pytest.raises(Ended):
        guest.call("proc_exit", 0)
    guest.store.set_fuel(1000)
    with pytest.raises(Ended):
        guest.fd_write(1, b"late")
    assert guest.wasi.stdout == b""


def test_time_stands_still_but_for_looks_and_sleeps(guest: Guest) -> None:
    def now() -> int:
        assert guest.call("clock_time_get", 0, 0, OUT) == 0
        return guest.u64()

    assert [now(), now(), now()] == [0, 1000, 2000]
    started_s = time.monotonic()
    assert _sleep(guest, 3_600 * 10**9) == [(7, 0)]
    assert time.monotonic() - started_s < 5
    assert now() == 3_600 * 10**9 + 3000


def test_granted_time_is_the_worlds(tmp_path: Path) -> None:
    with Guest(tmp_path, clock=True) as guest:
        assert guest.call("clock_time_get", 0, 0, OUT) == 0
        assert abs(guest.u64() - time.time_ns()) < 5 * 10**9
        started_s = time.monotonic()
        assert _sleep(guest, 20_000_000) == [(7, 0)]
        assert time.monotonic() - started_s >= 0.02


def test_chance_is_one_stream_unless_it_is_granted(tmp_path: Path) -> None:
    def drawn(granted: bool) -> bytes:
        with Guest(tmp_path, random=granted) as guest:
            assert guest.call("random_get", BUFFER, 10) == guest.call("random_get", BUFFER + 10, 22) == 0
            return guest.read(BUFFER, 32)

    assert drawn(False) == drawn(False)
    assert drawn(True) != drawn(True)
    assert len(set(drawn(False))) > 16


def test_processor_time_and_unknown_clocks_are_refused(guest: Guest) -> None:
    assert [guest.call("clock_time_get", clock, 0, OUT) for clock in (1, 2, 3, 4)] == [0, BADF, BADF, INVAL]


def test_files_and_streams_are_always_ready(guest: Guest) -> None:
    timer = struct.pack("<QB7xI4xQQH6x", 1, 0, 1, 10**9, 0, 0)
    streams = b"".join(
        struct.pack("<QB7xI28x", user, tag, fd) for user, tag, fd in ((2, 1, 0), (3, 2, 1), (4, 1, 99))
    )
    guest.write(1024, timer + streams)
    assert guest.call("poll_oneoff", 1024, BUFFER, 4, OUT) == 0
    events = [struct.unpack("<QHB21x", guest.read(BUFFER + 32 * index, 32)) for index in range(guest.u32())]
    assert events == [(2, 0, 1), (3, 0, 2), (4, BADF, 1)]


def test_there_are_no_sockets_and_no_signals(guest: Guest) -> None:
    assert [guest.call("sock_shutdown", fd, 0) for fd in (1, 99)] == [NOTSOCK, BADF]
    assert guest.call("proc_raise", 9) == NOTSUP


def test_a_file_is_written_and_read_back(guest: Guest, tmp_path: Path) -> None:
    errno, fd = guest.open("new.txt", CREATE | EXCLUSIVE, READ_WRITE)
    assert errno == 0
    assert guest.fd_write(fd, b"hello world") == 0
    assert guest.call("fd_seek", fd, -5, 1, OUT) == 0
    assert guest.u64() == 6
    assert guest.fd_read(fd) == (0, b"world")
    assert guest.call("fd_tell", fd, OUT) == 0
    assert guest.u64() == 11
    assert (tmp_path / "new.txt").read_bytes() == b"hello world"
    assert guest.call("fd_close", fd) == 0
    assert guest.call("fd_close", fd) == BADF
    assert guest.checks == [("fs_write", "new.txt", True), ("fs_read", "new.txt", True)]


def test_opening_says_what_stands_in_its_way(guest: Guest, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "loop").symlink_to("loop")
    assert [
        guest.open("none")[0],
        guest.open("file/below")[0],
        guest.open("file", CREATE | EXCLUSIVE, WRITE_RIGHTS)[0],
        guest.open("file", DIRECTORY)[0],
        guest.open("folder", 0, WRITE_RIGHTS)[0],
        guest.open("loop")[0],
        guest.open("file/")[0],
        guest.open("", 0)[0],
    ] == [NOENT, NOTDIR, EXIST, NOTDIR, ISDIR, LOOP, NOTDIR, NOENT]


def test_a_dangling_link_is_created_through(guest: Guest, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "link").symlink_to("sub/made")
    assert guest.open("link", CREATE, WRITE_RIGHTS, follow=0)[0] == LOOP
    assert guest.open("link", CREATE, WRITE_RIGHTS)[0] == 0
    assert (tmp_path / "sub" / "made").read_bytes() == b""


def test_truncating_empties_a_file(guest: Guest, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"content")
    assert guest.open("file", TRUNCATE, WRITE_RIGHTS)[0] == 0
    assert (tmp_path / "file").read_bytes() == b""


def test_appending_writes_at_the_end_until_it_is_switched_off(guest: Guest, tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"one ")
    _, fd = guest.open("log", 0, READ_WRITE, flags=APPEND)
    assert guest.fd_write(fd, b"two ") == 0
    assert guest.call("fd_fdstat_set_flags", fd, 0) == 0
    assert guest.call("fd_seek", fd, 0, 0, OUT) == 0
    assert guest.fd_write(fd, b"ONE") == 0
    assert (tmp_path / "log").read_bytes() == b"ONE two "


def test_positioned_reads_and_writes_leave_the_position(guest: Guest, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"0123456789")
    _, fd = guest.open("file", 0, READ_WRITE)
    guest.write(BUFFER, b"AB")
    guest.write(40_000, struct.pack("<IIII", BUFFER, 1, BUFFER + 1, 1))
    assert guest.call("fd_pwrite", fd, 40_000, 2, 4, OUT) == 0
    assert guest.call("fd_pread", fd, 40_000, 2, 8, OUT) == 0
    assert (guest.read(BUFFER, 2), guest.u32()) == (b"89", 2)
    assert guest.fd_read(fd) == (0, b"0123AB6789")


def test_sizes_and_times_are_set_and_told(guest: Guest, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"0123456789")
    _, fd = guest.open("file", 0, READ_WRITE | 1 << 22 | 1 << 23)
    assert guest.call("fd_filestat_set_size", fd, 4) == 0
    assert guest.call("fd_allocate", fd, 0, 8) == 0
    assert guest.call("fd_filestat_set_times", fd, 5, 6_000_000_007, 1 | 4) == 0
    assert guest.call("fd_filestat_set_times", fd, 5, 5, 1 | 2) == INVAL
    assert guest.call("fd_filestat_get", fd, OUT) == 0
    _, _, kind, links, size, accessed, modified, _ = struct.unpack("<QQB7xQQQQQ", guest.read(OUT, 64))
    assert (kind, links, size, accessed, modified) == (4, 1, 8, 5, 6_000_000_007)
    assert (
        guest.call("fd_sync", fd)
        == guest.call("fd_datasync", fd)
        == guest.call("fd_advise", fd, 0, 8, 3)
        == 0
    )
    assert (tmp_path / "file").read_bytes() == b"0123\0\0\0\0"


def test_names_come_in_order_whatever_the_size_of_the_buffer(guest: Guest, tmp_path: Path) -> None:
    for name in ("b", "a", "ß", "c" * 200):
        (tmp_path / name).touch()
    (tmp_path / os.fsdecode(b"\xff")).touch()
    expected = [b".", b"..", b"a", b"b", b"c" * 200, "ß".encode()]
    assert [guest.names(size=size) for size in (4096, 256, 230)] == [expected] * 3


def test_numbers_of_files_agree_and_are_the_same_in_every_call(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).touch()

    def seen() -> list[int]:
        with Guest(tmp_path) as guest:
            assert guest.call("fd_readdir", 3, BUFFER, 4096, 0, OUT) == 0
            listed = struct.unpack_from("<Q", guest.read(BUFFER + 2 * 24 + 3 + 8, 8))[0]
            assert guest.path("path_filestat_get", "a", OUT, before=(0,)) == 0
            assert guest.u64(OUT + 8) == listed
            return [listed, guest.u64(OUT)]

    assert seen() == seen()


def test_folders_are_made_renamed_and_removed(guest: Guest, tmp_path: Path) -> None:
    assert guest.path("path_create_directory", "a") == guest.path("path_create_directory", "a/b/") == 0
    assert guest.path("path_create_directory", "a") == EXIST
    assert guest.path("path_remove_directory", "a") == NOTEMPTY
    assert guest.two("path_rename", "a/b", "c") == 0
    assert guest.path("path_unlink_file", "c") == ISDIR
    assert guest.path("path_remove_directory", "c/") == guest.path("path_remove_directory", "a") == 0
    assert list(tmp_path.iterdir()) == []


def test_links_of_both_kinds_are_made_and_read(guest: Guest, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"content")
    assert guest.two("path_link", "file", "hard", 0) == guest.symlink("file", "soft") == 0
    assert [guest.contents(name) for name in ("hard", "soft")] == [(0, b"content")] * 2
    assert guest.open("soft", follow=0)[0] == LOOP
    assert guest.path("path_readlink", "soft", BUFFER, 100, OUT) == 0
    assert guest.read(BUFFER, guest.u32()) == b"file"
    assert (tmp_path / "hard").samefile(tmp_path / "file")


def test_rights_shrink_and_never_grow(guest: Guest, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"content")
    _, fd = guest.open("file", 0, READ_WRITE)
    assert guest.call("fd_fdstat_set_rights", fd, 1 << 6, 0) == 0
    assert guest.fd_read(fd)[0] == BADF
    assert guest.call("fd_fdstat_set_rights", fd, 1 << 6 | 1 << 1, 0) == NOTCAPABLE
    assert guest.call("fd_fdstat_get", 3, OUT) == 0
    kind, flags, base, inheriting = struct.unpack("<BxH4xQQ", guest.read(OUT, 24))
    assert (kind, flags) == (3, 0)
    assert guest.call("fd_fdstat_set_rights", 3, base, inheriting & ~(1 << 6)) == 0
    _, fd = guest.open("file", 0, READ_WRITE)
    assert guest.fd_write(fd, b"x") == BADF


def test_descriptors_are_renumbered_as_posix_does(guest: Guest, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"content")
    _, fd = guest.open("file")
    assert guest.call("fd_renumber", fd, 1) == 0
    assert guest.fd_read(1) == (0, b"content")
    assert guest.call("fd_close", fd) == guest.call("fd_renumber", 1, fd) == BADF
    assert guest.call("fd_seek", 0, 0, 0, OUT) == SPIPE


def test_each_grant_is_a_folder_of_its_own_name(tmp_path: Path) -> None:
    for name in ("src", "out", "data"):
        (tmp_path / name).mkdir()
    (tmp_path / "data" / "one.csv").write_bytes(b"1")
    (tmp_path / "data" / "two.csv").write_bytes(b"2")
    with Guest(tmp_path, read=("src", "out", "data/one.csv"), write=("out/", "new/deep")) as guest:
        names = []
        for fd in range(3, 9):
            if guest.call("fd_prestat_get", fd, OUT) == 0:
                assert guest.call("fd_prestat_dir_name", fd, BUFFER, guest.u32(OUT + 4)) == 0
                names.append(guest.read(BUFFER, guest.u32(OUT + 4)))
        # A file, and what is not there yet, are reached through the nearest folder around them.
        assert names == [b"data", b".", b"out", b"src"]
        assert [guest.open(name, fd=3)[0] for name in ("one.csv", "two.csv")] == [0, 2]
        assert guest.path("path_create_directory", "new", fd=4) == 2
        assert guest.call("fd_readdir", 4, BUFFER, 100, 0, OUT) == 2


def test_granted_folders_have_their_numbers_whatever_was_closed_before(guest: Guest) -> None:
    assert guest.call("fd_close", 0) == guest.call("fd_close", 1) == 0
    assert guest.call("fd_prestat_get", 3, OUT) == 0
    assert guest.open(".") == (0, 0)


def test_without_grants_there_is_no_folder_at_all(tmp_path: Path) -> None:
    with Guest(tmp_path, read=(), write=()) as guest:
        assert guest.call("fd_prestat_get", 3, OUT) == guest.open("x")[0] == BADF


def test_every_right_of_a_folder_can_be_handed_on(guest: Guest) -> None:
    assert guest.path("path_create_directory", "sub") == 0
    errno, fd = guest.open("sub", DIRECTORY, ALL_RIGHTS & ~WRITE_RIGHTS)
    assert errno == 0
    assert guest.open("file", CREATE, READ_WRITE, fd=fd)[0] == 0
    assert guest.open("../sub", fd=fd)[0] == PERM
    assert guest.names(fd) == [b".", b"..", b"file"]


def test_nothing_stays_open_after_a_call(tmp_path: Path) -> None:
    before = _held()
    for _ in range(3):
        with Guest(tmp_path) as guest:
            for number in range(20):
                guest.open(f"file{number}", CREATE, READ_WRITE)
            guest.open("none")
            guest.path("path_filestat_get", "file1", OUT, before=(0,))
    assert _held() == before


def _held() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def _sleep(guest: Guest, nanoseconds: int) -> list[tuple[int, int]]:
    guest.write(1024, struct.pack("<QB7xI4xQQH6x", 7, 0, 1, nanoseconds, 0, 0))
    assert guest.call("poll_oneoff", 1024, BUFFER, 1, OUT) == 0
    return [struct.unpack("<QH22x", guest.read(BUFFER + 32 * index, 32)) for index in range(guest.u32())]
