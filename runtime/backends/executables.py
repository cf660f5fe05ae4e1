"""Runs tools that are programs: executables that describe themselves, and commands that a file wraps. Each call is a process tree of its own, confined as commands are.

What is enforced: ``wall_s``, ``cpu_s``, ``memory_bytes`` and ``output_bytes``, of all that a call's processes use together. At a bound, or when the caller gives up,
the whole tree is killed. No interpreter of this runtime is started for a call: a process that waits, prepared, becomes the program.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from runtime.backends._base import BackendBase
from runtime.backends._executables.answer import STDERR_BYTES, not_started, output_of, value_of
from runtime.backends._executables.program import (
    MAX_DESCRIPTION_BYTES,
    SHOWN_AT,
    ProgramOrder,
    ProgramTool,
    Undescribed,
)
from runtime.backends._executables.serving import answer_of, is_answer
from runtime.contracts.errors import BackendFault, Error
from runtime.contracts.limits import ResourceBounds
from runtime.contracts.manifest import Manifest
from runtime.contracts.ports import ScopedContext, Tool
from runtime.contracts.process import ProcessResult

__all__ = ["DESCRIBING", "Asked", "ProgramBackend", "describe_all"]

DESCRIBING = ResourceBounds(wall_s=2.0, cpu_s=2.0, output_bytes=MAX_DESCRIPTION_BYTES)
"""What an executable may use to describe itself; it is granted nothing."""
_AT_ONCE = 4


class ProgramBackend(BackendBase):
    """The backend of manifests whose source is ``subprocess``."""

    source: ClassVar[str] = "subprocess"
    enforces: ClassVar[frozenset[str]] = frozenset(
        {"wall_s", "cpu_s", "memory_bytes", "output_bytes", "calls"}  # a program makes no calls
    )

    async def _run(self, tool: Tool, arguments: dict[str, Any], context: ScopedContext) -> Any:
        if not isinstance(tool, ProgramTool):
            raise BackendFault(f"{tool.manifest.name} is no program")
        tool.require_unchanged()
        order = tool.make_order(arguments)
        if isinstance(order, str):
            return value_of(tool.manifest, order.encode())
        try:
            if order.serves:
                return await _served(tool.manifest, order, context)
            result = await context.run_program(
                order.argv,
                file=order.file,
                commands=order.commands,
                stdin=order.stdin,
                environment=order.environment,
                max_output_bytes=context.limits.output_bytes + STDERR_BYTES,
            )
        except OSError as error:
            raise not_started(tool.manifest.name, error) from None
        return output_of(tool.manifest, result, context.limits)


async def _served(manifest: Manifest, order: ProgramOrder, context: ScopedContext) -> Any:
    """One call of a program that serves many."""
    assert order.file is not None  # noqa: S101  # only executables serve
    call = secrets.token_hex(16)  # no process can answer a call that it has not been asked
    served = await context.exchange(
        order.argv,
        file=order.file,
        tool=manifest.name,
        request=b'{"arguments":%b,"id":"%b"}\n' % (order.stdin, call.encode()),
        accepts=lambda line: is_answer(line, call),
        environment=order.environment,
        max_output_bytes=context.limits.output_bytes + STDERR_BYTES,
    )
    return answer_of(manifest, served, call, context.limits)


class Asked(NamedTuple):
    """An executable that is asked what it is."""

    name: str
    copy: Path


def describe_all(
    asked: Sequence[Asked], make_context: Callable[[], ScopedContext]
) -> list[bytes | Undescribed]:
    """What executables write when they are asked ``--describe``, side by side, or why one says nothing.

    Args:
        asked: The executables.
        make_context: The context that each is asked in: nothing granted, little time.
    """
    answers: list[bytes | Undescribed] = []

    async def ask_all() -> None:
        places = asyncio.Semaphore(_AT_ONCE)

        async def ask(one: Asked) -> bytes | Undescribed:
            async with places:
                return await _describe(one, make_context())

        answers.extend(await asyncio.gather(*map(ask, asked)))

    # Whoever opens an executor may have a loop running in this thread.
    thread = threading.Thread(target=lambda: asyncio.run(ask_all()), name="describe")
    thread.start()
    thread.join()
    if len(answers) != len(asked):
        raise BackendFault("the executables of a tools folder could not be asked what they are")
    return answers


async def _describe(one: Asked, context: ScopedContext) -> bytes | Undescribed:
    context.start()
    try:
        result = await context.run_program(
            (f"{SHOWN_AT}/{one.copy.name}", "--describe"),
            file=one.copy,
            max_output_bytes=context.limits.output_bytes,
        )
    except OSError as error:
        return Undescribed("describe.not_run", f"it cannot be executed: {error.strerror}")
    except Error as error:
        return Undescribed("describe.not_run", error.message)
    finally:
        context.close()
    return _judged(result, context.limits)


def _judged(result: ProcessResult, limits: ResourceBounds) -> bytes | Undescribed:
    if result.timed_out:
        return Undescribed("describe.timeout", f"it described nothing within {limits.wall_s:g} s")
    if result.exceeded:
        return Undescribed("describe.bound", f"it used more than its bound of {result.exceeded}")
    if result.truncated:
        return Undescribed("describe.too_large", f"it wrote more than {limits.output_bytes} bytes")
    if result.exit_code:
        return Undescribed("describe.status", f"--describe ended with exit status {result.exit_code}")
    return result.stdout
