"""``[limits]``: no manifest, caller or policy gives a call more than the operator allows."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from wasm_arena import declare
from wasm_modules import assembled, reactor

from runtime import ResourceBounds, tool
from runtime.backends._wasm.bounds import RunMaxima, bounds_of
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.errors import ConfigurationError, WasmRefused
from runtime.host.executor import Executor
from runtime.host.settings import LimitSettings

HARMLESS: dict[str, Any] = {"description": "For a test", "side_effects": ["none"]}
GREEDY = {"memory_bytes": 1 << 32, "fuel": 1 << 40, "wall_s": 80_000.0, "output_bytes": 1 << 30}
GROWS = reactor(
    """(drop (memory.grow (i32.const 1000)))
    (i32.store8 (i32.const 16) (i32.add (i32.const 48) (i32.gt_u (memory.size) (i32.const 1000))))
    (i64.const 0x1000000001)"""
)
LOOPS = reactor("(loop $on (br $on)) (i64.const 0)")


@pytest.fixture
def limited(workspace: Any, tmp_path: Path) -> Any:
    """Opens an executor under these limits, over reactors that are declared greedily."""
    with contextlib.ExitStack() as stack:

        def open_all(*tools: Any, modules: dict[str, str], **limits: Any) -> Executor:
            folder = workspace.folder / "modules"
            for name, text in modules.items():
                declare(folder, name, assembled(text), "reactor", bounds=GREEDY)
            settings = msgspec.structs.replace(
                workspace.settings,
                limits=LimitSettings(**limits),
                tools=msgspec.structs.replace(
                    workspace.settings.tools, folders=("modules",) if modules else ()
                ),
            )
            return stack.enter_context(
                Executor.open(workspace.folder, tools=tools, settings=settings, isolation="in_process")
            )

        yield open_all


def test_a_greedy_manifest_gets_what_the_operator_allows(limited):
    """T-WASM-16"""
    executor = limited(modules={"grows": GROWS, "loops": LOOPS}, memory_bytes=8 << 20, fuel=1_000_000)
    assert executor.call_sync("grows", {}).output == 0
    assert executor.call_sync("loops", {}).error.code == "limit.fuel"


def test_time_and_output_are_bounded_for_every_tool(limited):
    """T-WASM-16"""

    @tool(**HARMLESS, bounds=ResourceBounds(wall_s=5_000, output_bytes=1 << 29))
    def say(size: int) -> str:
        return "x" * size

    executor = limited(say, modules={}, output_bytes=1_000, wall_s=7.0)
    assert executor.call_sync("say", {"size": 900}).ok
    assert executor.call_sync("say", {"size": 1_100}).error.code == "limit.output"
    limits = executor.preview("say", {"size": 1}, limits=ResourceBounds(wall_s=6_000)).limits
    assert (limits.wall_s, limits.output_bytes) == (7.0, 1_000)


def test_a_module_that_is_larger_than_the_operator_allows_is_refused(limited):
    """T-WASM-16"""
    with pytest.raises(WasmRefused) as refused:
        limited(modules={"grows": GROWS}, module_bytes=64)
    assert refused.value.details["reason"] == "wasm.size"


def test_what_nobody_declares_has_its_default_within_the_operators_bound():
    def bounded(**maxima: int) -> tuple[int, int]:
        bounds = bounds_of(CallContext("c", CapabilitySet(()), ResourceBounds()), RunMaxima(**maxima))
        return bounds.memory_bytes, bounds.fuel

    assert bounded() == (256 << 20, 10_000_000_000)
    assert bounded(memory_bytes=1 << 20, fuel=5) == (1 << 20, 5)


def test_limits_have_ranges_and_their_names_are_checked(workspace):
    for line in ("memory_bytes = 1", "workers = 0", "wall_s = 0", "fule = 5", 'places = "x"'):
        with (workspace.folder / "runtime.toml").open("r+") as settings:
            kept = settings.read()
            settings.write(f"\n[limits]\n{line}\n")
        with pytest.raises(ConfigurationError):
            _ = workspace.settings
        (workspace.folder / "runtime.toml").write_text(kept)
