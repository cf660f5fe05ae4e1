"""A registered tool in the shape that hosts of language models know: each use of it is a governed call.

``commands`` of a request holds the tool's arguments as a JSON object; of a tool whose one argument is ``commands`` (the bash
tool), the commands themselves. What the tool gives is on standard output, what refuses or fails on standard error.

Source: tool contract, "Tool Trait"; "Why a trait?".
"""

from __future__ import annotations

import copy
import textwrap
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from runtime.contracts.invocation import Outcome
from runtime.contracts.llm_tool import StatusCallback, ToolRequest, ToolResponse, ToolStatus
from runtime.contracts.manifest import Manifest

__all__ = ["GovernedTool"]

_SCRIPT = "commands"
_FAILED = 1
_WIDTH = 78
_INDENT = " " * 7
_RESPONSE_FIELDS = frozenset(ToolResponse.__struct_fields__)
_OUTPUT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "stdout": {"type": "string", "description": "What the tool gave"},
        "stderr": {"type": "string", "description": "Why it was refused or failed"},
        "exit_code": {"type": "integer", "description": "0 where it gave something"},
        "error": {"type": ["string", "null"], "description": "The error's code, null where there is none"},
    },
    "required": ["stdout", "stderr", "exit_code", "error"],
    "additionalProperties": False,
}


class GovernedTool:
    """Implements `runtime.contracts.llm_tool.LLMTool` over an executor. Made by `Executor.as_llm_tool`."""

    def __init__(self, manifest: Manifest, call: Callable[[Any], Awaitable[Outcome]]) -> None:
        """Keep both.

        Args:
            manifest: What the tool declares.
            call: Makes the governed call with these arguments.
        """
        self._manifest = manifest
        self._call = call
        self.name = manifest.name
        self.version = manifest.version
        self.short_description = manifest.short_description or manifest.description.partition(". ")[0].rstrip(
            "."
        )

    def description(self) -> str:
        """What the manifest says that it does."""
        return self._manifest.description

    def help(self) -> str:
        """A manual page."""
        heading = f"{self.name.upper()}(1)"
        sections = [
            ("NAME", [f"{self.name} - {self.short_description}"]),
            ("SYNOPSIS", [self._synopsis()]),
            ("DESCRIPTION", textwrap.wrap(self._manifest.description, _WIDTH - len(_INDENT))),
            ("INPUT", self._inputs()),
            (
                "OUTPUT",
                [
                    f"{name:<11} {field['description']}"
                    for name, field in _OUTPUT_SCHEMA["properties"].items()
                ],
            ),
        ]
        body = "\n\n".join("\n".join([name, *(_INDENT + line for line in lines)]) for name, lines in sections)
        return f"{heading}{'Governed Tools':^{_WIDTH - 2 * len(heading)}}{heading}\n\n{body}\n"

    def system_prompt(self) -> str:
        """What a model needs to know, in few words."""
        return (
            f"# {self.name}\n\n{self.short_description}.\n\n"
            f"Input: {self._synopsis()}\nOutput: {{stdout, stderr, exit_code}}\n"
        )

    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the tool's arguments."""
        return copy.deepcopy(self._manifest.input_schema)

    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of a response."""
        return copy.deepcopy(_OUTPUT_SCHEMA)

    async def execute(self, request: ToolRequest) -> ToolResponse:
        """Make the governed call: how it ended is an answer.

        Raises:
            AuditError: the log cannot be written: nothing ran, or the result is withheld.
            ConfigurationError: the executor is closed, or its set-up broke.
        """
        commands = request.commands
        return _response(self.name, await self._call({_SCRIPT: commands} if self._takes_script else commands))

    async def execute_with_status(self, request: ToolRequest, on_status: StatusCallback) -> ToolResponse:
        """`execute`, with an event for each phase and for the output."""
        await _tell(on_status, ToolStatus(phase="validate", percent_complete=0.0))
        await _tell(on_status, ToolStatus(phase="execute", percent_complete=20.0))
        answer = await self.execute(request)
        if answer.stdout:
            await _tell(on_status, ToolStatus.stdout(answer.stdout))
        if answer.stderr:
            await _tell(on_status, ToolStatus.stderr(answer.stderr))
        await _tell(on_status, ToolStatus(phase="complete", percent_complete=100.0, message=answer.error))
        return answer

    @property
    def _takes_script(self) -> bool:
        return list(self._properties()) == [_SCRIPT]

    def _properties(self) -> dict[str, Any]:
        found: dict[str, Any] = self._manifest.input_schema.get("properties", {})
        return found

    def _synopsis(self) -> str:
        required = self._manifest.input_schema.get("required", ())
        shown = ", ".join(
            f'"{name}": <{_type(self._properties()[name])}>'
            for name in required
            if name in self._properties()
        )
        return "{" + shown + "}"

    def _inputs(self) -> list[str]:
        lines = []
        for name, field in self._properties().items():
            told = field.get("description", "") if isinstance(field, dict) else ""
            lines += textwrap.wrap(
                f"{name:<11} {told}".rstrip(), _WIDTH - len(_INDENT), subsequent_indent=" " * 12
            )
        return lines or ["(nothing)"]


async def _tell(on_status: StatusCallback, status: ToolStatus) -> None:
    given = on_status(status)
    if isinstance(given, Awaitable):
        await given


def _type(field: Any) -> str:
    kind = field.get("type", "value") if isinstance(field, dict) else "value"
    return kind if isinstance(kind, str) else "value"


def _response(name: str, outcome: Outcome) -> ToolResponse:
    if outcome.error is not None:
        error = outcome.error
        told = f"{name}: {error.message}\n" + (f"{error.suggestion}\n" if error.suggestion else "")
        return ToolResponse(stderr=told, exit_code=_FAILED, error=error.code)
    output = outcome.output
    if isinstance(output, dict) and output.keys() == _RESPONSE_FIELDS:
        return msgspec.convert(output, ToolResponse)
    if isinstance(output, dict) and isinstance(output.get("output"), str):
        return ToolResponse(stdout=output["output"])
    if isinstance(output, bytes):
        return ToolResponse(stdout=output.decode("utf-8", "replace"))
    return ToolResponse(stdout=output if isinstance(output, str) else msgspec.json.encode(output).decode())
