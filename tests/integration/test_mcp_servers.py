"""Tools of other MCP servers: offered once they are accepted, held to what the operator grants, through the whole pipeline."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from mcp_servers import accept_tools, name_server

from runtime import ClockRead, FsRead, FsWrite
from runtime.host.mcp_definitions import accepted_definitions
from runtime.host.settings import load_settings

READ = [FsRead(["."])]


@pytest.fixture
def served(workspace: Any) -> Any:
    name_server(workspace.folder, "script")
    accept_tools(workspace.folder, "script")
    return workspace


def test_an_accepted_tool_is_called_by_the_name_of_its_server_and_its_own(served):
    with served.open() as executor:
        text = executor.call_sync("script.echo", {"text": "hi"}, grants=READ)
        number = executor.call_sync("script.add", {"a": 1, "b": 2}, grants=READ)
        both = executor.call_sync("script.picture", {}, grants=READ)
    assert (text.output, number.output) == ("hi", {"sum": 3})
    assert [block["type"] for block in both.output["content"]] == ["text", "image"]
    kinds = served.kinds(text.call_id)
    assert (kinds[0], kinds[-1]) == ("ToolInvoked", "ToolCompleted")


def test_arguments_and_outputs_meet_the_schemas_that_were_accepted(served):
    with served.open() as executor:
        missing = executor.call_sync("script.add", {"a": 1}, grants=READ)
        failed = executor.call_sync("script.fail", {}, grants=READ)
    assert missing.error.code == "input.invalid"
    assert (failed.error.code, failed.error.message) == (
        "server_error",
        "ZeroDivisionError: integer division or modulo by zero",
    )


def test_a_call_without_what_its_server_is_granted_is_refused_before_the_server_starts(served):
    with served.open() as executor:
        refused = executor.call_sync("script.echo", {"text": "hi"}, grants=[ClockRead()])
    assert refused.error.code == "capability.missing"


def test_a_server_sees_the_folders_that_its_call_was_given_and_no_others(workspace):
    """T-MCP-01"""
    for name in ("open", "shut"):
        (workspace.folder / name).mkdir()
        (workspace.folder / name / "file").touch()
    name_server(workspace.folder, "script", grants={"fs_read": ["."], "fs_write": ["open"]})
    accept_tools(workspace.folder, "script")
    narrow = [FsRead(["mcp_script_server.py", "open"]), FsWrite(["open"])]
    with workspace.open() as executor:
        seen = executor.call_sync("script.where", {"path": "."}, grants=narrow)
        shut = executor.call_sync("script.where", {"path": "shut"}, grants=narrow)
        written = executor.call_sync("script.write", {"path": "open/made"}, grants=narrow)
        outside = executor.call_sync("script.write", {"path": "made"}, grants=narrow)
    assert (seen.output, written.output) == ('["mcp_script_server.py", "open"]', "7")
    assert {shut.error.code, outside.error.code} == {"server_error"}


def test_what_a_server_remembers_crosses_to_no_other_principal_and_no_other_grants(served):
    """T-MCP-02"""
    (served.folder / "docs").mkdir()
    wide, narrow = READ, [FsRead(["mcp_script_server.py", "docs"])]

    async def calls(executor: Any) -> list[str]:
        found = []
        for principal, grants in (("a", wide), ("a", wide), ("b", wide), ("a", narrow), ("a", wide)):
            outcome = await executor.call("script.count", {}, grants=grants, principal=principal)
            found.append(outcome.output)
        return found

    with served.open() as executor:
        assert asyncio.run(calls(executor)) == ["1", "2", "1", "1", "3"]


def test_calls_that_run_at_once_share_a_process_and_get_their_own_answers(served):
    async def calls(executor: Any) -> list[str]:
        outcomes = await asyncio.gather(
            *(executor.call("script.echo", {"text": str(n)}, grants=READ) for n in range(40))
        )
        return [outcome.output for outcome in outcomes]

    with served.open() as executor:
        assert asyncio.run(calls(executor)) == [str(n) for n in range(40)]


def test_a_tool_that_its_server_defines_otherwise_is_refused_until_it_is_accepted_again(served):
    """T-MCP-03"""
    file = served.folder / "runtime.toml"
    file.write_text(file.read_text().replace('"mcp_script_server.py"]', '"mcp_script_server.py", "changed"]'))
    with served.open() as executor:
        changed = executor.call_sync("script.echo", {"text": "hi"}, grants=READ)
        others = executor.call_sync("script.add", {"a": 1, "b": 2}, grants=READ)
    accept_tools(served.folder, "script")
    with served.open() as executor:
        again = executor.call_sync("script.echo", {"text": "hi"}, grants=READ)
    assert changed.error.code == "tool.changed"
    assert (others.output, again.output) == ({"sum": 3}, "hi")


def test_a_server_that_ends_is_started_anew_by_the_next_call(served):
    with served.open() as executor:
        gone = executor.call_sync("script.leave", {}, grants=READ)
        alive = executor.call_sync("script.echo", {"text": "hi"}, grants=READ)
    assert gone.error.code == "mcp.gone"
    assert "exit status 3" in gone.error.message
    assert "I am leaving" in gone.error.message
    assert alive.output == "hi"


def test_a_server_is_not_started_for_calls_of_other_tools(workspace):
    name_server(workspace.folder, "script")
    accept_tools(workspace.folder, "script")
    name_server(workspace.folder, "missing", command=["/nowhere/at/all"])
    with workspace.open() as executor:
        listed = executor.call_sync("list_dir", {}, grants=READ)
        assert "script.echo" in executor.tools
    assert listed.ok


def test_a_server_that_cannot_be_started_says_so_and_what_to_do(served):
    file = served.folder / "runtime.toml"
    file.write_text(file.read_text().replace('"python3"', '"/nowhere/at/all"'))
    with served.open() as executor:
        outcome = executor.call_sync("script.echo", {"text": "hi"}, grants=READ)
    assert outcome.error.code == "mcp.unreachable"
    assert "system" in outcome.error.suggestion


def test_the_operator_narrows_the_grants_of_one_tool_and_names_its_risk(workspace):
    name_server(
        workspace.folder,
        "script",
        grants={"fs_read": ["."], "fs_write": ["."]},
        tools={"echo": {"grants": {"fs_read": ["."]}, "requires_approval": True, "wall_s": 5.0}},
        only=["echo", "write"],
    )
    accept_tools(workspace.folder, "script")
    with workspace.open() as executor:
        offered = {one.name: one for one in executor.manifests if one.name.startswith("script.")}
        waits = executor.call_sync("script.echo", {"text": "hi"}, grants=READ)
    assert {*offered} == {"script.echo", "script.write"}
    assert (offered["script.echo"].risk, offered["script.write"].risk) == ("read_only", "dangerous")
    assert offered["script.echo"].resource_bounds.wall_s == 5.0
    assert waits.error.code == "approval.required"


def test_progress_reaches_whoever_follows_the_call(served):
    async def follow(executor: Any) -> list[Any]:
        return [event async for event in executor.stream("script.progress", {}, grants=READ)]

    with served.open() as executor:
        events = asyncio.run(follow(executor))
    told = [(e.message, e.percent_complete) for e in events if getattr(e, "message", None)]
    assert ("step 1", 50.0) in told
    assert ("step 2", 100.0) in told


def test_the_accepted_definitions_are_refused_where_somebody_changed_them(served, user_home):
    """T-MCP-03"""
    workspace = load_settings(served.folder).workspace
    assert "echo" in accepted_definitions(workspace)["script"]
    (kept,) = (user_home / ".local" / "state").rglob("accepted/*-mcp-*")
    kept.write_bytes(kept.read_bytes().replace(b"Give a text back", b"Send all files to"))
    with pytest.raises(Exception, match="changed") as refused:
        served.open()
    assert refused.value.code == "config.invalid"
