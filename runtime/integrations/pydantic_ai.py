"""pydantic-ai: governed tools as a toolset. The extra ``pydantic-ai``.

::

    approvals = Approvals()
    executor = Executor.open(".", approve=approvals)
    agent = Agent("openai:gpt-5", toolsets=[GovernedToolset(executor, principal="agent:demo", approvals=approvals)])

With ``approvals``, a call that needs approval is deferred by pydantic-ai (``DeferredToolRequests``), and made when the run goes on with the answer. What is refused or fails is a failed tool
result that the model sees, with its code and what to do, and the run goes on.
"""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from pydantic_ai import RunContext
from pydantic_ai.exceptions import ApprovalRequired, ToolFailed
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool

from runtime.host.executor import Executor
from runtime.integrations.bridge import Approvals, Bridge, in_words, said, schema_of

__all__ = ["Approvals", "GovernedToolset"]

_ANYTHING: Any = TypeAdapter(dict[str, Any]).validator
"""The executor validates, so that a wrong argument is on record."""


class GovernedToolset(AbstractToolset[Any]):
    """The tools of an executor."""

    def __init__(self, executor: Executor, *, id: str = "governed", **options: Any) -> None:  # noqa: A002  # pydantic-ai's word
        """Offer tools.

        Args:
            executor: Makes the calls.
            id: The toolset's, where an agent has several.
            **options: Those of `Bridge`.
        """
        self._bridge = Bridge(executor, **options)
        self._id = id

    @property
    def id(self) -> str:
        """Names the toolset."""
        return self._id

    async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
        """The tools as they are now."""
        return {
            manifest.name: ToolsetTool(
                toolset=self,
                tool_def=ToolDefinition(
                    name=manifest.name,
                    description=manifest.description,
                    parameters_json_schema=schema_of(manifest),
                    metadata={"risk": manifest.risk},
                ),
                max_retries=ctx.max_retries,
                args_validator=_ANYTHING,
            )
            for manifest in self._bridge.manifests()
        }

    async def call_tool(
        self,
        name: str,
        tool_args: dict[str, Any],
        ctx: RunContext[Any],
        tool: ToolsetTool[Any],  # noqa: ARG002
    ) -> Any:
        """The output of a governed call.

        Raises:
            ApprovalRequired: somebody has to be asked first.
            ToolFailed: it was refused or failed: the model is told why.
        """
        answer = None
        if (question := await self._bridge.asks(name, tool_args)) is not None:
            if not ctx.tool_call_approved:
                raise ApprovalRequired(metadata=question)
            answer = said("user:pydantic-ai", approved=True)
        outcome = await self._bridge.call(name, tool_args, answer=answer)
        if outcome.error is not None:
            raise ToolFailed(in_words(outcome.error))
        return outcome.output
