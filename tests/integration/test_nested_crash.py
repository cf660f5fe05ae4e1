"""kill -9 while calls are open inside calls: the next writer ends them all, from the inside out."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from runtime import Executor
from runtime.audit.verify.verifier import verify

CHILD = Path(__file__).with_name("nested_crash_child.py")
LEAVES = ["trunk/1/1", "trunk/1/2", "trunk/2/1", "trunk/2/2"]


def test_a_killed_executor_leaves_no_call_of_a_tree_open(workspace):
    """T-CALL-03"""
    workspace.accept()
    with subprocess.Popen([sys.executable, CHILD, workspace.folder], stdout=subprocess.PIPE) as child:
        begun = [child.stdout.readline().decode().strip() for _ in LEAVES]
        child.send_signal(signal.SIGKILL)
    assert sorted(begun) == LEAVES
    left = verify(workspace.log, verifier_keys=[workspace.verifier_key])
    assert (left.verdict, left.open_calls) == ("UNPROVEN", 7)

    Executor.open(workspace.folder, isolation="in_process").close()
    after = verify(workspace.log, verifier_keys=[workspace.verifier_key])
    assert (after.findings, after.open_calls) == ((), 0)
    ends = [(record.call, body.outcome) for record, body in workspace.records() if body.kind == "ToolAborted"]
    assert {outcome for _, outcome in ends} == {"unknown"}
    order = [call for call, _ in ends]
    assert sorted(order) == sorted([*LEAVES, "trunk/1", "trunk/2", "trunk"])
    assert all(order.index(call) < order.index(call.rpartition("/")[0]) for call in order if "/" in call)
