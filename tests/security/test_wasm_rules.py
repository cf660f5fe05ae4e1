"""The rules that the WebAssembly backend keeps, each with what happens where it is not kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import wasm_bombs as bombs
from wasm_arena import KINDS_OF_TOOLS, Arena, Host, declare, opened
from wasm_attacks import COMPONENTS, DONE, LITTLE, OUT, READ, SHORT, Attack, Kind, looking_around, sleeping
from wasm_modules import (
    BUFFER,
    ECHO,
    NOTE,
    TELL,
    assembled,
    call,
    component,
    from_file,
    packed,
    probe,
    reactor,
)

from runtime.capability.handles import ClockHandle
from runtime.contracts.capability import ClockRead, FsWrite, RandomRead
from runtime.contracts.errors import WasmRefused
from runtime.host.settings import cache_folder

CLOCK = (ClockRead(), FsWrite(["out"]))
_ASK_AND_WRITE = [call("cathedral.clock"), call("cathedral.write", b"out/after", b"x")]
_LOOKS = [
    call("wasi.clock_time_get", 0, 0, BUFFER),
    call("wasi.clock_time_get", 1, 0, BUFFER + 8),
    call("wasi.random_get", BUFFER + 16, 8),
]
_SEEN = range(BUFFER, BUFFER + 24)
_WIDE = """(i32.store8 (i32.const 0x90000000) (i32.const 0))
  (drop (call $read (i32.const 16) (i32.const 9) (i64.const 2) (i32.const 0x90000001) (i32.const 5)))
  (i32.store8 (i32.const 0x90000000) (i32.const 34)) (i32.store8 (i32.const 0x90000006) (i32.const 34))
  (i64.const 0x9000000000000007)"""
_READ = '(import "cathedral" "read" (func $read (param i32 i32 i64 i32 i32) (result i32)))'
TOOLS: dict[str, tuple[Kind, bytes, dict[str, Any]]] = {
    "breaks_here": ("reactor", probe(_ASK_AND_WRITE), {"declares": CLOCK, "output_schema": {}}),
    "breaks_in_a_component": (
        "component",
        component("(call $clock (i32.const 4096)) " + ECHO, uses=["clock"]),
        {"declares": CLOCK},
    ),
    "keeps_state": ("reactor", from_file("keeps_state"), {}),
    "loop_in_start": ("reactor", from_file("loop_in_start"), {"bounds": LITTLE}),
    "loop": ("reactor", from_file("loop_in_run"), {"bounds": SHORT}),
    "named": ("reactor", bombs.exploding_name(), {}),
    "exports": ("reactor", bombs.many_exports(9_000), {"normalization": "binary", "output_schema": {}}),
    "grows": (
        "reactor",
        assembled(
            reactor(
                "(loop $on (br_if $on (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))"
                "(loop $more (br_if $more (i32.ne (table.grow $t (ref.null func) (i32.const 100)) (i32.const -1))))"
                "(call $note (i64.extend_i32_u (memory.size))) (call $note (i64.extend_i32_u (table.size $t)))"
                + TELL,
                fields=NOTE + "(table $t 1 funcref)",
            )
        ),
        {"output_schema": {}},
    ),
    "looks": ("command", probe(_LOOKS, peek=_SEEN), {"output_schema": {}}),
    "looks_with_leave": (
        "command",
        probe(_LOOKS, peek=_SEEN),
        {"declares": (ClockRead(), RandomRead()), "output_schema": {}},
    ),
    "looks_as_a_component": ("component", looking_around(), {"output_schema": {}}),
    "sleeps_as_a_component": ("component", sleeping(), {"output_schema": {}}),
    "floods": ("command", from_file("command_flood_of_stdout"), {}),
    "wide": (
        "reactor",
        assembled(reactor(_WIDE, imports=_READ, fields='(data (i32.const 16) "README.md")', pages=40_000)),
        {"declares": READ, "bounds": {"memory_bytes": 3 << 30}},
    ),
    "leaks": (
        "component",
        COMPONENTS["component_leaks_handles"].module("leaks"),
        {"declares": (ClockRead(),)},
    ),
    "trap": ("reactor", from_file("unreachable"), {}),
    "trap_of_a_component": ("component", component("unreachable"), {}),
    "loop_of_a_component": ("component", component("(loop $on (br $on)) " + ECHO), {"bounds": LITTLE}),
    "long_loop_of_a_component": ("component", component("(loop $on (br $on)) " + ECHO), {"bounds": SHORT}),
    "counts": ("reactor", from_file("flood_of_writes"), {"declares": OUT, "bounds": {"files": 50}}),
}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """An executor over one tool for each rule."""
    arena = Arena(tmp_path_factory.mktemp("rules"), KINDS_OF_TOOLS)
    for name, (kind, module, fields) in TOOLS.items():
        declare(arena.tools, name, module, kind, **fields)
    arena.compile_ahead()
    with opened(arena) as host:
        yield host


def ending(host: Host, name: str) -> tuple[str, Any]:
    """The code and the output of a call with all that the tool declares."""
    ended = host.attack(name, Attack(DONE, declares=TOOLS[name][2].get("declares", ())))
    return ended.code, ended.outcome.output


# -- 1: functions of the host never raise ------------------------------------------------------------------------------


def trapping_by_itself() -> None:
    """A use of wasmtime that has nothing to do with ours, as an embedder may have it in this process."""
    import wasmtime

    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, from_file("unreachable"))
    exports = wasmtime.Instance(store, module, []).exports(store)
    with pytest.raises(wasmtime.Trap):
        exports["run"](store, 0, 0)


@pytest.mark.parametrize(
    "error", [SystemExit, GeneratorExit, KeyboardInterrupt, MemoryError, ZeroDivisionError]
)
@pytest.mark.parametrize("name", ["breaks_here", "breaks_in_a_component"])
def test_a_function_of_the_host_that_breaks_ends_its_own_call_only(
    host: Host, monkeypatch: pytest.MonkeyPatch, name: str, error: type[BaseException]
) -> None:
    """T-WASM-06. Raised through wasmtime, it ends the process from a component, and from a core module it comes out wherever another
    thread's guest traps next.
    """

    def broken(_clock: ClockHandle) -> int:
        raise error

    monkeypatch.setattr(ClockHandle, "now_us", broken)
    assert ending(host, name)[0] == "tool.failed"
    trapping_by_itself()
    assert not (host.arena.folder / "out/after").exists()
    assert all(host.is_well(kind) for kind in KINDS_OF_TOOLS)


def test_after_the_host_ended_a_call_its_guest_runs_no_further(host: Host) -> None:
    """T-WASM-06. An error that is only returned is an invitation to go on: this guest would, until its fuel is burnt."""
    ended = host.attack("counts", Attack("limit.files", declares=OUT))
    assert ended.code == "limit.files"
    assert ended.outcome.fuel < 100_000


# -- 2: one store a call, fuel before instantiation, one ticker -----------------------------------------------------------


def test_every_call_has_a_memory_of_its_own(host: Host) -> None:
    """T-WASM-07. A store that serves two calls shows the second what the first one left."""
    assert [ending(host, "keeps_state") for _ in range(3)] == [(DONE, 1)] * 3


def test_fuel_is_there_before_a_module_starts(host: Host) -> None:
    """T-WASM-01. Set after instantiation, a start function runs without end."""
    assert ending(host, "loop_in_start")[0] == "limit.fuel"


def test_one_ticker_ends_loops_of_several_threads(host: Host) -> None:
    """T-WASM-01. Without ticks nothing ends a loop whose fuel lasts; with a ticker for each call, a hundred calls are a hundred threads."""
    with ThreadPoolExecutor(4) as threads:
        ended = list(threads.map(lambda _: host.attack("loop", Attack("limit.wall")), range(4)))
    assert [one.code for one in ended] == ["limit.wall"] * 4
    assert max(one.wall_s for one in ended) < 5
    assert not any(host.arena.bodies(one.outcome.call_id)[-1].abandoned for one in ended)
    assert [thread.name for thread in threading.enumerate()].count("runtime-wasm-ticker") == 1


# -- 3: admission before compilation ------------------------------------------------------------------------------------------


def test_text_reaches_no_parser_of_text(tmp_path: Path) -> None:
    """T-WASM-02. wasmtime takes text for a module: a second parser, of megabytes, that nobody asked for."""
    import wasmtime

    assert wasmtime.Module(wasmtime.Engine(), b"(module)")
    arena = Arena(tmp_path)
    declare(arena.tools, "text", b"(module)", "reactor")
    with pytest.raises(WasmRefused):
        arena.open()


def test_a_name_that_explodes_is_never_read(host: Host) -> None:
    """T-WASM-03. The words of a trap are 35 megabytes for a module of 300 bytes, and take a second to make."""
    before = time.process_time()
    assert ending(host, "named")[0] == "tool.failed"
    assert time.process_time() - before < 0.5
    assert host.grown_bytes < 64 << 20


def test_a_flipped_byte_in_the_cache_is_compiled_again(tmp_path: Path, user_home: Path) -> None:
    """T-WASM-08. wasmtime runs what it is given as native code, flipped bytes and all."""
    arena = Arena(tmp_path)
    with opened(arena) as host:
        assert host.is_well("reactor")
    entries = sorted((cache_folder() / "wasm").glob("*.cwasm"))
    kept = {entry: entry.read_bytes() for entry in entries}
    for entry in entries:
        entry.write_bytes(kept[entry][:-100] + bytes([kept[entry][-100] ^ 1]) + kept[entry][-99:])
    with opened(arena) as host:
        assert host.is_well("reactor")
    assert {entry: entry.read_bytes()[32:] == kept[entry][32:] for entry in entries} == dict.fromkeys(
        entries, True
    )


def test_an_entry_of_the_cache_in_anothers_place_is_not_run(tmp_path: Path, user_home: Path) -> None:
    """T-WASM-08. It is genuine, and of another module."""
    arena = Arena(tmp_path)
    declare(arena.tools, "other", from_file("keeps_state"), "reactor")
    with opened(arena) as host:
        assert host.executor.call_sync("other", {}, grants=[]).output == 1
    entries = sorted((cache_folder() / "wasm").glob("*.cwasm"))
    kept = [entry.read_bytes() for entry in entries]
    for entry, data in zip(entries, kept[1:] + kept[:1], strict=True):
        entry.write_bytes(data)
    with opened(arena) as host:
        assert host.executor.call_sync("other", {}, grants=[]).output == 1


def test_a_module_that_is_not_the_pinned_one_is_refused(tmp_path: Path) -> None:
    """T-WASM-08. A policy and an approver judged the declaration, which names these bytes."""
    arena = Arena(tmp_path)
    declare(arena.tools, "pinned", packed(), "reactor")
    (arena.tools / "pinned/pinned.wasm").write_bytes(from_file("keeps_state"))
    with pytest.raises(WasmRefused) as caught:
        arena.open()
    assert "digest" in caught.value.details["reason"]


# -- 4: exports by name; memory, tables and instances bounded -------------------------------------------------------------------


def test_nine_thousand_exports_cost_a_call_nothing(host: Host) -> None:
    """T-WASM-03. To list them takes 30 microseconds each: a quarter of a second for every call."""
    assert ending(host, "exports")[0] == DONE
    before = time.process_time()
    for _ in range(10):
        ending(host, "exports")
    assert (time.process_time() - before) / 10 < 0.1


def test_memory_and_tables_grow_to_their_bounds_and_no_further(host: Host) -> None:
    """T-WASM-01. Fuel does not see them: one instruction asks for four gigabytes."""
    code, told = ending(host, "grows")
    pages, places = told
    assert (code, pages) == (DONE, (64 << 20) // 65_536)
    assert 50_000 < places <= 100_000


# -- 5: clock and dice are shown to those who may see them; output is counted -------------------------------------------------------


@pytest.mark.parametrize("name", ["looks", "looks_as_a_component"])
def test_without_leave_the_clock_stands_still_and_the_dice_always_fall_alike(host: Host, name: str) -> None:
    """T-WASM-09. WASI always has both: a tool that declared nothing would know the time, and no run could be repeated."""
    first, second = (host.attack(name, Attack(DONE)).outcome for _ in range(2))
    assert first.error is None
    assert (first.output, first.fuel) == (second.output, second.fuel)


def test_with_leave_the_clock_goes_and_the_dice_fall(host: Host) -> None:
    first, second = (ending(host, "looks_with_leave")[1] for _ in range(2))
    assert first[:3] == second[:3] == [0, 0, 0]
    assert first[3:11] != second[3:11]
    assert first[19:] != second[19:]


def test_a_component_without_a_clock_sleeps_at_once(host: Host) -> None:
    """T-WASM-09. Its clock goes on by what it slept, so that whoever waits for a time sees it come."""
    assert ending(host, "sleeps_as_a_component") == (DONE, [0, 1, 3])


def test_output_is_counted_while_it_is_written(host: Host) -> None:
    """T-WASM-01. It is kept in the host's memory, which fuel does not see."""
    assert ending(host, "floods")[0] == "limit.output"
    assert host.grown_bytes < 64 << 20


# -- 6: pointers are 32 bits without a sign ---------------------------------------------------------------------------------------


def test_a_pointer_into_the_upper_half_of_a_memory_is_as_good_as_any(host: Host) -> None:
    """T-WASM-04. wasmtime hands it over as a negative number: with it the host would write in front of the memory, or refuse what is right."""
    assert ending(host, "wide") == (DONE, "Hello")


# -- 7 and 8: what components do otherwise ------------------------------------------------------------------------------------------


def test_a_component_that_keeps_every_handle_ends_alone(host: Host) -> None:
    """T-WASM-01. Handles of the host that nobody drops end the process that made them."""
    assert ending(host, "leaks")[0] == "tool.failed"
    assert host.is_well("component")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("trap", "tool.failed"),
        ("trap_of_a_component", "tool.failed"),
        ("loop_in_start", "limit.fuel"),
        ("loop_of_a_component", "limit.fuel"),
        ("loop", "limit.wall"),
        ("long_loop_of_a_component", "limit.wall"),
    ],
)
def test_a_trap_is_told_from_a_bound_in_core_modules_and_components(host: Host, name: str, code: str) -> None:
    """T-WASM-01. A component's trap carries no number: a burnt tank looks like any other end."""
    assert ending(host, name)[0] == code
