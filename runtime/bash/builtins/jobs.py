"""``jobs``, ``fg``, ``bg``, ``disown`` and ``suspend``: what a shell without a terminal can do with its jobs."""

from __future__ import annotations

from runtime.bash.builtins._jobs import job_named, pid_of
from runtime.bash.builtins._options import USAGE, emit, options
from runtime.bash.interp.jobs import Job, Jobs, bury, go_on, listed, shown, table, tidy, wait_any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = {
    "jobs": "[-lnprs] [jobspec ...] or jobs -x command [args]",
    "fg": "[job_spec]",
    "bg": "[job_spec ...]",
    "disown": "[-h] [-ar] [jobspec ... | pid ...]",
    "suspend": "[-f]",
}
HELP = {
    "jobs": """Lists the jobs, or each JOBSPEC.

Options:
  -l\twith process numbers
  -n\tonly those that have changed since they were last shown
  -p\tprocess numbers only
  -r\tonly those that run
  -s\tonly those that are stopped

With -x runs COMMAND with each JOBSPEC among its arguments replaced by a process number.""",
    "fg": """Waits for a job as if it had been begun in the foreground; needs job control (`set -m').""",
    "bg": """Lets stopped jobs go on in the background; needs job control (`set -m').""",
    "disown": """Forgets jobs: the current one, each JOBSPEC, with -a all, with -r all that run.

With -h a job is kept, and only spared the hangup at the end of the shell.""",
    "suspend": """Would stop the shell until it is continued; there is nobody who could, so it fails.""",
}

# A status beyond this is a signal's.
_KILLED = 128


def main(st: State, argv: list[str]) -> int:
    """All five."""
    return _ACTS[argv[0]](st, argv)


def _jobs(st: State, argv: list[str]) -> int:
    read = options(st, argv, "lpnxrs")
    if read is None:
        return USAGE
    letters = {letter for letter, _ in read[0]}
    words = argv[read[1] :]
    if "x" in letters:
        return _run_with_pids(st, words)
    tidy(st)
    jobs, status = shown(st), 0
    wanted = [] if words else list(jobs.jobs.values())
    for word in words:
        job = job_named(st, argv[0], word)
        if job is None:
            status = 1
        else:
            wanted.append(job)
    told: set[int] = st.extra.get("jobs shown", set())  # type: ignore[assignment]
    if letters & {"r", "s"}:
        wanted = [job for job in wanted if job.running and (job.stopped != 0) == ("s" in letters)]
    if "n" in letters:
        wanted = [job for job in wanted if job.pid not in told]
    st.extra["jobs shown"] = told | {job.pid for job in wanted}
    return emit(st, argv[0], "".join(_line(jobs, job, letters) for job in wanted)) or status


def _line(jobs: Jobs, job: Job, letters: set[str]) -> str:
    if "p" in letters:
        return f"{job.pid}\n"
    mark = "+" if job is jobs.current() else "-" if job is jobs.previous() else " "
    return listed(job, mark, long="l" in letters) + "\n"


def _run_with_pids(st: State, words: list[str]) -> int:
    if not words:
        return 0
    from runtime.bash.interp.execute import execute

    found = [shown(st).find(word) if word.startswith("%") else None for word in words]
    return execute(
        st, [str(job.pid) if isinstance(job, Job) else word for word, job in zip(words, found, strict=True)]
    )


def _fg(st: State, argv: list[str]) -> int:
    jobs = _controlled(st, argv)
    if isinstance(jobs, int):
        return jobs
    job = jobs[0]
    status = emit(st, argv[0], f"{job.text}\n")
    if status:
        return status
    go_on(st, job)
    _, interrupted = wait_any(st, [job], stops=True)
    if job.stopped:
        tidy(st)
        return _KILLED + job.stopped
    return interrupted if job.running else bury(st, job, foreground=True)


def _bg(st: State, argv: list[str]) -> int:
    jobs = _controlled(st, argv)
    if isinstance(jobs, int):
        return jobs
    status = 0
    for job in jobs:
        if not job.stopped:
            st.complain(f"{argv[0]}: job {job.number} already in background")
            continue
        mark = "+" if job is table(st).current() else "-" if job is table(st).previous() else " "
        status = emit(st, argv[0], f"[{job.number}]{mark} {job.text} &\n") or status
        go_on(st, job)
    return status


def _controlled(st: State, argv: list[str]) -> list[Job] | int:
    """The jobs that ``fg`` or ``bg`` is about; a status after a message."""
    if not st.options["monitor"]:
        st.complain(f"{argv[0]}: no job control")
        return 1
    read = options(st, argv, "")
    if read is None:
        return USAGE
    found = _current_or(st, argv[0], argv[read[1] :])
    return 1 if None in found else [job for job in found if job is not None]


def _current_or(st: State, me: str, words: list[str]) -> list[Job | None]:
    """The jobs of those words, or the current one; None for each that is not there."""
    if words:
        return [job_named(st, me, word) for word in words]
    current = table(st).current()
    if current is None:
        st.complain(f"{me}: current: no such job")
    return [current]


def _disown(st: State, argv: list[str]) -> int:
    read = options(st, argv, "ahr")
    if read is None:
        return USAGE
    letters = {letter for letter, _ in read[0]}
    words = argv[read[1] :]
    jobs = table(st)
    chosen: list[Job | None]
    if letters & {"a", "r"} and not words:
        chosen = [job for job in jobs.jobs.values() if job.running or "r" not in letters]
    else:
        chosen = [_of(st, argv[0], word) for word in words] or _current_or(st, argv[0], [])
    for job in chosen:
        if job is None or "h" in letters:
            continue
        if job.stopped:
            st.complain(f"warning: deleting stopped job {job.number} with process group {job.pid}")
        jobs.remove(job)
    return 1 if None in chosen else 0


def _of(st: State, me: str, word: str) -> Job | None:
    """The job of a process number, or the one so named."""
    pid = pid_of(word)
    if pid is None:
        return job_named(st, me, word)
    job = table(st).of(pid)
    if job is None:
        st.complain(f"{me}: {word}: no such job")
    return job


def _suspend(st: State, argv: list[str]) -> int:
    if options(st, argv, "f") is None:
        return USAGE
    st.complain("suspend: cannot suspend: no job control")
    return 1


_ACTS = {"jobs": _jobs, "fg": _fg, "bg": _bg, "disown": _disown, "suspend": _suspend}
