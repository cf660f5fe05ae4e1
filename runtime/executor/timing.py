"""When a call went through which step: marks, from its arrival on, that leave no time out and count none twice. A call that nobody watches has none."""

from __future__ import annotations

import time

import msgspec

from runtime.contracts import steps
from runtime.contracts.observing import StepTime

QUEUE = "queue"
COMMIT = "commit"
APPROVAL_WAIT = "approval_wait"


_NAMES = {value: name.lower() for name, value in vars(steps).items() if name.isupper()}


class Timing(msgspec.Struct):
    """The marks of one call."""

    begun_ns: int
    """On the clock of `time.perf_counter_ns`."""
    now: str
    """The step that it is in."""
    marks: list[tuple[str, int]] = []
    """Each step with the moment at which it began."""

    @classmethod
    def begin(cls, name: str, begun_ns: int) -> Timing:
        """The marks of a call that arrived at a moment."""
        return cls(begun_ns, name, [(name, begun_ns)])

    def enter(self, step: int) -> None:
        """Begin a step of `runtime.contracts.steps`."""
        self.mark(_NAMES[step])

    def mark(self, name: str) -> str:
        """Begin a step; the one that ends with it."""
        former, self.now = self.now, name
        self.marks.append((name, time.perf_counter_ns()))
        return former

    def steps(self, ended_ns: int, epoch_ns: int) -> tuple[StepTime, ...]:
        """What was marked.

        Args:
            ended_ns: When the call ended, on the clock of the marks.
            epoch_ns: What that clock showed at the beginning of 1970, so to speak.
        """
        ends = [begun_ns for _, begun_ns in self.marks[1:]] + [ended_ns]
        return tuple(
            StepTime(name, begun_ns + epoch_ns, end_ns - begun_ns)
            for (name, begun_ns), end_ns in zip(self.marks, ends, strict=True)
        )
