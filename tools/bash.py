"""Run a script in the virtual bash."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from runtime.sdk import (
    SHELL_HOME,
    ClockRead,
    EnvRead,
    FsRead,
    FsWrite,
    NetRead,
    NetWrite,
    RandomRead,
    ResourceBounds,
    ToolCall,
    ToolContext,
    tool,
)


def analyze(arguments: dict[str, Any]) -> dict[str, Any]:
    """What the commands would run, read, write and reach, read from their text."""
    from runtime.bash import script_summary  # not with the tool, whose declaration every start reads

    return script_summary(arguments["commands"], cwd=SHELL_HOME, home="/home/agent")


class BashOutput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the script wrote, and how it ended."""

    stdout: str
    stderr: str
    exit_code: int
    error: str | None
    """What ended it early (``limit.commands``, ``syntax``), null where nothing did."""


@tool(
    description=(
        "Run commands in a virtual bash with some 170 utilities (grep, sed, awk, jq, sort, tar, sqlite3 ...). Files, "
        "processes and time are virtual and start fresh with each call; granted parts of the workspace stand in "
        "/workspace, where the script begins. Nothing else of the machine can be reached."
    ),
    short_description="Run a script in the virtual bash",
    side_effects=["fs_read", "fs_write", "net_read", "net_write"],
    determinism="maybe",
    # By itself a script computes; what is not granted, it has not.
    optional=[
        FsRead(["."]),
        FsWrite(["."]),
        # Of which servers is for the grant to say: `*` would leave out those that must be named, local ones.
        NetRead([]),
        NetWrite([]),
        ClockRead(),
        RandomRead(),
        EnvRead(["*"]),
        ToolCall(["*"]),
    ],
    risk="safe_write",
    session=True,
    analyze=analyze,
    bounds=ResourceBounds(wall_s=35.0),
)
async def bash(
    ctx: ToolContext,
    commands: Annotated[str, msgspec.Meta(description='Bash commands to execute (like bash -c "commands")')],
) -> BashOutput:
    """Run the commands, and give what they wrote."""
    answer = await ctx.shell.run(commands, on_status=ctx.status if ctx.streaming else None)
    return BashOutput(answer.stdout, answer.stderr, answer.exit_code, answer.error)
