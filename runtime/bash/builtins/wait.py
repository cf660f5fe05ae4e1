"""``wait``: until children have ended."""

from __future__ import annotations

from runtime.bash.builtins._jobs import child, job_named, pid_of
from runtime.bash.builtins._options import USAGE, bad_name, is_name, options
from runtime.bash.interp.jobs import Job, bury, table, tidy, wait_any, wait_until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-fn] [-p var] [id ...]"
HELP = """Waits for each ID, a process number or a job, or for every child.

Options:
  -f\tuntil it has ended, where job control would also tell of a stop
  -n\tfor the first of them that ends
  -p VAR\tgive VAR the process number of the one whose status is returned

The status is that of the last ID (with -n of the first to end), 0 without any; 127 for an ID that is no child.
A signal with a trap ends the wait with 128 and its number."""
_NO_CHILD = 127
_KILLED = 128


def main(st: State, argv: list[str]) -> int:
    """``wait [-fn] [-p var] [id ...]``."""
    read = options(st, argv, "fnp:")
    if read is None:
        return USAGE
    given, words = dict(read[0]), argv[read[1] :]
    variable = given.get("p", "")
    if "p" in given:
        if not is_name(variable.partition("[")[0]):
            return bad_name(st, argv[0], variable)
        st.unset(variable)
    if "n" in given:
        pid, status = _first(st, argv[0], words)
    else:
        pid, status = 0, 0
        for word in words:
            pid, status = _one(st, argv[0], word, "f" not in given)
        if not words:
            status = _all(st, argv[0], "f" not in given)
    if variable and pid:
        _store(st, variable, str(pid))
    return status


def _store(st: State, variable: str, value: str) -> None:
    if "[" in variable:
        st.callbacks.extra["assign_element"](st, variable, value, False)  # type: ignore[operator]
    else:
        st.assign(variable, value)


def _all(st: State, me: str, stops: bool) -> int:
    """Every child; 0, or the signal that came between. With ``stops`` those that are stopped are passed over."""
    jobs = table(st)
    while job := next((job for job in jobs.jobs.values() if not (stops and job.stopped)), None):
        interrupted = _until_ended(st, job, stops)
        if interrupted and not job.stopped:
            return interrupted
    for job in jobs.jobs.values():
        st.complain(f"{me}: warning: job {job.number}[{job.pid}] stopped")
    jobs.forget()
    return 0


def _until_ended(st: State, job: Job, stops: bool) -> int:
    """Wait for a job and bury it; 0, what interrupted, or the signal that it is stopped by."""
    _, interrupted = wait_any(st, [job], stops=stops)
    if job.stopped:
        tidy(st)
        return _KILLED + job.stopped
    if job.running:
        return interrupted
    bury(st, job)
    return interrupted


def _one(st: State, me: str, word: str, stops: bool) -> tuple[int, int]:
    """The process number and the status of one ID."""
    jobs = table(st)
    if word.startswith("%"):
        job = job_named(st, me, word)
        if job is None:
            return 0, _NO_CHILD
        if job.stopped and stops:
            st.complain(f"warning: wait_for_job: job {job.number} is stopped")
        return _job(st, job, stops)
    pid = pid_of(word)
    if pid is None or pid < 0:
        st.complain(f"{me}: `{word}': not a pid or valid job spec")
        return 0, 1
    job = jobs.of(pid)
    if job is not None:
        return _job(st, job, stops)
    if pid in jobs.statuses:
        return pid, jobs.statuses[pid]
    process = child(st, pid)
    if process is None or process.task is None:
        st.complain(f"{me}: pid {pid} is not a child of this shell")
        return 0, _NO_CHILD
    interrupted = wait_until(st, lambda: process.status is not None, [process.task])
    return pid, interrupted or process.status or 0


def _job(st: State, job: Job, stops: bool) -> tuple[int, int]:
    interrupted = _until_ended(st, job, stops)
    if interrupted:
        return 0, interrupted
    return job.pid, job.processes[-1].status or 0


def _first(st: State, me: str, words: list[str]) -> tuple[int, int]:
    """``wait -n``: the process number and the status of the first to end."""
    jobs = table(st)
    wanted = []
    for word in words:
        pid = pid_of(word)
        job = job_named(st, me, word) if pid is None else jobs.of(pid)
        if job is not None:
            wanted.append(job)
        elif pid is not None:
            st.complain(f"{me}: {word}: no such job")
    ended, interrupted = wait_any(st, wanted if words else list(jobs.jobs.values()), stops=True)
    if ended is None or ended.stopped:
        return 0, interrupted or _NO_CHILD
    bury(st, ended)
    return ended.pid, ended.processes[-1].status or 0
