"""The tree that a command sees: what is in it, what is locked, and what may be executed; as every user that the tests can be."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from confinement_arena import USERS, give, owned_folder, run_child

RUN = """
import asyncio, json, sys
from pathlib import Path
from runtime.backends import launcher as module
from runtime.contracts.errors import FailedError
from runtime.contracts.process import Spawn
spec = json.loads(sys.argv[1])
launcher = module.ConfinedLauncher(protection=spec.pop("protection"), system=spec.pop("system"))
patch = spec.pop("patch")
for name, value in patch.items():
    setattr(module, name, value)
lines, during = spec.pop("lines"), spec.pop("during")
given = {k: tuple(v) if isinstance(v, list) else v for k, v in spec.items()}
given["workspace"], given["stdin"] = Path(given["workspace"]), b""

async def one(line):
    argv = ("/bin/sh", "-c", line) if isinstance(line, str) else tuple(line)
    begun = asyncio.create_task(launcher.launch(Spawn(argv=argv, **given), cancelled=lambda: False))
    try:
        if during:
            while not begun.done() and not (given["workspace"] / "begun").exists():
                await asyncio.sleep(0.01)
            exec(during)
        ran = await begun
    except FailedError as refused:
        return {"refused": refused.message, "code": refused.code}
    except OSError as error:
        return {"errno": error.errno}
    return {"out": ran.stdout.decode(), "err": ran.stderr.decode(), "code": ran.exit_code, "exceeded": ran.exceeded,
            "unconfined": ran.unconfined}

async def main():
    return [await one(line) for line in lines]

print(json.dumps([asyncio.run(main()), sorted(launcher.enforces)]))
"""


@pytest.fixture(params=USERS)
def user(request) -> int:
    return int(request.param)


@pytest.fixture
def workspace(user) -> Any:
    with owned_folder(user) as folder:
        place = folder / "workspace"
        for made in ("src", ".runtime/keys", "conf/policies"):
            (place / made).mkdir(parents=True)
        (place / "src/a.txt").write_text("alpha\n")
        (place / ".runtime/keys/log.key").write_text("the key\n")
        (place / "conf/policies/authz.rego").write_text("package x\n")
        (place / "runtime.toml").write_text("# settings\n")
        (folder / "outside").mkdir()
        (folder / "outside/approvals").write_text("an elsewhere\n")
        give(folder, user)
        yield place


@pytest.fixture
def run(workspace, user) -> Callable[..., list[dict[str, Any]]]:
    """Run each of some lines, under these grants, as the user."""

    def call(
        *lines: str | list[str], without: str = "", during: str = "", **given: object
    ) -> list[dict[str, Any]]:
        spec = {
            "workspace": str(workspace), "working_directory": ".", "environment": {"PATH": "/usr/bin:/bin"}, "timeout_s": 8.0,
            "max_output_bytes": 100_000, "cpu_s": None, "memory_bytes": None, "read": ["."], "write": ["."],
            "hidden": [".runtime/keys", ".runtime/approvals"], "locked": ["conf/policies", "runtime.toml"], "commands": None,
            "protection": "required", "system": [], "patch": {}, "lines": lines, "during": during,
        } | given  # fmt: skip
        found: list[dict[str, Any]] = run_child(RUN, json.dumps(spec), user=user, without=without)[0]
        return found

    return call


def test_a_folder_of_the_runtime_is_not_renamed_and_the_runtime_deletes_nothing_elsewhere(
    run, workspace
) -> None:
    """T-PROC-09: what deleted another folder's approvals was the runtime's own clean-up, through a link that took a folder's place."""
    outside = workspace.parent / "outside"
    found = run(
        "mv .runtime m",
        f"mv .runtime m; ln -s {outside} .runtime",
        "cat m/keys/log.key .runtime/keys/log.key",
    )
    assert all(each["code"] != 0 and "the key" not in each["out"] for each in found)
    assert (outside / "approvals").read_text() == "an elsewhere\n"
    assert (workspace / ".runtime/keys/log.key").read_text() == "the key\n"


def test_a_granted_prefix_that_is_a_link_shows_nothing_of_where_it_leads(run, workspace) -> None:
    """T-PROC-01"""
    (workspace / "docs").symlink_to("/etc")
    (workspace / "out").symlink_to(workspace.parent / "outside")
    found = run("ls docs/ out/", "echo x > out/made", read=["docs", "out"], write=["docs", "out"])
    assert [each["code"] == 0 for each in found] == [False, False]
    assert not (workspace.parent / "outside/made").exists()


def test_a_folder_above_rules_is_neither_renamed_nor_exchanged_nor_removed(run, workspace) -> None:
    """T-PROC-09"""
    found = run(
        "mv conf other",
        "mv -T src conf",
        "rm -r conf",
        "mv conf/policies conf/p",
        "touch conf/made && rm conf/made",
    )
    assert [each["code"] == 0 for each in found] == [False, False, False, False, True]
    assert (workspace / "conf/policies/authz.rego").read_text() == "package x\n"


