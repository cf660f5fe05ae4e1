"""What a governed call costs, beside its floors and beside others, all in one run.

    python benchmarks/governed_call.py [--rounds 7] [--calls 320] [--folder DIR] [--json]

The tool does nothing, so the figure is governance alone: validation, capability gate, Rego policy (the default bundle), two
durable commits of four records to a real log, output validation, hashing. Arguments that differ in every call miss the decision cache:
policy is really asked, and that is the row to judge by. Equal arguments hit it.

Floors are what the machine charges for the parts that nobody can leave out: one durable append (a call makes two), one signature,
one evaluation of the same question by the bare engine. Peers come with the extra ``bench``; one that is not installed is named
as absent. At 64 at once the figure is wall time by call; the latency columns are what each caller waited. The toolkit's calls are
plain functions: 64 callers on one loop would wait for one another, at the same cost a call.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from benchmarks._measure import (
    Figures,
    Turn,
    durable_append,
    file_system,
    signature,
    take_turns,
    time_each,
    time_each_async,
    time_side_by_side,
)
from benchmarks._peers import CONTROL_PLANE, GOVERN, GOVERN_MANY, paths, peer_rows, peers
from runtime import Completed, Executor, Outcome, tool
from runtime.audit.verify.verifier import verify
from runtime.backends.inprocess import InProcess
from runtime.contracts.decision import PolicyInput
from runtime.contracts.invocation import Principal
from runtime.executor.prepared import prepare
from runtime.host import workspace
from runtime.host.resources import folder as resource_folder
from runtime.host.settings import load_settings
from runtime.policy.engines import ENTRY, Isolation
from runtime.policy.question import question
from runtime.sdk import as_tool

CALLERS = 64
WHO = "agent:demo"
SYNC, SIGN, ENGINE = "append 600 bytes, fdatasync", "Ed25519 signature", "bare engine, same question"
SUM = "sum of the floors"
HEADLINE = "64 at once, worker, differing arguments, async tool"
ALONE = "alone, worker, differing arguments, async tool"
PEERS = (CONTROL_PLANE, GOVERN, GOVERN_MANY)
_ISOLATIONS: tuple[Isolation, ...] = ("worker", "in_process")


@tool(description="Nothing", side_effects=["none"], determinism="pure")
async def async_tool(path: str) -> str:
    """Give the argument back."""
    return path


@tool(description="Nothing", side_effects=["none"], determinism="pure")
def plain_tool(path: str) -> str:
    """Give the argument back, from a worker thread."""
    return path


def floor_rows(folder: Path, calls: int) -> dict[str, Turn]:
    """What the machine charges for the parts that no implementation can leave out."""
    append, sign, evaluate = durable_append(folder), signature(), _bare_engine()
    return {
        SYNC: lambda _: time_each(append, range(calls)),
        SIGN: lambda _: time_each(sign, range(calls)),
        ENGINE: lambda turn: time_each(evaluate, [_question(arguments) for arguments in paths(turn, calls)]),
    }


def _bare_engine() -> Callable[[str], object]:
    import regorus

    engine, bundle = regorus.Engine(), resource_folder("policies")
    engine.add_policy("authz.rego", (bundle / "authz.rego").read_text("utf-8"))
    engine.add_data_json((bundle / "data.json").read_text("utf-8"))

    def evaluate(asked: str) -> object:
        engine.set_input_json(asked)
        return engine.eval_rule_as_json(ENTRY)

    return evaluate


_PREPARED = prepare(as_tool(async_tool), {InProcess.source: InProcess()}, "/")


def _question(arguments: dict[str, str]) -> str:
    """What the executor asks of policy for these arguments."""
    asked = PolicyInput(
        principal=Principal(id=WHO).to_data(),
        tool=_PREPARED.policy_view(_PREPARED.declared),
        canonical_arguments=msgspec.json.encode(arguments),
        capabilities={"declared": [], "granted": []},
    )
    return question(asked).decode()


def governed_rows(executors: dict[Isolation, Executor], loop: asyncio.Runner, calls: int) -> dict[str, Turn]:
    """Every combination of how many at once, where policy is evaluated, which arguments, which tool."""
    rows: dict[str, Turn] = {}
    for callers in (CALLERS, 1):
        for isolation, executor in executors.items():
            for arguments in ("differing", "equal"):
                for kind in (async_tool, plain_tool):
                    together = f"{callers} at once" if callers > 1 else "alone"
                    label = kind.__name__.replace("_", " ")
                    name = f"{together}, {isolation}, {arguments} arguments, {label}"
                    rows[name] = _asynchronous(executor, loop, callers, arguments, kind.__name__, calls)
    rows["alone, worker, differing arguments, call_sync"] = _synchronous(executors["worker"], calls)
    return rows


def _asynchronous(
    executor: Executor, loop: asyncio.Runner, callers: int, arguments: str, name: str, calls: int
) -> Turn:
    async def call(given: dict[str, str]) -> None:
        _require_completed(await executor.call(name, given, grants=(), principal=WHO))

    async def measure(turn: int) -> Any:
        items = list(_arguments(arguments, f"{id(call):x}_{turn}", calls))
        if callers == 1:
            return await time_each_async(call, items)
        return await time_side_by_side(call, items, callers)

    return lambda turn: loop.run(measure(turn))


def _synchronous(executor: Executor, calls: int) -> Turn:
    def call(given: dict[str, str]) -> None:
        _require_completed(executor.call_sync("async_tool", given, grants=(), principal=WHO))

    return lambda turn: time_each(call, _arguments("differing", f"sync_{turn}", calls))


def _arguments(kind: str, turn: str, calls: int) -> Iterator[dict[str, str]]:
    return paths(turn, calls) if kind == "differing" else ({"path": "src/module.py"} for _ in range(calls))


def _require_completed(outcome: Outcome) -> None:
    if not isinstance(outcome, Completed):
        raise SystemExit(f"the benchmark's own call did not complete: {outcome}")


def measure(folder: Path, rounds: int, calls: int) -> tuple[dict[str, Figures], int]:
    """The figures of every row, and how many records the verified logs hold."""
    keys: dict[Isolation, str] = {}
    with ExitStack() as open_things:
        loop = open_things.enter_context(asyncio.Runner())
        executors: dict[Isolation, Executor] = {}
        for isolation in _ISOLATIONS:
            place = folder / isolation
            place.mkdir()
            keys[isolation] = workspace.initialise(place, pin=False).verifier_key
            executors[isolation] = open_things.enter_context(
                Executor.open(
                    place,
                    settings=load_settings(place).settings,
                    tools=[async_tool, plain_tool],
                    isolation=isolation,
                )
            )
        rows = floor_rows(folder, calls) | governed_rows(executors, loop, calls) | peer_rows(calls)
        figures = take_turns(rows, rounds)
    return figures, sum(_verified(folder / isolation, key) for isolation, key in keys.items())


def _verified(place: Path, key: str) -> int:
    """What was measured must be a log that holds."""
    report = verify(place / ".runtime" / "audit", verifier_keys=[key], quick=True)
    if report.verdict != "OK_NOT_WITNESSED":
        raise SystemExit(f"the benchmark's own log is {report.verdict}: {report.detail}")
    return report.records


def report(figures: dict[str, Figures], records: int, folder: Path) -> dict[str, Any]:
    """Figures and ratios as data: what ``--json`` prints and the table shows."""
    floor_us = sum(figures[name].p50_us for name in (SYNC, SIGN, ENGINE))
    rows = []
    for name, row in figures.items():
        ratios = {peer: row.cost_us / figures[peer].cost_us for peer in PEERS if peer in figures}
        rows.append(
            {
                "row": name,
                "us": row.cost_us,
                "p50_us": row.p50_us,
                "p99_us": row.p99_us,
                "floors": row.cost_us / floor_us,
                "peers": ratios,
            }
        )
    return {
        "file_system": file_system(folder),
        "records_verified": records,
        "peers": peers(),
        "floors_us": floor_us,
        "aims": _aims(figures, floor_us),
        "rows": rows,
    }


def _aims(figures: dict[str, Figures], floor_us: float) -> list[dict[str, Any]]:
    aims = [(f"{ALONE}: at most 3 x the floors", figures[ALONE].cost_us / floor_us, 3.0)]
    aims += [
        (f"{HEADLINE}: ahead of {peer}", figures[HEADLINE].cost_us / figures[peer].cost_us, 1.0)
        for peer in PEERS
        if peer in figures
    ]
    return [{"aim": aim, "ratio": ratio, "met": ratio <= most} for aim, ratio, most in aims]


def show(told: dict[str, Any]) -> None:
    """The table."""
    for name, found in told["peers"].items():
        print(f"peer {name}: {found or 'absent, not measured (pip install {name})'}")
    print(f"log on {told['file_system']}, {told['records_verified']:,} records written, synced and verified")
    short = ("floors", "control plane", "govern()", "govern() many")
    print(f"\n{'':64}{'us/call':>9}{'p50':>9}{'p99':>9}" + "".join(f"{'x ' + name:>16}" for name in short))
    for row in told["rows"]:
        ratios = [row["floors"], *(row["peers"].get(peer) for peer in PEERS)]
        cells = "".join(f"{'-' if r is None else format(r, '.2f'):>16}" for r in ratios)
        print(f"{row['row']:64}{row['us']:9.0f}{row['p50_us']:9.0f}{row['p99_us']:9.0f}{cells}")
    print(f"{SUM:64}{told['floors_us']:9.0f}\n")
    for aim in told["aims"]:
        print(f"{'met    ' if aim['met'] else 'NOT MET'}  {aim['ratio']:5.2f}  {aim['aim']}")
    print("Peers keep what they record in memory: nothing of it is durable.")


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the governed call.")
    parser.add_argument("--rounds", type=int, default=7, help="turns that count")
    parser.add_argument("--calls", type=int, default=320, help="calls of one row in one turn")
    parser.add_argument("--folder", type=Path, default=None, help="where the logs are written; a real disk")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print one JSON object")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        figures, records = measure(Path(name), options.rounds, options.calls)
        told = report(figures, records, Path(name))
    print(json.dumps(told)) if options.as_json else show(told)


if __name__ == "__main__":
    main()
