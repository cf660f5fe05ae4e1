"""grep_search beside ripgrep and grep, and file_search beside fd and find, over one tree in the page cache.

    python benchmarks/tools.py [--files 50000 | --folder PATH] [--rounds 5] [--json]

The tree is made, or is a folder that is there, such as the site-packages of an environment. Rows take turns, and the best of the rounds
counts: wall time, for programs with their start. What each found stands beside it; a program that is not on the PATH is named as absent. Last, how late an event loop's timers come while the search runs in its worker thread.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks._measure import percentile
from runtime.backends.inprocess import InProcess
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.ports import Tool
from runtime.sdk import as_tool
from runtime.sdk.registry import discover

PER_FOLDER = 20
ABSENT = "absent"
TICK_S = 0.001
# name, pattern, whether it is a regular expression
CONTENTS = (
    ("literal, nowhere", "def walk_packages_of_nobody", False),
    ("literal, in some files", "needle_17", False),
    ("regex", r"class \w+Locator\(", True),
    ("regex, anchored", r"^def \w+_timeout\(", True),
)
# name, glob, what find and fd call it
NAMES = (("names, in many folders", "**/*.py", "*.py"), ("names, nowhere", "**/*.nowhere", "*.nowhere"))
_HIDDEN = ("--exclude=.?*", "--exclude-dir=.?*")
Count = Callable[[], int]


def plant(root: Path, files: int) -> None:
    """A tree of so many files, the same each time: from nothing to a megabyte, half below 1.5 kB, every twentieth binary."""
    chance = random.Random(20)
    words = [f"word_{number:x}" for number in range(3000)]
    text = "".join(" ".join(chance.choices(words, k=8)) + "\n" for _ in range(12_000)).encode()
    for number in range(files):
        folder = root / f"part{number // PER_FOLDER % 50:02}" / f"module{number // PER_FOLDER // 50:03}"
        if number % PER_FOLDER == 0:
            folder.mkdir(parents=True)
        size_bytes = min(1_000_000, int(chance.lognormvariate(7.3, 1.6)))
        start = chance.randrange(len(text) // 2)
        data = (text[start:] + text)[:size_bytes]
        if number % 100 == 17:
            data += b"\nneedle_17\n"
        kind = ("py", "txt", "md", "c", "json")[number % 5]
        if number % PER_FOLDER == PER_FOLDER - 1:
            kind, data = "bin", b"\x7fELF\0" + data
        (folder / f"file{number % PER_FOLDER:02}.{kind}").write_bytes(data)


def context(tool: Tool, folder: Path) -> CallContext:
    """What a call of the tool on the folder is given."""
    manifest = tool.manifest
    made = CallContext(
        "benchmark", CapabilitySet(manifest.required_capabilities), manifest.resource_bounds, workspace=folder
    )
    made.start()
    return made


def ours(tool: Tool, folder: Path, arguments: dict[str, Any]) -> int:
    """What the tool counts."""
    result = tool.execute(dict(arguments), context(tool, folder))
    if any("timed out" in warning or "more than" in warning for warning in result["warnings"]):
        raise SystemExit(f"no full search: {result['warnings']}")
    counted = result["metadata"]
    return int(counted["total_matches"] if "total_matches" in counted else counted["matches"])


def lines_of(folder: Path, *command: str) -> int:
    """The lines that a program prints."""
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return done.stdout.count(b"\n")


def program(folder: Path, name: str, *arguments: str) -> Count | None:
    """What `lines_of` a program counts; None where it is absent."""
    return partial(lines_of, folder, name, *arguments) if shutil.which(name) else None


def searches(tools: dict[str, Tool], folder: Path) -> Iterator[tuple[str, dict[str, Count | None]]]:
    """Each search, and the ways to do it: ours first, None where the program is absent."""
    run = partial(program, folder)
    for name, pattern, is_regex in CONTENTS:
        arguments = {"pattern": pattern, "is_regex": is_regex, "max_results": 1000}
        rg = ("-n", "--no-ignore", "-e" if is_regex else "-F", pattern, ".")
        yield (
            name,
            {
                "grep_search": partial(ours, tools["grep_search"], folder, arguments),
                "rg": run("rg", *rg),
                "rg -j1": run("rg", "-j1", *rg),
                "grep -r": run("grep", "-rnI", *_HIDDEN, "-P" if is_regex else "-F", pattern, "."),
            },
        )
    for name, pattern, glob in NAMES:
        visible = ("-name", ".?*", "-prune", "-o", "-type", "f", "-name", glob, "-print")
        yield (
            name,
            {
                "file_search": partial(ours, tools["file_search"], folder, {"pattern": pattern}),
                "fd": run("fd", "--no-ignore", "-t", "f", "-g", glob),
                "find": run("find", ".", *visible),
            },
        )


def race(ways: dict[str, Count | None], rounds: int) -> dict[str, tuple[float, int]]:
    """The best time of each way and what it found, after a round that does not count."""
    taken: dict[str, tuple[float, int]] = {}
    for number in range(rounds + 1):
        for name, way in ways.items():
            if way is None:
                continue
            started = time.perf_counter()
            count = way()
            took_s = time.perf_counter() - started
            taken[name] = (min(took_s, taken[name][0]) if number > 1 else took_s, count)
    return taken


async def lateness_ms(tool: Tool, folder: Path) -> tuple[list[float], float]:
    """How late each timer of the loop came while one search ran, in order of lateness, and how long that took."""
    backend = InProcess()
    late: list[float] = []
    arguments = {"pattern": CONTENTS[0][1]}
    begun = time.perf_counter()
    running = asyncio.create_task(backend.run(tool, arguments, context(tool, folder)))
    while not running.done():
        due = time.perf_counter() + TICK_S
        await asyncio.sleep(TICK_S)
        late.append((time.perf_counter() - due) * 1000)
    await running
    backend.close()
    return sorted(late), time.perf_counter() - begun


def report(folder: Path, rounds: int) -> dict[str, Any]:
    """All rows, and the loop's lateness."""
    tools = {tool.manifest.name: tool for tool in map(as_tool, discover())}
    rows = []
    for search, ways in searches(tools, folder):
        taken = race(ways, rounds)
        own_s = next(iter(taken.values()))[0]
        for name in ways:
            seconds, count = taken.get(name, (None, None))
            ratio = None if seconds is None else own_s / seconds
            ms = None if seconds is None else seconds * 1000
            rows.append({"search": search, "by": name, "ms": ms, "ratio": ratio, "found": count})
    late_ms, took_s = asyncio.run(lateness_ms(tools["grep_search"], folder))
    loop = {
        "timers": len(late_ms),
        "p50_ms": percentile(late_ms, 0.5),
        "p99_ms": percentile(late_ms, 0.99),
        "search_ms": took_s * 1000,
    }
    return {"rows": rows, "loop": loop}


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the searching tools beside programs that search.")
    parser.add_argument("--files", type=int, default=50_000, help="files of the tree that is made")
    parser.add_argument("--folder", type=Path, help="a tree that is there")
    parser.add_argument("--rounds", type=int, default=5, help="turns that count")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print one JSON object")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        folder = options.folder or Path(name)
        if options.folder is None:
            plant(folder, options.files)
        told = report(folder, options.rounds)
    print(json.dumps(told)) if options.as_json else show(told)


def show(told: dict[str, Any]) -> None:
    """Print one row a search and program."""
    for row in told["rows"]:
        if row["ms"] is None:
            print(f"{row['search']:24}{row['by']:14}{ABSENT}")
        else:
            print(
                f"{row['search']:24}{row['by']:14}{row['ms']:8.0f} ms   ours {row['ratio']:5.2f} x   {row['found']} found"
            )
    loop = told["loop"]
    print(
        f"\nthe loop's timers come {loop['p50_ms']:.2f} ms late (p99 {loop['p99_ms']:.2f} ms) during a search of {loop['search_ms']:.0f} ms"
    )


if __name__ == "__main__":
    main()
