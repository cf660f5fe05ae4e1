"""The rate obligation of a decision: a sliding window of call times for each key, bound and period.

A window is the obligation's own: a rule that states another bound, or another period, for the same key counts by itself, so
that neither takes the other's calls away. A window is dropped when its last call has left it, and never to make room:
where there are too many, the next new one is refused.

Each window is a file of a folder of the workspace, so that it counts the calls of all its processes and outlives them::

    1000_60.0_<BLAKE3 of the key>  max and per_s of the obligation; a key may quote an argument, which no file name shows
        8 bytes                    n: the slot that the next call takes
        max times 8 bytes          a ring of call times, in seconds as IEEE 754 doubles, little endian

Slot n holds the call before the last ``max - 1``: when it has left the window, one more call may go. So a call costs the same
whatever the bound is. ``n`` is written before the time: where a process is killed between the two, a slot keeps an older
call, which only that process's own call, never admitted, should have replaced.
"""

from __future__ import annotations

import fcntl
import os
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from blake3 import blake3

from runtime.contracts.decision import RateObligation
from runtime.contracts.errors import RateLimited

MAX_WINDOWS = 10_000
"""Keys may be chosen by a policy from arguments: this bounds the files."""
_SLOT = 8  # bytes
_LOCK_WAIT_S = 1.0
_LOCK_POLL_S = 0.001
_FLAGS = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


class RateLimiter:
    """Admits at most ``max`` calls in any ``per_s`` seconds, for each obligation."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """Keep the windows in a folder, made when the first one is. The clock is one that all processes share."""
        self._folder = folder
        self._clock = clock
        self._lock = threading.Lock()  # spares threads of one process the polling

    def admit(self, rate: RateObligation) -> None:
        """Count one call.

        Raises:
            RateLimited: the window is full, or cannot be kept; the call is not counted.
        """
        try:
            with self._lock, self._window(rate) as descriptor:
                _count(descriptor, rate, self._clock())
        except (OSError, struct.error, ValueError, OverflowError) as error:
            raise _refusal(f"the rate cannot be counted in {self._folder}: {error}", 0.0) from None

    @contextmanager
    def _window(self, rate: RateObligation) -> Iterator[int]:
        """The window's file, this caller's alone."""
        path = self._folder / _name(rate)
        while True:
            try:
                descriptor = os.open(path, _FLAGS)
            except FileNotFoundError:
                self._add(path, rate)
                continue
            try:
                _take(descriptor)
                if os.fstat(descriptor).st_nlink:  # else somebody dropped it in the meantime
                    yield descriptor
                    return
            finally:
                os.close(descriptor)

    def _add(self, path: Path, rate: RateObligation) -> None:
        """Make a new window, if need be in place of those that are over."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(self._folder / ".lock", _FLAGS | os.O_CREAT, 0o600)
        try:
            _take(descriptor)
            names = [f.name for f in self._folder.iterdir() if not f.name.startswith(".")]
            if len(names) >= MAX_WINDOWS and not sum(map(self._drop_if_over, names)):
                raise _refusal(f"{MAX_WINDOWS} rates are being counted, which is the most", rate.per_s)
            os.close(os.open(path, _FLAGS | os.O_CREAT, 0o600))
        finally:
            os.close(descriptor)

    def _drop_if_over(self, name: str) -> bool:
        per_s = float(name.split("_")[1])
        descriptor = os.open(self._folder / name, _FLAGS)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_over = max(_times(descriptor), default=0.0) <= self._clock() - per_s
            if is_over:
                (self._folder / name).unlink()
            return is_over
        except BlockingIOError:  # somebody counts a call in it
            return False
        finally:
            os.close(descriptor)


def _name(rate: RateObligation) -> str:
    return f"{rate.max}_{float(rate.per_s)!r}_{blake3(rate.key.encode()).hexdigest()}"


def _count(descriptor: int, rate: RateObligation, now: float) -> None:
    """Admit a call made now, or raise RateLimited."""
    taken = _position(descriptor)
    if taken >= rate.max:
        raise _refusal("the file of this rate is damaged; remove it", 0.0)
    oldest = _time(descriptor, taken)
    if oldest > now:
        _set_back(descriptor, now)  # else the window stayed full until the clock is where it was
        oldest = now
    wait = oldest + rate.per_s - now
    if not wait <= 0:  # nor does NaN, which no call wrote, open a window
        raise _refusal(f"the rate of {rate.max} calls in {rate.per_s:g} s is used up", wait)
    os.pwrite(descriptor, ((taken + 1) % rate.max).to_bytes(_SLOT, "little"), 0)
    os.pwrite(descriptor, struct.pack("<d", now), _SLOT * (1 + taken))


def _position(descriptor: int) -> int:
    return int.from_bytes(os.pread(descriptor, _SLOT, 0), "little")


def _time(descriptor: int, slot: int) -> float:
    """The time in a slot; that of a slot that no call has taken lies before all others."""
    found = os.pread(descriptor, _SLOT, _SLOT * (1 + slot))
    if not found or found == bytes(_SLOT):
        return float("-inf")
    (at,) = struct.unpack("<d", found)
    return float(at)


def _times(descriptor: int) -> list[float]:
    written = os.pread(descriptor, os.fstat(descriptor).st_size, _SLOT)
    return [at for (at,) in struct.iter_unpack("<d", written)]


def _set_back(descriptor: int, now: float) -> None:
    """Let calls that were made later than now, by a clock that has been set back since, count as made now."""
    times = [min(at, now) for at in _times(descriptor)]
    os.pwrite(descriptor, struct.pack(f"<{len(times)}d", *times), _SLOT)


def _take(descriptor: int) -> None:
    """Lock a file, if its holder lets go of it in time: a process that was stopped must not stop all others."""
    until = time.monotonic() + _LOCK_WAIT_S
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise
            time.sleep(_LOCK_POLL_S)
        else:
            return


def _refusal(message: str, wait_s: float) -> RateLimited:
    return RateLimited(
        message, suggestion=f"Call again in {wait_s:.1f} s.", retry_after_s=round(max(wait_s, 0.0), 3)
    )
