"""LangChain and LangGraph: governed tools as ``StructuredTool``. The extra ``langchain``.

::

    approvals = Approvals()
    executor = Executor.open(".", approve=approvals)
    agent = create_react_agent(model, governed_tools(executor, principal="agent:demo", approvals=approvals), checkpointer=InMemorySaver())

With ``approvals``, a call that needs approval interrupts the graph (``interrupt``), and is made when it is resumed with ``True`` or ``{"approved": True}``. What is refused or fails is a tool
message of the status ``error``, with its code and what to do. What a tool tells while it runs goes to LangGraph's custom stream.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from langchain_core.tools import BaseTool, StructuredTool, ToolException

from runtime.contracts.approval import ApprovalAnswer
from runtime.contracts.invocation import Outcome
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.manifest import Manifest
from runtime.host.executor import Executor
from runtime.integrations.bridge import Approvals, Bridge, said, schema_of, told

__all__ = ["Approvals", "governed_tools"]


def governed_tools(executor: Executor, **options: Any) -> list[BaseTool]:
    """The tools of an executor.

    Args:
        executor: Makes the calls.
        **options: Those of `Bridge`.
    """
    bridge = Bridge(executor, **options)
    return [_tool(bridge, manifest) for manifest in bridge.manifests()]


def _tool(bridge: Bridge, manifest: Manifest) -> BaseTool:
    name = manifest.name

    async def run(**arguments: Any) -> str:
        answer = None
        if (question := await bridge.asks(name, arguments)) is not None:
            answer = _answer_to(question | {"arguments": arguments})
        tell, outcome = _custom_stream(), None
        if tell is None:
            outcome = await bridge.call(name, arguments, answer=answer)
        else:
            outcome = await _followed(bridge, name, arguments, answer, tell)
        text, is_error = told(outcome)
        if is_error:
            raise ToolException(text)
        return text

    return StructuredTool(
        name=name,
        description=manifest.description,
        args_schema=schema_of(manifest),
        coroutine=run,
        handle_tool_error=True,
    )


async def _followed(
    bridge: Bridge,
    name: str,
    arguments: Mapping[str, Any],
    answer: ApprovalAnswer | None,
    tell: Callable[[Any], None],
) -> Outcome:
    async for event in bridge.stream(name, arguments, answer=answer):
        if not isinstance(event, ToolStatus):
            return event
        tell({"tool": name, **msgspec.to_builtins(event)})
    raise ToolException("the call ended without an outcome")


def _answer_to(question: dict[str, Any]) -> ApprovalAnswer:
    """What whoever resumes the graph says; everything but a clear yes is a no."""
    from langgraph.types import interrupt

    answer = interrupt(question)
    approved = answer.get("approved") if isinstance(answer, Mapping) else answer
    return said("user:langgraph", approved=approved is True)


def _custom_stream() -> Callable[[Any], None] | None:
    """What takes events of the custom stream of the graph that this runs in; None outside of one."""
    try:
        from langgraph.config import get_stream_writer

        return get_stream_writer()
    except (ImportError, RuntimeError, KeyError):
        return None
