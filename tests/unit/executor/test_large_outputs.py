"""Outputs that unfold: what is large is counted before it is read, judged away from the loop, and in the call's time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wasm_arena import declare, held_bytes
from wasm_modules import assembled, reactor

from runtime import ResourceBounds, tool
from runtime.backends._wasm.folder import read_tool
from runtime.contracts import bounded_json
from runtime.contracts.errors import OutputLimit, WallLimit
from runtime.validation.normalize import Normalizer, is_small

HARMLESS: dict[str, Any] = {"description": "For a test", "side_effects": ["none"]}
MEGABYTE = 1 << 20
SIZE = 16 * MEGABYTE
_AT = 16


def repeating(part: str, *, size: int = SIZE, first: str = "[", last: str = "0]") -> str:
    """A reactor that answers a list of one part over and over, of about this size."""
    times = (size - len(first) - len(last)) // len(part)
    end = _AT + len(first) + times * len(part)
    seed = "".join(f"\\{byte:02x}" for byte in (first + part).encode())
    return reactor(
        f"""(memory.copy (i32.const {_AT + len(first) + len(part)}) (i32.const {_AT + len(first)})
              (i32.const 0))
            (local.set 0 (i32.const {_AT + len(first)}))
            (loop $on
              (memory.copy (i32.add (local.get 0) (i32.const {len(part)})) (local.get 0) (i32.const {len(part)}))
              (local.set 0 (i32.add (local.get 0) (i32.const {len(part)})))
              (br_if $on (i32.lt_u (local.get 0) (i32.const {end - len(part)}))))
            (i32.store16 (i32.const {end}) (i32.const {last.encode()[0] | last.encode()[1] << 8}))
            (i64.const {(_AT << 32) | (end + len(last) - _AT)})""",
        fields=f'(data (i32.const {_AT}) "{seed}")',
        pages=SIZE // 65_536 + 2,
    )


def highest_bytes(act: Callable[[], object]) -> int:
    """How much more memory than now this process held at most meanwhile."""
    Path("/proc/self/clear_refs").write_text("5")  # the highest is from now on
    begun = held_bytes()
    act()
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024 - begun


@pytest.fixture
def unfolding(workspace: Any, tmp_path: Path) -> Any:
    """Opens an executor over reactors of these texts, called ``t0``, ``t1`` and so on."""
    opened = []

    def open_all(*texts: str) -> Any:
        bounds = {"memory_bytes": 64 * MEGABYTE, "output_bytes": SIZE, "wall_s": 30.0, "fuel": 1 << 36}
        places = [
            declare(
                tmp_path / "modules",
                f"t{n}",
                assembled(text),
                "reactor",
                bounds=bounds,
                output_schema={"type": "array"},
            )
            for n, text in enumerate(texts)
        ]
        opened.append(workspace.open(*map(read_tool, places)))
        return opened[-1]

    yield open_all
    for executor in opened:
        executor.close()


def test_outputs_of_millions_of_values_take_neither_the_memory_nor_the_loop(unfolding):
    """T-RUN-42: four at once; before, each took fifty times its size, and the loop stood still for seconds."""
    executor = unfolding(
        repeating("[],"), repeating("0.1,"), repeating('"a",'), repeating('"' + "x" * 80 + '",')
    )

    async def all_at_once() -> list[Any]:
        return await asyncio.gather(*(executor.call(f"t{n % 4}", {}) for n in range(4)))

    executor.call_sync("t0", {})
    alone = highest_bytes(lambda: executor.call_sync("t0", {}))
    assert alone < 8 * SIZE
    outcomes: list[Any] = []
    assert highest_bytes(lambda: outcomes.extend(asyncio.run(all_at_once()))) < 4 * 8 * SIZE
    assert [outcome.error and outcome.error.code for outcome in outcomes] == [
        "limit.output", "limit.output", "limit.output", None,
    ]  # fmt: skip
    assert outcomes[0].error.details == {"max_values": bounded_json.MAX_VALUES}
    assert len(outcomes[3].output) > 200_000


def test_a_large_output_is_judged_away_from_the_loop(unfolding, monkeypatch):
    """T-RUN-42"""
    threads: list[bool] = []
    normalize = Normalizer.normalize

    def noted(*given: Any, **named: Any) -> Any:
        threads.append(threading.current_thread() is threading.main_thread())
        return normalize(*given, **named)

    monkeypatch.setattr(Normalizer, "normalize", noted)
    executor = unfolding(repeating('"' + "x" * 80 + '",', size=MEGABYTE), repeating("1,", size=100))
    assert asyncio.run(executor.call("t0", {})).ok
    assert asyncio.run(executor.call("t1", {})).ok
    assert threads == [False, True]


def test_a_python_tools_output_is_bounded_in_values_as_well(opened):
    """T-RUN-42"""

    @tool(**HARMLESS)
    def unfold() -> list[list[int]]:
        return [[]] * (bounded_json.MAX_VALUES + 1)

    @tool(**HARMLESS)
    def much() -> list[str]:
        return ["x"] * 100_000

    executor = opened(unfold, much)
    assert executor.call_sync("unfold", {}).error.code == "limit.output"
    assert executor.call_sync("much", {}).output == ["x"] * 100_000


def test_an_output_is_judged_in_the_time_of_its_call(workspace, opened):
    """T-RUN-42: another large output is being judged, and this one's turn does not come."""

    @tool(**HARMLESS)
    def much() -> list[str]:
        return ["x"] * 100_000

    executor = opened(much)
    with bounded_json.turn(lambda: None):
        outcome = executor.call_sync("much", {}, limits=ResourceBounds(wall_s=0.2))
    assert outcome.error.code == "limit.wall"
    assert workspace.kinds(outcome.call_id)[-1] == "ToolTimedOut"
    assert executor.call_sync("much", {}).ok


