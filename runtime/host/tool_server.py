"""What the process of a tool's call does, started by `runtime.backends.tool_process`: find the function, run it with handles over the granted files, and say how it ended."""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from runtime.backends._tool_process.wire import Ended, Told, ToolOrder
from runtime.capability.context import CallContext
from runtime.capability.handles import Reserved
from runtime.capability.match import CapabilitySet
from runtime.contracts.capability import from_data
from runtime.contracts.errors import Error, MemoryLimit, ToolFault
from runtime.sdk.declaration import as_tool
from runtime.sdk.origin import find_function


def serve() -> None:
    """Run one call, and write the answer where the tool's own prints do not go."""
    answer = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    order = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=ToolOrder)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    context = _context(order)
    try:
        ended = _run(order, context)
    except MemoryError:
        ended = Ended(error=_told(MemoryLimit("the tool ran out of memory")))
    except Error as error:
        ended = Ended(error=_told(error))
    except BaseException as error:  # noqa: BLE001  # the tool's, of whatever kind: this process is its own
        ended = Ended(
            error=_told(
                ToolFault(f"{order.origin.function} failed unexpectedly ({type(error).__name__[:64]})")
            )
        )
    data = msgspec.msgpack.encode(msgspec.structs.replace(ended, checks=list(context.checks())))
    with open(answer, "wb") as stream:  # noqa: PTH123  # a descriptor, not a path
        stream.write(data)


def _context(order: ToolOrder) -> CallContext:
    return CallContext(
        order.call_id,
        CapabilitySet(from_data(one) for one in order.capabilities),
        order.limits,
        workspace=None if order.workspace is None else Path(order.workspace),
        reserved=Reserved(order.hidden, order.locked),
        environ=order.environ,
    )


def _run(order: ToolOrder, context: CallContext) -> Ended:
    tool = as_tool(find_function(order.origin))
    context.start()
    value: Any = tool.execute(msgspec.json.decode(order.arguments), context)
    if inspect.iscoroutine(value):
        value = asyncio.run(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return Ended(output=bytes(value), is_binary=True)
    return Ended(output=msgspec.json.encode(value))


def _told(error: Error) -> Told:
    return Told(
        category=error.category,
        code=error.code,
        message=error.message,
        suggestion=error.suggestion,
        details=msgspec.json.encode(error.details),
    )
