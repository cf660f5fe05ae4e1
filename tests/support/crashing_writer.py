"""A writer that dies with the log open: what it committed is durable and signed, and nothing is tidied up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from audit_forge import ORIGIN, make_signer, whole_call

from runtime.audit.write.log import Log
from runtime.contracts.audit import Entry

_STATUS = 9


def crash(folder: Path, *calls: tuple[str | None, int]) -> None:
    """Have a child process open the log, commit the first records of each call, sign them, and die."""
    done = subprocess.run([sys.executable, __file__, folder, json.dumps(calls)], check=False, timeout=60)
    assert done.returncode == _STATUS


def main(folder: str, calls: str) -> None:
    signer = make_signer()
    log = Log.open(folder, signer=signer, origin=ORIGIN, runtime_version="1.0", create=True)
    for call, count in json.loads(calls):
        log.commit_sync([Entry(call, entry.body) for entry in whole_call("")[:count]])
    log.checkpoint()
    os._exit(_STATUS)


if __name__ == "__main__":
    main(*sys.argv[1:])
