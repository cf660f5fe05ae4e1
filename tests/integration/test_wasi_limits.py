"""Programs of WASI preview 1 that ask for too much, or for nonsense: an errno or a coded end, and the host lives."""

from __future__ import annotations

import os
import random
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import wasmtime
from wasi_guest import ALL_RIGHTS, CREATE, PAGES, READ_RIGHTS, Ended, Guest, kinds_of

from runtime.backends._wasm.wasi_preview1 import MODULE, SIGNATURES

SUCCESS, BADF, FAULT, ILSEQ, INVAL, MFILE, NAMETOOLONG, NOENT, SPIPE = 0, 8, 21, 25, 28, 33, 37, 44, 70
WRITE_RIGHTS = 1 << 6 | 1 << 8 | 1 << 22
OUT, BUFFER, IOVEC = 32_768, 45_056, 40_000
MEMORY_BYTES = PAGES * 65_536
HOSTILE = (0, 1, 3, 4, MEMORY_BYTES - 1, MEMORY_BYTES, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF)


@pytest.fixture
def guest(tmp_path: Path) -> Iterator[Guest]:
    """A program that may read and write the whole of an empty workspace."""
    with Guest(tmp_path) as guest:
        yield guest


@pytest.mark.parametrize("stream", [1, 2])
def test_printing_ends_with_the_budget_of_its_stream(tmp_path: Path, stream: int) -> None:
    with Guest(tmp_path, stdout_bytes=10, stderr_bytes=10) as guest:
        assert guest.fd_write(stream, b"0123456789") == SUCCESS
        assert guest.stops == []
        with pytest.raises(Ended):
            guest.fd_write(stream, b"!")
        assert [code for code, _ in guest.stops] == ["limit.output"]
        assert len(guest.wasi.stdout) + len(guest.wasi.stderr) == 10
        assert guest.store.get_fuel() == 0


def test_a_flood_of_overlapping_vectors_is_counted_before_it_is_copied(guest: Guest) -> None:
    guest.write(IOVEC, struct.pack("<II", 0, MEMORY_BYTES) * 600)
    with pytest.raises(Ended):
        guest.call("fd_write", 1, IOVEC, 600, OUT)
    assert guest.wasi.stdout == b""


