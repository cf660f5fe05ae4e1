"""A server that asks back: refused, unless a tool of ours answers inside the call that the server works on."""

from __future__ import annotations

import json
from typing import Any

from mcp_servers import accept_tools, name_server

from runtime import FsRead, ToolCall, tool

GRANTS = [FsRead(["."]), ToolCall(["answer_person"])]


@tool(description="Answer for the person", side_effects=["none"])
def answer_person(prompt: str) -> dict[str, Any]:
    return {"action": "accept", "content": {"name": prompt.upper()}}


def _asked(workspace: Any, method: str, **table: Any) -> Any:
    name_server(workspace.folder, "script", **table)
    accept_tools(workspace.folder, "script")
    with workspace.open(answer_person) as executor:
        return executor.call_sync("script.ask", {"method": method}, grants=GRANTS)


def test_a_question_that_nobody_allowed_is_refused_and_the_server_is_told(workspace):
    """T-MCP-07"""
    outcome = _asked(workspace, "sampling/createMessage")
    told = json.loads(outcome.output)
    assert "and may not" in told["error"]["message"]


def test_a_question_is_answered_by_the_named_tool_as_a_recorded_call_inside_the_call(workspace):
    """T-MCP-07"""
    grants = {"fs_read": ["."], "tool_call": ["answer_person"]}
    outcome = _asked(workspace, "elicitation/create", grants=grants, elicitation="answer_person")
    assert json.loads(outcome.output)["result"] == {"action": "accept", "content": {"name": "WHO"}}
    called = [body.tool for _, body in workspace.records() if type(body).__name__ == "ToolInvoked"]
    assert called == ["script.ask", "answer_person"]


def test_a_question_whose_answer_was_not_granted_is_refused(workspace):
    """T-MCP-07"""
    outcome = _asked(workspace, "elicitation/create", elicitation="answer_person")
    assert "error" in json.loads(outcome.output)


def test_roots_are_the_folders_that_the_call_itself_was_given(workspace):
    """T-MCP-07"""
    (workspace.folder / "docs").mkdir()
    name_server(workspace.folder, "script", roots=True)
    accept_tools(workspace.folder, "script")
    with workspace.open() as executor:
        grants = [FsRead(["mcp_script_server.py", "docs"])]
        outcome = executor.call_sync("script.ask", {"method": "roots/list"}, grants=grants)
    roots = json.loads(outcome.output)["result"]["roots"]
    assert [root["name"] for root in roots] == ["docs", "mcp_script_server.py"]
    assert roots[0]["uri"] == (workspace.folder / "docs").as_uri()
