"""The parts around a run, each by itself: the cache, the ticker, what an end means, the compiler's process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import wasmtime
from wasm_arena import declare, good

from runtime.backends._wasm import cache as caches
from runtime.backends._wasm import modules as compiling
from runtime.backends._wasm import wire
from runtime.backends._wasm import worker as workers
from runtime.backends._wasm.bounds import (
    DEFAULT_FILES,
    DEFAULT_FUEL,
    DEFAULT_MEMORY_BYTES,
    RunBounds,
    bounds_of,
)
from runtime.backends._wasm.cache import Cache
from runtime.backends._wasm.engine import EpochTicker, make_engine
from runtime.backends._wasm.folder import read_tool
from runtime.backends._wasm.hostcalls import HostCalls
from runtime.backends._wasm.modules import Admitted, Modules
from runtime.backends._wasm.outcome import fault_error, judged, output_value, stop_error, told_error
from runtime.backends._wasm.traps import INTERRUPT, OUT_OF_FUEL, GuestFault
from runtime.backends._wasm.worker import WasmWorker
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import WasmExec
from runtime.contracts.digest import digest
from runtime.contracts.errors import BackendUnavailable, FailedError, OutputInvalid, WasmRefused
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest

ONE, OTHER = digest(b"one"), digest(b"other")
BOUNDS = RunBounds(fuel=100, memory_bytes=1 << 20, output_bytes=10, files=3)


def module_of(folder: Path, name: str = "it") -> Admitted:
    return read_tool(declare(folder, name, good("command"), "command")).module


# -- the cache ------------------------------------------------------------------------------------------------------------


def test_what_was_kept_is_found_by_whoever_has_the_secret_and_by_nobody_else(tmp_path: Path) -> None:
    """T-WASM-08"""
    cache = Cache(tmp_path / "deep" / "cache", b"mine")
    assert cache.get(ONE) is None
    cache.put(ONE, b"code")
    assert (cache.get(ONE), cache.get(OTHER)) == (b"code", None)
    assert Cache(tmp_path / "deep" / "cache", b"yours").get(ONE) is None
    assert (tmp_path / "deep" / "cache").stat().st_mode & 0o777 == 0o700
    (entry,) = (tmp_path / "deep" / "cache").iterdir()
    assert entry.stat().st_mode & 0o777 == 0o600


def test_without_a_folder_nothing_is_kept() -> None:
    cache = Cache(None, b"mine")
    cache.put(ONE, b"code")
    assert cache.get(ONE) is None


@pytest.mark.parametrize(
    "entry", ["a pipe", "a folder", "a link", "nothing", "a half", "another's", "too much"]
)
def test_an_entry_that_is_not_what_was_kept_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    """T-WASM-08"""
    cache = Cache(tmp_path, b"mine")
    cache.put(ONE, b"code")
    (place,) = tmp_path.iterdir()
    kept = place.read_bytes()
    place.unlink()
    if entry == "a pipe":
        os.mkfifo(place)
    elif entry == "a folder":
        place.mkdir()
    elif entry == "a link":
        (tmp_path / "real").write_bytes(kept)
        place.symlink_to("real")
    else:
        other = {"nothing": b"", "a half": kept[:-1], "another's": kept[:32] + b"edoc", "too much": kept}[
            entry
        ]
        place.write_bytes(other)
    if entry == "too much":
        monkeypatch.setattr(caches, "_MAX_BYTES", 3)
    assert cache.get(ONE) is None
    cache.put(ONE, b"code")
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    cache = Cache(tmp_path / "file" / "cache", b"mine")
    cache.put(ONE, b"code")
    assert cache.get(ONE) is None


# -- the ticker -----------------------------------------------------------------------------------------------------------


def endless(engine: wasmtime.Engine) -> wasmtime.Module:
    return wasmtime.Module(engine, wasmtime.wat2wasm('(module (func (export "f") (loop $on (br $on))))'))


def until_it_ticks(engine: wasmtime.Engine, module: wasmtime.Module) -> None:
    """Run a guest that only a tick ends."""
    store = wasmtime.Store(engine)
    store.set_fuel(10**12)
    store.set_epoch_deadline(1)
    function: Any = wasmtime.Instance(store, module, []).exports(store)["f"]
    with pytest.raises(wasmtime.Trap):
        function(store)


def test_what_still_runs_when_the_ticker_is_closed_is_ticked_to_its_end() -> None:
    """T-WASM-01. Otherwise a guest outlives its deadline by all its fuel."""
    engine = make_engine()
    module = endless(engine)  # its compiler's threads are not in a forked process
    ticker: Any = EpochTicker(engine)
    with ticker.ticking():
        ticker.close()
        until_it_ticks(engine, module)
        thread = ticker._thread
    thread.join(10)
    assert not thread.is_alive()
    with ticker.ticking():  # a call that was on its way
        until_it_ticks(engine, module)
        thread = ticker._thread
    thread.join(10)
    assert not thread.is_alive()


def test_a_forked_process_has_a_ticker_of_its_own() -> None:
    """T-WASM-01"""
    engine = make_engine()
    module = endless(engine)  # its compiler's threads are not in a forked process
    ticker: Any = EpochTicker(engine)
    with ticker.ticking():
        until_it_ticks(engine, module)
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        with ticker.ticking():
            until_it_ticks(engine, module)
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    ticker.close()
    ticker._thread.join(10)


# -- what an end means ----------------------------------------------------------------------------------------------------


def test_bounds_are_the_tightest_that_anybody_set() -> None:
    def bounds(limits: ResourceBounds, *grants: WasmExec) -> RunBounds:
        return bounds_of(CallContext("c", CapabilitySet(grants), limits))

    open_ = bounds(ResourceBounds())
    assert (open_.fuel, open_.memory_bytes, open_.files) == (
        DEFAULT_FUEL,
        DEFAULT_MEMORY_BYTES,
        DEFAULT_FILES,
    )
    granted = bounds(ResourceBounds(fuel=10, memory_bytes=20, files=0), WasmExec(fuel=5, memory_bytes=30))
    assert (granted.fuel, granted.memory_bytes, granted.files) == (5, 20, 0)
    assert bounds(ResourceBounds(fuel=10), WasmExec()).fuel == 10


def ended(**fields: Any) -> wire.RunEnded:
    plain: dict[str, Any] = {
        "output": b"", "error": b"", "status": 0, "failed": False, "fuel": 1, "trap": None, "trapped": False, "stop": None,
    }  # fmt: skip
    return wire.RunEnded(**{**plain, **fields})


@pytest.mark.parametrize(
    ("fields", "code", "message"),
    [
        ({"status": 3}, "tool.failed", "it ended with status 3 and did not say why"),
        ({"status": 1, "error": b" why\n"}, "tool.failed", "why"),
        ({"failed": True, "error": b'{"code":"a.b","message":"m"}'}, "guest.a.b", "m"),
        ({"status": 1, "error": b"\xff" + b"[" * 100_000}, "tool.failed", None),
        ({"stop": ("limit.files", "too many")}, "limit.files", "it: too many"),
        ({"stop": ("made.up", "x")}, "tool.failed", "it: x"),
        ({"trapped": True}, "tool.failed", "it broke off: error"),
        ({"trapped": True, "trap": 0}, "tool.failed", "it broke off: stack overflow"),
        ({"trapped": True, "trap": INTERRUPT}, "limit.wall", None),
        ({"trapped": True, "trap": OUT_OF_FUEL}, "limit.fuel", None),
        ({"fuel": 100}, "limit.fuel", None),
        ({"output": b"x" * 11}, "limit.output", None),
    ],
)
def test_an_end_that_is_none_is_an_error_by_its_code(
    fields: dict[str, Any], code: str, message: str | None
) -> None:
    host = HostCalls(CallContext("c", CapabilitySet(), ResourceBounds()), "it")
    with pytest.raises(FailedError) as caught:
        judged("it", ended(**fields), BOUNDS, host)
    assert caught.value.code == code
    assert message in (None, caught.value.message)


def test_an_end_that_the_host_brought_about_is_its_own_word() -> None:
    context = CallContext("c", CapabilitySet(), ResourceBounds())
    host = HostCalls(context, "it")
    assert judged("it", ended(output=b"fine", fuel=None), BOUNDS, host) == b"fine"
    context.cancel()
    host.go_on()
    with pytest.raises(FailedError) as caught:
        judged("it", ended(output=b"fine"), BOUNDS, host)
    assert caught.value.code == "call.cancelled"


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 100_000, b'"\xed\xa0\x80"'])
def test_output_that_is_no_json_is_plain_text_or_invalid(data: bytes) -> None:
    fields: dict[str, Any] = {"name": "it", "description": "d", "input_schema": {}}
    with pytest.raises(OutputInvalid):
        output_value(Manifest(output_schema={"type": "object"}, **fields), data, lambda: None)
    plain = output_value(Manifest(output_schema={}, **fields), data, lambda: None)
    assert plain == data.decode("utf-8", "backslashreplace")
    assert (
        output_value(Manifest(output_schema={}, normalization="binary", **fields), data, lambda: None) == data
    )


def test_words_of_a_guest_that_says_nothing_are_ours() -> None:
    assert told_error("it", b" \n").message == "it failed and did not say why"
    assert told_error("it", b"x" * 100_000).message == "x" * 65_536
    assert fault_error("it", GuestFault(9), BOUNDS).message == "it broke off: unreachable"
    assert stop_error("it", "limit.wall", "late").code == "limit.wall"


# -- the compiler's process -----------------------------------------------------------------------------------------------


def test_a_module_is_compiled_once_whoever_asks(tmp_path: Path) -> None:
    started: list[WasmWorker] = []

    def start() -> WasmWorker:
        started.append(WasmWorker(None))
        return started[-1]

    module, cache = module_of(tmp_path), Cache(tmp_path / "cache", b"")
    modules = Modules(cache, start)
    assert modules.ready(module) is None
    threads = [threading.Thread(target=modules.compiled, args=("it", module)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert modules.ready(module) is modules.compiled("it", module)
    assert Modules(cache, start).compiled("it", module).code == modules.compiled("it", module).code
    assert len(started) == 1
    assert not started[0].is_fit


def test_a_compiler_that_does_not_start_condemns_no_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-WASM-03. A machine that was short of processes for a moment would never run the tool again."""
    module = module_of(tmp_path)
    modules = Modules(Cache(None, b""), lambda: WasmWorker(None))
    with monkeypatch.context() as broken:
        broken.setattr(workers, "_PROGRAM", tmp_path / "no_such_program.py")
        with pytest.raises(BackendUnavailable):
            modules.compiled("it", module)
    assert modules.compiled("it", module).code


