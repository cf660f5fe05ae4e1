"""Inspect: governed tools for solvers, and an approver. The extra ``inspect``.

::

    approvals = Approvals()
    executor = Executor.open(".", approve=approvals)
    governed = Governed(executor, principal="agent:eval", approvals=approvals)
    Task(solver=[use_tools(governed.tools()), generate()], approval=[ApprovalPolicy(governed.approver(), "*"), ApprovalPolicy(human_approver(), "*")])

The approver rejects what policy refuses, with its reasons, and escalates what needs approval to the next approver; what that one approves is run. Tools that are not governed are escalated,
too. What is refused or fails is a tool error that the model sees, with its code and what to do.
"""

from __future__ import annotations

from typing import Any

from inspect_ai.approval import Approval, Approver, approver
from inspect_ai.tool import Tool, ToolCall, ToolCallView, ToolDef, ToolError, ToolParams

from runtime.contracts.manifest import Manifest
from runtime.host.executor import Executor
from runtime.integrations.bridge import Approvals, Bridge, in_words, said, schema_of, told

__all__ = ["Approvals", "Governed"]


class Governed:
    """The tools of an executor, as Inspect takes them."""

    def __init__(self, executor: Executor, **options: Any) -> None:
        """Take the tools that there are now.

        Args:
            executor: Makes the calls.
            **options: Those of `Bridge`.
        """
        self._bridge = Bridge(executor, **options)

    def tools(self) -> list[Tool]:
        """For ``use_tools``."""
        return [self._tool(manifest) for manifest in self._bridge.manifests()]

    def approver(self) -> Approver:
        """Puts policy in front of the other approvers."""
        bridge = self._bridge

        async def approve(message: str, call: ToolCall, view: ToolCallView, history: list[Any]) -> Approval:  # noqa: ARG001
            offered = {manifest.name for manifest in bridge.manifests()}
            if call.function not in offered:
                return Approval(decision="escalate", explanation="This tool is not governed.")
            if (refusal := await bridge.refuses(call.function, call.arguments)) is not None:
                return Approval(decision="reject", explanation=refusal)
            if (question := await bridge.asks(call.function, call.arguments)) is None:
                return Approval(decision="approve", explanation="Policy allows it.")
            if bridge.approvals is not None:  # Inspect runs the tool only if a later approver approves
                bridge.approvals.expect(call.function, call.arguments)
            return Approval(
                decision="escalate", explanation="; ".join(question["reasons"]) or "It needs approval."
            )

        def governed() -> Approver:
            return approve

        made: Approver = approver(name="governed")(governed)()
        return made

    def _tool(self, manifest: Manifest) -> Tool:
        async def execute(**arguments: Any) -> str:
            answer, approvals = None, self._bridge.approvals
            if approvals is not None and approvals.take_expected(manifest.name, arguments):
                answer = said("approver:inspect", approved=True)
            outcome = await self._bridge.call(manifest.name, arguments, answer=answer)
            if outcome.error is not None:
                raise ToolError(in_words(outcome.error))
            return told(outcome)[0]

        schema = schema_of(manifest)
        for name, property_schema in schema["properties"].items():
            property_schema.setdefault("description", name)  # Inspect takes no parameter without one
        parameters = ToolParams.model_validate(
            {key: value for key, value in schema.items() if key in ToolParams.model_fields}
        )
        made: Tool = ToolDef(
            execute, name=manifest.name, description=manifest.description, parameters=parameters
        ).as_tool()
        return made
