"""What the benchmarks share: timing in interleaved rounds, percentiles, floors of the machine, a table.

Machines differ, and one machine differs from minute to minute. So the rows of one run take turns, round by round, and what counts
is the ratio of one row to another of the same run.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec


class Round(msgspec.Struct, frozen=True):
    """One turn of one row."""

    cost_us: float
    """What one call costs: the median of calls in a row, wall time by call of calls side by side."""
    latencies_us: list[float]
    """How long each caller waited."""


class Figures(msgspec.Struct, frozen=True):
    """All turns of one row: the median round, and the callers' median and 99th percentile."""

    cost_us: float
    p50_us: float
    p99_us: float


Turn = Callable[[int], Round]
"""Measures one round; its number makes arguments that no other round uses."""


def take_turns(rows: dict[str, Turn], rounds: int) -> dict[str, Figures]:
    """Every row once a round, after a round that does not count."""
    taken: dict[str, list[Round]] = {name: [] for name in rows}
    for number in range(rounds + 1):
        for name, turn in rows.items():
            measured = turn(number)
            if number:
                taken[name].append(measured)
    return {name: _figures(found) for name, found in taken.items()}


def _figures(rounds: Sequence[Round]) -> Figures:
    latencies = sorted(value for each in rounds for value in each.latencies_us)
    return Figures(
        cost_us=statistics.median(each.cost_us for each in rounds),
        p50_us=percentile(latencies, 0.5),
        p99_us=percentile(latencies, 0.99),
    )


def percentile(ordered: Sequence[float], share: float) -> float:
    """The value that this share of an ordered sequence does not exceed (nearest rank)."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def time_each(work: Callable[[Any], object], items: Iterable[Any]) -> Round:
    """Plain calls, one after another."""
    latencies = []
    for item in items:
        start = time.perf_counter()
        work(item)
        latencies.append((time.perf_counter() - start) * 1e6)
    return Round(statistics.median(latencies), latencies)


async def time_each_async(work: Callable[[Any], Awaitable[object]], items: Iterable[Any]) -> Round:
    """Awaited calls, one after another."""
    latencies = []
    for item in items:
        start = time.perf_counter()
        await work(item)
        latencies.append((time.perf_counter() - start) * 1e6)
    return Round(statistics.median(latencies), latencies)


async def time_side_by_side(
    work: Callable[[Any], Awaitable[object]], items: Sequence[Any], callers: int
) -> Round:
    """So many callers at once, each with its share of the calls one after another."""
    begun = time.perf_counter()
    shares = await asyncio.gather(*(time_each_async(work, items[n::callers]) for n in range(callers)))
    cost_us = (time.perf_counter() - begun) / len(items) * 1e6
    return Round(cost_us, [value for share in shares for value in share.latencies_us])


def durable_append(folder: Path) -> Callable[[Any], object]:
    """One append of 600 bytes, some record's length, and its fdatasync."""
    line = os.urandom(600)
    descriptor = os.open(folder / "floor", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def append(_: Any) -> None:
        os.write(descriptor, line)
        os.fdatasync(descriptor)

    return append


def signature() -> Callable[[Any], object]:
    """One Ed25519 signature of a text as long as a checkpoint's."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key, text = Ed25519PrivateKey.generate(), os.urandom(120)
    return lambda _: key.sign(text)


def file_system(folder: Path) -> str:
    """The type of the file system that holds a folder, for example ``ext4``; Linux only, otherwise ``unknown``."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text("utf-8").splitlines()
    except OSError:
        return "unknown"
    found = {line.split()[4]: line.partition(" - ")[2].split()[0] for line in mounts}
    for place in (folder.resolve(), *folder.resolve().parents):
        if str(place) in found:
            return found[str(place)]
    return "unknown"