def test_opening_without_end_is_ended(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Guest(tmp_path, files=20) as guest:
        for _ in range(20):
            guest.call("fd_close", guest.open("file")[1])
        with pytest.raises(Ended):
            guest.open("file")
        assert [code for code, _ in guest.stops] == ["limit.files"]


def test_open_descriptors_are_bounded_and_come_back_when_closed(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Guest(tmp_path, descriptors=10) as guest:
        opened = [guest.open("file") for _ in range(8)]
        assert [errno for errno, _ in opened] == [SUCCESS] * 6 + [MFILE] * 2
        assert guest.call("fd_close", 5) == SUCCESS
        assert guest.open("file") == (SUCCESS, 5)
        assert guest.stops == []


MAKERS: dict[str, Callable[[Guest, int], int]] = {
    "files": lambda guest, number: guest.open(f"{number}", CREATE, WRITE_RIGHTS)[0],
    "folders": lambda guest, number: guest.path("path_create_directory", f"{number}"),
    "links": lambda guest, number: guest.symlink("x", f"{number}"),
    "second_names": lambda guest, number: guest.two("path_link", "file", f"{number}", 0),
}


@pytest.mark.parametrize("kind", MAKERS)
def test_making_names_without_end_is_ended(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file").touch()
    with Guest(tmp_path, entries=5) as guest:
        assert [MAKERS[kind](guest, number) for number in range(5)] == [SUCCESS] * 5
        with pytest.raises(Ended):
            MAKERS[kind](guest, 5)
        assert [code for code, _ in guest.stops] == ["limit.files"]
        assert len(list(tmp_path.iterdir())) == 6


FILLERS: dict[str, Callable[[Guest, int], int]] = {
    "writes": lambda guest, fd: guest.fd_write(fd, bytes(600)) or guest.fd_write(fd, bytes(600)),
    "a_hole": lambda guest, fd: guest.call("fd_pwrite", fd, IOVEC, 1, 1 << 40, OUT),
    "a_position_far_away": lambda guest, fd: (
        guest.call("fd_seek", fd, 1 << 40, 0, OUT) or guest.fd_write(fd, b"x")
    ),
    "a_size": lambda guest, fd: guest.call("fd_filestat_set_size", fd, 1 << 40),
    "an_allocation": lambda guest, fd: guest.call("fd_allocate", fd, 0, 1 << 40),
}


@pytest.mark.parametrize("way", FILLERS)
def test_filling_the_disk_is_ended(tmp_path: Path, way: str) -> None:
    with Guest(tmp_path, write_bytes=1000) as guest:
        _, fd = guest.open("file", CREATE, WRITE_RIGHTS)
        guest.write(IOVEC, struct.pack("<II", BUFFER, 1))
        with pytest.raises(Ended):
            FILLERS[way](guest, fd)
        assert [code for code, _ in guest.stops] == ["limit.output"]
        assert (tmp_path / "file").stat().st_size <= 1000


def test_a_sleep_ends_with_the_time_of_the_call(tmp_path: Path) -> None:
    with Guest(tmp_path, clock=True, deadline_s=time.monotonic() + 0.1) as guest:
        guest.write(1024, struct.pack("<QB7xI4xQQH6x", 7, 0, 1, 10**12, 0, 0))
        with pytest.raises(Ended):
            guest.call("poll_oneoff", 1024, BUFFER, 1, OUT)
        assert [code for code, _ in guest.stops] == ["limit.wall"]


def test_a_wait_for_ever_is_over_at_once_without_the_clock(guest: Guest) -> None:
    guest.write(1024, struct.pack("<QB7xI4xQQH6x", 7, 0, 1, (1 << 64) - 1, 0, 0))
    assert [guest.call("poll_oneoff", 1024, BUFFER, 1, OUT) for _ in range(3)] == [SUCCESS] * 3
    assert guest.call("clock_time_get", 1, 0, OUT) == SUCCESS


def test_much_randomness_ends_with_the_time_of_the_call(tmp_path: Path) -> None:
    module = f"""(module (import "{MODULE}" "random_get" (func $random (param i32 i32) (result i32)))
      (memory (export "memory") 256)
      (func (export "_start") (drop (call $random (i32.const 0) (i32.const {256 << 16})))))"""
    with Guest(tmp_path, module=module, deadline_s=time.monotonic()) as guest:
        assert guest.run() is None
        assert [code for code, _ in guest.stops] == ["limit.wall"]


@pytest.mark.parametrize("name", [name for name in SIGNATURES if name != "proc_exit"])
def test_no_number_is_more_than_an_errno(tmp_path: Path, name: str) -> None:
    """Every function, with 300 mixtures of hostile numbers; a broken budget ends the call, and the next one works."""
    (tmp_path / "file").write_bytes(b"content")
    drawn = random.Random(name)
    guest = _with_a_file(tmp_path)
    try:
        for _ in range(300):
            numbers = drawn.choices(HOSTILE, k=len(kinds_of(name)))
            try:
                assert 0 <= guest.call(name, *numbers) <= 76
            except Ended:
                assert {code for code, _ in guest.stops} <= {"limit.output", "limit.files"}
                assert guest.stops
                guest.__exit__()
                guest = _with_a_file(tmp_path)
    finally:
        guest.__exit__()


def _with_a_file(workspace: Path) -> Guest:
    guest = Guest(workspace, write_bytes=1 << 16)
    guest.write(0, struct.pack("<II", 0, 8) * 4)
    assert guest.open("file", CREATE, ALL_RIGHTS) == (SUCCESS, 4)
    return guest


def test_the_last_bytes_of_memory_can_be_used_and_none_behind_them(guest: Guest) -> None:
    assert guest.call("random_get", MEMORY_BYTES - 8, 8) == SUCCESS
    assert guest.call("random_get", MEMORY_BYTES - 8, 9) == FAULT
    assert guest.call("random_get", MEMORY_BYTES, 0) == SUCCESS
    assert guest.call("random_get", 0xFFFF_FFFF, 0xFFFF_FFFF) == FAULT
    assert guest.call("clock_time_get", 0, 0, MEMORY_BYTES - 7) == FAULT


def test_vectors_are_bounded_in_number_and_each_in_place(guest: Guest) -> None:
    guest.write(IOVEC, struct.pack("<II", MEMORY_BYTES - 1, 2))
    assert [
        guest.call("fd_write", 1, IOVEC, count, OUT) for count in (0, 1, 1025, 0x2000_0001, 0xFFFF_FFFF)
    ] == [
        SUCCESS,
        FAULT,
        INVAL,
        INVAL,
        INVAL,
    ]


def test_a_result_that_has_no_place_costs_no_effect(guest: Guest, tmp_path: Path) -> None:
    """A bad pointer for the answer is seen before anything is opened or written."""
    assert guest.path("path_open", "made", CREATE, WRITE_RIGHTS, 0, 0, MEMORY_BYTES, before=(0,)) == FAULT
    assert list(tmp_path.iterdir()) == []
    _, fd = guest.open("file", CREATE, WRITE_RIGHTS)
    guest.write(IOVEC, struct.pack("<II", 0, 4))
    assert guest.call("fd_write", fd, IOVEC, 1, MEMORY_BYTES - 3) == FAULT
    assert (tmp_path / "file").read_bytes() == b""


@pytest.mark.parametrize(
    ("path", "errno"),
    [
        (b"", NOENT),
        (b"a\0b", INVAL),
        (b"\0", INVAL),
        (b"\xff", ILSEQ),
        (b"\xed\xa0\x80", ILSEQ),
        (b"a" * 5000, NAMETOOLONG),
    ],
    ids=["empty", "nul", "only_nul", "not_utf_8", "surrogate", "long"],
)
def test_what_is_no_path_is_refused_by_every_function(guest: Guest, path: bytes, errno: int) -> None:
    assert guest.open(path, CREATE, WRITE_RIGHTS)[0] == errno
    for name in ("path_create_directory", "path_remove_directory", "path_unlink_file"):
        assert guest.path(name, path) == errno
    assert guest.path("path_filestat_get", path, OUT, before=(0,)) == errno
    assert guest.path("path_readlink", path, BUFFER, 10, OUT) == errno


def test_a_path_of_a_megabyte_is_not_even_copied(tmp_path: Path) -> None:
    module = f"""(module (import "{MODULE}" "path_create_directory" (func $make (param i32 i32 i32) (result i32)))
      (import "{MODULE}" "proc_exit" (func $exit (param i32)))
      (memory (export "memory") 32)
      (func (export "_start")
        (memory.fill (i32.const 0) (i32.const 97) (i32.const 1048576))
        (call $exit (call $make (i32.const 3) (i32.const 0) (i32.const 1048576)))))"""
    with Guest(tmp_path, module=module) as guest:
        assert guest.run() == NAMETOOLONG


@pytest.mark.parametrize(
    "export", ["", '(global (export "memory") i32 (i32.const 0))', '(func (export "memory"))']
)
def test_a_program_without_memory_has_no_bytes_to_give(tmp_path: Path, export: str) -> None:
    module = f"""(module (import "{MODULE}" "random_get" (func $random (param i32 i32) (result i32)))
      (import "{MODULE}" "proc_exit" (func $exit (param i32)))
      {export}
      (func (export "_start") (call $exit (call $random (i32.const 0) (i32.const 1)))))"""
    with Guest(tmp_path, module=module) as guest:
        assert guest.run() == FAULT


def test_memory_that_has_grown_is_seen_whole(tmp_path: Path) -> None:
    module = f"""(module (import "{MODULE}" "random_get" (func $random (param i32 i32) (result i32)))
      (import "{MODULE}" "proc_exit" (func $exit (param i32)))
      (memory (export "memory") 1 100)
      (func (export "_start")
        (if (i32.ne (call $random (i32.const 65536) (i32.const 1)) (i32.const {FAULT})) (then (call $exit (i32.const 1))))
        (drop (memory.grow (i32.const 90)))
        (if (call $random (i32.const 65536) (i32.const 65536)) (then (call $exit (i32.const 2))))
        (call $exit (i32.const 99))))"""
    with Guest(tmp_path, module=module) as guest:
        assert guest.run() == 99


def test_host_calls_of_a_start_function_find_the_memory(tmp_path: Path) -> None:
    module = f"""(module (import "{MODULE}" "random_get" (func $random (param i32 i32) (result i32)))
      (import "{MODULE}" "proc_exit" (func $exit (param i32)))
      (memory (export "memory") 1) (global $errno (mut i32) (i32.const -1))
      (func $early (global.set $errno (call $random (i32.const 0) (i32.const 8)))) (start $early)
      (func (export "_start") (call $exit (global.get $errno))))"""
    with Guest(tmp_path, module=module) as guest:
        assert guest.run() == SUCCESS


def test_a_fault_of_the_host_ends_the_program_and_nothing_else(
    tmp_path: Path, guest: Guest, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    guest.wasi.scope._checked = broken  # the callbacks are the caller's, and may break
    with pytest.raises(Ended):
        guest.open("file", CREATE, WRITE_RIGHTS)
    assert [code for code, _ in guest.stops] == ["backend.fault"]
    with Guest(tmp_path) as second:
        second.wasi._stop = broken
        second.wasi.scope._checked = broken
        with pytest.raises(Ended):
            second.open("file", CREATE, WRITE_RIGHTS)
    with Guest(tmp_path) as third:
        assert third.open("file", CREATE, WRITE_RIGHTS)[0] == SUCCESS
    assert capfd.readouterr().err == ""


def test_a_loop_of_host_calls_burns_the_same_fuel_every_time(tmp_path: Path) -> None:
    module = f"""(module (import "{MODULE}" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
      (import "{MODULE}" "proc_exit" (func $exit (param i32)))
      (memory (export "memory") 1)
      (func (export "_start") (loop $again
        (drop (call $clock (i32.const 1) (i64.const 0) (i32.const 0)))
        (br_if $again (i64.lt_u (i64.load (i32.const 0)) (i64.const 100000))))
        (call $exit (i32.const 0))))"""

    def burnt() -> int | None:
        with Guest(tmp_path, module=module) as guest:
            assert guest.run() == 0
            return guest.wasi.fuel_left

    assert len({burnt() for _ in range(20)}) == 1


def test_a_fifo_is_refused_without_waiting(guest: Guest, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    done = threading.Event()
    waiting = threading.Thread(
        target=lambda: (os.open(tmp_path / "fifo", os.O_RDONLY), done.set()), daemon=True
    )
    waiting.start()
    assert [guest.open("fifo", 0, rights)[0] for rights in (READ_RIGHTS, WRITE_RIGHTS, 0)] == [2, 2, 2]
    assert not done.is_set()
    os.close(os.open(tmp_path / "fifo", os.O_WRONLY))
    waiting.join()


def test_a_function_is_defined_once_for_a_linker() -> None:
    from runtime.backends._wasm.wasi import define

    linker = wasmtime.Linker(wasmtime.Engine())
    define(linker, lambda: pytest.fail("nothing runs"))
    with pytest.raises(wasmtime.WasmtimeError):
        define(linker, lambda: pytest.fail("nothing runs"))


def test_asking_for_ever_new_places_is_ended(tmp_path: Path) -> None:
    """Each check becomes a record: without a bound a loop of refusals would fill the audit log."""
    letters = "".join(
        f"(i32.store8 (i32.const {place}) (i32.add (i32.const 97) (i32.and (i32.shr_u (local.get $i) (i32.const {bits}))"
        " (i32.const 15))))"
        for place, bits in enumerate((0, 4, 8, 12), 1)
    )
    module = f"""(module (import "{MODULE}" "path_unlink_file" (func $unlink (param i32 i32 i32) (result i32)))
      (memory (export "memory") 1) (data (i32.const 0) "/")
      (func (export "_start") (local $i i32) (loop $again {letters}
        (drop (call $unlink (i32.const 3) (i32.const 0) (i32.const 5)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $again))))"""
    with Guest(tmp_path, module=module) as guest:
        assert guest.run() is None
        assert [code for code, _ in guest.stops] == ["limit.files"]
        assert len(guest.checks) == 10_000


def test_what_a_program_made_up_is_recorded_in_short(guest: Guest) -> None:
    guest.path("path_unlink_file", "/" + "x" * 4000)
    assert [len(target) for _, target, _ in guest.checks] == [1000]


def test_failing_to_open_uses_up_no_files(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Guest(tmp_path, files=1) as guest:
        assert [guest.open("none")[0] for _ in range(10)] == [NOENT] * 10
        assert guest.open("file")[0] == SUCCESS
