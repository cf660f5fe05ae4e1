"""grep_search beside grep and ripgrep, over the libraries that this interpreter has installed.

Each search runs to its end (its pattern is rare), on files in the page cache, over the same files: hidden and binary
ones left out. Prints the median of the runs and its ratio to ``grep``, measured in the same run.

Run: ``python benchmarks/tools.py``
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path

from runtime.capability.context import Context
from runtime.capability.match import CapabilitySet
from runtime.contracts.ports import Tool
from runtime.registry import discover
from runtime.sdk import as_tool

RUNS = 5
# name, pattern, whether it is a regular expression
SEARCHES = (
    ("literal", "def walk_packages", False),
    ("regex", r"class \w+Locator\(", True),
    ("regex, anchored", r"^def \w+_timeout\(", True),
    ("regex, assertion", r"Deprecat\w+(?!Warning)\(", True),
)
HIDDEN = ("--exclude=.?*", "--exclude-dir=.?*")


def median_s(run: Callable[[], int]) -> tuple[float, int]:
    """The median time of the runs and what they counted."""
    times, count = [], 0
    for _ in range(RUNS):
        started = time.perf_counter()
        count = run()
        times.append(time.perf_counter() - started)
    return statistics.median(times), count


def ours(tool: Tool, folder: Path, pattern: str, is_regex: bool) -> int:
    """Matching lines by the tool, through its handles."""
    manifest = tool.manifest
    context = Context(
        "benchmark", CapabilitySet(manifest.required_capabilities), manifest.resource_bounds, workspace=folder
    )
    context.start()
    result = tool.execute({"pattern": pattern, "is_regex": is_regex, "max_results": 1000}, context)
    if any("timed out" in warning or "more than" in warning for warning in result["warnings"]):
        raise SystemExit(f"no full search: {result['warnings']}")
    return int(result["metadata"]["total_matches"])


def lines_of(command: list[str], folder: Path) -> int:
    """Matching lines by a program."""
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return done.stdout.count(b"\n")


def programs(tool: Tool, folder: Path, pattern: str, is_regex: bool) -> dict[str, Callable[[], int]]:
    """The ways to search, grep first."""
    kind = "-P" if is_regex else "-F"
    grep = ["grep", "-rnI", *HIDDEN, kind, pattern, "."]
    found: dict[str, Callable[[], int]] = {
        "grep -rnI": lambda: lines_of(grep, folder),
        "grep_search": lambda: ours(tool, folder, pattern, is_regex),
    }
    if ripgrep := shutil.which("rg"):
        command = [ripgrep, "-n", "--no-ignore", "-j1", kind, pattern]
        found["rg -n -j1"] = lambda: lines_of(command, folder)
    return found


def main() -> None:
    """Print one row a search and program."""
    folder = Path(sysconfig.get_paths()["purelib"])
    files = [p for p in folder.rglob("*") if p.is_file()]
    print(f"{len(files)} files, {sum(p.stat().st_size for p in files) / 1e6:.0f} MB")
    (tool,) = (t for t in map(as_tool, discover()) if t.manifest.name == "grep_search")
    for name, pattern, is_regex in SEARCHES:
        floor_s = 0.0
        for program, run in programs(tool, folder, pattern, is_regex).items():
            run()
            seconds, count = median_s(run)
            floor_s = floor_s or seconds
            ratio = seconds / floor_s
            print(f"{name:18} {program:12} {seconds * 1e3:8.0f} ms  {ratio:5.2f} x grep  {count} lines")


if __name__ == "__main__":
    main()
