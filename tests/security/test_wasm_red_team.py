"""The red team: modules that want to hold, fill, leave or deceive their host. Each ends inside its budget, with its code."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from wasm_arena import Arena, Host, opened
from wasm_attacks import (
    COMMANDS,
    COMPONENTS,
    DONE,
    ESCAPES,
    ESCAPING,
    POINTED,
    POINTERS_OF,
    REACTORS,
    SOURCE,
    Attack,
    Kind,
    pointing,
)


MAX_GROWTH = 64 << 20
TEAMS: dict[Kind, dict[str, Attack]] = {"reactor": REACTORS, "command": COMMANDS, "component": COMPONENTS}
EVERY = [(kind, name) for kind, team in TEAMS.items() for name in team]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One executor that all attacks are called through, one after another."""
    arena = Arena(tmp_path_factory.mktemp("arena"))
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
    with opened(arena) as host:
        yield host


@pytest.mark.parametrize(("kind", "name"), EVERY, ids=[name for _, name in EVERY])
def test_every_attack_ends_inside_its_budget_and_the_next_call_works(
    host: Host, kind: Kind, name: str
) -> None:
    """T-WASM-01"""
    attack = TEAMS[kind][name]
    ended = host.attack(name, attack)
    assert ended.code == attack.ends
    assert ended.outcome.output == attack.output
    assert ended.wall_s < attack.within_s
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
