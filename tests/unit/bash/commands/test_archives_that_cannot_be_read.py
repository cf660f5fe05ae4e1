"""Archive members and snapshots that cannot be had are refused by name, and the rest goes on."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from runtime.bash import Bash
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


def test_a_snapshot_leaves_folders_of_the_host_where_they_are(tmp_path: Path):
    (tmp_path / "secret.txt").write_text("of the host")
    shell = Bash(mounts={"/work": HostedFileSystem(tmp_path)})
    assert shell.exec_sync("cat /work/secret.txt; echo own > /tmp/own.txt").stdout == "of the host"
    kept = shell.snapshot()
    assert b"of the host" not in kept
    again = Bash.restore(kept)
    assert again.exec_sync("cat /tmp/own.txt; cat /work/secret.txt").stdout == "own\n"
