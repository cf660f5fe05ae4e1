"""How many calls run at once, how many wait for a place, and for how long.

Without a bound each call that arrives is begun, all of them share policy engine and log, and none is done in time. So at most so many run; the others
wait in a bounded queue, and whoever finds it full, or waits too long, is turned away with a code that says: try again.

Principals take turns in the queue. Where it is full, a newcomer gets the place of the principal that has the most calls waiting: who floods is turned
away before others are.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from runtime.contracts.errors import Overloaded

RETRY_AFTER_S = 1
"""When to try again, for whoever is turned away."""


class _Waiter:
    """A call that waits. Its state changes once, under the lock of the admission."""

    __slots__ = ("future", "loop", "principal", "state")

    def __init__(self, principal: str) -> None:
        self.principal = principal
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[None] = self.loop.create_future()
        self.state: Literal["waiting", "admitted", "refused"] = "waiting"

    def wake(self) -> bool:
        """Let the call go on; false where its event loop is gone."""
        try:
            self.loop.call_soon_threadsafe(_settle, self.future)
        except RuntimeError:
            return False
        return True


class Admission:
    """The places of an executor. Safe to use from several event loops and threads."""

    def __init__(self, places: int, *, queue: int | None = None, wait_s: float | None = None) -> None:
        """Begin empty.

        Args:
            places: How many run at once.
            queue: How many may wait; None where something else bounds them.
            wait_s: How long; None for as long as it takes.
        """
        self._places = places
        self._most = queue
        self._wait_s = wait_s
        self._lock = threading.Lock()
        self._taken = 0
        self._waiting = 0
        self._queues: OrderedDict[str, deque[_Waiter]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many calls wait."""
        return self._waiting

    async def enter(self, principal: str) -> None:
        """Take a place, in turn; `leave` gives it back.

        Raises:
            Overloaded: the queue is full, or no place came free in time.
        """
        with self._lock:
            if self._taken < self._places:
                self._taken += 1
                return
            waiter, evicted = self._queue(principal)
        if evicted is not None:
            evicted.wake()
        timer = None
        if self._wait_s is not None:
            timer = waiter.loop.call_later(self._wait_s, self._withdraw, waiter)
        try:
            await waiter.future
        except asyncio.CancelledError:
            if not self._withdraw(waiter) and waiter.state == "admitted":
                self.leave()
            raise
        finally:
            if timer is not None:
                timer.cancel()
        if waiter.state == "refused":
            raise _overloaded("no place came free in time")

    def leave(self) -> None:
        """Give the place to the call that is next."""
        while True:
            with self._lock:
                following = self._next() if self._taken <= self._places else None
                if following is None:
                    self._taken -= 1
                    return
            if following.wake():
                return

    @contextmanager
    def left(self) -> Iterator[None]:
        """Lend the place to others while this call waits for a person. Coming back it does not wait again."""
        self.leave()
        try:
            yield
        finally:
            with self._lock:
                self._taken += 1

    def _queue(self, principal: str) -> tuple[_Waiter, _Waiter | None]:
        """A place in the queue, and the call that lost its own for it."""
        evicted = None
        if self._most is not None and self._waiting >= self._most:
            longest = max(self._queues, key=lambda name: len(self._queues[name]))
            mine = len(self._queues.get(principal, ()))
            if mine + 1 >= len(self._queues[longest]):
                raise _overloaded(f"{self._waiting} calls are waiting already")
            evicted = self._queues[longest][-1]
            self._drop(evicted)
        waiter = _Waiter(principal)
        self._queues.setdefault(principal, deque()).append(waiter)
        self._waiting += 1
        return waiter, evicted

    def _next(self) -> _Waiter | None:
        """The first call of the principal whose turn it is."""
        if not self._queues:
            return None
        principal, queue = self._queues.popitem(last=False)
        waiter = queue.popleft()
        if queue:
            self._queues[principal] = queue
        self._waiting -= 1
        waiter.state = "admitted"
        return waiter

    def _withdraw(self, waiter: _Waiter) -> bool:
        """Take a call that still waits out of the queue; whether it did."""
        with self._lock:
            if waiter.state != "waiting":
                return False
            self._drop(waiter)
        waiter.wake()
        return True

    def _drop(self, waiter: _Waiter) -> None:
        waiter.state = "refused"
        queue = self._queues[waiter.principal]
        queue.remove(waiter)
        if not queue:
            del self._queues[waiter.principal]
        self._waiting -= 1


def _settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def _overloaded(why: str) -> Overloaded:
    return Overloaded(f"the runtime has too much to do: {why}", retry_after_s=RETRY_AFTER_S)
