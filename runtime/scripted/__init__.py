"""Scripted tools: several tools as the commands of one bash script, so that a model needs one call where it needed many.

    from runtime.scripted import ScriptedTool, ToolArgs, ToolDef, ToolFailure

    shop = ScriptedTool("shop", tools=[(ToolDef("get_user", "Fetch user by ID", input_schema={...}), get_user)])
    response = await shop.execute(ToolRequest(commands="get_user --id 7 | jq -r .name"))

Given to an executor, its commands are governed calls.

Source: scripted tool orchestration.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.scripted.definition import ToolArgs, ToolDef, ToolFailure
    from runtime.scripted.tool import ScriptedTool

__all__ = ["ScriptedTool", "ToolArgs", "ToolDef", "ToolFailure"]

_MODULE_OF = {
    "ScriptedTool": "tool",
    "ToolArgs": "definition",
    "ToolDef": "definition",
    "ToolFailure": "definition",
}


def __getattr__(name: str) -> Any:
    # The executor needs the commands alone, and none of what runs them without it.
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    found = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    return found
