"""Hostile commands, by the hundred, each of which must not get through: as root, as somebody else, and with walls missing.

The attacks are data (`tests/security/confined_attacks`); they run in batches inside one confined command each, and what they
could have changed outside is looked at afterwards.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from confinement_arena import UNPRIVILEGED, USERS, WALLS, give, owned_folder, run_child

from runtime.backends._confinement import kernel, syscalls

ATTACKS = Path(__file__).with_name("confined_attacks")
LAUNCH = """
import asyncio, json, sys
from pathlib import Path
from runtime.backends.launcher import ConfinedLauncher
from runtime.contracts.errors import BackendUnavailable
from runtime.contracts.process import Spawn
spec = json.loads(Path(sys.argv[1]).read_text())
launcher = ConfinedLauncher(protection="required", system=spec["system"])
spawn = Spawn(
    argv=tuple(spec["argv"]), workspace=Path(spec["workspace"]), working_directory=".", environment=spec["environment"],
    stdin=spec["stdin"].encode(), timeout_s=120.0, max_output_bytes=1_000_000, cpu_s=None, memory_bytes=None,
    read=tuple(spec["read"]), write=tuple(spec["write"]), hidden=tuple(spec["hidden"]), locked=tuple(spec["locked"]),
)
try:
    ran = asyncio.run(launcher.launch(spawn, cancelled=lambda: False))
    print(json.dumps({"out": ran.stdout.decode(), "err": ran.stderr.decode(), "code": ran.exit_code}))
except BackendUnavailable as refused:
    print(json.dumps({"refused": refused.message}))
