"""What a guest asks of its host, value by value: whatever it names, it hears a number or its own bytes, and nothing is raised."""

from __future__ import annotations

import errno
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from web_server import response, serving

from runtime.backends._wasm import hostcalls
from runtime.backends._wasm.errno import (
    BADF,
    FBIG,
    INVAL,
    IO,
    ISDIR,
    LOOP,
    NAMETOOLONG,
    NOENT,
    NOSPC,
    NOTCAPABLE,
    NOTDIR,
    PERM,
    REFUSED,
    TOO_BIG,
    from_host,
)  # fmt: skip
from runtime.backends._wasm.hostcalls import MAX_READ_BYTES, Answer, HostCalls
from runtime.backends.egress import HttpEgress
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import (
    Capability,
    ClockRead,
    EnvRead,
    FsRead,
    FsWrite,
    NetRead,
    RandomRead,
)  # fmt: skip
from runtime.contracts.limits import ResourceBounds

FILES = (FsRead(prefixes=["src"]), FsWrite(prefixes=["src"]))
ANY_TEXT = "".join(chr(c) for c in range(0xDC80, 0xDC90))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "src" / "folder").mkdir(parents=True)
    (tmp_path / "src" / "a").write_bytes(b"0123456789")
    (tmp_path / "secret").write_bytes(b"secret")
    return tmp_path


def descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@contextmanager
def asked(workspace: Path, *grants: Capability, **options: Any) -> Iterator[HostCalls]:
    """The functions of one run, and what they opened closed again."""
    context = CallContext(
        "c", CapabilitySet(grants), ResourceBounds(wall_s=20), workspace=workspace, **options
    )
    context.start()
    host = HostCalls(context, "it")
    before = descriptors()
    try:
        yield host
    finally:
        host.close()
    assert descriptors() <= before + 1  # the workspace's root stays with the context


# -- files ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "offset", "size", "answer"),
    [
        (b"src/a", 0, 4, b"0123"),
        (b"src/a", 8, 2**32 - 1, b"89"),
        (b"src/a", 10, 1, b""),
        (b"src/a", 1 << 40, 1, b""),
        (b"src/a", 0, 0, b""),
        (b"src/a", -1, 1, -INVAL),
        (b"src/a", 2**64 - 1, 1, -INVAL),
        (b"src/a", 0, -1, -INVAL),
        (b"src", 0, 100, b"a\0folder/\0"),
        (b"src", 2, 3, b"fol"),
        (b"src", 2**63 - 1, 2**32 - 1, b""),
        (b"src/none", 0, 1, -NOENT),
        (b"src/a/b", 0, 1, -NOTDIR),
        (b"src/\0", 0, 1, -INVAL),
        (b"src/\xff\xfe", 0, 1, -NOENT),
        (b"secret", 0, 1, -NOTCAPABLE),
        (b"", 0, 1, -NOTCAPABLE),
        (b"src/../secret", 0, 1, -NOTCAPABLE),
        (b"src/" + b"x" * 5000, 0, 1, -NAMETOOLONG),
        (b"src/" + b"x" * 300, 0, 1, -NAMETOOLONG),
    ],
)
def test_a_read_answers_bytes_or_a_number_whatever_is_named(
    workspace: Path, path: bytes, offset: int, size: int, answer: Answer
) -> None:
    """T-WASM-05"""
    with asked(workspace, *FILES) as host:
        assert host.call("read", path, offset, size) == answer
        assert host.failure is None


def test_the_last_offset_that_a_number_holds_is_the_end_or_an_error(workspace: Path) -> None:
    with asked(workspace, *FILES) as host:
        assert host.call("read", b"src/a", 2**63 - 1, 2**32 - 1) in (b"", -INVAL)
        assert host.failure is None


def test_one_read_takes_a_megabyte_of_the_hosts_memory_and_no_more(workspace: Path) -> None:
    with (workspace / "src" / "large").open("wb") as large:
        large.truncate(1 << 40)
    with asked(workspace, *FILES) as host:
        assert len(host.call("read", b"src/large", 0, 2**32 - 1)) == MAX_READ_BYTES  # type: ignore[arg-type]


def test_a_folder_of_many_names_is_listed_once_and_read_in_pieces(workspace: Path) -> None:
    names = [f"{number:06}" for number in range(2_000)]
    for name in names:
        (workspace / "src" / "folder" / name).touch()
    with asked(workspace, *FILES) as host:
        listed = bytearray()
        while piece := host.call("read", b"src/folder", len(listed), 1_000):
            assert isinstance(piece, bytes)
            listed += piece
    assert bytes(listed).decode().split("\0")[:-1] == names


