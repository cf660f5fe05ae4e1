"""The tool author's kit: the ``@tool`` decorator, the context that a tool is given, and the capabilities that it declares.

::

    from runtime.sdk import FsRead, ToolContext, ToolError, ToolResult, tool

    @tool(description="Count the lines of a file", capabilities=[FsRead(["."])], side_effects=["fs_read"])
    def count_lines(path: str, context: ToolContext) -> int:
        return context.fs.read_bytes(path).count(b"\\n")
"""

from __future__ import annotations

from runtime.contracts.address import require_web_address
from runtime.contracts.capability import (
    Capability,
    ClockRead,
    DbRead,
    DbWrite,
    EnvRead,
    FsRead,
    FsWrite,
    NetRead,
    NetWrite,
    ProcessSpawn,
    RandomRead,
    ToolCall,
    WasmExec,
)
from runtime.contracts.database import QueryFailed
from runtime.contracts.errors import CapabilityExceeded, OutsideWorkspace, ToolError
from runtime.contracts.limits import NetworkBounds, ResourceBounds
from runtime.contracts.llm_tool import ToolStatus
from runtime.contracts.ports import ToolContext, ToolGroup
from runtime.contracts.process import ProcessResult
from runtime.contracts.session import TerminalCommand
from runtime.contracts.shell import SHELL_HOME
from runtime.contracts.web import Fetched, FetchError
from runtime.sdk.declaration import FunctionTool, ToolResult, WorkspacePath, as_tool, tool
from runtime.sdk.http_declaration import http_tool

__all__ = [
    "SHELL_HOME",
    "Capability",
    "CapabilityExceeded",
    "ClockRead",
    "DbRead",
    "DbWrite",
    "EnvRead",
    "FetchError",
    "Fetched",
    "FsRead",
    "FsWrite",
    "FunctionTool",
    "NetRead",
    "NetWrite",
    "NetworkBounds",
    "OutsideWorkspace",
    "ProcessResult",
    "ProcessSpawn",
    "QueryFailed",
    "RandomRead",
    "ResourceBounds",
    "TerminalCommand",
    "ToolCall",
    "ToolContext",
    "ToolError",
    "ToolGroup",
    "ToolResult",
    "ToolStatus",
    "WasmExec",
    "WorkspacePath",
    "as_tool",
    "http_tool",
    "require_web_address",
    "tool",
]
