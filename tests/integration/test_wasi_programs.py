"""A real program of a C library: over the host of our own it goes as over the engine's."""

from __future__ import annotations

from pathlib import Path

import pytest
import wasmtime
from wasi_guest import Guest

ARGUMENTS, ENVIRONMENT, INPUT = ("files", "arg "), (("GREETING", "hello"),), b"some input"


def test_a_program_sees_what_it_sees_over_the_engines_own_host(root: Path, tmp_path: Path) -> None:
    """Every step of it, with its errors; wasmtime's WASI is the oracle."""
    program = (root / "tests/cases/wasi/files.wasm").read_bytes()
    (tmp_path / "ours").mkdir()
    with Guest(
        tmp_path / "ours", module=program, args=ARGUMENTS, env=ENVIRONMENT, stdin=INPUT, stdout_bytes=9999
    ) as guest:
        assert guest.run() == 3
        ours = bytes(guest.wasi.stdout)
        assert guest.stops == []
    assert ours == _over_the_engine(program, tmp_path)
    assert ours.count(b"\n") > 75
    assert b"rmdir with names in it ENOTEMPTY\n" in ours


def _over_the_engine(program: bytes, folder: Path) -> bytes:
    (folder / "theirs").mkdir()
    (folder / "stdin").write_bytes(INPUT)
    engine = wasmtime.Engine()
    linker, store, wasi = wasmtime.Linker(engine), wasmtime.Store(engine), wasmtime.WasiConfig()
    linker.define_wasi()
    wasi.argv, wasi.env = ARGUMENTS, ENVIRONMENT
    wasi.stdin_file, wasi.stdout_file = str(folder / "stdin"), str(folder / "stdout")
    wasi.preopen_dir(str(folder / "theirs"), ".")
    store.set_wasi(wasi)
    exports = linker.instantiate(store, wasmtime.Module(engine, program)).exports(store)
    with pytest.raises(wasmtime.ExitTrap) as ended:
        exports["_start"](store)
    assert ended.value.code == 3
    return (folder / "stdout").read_bytes()
