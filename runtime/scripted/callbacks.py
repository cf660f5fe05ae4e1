"""A definition and its callback as a tool of the registry: implements `runtime.contracts.ports.Tool`.

What is piped into the command is an argument named ``stdin``, so that policy, approver and log see it.
"""

from __future__ import annotations

import inspect
from typing import Any

from runtime.contracts.errors import ToolError
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import ToolContext
from runtime.scripted.definition import Callback, ToolArgs, ToolDef, ToolFailure

STDIN = "stdin"
FAILURE = "tool_failure"


class CallbackTool:
    """A plain callback, which runs in a worker thread."""

    blocking = True

    def __init__(self, definition: ToolDef, callback: Callback) -> None:
        """Make its manifest."""
        self.definition = definition
        self.callback = callback
        schema = {"type": "object", **definition.input_schema}
        properties = dict(schema.get("properties") or {})
        self.takes_stdin = STDIN not in properties
        if self.takes_stdin:
            properties[STDIN] = {"type": "string", "description": "What is piped into the command"}
        self.manifest = Manifest(
            name=definition.name,
            description=definition.description,
            input_schema={**schema, "properties": properties},
            output_schema={"type": "string"},
            risk=definition.risk,
        )

    def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any:  # noqa: ARG002  # it has no handle to use
        """The callback's text."""
        try:
            return self.callback(self._args(arguments))
        except ToolFailure as failure:
            raise _error(failure) from None

    def _args(self, arguments: dict[str, Any]) -> ToolArgs:
        stdin = arguments.pop(STDIN, None) if self.takes_stdin else None
        return ToolArgs(arguments, stdin)


class AsyncCallbackTool(CallbackTool):
    """A callback that is a coroutine function."""

    blocking = False

    async def execute(self, arguments: dict[str, Any], context: ToolContext) -> Any:  # noqa: ARG002  # it has no handle to use
        """The callback's text."""
        try:
            return await self.callback(self._args(arguments))  # type: ignore[misc]  # what it is made for
        except ToolFailure as failure:
            raise _error(failure) from None


def callback_tool(definition: ToolDef, callback: Callback) -> CallbackTool:
    """The tool of a definition."""
    return (AsyncCallbackTool if _is_async(callback) else CallbackTool)(definition, callback)


def _is_async(callback: Any) -> bool:
    return inspect.iscoroutinefunction(callback) or inspect.iscoroutinefunction(type(callback).__call__)


def _error(failure: ToolFailure) -> ToolError:
    message = failure.message if isinstance(failure.message, str) else "failed"
    return ToolError(FAILURE, message)
