"""An executor whose log lies on a disk that gets full, then has room again, while a call is under way.

Usage: executor_full_disk_child.py WORKSPACE BALLAST LETTERS. Prints what happened as JSON. WORKSPACE/disk is a small file system of its own where
the caller may mount one; elsewhere a limit on the size of files stands in for the end of the disk.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
from pathlib import Path

from runtime import Executor, tool
from runtime.audit.verify.verifier import verify
from runtime.contracts.digest import digest
from runtime.contracts.errors import AuditError, RuntimeClosed
from runtime.host.settings import load_settings
from runtime.host.workspace import initialise

ALLOW = 'package runtime.authz\n\nimport rego.v1\n\ndefault decision := {"allow": true}\n'
ran: list[str] = []


async def scenario(workspace: Path, ballast_bytes: int, letters: int) -> dict[str, object]:
    begun, ends = asyncio.Event(), asyncio.Event()

    @tool(description="Note that it ran", side_effects=["none"])
    async def note(name: str, text: str) -> str:
        ran.append(name)
        return text

    @tool(description="End when it is told to", side_effects=["none"])
    async def long() -> str:
        begun.set()
        await ends.wait()
        return "ended"

    disk = workspace / "disk"
    log = disk / "audit"
    mounted = os.stat(disk).st_dev != os.stat(workspace).st_dev  # noqa: PTH116  # blocks nobody here
    settings = load_settings(workspace).settings
    told: dict[str, object] = {"mounted": mounted}
    receipts: dict[int, str] = {}
    async with Executor.open(
        workspace, tools=[note, long], settings=settings, isolation="in_process"
    ) as executor:

        async def call(name: str) -> str:
            try:
                outcome = await executor.call("note", {"name": name, "text": "x" * letters}, call_id=name)
            except (AuditError, RuntimeClosed) as error:
                return error.code
            assert outcome.ok
            receipts[outcome.receipt.seq] = outcome.receipt.record
            return "ok"

        under_way = asyncio.create_task(executor.call("long", {}, call_id="long"))
        await begun.wait()
        ballast = disk / "ballast"
        if mounted:
            ballast.write_bytes(b"\0" * ballast_bytes)
        else:
            resource.setrlimit(resource.RLIMIT_FSIZE, (40_000 + ballast_bytes % 4096, resource.RLIM_INFINITY))
        number = 0
        while (first := await call(f"before-{number}")) == "ok":
            number += 1
        told["first"] = first
        told["full"] = sorted({await call(f"full-{n}") for n in range(30)})
        told["acknowledged"] = len(receipts)
        ran_before = len(ran)
        if mounted:
            ballast.unlink()
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        codes = []
        while (code := await call("after")) != "ok":  # it is tried again five times a second
            codes.append(code)
            assert len(codes) < 100_000
        told["until open"] = sorted(set(codes))
        told["ran more"] = len(ran) - ran_before
        ends.set()
        told["under way"] = (await under_way).output
        told["again"] = (
            await executor.call("note", {"name": "before-0", "text": "x" * letters}, call_id="before-0")
        ).ok
        told["once"] = ran.count("before-0")
    lines = (log / "records.jsonl").read_bytes().split(b"\n")
    told["lost"] = [seq for seq, record in receipts.items() if digest(lines[seq]) != record]
    told["aborted"] = sum(b'"kind":"ToolAborted"' in line for line in lines)
    report = verify(log, verifier_keys=[initialised.verifier_key])
    told["verdict"], told["findings"] = report.verdict, [str(finding) for finding in report.findings]
    return told


if __name__ == "__main__":
    os.environ["RUNTIME_AUDIT_STORE"] = "file:disk/audit"
    folder = Path(sys.argv[1])
    initialised = initialise(folder, accept=True, pin=False)
    for file in (folder / "policies").glob("*"):
        file.unlink()
    (folder / "policies" / "authz.rego").write_text(ALLOW)
    print(json.dumps(asyncio.run(scenario(folder, int(sys.argv[2]), int(sys.argv[3])))))
