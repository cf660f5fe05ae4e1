"""Governed tool execution for AI agents: nothing happens without authority, nothing happens unseen.

    from runtime import Executor, FsRead, ToolContext, tool

The names below are imported when they are first used, so that ``import runtime`` costs next to nothing.
"""

from __future__ import annotations

import sys as _sys
import time as _time

_LOADED_NS = _time.time_ns()
"""When this process began to read the files of the package: what was replaced since is not surely what runs."""

# `python -m runtime` puts the folder that it is started in first on the path of imports, and a workspace that nobody accepted would bring a
# json.py of its own. runpy leaves "-m" in argv[0] until it has found the module, so a program that imports this package is not meant.
if _sys.argv[:1] == ["-m"] and not _sys.flags.safe_path and _sys.path:
    _named = _sys.orig_argv[1:]
    if any(
        a == "-mruntime" or (a == "-m" and b == "runtime")
        for a, b in zip(_named, [*_named[1:], ""], strict=True)
    ):
        del _sys.path[0]

# Type checkers take the name for true. Importing typing would take longer than all the rest here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.approval.broker import ApproveCallback as ApproveCallback
    from runtime.capability.match import CapabilitySet as CapabilitySet
    from runtime.contracts.approval import ApprovalAnswer as ApprovalAnswer
    from runtime.contracts.approval import ApprovalInbox as ApprovalInbox
    from runtime.contracts.approval import ApprovalRequest as ApprovalRequest
    from runtime.contracts.approval import ApprovalRule as ApprovalRule
    from runtime.contracts.approval import PendingApproval as PendingApproval
    from runtime.contracts.audit import Receipt as Receipt
    from runtime.contracts.capability import Capability as Capability
    from runtime.contracts.capability import ClockRead as ClockRead
    from runtime.contracts.capability import DbRead as DbRead
    from runtime.contracts.capability import DbWrite as DbWrite
    from runtime.contracts.capability import EnvRead as EnvRead
    from runtime.contracts.capability import FsRead as FsRead
    from runtime.contracts.capability import FsWrite as FsWrite
    from runtime.contracts.capability import NetRead as NetRead
    from runtime.contracts.capability import NetWrite as NetWrite
    from runtime.contracts.capability import ProcessSpawn as ProcessSpawn
    from runtime.contracts.capability import RandomRead as RandomRead
    from runtime.contracts.capability import ToolCall as ToolCall
    from runtime.contracts.capability import WasmExec as WasmExec
    from runtime.contracts.decision import Decision as Decision
    from runtime.contracts.errors import AuditError as AuditError
    from runtime.contracts.errors import ConfigurationError as ConfigurationError
    from runtime.contracts.errors import Error as Error
    from runtime.contracts.invocation import Completed as Completed
    from runtime.contracts.invocation import ErrorInfo as ErrorInfo
    from runtime.contracts.invocation import Failed as Failed
    from runtime.contracts.invocation import Outcome as Outcome
    from runtime.contracts.invocation import Principal as Principal
    from runtime.contracts.invocation import Refused as Refused
    from runtime.contracts.limits import NetworkBounds as NetworkBounds
    from runtime.contracts.limits import ResourceBounds as ResourceBounds
    from runtime.contracts.manifest import Manifest as Manifest
    from runtime.contracts.observing import CallAsked as CallAsked
    from runtime.contracts.observing import CallDecided as CallDecided
    from runtime.contracts.observing import CallEnded as CallEnded
    from runtime.contracts.observing import CallEvent as CallEvent
    from runtime.contracts.observing import CallMade as CallMade
    from runtime.contracts.observing import CallStarted as CallStarted
    from runtime.contracts.observing import CallTimed as CallTimed
    from runtime.contracts.observing import Observer as Observer
    from runtime.contracts.observing import StepTime as StepTime
    from runtime.contracts.observing import ToolsChanged as ToolsChanged
    from runtime.contracts.ports import Tool as Tool
    from runtime.executor.dependencies import CallRequest as CallRequest
    from runtime.executor.dependencies import Preview as Preview
    from runtime.executor.replay import ReplayReport as ReplayReport
    from runtime.executor.session import Session as Session
    from runtime.host.executor import Executor as Executor
    from runtime.host.verification import Verification as Verification
    from runtime.host.verification import verify as verify
    from runtime.sdk import ToolContext as ToolContext
    from runtime.sdk import ToolError as ToolError
    from runtime.sdk import ToolResult as ToolResult
    from runtime.sdk import tool as tool

_CAPABILITIES = "Capability ClockRead DbRead DbWrite EnvRead FsRead FsWrite NetRead NetWrite ProcessSpawn RandomRead ToolCall WasmExec"
_MODULE_OF = {
    name: module
    for module, names in {
        "runtime.host.executor": "Executor",
        "runtime.sdk": "ToolContext ToolError ToolResult tool",
        "runtime.host.verification": "Verification verify",
        "runtime.executor.dependencies": "CallRequest Preview",
        "runtime.executor.replay": "ReplayReport",
        "runtime.approval.broker": "ApproveCallback",
        "runtime.executor.session": "Session",
        "runtime.capability.match": "CapabilitySet",
        "runtime.contracts.capability": _CAPABILITIES,
        "runtime.contracts.invocation": "Completed ErrorInfo Failed Outcome Principal Refused",
        "runtime.contracts.decision": "Decision",
        "runtime.contracts.audit": "Receipt",
        "runtime.contracts.limits": "NetworkBounds ResourceBounds",
        "runtime.contracts.manifest": "Manifest",
        "runtime.contracts.ports": "Tool",
        "runtime.contracts.observing": "CallAsked CallEvent CallMade CallDecided CallEnded Observer CallStarted CallTimed StepTime ToolsChanged",
        "runtime.contracts.approval": "ApprovalAnswer ApprovalInbox ApprovalRequest ApprovalRule PendingApproval",
        "runtime.contracts.errors": "AuditError ConfigurationError Error",
    }.items()
    for name in names.split()
}

__all__ = sorted(_MODULE_OF)  # noqa: PLE0605  # one table; a test compares it with the imports above


def __getattr__(name: str) -> Any:
    if name == "context":
        import importlib

        return importlib.import_module("runtime.context")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'runtime' has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
