"""Archive members and snapshots that cannot be had are refused by name, and the rest goes on."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from runtime.bash import Bash, ShellError
from runtime.bash.vfs.hosted import HostedFileSystem

# Offsets of the flags and the method in a member's own header and in the directory's (APPNOTE 4.3.7 and 4.3.12).
LOCAL, CENTRAL = b"PK\x03\x04", b"PK\x01\x02"


def _archive() -> bytearray:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("spoilt", "x" * 10)
        archive.writestr("whole", "y" * 10)
    return bytearray(held.getvalue())


def test_a_locked_member_is_skipped_and_the_rest_unpacked():
    data = _archive()
    data[data.find(LOCAL) + 6] |= 1
    data[data.find(CENTRAL) + 8] |= 1
    done = Bash(files={"/tmp/z.zip": bytes(data)}).exec_sync(
        "cd /tmp; unzip -q z.zip; echo $?; cat whole; ls"
    )
    assert "spoilt  unable to get password" in done.stderr
    assert done.stdout.startswith("82\nyyyyyyyyyy")
    assert "spoilt" not in done.stdout


def test_a_member_packed_in_an_unknown_way_is_skipped_and_the_rest_unpacked():
    data = _archive()
    data[data.find(LOCAL) + 8] = 99
    data[data.find(CENTRAL) + 10] = 99
    done = Bash(files={"/tmp/z.zip": bytes(data)}).exec_sync("cd /tmp; unzip -q z.zip; echo $?; cat whole")
    assert "spoilt  unsupported compression method" in done.stderr
    assert done.stdout.startswith("81\nyyyyyyyyyy")


def test_a_shell_with_a_folder_of_the_host_gives_no_snapshot(tmp_path: Path):
    shell = Bash(mounts={"/work": HostedFileSystem(tmp_path)})
    with pytest.raises(ShellError, match="only a file system in memory"):
        shell.snapshot()
    assert shell.exec_sync("echo alive").stdout == "alive\n"
