"""A disk that gets full under two writers: what was acknowledged stays, nothing is called tampered, the log goes on when there
is room again.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("audit_full_disk_child.py")


# So much of the 192 KiB is taken at first: the last page goes to records, to a checkpoint, to a seal, or to a new file.
@pytest.mark.parametrize("ballast_kib", [16, 20, 24, 28, 32, 36])
def test_a_full_disk_loses_nothing_and_refuses_calls_until_there_is_room(tmp_path, ballast_kib):
    """T-AUD-11: a small file system in a mount namespace of its own; where none may be made, a limit on files."""
    place = tmp_path / "disk"
    place.mkdir()
    run = shlex.join([sys.executable, str(CHILD), str(place), str(ballast_kib << 10)])
    mount = f"mount -t tmpfs -o size=192k,mode=700 none {shlex.quote(str(place))}"
    # The namespace ends with the child, and the file system with it.
    script = f"unshare -rm true 2>/dev/null && exec unshare -rm sh -c {shlex.quote(f'{mount} && {run}')} || exec {run}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert set(told["refused"] + told["again"]) <= {"audit.write_failed", "audit.damaged"}
    assert told["refused"][0] == "audit.write_failed"
    assert told["acknowledged"] > 10
    assert told["lost"] == []
    assert told["full"] in ("OK_NOT_WITNESSED", "UNPROVEN")
    assert told["cleared"] == "OK_NOT_WITNESSED"
    assert told["read only"] in ("audit.write_failed", "")
    assert told["read only, verified"] == "OK_NOT_WITNESSED"