"""
HIDDEN = (".runtime/approvals", ".runtime/audit", ".runtime/keys", "absent/inner/place")
LOCKED = ("conf/policies", "deep/a/b/tools", "runtime.toml", "absent.toml")


def _numbers() -> dict[str, int]:
    at = 0 if kernel.X86_64 else 1
    named = {name: each[at] for name, each in (syscalls.REFUSED | syscalls.ABSENT).items()}
    return {name: number for name, number in named.items() if number is not None} | {"clone": kernel.CLONE}


def attacks(*groups: str) -> list[tuple[str, str, str]]:
    """Name, language and text of those of some groups; of all without."""
    found = []
    for number, line in enumerate((ATTACKS / "shell.txt").read_text().splitlines(), 1):
        if line and not line.startswith("#"):
            group, _, text = line.partition(" | ")
            found.append((f"{group}: shell.txt:{number}: {text}", "shell", text))
    for number, block in enumerate((ATTACKS / "python.txt").read_text().split("\n## ")[1:], 1):
        group, _, text = block.partition("\n")
        found.append((f"{group}: python.txt block {number}: {text[:80]}", "python", text))
    if shutil.which("cc"):
        source = (ATTACKS / "attacks.c").read_text()
        found += [
            (f"programs: attacks.c case {n}", "c", str(n)) for n in range(100) if f"    case {n}:" in source
        ]
    return [attack for attack in found if not groups or attack[0].partition(":")[0] in groups]


@contextmanager
def arena(user: int) -> Iterator[tuple[Path, dict[str, str]]]:
    """A workspace with all that governs it, and what lies around it."""
    with ExitStack() as stack:
        folder = stack.enter_context(owned_folder(user))
        workspace, outside = folder / "workspace", folder / "outside"
        for made in ("src", "docs", ".runtime/keys", "conf/policies", "deep/a/b/tools"):
            (workspace / made).mkdir(parents=True)
        outside.mkdir()
        for name, text in {
            "src/a.txt": "alpha\n", ".runtime/keys/log.key": "the key\n", "runtime.toml": "# x\n",
            "conf/policies/authz.rego": "package x\n", "deep/a/b/tools/x.py": "pass\n",
        }.items():  # fmt: skip
            (workspace / name).write_text(text)
        (outside / "secret.txt").write_text("secret\n")
        (workspace / "docs-link").symlink_to("/etc")
        if shutil.which("cc"):
            subprocess.run(["cc", "-w", "-o", workspace / "attacks", ATTACKS / "attacks.c"], check=True)
        give(folder, user)
        port = stack.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1]
        host = stack.enter_context(socket.socket(socket.AF_UNIX))
        host.bind(str(outside / "socket"))
        host.listen()
        (outside / "socket").chmod(0o777)
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX))
        abstract.bind(f"\0confined-{os.getpid()}")
        abstract.listen()
        yield workspace, {
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "WS": str(workspace), "OUT": str(outside),
            "SECRET": str(outside / "secret.txt"), "PID": str(os.getpid()), "PORT": str(port),
            "SOCKET": str(outside / "socket"), "ABSTRACT": f"confined-{os.getpid()}",
        }  # fmt: skip


def state(workspace: Path) -> list[tuple[Any, ...]]:
    """All that no attack may have changed: names, contents, modes, owners, times."""
    watched = [workspace / name for name in (".runtime", "conf/policies", "deep/a/b/tools", "runtime.toml")]
    watched += [workspace.parent / "outside", Path("/dev/null"), Path("/etc/passwd"), Path("/usr/bin/env")]
    found: list[tuple[Any, ...]] = []
    for place in watched:
        for path in (place, *sorted(place.rglob("*"))):
            info = path.lstat()
            times = () if stat.S_ISCHR(info.st_mode) or stat.S_ISDIR(info.st_mode) else (info.st_mtime_ns,)
            text = (
                path.read_bytes()
                if stat.S_ISREG(info.st_mode) and place.is_relative_to(workspace.parent)
                else b""
            )
            found.append((str(path), info.st_ino, info.st_mode, info.st_uid, *times, text))
    return found


def run(user: int, without: str, *groups: str, **changed: object) -> tuple[dict[str, Any], int]:
    """What the driver printed, and how many attacks it was given."""
    chosen = attacks(*groups)
    with arena(user) as (workspace, environment):
        before = state(workspace)
        spec = {
            "argv": [f"{sys.base_prefix}/bin/python3", "-I", "-c", Path(__file__).with_name("confined_attacks_driver.py").read_text()],
            "system": [sys.base_prefix], "workspace": str(workspace), "environment": environment,
            "stdin": repr((chosen, _numbers())), "read": ["."], "write": ["."], "hidden": HIDDEN, "locked": LOCKED,
        } | changed  # fmt: skip
        given = workspace.parent / "spec.json"
        given.write_text(json.dumps(spec))
        given.chmod(0o644)
        said = run_child(LAUNCH, given, user=user, without=without)
        assert state(workspace) == before
        assert not [place for place in ("absent", "absent.toml") if os.path.lexists(workspace / place)]
    return said, len(chosen)


def test_there_are_at_least_150_attacks_in_every_group_that_matters() -> None:
    found = attacks()
    assert len(found) >= 150
    groups = {name.partition(":")[0] for name, _, _ in found}
    assert groups >= {
        "files", "governs", "namespaces", "proc", "signals", "devices", "setuid", "sockets", "keyrings", "ptrace",
        "kernel", "terminals", "descriptors", "races",
    }  # fmt: skip


@pytest.mark.parametrize("user", USERS)
def test_the_driver_reports_what_does_get_through(user) -> None:
    said, _ = run(
        user, "", "none", stdin=repr(([("harmless", "shell", "true"), ("also", "python", "1")], {}))
    )
    assert said["out"].split() == ["harmless", "also", "done"], said


@pytest.mark.parametrize("user", USERS)
def test_no_attack_gets_through(user) -> None:
    """T-PROC-01 T-PROC-02 T-PROC-03 T-PROC-06"""
    said, _ = run(user, "")
    assert said.get("out") == "done\n", said


@pytest.mark.parametrize("without", sorted(WALLS))
def test_with_a_wall_taken_away_no_attack_gets_through_or_none_is_started(without) -> None:
    """T-PROC-08"""
    said, _ = run(USERS[0], without)
    if without in ("landlock", "openat2"):
        assert said.get("out") == "done\n", said
    else:
        assert "refused" in said, said


@pytest.mark.soak
@pytest.mark.parametrize("without", sorted(WALLS))
def test_somebody_without_privileges_gets_no_further_with_a_wall_taken_away(without) -> None:
    """T-PROC-08"""
    said, _ = run(UNPRIVILEGED if UNPRIVILEGED in USERS else USERS[0], without)
    assert "refused" in said or said.get("out") == "done\n", said
