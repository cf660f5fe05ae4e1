"""Workspaces on file systems that are mounted otherwise: what a command can do there, and what it is told."""

from __future__ import annotations

from typing import Any

import pytest
from confinement_arena import USERS, give, owned_folder, run_child

MOUNTED = """
import asyncio, ctypes, json, os, sys
from pathlib import Path
user, group = os.getuid(), os.getgid()
libc = ctypes.CDLL(None, use_errno=True)
libc.prctl(4, 1, 0, 0, 0)  # dumpable again after the change of user: its own /proc is its own
assert libc.unshare(0x10020000) == 0
for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
    Path(f"/proc/self/{name}").write_text(text)
assert libc.mount(None, b"/", None, 0x44000, None) == 0
place = sys.argv[1].encode()
assert libc.mount(b"tmpfs", place, b"tmpfs", 0, b"mode=755") == 0
Path(sys.argv[1], "own").write_text("#!/bin/sh\\necho own\\n")
Path(sys.argv[1], "own").chmod(0o755)
Path(sys.argv[1], ".runtime").mkdir()
assert libc.mount(None, place, None, 0x1020 | int(sys.argv[2]), None) == 0
from runtime.backends.launcher import ConfinedLauncher
from runtime.contracts.errors import FailedError
from runtime.contracts.process import Spawn
launcher = ConfinedLauncher(protection="required")
async def sh(line, **more):
    given = dict(argv=("/bin/sh", "-c", line), workspace=Path(sys.argv[1]), working_directory=".", environment={"PATH": "/usr/bin:/bin"},
        stdin=b"", timeout_s=20.0, max_output_bytes=100_000, cpu_s=None, memory_bytes=None, read=(".",), write=(".",), hidden=(".runtime",),
        locked=())
    try:
        ran = await launcher.launch(Spawn(**(given | more)), cancelled=lambda: False)
    except OSError as error:
        return error.errno
    return [ran.exit_code, ran.stdout.decode(), ran.stderr.decode()]
async def main():
    return [await sh("echo x > made && cat made"), await sh("./own"), await sh("sh ./own"), await sh("", argv=("./own",))]
print(json.dumps(asyncio.run(main())))
"""
NOEXEC, READ_ONLY = 8, 1


@pytest.fixture(params=USERS)
def run(request) -> Any:
    """Run some commands in a workspace that is mounted with an option."""
    with owned_folder(request.param) as folder:
        give(folder, request.param)
        yield lambda option: run_child(MOUNTED, folder, option, user=request.param)


def test_in_a_workspace_without_execution_programs_of_the_system_run_and_its_own_are_refused(run) -> None:
    """T-PROC-01: not everything is refused, and nothing is executed that the machine does not let execute."""
    made, own, interpreted, direct = run(NOEXEC)
    assert made == [0, "x\n", ""]
    assert own[0] == 126
    assert "ermission denied" in own[2]
    assert interpreted == [0, "own\n", ""]
    assert direct == 13


def test_a_workspace_that_is_mounted_read_only_stays_so(run) -> None:
    """T-PROC-01"""
    made, own, *_ = run(READ_ONLY)
    assert made[0] != 0
    assert "ead-only" in made[2]
    assert own == [0, "own\n", ""]