def test_a_place_that_is_made_while_a_command_runs_is_not_seen(run, workspace) -> None:
    """T-PROC-09"""
    during = 'p = given["workspace"] / ".runtime/approvals"; p.mkdir(); (p / "a.json").write_text("question"); (given["workspace"] / "go").touch()'
    line = "touch begun; while ! [ -e go ]; do :; done; cat .runtime/approvals/a.json; ls -A .runtime"
    assert run(line, during=during)[0]["out"] == ""


def test_a_command_ends_when_settings_are_replaced_under_it(run, workspace) -> None:
    """T-PROC-09: the mount that keeps a file read-only goes with the file that an editor replaces."""
    during = 'n = given["workspace"] / "new"; n.write_text("# changed"); n.rename(given["workspace"] / "runtime.toml")'
    found = run("touch begun; while :; do sleep 0.1; done", during=during)[0]
    assert found["code"] == "backend.unavailable"
    assert (workspace / "runtime.toml").read_text() == "# changed"


def test_a_place_that_is_not_there_is_taken_for_the_time_of_the_command_only(run, workspace) -> None:
    """T-PROC-09"""
    (workspace / "runtime.toml").unlink()
    found = run("echo x > runtime.toml", "mv src runtime.toml", "ls")
    assert [each["code"] == 0 for each in found] == [False, False, True]
    assert not os.path.lexists(workspace / "runtime.toml")


def test_what_may_be_written_only_is_not_read(run, workspace) -> None:
    """T-PROC-01"""
    found = run("cat src/a.txt", "echo new > src/b.txt", read=[], write=["src"])
    assert [each["code"] == 0 for each in found] == [False, True]
    assert (workspace / "src/b.txt").read_text() == "new\n"


def test_nothing_of_a_command_is_left_behind_whatever_it_did_to_its_scratch(run, workspace) -> None:
    """T-PROC-04"""
    found = run(
        "mkdir -p $HOME/a/b $TMPDIR/c && chmod 000 $HOME/a $TMPDIR/c && echo $HOME/a $TMPDIR/c; chmod 000 src",
        "ls $HOME",
    )
    assert found[0]["code"] == 0
    assert not [each for each in found[0]["out"].split() if Path(each).exists()]
    assert found[1]["out"] == ""


def test_scratch_has_a_quota_of_bytes_and_of_files(run) -> None:
    """T-PROC-05"""
    found = run(
        "head -c 100000000 /dev/zero > $HOME/big || echo full",
        "cd $HOME && seq 70000 | xargs touch 2>&1 | grep -qm1 'No space' && echo full",
        "head -c 100000000 /dev/zero > /dev/shm/big || echo full",
        patch={"SCRATCH_BYTES": 50_000_000},
    )
    assert [each["out"] for each in found] == ["full\n"] * 3


def test_memory_is_counted_over_all_processes_of_a_command(run) -> None:
    """T-PROC-05"""
    many = run(
        "for i in 1 2 3 4 5 6; do sh -c 'x=$(head -c 60000000 /dev/zero | tr \"\\0\" x); sleep 20' & done; wait",
        memory_bytes=250_000_000,
    )[0]
    assert (many["code"], many["exceeded"]) == (137, "memory_bytes"), many


@pytest.mark.parametrize(
    "bomb",
    [
        "libc.semget(0, 32000, 0o600)",
        "libc.msgsnd(libc.msgget(0, 0o600), ctypes.create_string_buffer(b'x' * 9000), 8192, 0o4000)",
    ],
)
def test_memory_of_the_kernel_s_tables_is_counted(run, bomb) -> None:
    """T-PROC-05: semaphores and messages are in no process's memory, and would live on without any."""
    made = f"import ctypes, time; libc = ctypes.CDLL(None); [{bomb} for _ in range(30_000)]; time.sleep(20)"
    found = run(["/usr/bin/python3", "-c", made], memory_bytes=150_000_000)[0]
    assert (found["code"], found["exceeded"]) == (137, "memory_bytes"), found


def test_nobody_sets_limits_of_the_process_that_supervises(run) -> None:
    """T-PROC-05, T-PROC-09: a limit of processor time would end it before it has removed its placeholders."""
    program = """
import os, resource, subprocess, sys
child = subprocess.Popen(["sleep", "20"])
refused = 0
for process in (1, child.pid, os.getpid()):
    try:
        resource.prlimit(process, resource.RLIMIT_CPU, (1, 1))
    except PermissionError:
        refused += 1
resource.prlimit(0, resource.RLIMIT_CPU, (7, 7))
print(refused, resource.getrlimit(resource.RLIMIT_CPU), len(resource.prlimit(1, resource.RLIMIT_CPU)))
child.kill()
"""
    found = run(["/usr/bin/python3", "-c", program])[0]
    assert found["out"] == "3 (7, 7) 2\n", found


def test_processor_time_is_counted_over_all_processes_of_a_command(run) -> None:
    """T-PROC-05"""
    found = run(
        "while :; do (i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done); done", cpu_s=2.0, timeout_s=90.0
    )[0]
    assert (found["code"], found["exceeded"]) == (137, "cpu_s")