def test_a_name_of_other_bytes_than_utf8_is_listed_and_read(workspace: Path) -> None:
    (workspace / "src" / "folder" / os.fsdecode(b"\xff")).write_bytes(b"odd")
    with asked(workspace, *FILES) as host:
        assert host.call("read", b"src/folder", 0, 10) == b"\xff\0"
        assert host.call("read", b"src/folder/\xff", 0, 10) == b"odd"


def test_what_was_written_is_read_back_by_every_name_that_it_was_open_under(workspace: Path) -> None:
    with asked(workspace, *FILES) as host:
        assert host.call("read", b"src/./a", 0, 3) == b"012"
        assert host.call("read", b"src/folder", 0, 10) == b""
        assert host.call("write", b"src/a", b"new") == 0
        assert host.call("write", b"src/folder/b", b"") == 0
        assert host.call("read", b"src/./a", 0, 3) == b"new"
        assert host.call("read", b"src/folder", 0, 10) == b"b\0"


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        (b"src/new", 0),
        (b"src/folder", -ISDIR),
        (b"src/none/new", -NOENT),
        (b"src/a/new", -NOTDIR),
        (b"new", -NOTCAPABLE),
        (b"src/\0", -INVAL),
        (b"src/" + b"x" * 5000, -NAMETOOLONG),
    ],
)
def test_a_write_makes_a_file_whole_or_answers_a_number(workspace: Path, path: bytes, answer: int) -> None:
    """T-WASM-05"""
    with asked(workspace, *FILES) as host:
        assert host.call("write", path, b"data") == answer
        assert host.failure is None
    assert (workspace / "src/folder").is_dir()
    assert sorted(p.name for p in (workspace / "src").iterdir() if p.name != "new") == ["a", "folder"]


