"""The red team: modules that want to hold, fill, leave or deceive their host. Each ends inside its budget, with its code."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path

import pytest
import wasm_bombs as bombs
from wasm_arena import BOUNDS, KINDS_OF_TOOLS, Arena, Host, opened
from wasm_attacks import (
    COMMANDS,
    COMPONENTS,
    DONE,
    ESCAPES,
    ESCAPING,
    POINTED,
    POINTERS_OF,
    REACTORS,
    READ,
    REFUSED,
    SOURCE,
    WASI_ESCAPES,
    WASI_PROBES,
    Attack,
    Kind,
    pointing,
)

from runtime.audit.verify.verifier import verify
from runtime.backends._wasm import modules, worker
from runtime.contracts.errors import WasmRefused

MAX_GROWTH = 64 << 20
SLACK_S = 2.0
"""For a machine that does something else as well."""
TEAMS: dict[Kind, dict[str, Attack]] = {"reactor": REACTORS, "command": COMMANDS, "component": COMPONENTS}
SLOW = {"command_fill_the_disk", "component_reads_a_gigabyte"}
EVERY = [
    pytest.param(kind, name, id=name, marks=[pytest.mark.soak] if name in SLOW else [])
    for kind, team in TEAMS.items()
    for name in team
]


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    """An arena of one test's own."""
    return Arena(tmp_path)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One executor that all attacks are called through, one after another."""
    arena = Arena(tmp_path_factory.mktemp("arena"), KINDS_OF_TOOLS)
    for kind, team in TEAMS.items():
        for name, attack in team.items():
            arena.add(name, attack, kind)
    for function in POINTERS_OF:
        made = Attack(DONE, partial(pointing, function), POINTED)
        arena.add(function.replace(".", "_points_"), made, "reactor", output_schema={})
    for function, build in ESCAPING.items():
        arena.add(
            function.replace(".", "_escapes_"), Attack(DONE, build, SOURCE), "reactor", output_schema={}
        )
    arena.compile_ahead()
    with opened(arena) as host:
        yield host


@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_every_attack_ends_inside_its_budget_and_the_next_call_works(
    host: Host, kind: Kind, name: str
) -> None:
    """T-WASM-01"""
    attack = TEAMS[kind][name]
    ended = host.attack(name, attack)
    assert ended.code == attack.ends
    assert ended.outcome.output == attack.output
    assert ended.wall_s < {**BOUNDS, **attack.bounds}["wall_s"] + SLACK_S
    assert host.is_well(kind)
    assert host.grown_bytes < MAX_GROWTH


# -- what host calls are given ------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", POINTERS_OF)
def test_a_bad_pointer_is_an_error_of_the_guest_and_touches_nothing(host: Host, function: str) -> None:
    """T-WASM-04"""
    ended = host.attack(function.replace(".", "_points_"), Attack(DONE, declares=POINTED))
    assert ended.code == DONE
    assert [result for result in ended.outcome.output if result >= 0] == []
    assert host.is_well("reactor")


def test_no_path_reads_what_was_not_granted(host: Host) -> None:
    """T-WASM-05"""
    ended = host.attack("cathedral_escapes_read", Attack(DONE, declares=SOURCE))
    first, *results = ended.outcome.output[: len(ESCAPES) + 1]
    assert first == len("alpha")
    assert {kind for kind, result in zip(ESCAPES, results, strict=True) if result >= 0} <= {
        "a file as a folder"
    }
    assert bytes(ended.outcome.output[len(ESCAPES) + 1 :]) == b"alpha"
    assert {"secret.txt", "src/link_out", ".runtime/keys/log.key"} <= set(
        host.arena.denied(ended.outcome.call_id)
    )


def test_no_path_writes_what_was_not_granted(host: Host) -> None:
    """T-WASM-05"""
    before = host.arena.seen()
    ended = host.attack("cathedral_escapes_write", Attack(DONE, declares=SOURCE))
    assert ended.outcome.output[0] == 0
    assert (host.arena.folder / "src/new.txt").read_bytes() == b"loot"
    assert host.arena.seen() == before
    assert "secret.txt" in host.arena.denied(ended.outcome.call_id)


# -- what is not admitted, and what a compiler gets -----------------------------------------------------------------


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_no_tool_is_refused_before_a_compiler_sees_it(arena: Arena, name: str) -> None:
    """T-WASM-02"""
    kind = next((kind for kind in KINDS_OF_TOOLS if name.startswith(kind)), "reactor")
    arena.add(name, REFUSED[name], kind)
    with pytest.raises(WasmRefused) as caught:
        arena.open()
    assert caught.value.suggestion


@pytest.mark.parametrize(
    "names",
    [list(bombs.INVALID)[:2], pytest.param(list(bombs.INVALID), marks=pytest.mark.soak)],
    ids=["some", "all"],
)
def test_what_no_compiler_accepts_is_unavailable_and_the_rest_works(arena: Arena, names: list[str]) -> None:
    """T-WASM-02"""
    for name in names:
        arena.add(name, Attack("backend.unavailable", bombs.INVALID[name], READ), "reactor")
    with opened(arena) as host:
        for name in names:
            assert (
                host.attack(name, Attack("backend.unavailable", declares=READ)).code == "backend.unavailable"
            )
        assert host.is_well("reactor")


@pytest.mark.parametrize(
    "names",
    [list(bombs.COSTLY)[:3], pytest.param(list(bombs.COSTLY), marks=pytest.mark.soak)],
    ids=["some", "all"],
)
def test_what_costs_a_compiler_dearly_is_compiled_once_and_in_time(arena: Arena, names: list[str]) -> None:
    """T-WASM-03"""
    for name in names:
        arena.add(name, Attack("output.invalid", bombs.COSTLY[name]), "reactor")
    with opened(arena) as host:
        for name in names:
            first, second = (host.attack(name, Attack("output.invalid")) for _ in range(2))
            assert (first.code, second.code) == ("output.invalid", "output.invalid")
            assert first.wall_s < 10
            assert second.wall_s < 0.5
        assert host.grown_bytes < MAX_GROWTH


# -- what programs of WASI do with paths, descriptors and pointers ----------------------------------------------------


@pytest.fixture(scope="module")
def prober(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """An executor for programs that ask for all that they should not get."""
    arena = Arena(tmp_path_factory.mktemp("probed"), ["command"])
    for name, attack in WASI_PROBES.items():
        arena.add(name, attack, "command", output_schema={})
    arena.compile_ahead()
    with opened(arena) as host:
        yield host


@pytest.fixture
def probed(prober: Host) -> Callable[[str], list[int]]:
    """What the host answers to one of them."""
    prober.arena.lay_traps()

    def probe(name: str) -> list[int]:
        ended = prober.attack(name, WASI_PROBES[name])
        assert ended.code == DONE
        assert prober.is_well("command")
        return list(ended.outcome.output)

    return probe


def test_no_path_of_wasi_reads_what_was_not_granted(probed) -> None:
    """T-WASM-05"""
    first, *results = probed("wasi_reads")
    assert first == 0
    assert [kind for kind, result in zip(WASI_ESCAPES, results, strict=True) if result == 0] == []


def test_no_path_of_wasi_writes_what_was_not_granted(prober: Host, probed) -> None:
    """T-WASM-05"""
    arena = prober.arena
    before = arena.seen()
    first, *results = probed("wasi_writes")
    assert first == 0
    assert (arena.folder / "src/made.txt").exists()
    assert [kind for kind, result in zip(WASI_ESCAPES, results, strict=True) if result == 0] == []
    assert arena.seen() == before


@pytest.mark.parametrize("name", ["wasi_changes", "wasi_changes_what_is_reserved"])
def test_no_link_name_or_removal_reaches_what_was_not_granted(prober: Host, probed, name: str) -> None:
    """T-WASM-05"""
    arena = prober.arena
    before = arena.seen()
    probed(name)
    assert arena.seen() == before
    assert arena.looted() == []


def test_what_the_runtime_rests_on_is_closed_to_the_widest_grant(probed) -> None:
    """T-WASM-05"""
    first, *results = probed("wasi_reads_what_is_reserved")
    assert first == 0
    assert 0 not in results


def test_a_number_that_was_never_opened_is_no_folder(probed) -> None:
    """T-WASM-05"""
    assert 0 not in probed("wasi_other_descriptors")


def test_a_bad_pointer_of_a_program_is_its_own_error(probed) -> None:
    """T-WASM-04"""
    assert 0 not in probed("wasi_points")


def test_what_no_compiler_ends_is_killed_and_not_tried_again(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T-WASM-03"""
    monkeypatch.setattr(modules, "COMPILE_S", 0.2)
    monkeypatch.setattr(worker, "START_S", 2.0)
    arena.add("endless", Attack("backend.unavailable", bombs.ENDLESS), "reactor")
    arena.compile_ahead(without="endless")
    with opened(arena) as host:
        first, second = (host.attack("endless", Attack("backend.unavailable")) for _ in range(2))
        assert (first.code, second.code) == ("backend.unavailable", "backend.unavailable")
        assert first.wall_s < 10
        assert second.wall_s < 1
        assert host.is_well("reactor")


