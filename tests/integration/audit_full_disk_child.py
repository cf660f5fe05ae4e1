"""Two writers of one log on a disk that gets full, then is cleared; and a log that cannot be written at all.

Usage: audit_full_disk_child.py FOLDER BALLAST. Prints what happened as JSON. FOLDER is a small file system of its own where the
caller may mount one; elsewhere a limit on the size of files stands in for the end of the disk.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from runtime.audit.format.note import Signer
from runtime.audit.layout.segments import segment_firsts, segment_name
from runtime.audit.maintain.repair import repair
from runtime.audit.stores.file import FileStore
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry, ToolDenied, ToolInvoked
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditDamaged, AuditError

SIGNER = Signer("full", Ed25519PrivateKey.from_private_bytes(b"\3" * 32))
INVOKED = ToolInvoked(
    arguments="a" * 300, arguments_bytes=2, manifest=None, principal="agent:demo", tool="t", version=None
)
DENIED = ToolDenied(code="policy.denied", step=4)


def open_log(folder: Path) -> Log:
    store = FileStore(folder, create=True, segment_records=16)
    return Log.on(store, signer=SIGNER, origin=SIGNER.name, runtime_version="1")


def write_until_refused(log: Log, name: str, acknowledged: dict[int, str]) -> str:
    for number in range(100_000):
        try:
            receipt = log.commit_sync([Entry(f"{name}-{number}", INVOKED), Entry(f"{name}-{number}", DENIED)])
        except AuditError as error:
            return error.code
        acknowledged[receipt.seq] = receipt.record
    return "never"


def lost(folder: Path, acknowledged: dict[int, str]) -> list[int]:
    names = [segment_name(first) for first in segment_firsts(folder)]
    lines = b"".join((folder / name).read_bytes() for name in names).split(b"\n")
    return [seq for seq, record in acknowledged.items() if digest(lines[seq]) != record]


def code_of(action: object) -> str:
    try:
        action()  # type: ignore[operator]
    except AuditError as error:
        return error.code
    return ""


def go_on(folder: Path) -> None:
    try:
        log = open_log(folder)
    except AuditDamaged:
        repair(folder, signer=SIGNER, origin=SIGNER.name, runtime_version="1", apply=True)
        log = open_log(folder)
    log.commit_sync([Entry("after", INVOKED), Entry("after", DENIED)])
    log.close()


def main(folder: Path, ballast_bytes: int) -> dict[str, object]:
    mounted = folder.stat().st_dev != folder.parent.stat().st_dev
    ballast, log_folder = folder / "ballast", folder / "log"
    acknowledged: dict[int, str] = {}
    one, two = open_log(log_folder), open_log(log_folder)
    ballast.write_bytes(b"\0" * ballast_bytes)
    if not mounted:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8_192 + ballast_bytes % 4096, resource.RLIM_INFINITY))
    told: dict[str, object] = {"mounted": mounted}
    told["refused"] = [
        write_until_refused(one, "a", acknowledged),
        write_until_refused(two, "b", acknowledged),
    ]
    told["again"] = [write_until_refused(one, "c", {}), write_until_refused(two, "d", {})]
    for log in (one, two):
        code_of(log.close)
    told["acknowledged"] = len(acknowledged)
    told["lost"] = lost(log_folder, acknowledged)
    told["full"] = verify(log_folder, verifier_keys=[SIGNER.key]).verdict
    ballast.unlink()
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    go_on(log_folder)
    told["lost"] = [*told["lost"], *lost(log_folder, acknowledged)]  # type: ignore[misc]
    told["cleared"] = verify(log_folder, verifier_keys=[SIGNER.key]).verdict
    if mounted:
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    else:
        log_folder.chmod(0o500)
    told["read only"] = "" if os.access(log_folder, os.W_OK) else code_of(lambda: open_log(log_folder))
    told["read only, verified"] = verify(log_folder, verifier_keys=[SIGNER.key]).verdict
    log_folder.chmod(0o700) if not mounted else None
    return told


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]))))
