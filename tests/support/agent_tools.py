"""The tools that every framework's tests run, and what they have in common."""

from __future__ import annotations

from typing import Any

from runtime import ToolContext, tool

ran: list[str] = []
"""What `deploy` was run with."""


@tool(description="Add two numbers", side_effects=["none"])
def add(a: int, b: int = 2) -> int:
    return a + b


@tool(description="Put a service into production", side_effects=["none"], requires_approval=True)
def deploy(service: str) -> str:
    ran.append(service)
    return f"{service} is out"


@tool(description="Count slowly, and tell", side_effects=["none"])
async def count(ctx: ToolContext) -> str:
    await ctx.status("half of it", percent_complete=50)
    return "counted"


def approvals_in(workspace: Any) -> list[tuple[bool, str]]:
    """Who answered what, as the log says."""
    return [
        (body.approved, body.approver) for _, body in workspace.records() if body.kind == "ApprovalDecided"
    ]
