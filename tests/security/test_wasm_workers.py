"""A worker is taken over by its guest, and turns against the runtime: what it says, and how it says it."""

from __future__ import annotations

import os
import resource
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from runtime.backends._wasm import pool as pools
from runtime.backends._wasm import wire
from runtime.backends._wasm import worker as workers
from runtime.backends._wasm.bounds import bounds_of
from runtime.backends._wasm.hostcalls import HostCalls
from runtime.backends._wasm.modules import Admitted, Compiled
from runtime.backends._wasm.outcome import judged
from runtime.backends._wasm.pool import Pool
from runtime.backends._wasm.worker import WasmWorker
from runtime.backends.wasm import order_of
from runtime.capability.context import CallContext
from runtime.capability.handles import Reserved
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import ClockRead, FsRead
from runtime.contracts.digest import digest
from runtime.contracts.errors import Error, FailedError
from runtime.contracts.limits import ResourceBounds

HOSTILE = Path(__file__).with_name("hostile_wasm_worker_child.py")
WALL_S = 0.4
SLACK_S = 1.0
ENDLESS = (
    "silent", "head_without_end", "word_without_end", "word_in_drops", "checks_without_end",
    "questions_without_end", "answers_unread",
)  # fmt: skip
SENSELESS = (
    "giant_word", "large_word", "letter_of_nobody", "done_in_place_of_an_end", "end_of_no_form",
    "end_that_is_no_message", "end_of_great_depth", "fuel_below_nothing", "fuel_beyond_the_tank", "fuel_beyond_numbers",
    "question_of_no_form", "check_of_another_kind", "check_of_no_text", "check_of_ten_megabytes", "end_by_death",
)  # fmt: skip


class Taken:
    """A pool whose workers are all hostile."""

    def __init__(self, workspace: Path) -> None:
        self.workspace = workspace
        self.pool: Any = Pool(lambda: WasmWorker(None))
        self.context: Any = None
        self.started = threading.Event()

    def call(self, attack: str, number: int = 1, code: bytes = b"", wall_s: float = 20) -> bytes:
        """The output of one run; the attack is its name."""
        bounds = ResourceBounds(wall_s=wall_s, fuel=1_000_000, memory_bytes=1 << 20, output_bytes=1_000)
        context = self.context = CallContext(
            "call",
            CapabilitySet((FsRead(prefixes=["mine", "large"]), ClockRead())),
            bounds,
            workspace=self.workspace,
            reserved=Reserved(read=("mine/.keys",)),
        )
        admitted = Admitted(
            digest=digest(code), form="core", stripped=b"", memory_min_pages=0, initializes=False
        )
        compiled, host = Compiled(number=number, admitted=admitted, code=code), HostCalls(context, attack)
        context.start()
        self.started.set()
        try:
            ended = self.pool.run(compiled, order_of(attack, "command", compiled, b"{}", context), host)
            return judged(attack, ended, bounds_of(context), host)
        finally:
            host.close()

    def refused(self, attack: str, **call: Any) -> Error:
        with pytest.raises(FailedError) as caught:
            self.call(attack, **call)
        return caught.value

    def recorded(self) -> set[tuple[str, str, bool]]:
        return {(check.capability, check.target, check.allowed) for check in self.context.checks()}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workspace")
    (folder / "mine").mkdir()
    (folder / "large").write_bytes(bytes(3 << 20))
    return folder


@pytest.fixture
def taken(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Taken]:
    monkeypatch.setattr(workers, "_PROGRAM", HOSTILE)
    taken = Taken(workspace)
    yield taken
    taken.pool.close()


@pytest.mark.parametrize("attack", ENDLESS)
def test_a_worker_that_comes_to_no_end_is_killed_at_the_deadline(taken: Taken, attack: str) -> None:
    """T-WASM-13"""
    before = time.monotonic()
    assert taken.refused(attack, wall_s=WALL_S).code == "limit.wall"
    assert time.monotonic() - before < WALL_S + SLACK_S
    assert len(taken.context.checks()) <= 64


@pytest.mark.parametrize("attack", SENSELESS)
def test_a_worker_that_makes_no_sense_is_killed_at_once(taken: Taken, attack: str) -> None:
    """T-WASM-13"""
    before = time.monotonic()
    assert taken.refused(attack).code == "tool.failed"
    assert time.monotonic() - before < 10
    assert taken.context.fuel_used is None
    assert taken.recorded() == set()


