"""Waiting with a time limit, as ``read -t`` does."""

from __future__ import annotations

from runtime.bash.interp.machine import machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

__all__ = ["until"]

# Seconds between two looks at what is waited for.
_LOOK_S = 0.005


def until(st: State, seconds: float) -> Callable[[Callable[[], bool]], bool]:
    """A function ``wait(ready) -> bool``: it waits for ``ready()``, all in all no longer than ``seconds`` from now."""
    scheduler = machine(st).scheduler
    deadline = scheduler.now() + seconds

    def wait(ready: Callable[[], bool]) -> bool:
        while not ready():
            left = deadline - scheduler.now()
            if left <= 0:
                return False
            scheduler.sleep(min(left, _LOOK_S))
        return True

    return wait
