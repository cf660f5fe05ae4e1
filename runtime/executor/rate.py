"""The rate obligation of a decision: a sliding window of call times for each key, bound and period.

A window is the obligation's own: a rule that states another bound, or another period, for the same key counts by itself, so
that neither takes the other's calls away. A window is dropped when its last call has left it, and never to make room:
where there are too many, the next new one is refused.

With a folder the windows are kept in a file of it, one for all processes of a workspace, and outlive them.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from runtime.contracts.decision import RateObligation
from runtime.contracts.errors import RateLimited

MAX_WINDOWS = 10_000
"""Keys may be chosen by a policy from arguments: this bounds the memory."""
FILE = "rates.json"

Windows = dict[str, list[float]]
_windows = msgspec.json.Decoder(Windows)


class RateLimiter:
    """Admits at most ``max`` calls in any ``per_s`` seconds, for each obligation."""

    def __init__(self, clock: Callable[[], float] = time.time, *, folder: Path | None = None) -> None:
        """Keep the windows in memory, or in a file of a folder. The clock is one that all processes share."""
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: Windows = {}
        self._folder = folder

    def admit(self, rate: RateObligation) -> None:
        """Count one call.

        Raises:
            RateLimited: the window is full, or cannot be kept; the call is not counted.
        """
        with self._lock, self._shared() as windows:
            now = self._clock()
            name = _name(rate)
            _expire(windows, now)
            # A clock that was set back would keep a window full for as long; its calls count as made now.
            times = [min(at, now) for at in windows.get(name, ())]
            if len(times) >= rate.max:
                wait = times[0] + rate.per_s - now
                raise _refusal(f"the rate of {rate.max} calls in {rate.per_s:g} s is used up", wait)
            if name not in windows and len(windows) >= MAX_WINDOWS:
                raise _refusal(f"{MAX_WINDOWS} rates are being counted, which is the most", rate.per_s)
            windows[name] = [*times, now]

    @contextmanager
    def _shared(self) -> Iterator[Windows]:
        """The windows; those of a file are this process's alone until they are written back."""
        if self._folder is None:
            yield self._kept
            return
        try:
            descriptor = os.open(
                self._folder / FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600
            )
        except OSError as error:
            raise _refusal(f"the rate cannot be counted: {error.strerror}", 0.0) from None
        with os.fdopen(descriptor, "r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            try:
                windows = _windows.decode(file.read() or b"{}")
            except msgspec.DecodeError:
                raise _refusal(f"{self._folder / FILE} does not hold rates; remove it", 0.0) from None
            yield windows
            written = msgspec.json.encode(windows)
            file.seek(0)
            file.write(written)
            file.truncate()


def _name(rate: RateObligation) -> str:
    return f"{rate.per_s:g} {rate.max} {rate.key}"


def _expire(windows: Windows, now: float) -> None:
    for name in list(windows):
        per_s = float(name.partition(" ")[0])
        kept = [at for at in windows[name] if at > now - per_s]
        if kept:
            windows[name] = kept
        else:
            del windows[name]


def _refusal(message: str, wait_s: float) -> RateLimited:
    return RateLimited(
        message, suggestion=f"Call again in {wait_s:.1f} s.", retry_after_s=round(max(wait_s, 0.0), 3)
    )
