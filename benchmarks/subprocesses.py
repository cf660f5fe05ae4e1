"""What it costs to confine a command, beside the same command without, and as other programs confine it.

    python -m benchmarks.subprocesses [ROUNDS]

The first rows run ``/bin/true`` once a round, in turns, and the least of all rounds counts: what a busy machine adds is not the row's. The
governed rows are whole calls: arguments, policy, the tool, and the record of it on disk; of a small program in C that describes itself, where there is
a compiler, and of a command in the terminal, with its approval. The last two are the same few lines of Python, as a function of this process and as a program that serves many
calls from one confined process. bubblewrap and Sandlock are measured where they are
installed, with the like view: the system read-only, devices, /proc, one folder to write to, and no network.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from runtime import Executor, FsRead, FsWrite, ProcessSpawn, tool
from runtime.backends.launcher import ConfinedLauncher
from runtime.contracts.process import Spawn
from runtime.host import workspace
from runtime.host.settings import load_settings

_BUBBLEWRAP = (
    "--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-net --die-with-parent --new-session "
    "--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/sbin /sbin --symlink usr/lib /lib --symlink usr/lib64 /lib64 "
    "--ro-bind-try /etc/passwd /etc/passwd --ro-bind-try /etc/group /etc/group --ro-bind-try /etc/hosts /etc/hosts "
    "--ro-bind-try /etc/nsswitch.conf /etc/nsswitch.conf --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache "
    "--ro-bind-try /etc/alternatives /etc/alternatives --ro-bind-try /etc/ssl/certs /etc/ssl/certs "
    "--dev /dev --proc /proc --tmpfs /tmp --bind {folder} {folder} --chdir {folder} /bin/true"
)
_TRUE = ("/bin/true",)
_IN_C, _IN_PROCESS, _SERVED = "governed program in C", "governed Python function", "governed Python, kept"
_PROGRAM = rb"""
#include <stdio.h>
#include <string.h>
int main(int count, char **words) {
    if (count > 1 && !strcmp(words[1], "--describe"))
        return puts("{\"name\": \"small\", \"description\": \"Say what it was told\", \"parameters\": {\"type\": \"object\"}}") < 0;
    return fputs(words[1], stdout) < 0;
}
"""

_SERVER = b"""#!/usr/bin/env -S python3 -I
import json, sys
if sys.argv[1] == "--describe":
    print(json.dumps({"name": "kept", "description": "Double a number", "serves": "json-lines", "output_schema": {"type": "integer"},
        "parameters": {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]}}))
else:
    for line in sys.stdin:
        call = json.loads(line)
        print(json.dumps({"id": call["id"], "output": 2 * call["arguments"]["number"]}), flush=True)
"""

Row = Callable[[], Awaitable[object]]


def main() -> None:
    """Print one row a way: its time, and its ratios to a bare start and to bubblewrap."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(measure(Path(name).resolve(), rounds))


async def measure(folder: Path, rounds: int) -> None:
    """All rows in turns, in a folder that has what a workspace has: a place to cover, and one to lock."""
    for place in (".runtime", "policies"):
        (folder / place).mkdir()
        (folder / place / "file").touch()
    launcher = ConfinedLauncher(protection="required")
    with _executor(folder / "governed") as executor:
        rows: dict[str, Row] = {"posix_spawn": lambda: _spawned(*_TRUE)}
        if bubblewrap := shutil.which("bwrap"):
            rows["bubblewrap"] = lambda: _spawned(bubblewrap, *_BUBBLEWRAP.format(folder=folder).split())
        if sandlock := _sandlock(folder):
            rows["sandlock"] = sandlock
        rows["confined"] = lambda: launcher.launch(_spawn(folder, None), cancelled=lambda: False)
        rows["confined, named"] = lambda: launcher.launch(_spawn(folder, ("true",)), cancelled=lambda: False)
        if "small" in executor.tools:
            rows[_IN_C] = lambda: _called(executor)
        rows["governed run_in_terminal"] = lambda: _governed(executor)
        rows[_IN_PROCESS] = lambda: _doubled(executor, "in_process")
        rows[_SERVED] = lambda: _doubled(executor, "kept")
        taken: dict[str, list[float]] = {row: [] for row in rows}
        for number in range(rounds + 3):
            for row, run in rows.items():
                begun = time.perf_counter()
                await run()
                if number >= 3:
                    taken[row].append((time.perf_counter() - begun) * 1000)
    least = {row: min(times) for row, times in taken.items()}
    print(f"{'':26} {'least ms':>9} {'median ms':>10} {'x spawn':>8} {'x bubblewrap':>13}")
    for row, times in taken.items():
        beside = f"{least[row] / least['bubblewrap']:13.2f}" if "bubblewrap" in least else f"{'absent':>13}"
        spawned = least[row] / least["posix_spawn"]
        print(f"{row:26} {least[row]:9.2f} {statistics.median(times):10.2f} {spawned:8.1f} {beside}")
    medians = {row: statistics.median(times) for row, times in taken.items()}
    print(
        f"{_SERVED} / {_IN_PROCESS}: {least[_SERVED] / least[_IN_PROCESS]:.2f} least,"
        f" {medians[_SERVED] / medians[_IN_PROCESS]:.2f} median; aim: 3"
    )
    if "bubblewrap" in least and _IN_C in least:
        print(
            f"{_IN_C} / bubblewrap: {least[_IN_C] / least['bubblewrap']:.2f} least,"
            f" {medians[_IN_C] / medians['bubblewrap']:.2f} median; aim: 1.5"
        )


