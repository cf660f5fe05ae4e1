"""The same input to the same module is the same output and the same fuel: in one process, in another, fresh or used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from wasm_arena import Arena, declare, opened
from wasm_attacks import FLOOD, LITTLE, looking_around
from wasm_modules import BUFFER, NOTE, TELL, assembled, call, component, from_file, gives, probe, reactor

# Sums of fractions that do not come out even, a root, and a quotient that is no number.
_FRACTIONS = f"""(local $n i32) (local $x f64)
  (loop $on
    (local.set $x (f64.add (local.get $x) (f64.div (f64.const 1) (f64.convert_i32_u (i32.add (local.get $n) (i32.const 3))))))
    (local.set $n (i32.add (local.get $n) (i32.const 1)))
    (br_if $on (i32.lt_u (local.get $n) (i32.const 1000))))
  (call $note (i64.shr_u (i64.reinterpret_f64 (f64.sqrt (local.get $x))) (i64.const 12)))
  (call $note (i64.shr_u (i64.reinterpret_f64 (f64.div (f64.const 0) (f64.sub (local.get $x) (local.get $x)))) (i64.const 12)))
  {TELL}"""
_GROWS = "(loop $on (br_if $on (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))) (call $note (i64.extend_i32_u (memory.size)))"
_LOOKS = [call("wasi.clock_time_get", 1, 0, BUFFER), call("wasi.random_get", BUFFER + 8, 32)]
TOOLS: dict[str, tuple[str, bytes, dict[str, Any]]] = {
    "fractions": ("reactor", assembled(reactor(_FRACTIONS, fields=NOTE)), {}),
    "grows": ("reactor", assembled(reactor(_GROWS + TELL, fields=NOTE)), {}),
    "recursion": ("reactor", from_file("recursion"), {}),
    "burns": ("reactor", from_file("loop_in_run"), {"bounds": FLOOD}),
    "looks": ("command", probe(_LOOKS, peek=range(BUFFER, BUFFER + 40)), {}),
    "yields": ("command", from_file("command_loop_of_yields"), {"bounds": {"fuel": 10_000}}),
    "elsewhere": ("component", component(gives("(local.get 0)", "(local.get 1)")), {}),
    "looks_elsewhere": ("component", looking_around(), {}),
    "burns_elsewhere": ("component", component("(loop $on (br $on)) unreachable"), {"bounds": LITTLE}),
}
ARGUMENTS = {"text": "the same, ä€😀", "numbers": [1, 2.5, -0.0]}


@pytest.fixture
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    arena = Arena(tmp_path_factory.mktemp("determinism"), ())
    for name, (kind, module, fields) in TOOLS.items():
        declare(arena.tools, name, module, kind, output_schema={}, **fields)
    arena.compile_ahead()
    return arena


def run(arena: Arena, *, executors: int, runs: int) -> dict[str, set[tuple[object, ...]]]:
    """What was seen of each tool, in fresh executors and workers and in ones that have run it before: digest, error, fuel.

    The fuel is the caller's; the log has the same.
    """
    found: dict[str, set[tuple[object, ...]]] = {name: set() for name in TOOLS}
    burnt: dict[str | None, int | None] = {}
    for _ in range(executors):
        with opened(arena) as host:
            for name in [*TOOLS] * runs:
                outcome = host.executor.call_sync(name, ARGUMENTS, grants=[])
                found[name].add((outcome.digest, outcome.error and outcome.error.code, outcome.fuel))
                burnt[outcome.call_id] = outcome.fuel
    recorded = {call: body.fuel for call, body in arena.records() if body.terminal and call in burnt}
    assert recorded == burnt
    return found


def differing(found: dict[str, set[tuple[object, ...]]]) -> dict[str, set[tuple[object, ...]]]:
    return {name: every for name, every in found.items() if len(every) != 1 or next(iter(every))[2] is None}


def test_the_same_input_gives_the_same_digest_and_burns_the_same_fuel(arena: Arena) -> None:
    found = run(arena, executors=2, runs=6)
    assert differing(found) == {}
    assert found["burns"] == {(None, "limit.fuel", FLOOD["fuel"])}
    assert found["burns_elsewhere"] == {(None, "limit.fuel", LITTLE["fuel"])}


@pytest.mark.soak
def test_a_thousand_runs_give_the_same_digest_and_burn_the_same_fuel(arena: Arena) -> None:
    assert differing(run(arena, executors=10, runs=100)) == {}