def test_a_run_writes_so_many_bytes_and_then_it_is_ended(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-WASM-01. Files, times the memory of a reactor, would be the disk's size."""
    monkeypatch.setattr(hostcalls, "MAX_WRITE_BYTES", 5)
    with asked(workspace, *FILES) as host:
        assert host.call("write", b"src/a", b"123") == 0
        assert host.call("write", b"src/a", b"456") == -IO
        assert host.failure is not None
        assert host.failure.code == "limit.output"
        assert host.call("read", b"src/a", 0, 9) == -IO
    assert (workspace / "src/a").read_bytes() == b"123"


def test_a_run_opens_so_many_files_also_where_its_manifest_names_no_bound(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-WASM-01"""
    monkeypatch.setattr("runtime.backends._wasm.bounds.DEFAULT_FILES", 3)
    with asked(workspace, *FILES) as host:
        answers = [host.call("write", b"src/b", b""), host.call("read", b"src/a", 0, 1)]
        answers += [host.call("read", b"src", 0, 1), host.call("read", b"src/b", 0, 1)]
        assert answers == [0, b"0", b"a", -IO]
        assert host.failure is not None
        assert host.failure.code == "limit.files"


def test_no_more_files_stay_open_than_a_few_however_many_are_read(workspace: Path) -> None:
    with asked(workspace, *FILES) as host:
        before = descriptors()
        for number in range(30):
            (workspace / "src" / f"f{number}").write_bytes(b"x")
            assert host.call("read", f"src/f{number}".encode(), 0, 1) == b"x"
            assert host.call("read", b"src/" + b"./" * number, 0, 1) == b"a"
        assert descriptors() <= before + 9


# -- everything else ------------------------------------------------------------------------------------------------------


def test_the_environment_the_clock_and_randomness_are_there_where_they_are_granted(workspace: Path) -> None:
    environ = {"A": "x" * 100_000, "B": ANY_TEXT, "SECRET": "s"}
    grants = (EnvRead(vars=["A", "B", "C"]), ClockRead(), RandomRead())
    with asked(workspace, *grants, environ=environ, now_us=lambda: 2**52) as host:
        assert host.call("env", b"A") == b"x" * 100_000
        assert host.call("env", b"B") == bytes(range(0x80, 0x90))
        assert [host.call("env", name) for name in (b"C", b"SECRET", b"\xff", b"A" * 5000)] == [
            -NOENT, -NOTCAPABLE, -NOTCAPABLE, -NAMETOOLONG,
        ]  # fmt: skip
        assert host.call("clock") == 2**52
        assert [host.call("random", size) for size in (0, -1, 2**32 - 1)] == [b"", -TOO_BIG, -TOO_BIG]
        assert len({host.call("random", 16) for _ in range(3)}) == 3
        assert host.failure is None
    with asked(workspace, environ=environ) as host:
        assert [host.call(*one) for one in (("env", b"A"), ("clock",), ("random", 8))] == [-NOTCAPABLE] * 3


def test_log_lines_are_bounded_and_levels_beyond_the_four_are_the_nearest(
    workspace: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """T-WASM-12"""
    with asked(workspace) as host, caplog.at_level("DEBUG", "runtime.tools"):
        assert [host.call("log", level, b"x\n") for level in (-(2**31), 0, 1, 3, 2**31)] == [0] * 5
        assert host.call("log", 1, b"x" * 65_536) == -NOSPC
    assert [record.levelname for record in caplog.records] == ["DEBUG", "DEBUG", "INFO", "ERROR", "ERROR"]
    assert caplog.messages == ["it: x\\n"] * 5


def test_an_answer_of_the_web_is_handed_over_in_pieces_and_then_ends(workspace: Path) -> None:
    with (
        serving(root=response(b"hello " * 1_000, "X-A: b")) as server,
        asked(workspace, NetRead([server.address]), egress=HttpEgress()) as host,
    ):
        told = bytearray()
        piece = host.call("fetch", json.dumps({"url": server.url()}).encode(), 64)
        while isinstance(piece, bytes) and piece:
            told += piece
            piece = host.call("fetch", b"", 1_000)
        assert piece == b""
    head, _, body = bytes(told).partition(b"\n")
    assert body == b"hello " * 1_000
    assert json.loads(head)["status"] == 200
    assert ["x-a", "b"] in json.loads(head)["headers"]


def test_a_request_that_fails_leaves_nothing_of_the_answer_before_it(workspace: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        deserted = f"127.0.0.1:{nobody.getsockname()[1]}"
    with (
        serving(root=response(b"first")) as server,
        asked(workspace, NetRead([server.address, deserted]), egress=HttpEgress()) as host,
    ):
        for bad, answer in ((deserted, -REFUSED), ("localhost:1", -NOTCAPABLE)):
            assert host.call("fetch", json.dumps({"url": server.url()}).encode(), 8) == b'{"status'
            assert host.call("fetch", json.dumps({"url": f"http://{bad}/"}).encode(), 8) == answer
            assert host.call("fetch", b"", 8) == b""
        assert host.failure is None


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (b"{", -INVAL),
        (b"\xff", -INVAL),
        (b"[" * 100_000, -INVAL),
        (b'{"url": 1}', -INVAL),
        (b'{"url": "http://localhost/", "more": 1}', -INVAL),
        (b'{"url": "http://localhost/", "body": "\\ud800"}', -INVAL),
        (b" " * (1024 * 1024 + 1), -TOO_BIG),
        (b'{"url": "http://localhost/", "method": "POST"}', -NOTCAPABLE),
    ],
)
def test_a_request_that_is_none_is_an_error_number(workspace: Path, request_: bytes, answer: int) -> None:
    with asked(workspace, NetRead(["localhost"]), egress=HttpEgress()) as host:
        assert host.call("fetch", request_, 100) == answer
        assert host.failure is None


def test_a_run_has_so_many_calls_and_hears_nothing_after_the_last(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-WASM-01"""
    monkeypatch.setattr(hostcalls, "MAX_CALLS", 2)
    with asked(workspace, ClockRead(), now_us=lambda: 7) as host:
        assert [host.call("clock") for _ in range(4)] == [7, 7, -IO, -IO]
        assert host.failure is not None
        assert host.failure.code == "limit.fuel"
        assert not host.go_on()


def test_a_call_that_was_given_up_or_is_late_goes_no_further(workspace: Path) -> None:
    context = CallContext("c", CapabilitySet(), ResourceBounds(wall_s=20))
    context.start()
    host = HostCalls(context, "it")
    assert host.go_on()
    assert 0 < host.remaining_s() <= 20
    context.cancel()
    assert not host.go_on()
    assert host.failure is not None
    assert host.failure.code == "call.cancelled"


@pytest.mark.parametrize(
    ("number", "answer"),
    [("EBADF", BADF), ("EFBIG", FBIG), ("ELOOP", LOOP), ("EPERM", PERM), ("ENOTBLK", IO)],
)
def test_an_error_of_the_system_has_the_number_of_the_snapshot(number: str, answer: int) -> None:
    assert from_host(OSError(getattr(errno, number), "")) == answer
    assert from_host(OSError()) == IO


def test_what_breaks_a_function_of_the_host_is_told_to_the_operator_and_not_to_the_guest(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError("where it broke")

    monkeypatch.setattr(HostCalls, "_FUNCTIONS", {"clock": broken})
    with asked(workspace) as host:
        assert host.call("clock") == -29
        assert host.failure is not None
        assert (host.failure.code, "where it broke" in host.failure.message) == ("tool.failed", False)
    assert "where it broke" in caplog.text