def test_a_size_that_is_only_claimed_takes_no_memory(taken: Taken) -> None:
    """T-WASM-13"""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for attack in ("giant_word", "large_word"):
        taken.refused(attack)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 50_000


@pytest.mark.parametrize(
    ("attack", "lie"),
    [
        ("check_beyond_the_grant", ("fs_read", "secret/key")),
        ("check_of_what_is_reserved", ("fs_read", "mine/.keys/a")),
        ("check_of_another_right", ("fs_write", "mine/a")),
    ],
)
def test_a_check_that_says_more_than_was_granted_is_recorded_as_denied(
    taken: Taken, attack: str, lie: tuple[str, str]
) -> None:
    """T-WASM-13"""
    assert taken.refused(attack).code == "capability.exceeded"
    assert taken.recorded() == {(*lie, False)}


def test_a_check_within_the_grant_is_recorded_as_it_is_told(taken: Taken) -> None:
    """T-WASM-13"""
    assert taken.call("check_as_granted") == b"{}"
    assert taken.recorded() == {("fs_read", "mine/a", True)}


@pytest.mark.parametrize(
    ("attack", "code"),
    [
        ("functions_that_are_none", "tool.failed"),
        ("arguments_of_other_types", "tool.failed"),
        ("questions_after_the_end", "tool.failed"),
        ("output_beyond_its_bound", "limit.output"),
        ("end_with_a_code_of_ours", "tool.failed"),
    ],
)
def test_what_a_worker_asks_or_answers_gets_it_no_further_than_its_guest(
    taken: Taken, attack: str, code: str
) -> None:
    """T-WASM-13"""
    before = time.monotonic()
    assert taken.refused(attack).code == code
    assert time.monotonic() - before < 10


def test_a_size_or_an_offset_beyond_all_files_is_an_error_number(taken: Taken) -> None:
    """T-WASM-13. A size below zero reads a file to its end: as much memory as it is long."""
    assert taken.call("sizes_below_nothing") == b"[-28, -28, -1, -28, 0]"


def test_words_that_were_said_ahead_are_not_heard_by_the_next_call(taken: Taken) -> None:
    """T-WASM-13"""
    assert taken.call("words_ahead") == b'"mine"'
    assert taken.call("check_as_granted") == b"{}"


@pytest.mark.parametrize("code", [b"", bytes(8 << 20)], ids=["a small module", "a large module"])
def test_a_worker_that_takes_no_module_any_more_is_replaced_by_another(
    taken: Taken, code: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-WASM-13. A large one does not fit the pipe, and is waited for while it is sent."""
    monkeypatch.setattr(pools, "RELOAD_S", 0.3)
    assert taken.call("deaf_to_the_next") == b'"mine"'
    assert taken.call("check_as_granted", number=2, code=code) == b"{}"
    assert taken.call("check_as_granted", number=2) == b"{}"


def test_a_caller_who_gives_up_leaves_no_worker_that_starts_sends_or_is_waited_for(taken: Taken) -> None:
    """T-WASM-13"""
    for attack in ("word_without_end", "answers_unread"):
        taken.started.clear()
        before = time.monotonic()
        with ThreadPoolExecutor(1) as threads:
            running = threads.submit(taken.refused, attack, wall_s=60)
            taken.started.wait()
            taken.context.cancel()
            assert running.result().code == "call.cancelled"
        assert time.monotonic() - before < 10


def test_hostile_workers_leave_neither_threads_nor_descriptors(taken: Taken) -> None:
    """T-WASM-13"""
    taken.refused("giant_word")
    taken.pool.close()
    before = set(Path("/proc/self/fd").iterdir()), threading.active_count()
    taken.pool = Pool(lambda: WasmWorker(None))
    for attack in ("word_without_end", "giant_word", "end_by_death"):
        taken.refused(attack, wall_s=WALL_S)
    taken.pool.close()
    assert (set(Path("/proc/self/fd").iterdir()), threading.active_count()) == before


def test_a_worker_that_does_not_start_is_no_fault_of_the_tool(
    taken: Taken, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-WASM-13"""
    monkeypatch.setattr(workers, "_PROGRAM", HOSTILE.with_name("no_such_program.py"))
    assert taken.refused("check_as_granted").code == "backend.unavailable"


def test_a_word_that_is_no_word_is_gone_and_nothing_else() -> None:
    """T-WASM-13"""
    ours, theirs = os.pipe()
    os.write(theirs, wire.frame(wire.DONE, b"abc")[:-1])
    os.close(theirs)
    with pytest.raises(wire.Gone):
        wire.receive(ours)
    os.close(ours)
