"""What one run of a module may use, worked out from the call's bounds and its capability."""

from __future__ import annotations

import msgspec

from runtime.contracts.capability import WasmExec
from runtime.contracts.ports import ScopedContext

DEFAULT_FUEL = 10_000_000_000
"""About ten seconds of plain instructions; a manifest that needs less says so."""
DEFAULT_MEMORY_BYTES = 256 * 1024 * 1024
DEFAULT_FILES = 10_000
MAX_WRITE_BYTES = 256 * 1024 * 1024
"""To files, of one run, all together."""
MAX_ERROR_BYTES = 65_536
"""To standard error, of one run."""
TABLE_ELEMENTS = 100_000
"""Of all tables together; each takes eight bytes."""
PAGE_BYTES = 65_536


class RunBounds(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds with nothing left open."""

    fuel: int
    memory_bytes: int
    output_bytes: int
    files: int


class RunMaxima(msgspec.Struct, frozen=True, kw_only=True):
    """What no run of a module has more of: the operator's word."""

    fuel: int = 1_000_000_000_000
    memory_bytes: int = 1024 * 1024 * 1024
    places: int = 10_000
    """Different files and folders that it may ask for, allowed and refused ones together."""
    workers: int = 16
    """Commands and components that run at a time."""
    module_bytes: int = 64 * 1024 * 1024


_MAXIMA = RunMaxima()


def bounds_of(context: ScopedContext, maxima: RunMaxima = _MAXIMA) -> RunBounds:
    """The bounds of a call: the tightest of what its tool declares, its caller granted, policy allowed and the operator set."""
    limits, granted = context.limits, context.capability("wasm_exec")
    fuel = [limits.fuel]
    memory = [limits.memory_bytes]
    if isinstance(granted, WasmExec):
        fuel.append(granted.fuel)
        memory.append(granted.memory_bytes)
    return RunBounds(
        fuel=min(maxima.fuel, min((f for f in fuel if f is not None), default=DEFAULT_FUEL)),
        memory_bytes=min(
            maxima.memory_bytes, min((m for m in memory if m is not None), default=DEFAULT_MEMORY_BYTES)
        ),
        output_bytes=limits.output_bytes,
        files=DEFAULT_FILES if limits.files is None else limits.files,
    )
