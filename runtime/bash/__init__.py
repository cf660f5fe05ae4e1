"""A bash in pure Python that never touches the host.

from runtime.bash import Bash

shell = Bash(files={"/data/a.csv": "1,2\\n"})
result = shell.exec_sync("wc -l /data/a.csv")        # or: await shell.exec(...)
result.stdout, result.exit_code, result.error
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.errors import LimitExceeded, ShellError, ShellSyntaxError
    from runtime.bash.limits import Limits
    from runtime.bash.result import Result
    from runtime.bash.shell import Bash
    from runtime.bash.syntax.parser import parse
    from runtime.bash.utility_context import Context

__all__ = ["Bash", "Context", "LimitExceeded", "Limits", "Result", "ShellError", "ShellSyntaxError", "parse"]

_HOMES = {
    "Bash": "shell",
    "Context": "utility_context",
    "LimitExceeded": "errors",
    "Limits": "limits",
    "Result": "result",
    "ShellError": "errors",
    "ShellSyntaxError": "errors",
    "parse": "syntax.parser",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Not importlib: what it imports itself is a thirtieth of a small script's start.
    found = globals()[name] = getattr(__import__(f"{__name__}.{home}", fromlist=[name]), name)
    return found