@pytest.mark.parametrize(
    "value",
    [
        [],
        [[], {}],
        {"a": [1, {"b": 2}], "c": "x,y:[{"},
        ["\\", '\\"', ",", "\\\\"],
        [0.5, None, True, "ä,ö"],
        [[[[1]]], [" ", [[]]], {"": {"": {}}}],
    ],
)
def test_values_are_counted_as_they_are_and_not_what_stands_in_strings(value):
    def count(held: Any) -> int:
        if isinstance(held, dict):
            return 1 + sum(1 + count(item) for item in held.values())
        return 1 + (sum(map(count, held)) if isinstance(held, list) else 0)

    for text in (json.dumps(value), json.dumps(value, indent=2), json.dumps(value, ensure_ascii=False)):
        bounded_json.require_few(text.encode(), lambda: None, count(value))
        with pytest.raises(OutputLimit):
            bounded_json.require_few(text.encode(), lambda: None, count(value) - 1)


@pytest.mark.parametrize("part", [b'"\\\\', b"\\n", b'"', b",", b"[ ", b'\\"', b'"x"'])
def test_counting_takes_no_more_than_its_time_whatever_the_text(part):
    """T-RUN-42: texts made to be looked at for long; whoever waits is asked now and then."""
    asked: list[int] = []

    def check() -> None:
        asked.append(1)
        if len(asked) > 3:
            raise WallLimit("late", wall_s=0.0)

    text = b'"' + part * (2 * MEGABYTE // len(part))
    with contextlib.suppress(OutputLimit, WallLimit):
        bounded_json.require_few(text + b",1" * 300_000, check)
    assert len(asked) <= 4


def test_the_search_for_garbage_goes_on_when_the_turn_is_over():
    import gc

    def work() -> None:
        with bounded_json.turn(lambda: None):
            assert not gc.isenabled()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert gc.isenabled()


def test_looking_whether_an_output_is_small_ends_for_one_that_holds_itself():
    held: list[Any] = []
    held.append(held)
    assert not is_small([held] * 3)
    assert is_small({"a": ["b"] * 1000})
    assert not is_small("x" * MEGABYTE)
    assert not is_small([0] * MEGABYTE)