@pytest.mark.parametrize(
    "argv",
    [
        ["find", ".", "-maxdepth", "0", "-exec", "id", ";"], ["env", "id"], ["xargs", "-a", "runtime.toml", "id"], ["timeout", "5", "id"],
        ["awk", 'BEGIN{system("id")}'], ["tar", "cf", "x.tar", "--checkpoint=1", "--checkpoint-action=exec=id", "src"],
        ["find", ".", "-maxdepth", "0", "-exec", "/lib64/ld-linux-x86-64.so.2", "/usr/bin/id", ";"], ["env", "./own"],
        ["env", "LD_PRELOAD=./own", "env"], ["find", ".", "-maxdepth", "0", "-exec", "/bin/sh", "-c", "id", ";"],
    ],
    ids=lambda argv: " ".join(argv)[:50],
)  # fmt: skip
def test_a_named_command_executes_no_other_program(run, workspace, user, argv) -> None:
    """T-PROC-07"""
    (workspace / "own").write_bytes(Path("/usr/bin/id").read_bytes())
    (workspace / "own").chmod(0o755)
    give(workspace, user)
    found = run(argv, [argv[0], "--version"], commands=[argv[0]], write=[])
    assert "uid=" not in found[0].get("out", ""), found
    assert found[1]["code"] == 0 or argv[0] == "awk", found


def test_a_grant_of_two_commands_lets_one_start_the_other(run) -> None:
    found = run(["env", "id"], commands=["env", "id"])[0]
    assert found["out"].startswith("uid=")


def test_without_the_second_wall_named_commands_are_held_by_the_first(run, workspace) -> None:
    """T-PROC-07"""
    found = run(
        ["env", "id"],
        ["find", ".", "-maxdepth", "0", "-exec", "/lib64/ld-linux-x86-64.so.2", "/usr/bin/id", ";"],
        commands=["env", "find"],
        without="landlock",
    )
    assert all("uid=" not in each.get("out", "") for each in found), found


def test_a_program_in_the_workspace_that_is_named_runs_and_cannot_be_replaced(run, workspace, user) -> None:
    """T-PROC-07"""
    (workspace / "tool").write_text("#!/bin/sh\necho ran; echo x > tool; mv src/a.txt tool\n")
    (workspace / "tool").chmod(0o755)
    give(workspace, user)
    found = run(["./tool"], commands=["./tool"])[0]
    assert found["out"] == "ran\n"
    assert (workspace / "tool").read_text().startswith("#!/bin/sh\n")


@pytest.mark.parametrize("without", ["user namespaces", "mounts by descriptor", "seccomp"])
def test_a_command_is_refused_before_it_starts_where_a_wall_is_missing(run, workspace, without) -> None:
    """T-PROC-08"""
    found = run("touch made", without=without)[0]
    assert found["code"] == "backend.unavailable"
    assert not (workspace / "made").exists()


def test_a_bound_that_somebody_stated_and_nothing_holds_is_a_refusal(run, workspace) -> None:
    """T-PROC-08"""
    found = run("touch made", without="user namespaces", protection="best-effort", memory_bytes=10**9)[0]
    assert found["code"] == "backend.unavailable"
    assert not (workspace / "made").exists()
    ran = run("echo ran", without="user namespaces", protection="best-effort")[0]
    assert (ran["out"], sorted(ran["unconfined"])) == ("ran\n", ["filesystem", "hidden", "network"])


def test_a_workspace_above_the_system_is_refused(run) -> None:
    """T-PROC-01"""
    assert run("true", workspace="/")[0]["code"] == "backend.unavailable"
    assert run("true", workspace="/usr")[0]["code"] == "backend.unavailable"


def test_a_runtime_that_is_killed_takes_its_commands_along(workspace, user) -> None:
    """T-PROC-04"""
    mark = f"977{os.getpid()}{user % 97}"
    script = RUN.replace(
        "spec = json.loads(sys.argv[1])", "spec = json.loads(sys.argv[1]); import os, signal"
    )
    spec = {
        "workspace": str(workspace), "working_directory": ".", "environment": {"PATH": "/usr/bin:/bin"}, "timeout_s": 60.0,
        "max_output_bytes": 0, "cpu_s": None, "memory_bytes": None, "read": ["."], "write": ["."], "hidden": [], "locked": [],
        "commands": None, "protection": "required", "system": [], "patch": {},
        "lines": [f"(setsid sleep {mark} &) ; touch begun; sleep {mark}"], "during": "os.kill(os.getpid(), signal.SIGKILL)",
    }  # fmt: skip
    with pytest.raises(AssertionError):
        run_child(script, json.dumps(spec), user=user)
    assert (workspace / "begun").exists()
    deadline = time.monotonic() + 30
    while _is_running(mark):
        assert time.monotonic() < deadline


def _is_running(mark: str) -> bool:
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if f"sleep\0{mark}".encode() in place.read_bytes():
                return True
        except OSError:
            continue
    return False
