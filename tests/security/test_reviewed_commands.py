"""What a reviewed command can do: write to its layer and nowhere else, and leave nothing that harms what reads it; as every user."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from confinement_arena import USERS, give, owned_folder, run_child
from layers import state_of

RUN = """
import asyncio, json, sys
from pathlib import Path
from runtime.backends.launcher import ConfinedLauncher
from runtime.capability.staging import Staging
from runtime.contracts.errors import FailedError
from runtime.contracts.process import Spawn
from runtime.hostfs.transaction import Transactions
spec = json.loads(sys.argv[1])
lines, make = spec.pop("lines"), spec.pop("make")
given = {k: tuple(v) if isinstance(v, list) else v for k, v in spec.items()}
given["workspace"], given["stdin"] = Path(given["workspace"]), b""
closed = ("runtime.toml", "conf/policies", ".runtime")
launcher = ConfinedLauncher(protection="required")
transactions = Transactions(given["workspace"], ".runtime/changes", b"secret")

def permitted(path):
    return not any(path == place or path.startswith(place + "/") for place in closed)

async def one(line):
    staging = Staging(transactions, permitted)
    staging.begin()
    try:
        ran = await launcher.launch(Spawn(argv=("/bin/sh", "-c", line), stage=staging, **given), cancelled=lambda: False)
        said = {"out": ran.stdout.decode("utf-8", "replace"), "err": ran.stderr.decode("utf-8", "replace"), "code": ran.exit_code}
        said["changes"] = [f"{each.change} {each.path}" for each in staging.collect().changes]
        if make:
            staging.commit("c-1")
    except FailedError as refused:
        return {"refused": refused.message, "code": refused.code}
    finally:
        staging.discard()
    return said

async def main():
    return [await one(line) for line in lines]

print(json.dumps(asyncio.run(main())))
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
        give(folder, user)
        yield place


@pytest.fixture
def run(workspace, user) -> Callable[..., list[dict[str, Any]]]:
    """Run each of some lines under review, as the user."""

    def call(*lines: str, without: str = "", make: bool = False, **given: object) -> list[dict[str, Any]]:
        spec = {
            "workspace": str(workspace), "working_directory": ".", "environment": {"PATH": "/usr/bin:/bin"}, "timeout_s": 20.0,
            "max_output_bytes": 100_000, "cpu_s": None, "memory_bytes": None, "read": ["."], "write": ["."],
            "hidden": [".runtime/keys", ".runtime/changes"], "locked": ["conf/policies", "runtime.toml"], "commands": None,
            "network": None, "lines": lines, "make": make,
        } | given  # fmt: skip
        found: list[dict[str, Any]] = run_child(RUN, json.dumps(spec), user=user, without=without)
        return found

    return call


def test_the_workspace_stays_as_it_is_whatever_the_command_does(run, workspace) -> None:
    """T-PROC-20"""
    before, times = state_of(workspace), (workspace / "src").stat().st_mtime_ns
    found = run(
        "echo x > new; echo x >> src/a.txt; mkdir -p d/e; ln -s / root; chmod 600 src/a.txt",
        "rm -rf src; mkdir src; echo y > src/b; mv src other",
        "find . -type f -exec sh -c 'echo x > $0' {} ';'; touch -d 1999-01-01 src/a.txt; true",
        "ln src/a.txt hard; echo x > hard; truncate -s 0 src/a.txt; setfattr -n user.x -v y src/a.txt; true",
    )
    assert [each["code"] for each in found] == [0, 0, 0, 0], found
    assert all(each["changes"] for each in found)
    assert state_of(workspace) == before
    assert (workspace / "src").stat().st_mtime_ns == times


def test_what_governs_stays_closed_beneath_the_layer(run, workspace) -> None:
    """T-PROC-20"""
    lines = [
        "mv .runtime m", "mv conf other", "rm -rf conf", "rm -f runtime.toml", "echo x > runtime.toml", "mv runtime.toml x",
        "ln -f src/a.txt runtime.toml", "cat .runtime/keys/log.key", "mkdir .runtime/changes/begun-1", "cp -r .runtime copy",
        "echo x > conf/policies/new.rego", "rmdir .runtime", "chmod 777 runtime.toml", "ln conf/policies/authz.rego hard && echo x > hard",
    ]  # fmt: skip
    found = run(*lines, make=True)
    for line, each in zip(lines, found, strict=True):
        assert "the key" not in each.get("out", ""), line
        touched = [path for path in each.get("changes", []) if "runtime" in path or "policies" in path]
        assert not touched, (line, each)
    assert (workspace / "runtime.toml").read_text() == "# settings\n"
    assert sorted(path.name for path in (workspace / "conf/policies").iterdir()) == ["authz.rego"]
    assert (workspace / "conf/policies/authz.rego").read_text() == "package x\n"