async def _spawned(*argv: str) -> None:
    child = os.posix_spawn(argv[0], argv, {"PATH": "/usr/bin:/bin"})  # noqa: ASYNC221  # the cheapest way there is
    if os.waitpid(child, 0)[1]:  # noqa: ASYNC222
        raise RuntimeError(f"{argv[0]} failed")


def _spawn(folder: Path, commands: tuple[str, ...] | None) -> Spawn:
    return Spawn(
        argv=_TRUE,
        workspace=folder,
        working_directory=".",
        environment={"PATH": "/usr/bin:/bin"},
        stdin=b"",
        timeout_s=60.0,
        max_output_bytes=1000,
        cpu_s=None,
        memory_bytes=None,
        read=(".",),
        write=(".",),
        hidden=(".runtime",),
        locked=("policies",),
        commands=commands,
    )


def _sandlock(folder: Path) -> Row | None:
    try:
        module: Any = importlib.import_module("sandlock")
    except ImportError:
        return None
    sandbox = module.Sandbox(
        fs_readable=["/usr", "/lib", "/lib64", "/bin", "/etc", "/proc", "/dev"], fs_writable=[str(folder)]
    )

    async def run() -> None:
        sandbox.run(list(_TRUE))

    return run


def _executor(folder: Path) -> Executor:
    folder.mkdir()
    workspace.initialise(folder, pin=False)
    (folder / "tools").mkdir()
    if compiler := shutil.which("cc"):
        subprocess.run(  # the machine's own compiler
            [compiler, "-O2", "-x", "c", "-o", folder / "tools" / "small", "-"], input=_PROGRAM, check=True
        )
    (folder / "tools" / "kept.py").write_bytes(_SERVER)
    (folder / "tools" / "kept.py").chmod(0o755)
    with (folder / "runtime.toml").open("a") as file:
        file.write('\n[tools]\nfolders = ["tools"]\n')
    settings = load_settings(folder).settings
    return Executor.open(folder, settings=settings, approve=lambda _: True, tools=[in_process])


@tool(description="Double a number", side_effects=["none"])
def in_process(number: int) -> int:
    """What the kept program does, as a function."""
    return 2 * number


async def _called(executor: Executor) -> None:
    outcome = await executor.call("small", {"text": "x"}, grants=[])
    if outcome.output != '{"text":"x"}':
        raise RuntimeError(str(outcome))


async def _doubled(executor: Executor, name: str) -> None:
    outcome = await executor.call(name, {"number": 2}, grants=[])
    if outcome.output != 4:
        raise RuntimeError(str(outcome))


async def _governed(executor: Executor) -> None:
    outcome = await executor.call(
        "run_in_terminal",
        {"command": "true"},
        grants=[ProcessSpawn(["*"]), FsRead(["."]), FsWrite(["."])],
    )
    if not outcome.ok:
        raise RuntimeError(str(outcome))


if __name__ == "__main__":
    main()
