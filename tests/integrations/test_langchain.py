"""Governed tools in LangChain and in a LangGraph agent, with LangChain's own fake chat model."""

from __future__ import annotations

import asyncio
from typing import Any

import agent_tools
import pytest
from agent_tools import add, approvals_in, count, deploy
from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.types import Command

from runtime.integrations.langchain import Approvals, governed_tools


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    agent_tools.ran.clear()


def graph_of(executor: Any, name: str, arguments: dict[str, Any], **options: Any) -> Any:
    """An agent: a model that calls a tool once, and then is done."""
    call = {"name": name, "args": arguments, "id": "call-1"}
    model = FakeMessagesListChatModel(responses=[AIMessage("", tool_calls=[call]), AIMessage("done")])
    graph = StateGraph(MessagesState)
    graph.add_node("model", lambda state: {"messages": [model.invoke(state["messages"])]})
    graph.add_node("tools", ToolNode(governed_tools(executor, **options)))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    return graph.compile(checkpointer=InMemorySaver())


GO: Any = {"messages": [("user", "go")]}
THREAD: Any = {"configurable": {"thread_id": "1"}}


def told(state: Any) -> ToolMessage:
    return next(message for message in state["messages"] if isinstance(message, ToolMessage))


def test_a_tool_is_called_by_itself(workspace: Any) -> None:
    with workspace.open(add) as executor:
        (tool,) = governed_tools(executor, tools=["add"])
        assert asyncio.run(tool.ainvoke({"a": 40})) == "42"
        assert tool.args["a"]["type"] == "integer"


def test_an_agent_calls_a_tool_and_goes_on_after_a_refusal(workspace: Any) -> None:
    with workspace.open(add) as executor:
        good = asyncio.run(graph_of(executor, "add", {"a": 40}, principal="agent:demo").ainvoke(GO, THREAD))
        bad = asyncio.run(graph_of(executor, "add", {"a": "x"}).ainvoke(GO, THREAD))
    assert (told(good).content, told(good).status) == ("42", "success")
    assert told(bad).status == "error"
    assert '"code":"input.invalid"' in str(told(bad).content)
    assert bad["messages"][-1].content == "done"


@pytest.mark.parametrize(
    ("resume", "approved"),
    [(True, True), ({"approved": True}, True), (False, False), ("yes, why not", False)],
)
def test_a_call_that_needs_approval_interrupts_the_graph(workspace: Any, resume: Any, approved: bool) -> None:
    approvals = Approvals()

    async def make() -> Any:
        async with workspace.open(deploy, approve=approvals) as executor:
            graph = graph_of(executor, "deploy", {"service": "web"}, approvals=approvals)
            first = await graph.ainvoke(GO, THREAD)
            (asked,) = first["__interrupt__"]
            assert asked.value["tool"] == "deploy"
            assert asked.value["arguments"] == {"service": "web"}
            assert agent_tools.ran == []
            return await graph.ainvoke(Command(resume=resume), THREAD)

    state = asyncio.run(make())
    assert agent_tools.ran == (["web"] if approved else [])
    assert (told(state).content == "web is out") is approved
    assert approvals_in(workspace) == [(approved, "user:langgraph")]
    if not approved:
        assert '"code":"approval.rejected"' in str(told(state).content)


def test_what_a_tool_tells_goes_to_the_custom_stream(workspace: Any) -> None:
    async def make() -> list[Any]:
        async with workspace.open(count) as executor:
            graph = graph_of(executor, "count", {})
            return [event async for event in graph.astream(GO, THREAD, stream_mode="custom")]

    events = asyncio.run(make())
    assert [(event["tool"], event["message"]) for event in events] == [("count", "half of it")]
