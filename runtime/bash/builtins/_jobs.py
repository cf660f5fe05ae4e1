"""How ``jobs``, ``fg``, ``bg``, ``disown``, ``kill`` and ``wait`` read the names of jobs and processes."""

from __future__ import annotations

from runtime.bash.interp.jobs import Job, table
from runtime.bash.interp.machine import machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.interp.process import Process
    from runtime.bash.state import State

__all__ = ["child", "job_named", "pid_of"]

_LONGEST_PID = 10


def job_named(st: State, me: str, word: str) -> Job | None:
    """The job that ``%1``, ``%?text`` or a bare ``1`` means; None after a message."""
    found = table(st).find(word if word.startswith("%") else f"%{word}")
    if isinstance(found, Job):
        return found
    if found.endswith("ambiguous job spec"):
        st.complain(f"{me}: {found}")
        if me == "kill":
            return None
    st.complain(f"{me}: {word}: no such job")
    return None


def pid_of(word: str) -> int | None:
    """The process number that a word is, or None."""
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdigit() and len(word) <= _LONGEST_PID else None


def child(st: State, pid: int) -> Process | None:
    """A living child of this shell that is in no job (disowned), or None."""
    process = machine(st).processes.get(pid)
    return process if process is not None and process.parent is st.process else None
