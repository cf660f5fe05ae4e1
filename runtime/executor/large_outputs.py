"""Large outputs are checked and encoded away from the loop, one at a time, in what is left of their call's time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from runtime.contracts.bounded_json import turn, until
from runtime.contracts.errors import WallLimit
from runtime.contracts.ports import ScopedContext

_T = TypeVar("_T")


async def in_turn(context: ScopedContext, work: Callable[[], _T]) -> _T:
    """What the work gives, done in a thread when it is its turn.

    Raises:
        WallLimit: the time of the call was over. The work ends by its own bounds.
    """
    wall_s = context.limits.wall_s
    check = until(context.remaining_s, wall_s)

    def done() -> _T:
        with turn(check):
            return work()

    task = asyncio.ensure_future(asyncio.to_thread(done))
    task.add_done_callback(_looked_at)
    await asyncio.wait((task,), timeout=context.remaining_s())
    if not task.done():
        raise WallLimit("the output was not checked within the time of the call", wall_s=wall_s)
    return task.result()


def _looked_at(task: asyncio.Future[_T]) -> None:
    """Spare a call that gave up waiting asyncio's complaint that nobody asked for the error."""
    if not task.cancelled():
        task.exception()
