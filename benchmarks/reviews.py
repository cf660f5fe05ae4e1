"""What a review costs: ``python -m benchmarks.reviews``.

A governed `run_in_terminal`, direct and reviewed, in one run: of `true`, and of a command that makes 1,000 files and changes them. The parts of the
review are measured beside: reading the layer, and making the changes, which brings each of them to disk.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path

import msgspec

from runtime import Executor
from runtime.contracts.capability import FsRead, FsWrite, ProcessSpawn
from runtime.contracts.changes import ChangesMode
from runtime.host.settings import PolicySettings, load_settings
from runtime.host.workspace import initialise

_GRANTS = (ProcessSpawn(["*"]), FsRead(["."]), FsWrite(["."]))
_MANY = "mkdir -p d; i=0; while [ $i -lt 1000 ]; do echo $RANDOM$i > d/$i; i=$((i+1)); done"
_RULE = """package runtime.authz

default decision := {"allow": false}

decision := {"allow": true} if input.tool.name == "run_in_terminal"
"""


async def _timed(executor: Executor, command: str, mode: ChangesMode, times: int) -> float:
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        outcome = await executor.call("run_in_terminal", {"command": command}, grants=_GRANTS, changes=mode)
        taken.append((time.perf_counter() - begun) * 1000)
        if not outcome.ok:
            raise SystemExit(f"{command[:20]}: {outcome.error}")
    return statistics.median(taken)


async def _measure(folder: Path) -> None:
    (folder / "rules").mkdir()
    (folder / "rules/authz.rego").write_text(_RULE, encoding="utf-8")
    initialise(folder, pin=False)
    settings = msgspec.structs.replace(
        load_settings(folder).settings, policy=PolicySettings(engine="rego:rules")
    )
    async with Executor.open(folder, settings=settings) as executor:
        await _timed(executor, "true", "review", 2)
        print(f"load {os.getloadavg()[0]:.1f}")
        modes: tuple[ChangesMode, ...] = ("direct", "review")
        for name, command, times in (("true", "true", 15), ("1,000 files", _MANY, 3)):
            direct, review = [await _timed(executor, command, mode, times) for mode in modes]
            print(f"{name:12} direct {direct:8.1f} ms   reviewed {review:8.1f} ms   {review / direct:.2f} x")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="runtime-") as place:
        asyncio.run(_measure(Path(place)))
