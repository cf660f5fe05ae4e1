"""Calls inside calls on the command line: granted, shown as a tree."""

from __future__ import annotations

import pytest

TOOLS = """
from runtime.sdk import ToolCall, ToolContext, tool

ANY = [ToolCall(["*"])]


@tool(description="Doubles", side_effects=["none"])
def double(number: int) -> int:
    return 2 * number


@tool(description="Doubles twice", side_effects=["none"], capabilities=ANY)
def quadruple(context: ToolContext, number: int) -> int:
    once = context.call_sync("double", {"number": number})
    return context.call_sync("double", {"number": once.output}).output


@tool(description="Quadruples twice", side_effects=["none"], capabilities=ANY)
async def raise_it(context: ToolContext, number: int) -> int:
    once = await context.call("quadruple", {"number": number})
    return (await context.call("quadruple", {"number": once.output})).output


@tool(description="Calls what is no tool", side_effects=["none"], capabilities=ANY)
async def forge(context: ToolContext) -> bool:
    await context.status("said \\x1b[2J\\nCall forged")
    return (await context.call("\\x1b[2J\\x9b\\u202e\\nCall forged, ", {})).ok
"""


@pytest.fixture
def nested(project, run):
    """The project after a call with two calls inside, each with two more, and one beside it."""
    (project / "mine").mkdir()
    (project / "mine" / "own.py").write_text(TOOLS)
    with (project / "runtime.toml").open("a") as settings:
        settings.write('\n[tools]\nfolders = ["mine"]\n')
    assert run("accept", "--yes").status == 0
    called = run("call", "raise_it", '{"number": 1}', "--grant", "tool_call=*", "--call-id", "job")
    assert (called.status, called.err) == (0, "")
    assert run("call", "double", '{"number": 1}', "--call-id", "job0").status == 0
    return project


def test_a_call_is_shown_with_the_calls_inside_it(nested, run):
    shown = run("audit", "show", "job", "--json").data
    assert [(one["call"], one["parent"], one["depth"]) for one in shown["inside"]] == [
        ("job/1", "job", 1), ("job/1/1", "job/1", 2), ("job/1/2", "job/1", 2),
        ("job/2", "job", 1), ("job/2/1", "job/2", 2), ("job/2/2", "job/2", 2),
    ]  # fmt: skip
    assert all(one["records"][-1]["kind"] == "ToolCompleted" for one in shown["inside"])
    told = run("audit", "show", "job").out
    assert [line.partition(", 20")[0] for line in told.splitlines() if "Call " in line] == [
        "Call job",
        "  ├─ Call job/1, quadruple", "  │  ├─ Call job/1/1, double", "  │  ├─ Call job/1/2, double",
        "  ├─ Call job/2, quadruple", "  │  ├─ Call job/2/1, double", "  │  ├─ Call job/2/2, double",
    ]  # fmt: skip
    ended, proved = told.splitlines()[-2:]
    assert "ToolCompleted" in ended
    assert "│" not in ended
    assert proved.startswith("Proved: ")


def test_a_call_inside_is_shown_with_its_own_alone(nested, run):
    shown = run("audit", "show", "job/2", "--json").data
    assert [one["call"] for one in shown["inside"]] == ["job/2/1", "job/2/2"]
    assert run("audit", "show", "job0", "--json").data["inside"] == []


def test_calls_inside_are_shown_in_the_one_that_made_them_and_not_in_denied_ones_of_its_id(nested, run):
    """A denied call ran nothing and leaves its id free; once one ran, its id is spent, and what is refused for that has a name of its own."""
    for granted in ([], [], ["--grant", "tool_call=*"], []):
        run("call", "raise_it", '{"number": 1}', "--call-id", "again", *granted)
    other = ("--principal", "agent:other", "--grant", "tool_call=*")
    assert run("call", "raise_it", '{"number": 2}', "--call-id", "again", *other).status == 0
    assert run("call", "raise_it", '{"number": 2}', "--call-id", "again").status != 0
    told = [
        line for line in run("audit", "show", "again").out.splitlines() if "Call " in line or "Tool" in line
    ]
    outer = [(place, line) for place, line in enumerate(told) if "│" not in line and "├" not in line]
    assert [line.partition(": ")[0].split()[-1] for _, line in outer if "Tool" in line] == [
        "ToolInvoked", "ToolDenied", "ToolInvoked", "ToolDenied", "ToolInvoked", "ToolCompleted",
    ]  # fmt: skip
    (begun, _), (ended, _) = outer[-2:]
    assert ended - begun - 1 == len(told) - len(outer) > 0  # what is inside stands there and nowhere else


def test_without_the_grant_no_call_is_made(nested, run):
    refused = run("call", "raise_it", '{"number": 1}', "--json")
    assert (refused.status, refused.data["error"]["code"]) == (3, "capability.missing")
    assert "tool_call=*" in refused.data["error"]["suggestion"]


def test_a_log_with_trees_of_calls_verifies(nested, run):
    assert run("audit", "verify").status == 0


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_names_and_words_from_inside_a_call_move_no_cursor_and_forge_no_line(nested, run, options):
    """T-RUN-17: a tool calls one whose name is made of control sequences, and tells words that are."""
    called = run("call", "forge", "--grant", "tool_call=*", "--call-id", "bad", "--stream", *options)
    assert called.status == 0
    shown = run("audit", "show", "bad", *options)
    for text in (called.out, called.err, shown.out):
        assert all(line.isprintable() for line in text.split("\n"))
        assert not any(line.startswith("Call forged") for line in text.split("\n"))
