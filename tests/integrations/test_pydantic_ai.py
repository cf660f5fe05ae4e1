"""Governed tools in a pydantic-ai agent, with its own test models."""

from __future__ import annotations

import asyncio
from typing import Any

import agent_tools
import pytest
from agent_tools import add, approvals_in, count, deploy
from pydantic_ai import (
    Agent,
    DeferredToolRequests,
    DeferredToolResults,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolDenied,
)
from pydantic_ai.messages import ModelMessage, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel

from runtime.integrations.pydantic_ai import Approvals, GovernedToolset


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    agent_tools.ran.clear()


def run(agent: Any, *prompt: str, **options: Any) -> Any:
    """To its end, on a loop of its own."""
    return asyncio.run(agent.run(*prompt, **options))


def calling(name: str, arguments: Any) -> FunctionModel:
    """A model that calls a tool once, and then says what it was told."""

    def reply(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        parts = [part for message in messages for part in message.parts if isinstance(part, ToolReturnPart)]
        if parts:
            return ModelResponse([TextPart(f"{parts[-1].outcome}: {parts[-1].model_response_str()}")])
        return ModelResponse([ToolCallPart(name, arguments)])

    return FunctionModel(reply)


def test_a_model_calls_every_tool_it_is_offered(workspace: Any) -> None:
    model = TestModel()
    with workspace.open(add, count) as executor:
        toolset = GovernedToolset(executor, principal="agent:demo", tools=["add", "count"])
        result = run(Agent(model, toolsets=[toolset]), "go")
    assert '"count":"counted"' in result.output
    assert model.last_model_request_parameters is not None
    offered = {one.name: one for one in model.last_model_request_parameters.function_tools}
    assert offered["add"].parameters_json_schema["required"] == ["a"]
    started = [body for _, body in workspace.records() if body.kind == "ToolInvoked"]
    assert {body.principal for body in started} == {"agent:demo"}


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [("add", {"a": "x"}, "input.invalid"), ("add", '{"a": 1, "c": 2}', "input.invalid")],
)
def test_a_refusal_is_told_to_the_model_and_the_run_goes_on(
    workspace: Any, name: str, arguments: Any, code: str
) -> None:
    with workspace.open(add) as executor:
        result = run(Agent(calling(name, arguments), toolsets=[GovernedToolset(executor)]), "go")
    assert result.output.startswith("failed: ")
    assert f"{code}: " in result.output
    assert "Nothing was executed." in result.output


def test_what_policy_denies_is_told_with_its_code(workspace: Any) -> None:
    workspace.decide('{"allow": false, "reasons": ["not on a Friday"]}')
    with workspace.open(add) as executor:
        result = run(Agent(calling("add", {"a": 1}), toolsets=[GovernedToolset(executor)]), "go")
    assert "policy.denied: " in result.output
    assert "not on a Friday" in result.output


@pytest.mark.parametrize("approved", [True, False])
def test_a_call_that_needs_approval_is_deferred_and_made_with_the_answer(
    workspace: Any, approved: bool
) -> None:
    approvals = Approvals()
    with workspace.open(deploy, approve=approvals) as executor:
        toolset = GovernedToolset(executor, approvals=approvals)
        agent: Any = Agent(
            calling("deploy", {"service": "web"}), toolsets=[toolset], output_type=[str, DeferredToolRequests]
        )
        first = run(agent, "go")
        assert isinstance(first.output, DeferredToolRequests)
        (asked,) = first.output.approvals
        assert agent_tools.ran == []
        assert first.output.metadata[asked.tool_call_id]["tool"] == "deploy"
        answer = DeferredToolResults(approvals={asked.tool_call_id: approved or ToolDenied("no")})
        second = run(agent, message_history=first.all_messages(), deferred_tool_results=answer)
    assert agent_tools.ran == (["web"] if approved else [])
    assert ("web is out" in second.output) is approved
    assert approvals_in(workspace) == ([(True, "user:pydantic-ai")] if approved else [])


def test_without_approvals_of_its_own_the_executor_answers(workspace: Any) -> None:
    with workspace.open(deploy, approvals=False) as executor:
        result = run(Agent(calling("deploy", {"service": "web"}), toolsets=[GovernedToolset(executor)]), "go")
    assert "approval.required: " in result.output
    assert agent_tools.ran == []


def test_an_executor_that_was_opened_without_the_approvals_runs_nothing(workspace: Any) -> None:
    """An approval that the framework has and the executor does not hear of is none."""

    async def make() -> str:
        approvals = Approvals()
        async with workspace.open(deploy, approvals=False) as executor:
            agent: Any = Agent(
                calling("deploy", {"service": "web"}),
                toolsets=[GovernedToolset(executor, approvals=approvals)],
                output_type=[str, DeferredToolRequests],
            )
            first = await agent.run("go")
            answer = DeferredToolResults(approvals={first.output.approvals[0].tool_call_id: True})
            second = await agent.run(message_history=first.all_messages(), deferred_tool_results=answer)
            return str(second.output)

    assert "approval.required" in asyncio.run(make())
    assert agent_tools.ran == []
