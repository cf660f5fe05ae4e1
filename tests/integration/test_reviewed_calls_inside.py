"""A tool whose changes are to be reviewed, and which has others called: none of them changes the workspace unseen."""

from __future__ import annotations

from typing import Any

import pytest

from runtime import ToolContext, tool
from runtime.audit.verify.verifier import verify
from runtime.contracts.capability import FsRead, FsWrite, ProcessSpawn, ToolCall

GRANTS = [ProcessSpawn(["*"]), FsRead(["."]), FsWrite(["."]), ToolCall(["*"])]
NOTHING_CHANGES = """package runtime.authz

default decision := {"allow": true}

decision := {"allow": false} if input.changes
"""
THROUGH_IS_REVIEWED = """
decision := {"allow": true, "obligations": {"changes": "review"}} if {
	input.tool.name == "through"
	not input.changes
}
"""


@tool(
    description="Has another tool called",
    side_effects=["process_spawn", "fs_read", "fs_write"],
    risk="dangerous",
    capabilities=[ProcessSpawn(["*"]), FsRead(["."]), FsWrite(["."]), ToolCall(["*"])],
)
async def through(ctx: ToolContext, name: str, arguments: dict[str, Any]) -> str:
    outcome = await ctx.call(name, arguments)
    return "done" if outcome.ok else outcome.error.code


@pytest.mark.parametrize("wants", ["caller", "policy"])
def test_calls_inside_a_reviewed_call_are_reviewed_or_refused(workspace, wants):
    """T-CALL-16"""
    workspace.policy(NOTHING_CHANGES if wants == "caller" else NOTHING_CHANGES + THROUGH_IS_REVIEWED)
    mode = "review" if wants == "caller" else None
    with workspace.open(through) as executor:

        def inside(name: str, arguments: dict[str, Any]) -> Any:
            return executor.call_sync(
                "through", {"name": name, "arguments": arguments}, grants=GRANTS, changes=mode
            ).output

        command = inside("run_in_terminal", {"command": "touch made"})
        nested = {"name": "run_in_terminal", "arguments": {"command": "touch made"}}
        further = inside("through", nested)
        written = inside("create_file", {"path": "made", "content": "x"})
        read = inside("list_dir", {"path": "."})
    assert not (workspace.folder / "made").exists()
    assert (command, written, read) == ("changes.discarded", "input.invalid", "done")
    assert further == "done"  # the call in between ran, and the one inside it was discarded
    report = verify(workspace.log, verifier_keys=[workspace.verifier_key])
    assert report.verdict in ("OK", "OK_NOT_WITNESSED"), report.findings
