"""What a governed call costs inside a script beside the same call made directly, and what one script saves a model beside five calls.

    python -m benchmarks.scripts [--rounds 5] [--calls 200] [--json]

All rows use one workspace, one log and arguments that differ in every call, so that policy is really asked. A call makes two durable commits
wherever it is made: what a script adds is its own interpretation. "by call" is wall time for each call, the script's own call left out.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from runtime import Executor, Outcome, ToolCall, ToolContext, tool
from runtime.host import workspace
from runtime.host.settings import load_settings
from runtime.scripted import ScriptedTool, ToolArgs, ToolDef

ANY = [ToolCall(["*"])]
ORDERS = 40
SCRIPT = """
user=$(get_user --id {id})
orders=$(list_orders --user_id {id})
best=$(echo "$orders" | jq -r 'max_by(.total).item')
left=$(get_inventory --item "$best" | jq .in_stock)
price=$(get_price --item "$best" | jq .price)
code=$(create_discount --user_id {id} --percent 10 | jq -r .code)
echo "$(echo "$user" | jq -r .name): $best, $left left at $price, $code"
"""


@tool(description="Gives its argument back", side_effects=["none"])
async def probe(path: str) -> str:
    """The argument."""
    return path


@tool(description="Calls probe", side_effects=["none"], capabilities=ANY)
async def around(context: ToolContext, first: int, times: int) -> float:
    """Microseconds by call."""
    begun = time.perf_counter()
    for number in range(first, first + times):
        await context.call("probe", {"path": f"in/{number}"})
    return (time.perf_counter() - begun) / times * 1e6


def _get_user(args: ToolArgs) -> str:
    return json.dumps(
        {"id": args.params["id"], "name": "Alice", "email": "alice@example.com", "tier": "premium"}
    )


def _list_orders(args: ToolArgs) -> str:
    user = args.params["user_id"]
    return json.dumps(
        [
            {"id": n, "user": user, "item": f"item-{n}", "total": n * 7 % 100, "status": "delivered"}
            for n in range(ORDERS)
        ]
    )


def _get_inventory(args: ToolArgs) -> str:
    return json.dumps({"item": args.params["item"], "in_stock": 4, "warehouse": "north"})


def _get_price(args: ToolArgs) -> str:
    return json.dumps({"item": args.params["item"], "price": 29.0, "currency": "EUR"})


def _create_discount(args: ToolArgs) -> str:
    return json.dumps({"code": f"SAVE{args.params['percent']}-{args.params['user_id']}"})


def _definition(name: str, **kinds: str) -> ToolDef:
    properties = {key: {"type": kind} for key, kind in kinds.items()}
    return ToolDef(name, f"Does {name}", input_schema={"type": "object", "properties": properties})


SHOP = ScriptedTool(
    "shop",
    tools=[
        (_definition("get_user", id="integer"), _get_user),
        (_definition("list_orders", user_id="integer"), _list_orders),
        (_definition("get_inventory", item="string"), _get_inventory),
        (_definition("get_price", item="string"), _get_price),
        (_definition("create_discount", user_id="integer", percent="integer"), _create_discount),
    ],
)


def _output(outcome: Outcome) -> Any:
    assert outcome.ok, outcome
    return outcome.output


async def direct(executor: Executor, first: int, times: int) -> float:
    """The same call made by the caller."""
    begun = time.perf_counter()
    for number in range(first, first + times):
        await executor.call("probe", {"path": f"out/{number}"})
    return (time.perf_counter() - begun) / times * 1e6


async def nested(executor: Executor, first: int, times: int) -> float:
    """Made by a tool in Python."""
    return float(_output(await executor.call("around", {"first": first, "times": times}, grants=ANY)))


async def scripted(executor: Executor, first: int, times: int) -> float:
    """Made by a script."""
    script = f"for ((i = {first}; i < {first + times}; i++)); do probe --path s/$i; done"
    begun = time.perf_counter()
    outcome = await executor.call("bash", {"commands": script}, grants=ANY)
    assert _output(outcome)["exit_code"] == 0, outcome
    return (time.perf_counter() - begun) / times * 1e6


async def five(executor: Executor, number: int) -> tuple[float, int, int]:
    """Five separate calls: milliseconds, and the bytes that a model writes and reads."""
    begun = time.perf_counter()
    best = f"item-{max(range(ORDERS), key=lambda n: n * 7 % 100)}"
    steps: list[tuple[str, dict[str, Any]]] = [
        ("get_user", {"id": number}),
        ("list_orders", {"user_id": number}),
        ("get_inventory", {"item": best}),
        ("get_price", {"item": best}),
        ("create_discount", {"user_id": number, "percent": 10}),
    ]
    written = read = 0
    for name, arguments in steps:
        outcome = await executor.call(name, arguments)
        written += len(json.dumps({"name": name, "arguments": arguments}))
        read += len(_output(outcome))
    return (time.perf_counter() - begun) * 1e3, written, read


async def one(executor: Executor, number: int) -> tuple[float, int, int]:
    """One script that does the same."""
    script = SCRIPT.format(id=number).strip()
    begun = time.perf_counter()
    outcome = await executor.call("shop", {"commands": script}, grants=ANY)
    assert _output(outcome)["stdout"].startswith("Alice: item-"), outcome
    written = len(json.dumps({"name": "shop", "arguments": {"commands": script}}))
    return (time.perf_counter() - begun) * 1e3, written, len(json.dumps(outcome.output))


async def measure(executor: Executor, rounds: int, calls: int) -> dict[str, float]:
    """The medians of rounds in which all rows take turns, after one that does not count."""
    rows = {"direct": direct, "inside a tool": nested, "inside a script": scripted}
    costs: dict[str, list[float]] = {name: [] for name in rows}
    turns: dict[str, list[tuple[float, int, int]]] = {"five calls": [], "one script": []}
    for number in range(rounds + 1):
        for name, row in rows.items():
            cost = await row(executor, number * calls, calls)
            if number:
                costs[name].append(cost)
        for name, turn in (("five calls", five), ("one script", one)):
            for repeat in range(10):
                told = await turn(executor, number * 10 + repeat)
                if number:
                    turns[name].append(told)
    found = {f"{name}, us by call": statistics.median(values) for name, values in costs.items()}
    for name, taken in turns.items():
        found[f"{name}, ms"] = statistics.median(took for took, _, _ in taken)
        found[f"{name}, bytes written"] = statistics.median(written for _, written, _ in taken)
        found[f"{name}, bytes read"] = statistics.median(read for _, _, read in taken)
    for name in ("inside a tool", "inside a script"):
        found[f"{name}, times direct"] = found[f"{name}, us by call"] / found["direct, us by call"]
    return found


def main(argv: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        workspace.initialise(folder, pin=False)
        settings = load_settings(folder).settings
        with Executor.open(folder, tools=[probe, around, SHOP], settings=settings) as executor:
            found = asyncio.run(measure(executor, options.rounds, options.calls))
    if options.json:
        print(json.dumps(found))
        return
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for label, value in found.items():
        print(f"{label:<34}{value:>12,.2f}")


if __name__ == "__main__":
    main()