def test_what_took_the_compiler_too_long_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-WASM-03. A worker that died may have been ended by others, so a second one tries; no third one does."""
    for name, seconds, kill, tries in (("late", 0.0, False, 1), ("dead", 10.0, True, 2)):
        started: list[Any] = []

        def start(kill: bool = kill, started: list[Any] = started) -> WasmWorker:
            started.append(WasmWorker(None))
            if kill:
                started[-1]._get_ready()
                started[-1]._process.kill()
            return started[-1]

        monkeypatch.setattr(compiling, "COMPILE_S", seconds)
        monkeypatch.setattr(compiling, "COMPILE_S_PER_MEGABYTE", 0.0)
        module, modules = module_of(tmp_path, name), Modules(Cache(None, b""), start)
        for _ in range(2):
            with pytest.raises(WasmRefused) as caught:
                modules.compiled("it", module)
            assert caught.value.details["reason"] == "wasm.compile"
        assert len(started) == tries


ALONE = """
import os, resource, sys
from contextlib import suppress
from runtime.backends._wasm.worker import WasmWorker
from runtime.contracts.errors import BackendUnavailable

room, (_, hard) = int(sys.argv[1]), resource.getrlimit(resource.RLIMIT_NOFILE)
held, before = [], sorted(os.listdir("/proc/self/fd"))
if room < 0:
    sys.executable = "/no/such/python"
