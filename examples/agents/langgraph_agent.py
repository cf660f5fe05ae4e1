"""A LangGraph agent that reads a file by a governed tool: python examples/agents/langgraph_agent.py

The model is LangChain's own fake one; put yours in its place.
"""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from runtime import Executor, FsRead
from runtime.integrations.langchain import governed_tools

CALL = {"name": "read_file", "args": {"path": "note.txt"}, "id": "call-1"}
MODEL = FakeMessagesListChatModel(responses=[AIMessage("", tool_calls=[CALL]), AIMessage("Buy milk.")])


async def main() -> None:
    """One run of the graph."""
    with tempfile.TemporaryDirectory() as folder:
        Executor.init(folder)
        (Path(folder) / "note.txt").write_text("Buy milk.\n")
        async with Executor.open(folder) as executor:
            tools = governed_tools(
                executor, tools=["read_file"], principal="agent:notes", grants=[FsRead(["."])]
            )

            def think(state: MessagesState) -> dict[str, Any]:
                return {"messages": [MODEL.invoke(state["messages"])]}

            graph = StateGraph(MessagesState)
            graph.add_node("model", think)
            graph.add_node("tools", ToolNode(tools))
            graph.add_edge(START, "model")
            graph.add_conditional_edges("model", tools_condition)
            graph.add_edge("tools", "model")
            state = await graph.compile().ainvoke({"messages": [("user", "What is in note.txt?")]})
            for message in state["messages"]:
                message.pretty_print()


if __name__ == "__main__":
    asyncio.run(main())
