"""As an unprivileged user: asks and calls hostile programs through an executor, and prints how each ended as JSON."""

from __future__ import annotations

import asyncio
import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).with_name("hostile_programs")


def lines(name: str, fields: int) -> list[list[str]]:
    """The attacks of a file."""
    text = (HERE / name).read_text("utf-8").splitlines()
    return [[part.strip() for part in line.split("|", fields)] for line in text if not line.startswith("#")]


def in_python() -> dict[str, Any]:
    """The names of the attacks in Python."""
    return runpy.run_path(str(HERE / "in_python.py"))


def prepare(workspace: Path) -> None:
    from program_tools import name_tools_folder, put_file, put_program, put_server

    tools = workspace / "tools"
    for name, _, body in lines("describe.txt", 2):
        good = json.dumps({"name": name, "description": "d", "parameters": {"type": "object"}})
        put_file(tools, name, f"#!/bin/bash\nGOOD='{good}'\n[[ $1 == --describe ]] || exit 0\n{body}\n")
    for name, _, declared, body in lines("call.txt", 3):
        put_program(tools, f"{name}.sh", body, **json.loads(f"{{{declared}}}"))
    text = (HERE / "in_python.py").read_text("utf-8")
    for name in in_python()["ATTACKS"]:
        put_file(tools, f"{name}.py", text.replace('MINE = ""', f'MINE = "{name}"'))
    put_program(tools, "benign.sh", 'echo "still $1"')
    put_server(tools, "serves.py")
    put_file(tools, "loop", "#!/tool/loop\n")
    put_file(tools, "empty", "")
    (tools / "linked").symlink_to("/bin/true")
    os.mkfifo(tools / "pipe", 0o700)
    name_tools_folder(workspace)
    settings = workspace / "runtime.toml"
    settings.write_text(
        settings.read_text().replace(
            'fs_read = ["."]', 'fs_read = ["."]\nfs_write = ["."]\nclock_read = true'
        )
    )


def left_over() -> list[str]:
    """What was started here and still runs: the hostile programs, known by a number that they sleep for, and this process's children."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode(errors="replace")
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
            if process.stat().st_uid == os.getuid() and ("31337" in words or parent == str(os.getpid())):
                found.append(words)
        except OSError:
            continue
    return found


def open_files() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


def temporary() -> set[str]:
    """This user's temporary files; the folders of other tests that run as this user begin with ``confined-``."""
    return {
        entry.name
        for entry in os.scandir("/tmp")
        if entry.stat(follow_symlinks=False).st_uid == os.getuid() and not entry.name.startswith("confined-")
    }


def main() -> None:
    workspace, calls = Path(sys.argv[1]), int(sys.argv[2])
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        del os.environ[name]
    os.environ["HOME"] = str(workspace.parent / "home")
    os.environ["HOSTILE_SECRET"] = "seen"
    from runtime import Executor
    from runtime.host.discovery import discover_folder
    from runtime.host.verification import verify
    from runtime.host.workspace import initialise

    initialise(workspace, pin=True)
    (workspace / "policies" / "authz.rego").write_text(
        'package runtime.authz\n\nimport rego.v1\n\ndefault decision := {"allow": true, "reasons": ["a test"]}\n'
    )
    for file in ("authz_test.rego", "data.json"):
        (workspace / "policies" / file).unlink(missing_ok=True)
    prepare(workspace)
    initialise(workspace, accept=True)
    before = temporary()
    found = discover_folder(workspace)
    told = {"skipped": {Path(one.file).name: one.code for one in found.skipped}}
    told["tools"] = sorted(Path(file).name for file in found.tools)
    files = open_files()
    with Executor.open(workspace, isolation="in_process") as executor:
        executor.call_sync("benign", {})
        opened = open_files()
        ended = {}
        compiled = ["syscalls"] if (workspace / "tools" / "syscalls").exists() else []
        names = [*(line[0] for line in lines("call.txt", 3)), *in_python()["ATTACKS"], *compiled]
        last = "leftover_again"  # it looks for what another left

        async def attack(name: str, places: asyncio.Semaphore) -> None:
            async with places:
                outcome = await executor.call(name, {})
            ended[name] = outcome.output if outcome.error is None else outcome.error.code
            if outcome.error is not None and "\x1b" in outcome.error.message:
                ended[name] = "THROUGH"

        async def attacks() -> None:
            places = asyncio.Semaphore(4)
            await asyncio.gather(*(attack(name, places) for name in names if name != last))
            await attack(last, places)

        asyncio.run(attacks())
        told["ended"] = ended
        told["next"] = executor.call_sync("benign", {}).output

        async def many() -> int:
            places = asyncio.Semaphore(64)

            async def one(number: int) -> bool:
                async with places:
                    if number % 2:  # every other one in a process that serves many
                        return (await executor.call("serves", {"do": "count"})).ok
                    return (await executor.call("benign", {"n": number})).ok

            return sum(await asyncio.gather(*map(one, range(calls))))

        told["many"] = asyncio.run(many())
        told["kept"] = open_files() - opened
    told["files"] = open_files() - files
    told["processes"] = left_over()
    told["temporary"] = sorted(temporary() - before)
    told["verified"] = verify(workspace).ok
    print(json.dumps(told))


main()
