"""What all processes of a command use together, and the end of them when it is too much.

A resource limit counts one process, and a command has as many as it likes. So the first process of its namespace, which no process in
it can signal or stop, adds up what the others have in memory and what they computed, and kills them all.

Memory is added up twice, and with it what System V's tables hold: resident pages, which is quick and counts shared pages more than once; and only where that is too much, the
shares of them, which is exact.
"""

from __future__ import annotations

import os
import resource
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")
_REST_S, _ALERT_S = 0.05, 0.01
_LASTING = (("shm", 13, 1), ("msg", 3, 1), ("msg", 4, 64), ("sem", 3, 64))
"""Tables below /proc/sysvipc, their columns, and how many bytes one of it takes: of segments what is in memory, of messages their bytes and their
number, of semaphores their number. Sysctl allows a namespace 64 GB of the last."""
_ENTRY_BYTES = 512
"""What an entry of these tables takes besides."""


class Bounds:
    """The sums of one command."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self._memory_bytes = spec["memory_bytes"]
        self._cpu_s = spec["cpu_s"]
        self._processes = spec["processes"]
        self.resident_bytes = 0
        """What all had in memory at the last look, where shared pages count more than once."""
        self._own: dict[str, float] = {}
        self._ended_s = self._before_s = 0.0
        self._rest_s = _REST_S

    def look(self) -> tuple[str, float]:
        """What is exceeded, and in how many seconds to look again."""
        begun = time.monotonic()
        found = self._exceeded()
        # Hundreds of processes take a while to look at: a quarter of one processor at most.
        return found, max(self._rest_s, 3 * (time.monotonic() - begun))

    def begin_anew(self) -> None:
        """Count processor time from here on: the next call has its own."""
        self._before_s = self._computed_s(_pids())

    def _exceeded(self) -> str:
        pids = _pids()
        if len(pids) > self._processes:
            return "processes"
        resident_bytes = self.resident_bytes = _lasting_bytes() + sum(map(_resident_bytes, pids))
        if self._computed_s(pids) - self._before_s > self._cpu_s:
            return "cpu_s"
        if resident_bytes > self._memory_bytes and _exact_bytes(pids) > self._memory_bytes:
            return "memory_bytes"
        self._rest_s = _ALERT_S if resident_bytes > self._memory_bytes // 4 else _REST_S
        return ""

    def _computed_s(self, pids: list[str]) -> float:
        """Counted in two ways, of which neither sees all: by who waited for whom, and by what was last seen of each."""
        waited = resource.getrusage(resource.RUSAGE_CHILDREN)
        by_parent = waited.ru_utime + waited.ru_stime
        for pid in pids:
            own, with_children = _times_s(pid)
            by_parent += with_children
            if own < self._own.get(pid, 0.0):  # another process of that number
                self._ended_s += self._own[pid]
            self._own[pid] = own
        return max(by_parent, self._ended_s + sum(self._own.values()))


def _pids() -> list[str]:
    return [name for name in os.listdir("/proc") if name.isdigit() and name != "1"]


def _resident_bytes(pid: str) -> int:
    try:
        with open(f"/proc/{pid}/statm", "rb", buffering=0) as file:
            return int(file.read(256).split()[1]) * _PAGE_BYTES
    except (OSError, IndexError):
        return 0


def _times_s(pid: str) -> tuple[float, float]:
    """Processor time of a process, and with that of its children that it waited for."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            fields = file.read(4096).rpartition(b")")[2].split()
        times = [int(field) / _TICKS for field in fields[11:15]]
    except (OSError, IndexError, ValueError):
        return 0.0, 0.0
    return times[0] + times[1], sum(times)


def _exact_bytes(pids: list[str]) -> int:
    total = _lasting_bytes()
    for pid in pids:
        try:
            with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
                total += sum(
                    int(line.split()[1]) * 1024 for line in file if line.startswith((b"Pss:", b"SwapPss:"))
                )
        except (OSError, IndexError, ValueError):
            # Not to be looked into: it counts as its resident pages.
            total += _resident_bytes(pid)
    return total


def _lasting_bytes() -> int:
    """Segments, messages and semaphores, which live on without a process that shows them."""
    return sum(_of_table(*each) for each in _LASTING)


def _of_table(name: str, column: int, unit_bytes: int) -> int:
    try:
        with open(f"/proc/sysvipc/{name}", "rb") as file:
            return sum(int(line.split()[column]) * unit_bytes + _ENTRY_BYTES for line in list(file)[1:])
    except (OSError, IndexError, ValueError):
        return 0
