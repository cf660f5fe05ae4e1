"""A guest that calls any function of WASI with any arguments: a real module in a real store, driven from a test."""

from __future__ import annotations

import functools
import struct
import time
from pathlib import Path
from typing import Any

import wasmtime

from runtime.backends._wasm.wasi import Wasi, WasiSettings, define
from runtime.backends._wasm.wasi_preview1 import MODULE, SIGNATURES

PAGES = 4
FUEL = 10_000_000
ALL_RIGHTS = (1 << 30) - 1
READ_RIGHTS = 1 << 1 | 1 << 14
CREATE, DIRECTORY, EXCLUSIVE, TRUNCATE = 1, 2, 4, 8
_PATH, _PATH_2, _IOVEC, _DATA, _OUT = 1024, 16_384, 40_000, 45_056, 32_768


class Ended(Exception):
    """The host ended the guest."""


def kinds_of(name: str) -> list[str]:
    """The types of a function's parameters."""
    inner = SIGNATURES.get(name, "()")[1:].partition(")")[0]
    return inner.split(",") if inner else []


def probe_text() -> str:
    """The program that does what it is told."""
    imports, wrappers = [], []
    for name, signature in SIGNATURES.items():
        kinds = kinds_of(name)
        result = "(result i32)" if signature.endswith("i32") else ""
        declared = (f"(param {' '.join(kinds)})" if kinds else "") + result
        imports.append(f'(import "{MODULE}" "{name}" (func ${name} {declared}))')
        gets = " ".join(f"local.get {index}" for index in range(len(kinds)))
        wrappers.append(f'(func (export "{name}") {declared} {gets} call ${name})')
    return f'(module {" ".join(imports)} (memory (export "memory") {PAGES}) {" ".join(wrappers)})'


@functools.cache
def _linked() -> tuple[wasmtime.Engine, wasmtime.Linker, list[Wasi]]:
    config = wasmtime.Config()
    config.consume_fuel = True
    engine = wasmtime.Engine(config)
    linker, running = wasmtime.Linker(engine), []
    define(linker, lambda: running[-1])
    return engine, linker, running


@functools.cache
def _prepared(text: str | bytes) -> wasmtime.InstancePre:
    engine, linker, _ = _linked()
    data = wasmtime.wat2wasm(text) if isinstance(text, str) else text
    return linker.instantiate_pre(wasmtime.Module(engine, data))


class Guest:
    """One call of a program; by default of the one that only does what it is told."""

    def __init__(self, workspace: Path, *, module: str | bytes | None = None, **changes: Any) -> None:
        settings: dict[str, Any] = {
            "args": ("tool",), "env": (), "stdin": b"", "stdout_bytes": 4096, "stderr_bytes": 4096,
            "clock": False, "random": False, "workspace": str(workspace), "read": (".",), "write": (".",),
            "hidden": (), "locked": (), "files": 1000, "places": 10_000, "descriptors": 64, "write_bytes": 1 << 20, "entries": 100,
            "deadline_s": time.monotonic() + 20,
        }  # fmt: skip
        self.checks: list[tuple[str, str, bool]] = []
        self.stops: list[tuple[str, str]] = []
        self.wasi = Wasi(
            WasiSettings(**settings | changes),
            checked=lambda *check: self.checks.append(check),
            stop=lambda *stop: self.stops.append(stop),
        )
        engine, _, self._running = _linked()
        self.store = wasmtime.Store(engine)
        self.store.set_fuel(FUEL)
        self._running.append(self.wasi)
        self._exports = _prepared(module or probe_text()).instantiate(self.store).exports(self.store)

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.wasi.close()
        self._running.remove(self.wasi)

    def run(self) -> int | None:
        """Run the program to its end; its exit status."""
        try:
            self.call("_start")
        except Ended:
            return self.wasi.exit_code
        return 0

    def call(self, name: str, *arguments: int) -> int:
        """Call a function with raw numbers; its errno."""
        signed = [_signed(number, kind) for number, kind in zip(arguments, kinds_of(name), strict=True)]
        try:
            return self._exports[name](self.store, *signed) or 0
        except (wasmtime.Trap, wasmtime.WasmtimeError):
            raise Ended from None

    def write(self, at: int, data: bytes) -> None:
        self._memory.write(self.store, data, at)

    def read(self, at: int, size: int) -> bytes:
        return bytes(self._memory.read(self.store, at, at + size))

    def u32(self, at: int = _OUT) -> int:
        return int(struct.unpack("<I", self.read(at, 4))[0])

    def u64(self, at: int = _OUT) -> int:
        return int(struct.unpack("<Q", self.read(at, 8))[0])

    def path(
        self, name: str, path: str | bytes, *behind: int, fd: int = 3, before: tuple[int, ...] = ()
    ) -> int:
        """Call a function that takes a folder and a path."""
        return self.call(name, fd, *before, *self.text(path), *behind)

    def text(self, text: str | bytes, at: int = _PATH) -> tuple[int, int]:
        data = text.encode() if isinstance(text, str) else text
        self.write(at, data)
        return at, len(data)

    def two(self, name: str, old: str, new: str, *flags: int, fd: int = 3) -> int:
        """Call a function that takes two folders and two paths."""
        return self.call(name, fd, *flags, *self.text(old), fd, *self.text(new, _PATH_2))

    def symlink(self, target: str, path: str) -> int:
        return self.call("path_symlink", *self.text(target, _PATH_2), 3, *self.text(path))

    def open(
        self,
        path: str | bytes,
        oflags: int = 0,
        rights: int = READ_RIGHTS,
        *,
        fd: int = 3,
        follow: int = 1,
        flags: int = 0,
    ) -> tuple[int, int]:
        """Open; errno and descriptor."""
        errno = self.path("path_open", path, oflags, rights, ALL_RIGHTS, flags, _OUT, fd=fd, before=(follow,))
        return errno, self.u32()

    def fd_read(self, fd: int, size: int = 4096) -> tuple[int, bytes]:
        self.write(_IOVEC, struct.pack("<II", _DATA, size))
        errno = self.call("fd_read", fd, _IOVEC, 1, _OUT)
        return errno, self.read(_DATA, self.u32()) if not errno else b""

    def fd_write(self, fd: int, data: bytes) -> int:
        self.write(_DATA, data)
        self.write(_IOVEC, struct.pack("<II", _DATA, len(data)))
        return self.call("fd_write", fd, _IOVEC, 1, _OUT)

    def contents(self, path: str) -> tuple[int, bytes]:
        """What a file holds, as a program would read it."""
        errno, fd = self.open(path)
        if errno:
            return errno, b""
        found = self.fd_read(fd)
        self.call("fd_close", fd)
        return found

    def names(self, fd: int = 3, *, size: int = 4096) -> list[bytes]:
        """The names of a folder, asked for in pieces of a size."""
        names, cookie = [], 0
        while True:
            assert self.call("fd_readdir", fd, _DATA, size, cookie, _OUT) == 0
            used = self.u32()
            data = self.read(_DATA, used)
            while len(data) >= 24:
                following, _, length, _ = struct.unpack_from("<QQIB", data)
                if len(data) < 24 + length:
                    break
                names.append(data[24 : 24 + length])
                cookie, data = following, data[24 + length :]
            if used < size:
                return names

    @property
    def _memory(self) -> Any:
        return self._exports["memory"]


def _signed(number: int, kind: str) -> int:
    """The same bits as the signed number that the engine's interface takes."""
    bits = int(kind[1:])
    return (number + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
