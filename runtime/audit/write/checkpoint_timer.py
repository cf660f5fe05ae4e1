"""Calls a function soon after it is woken, at most twenty times a second: signing is kept off the path of commits.

While nothing wakes it, it calls another one now and then.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class CheckpointTimer:
    """A daemon thread that calls ``tick`` soon after `wake` and ``look`` while it is idle, until one of them returns false or `stop` is called."""

    def __init__(
        self, tick: Callable[[], bool], interval_s: float, look: Callable[[], bool], idle_interval_s: float
    ) -> None:
        """Start the thread; two calls of ``tick`` are at least ``interval_s`` apart, and ``look`` comes so long after the last call."""
        self._tick = tick
        self._look = look
        self._interval_s = interval_s
        self._idle_interval_s = idle_interval_s
        self._changed = threading.Condition()
        self._is_due = False
        self._is_stopped = False
        self._thread = threading.Thread(target=self._run, name="audit-checkpoints", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There is something new to sign."""
        if not self._is_due:  # much cheaper than the lock, and nearly always enough
            with self._changed:
                self._is_due = True
                self._changed.notify()

    def stop(self) -> None:
        """Return when the thread has ended."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        last_s = float("-inf")
        while (call := self._wait(last_s)) is not None:
            last_s = time.monotonic()
            if not call():
                return

    def _wait(self, last_s: float) -> Callable[[], bool] | None:
        """Wait until it is due, and the interval has passed since the last time; what to call, None when it is stopped."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._is_due or self._is_stopped, self._idle_interval_s):
                return self._look
            rest_s = last_s + self._interval_s - time.monotonic()
            if rest_s > 0:
                self._changed.wait_for(lambda: self._is_stopped, rest_s)
            self._is_due = False
            return None if self._is_stopped else self._tick
