"""The turns that the shells of one event loop take: between two of them the loop goes round.

A shell works for a few milliseconds before it rests. A thousand that all work would each do so in every round of the
loop, and whatever else the loop serves would wait for seconds. So one of them works in a round, or as many as have done in
`_ROUND_S`, and the others stand in line. A shell that is alone never waits.
"""

from __future__ import annotations

import asyncio
from collections import deque
from weakref import WeakKeyDictionary

__all__ = ["Turns", "turns"]

_ROUND_S = 0.001


class Turns:
    """Who works in this round, and who waits for one."""

    __slots__ = ("_began", "_is_taken", "_waiting")

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._is_taken = False
        self._began = 0.0

    async def take(self) -> None:
        """Wait for a turn; at once where nobody works and nobody waits."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if not self._is_taken:
            self._is_taken = True
            self._began = now
            loop.call_soon(self._pass_on)
        elif self._waiting or now - self._began > _ROUND_S:
            turn = loop.create_future()
            self._waiting.append(turn)
            await turn

    def _pass_on(self) -> None:
        """A round is over: the first in line works in the next one."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # who was cancelled has gone
                turn.set_result(None)
                loop = turn.get_loop()
                self._began = loop.time()
                loop.call_soon(self._pass_on)
                return
        self._is_taken = False


# Nothing of a `Turns` that nobody waits in leads to its loop, which goes when its owner lets go of it.
_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


def turns() -> Turns:
    """Those of the running loop."""
    loop = asyncio.get_running_loop()
    found = _of_loops.get(loop)
    if found is None:
        found = _of_loops[loop] = Turns()
    return found
