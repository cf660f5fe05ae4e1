"""Why a guest did not return: traps by number, in our words. The guest's own words about its end are never asked for: printing them can take seconds.

The numbers are those of ``wasmtime.TrapCode``, which is not loaded for them: most processes that offer tools never run a module.
"""

from __future__ import annotations

TRAPS = dict(
    enumerate(
        (
            "stack overflow",
            "memory out of bounds",
            "heap misaligned",
            "table out of bounds",
            "indirect call to null",
            "bad signature",
            "integer overflow",
            "integer division by zero",
            "bad conversion to integer",
            "unreachable",
            "interrupt",
            "out of fuel",
        )
    )
)
INTERRUPT, OUT_OF_FUEL = 10, 11


class GuestFault(Exception):
    """The guest did not return. ``trap`` is the number of the trap, None where it was no trap."""

    def __init__(self, trap: int | None) -> None:
        super().__init__("error" if trap is None else TRAPS.get(trap, "error"))
        self.trap = trap
