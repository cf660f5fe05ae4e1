"""Every registered tool in the shape that hosts of language models know: each use is a governed call."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from runtime.bash import LLMTool, ToolRequest, ToolResponse, ToolStatus
from runtime.contracts.capability import FsRead
from runtime.contracts.errors import ToolNotFound
from runtime.sdk import tool


@tool(description="Add two numbers. Nothing more.", side_effects=["none"], version="2.1.0")
def add(a: int, b: int = 1) -> int:
    """The sum."""
    return a + b


def use(found: LLMTool, commands: str) -> ToolResponse:
    return asyncio.run(found.execute(ToolRequest(commands=commands)))


def test_every_registered_tool_satisfies_the_contract(workspace: Any) -> None:
    with workspace.open(add) as executor:
        for name in executor.tools:
            found = executor.as_llm_tool(name)
            assert isinstance(found, LLMTool)
            assert found.name == name
            assert found.description().strip()
            assert found.help().startswith(f"{name.upper()}(1)")
            assert found.input_schema() == next(m for m in executor.manifests if m.name == name).input_schema
            assert name in found.system_prompt()


def test_what_a_tool_gives_is_its_standard_output(workspace: Any) -> None:
    with workspace.open(add) as executor:
        assert use(executor.as_llm_tool("add"), '{"a": 2, "b": 3}') == ToolResponse(stdout="5")
        read = executor.as_llm_tool("read_file", grants=[FsRead(["."])])
        assert "# Hello" in use(read, '{"path": "README.md"}').stdout


def test_a_refusal_is_told_on_standard_error_with_its_code(workspace: Any) -> None:
    with workspace.open(add) as executor:
        for name, commands, code in (
            ("add", "{}", "input.invalid"),
            ("add", "not json", "input.invalid"),
            ("read_file", '{"path": "README.md"}', "capability.missing"),
        ):
            answer = use(executor.as_llm_tool(name, grants=[]), commands)
            assert (answer.exit_code, answer.error, answer.stdout) == (1, code, "")
            assert answer.stderr.startswith(f"{name}: ")


def test_the_bash_tool_takes_its_commands_as_they_are(workspace: Any) -> None:
    with workspace.open() as executor:
        answer = use(executor.as_llm_tool("bash", grants=[]), "echo hi; echo bad >&2; exit 3")
    assert answer == ToolResponse(stdout="hi\n", stderr="bad\n", exit_code=3)


def test_each_use_is_a_call_of_the_principal_on_record(workspace: Any) -> None:
    with workspace.open(add) as executor:
        use(executor.as_llm_tool("add", principal="agent:zoe"), '{"a": 1}')
    assert [body.principal for _, body in workspace.records() if body.kind == "ToolInvoked"] == ["agent:zoe"]


def test_phases_and_output_are_told_in_order(workspace: Any) -> None:
    told: list[ToolStatus] = []

    async def note(status: ToolStatus) -> None:
        told.append(status)

    with workspace.open(add) as executor:
        found = executor.as_llm_tool("add")
        answer = asyncio.run(found.execute_with_status(ToolRequest(commands='{"a": 1}'), note))
        asyncio.run(found.execute_with_status(ToolRequest(commands="{}"), told.append))
    assert answer.stdout == "2"
    assert [status.phase for status in told[:4]] == ["validate", "execute", "output", "complete"]
    assert (told[-2].stream, told[-1].message) == ("stderr", "input.invalid")


def test_the_manual_page_names_the_arguments(workspace: Any) -> None:
    with workspace.open(add) as executor:
        found = executor.as_llm_tool("add")
    assert found.system_prompt() == (
        '# add\n\nAdd two numbers.\n\nInput: {"a": <integer>}\nOutput: {stdout, stderr, exit_code}\n'
    )
    assert (found.version, found.short_description) == ("2.1.0", "Add two numbers")
    assert "\nINPUT\n       a\n       b\n" in found.help()


def test_an_unknown_tool_has_no_such_shape(workspace: Any) -> None:
    with workspace.open() as executor, pytest.raises(ToolNotFound):
        executor.as_llm_tool("no_such_tool")
