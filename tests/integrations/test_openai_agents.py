"""Governed tools in an agent of the OpenAI Agents SDK, with its own scripted model."""

from __future__ import annotations

import asyncio
from typing import Any

import agent_tools
import pytest
from agent_tools import add, approvals_in, count, deploy
from agents import Agent, RunConfig, Runner
from agents.testing import ScriptedModel, assistant_message, function_call

from runtime.integrations.openai_agents import Approvals, governed_tools

QUIET = RunConfig(tracing_disabled=True)


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    agent_tools.ran.clear()


def calling(name: str, arguments: str) -> ScriptedModel:
    """A model that calls a tool once, and then is done."""
    return ScriptedModel([[function_call(name, arguments, call_id="call-1")], [assistant_message("done")]])


def told(model: ScriptedModel) -> str:
    """What the model was told of its call."""
    assert model.last_call is not None
    outputs = [item for item in model.last_call.input if item.get("type") == "function_call_output"]
    return str(outputs[-1]["output"])


def run(executor: Any, model: ScriptedModel, **options: Any) -> Any:
    agent = Agent(name="demo", model=model, tools=governed_tools(executor, **options))
    return asyncio.run(Runner.run(agent, "go", run_config=QUIET))


def test_a_model_is_offered_the_tools_and_told_their_output(workspace: Any) -> None:
    model = calling("add", '{"a": 40}')
    with workspace.open(add, count) as executor:
        result = run(executor, model, tools=["add", "count"], principal="agent:demo")
    assert result.final_output == "done"
    assert told(model) == "42"
    assert model.first_call is not None
    assert [tool.name for tool in model.first_call.tools] == ["add", "count"]
    assert {body.principal for _, body in workspace.records() if body.kind == "ToolInvoked"} == {"agent:demo"}


@pytest.mark.parametrize("arguments", ['{"a": "x"}', "", "{", '["a"]'])
def test_a_refusal_is_told_to_the_model_and_the_run_goes_on(workspace: Any, arguments: str) -> None:
    model = calling("add", arguments)
    with workspace.open(add) as executor:
        assert run(executor, model).final_output == "done"
    assert '"code":"input.invalid"' in told(model)
    assert '"suggestion"' in told(model)


@pytest.mark.parametrize("approved", [True, False])
def test_a_call_that_needs_approval_interrupts_the_run(workspace: Any, approved: bool) -> None:
    approvals, model = Approvals(), calling("deploy", '{"service": "web"}')

    async def make() -> None:
        async with workspace.open(deploy, approve=approvals) as executor:
            agent = Agent(name="demo", model=model, tools=governed_tools(executor, approvals=approvals))
            first = await Runner.run(agent, "go", run_config=QUIET)
            (asked,) = first.interruptions
            assert agent_tools.ran == []
            state = first.to_state()
            (state.approve if approved else state.reject)(asked)
            second = await Runner.run(agent, state, run_config=QUIET)
            assert second.final_output == "done"

    asyncio.run(make())
    assert agent_tools.ran == (["web"] if approved else [])
    assert (told(model) == "web is out") is approved
    assert approvals_in(workspace) == ([(True, "user:openai-agents")] if approved else [])


def test_without_approvals_of_its_own_the_executor_answers(workspace: Any) -> None:
    model = calling("deploy", '{"service": "web"}')
    with workspace.open(deploy, approvals=False) as executor:
        run(executor, model)
    assert '"code":"approval.required"' in told(model)
    assert agent_tools.ran == []
