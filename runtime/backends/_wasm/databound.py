"""Holds what a worker's data may grow by while a component runs.

The engine bounds each memory by itself, and a component may have several: the bound of the call is for all of them together, so the
kernel counts (RLIMIT_DATA). What the worker itself needs for a run is on top of it.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HEADROOM_BYTES = 48 * 1024 * 1024
"""Of the worker's own: what it builds to carry values in and out, and the engine's stacks."""
_DATA = 5
"""The field of statm that counts data, in pages."""


@contextmanager
def data_bound(most_bytes: int) -> Iterator[None]:
    """Let data grow by so much and no more; what does not fit is refused by the kernel, and by the engine to the guest."""
    before, hard = resource.getrlimit(resource.RLIMIT_DATA)
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[_DATA])
    soft = pages * resource.getpagesize() + most_bytes + HEADROOM_BYTES
    bounded = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (bounded, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, hard))
