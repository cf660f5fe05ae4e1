"""Time that never goes back, so that what has expired stays so when somebody sets the machine's clock back.

Three things hold it: the time that was read before in this process, how long the machine has run since, and what the log
says. The last of them survives the process, and nobody can take it back unseen.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from runtime.contracts.approval import Uptime

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def system_time_us() -> int:
    """What the machine's clock says, which may be set back."""
    return time.time_ns() // 1000


def system_uptime() -> Uptime | None:
    """How long this machine has run; None where it does not tell one start from another."""
    try:
        boot = _BOOT_ID.read_text().strip()
    except (OSError, ValueError):
        return None
    return Uptime(boot, _since_start_us())


def _since_start_us() -> int:
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000


class ForwardClock:
    """Real time that never goes back while this process lives, nor behind the clock that it is made of."""

    def __init__(
        self,
        time_us: Callable[[], int] = system_time_us,
        since_start_us: Callable[[], int] = _since_start_us,
    ) -> None:
        """Begin with the time as it is.

        Args:
            time_us: Real time: the system's, or a log's, which its records hold.
            since_start_us: How long the machine has run.
        """
        self._time_us = time_us
        self._since_start_us = since_start_us
        self._lock = threading.Lock()
        self._last_us = 0
        self._read_at_us = since_start_us()

    def __call__(self) -> int:
        """Microseconds of the Unix epoch."""
        with self._lock:
            read_at_us = self._since_start_us()
            at_least_us = self._last_us + (read_at_us - self._read_at_us if self._last_us else 0)
            self._last_us, self._read_at_us = max(self._time_us(), at_least_us), read_at_us
            return self._last_us
