"""Commands are prepared before they are known: what one does must not reach the next, and none is lost when what waits has gone."""

from __future__ import annotations

from typing import Any

import pytest
from confinement_arena import USERS, give, owned_folder, run_child

LAUNCH = """
import asyncio, ctypes, json, os, signal, sys
from pathlib import Path
from runtime.backends.launcher import ConfinedLauncher
from runtime.contracts.process import Spawn
launcher = ConfinedLauncher(protection="required")
def sh(line, **more):
    given = dict(argv=("/bin/sh", "-c", line), workspace=Path(sys.argv[1]), working_directory=".", environment={"PATH": "/usr/bin:/bin"},
        stdin=b"", timeout_s=20.0, max_output_bytes=100_000, cpu_s=None, memory_bytes=None, read=(".",), write=(".",), hidden=(), locked=())
    return launcher.launch(Spawn(**(given | more)), cancelled=lambda: False)
def out(ran):
    return ran.stdout.decode()
"""


@pytest.fixture(params=USERS)
def run(request) -> Any:
    """Run a script that launches commands, as each user."""
    with owned_folder(request.param) as folder:
        give(folder, request.param)
        yield lambda script: run_child(LAUNCH + script, folder, user=request.param)


def test_what_a_command_leaves_is_not_there_for_the_next(run) -> None:
    """T-PROC-10"""
    found = run("""
places = "/tmp /var/tmp /dev/shm /scratch/home /etc /usr /dev / /proc /etc/ssl /var"
async def main():
    first = await sh(f"for p in {places}; do echo x > $p/left; mkdir $p/made; done; chmod 777 /etc /usr /dev; ls -d {places}")
    second = await sh(f"for p in {places}; do ls -d $p/left $p/made; done; stat -c %a /etc /dev; mkdir /etc/made")
    print(json.dumps([out(first), out(second), second.exit_code]))
asyncio.run(main())
""")
    assert found[0].split()
    assert found[1] == "755\n755\n"
    assert found[2] != 0


def test_commands_at_the_same_time_share_nothing_but_the_workspace(run) -> None:
    """T-PROC-10"""
    found = run("""
async def main():
    os.mkfifo(Path(sys.argv[1]) / "there"), os.mkfifo(Path(sys.argv[1]) / "back")
    ran = await asyncio.gather(
        sh("echo x > /tmp/mark; echo x > /dev/shm/mark; echo x > ~/mark; echo $$ > there; cat back"),
        sh("cat there; ls -A /tmp /dev/shm ~; ls -d /proc/[0-9]*; echo seen > back"),
    )
    print(json.dumps([out(each) for each in ran]))
asyncio.run(main())
""")
    assert found[0] == "seen\n"
    assert "mark" not in found[1]
    assert len([line for line in found[1].splitlines() if line.startswith("/proc/")]) <= 3


def test_a_command_finds_the_files_of_the_system_as_they_are_when_it_starts(run) -> None:
    """A template that is made once shows a file by what it is: one that was replaced meanwhile would stay the old one."""
    found = run("""
user, group = os.getuid(), os.getgid()
libc = ctypes.CDLL(None, use_errno=True)
libc.prctl(4, 1, 0, 0, 0)  # dumpable again after the change of user: its own /proc is its own
assert libc.unshare(0x10020000) == 0
for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
    Path(f"/proc/self/{name}").write_text(text)
assert libc.mount(None, b"/", None, 0x44000, None) == 0
assert libc.mount(b"tmpfs", b"/etc", b"tmpfs", 0, b"mode=755") == 0
async def main():
    seen = []
    for text in ("one", "two", "three"):
        Path("/etc/new").write_text(text)
        os.replace("/etc/new", "/etc/hosts")
        seen += [out(await sh("cat /etc/hosts")) for _ in range(2)]
    print(json.dumps(seen))
asyncio.run(main())
""")
    assert found == ["one", "one", "two", "two", "three", "three"]


def test_a_command_runs_though_the_process_that_waited_for_it_was_ended(run) -> None:
    """T-PROC-08: the next one is forked then, with the same walls."""
    found = run("""
def children(pid):
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
async def main():
    first = await sh("echo one")
    [helper] = children(os.getpid())
    while not (waiting := children(helper)):
        os.sched_yield()
    for pid in waiting:
        os.kill(pid, signal.SIGKILL)
    while any(Path(f"/proc/{pid}").exists() for pid in waiting):
        os.sched_yield()
    held = launcher.enforces
    second = await sh("echo two")
    print(json.dumps([out(first), out(second), held == launcher.enforces]))
asyncio.run(main())
""")
    assert found == ["one\n", "two\n", True]


def test_many_commands_at_once_are_all_run_apart_from_each_other(run) -> None:
    """T-PROC-10"""
    found = run("""
async def main():
    ran = await asyncio.gather(*(sh(f"ls -A /dev/shm; echo {n} > /dev/shm/n; cat /dev/shm/n") for n in range(24)))
    print(json.dumps([out(each) for each in ran]))
asyncio.run(main())
""")
    assert found == [f"{n}\n" for n in range(24)]


def test_the_helper_and_what_waits_end_with_the_program(run) -> None:
    """T-PROC-04"""
    found = run("""
def children(pid):
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
async def main():
    await sh("true")
    [helper] = children(os.getpid())
    while not (waiting := children(helper)):
        os.sched_yield()
    below = [below for pid in waiting for below in children(pid)]
    return [helper, *waiting, *below]
before = asyncio.run(main())
del launcher
while any(Path(f"/proc/{pid}").exists() for pid in before):
    os.sched_yield()
print(json.dumps(len(before)))
""")
    assert found >= 2


def test_commands_that_begin_and_end_at_once_agree_on_a_place_that_is_not_there(run) -> None:
    """T-PROC-09: what one takes for its time, another one finds, and sees go."""
    found = run("""
async def main():
    rounds = [await asyncio.gather(*(sh("echo x > absent; ls -A", hidden=(".runtime",), locked=("absent",)) for _ in range(3))) for _ in range(40)]
    refused = all(b"Read-only file system" in ran.stderr for each in rounds for ran in each)
    print(json.dumps([sorted({ran.exit_code for each in rounds for ran in each}), refused, os.listdir(sys.argv[1])]))
asyncio.run(main())
""")
    assert found == [[0], True, []]
