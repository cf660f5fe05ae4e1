"""OpenAI Agents SDK: governed tools as ``FunctionTool``. The extra ``openai-agents``.

::

    approvals = Approvals()
    executor = Executor.open(".", approve=approvals)
    agent = Agent(name="demo", tools=governed_tools(executor, principal="agent:demo", approvals=approvals))

With ``approvals``, a call that needs approval interrupts the run (``result.interruptions``), and is made when the run goes on from an approved state. What is refused or fails is
the tool's output, with its code and what to do, and the run goes on.
"""

from __future__ import annotations

from typing import Any

from agents import FunctionTool, RunContextWrapper
from agents.tool_context import ToolContext

from runtime.contracts.manifest import Manifest
from runtime.host.executor import Executor
from runtime.integrations.bridge import Approvals, Bridge, said, schema_of, told

__all__ = ["Approvals", "governed_tools"]


def governed_tools(executor: Executor, **options: Any) -> list[FunctionTool]:
    """The tools of an executor.

    Args:
        executor: Makes the calls.
        **options: Those of `Bridge`.
    """
    bridge = Bridge(executor, **options)
    return [_tool(bridge, manifest) for manifest in bridge.manifests()]


def _tool(bridge: Bridge, manifest: Manifest) -> FunctionTool:
    name = manifest.name

    async def needs_approval(_: RunContextWrapper[Any], arguments: dict[str, Any], __: str) -> bool:
        return await bridge.asks(name, arguments) is not None

    async def invoke(context: ToolContext[Any], text: str) -> str:
        arguments = text or "{}"  # how a call without arguments is written at times
        answer = None
        # The SDK runs no call that needs approval and was not approved; what it was told is asked for all the same.
        if await bridge.asks(name, arguments) is not None and context.is_tool_approved(
            name, context.tool_call_id
        ):
            answer = said("user:openai-agents", approved=True)
        return told(await bridge.call(name, arguments, answer=answer))[0]

    return FunctionTool(
        name=name,
        description=manifest.description,
        params_json_schema=schema_of(manifest),
        on_invoke_tool=invoke,
        strict_json_schema=False,  # strict mode would make optional arguments required
        needs_approval=needs_approval if bridge.approvals is not None else False,
    )
