"""Who may use a worker now: a bounded number at a time, and no principal nearly all of them."""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_POLL_S = 0.05
"""How soon whoever gave up waiting is noticed."""


class WorkerPlaces:
    """Places of workers. Safe to use from several threads."""

    def __init__(self, most: int) -> None:
        """All are free."""
        self._most = most
        self._share = max(1, math.floor(most * 3 / 4))
        self._changed = threading.Condition()
        self._taken: Counter[str] = Counter()
        self._waiting: list[tuple[str, object]] = []

    @property
    def free(self) -> int:
        """How many are free."""
        with self._changed:
            return self._most - self._taken.total()

    @contextmanager
    def place(self, who: str, go_on: Callable[[], bool]) -> Iterator[bool]:
        """Hold a place as soon as it is one's turn; False where ``go_on`` said no before.

        Args:
            who: The principal. One has at most three quarters of the places, and whoever has the fewest is next.
            go_on: Whether anybody still waits.
        """
        entered = self._enter(who, go_on)
        try:
            yield entered
        finally:
            if entered:
                with self._changed:
                    self._taken[who] -= 1
                    self._changed.notify_all()

    def _enter(self, who: str, go_on: Callable[[], bool]) -> bool:
        ticket = (who, object())
        with self._changed:
            self._waiting.append(ticket)
            try:
                while go_on():
                    if self._next() is ticket:
                        self._taken[who] += 1
                        return True
                    self._changed.wait(_POLL_S)
                return False
            finally:
                self._waiting.remove(ticket)
                self._changed.notify_all()

    def _next(self) -> tuple[str, object] | None:
        """Whose turn it is, if there is a place. The lock is held."""
        if self._taken.total() >= self._most:
            return None
        able = [ticket for ticket in self._waiting if self._taken[ticket[0]] < self._share]
        return min(able, key=lambda ticket: self._taken[ticket[0]], default=None)
