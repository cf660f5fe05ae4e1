"""kill -9 in the middle of an erasing: whoever opens the log next finishes it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from runtime.audit.keys.key_files import create_key, load_signer
from runtime.audit.maintain.erase import erase
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts import audit
from runtime.contracts.audit import Entry, Erased
from runtime.contracts.digest import commitment
from runtime.contracts.vault import Sealed

CHILD = Path(__file__).with_name("erase_crash_child.py")


def open_log(tmp_path: Path, *, create: bool = False) -> Log:
    signer = load_signer(tmp_path / "key.pem", "erase")
    return Log.open(tmp_path / "log", signer=signer, origin="erase", runtime_version="1", create=create)


def denied(call: str) -> list[Entry]:
    """A call that was refused, and whose arguments are kept."""
    value, salt = f"arguments of {call}".encode(), os.urandom(32)
    sealed = Sealed(commitment(salt, value), salt, value)
    invoked = audit.ToolInvoked(
        arguments=sealed.commitment,
        arguments_bytes=len(value),
        kept="whole",
        manifest=None,
        principal="agent:x",
        tool="t",
        version=None,
    )
    return [Entry(call, invoked, sealed), Entry(call, audit.ToolDenied(code="policy.denied", step=4))]


def erasures(tmp_path: Path) -> list[Erased]:
    lines = (tmp_path / "log" / "records.jsonl").read_bytes().split(b"\n")[:-1]
    records = [msgspec.json.decode(line, type=audit.Record) for line in lines]
    return [msgspec.json.decode(r.body, type=Erased) for r in records if r.kind == "Erased"]


@pytest.mark.parametrize("while_another_writes", [False, True])
@pytest.mark.parametrize(("moment", "records"), [("said", 1), ("begun", 1), ("synced", 1), ("recorded", 2)])
def test_an_erasing_that_was_killed_is_finished_by_the_next_start(
    tmp_path, moment, records, while_another_writes
):
    """T-AUD-61"""
    key = create_key(tmp_path / "key.pem", "erase")
    with open_log(tmp_path, create=True) as log:
        # An id may stand for several calls that were denied: all of them are erased.
        log.commit_sync([*denied("c-1"), *denied("c-2"), *denied("c-1")])
    other = open_log(tmp_path) if while_another_writes else None
    command = [sys.executable, CHILD, tmp_path / "log", tmp_path / "key.pem", "c-1", moment]
    ended = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (-signal.SIGKILL, b""), ended.stderr
    open_log(tmp_path).close()
    if other is not None:
        other.commit_sync(denied("c-3"))
        other.close()
    data = b"".join(file.read_bytes() for file in (tmp_path / "log").iterdir())
    assert (b"arguments of c-1" in data, b"arguments of c-2" in data) == (False, True)
    assert [(one.cause, one.reason, len(one.records)) for one in erasures(tmp_path)] == [
        ("request", "asked for", 2)
    ] * records
    report = verify(tmp_path / "log", verifier_keys=[key])
    assert (report.verdict, report.erased) == ("OK_NOT_WITNESSED", 2), report
    again = erase(
        tmp_path / "log",
        signer=load_signer(tmp_path / "key.pem", "erase"),
        origin="erase",
        runtime_version="1",
        call="c-1",
    )
    assert (again.rows, again.recorded) == (0, False)
