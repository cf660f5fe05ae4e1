"""What a process of the virtual machine is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.interp.scheduler import Task
    from runtime.bash.state import State

__all__ = ["Process"]


class Process:
    """One process.

    Attributes:
        child: the process that runs on this one's task as a call, while it does.
        lent: it shows its parent's jobs as its own (a command substitution, a stage of a pipeline).
        pending: signals with a trap that wait for the end of the running command.
        hushed: it is being ended from outside: it says nothing of how its children end.
        ignored: signals that a background command of a shell without job control never gets.
        status: how it ended; None while it lives.
        signal: what it was killed by, or 0.
        stop_order: when it last came to stand still, among all of its machine; 0 for never.
        stopped: the signal that it stands still by, as far as a parent with job control was told; else 0.
    """

    __slots__ = (
        "child",
        "hushed",
        "ignored",
        "lent",
        "parent",
        "pending",
        "pid",
        "signal",
        "state",
        "status",
        "stop_order",
        "stopped",
        "task",
    )

    def __init__(self, pid: int, state: State, parent: Process | None, task: Task | None) -> None:
        self.pid = pid
        self.state = state
        self.parent = parent
        self.task = task
        self.child: Process | None = None
        self.pending: list[int] = []
        self.ignored: frozenset[int] = frozenset()
        self.lent = self.hushed = False
        self.status: int | None = None
        self.signal = self.stopped = self.stop_order = 0
