"""A bounded queue with one thread behind it: what an observer has to do takes none of a call's time, and where it falls behind, it loses events and counts them."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
CAPACITY = 20_000
_log = logging.getLogger("runtime.observers")


class Background(Generic[T]):
    """Hands items to a function, in order, in a thread that is made for the first one. Safe to use from several threads."""

    def __init__(self, work: Callable[[T], None], *, name: str, capacity: int = CAPACITY) -> None:
        """Take nothing yet.

        Args:
            work: What is done with each item; what it raises is logged.
            name: Of the thread.
            capacity: So many items wait; further ones are lost.
        """
        self._work = work
        self._name = name
        self._capacity = capacity
        self._changed = threading.Condition()
        self._items: deque[T] = deque()
        self._busy = False
        self._closed = False
        self._thread: threading.Thread | None = None
        self.lost = 0
        """How many items found no room."""

    def put(self, item: T) -> None:
        """Have an item worked on; returns at once."""
        with self._changed:
            if self._closed or len(self._items) >= self._capacity:
                self.lost += 1
                return
            self._items.append(item)
            if self._thread is None or not self._thread.is_alive():  # none lives on in a fork
                self._busy = False
                self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
                self._thread.start()
            elif not self._busy:
                self._changed.notify_all()

    def flush(self, timeout_s: float = 5.0) -> bool:
        """Wait until everything so far is done; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._items or self._busy), timeout_s)

    def close(self, timeout_s: float = 5.0) -> bool:
        """Do what waits, for so long at most, and take nothing more; whether all was done."""
        done = self.flush(timeout_s)
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        return done

    def _serve(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                if not self._items:
                    self._changed.notify_all()
                self._changed.wait_for(lambda: self._items or self._closed)
                if not self._items:
                    return
                self._busy = True
                items = list(self._items)
                self._items.clear()
            for item in items:
                try:
                    self._work(item)
                except Exception:  # noqa: BLE001  # the thread serves the next one all the same
                    _log.exception("%s could not do its work", self._name)
                time.sleep(
                    0
                )  # or the loop, whose turn it is, waits for the interpreter until its switch interval of 5 ms is over
