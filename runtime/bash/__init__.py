"""The virtual shell: GNU bash 5.2's language in pure Python, on virtual files, processes and time.

    from runtime.bash import Bash

    shell = Bash(files={"/data/a.csv": "1,2\\n"})
    result = shell.exec_sync("wc -l /data/a.csv")        # or: await shell.exec(...)
    result.stdout, result.exit_code, result.error

The names below, and those of `runtime.bash.vfs`, are all that the rest of the runtime and an embedder may use. Each is
imported when it is first used. README.md, beside this file, is the map.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.errors import LimitExceeded, ShellError, ShellSyntaxError
    from runtime.bash.limits import Limits
    from runtime.bash.network import Network, NetworkError, Response
    from runtime.bash.result import Result
    from runtime.bash.shell import Bash
    from runtime.bash.static_analysis import Analysis, static_command
    from runtime.bash.streams import Stream
    from runtime.bash.syntax.parser import parse
    from runtime.bash.tool import (
        BashTool,
        LLMTool,
        OutputCallback,
        StatusEvents,
        ToolRequest,
        ToolResponse,
        ToolStatus,
        script_summary,
    )
    from runtime.bash.tool_manual import command_names
    from runtime.bash.utility_context import Context

__all__ = [
    "Analysis",
    "Bash",
    "BashTool",
    "Context",
    "LLMTool",
    "LimitExceeded",
    "Limits",
    "Network",
    "NetworkError",
    "OutputCallback",
    "Response",
    "Result",
    "ShellError",
    "ShellSyntaxError",
    "StatusEvents",
    "Stream",
    "ToolRequest",
    "ToolResponse",
    "ToolStatus",
    "command_names",
    "parse",
    "script_summary",
    "static_command",
]

_MODULE_OF = {
    "Analysis": "static_analysis",
    "Bash": "shell",
    "BashTool": "tool",
    "Context": "utility_context",
    "LLMTool": "tool",
    "LimitExceeded": "errors",
    "Limits": "limits",
    "Network": "network",
    "NetworkError": "network",
    "OutputCallback": "tool",
    "Response": "network",
    "Result": "result",
    "ShellError": "errors",
    "ShellSyntaxError": "errors",
    "StatusEvents": "tool",
    "Stream": "streams",
    "ToolRequest": "tool",
    "ToolResponse": "tool",
    "ToolStatus": "tool",
    "command_names": "tool_manual",
    "parse": "syntax.parser",
    "script_summary": "tool",
    "static_command": "static_analysis",
}


def __getattr__(name: str) -> Any:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Not importlib: what it imports itself is a thirtieth of a small script's start.
    found = globals()[name] = getattr(__import__(f"{__name__}.{module}", fromlist=[name]), name)
    return found
