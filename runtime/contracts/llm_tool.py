"""The contract between a tool and a host of language models: what a tool says of itself, what it is asked, what it answers.

The virtual bash, a scripted tool and, through an adapter, every registered tool have this one shape.

Source: tool contract, "Tool Trait", "Request/Response", "Streaming Output".
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

Phase = Literal["validate", "parse", "execute", "output", "complete"]
StreamName = Literal["stdout", "stderr"]


class OutputCallback(Protocol):
    """Called with what was written to standard output and standard error since the last call; plain or async."""

    def __call__(self, stdout: str, stderr: str, /) -> object: ...


class ToolRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tool is asked to do."""

    commands: str
    """As in ``bash -c "commands"``."""


class ToolResponse(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How it ended: always complete, whatever was streamed before."""

    stdout: str = ""
    stderr: str = ""
    exit_code: int = 0
    error: str | None = None
    """The category of what ended it early (``limit.commands``, ``syntax``), None where nothing did."""


class ToolStatus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One event on the way: a phase begins, or output comes."""

    phase: Phase
    message: str | None = None
    percent_complete: float | None = None
    eta_ms: int | None = None
    output: str | None = None
    """What was written, where the phase is ``output``."""
    stream: StreamName | None = None
    """Where it was written to."""

    @classmethod
    def stdout(cls, output: str) -> ToolStatus:
        """The event of output on standard output."""
        return cls(phase="output", output=output, stream="stdout")

    @classmethod
    def stderr(cls, output: str) -> ToolStatus:
        """The event of output on standard error."""
        return cls(phase="output", output=output, stream="stderr")

    def to_json(self) -> str:
        """The event as one line of JSON; what is unset is left out."""
        return msgspec.json.encode(self).decode()


class StatusCallback(Protocol):
    """Told of each event in order; plain or async, and awaited before the tool goes on."""

    def __call__(self, status: ToolStatus, /) -> object: ...


@runtime_checkable
class LLMTool(Protocol):
    """A tool as a host of language models sees it."""

    @property
    def name(self) -> str:
        """Its identifier in a registry."""
        ...

    @property
    def short_description(self) -> str:
        """One line for lists of tools."""
        ...

    @property
    def version(self) -> str:
        """The version of what implements it."""
        ...

    def description(self) -> str:
        """What it does, with the commands that it has."""
        ...

    def help(self) -> str:
        """A manual page."""
        ...

    def system_prompt(self) -> str:
        """What a model has to be told to use it, in few words."""
        ...

    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of its input."""
        ...

    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of its output."""
        ...

    async def execute(self, request: ToolRequest) -> ToolResponse:
        """Do it. Never raises for what the commands do; cancelled, it ends what it began first."""
        ...

    async def execute_with_status(self, request: ToolRequest, on_status: StatusCallback) -> ToolResponse:
        """Do it, and tell of each phase and of the output as it comes."""
        ...
