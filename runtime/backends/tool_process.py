"""Runs tools written in Python in a process of their own for each call, confined as commands are.

What is enforced: ``wall_s``, ``cpu_s`` and ``memory_bytes`` of all that the call's processes use, the interpreter included, and ``files`` and
``output_bytes``. At a bound, or when the caller gives up, the whole tree of processes is killed.

The process sees the granted folders of the workspace and the libraries that it needs, no network, no key and no log. Its ``ctx.fs`` works on the
real files there; environment variables are those that were granted. It has no ``ctx.http``, ``ctx.process`` and ``ctx.session``: a tool that declares
them is refused when it is registered.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from runtime.backends._base import BackendBase
from runtime.backends._tool_process.wire import OVERHEAD_BYTES, Ended, Told, ToolOrder
from runtime.backends.launcher import ConfinedLauncher, Protection
from runtime.contracts.bounded_json import LARGE_BYTES, decode
from runtime.contracts.capability import to_data
from runtime.contracts.errors import (
    BackendUnavailable,
    CapabilityExceeded,
    CpuLimit,
    FailedError,
    FilesLimit,
    MemoryLimit,
    OutputLimit,
    ToolError,
    ToolFault,
    WallLimit,
)
from runtime.contracts.ports import ScopedContext, Tool
from runtime.contracts.process import ProcessResult, Spawn
from runtime.sdk.origin import origin_of

_PROGRAM = Path(__file__).parent / "_tool_process" / "program.py"
_KINDS = ("fs_read", "fs_write", "env_read", "clock_read", "random_read")
_KILLED = (128 + signal.SIGKILL, 128 + signal.SIGXCPU)
_MOST_CHECKS = 64
_MOST_COUNTED = 1000
_ERRORS: dict[str, type[FailedError]] = {
    kind.code: kind for kind in (CapabilityExceeded, FilesLimit, MemoryLimit, OutputLimit, WallLimit)
}


class ToolProcess(BackendBase):
    """The backend of Python tools whose isolation is ``process``."""

    source: ClassVar[str] = "process"
    enforces: ClassVar[frozenset[str]] = frozenset(
        {"wall_s", "cpu_s", "memory_bytes", "files", "output_bytes"}
    )

    def __init__(self, workspace: str, *, server: str, protection: Protection) -> None:
        """Start nothing yet.

        Args:
            server: The module that serves a call in the process: handles are made there, of which backends know nothing.
            workspace: Its absolute path, without links: libraries above it are not shown.
            protection: As for commands; a bound that a tool declares holds, or the call fails.
        """
        self._workspace = workspace
        self._server = server
        self._libraries = _library_folders()
        self._launcher = ConfinedLauncher(
            protection=protection,
            system=(*self._libraries, sys.prefix, sys.base_prefix, str(_PROGRAM.parent)),
        )

    async def _run(self, tool: Tool, arguments: dict[str, Any], context: ScopedContext) -> Any:
        scope = context.file_scope()
        self._refuse_shown_workspace()
        order = ToolOrder(
            call_id=context.call_id,
            origin=origin_of(tool),
            arguments=msgspec.json.encode(arguments),
            capabilities=[found for kind in _KINDS if (found := _data(context, kind)) is not None],
            limits=msgspec.structs.replace(context.limits, wall_s=context.remaining_s()),
            workspace=scope.workspace,
            hidden=scope.hidden,
            locked=scope.locked,
            environ=_granted_environment(context),
        )
        try:
            result = await self._launcher.launch(self._spawn(order, context), cancelled=lambda: False)
        except OSError as error:
            raise BackendUnavailable(f"no process of a tool can be started: {error.strerror}") from None
        if len(result.stdout) <= LARGE_BYTES:
            return _output(tool, result, context)
        return await asyncio.to_thread(_output, tool, result, context)

    def _spawn(self, order: ToolOrder, context: ScopedContext) -> Spawn:
        scope = context.file_scope()
        return Spawn(
            argv=(
                os.path.realpath(sys.executable),
                "-I",
                "-S",
                str(_PROGRAM),
                json.dumps(self._libraries),
                self._server,
            ),
            workspace=Path(self._workspace),
            working_directory=".",
            environment={n: os.environ[n] for n in ("LD_LIBRARY_PATH",) if n in os.environ},
            stdin=msgspec.msgpack.encode(order),
            timeout_s=context.remaining_s(),
            max_output_bytes=2 * context.limits.output_bytes + OVERHEAD_BYTES,
            cpu_s=context.limits.cpu_s,
            memory_bytes=context.limits.memory_bytes,
            read=scope.read,
            write=scope.write,
            hidden=scope.hidden,
            locked=scope.locked,
        )

    def _refuse_shown_workspace(self) -> None:
        """A library folder above the workspace would show all of it, key and log included."""
        for folder in self._libraries:
            if f"{self._workspace}/".startswith(f"{folder.rstrip('/')}/"):
                raise BackendUnavailable(
                    "the workspace lies in a folder of libraries, which a tool's process is shown",
                    suggestion="Install the libraries elsewhere, or run the tool in process.",
                )


def _output(tool: Tool, result: ProcessResult, context: ScopedContext) -> Any:
    """The output that the process told.

    Raises:
        FailedError: it told an error, was ended at a bound, or said nothing that makes sense.
    """
    name, limits = tool.manifest.name, context.limits
    if result.timed_out:
        raise WallLimit(f"{name} ran longer than {limits.wall_s:g} s", wall_s=limits.wall_s)
    if result.exceeded == "memory_bytes":
        raise _out_of_memory(name, limits.memory_bytes)
    if result.exceeded == "cpu_s" or _ran_out_of_time(result, limits.cpu_s):
        raise CpuLimit(f"{name} computed longer than its bound", cpu_s=limits.cpu_s)
    if result.exceeded:
        raise ToolFault(f"{name} was ended: too many {result.exceeded}")
    try:
        ended = msgspec.msgpack.decode(result.stdout, type=Ended)
        value = ended.output if ended.is_binary or ended.error else decode(ended.output, check=context.check)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise _senseless(name, result) from None
    _take_checks(ended, context)
    if ended.error is not None:
        raise _error(name, ended.error, limits.memory_bytes)
    return value


def _ran_out_of_time(result: ProcessResult, cpu_s: float | None) -> bool:
    """Whether the kernel ended the process before the launcher had added up what it computed."""
    killed = result.exit_code in _KILLED
    return cpu_s is not None and killed and not result.exceeded and result.duration_ms >= cpu_s * 1000


def _senseless(name: str, result: ProcessResult) -> FailedError:
    if result.truncated:
        return OutputLimit(f"the output of {name} is larger than its bound")
    return ToolFault(
        f"{name} ended its process (exit code {result.exit_code})",
        suggestion="The arguments may be unusual; otherwise the tool's author has to look.",
    )


def _take_checks(ended: Ended, context: ScopedContext) -> None:
    """Count what the handles of the process were asked for; what it says was allowed must be granted."""
    for check in ended.checks[:_MOST_CHECKS]:
        for _ in range(min(check.count, _MOST_COUNTED)):
            context.note_check(check.capability, check.target, allowed=check.allowed)


def _error(name: str, told: Told, memory_bytes: int | None) -> FailedError:
    if told.category == MemoryLimit.code:
        return _out_of_memory(name, memory_bytes)
    if told.category == ToolFault.code and told.code != ToolFault.code:
        try:
            details = msgspec.json.decode(told.details, type=dict[str, Any])
            return ToolError(told.code, told.message, suggestion=told.suggestion, **details)
        except (msgspec.MsgspecError, TypeError):
            return ToolFault(f"{name} failed with an error that cannot be read")
    kind = _ERRORS.get(told.category, ToolFault)
    return kind(told.message, suggestion=told.suggestion)


def _out_of_memory(name: str, memory_bytes: int | None) -> MemoryLimit:
    return MemoryLimit(f"{name} used more memory than its bound", memory_bytes=memory_bytes)


def _data(context: ScopedContext, kind: str) -> dict[str, Any] | None:
    found = context.capability(kind)
    return None if found is None else to_data(found)


def _granted_environment(context: ScopedContext) -> dict[str, str]:
    granted = context.capability("env_read")
    names = getattr(granted, "vars", ())
    return dict(os.environ) if "*" in names else {n: os.environ[n] for n in names if n in os.environ}


def _library_folders() -> list[str]:
    """Where this package, its libraries and installed tools lie."""
    found = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    for name in ("runtime", "msgspec", "blake3"):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            found.append(str(Path(spec.origin).resolve().parent.parent))
    return list(dict.fromkeys(os.path.realpath(folder) for folder in found))
