"""Over any sequence of calls, the WASI host of our own answers as the engine's own does."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import wasmtime
from hypothesis import given, settings
from hypothesis import strategies as st
from wasi_guest import CREATE, DIRECTORY, EXCLUSIVE, TRUNCATE, Guest, probe_text

OUT, BUFFER, IOVEC = 32_768, 45_056, 40_000
REGULAR_FILE = 4
BOTH_WAYS = 1 << 1 | 1 << 2 | 1 << 5 | 1 << 6 | 1 << 14 | 1 << 21

# Left out is what the two differ in on purpose: rights to write that were not asked for, links that lead out of the folder, and
# slashes behind links.
Prepared = tuple[wasmtime.Engine, wasmtime.InstancePre]

names = st.sampled_from(
    ["a", "b", "a/b", "a/c", "b/a", "./a", "a/../b", "a/b/c", "..", "../x", ".", "", "a//b", "l", "a/l", "/a"]
)
targets = st.sampled_from(["a", "b", "a/b", "nope", "l", "/etc", "."])
folders = st.sampled_from([3, 3, 3, 4, 5])
files = st.sampled_from([4, 4, 5, 6, 3, 9])
sizes = st.sampled_from([0, 1, 3, 50])
follow = st.sampled_from([0, 1])


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    """The program, linked with the host of the engine."""
    engine = wasmtime.Engine()
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    return engine, linker.instantiate_pre(wasmtime.Module(engine, wasmtime.wat2wasm(probe_text())))


class EnginesGuest(Guest):
    """The same program over the host of the engine."""

    def __init__(self, workspace: Path, prepared: Prepared) -> None:
        own = wasmtime.WasiConfig()
        own.argv = ["tool"]
        own.preopen_dir(str(workspace), ".")
        self.store = wasmtime.Store(prepared[0])
        self.store.set_wasi(own)
        self._exports = prepared[1].instantiate(self.store).exports(self.store)


def _status(guest: Guest, errno: int) -> tuple[Any, ...]:
    if errno:
        return (errno,)
    _, _, kind, links, size, _, modified, _ = struct.unpack("<QQB7xQQQQQ", guest.read(OUT, 64))
    # Folders of different file systems count their links and sizes differently.
    return (kind, links, size, modified if modified < 10**9 else "now") if kind == REGULAR_FILE else (kind,)


def _stat(guest: Guest, fd: int, name: str, follow: int) -> Any:
    return _status(guest, guest.path("path_filestat_get", name, OUT, fd=fd, before=(follow,)))


def _fd_stat(guest: Guest, fd: int) -> Any:
    return _status(guest, guest.call("fd_filestat_get", fd, OUT))


def _readlink(guest: Guest, fd: int, name: str) -> Any:
    return guest.path("path_readlink", name, BUFFER, 60, OUT, fd=fd) or guest.read(BUFFER, guest.u32())


def _list(guest: Guest, fd: int) -> Any:
    return guest.call("fd_readdir", fd, BUFFER, 4096, 0, OUT) or sorted(guest.names(fd))


def _at(guest: Guest, function: str, fd: int, offset: int) -> Any:
    guest.write(BUFFER, b"xyz")
    guest.write(IOVEC, struct.pack("<II", BUFFER, 3))
    return guest.call(function, fd, IOVEC, 1, offset, OUT) or (guest.u32(), guest.read(BUFFER, 3))


def _open(guest: Guest, fd: int, name: str, oflags: int, follow: int, flags: int) -> Any:
    errno, opened = guest.open(
        name, oflags, 2 if oflags & DIRECTORY else BOTH_WAYS, fd=fd, follow=follow, flags=flags
    )
    return errno or opened


STEPS: dict[str, tuple[Callable[..., Any], tuple[st.SearchStrategy[Any], ...]]] = {
    "open": (
        _open,
        (
            folders,
            names,
            st.sampled_from([0, CREATE, CREATE | EXCLUSIVE, TRUNCATE, DIRECTORY]),
            follow,
            st.sampled_from([0, 1]),
        ),
    ),
    "mkdir": (lambda guest, fd, name: guest.path("path_create_directory", name, fd=fd), (folders, names)),
    "rmdir": (lambda guest, fd, name: guest.path("path_remove_directory", name, fd=fd), (folders, names)),
    "unlink": (lambda guest, fd, name: guest.path("path_unlink_file", name, fd=fd), (folders, names)),
    # Of two bad names either may be spoken of.
    "rename": (lambda guest, old, new: guest.two("path_rename", old, new) == 0, (names, names)),
    "link": (lambda guest, old, new: guest.two("path_link", old, new, 0) == 0, (names, names)),
    "symlink": (lambda guest, target, name: guest.symlink(target, name), (targets, names)),
    "readlink": (_readlink, (folders, names)),
    "stat": (_stat, (folders, names, follow)),
    "times": (
        lambda guest, name, flags, follow: guest.path(
            "path_filestat_set_times", name, 5, 6, flags, before=(follow,)
        ),
        (names, st.sampled_from([1, 4, 5, 12]), follow),
    ),
    "fd_stat": (_fd_stat, (files,)),
    "list": (_list, (folders,)),
    "write": (lambda guest, fd: guest.fd_write(fd, b"hello"), (files,)),
    "read": (lambda guest, fd, size: guest.fd_read(fd, size), (files, sizes)),
    "at": (_at, (st.sampled_from(["fd_pread", "fd_pwrite"]), files, sizes)),
    "seek": (
        lambda guest, fd, offset, whence: guest.call("fd_seek", fd, offset, whence, OUT) or guest.u64(),
        (files, st.sampled_from([0, 2, -1, -9]), st.sampled_from([0, 1, 2])),
    ),
    "tell": (lambda guest, fd: guest.call("fd_tell", fd, OUT) or guest.u64(), (files,)),
    "size": (lambda guest, fd, size: guest.call("fd_filestat_set_size", fd, size), (files, sizes)),
    "flags": (
        lambda guest, fd, flags: guest.call("fd_fdstat_set_flags", fd, flags),
        (files, st.sampled_from([0, 1, 16])),
    ),
    "close": (lambda guest, fd: guest.call("fd_close", fd), (st.sampled_from([4, 5, 9]),)),
}

steps = st.one_of(*(st.tuples(st.just(name), st.tuples(*drawn)) for name, (_, drawn) in STEPS.items()))


# Forty calls over two hosts are a long example.
@settings(max_examples=settings.default.max_examples // 4)
@given(calls=st.lists(steps, min_size=10, max_size=40))
def test_any_calls_go_as_over_the_host_of_the_engine(
    prepared: Prepared, calls: list[tuple[str, tuple[Any, ...]]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "ours", Path(folder) / "theirs"
        ours.mkdir()
        theirs.mkdir()
        engines = EnginesGuest(theirs, prepared)
        with Guest(ours) as guest:
            for number, (name, arguments) in enumerate(calls):
                function = STEPS[name][0]
                assert function(guest, *arguments) == function(engines, *arguments), calls[: number + 1]