else:
    last = max(map(int, before))
    resource.setrlimit(resource.RLIMIT_NOFILE, (last + 1, hard))
    with suppress(OSError):
        while True:  # the numbers that are free between the others
            held.append(os.open("/dev/null", os.O_RDONLY))
    resource.setrlimit(resource.RLIMIT_NOFILE, (last + 1 + room, hard))
try:
    WasmWorker(None)
except BackendUnavailable:
    if room < 0:
        assert sorted(os.listdir("/proc/self/fd")) == before
    held += [os.open("/dev/null", os.O_RDONLY) for _ in range(max(room, 0))]  # as many as before: none was kept
    print("nothing is left")
"""


@pytest.mark.parametrize("room", range(-1, 6))
def test_a_worker_that_cannot_be_started_leaves_no_descriptor_behind(room: int) -> None:
    """Without an interpreter (-1), and with too few descriptors at each point of its start; in a process that does nothing else."""
    ran = subprocess.run(
        [sys.executable, "-c", ALONE, str(room)], capture_output=True, text=True, check=False
    )
    assert (ran.stdout.strip(), ran.stderr) == ("nothing is left", "")


@pytest.mark.parametrize(
    "told",
    [
        "",
        "a\n\x1b[2J",
        "x" * 5_000,
        "x" * 59,
        "Capability",
        ".a",
        "a..b",
        "a.",
        "a b",
        "1a",
        "ä",
        "a\n",
        "a.b.c.d",
        "\ud800",
    ],
)
def test_what_has_not_the_form_of_a_code_is_none_and_the_message_stays(told):
    """T-WASM-11"""
    error = told_error("it", json.dumps({"code": told, "message": "m", "suggestion": "s"}).encode())
    assert error.code == "tool.failed"
    assert told == "\ud800" or (error.message, error.suggestion) == ("m", "s")


@pytest.mark.parametrize("told", ["capability.missing", "policy.denied", "limit.wall", "tool.failed", "x"])
def test_a_guests_code_is_of_the_guests_family(told):
    """T-WASM-11"""
    error = told_error("it", json.dumps({"code": told, "message": "m"}).encode())
    assert (error.code, error.category) == (f"guest.{told}", "tool.failed")
