"""The rate obligation of a decision: a sliding window of call times for each key, in this process."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from runtime.contracts.decision import RateObligation
from runtime.contracts.errors import RateLimited

_MAX_KEYS = 10_000


class RateLimiter:
    """Admits at most ``max`` calls of one key in any ``per_s`` seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._admitted: OrderedDict[str, deque[float]] = OrderedDict()

    def admit(self, rate: RateObligation) -> None:
        """Count one call.

        Raises:
            RateLimited: the window is full; the call is not counted.
        """
        with self._lock:
            now = self._clock()
            times = self._admitted.setdefault(rate.key, deque())
            self._admitted.move_to_end(rate.key)
            while times and times[0] <= now - rate.per_s:
                times.popleft()
            if len(times) >= rate.max:
                wait = times[0] + rate.per_s - now if times else rate.per_s
                raise RateLimited(
                    f"the rate of {rate.max} calls in {rate.per_s:g} s is used up",
                    suggestion=f"Call again in {wait:.1f} s.",
                    retry_after_s=round(wait, 3),
                )
            times.append(now)
            if (
                len(self._admitted) > _MAX_KEYS
            ):  # keys may be chosen by a policy from arguments: bound the memory
                self._admitted.popitem(last=False)
