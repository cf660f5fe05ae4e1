"""What a tool refuses beyond its schema, before policy and approval: its own ``check``, a pure function of the arguments.

A check is the tool's code, so nothing that it raises is believed: it is asked about a copy, and its error is taken field by field.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from runtime.contracts import canonical
from runtime.contracts.errors import ArgumentRefused, RuntimeFault, ToolError
from runtime.validation.strict_json import printable

_MAX_CODE = 128
_MAX_TEXT = 4096


def run_check(tool: str, check: Callable[[dict[str, Any]], None] | None, arguments: dict[str, Any]) -> None:
    """Return if the tool takes the arguments.

    Raises:
        ArgumentRefused: the check raised a `ToolError`; it has its code, message and suggestion.
        RuntimeFault: the check broke.
    """
    if check is None:
        return
    try:
        check(copy.deepcopy(arguments))
    except ToolError as error:
        raise _told(tool, error) from None
    except (Exception, SystemExit, GeneratorExit) as error:  # noqa: BLE001  # a tool may raise anything
        raise _broke(tool, error) from None


def _told(tool: str, error: ToolError) -> ArgumentRefused | RuntimeFault:
    try:
        code, message, suggestion = (_text(t) for t in (error.code, error.message, error.suggestion))
        details = error.details if len(canonical.encode(error.details)) <= _MAX_TEXT else {}
        return ArgumentRefused(code[:_MAX_CODE], message, suggestion=suggestion, **details)
    except Exception as fault:  # noqa: BLE001  # fields of the wrong type, or ones that are code
        return _broke(tool, fault)


def _broke(tool: str, error: BaseException) -> RuntimeFault:
    return RuntimeFault(f"the check of {tool}'s arguments broke ({printable(type(error).__name__, 64)})")


def _text(text: Any) -> str:
    if type(text) is not str:
        raise TypeError
    return text[:_MAX_TEXT].encode("utf-8", "backslashreplace").decode("utf-8")
