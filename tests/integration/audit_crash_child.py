"""A writer to be killed: commits calls from many tasks, and tells its parent what was acknowledged.

Usage: audit_crash_child.py FOLDER KEY NAME TASKS SEGMENT. Each line of its output is ``<seq> <digest>``, written after the
commit returned. It ends only by a signal, or with status 3 when the log has failed.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import msgspec

from runtime.audit.keys.key_files import load_signer
from runtime.audit.stores.file import FileStore
from runtime.audit.vault.file_vault import FileVault
from runtime.audit.write.log import Log
from runtime.contracts import audit
from runtime.contracts.audit import Entry
from runtime.contracts.digest import commitment
from runtime.contracts.errors import AuditError
from runtime.contracts.vault import Sealed

INVOKED = audit.ToolInvoked(
    arguments="a" * 71, arguments_bytes=2, manifest="m" * 71, principal="agent:demo", tool="t", version="1"
)
GATE = audit.CapabilityCheck(allowed=True, checks=(), decision_id="d", phase="gate")
ALLOW = audit.PolicyDecision(
    bundle="b", cached=False, decision_id="d", engine="rego", outcome="allow", reasons=()
)
COMPLETED = audit.ToolCompleted(
    backend="inprocess",
    duration_us=7,
    fuel=None,
    normalization="json",
    output_bytes=2,
    output_hash="h" * 71,
    raw="r" * 4000,
)


def keep(call: str, body: audit.Body) -> Entry:
    """The entry of a record that commits to a value of its own, where its kind does so."""
    name = {audit.ToolInvoked: "arguments", audit.ToolCompleted: "raw"}.get(type(body))
    if name is None:
        return Entry(call, body)
    salt, value = os.urandom(32), f"{name} of {call}".encode() * 100
    sealed = Sealed(commitment(salt, value), salt, value)
    return Entry(call, msgspec.structs.replace(body, kept="whole", **{name: sealed.commitment}), sealed)


async def call_for_ever(log: Log, name: str) -> None:
    number = 0
    while True:
        call = f"{name}-{number}"
        for entries in ([INVOKED, GATE, ALLOW], [COMPLETED]):
            receipt = await log.commit([keep(call, body) for body in entries])
            os.write(1, f"{receipt.seq} {receipt.record}\n".encode())
        number += 1


async def main(folder: str, key: str, name: str, tasks: str, segment: str) -> None:
    store = FileStore(Path(folder), create=False, segment_records=int(segment))
    vault = FileVault(Path(folder))
    log = Log.on(store, vault, signer=load_signer(Path(key), "crash"), origin="crash", runtime_version="1")
    await asyncio.gather(*(call_for_ever(log, f"{name}-{task}") for task in range(int(tasks))))


if __name__ == "__main__":
    try:
        asyncio.run(main(*sys.argv[1:]))
    except AuditError as error:
        print(error.code, file=sys.stderr)
        os._exit(3)
