"""Notices that the machine's clock jumped, by how long the machine has run and by what the log says already.

A clock that was set while the log is open differs from how long the machine has run since the last look. At the start the last record is
all there is to compare with: a clock behind it was set back, or had been ahead; one that is more than a year ahead is worth a record, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from runtime.contracts.audit import MAX_SAFE_INTEGER, ClockJumped

TOLERANCE_US = 60_000_000
"""A clock that is being corrected slowly, or was read late, is no jump."""
_SLEW = 1_000
"""Corrections change a clock by less than a part in so many."""
_MOST_IDLE_US = 400 * 86_400 * 1_000_000


def run_time_us() -> int:
    """How long the machine has run, asleep or not."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000


class ClockWatch:
    """The clock of one writer."""

    def __init__(
        self, clock: Callable[[], int], last_us: int, elapsed: Callable[[], int] = run_time_us
    ) -> None:
        """Read this clock, behind a log whose last record has this time, 0 where there is none."""
        self._clock = clock
        self._elapsed = elapsed
        self._last_us = last_us
        self._seen: tuple[int, int] | None = None

    def read(self) -> tuple[int, ClockJumped | None]:
        """The time, and whether it jumped since the last look."""
        now_us, elapsed_us = min(max(self._clock(), 0), MAX_SAFE_INTEGER), self._elapsed()
        seen, self._seen = self._seen, (now_us, elapsed_us)
        if seen is None:
            last_us = self._last_us
            jumped = last_us and not -TOLERANCE_US <= now_us - last_us <= _MOST_IDLE_US
            return now_us, ClockJumped(
                clock_us=now_us, expected_us=last_us, reference="log"
            ) if jumped else None
        run_us = elapsed_us - seen[1]
        expected_us = seen[0] + run_us
        if abs(now_us - expected_us) <= TOLERANCE_US + run_us // _SLEW:
            return now_us, None
        expected_us = min(max(expected_us, 0), MAX_SAFE_INTEGER)
        return now_us, ClockJumped(clock_us=now_us, expected_us=expected_us, reference="machine")
