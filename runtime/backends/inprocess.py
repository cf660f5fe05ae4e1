"""Runs tools written in Python in this process.

Python cannot confine hostile Python: these tools are trusted code that sees only its handles. Untrusted code
belongs to Wasm or a subprocess.

What is enforced: ``wall_s`` (an async tool is cancelled; a blocking one is told through its context; the task or thread
of one that does not listen is abandoned), ``files``, ``calls`` and ``output_bytes``. ``cpu_s`` and ``memory_bytes`` are not.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any, ClassVar

from runtime.backends._base import BackendBase
from runtime.backends._threads import WorkerThreads
from runtime.contracts.errors import ToolFault, WallLimit
from runtime.contracts.ports import ScopedContext, Tool

GRACE_S = 0.5
"""How long a tool may tidy up after it was told to stop."""
_SHORTEST_WAIT_S = 0.01


class InProcess(BackendBase):
    """The backend of manifests whose source is ``builtin``."""

    source: ClassVar[str] = "builtin"
    enforces: ClassVar[frozenset[str]] = frozenset({"wall_s", "files", "output_bytes", "calls"})

    def __init__(self) -> None:
        self._threads = WorkerThreads()

    def close(self) -> None:
        """Let idle worker threads end."""
        self._threads.close()

    async def _run(self, tool: Tool, arguments: dict[str, Any], context: ScopedContext) -> Any:
        running: asyncio.Future[Any]
        if tool.blocking:
            running = self._threads.submit(tool.execute, arguments, context)
        else:
            self._threads.require_available()
            running = _task(_confined(tool, arguments, context))
            if running.done():
                return _result(tool, running)
        try:
            while (left_s := context.remaining_s()) > 0.0:  # a clock that stood still meanwhile has some left
                await asyncio.wait((running,), timeout=max(left_s, _SHORTEST_WAIT_S))
                if running.done():
                    return _result(tool, running)
        except asyncio.CancelledError:
            await self._stop(tool, running, context)
            raise
        stopped = await self._stop(tool, running, context)
        raise WallLimit(
            f"{tool.manifest.name} ran longer than {context.limits.wall_s:g} s",
            wall_s=context.limits.wall_s,
            abandoned=not stopped,
        )

    async def _stop(self, tool: Tool, running: asyncio.Future[Any], context: ScopedContext) -> bool:
        """Tell the tool to stop and wait a little; whether it did."""
        context.cancel()
        if not tool.blocking:
            running.cancel()
        try:
            await asyncio.wait((running,), timeout=GRACE_S)
        finally:  # cancelled once more, it must not lose sight of the thread or task
            if not running.done():
                self._threads.abandon(running)
                if isinstance(running, asyncio.Task):
                    _disown(running)
        if running.done() and not running.cancelled():
            running.exception()  # retrieved: what it raised while it was stopped is nobody's answer
        return running.done()


def _task(running: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """A task of its own: a coroutine that swallows its cancellation must not keep the caller waiting.

    It begins here and now where Python can do that: a tool that never waits ends without a turn of the loop.
    """
    loop = asyncio.get_running_loop()
    if sys.version_info >= (3, 12):
        return asyncio.Task(running, loop=loop, eager_start=True)
    return loop.create_task(running)


def _disown(task: asyncio.Task[Any]) -> None:
    """Take a task that swallows its cancellation off asyncio's list of tasks, and never let go of it.

    Whoever ends a loop, `asyncio.run` among them, cancels every task on that list and waits for it without a limit. Python closes a
    coroutine that is about to be freed by raising in it: one that swallows that, too, would then run for ever, at the latest
    when the interpreter exits. A reference that nothing gives back prevents it.
    """
    import ctypes

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(task))
    asyncio._unregister_task(task)  # noqa: SLF001  # public by its documentation: "Extending asyncio", task lifetime support
    task._log_destroy_pending = False  # type: ignore[attr-defined]  # noqa: SLF001  # the record says that it was abandoned


async def _confined(tool: Tool, arguments: dict[str, Any], context: ScopedContext) -> Any:
    try:
        return await tool.execute(arguments, context)
    except SystemExit as error:  # asyncio lets it through to the loop, which would end the host
        raise ToolFault(f"{tool.manifest.name} tried to end the process") from error
    except KeyboardInterrupt as error:
        # `asyncio.run` turns a person's interrupt into a cancellation, so that one raised here is the tool's own.
        raise ToolFault(f"{tool.manifest.name} tried to interrupt the process") from error


def _result(tool: Tool, running: asyncio.Future[Any]) -> Any:
    # A tool that cancels itself, or raises CancelledError, must not look like a caller who gave up.
    if running.cancelled() or isinstance(running.exception(), asyncio.CancelledError):
        raise ToolFault(f"{tool.manifest.name} cancelled itself")
    if tool.blocking and isinstance(running.exception(), KeyboardInterrupt):
        raise ToolFault(f"{tool.manifest.name} tried to interrupt the process")
    return running.result()