@pytest.mark.soak
def test_what_no_compiler_ends_is_killed_after_its_whole_time(arena: Arena) -> None:
    """T-WASM-03"""
    arena.add("endless", Attack("backend.unavailable", bombs.ENDLESS), "reactor")
    with opened(arena) as host:
        assert host.attack("endless", Attack("backend.unavailable")).wall_s < 70
        assert host.is_well("reactor")


# -- what is left afterwards --------------------------------------------------------------------------------------------


def test_the_log_of_all_that_was_called_here_verifies(host: Host) -> None:
    """T-WASM-12"""
    assert host.is_well("reactor")
    arena = host.arena
    report = verify(arena.folder / ".runtime/audit", verifier_keys=[arena.verifier_key])
    assert (report.exit_code, report.open_calls) == (0, 0)


def left_over() -> tuple[int, list[str]]:
    """How many descriptors this process has open, and which processes it has started.

    Not counted is what wasmtime keeps of the last module that it ran: one image of its memory, until the next one.
    """
    opened = [os.path.realpath(place) for place in Path("/proc/self/fd").iterdir()]
    children = [file.read_text().split() for file in Path("/proc/self/task").glob("*/children")]
    return sum("wasm-memory-image" not in place for place in opened), sorted(chain.from_iterable(children))


def test_a_closed_executor_leaves_no_worker_and_no_descriptor(tmp_path: Path) -> None:
    """T-WASM-01"""
    arena = Arena(tmp_path, KINDS_OF_TOOLS)
    arena.add("command_sleep", COMMANDS["command_sleep"], "command")
    arena.compile_ahead()
    before = settled(left_over)
    for _ in range(2):
        with opened(arena) as host:
            assert host.attack("command_sleep", COMMANDS["command_sleep"]).code == "limit.wall"
    assert settled(left_over, before) == before


def settled(look: Callable[[], object], wanted: object = None) -> object:
    """What is seen once it is wanted, or twice alike: a worker that was just started ends by itself."""
    deadline_s, last = time.monotonic() + 20, look()
    while time.monotonic() < deadline_s:
        gc.collect()
        seen = look()
        if seen == wanted or (wanted is None and seen == last):
            return seen
        last = seen
    return last
