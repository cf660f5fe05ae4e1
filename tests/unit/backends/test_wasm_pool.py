"""Workers that stand ready: how many stay, when they go, and what takes the place of one that is gone."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import wasmtime

from runtime import ResourceBounds
from runtime.backends._wasm import pool as pools
from runtime.backends._wasm.folder import WasmTool, read_tool
from runtime.backends.wasm import Wasm
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.digest import digest

COMMAND = """(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1) (data (i32.const 0) "\\10\\00\\00\\00\\02\\00\\00\\00") (data (i32.const 16) "42")
  (func (export "_start") (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))"""


class Made:
    """A backend with one command, and a look at its workers."""

    def __init__(self, folder: Path) -> None:
        module = bytes(wasmtime.wat2wasm(COMMAND))
        (folder / "it.wasm").write_bytes(module)
        declared = {
            "name": "it", "description": "For a test", "input_schema": {}, "output_schema": {}, "source": "wasm",
            "wasm": {"kind": "command", "module": "it.wasm", "digest": digest(module)},
        }  # fmt: skip
        (folder / "manifest.json").write_text(json.dumps(declared))
        self.tool: WasmTool = read_tool(folder)
        self.backend = Wasm(cache=folder / "cache", secret=b"", files=None)

    @property
    def pool(self) -> Any:
        return self.backend._pool  # its workers are what is looked at here

    def call(self, times: int = 1) -> list[Any]:
        async def together() -> list[Any]:
            one = (
                self.backend.run(self.tool, {}, CallContext("c", CapabilitySet(()), ResourceBounds()))
                for _ in range(times)
            )
            return await asyncio.gather(*one)

        return asyncio.run(together())

    def pids(self) -> set[int]:
        return {worker._process.pid for worker in self.pool._idle}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Made]:
    made = Made(tmp_path)
    yield made
    made.backend.close()


def until(condition: Any) -> None:
    pause = threading.Event()
    for _ in range(2_000):
        if condition():
            return
        pause.wait(0.005)  # another thread has its turn; what ends the loop is the event itself
    raise AssertionError("it did not come about")


def test_one_worker_serves_calls_that_come_one_after_another(made):
    assert [made.call() for _ in range(3)] == [[42]] * 3
    assert len(made.pids()) == 1


def test_workers_of_a_crowd_stay_a_while_and_then_only_the_spare_ones(made, monkeypatch):
    monkeypatch.setattr(pools, "LINGER_S", 0.3)
    assert made.call(6) == [42] * 6
    until(lambda: len(made.pids()) <= pools.SPARE)
    assert made.call() == [42]


def test_a_worker_that_died_while_it_was_idle_is_replaced_unseen(made):
    made.call()
    (pid,) = made.pids()
    os.kill(pid, signal.SIGKILL)
    until(lambda: not made.pool._idle[0].is_fit)
    assert made.call() == [42]
    assert pid not in made.pids()


def test_a_worker_is_replaced_after_its_share_of_runs(made, monkeypatch):
    monkeypatch.setattr(pools, "MAX_RUNS", 2)
    made.call()
    first = made.pids()
    made.call()
    assert made.pids() == set()
    assert made.call() == [42]
    assert made.pids() != first


def test_a_worker_can_be_had_ready_before_the_first_call(made):
    made.backend.prepare([made.tool])
    until(lambda: len(made.pids()) == 1)
    ready = made.pids()
    assert made.call() == [42]
    assert made.pids() == ready


def test_a_closed_pool_keeps_no_worker_and_takes_none_back(made):
    made.call(2)
    pids = made.pids()
    made.backend.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