def test_no_other_way_leads_to_the_layer(run, workspace) -> None:
    """T-PROC-20"""
    found = run(
        "ls -d /.review /proc/1/cwd/.review .review",
        "for fd in /proc/1/fd/*; do ls $fd/ ; done 2>/dev/null | grep -e upper -e work -e src",
        "head -c 1 /proc/1/maps || head -c 1 /proc/1/environ || head -c 1 /proc/1/mem",
        "umount . 2>/dev/null || mount -t tmpfs none . 2>/dev/null",
        "mknod w c 0 0",
        "setfattr -n user.overlay.opaque -v y src; getfattr -n user.overlay.opaque src",
    )
    assert [each["code"] == 0 for each in found[:5]] == [False] * 5, found
    assert all(each["changes"] == [] for each in found), found


HOSTILE = {
    "a FIFO": ("mkfifo f", "changes.refused"),
    "a socket": (
        "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"s\")' || perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local=>\"s\",Listen=>1)'",
        "changes.refused",
    ),
    "set-user-id": ("cp /bin/true t; chmod u+s t", "changes.refused"),
    "set-group-id": ("cp /bin/true t; chmod g+s t", "changes.refused"),
    "a name of other bytes": ("touch \"$(printf 'a\\377b')\"", "changes.refused"),
    "a link to other bytes": ("ln -s \"$(printf 'a\\377b')\" l", "changes.refused"),
    "a file of holes": ("truncate -s 900M sparse", "changes.refused"),
    "many files of holes": (
        "for i in 1 2 3 4 5 6 7 8 9; do truncate -s 900M s$i; done",
        "changes.refused",
    ),
    "11,000 files": ("seq 11000 | xargs touch", "changes.refused"),
    "depth": (
        "i=0; while [ $i -lt 200 ]; do mkdir d && cd d; i=$((i+1)); done",
        "changes.refused",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_cannot_be_made_refuses_all_of_it(run, workspace, name) -> None:
    """T-PROC-21"""
    line, code = HOSTILE[name]
    before = state_of(workspace)
    (found,) = run(f"echo fine > fine; {line}; true", make=True)
    assert found["code"] == code, found
    assert state_of(workspace) == before


def test_what_looks_odd_and_is_harmless_is_made_as_it_is(run, workspace) -> None:
    """T-PROC-21"""
    (found,) = run(
        "printf x > \"$(printf 'two\\nlines')\"; ln -s loop loop; ln -s /etc/shadow out; ln -s ../../.. up; "
        "mkdir shut; echo y > shut/in; chmod 0 shut/in shut; ln src/a.txt twin; printf 'a\\0b' > zeros",
        make=True,
    )
    assert found["code"] == 0, found
    assert (workspace / "two\nlines").read_text() == "x"
    assert [(workspace / name).readlink() for name in ("loop", "out", "up")] == [
        Path("loop"), Path("/etc/shadow"), Path("../../.."),
    ]  # fmt: skip
    assert (workspace / "shut").stat().st_mode & 0o777 == 0
    assert (workspace / "twin").stat().st_nlink == 1


def test_a_flood_of_the_layer_ends_at_its_quota(run, workspace) -> None:
    """T-PROC-21"""
    before = state_of(workspace)
    full, many = run("head -c 400000000 /dev/zero > a; wc -c < a", "seq 40000 | xargs touch; ls | wc -l")
    assert int(full["out"]) <= 256 * 1024 * 1024
    assert many["code"] == "changes.refused"
    assert state_of(workspace) == before


def test_what_still_runs_when_the_command_ends_changes_nothing_more(run, workspace) -> None:
    """T-PROC-20"""
    (found,) = run("(while :; do date >> grows; done) & echo x > made", make=True)
    assert found["code"] == 0
    assert (workspace / "made").read_text() == "x\n"


@pytest.mark.parametrize("wall", ["user namespaces", "mounts by descriptor", "landlock", "openat2"])
def test_without_a_wall_a_reviewed_command_is_refused_or_held(run, workspace, wall) -> None:
    """T-PROC-20"""
    before = state_of(workspace)
    (found,) = run("echo x > new", without=wall)
    assert "refused" in found or found["changes"] == ["created new"], found
    assert state_of(workspace) == before
