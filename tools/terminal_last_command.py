"""Show the command that ran last in the session's terminal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec

from runtime.sdk import ToolContext, ToolError, ToolResult, tool

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class LastCommandMetadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``exit_code`` is null for a command that did not end by itself."""

    command: str
    exit_code: int | None
    executed_at: str


@tool(
    description="Retrieve the last shell command that was executed with run_in_terminal in this session, and its output.",
    short_description="Show the last terminal command",
    side_effects=["none"],
    determinism="nondeterministic",
    risk="read_only",
    session=True,
)
def terminal_last_command(ctx: ToolContext) -> ToolResult[LastCommandMetadata]:
    """Return what the session remembers."""
    last = ctx.session.last_command()
    if last is None:
        raise ToolError(
            "no_command_history",
            "No previous command in this session",
            suggestion="Run one with run_in_terminal",
        )
    at = (_EPOCH + timedelta(microseconds=last.executed_at_us)).isoformat(timespec="seconds")
    return ToolResult(
        output=f"Last command: {last.command}\nOutput: {last.output}",
        metadata=LastCommandMetadata(last.command, last.exit_code, at.replace("+00:00", "Z")),
    )
