"""How long it takes to begin, as ratios to an empty interpreter's start in the same run.

    python benchmarks/startup.py [--rounds 25] [--json]

Each row is a process of its own; rows take turns, and the median counts. Byte code is compiled by a round that does not count. `runtime
call` runs a governed call end to end in a fresh workspace: policy loaded and checked, log opened, call recorded, checkpoint signed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks._measure import Round, Turn, take_turns

EMPTY = "python -c pass"
_AIMS = {"import runtime": 4.0, "runtime --help": 10.0}


def rows(place: Path, environment: dict[str, str]) -> dict[str, Turn]:
    """One row for each way to begin."""
    module = ["-m", "runtime"]
    arguments = json.dumps({"path": "README.md"})
    commands: dict[str, Sequence[str]] = {
        EMPTY: ["-c", "pass"],
        "import runtime": ["-c", "import runtime"],
        "from runtime import tool": ["-c", "from runtime import tool"],
        "from runtime import Executor, tool": ["-c", "from runtime import Executor, tool"],
        "runtime --help": [*module, "--help"],
        "runtime version": [*module, "version"],
        "runtime call read_file": [*module, "call", "-C", str(place), "read_file", arguments],
    }
    return {name: _turn([sys.executable, *command], environment) for name, command in commands.items()}


def _turn(command: list[str], environment: dict[str, str]) -> Turn:
    def run(_: int) -> Round:
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        took_us = (time.perf_counter() - start) * 1e6
        return Round(took_us, [took_us])

    return run


def report(folder: Path, rounds: int) -> list[dict[str, Any]]:
    """Milliseconds and ratio of every row."""
    place = folder / "workspace"
    place.mkdir()
    (place / "README.md").write_text("# Hello\n", "utf-8")
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "XDG_CONFIG_HOME": str(folder / "config"),  # the workspace is accepted here, not for the user
    }
    subprocess.run(
        [sys.executable, "-m", "runtime", "init", str(place)],
        check=True,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    figures = take_turns(rows(place, environment), rounds)
    empty_us = figures[EMPTY].p50_us
    return [
        {"row": name, "ms": row.p50_us / 1000, "ratio": row.p50_us / empty_us, "aim": _AIMS.get(name)}
        for name, row in figures.items()
    ]


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how long it takes to begin.")
    parser.add_argument("--rounds", type=int, default=25, help="turns that count")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print one JSON object")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        told = report(Path(name), options.rounds)
    if options.as_json:
        print(json.dumps({"rows": told}))
        return
    for row in told:
        aim = row["aim"]
        verdict = "" if aim is None else f"aim {aim:.0f} x  {'met' if row['ratio'] <= aim else 'NOT MET'}"
        print(f"{row['row']:38}{row['ms']:8.1f} ms{row['ratio']:8.2f} x   {verdict}")


if __name__ == "__main__":
    main()
