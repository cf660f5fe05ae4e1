"""What many sessions of the virtual bash cost beside one another, on one event loop.

    python benchmarks/sessions.py [--sessions 1000] [--rounds 3] [--calls 300] [--json]

Three things are measured. How long the loop keeps its other tasks waiting while all sessions run scripts at once (a ticker notes each round
of the loop). How much memory a session holds that waits for its next call: a kept shell in this process, and the snapshot that a
named session is between its calls. And what a governed `bash` call for `echo hi` costs beside a governed call of a tool that does nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import statistics
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

from runtime import Executor, tool
from runtime.bash import Bash
from runtime.host import workspace

SCRIPTS = (
    "for i in {1..200}; do x=$((i * i)); done; echo $x",
    "seq 500 | sort -rn | head -n 3 | tr '\\n' ' '",
    "printf '%s\\n' a,1 b,2 c,3 | awk -F, '{ s += $2 } END { print s }'",
    "echo '{\"a\": [1, 2, 3]}' | jq '.a | add'",
    "i=0; while [ $i -lt 300 ]; do i=$((i + 1)); done; echo $i",
)
_KEPT = "state=$RANDOM; f() { echo $1; }; mkdir -p ~/work; cd ~/work; seq 100 > numbers"


@tool(description="Do nothing", side_effects=["none"], risk="read_only")
async def nothing(text: str) -> str:
    """What it was given."""
    return text


async def loop_delays(sessions: int, rounds: int) -> dict[str, float]:
    """The gaps between rounds of the loop, in ms, while every session runs a script of each kind, ``rounds`` times."""
    shells = [Bash() for _ in range(sessions)]
    await asyncio.gather(*(shells[n].exec(script) for n, script in enumerate(SCRIPTS)))  # loaded and compiled
    gaps: list[float] = []
    running = True

    async def tick() -> None:
        last = time.perf_counter()
        while running:
            await asyncio.sleep(0)
            now = time.perf_counter()
            gaps.append((now - last) * 1000)
            last = now

    async def use(shell: Bash, number: int) -> None:
        for turn in range(rounds):
            result = await shell.exec(SCRIPTS[(number + turn) % len(SCRIPTS)])
            if result.exit_code:
                raise RuntimeError(result.stderr)

    ticker = asyncio.ensure_future(tick())
    began = time.perf_counter()
    await asyncio.gather(*(use(shell, number) for number, shell in enumerate(shells)))
    took = time.perf_counter() - began
    running = False
    await ticker
    gaps.sort()
    return {
        "p50_ms": gaps[len(gaps) // 2],
        "p99_ms": gaps[int(len(gaps) * 0.99)],
        "max_ms": gaps[-1],
        "scripts_per_s": sessions * rounds / took,
    }


def memory(sessions: int) -> dict[str, float]:
    """Kilobytes of one session that waits: as a shell that is held, and as a snapshot."""
    Bash().exec_sync(_KEPT)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    shells = [Bash() for _ in range(sessions)]
    for shell in shells:
        shell.exec_sync(_KEPT)
    gc.collect()
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return {"held_kb": held / sessions / 1000, "snapshot_kb": len(shells[0].snapshot()) / 1000}


async def governed(calls: int, folder: Path) -> dict[str, float]:
    """Microseconds of a governed call, one after another: of a tool that does nothing, and of `bash` for ``echo hi``."""
    workspace.initialise(folder)
    costs: dict[str, list[float]] = {"nothing": [], "bash": []}
    async with Executor.open(folder, tools=[nothing]) as executor:
        for number in range(calls + 20):
            for name, arguments in (("nothing", {"text": f"{number}"}), ("bash", {"commands": "echo hi"})):
                began = time.perf_counter()
                outcome = await executor.call(name, arguments, grants=[], principal=f"agent:{number}")
                if not outcome.ok:
                    raise RuntimeError(outcome.error)
                if number >= 20:
                    costs[name].append((time.perf_counter() - began) * 1e6)
    medians = {f"{name}_us": statistics.median(some) for name, some in costs.items()}
    return {**medians, "ratio": medians["bash_us"] / medians["nothing_us"]}


def measure(sessions: int, rounds: int, calls: int) -> dict[str, Any]:
    """All figures."""
    with tempfile.TemporaryDirectory() as folder:
        return {
            "sessions": sessions,
            "loop": asyncio.run(loop_delays(sessions, rounds)),
            "memory": memory(min(sessions, 200)),
            "governed": asyncio.run(governed(calls, Path(folder))),
        }


def main(argv: list[str] | None = None) -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    told = measure(options.sessions, options.rounds, options.calls)
    if options.json:
        print(json.dumps(told, indent=2))
        return
    loop, held, cost = told["loop"], told["memory"], told["governed"]
    print(
        f"{told['sessions']} sessions on one loop, all at work: {loop['scripts_per_s']:.0f} scripts a second"
    )
    print(
        f"  the loop went round every {loop['p50_ms']:.1f} ms (p99 {loop['p99_ms']:.1f}, most {loop['max_ms']:.1f})"
    )
    print(
        f"  an idle session holds {held['held_kb']:.0f} kB as a shell, {held['snapshot_kb']:.0f} kB as a snapshot"
    )
    print(
        f"  a governed `echo hi` takes {cost['bash_us']:.0f} µs, a governed call of a tool that does nothing "
        f"{cost['nothing_us']:.0f} µs: {cost['ratio']:.2f} times"
    )


if __name__ == "__main__":
    main()
