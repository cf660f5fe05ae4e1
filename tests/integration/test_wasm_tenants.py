"""Two tenants at once, in threads and tasks: each outcome, error and record belongs to the call that it came from."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest
from wasm_arena import Arena, Host, declare, opened
from wasm_attacks import OUT, READ
from wasm_modules import BUFFER, assembled, call, component, from_file, gives, probe, reactor

from runtime.contracts.invocation import Outcome

_HERE = "(i64.or (i64.shl (i64.extend_i32_u (local.get 0)) (i64.const 32)) (i64.extend_i32_u {}))"
_ECHO = _HERE.format("(local.get 1)")
_COMPLAINT = _HERE.format("(i32.or (local.get 1) (i32.const 0x80000000))")
_GIVES = gives("(local.get 0)", "(local.get 1)")
_COMPLAINS = gives("(local.get 0)", "(local.get 1)", error=True)
_READS = [call("cathedral.read", b"README.md", 0, BUFFER, 4)]
_WRITES = [call("cathedral.write", b"out/x", b"y")] * 4
TOOLS = {
    "echoes": ("reactor", assembled(reactor(_ECHO)), {}),
    "complains": ("reactor", assembled(reactor(_COMPLAINT)), {}),
    "echoes_elsewhere": ("component", component(_GIVES), {}),
    "complains_elsewhere": ("component", component(_COMPLAINS), {}),
    "breaks": ("reactor", from_file("division_by_zero"), {}),
    "breaks_elsewhere": ("command", from_file("command_trap"), {}),
    "burns": ("reactor", from_file("loop_in_run"), {"bounds": {"fuel": 10_000}}),
    "burns_elsewhere": ("command", from_file("command_loop"), {"bounds": {"fuel": 10_000}}),
    "reads": ("reactor", probe(_READS), {"declares": READ, "output_schema": {}}),
    "is_ended_by_its_host": ("reactor", probe(_WRITES), {"declares": OUT, "bounds": {"files": 2}}),
    "says": ("command", from_file("command_exit_255"), {}),
}  # fmt: skip
# Those in workers are asked for less often: each is a round trip between processes.
ORDER = [name for name in TOOLS if not name.endswith("elsewhere") and name != "says"] * 3 + list(TOOLS)


class Wanted(NamedTuple):
    """One call and what must come of it."""

    tool: str
    tenant: str
    arguments: dict[str, Any]
    code: str | None
    output: Any


def wanted(number: int) -> Wanted:
    """The call of this number: every one of them has words of its own."""
    tool, tenant = ORDER[number % len(ORDER)], f"agent:tenant-{'ab'[number // 3 % 2]}"
    if tool.startswith("complains"):
        own = f"{tenant[-1]}_{number}"
        return Wanted(tool, tenant, {"code": own, "message": f"no {number}"}, f"guest.{own}", None)
    codes = {"breaks": "tool.failed", "burns": "limit.fuel", "says": "tool.failed"}
    code = "limit.files" if tool.startswith("is_ended") else codes.get(tool.partition("_")[0])
    arguments = {"of": tenant, "number": number}
    return Wanted(tool, tenant, arguments, code, [4] if tool == "reads" else None if code else arguments)


@pytest.fixture
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    arena = Arena(tmp_path_factory.mktemp("tenants"), ())
    for name, (kind, module, fields) in TOOLS.items():
        declare(arena.tools, name, module, kind, **fields)
    arena.compile_ahead()
    with opened(arena) as host:
        yield host


def mistaken(want: Wanted, number: int, outcome: Outcome) -> str | None:
    """What is another's in an outcome, if anything."""
    code = outcome.error and outcome.error.code
    told = (code, outcome.output, outcome.tool, outcome.call_id)
    message = outcome.error.message if outcome.error and want.tool.startswith("complains") else f"no {number}"
    expected = (want.code, want.output, want.tool, f"c-{number}")
    return None if told == expected and message == f"no {number}" else f"{want}: {told} {message}"


def crowded(host: Host, count: int, width: int) -> list[str]:
    """Half of the calls from threads, half from tasks of one loop, at the same time; those that got what is another's."""
    grants = {name: list(fields.get("declares", ())) for name, (_, _, fields) in TOOLS.items()}

    def in_thread(number: int) -> str | None:
        want = wanted(number)
        outcome = host.executor.call_sync(
            want.tool, want.arguments, principal=want.tenant, grants=grants[want.tool], call_id=f"c-{number}"
        )
        return mistaken(want, number, outcome)

    async def in_tasks(numbers: range) -> list[str | None]:
        turns = asyncio.Semaphore(width)

        async def one(number: int) -> str | None:
            want = wanted(number)
            async with turns:
                outcome = await host.executor.call(
                    want.tool,
                    want.arguments,
                    principal=want.tenant,
                    grants=grants[want.tool],
                    call_id=f"c-{number}",
                )
            return mistaken(want, number, outcome)

        return list(await asyncio.gather(*map(one, numbers)))

    with ThreadPoolExecutor(width) as threads:
        beside = threads.submit(lambda: asyncio.run(in_tasks(range(0, count, 2))))
        results = [*threads.map(in_thread, range(1, count, 2)), *beside.result()]
    assert len(results) == count
    return [wrong for wrong in results if wrong]


def agreed(host: Host, count: int) -> None:
    """Each call's records name its own tenant, tool and end."""
    for number in range(0, count, max(1, count // 40)):
        want = wanted(number)
        begun, *_, ended = host.arena.bodies(f"c-{number}")
        assert (begun.principal, begun.tool) == (want.tenant, want.tool)
        assert ended.kind == ("ToolFailed" if want.code else "ToolCompleted")


def test_no_outcome_of_one_tenant_reaches_the_other(host: Host) -> None:
    """T-WASM-10"""
    assert crowded(host, 200, width=6) == []
    agreed(host, 200)


@pytest.mark.soak
def test_no_outcome_of_one_tenant_reaches_the_other_in_4000_calls(host: Host) -> None:
    """T-WASM-10"""
    assert crowded(host, 4_000, width=24) == []
    agreed(host, 4_000)
    assert host.grown_bytes < 128 << 20
