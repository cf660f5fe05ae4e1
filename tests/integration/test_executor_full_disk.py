"""A disk that gets full under an executor: calls are refused while it is, none acknowledged is lost, and they go on when there is room."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("executor_full_disk_child.py")


# So much of the 256 KiB is taken, and so much each call keeps in the vault: the last page goes to a record, a checkpoint or a value.
@pytest.mark.parametrize(
    ("ballast_kib", "letters"), [(64, 1), (66, 1), (96, 400), (100, 1500), (120, 5000), (128, 30_000)]
)
def test_an_executor_goes_on_when_a_full_disk_has_room_again(tmp_path, ballast_kib, letters):
    """T-AUD-11: a small file system in a mount namespace of its own; where none may be made, a limit on files."""
    workspace = tmp_path / "workspace"
    disk = workspace / "disk"
    disk.mkdir(parents=True)
    run = shlex.join([sys.executable, str(CHILD), str(workspace), str(ballast_kib << 10), str(letters)])
    mount = f"mount -t tmpfs -o size=256k,mode=700 none {shlex.quote(str(disk))}"
    script = f"unshare -rm true 2>/dev/null && exec unshare -rm sh -c {shlex.quote(f'{mount} && {run}')} || exec {run}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["first"] == "audit.unavailable"
    assert set(told["full"]) == {"audit.unavailable"}
    assert set(told["until open"]) <= {"audit.unavailable"}
    assert told["acknowledged"] >= 1
    assert told["lost"] == []
    assert told["ran more"] == 1
    assert told["under way"] == "ended"
    assert (told["again"], told["once"]) == (True, 1)
    assert (told["verdict"], told["findings"]) == ("OK_NOT_WITNESSED", [])
