"""Jobs: what ``&`` and ``coproc`` begin, and how it is waited for and spoken of.

``table(st)`` is the shell's own list; a subshell has none of its parent's children. A job that has ended leaves its
status behind for ``wait`` until that is asked for or the list grows old.
"""

from __future__ import annotations

from runtime.bash.interp.exit_status_text import described, explain, loud
from runtime.bash.interp.fork import body, free_descriptor, retained, start
from runtime.bash.interp.machine import machine
from runtime.bash.interp.pipes import Pipe
from runtime.bash.interp.traps import deliver, send
from runtime.bash.streams import Null
from runtime.bash.variables import INDEXED, Indexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.interp.process import Process
    from runtime.bash.interp.scheduler import Task
    from runtime.bash.state import State
    from runtime.bash.streams import Stream
    from runtime.bash.syntax.tree import Background, Command, Coprocess

    Run = Callable[[State], int]

__all__ = [
    "Job",
    "Jobs",
    "bury",
    "compile_background",
    "compile_coprocess",
    "go_on",
    "listed",
    "shown",
    "table",
    "tidy",
    "wait_any",
    "wait_until",
]

# Statuses of ended children that `wait PID` can still ask for.
_REMEMBERED = 4096
_INT, _QUIT, _CONT = 2, 3, 18
# Of a coprocess's two descriptors the writing end lies three below the reading end.
_APART = 3


class Job:
    """One pipeline in the background.

    Attributes:
        number: as in ``%1``.
        processes: its processes; the last one's status is the job's.
        node: the command, for its text.
        coprocess: the name of its array, "" for other jobs.
        told: its shell has said that it stopped.
    """

    __slots__ = ("coprocess", "node", "number", "processes", "told")

    def __init__(self, number: int, processes: list[Process], node: Command, coprocess: str = "") -> None:
        self.number = number
        self.processes = processes
        self.node = node
        self.coprocess = coprocess
        self.told = False

    @property
    def running(self) -> bool:
        """Whether any of its processes lives."""
        return any(process.status is None for process in self.processes)

    @property
    def stopped(self) -> int:
        """The signal by which it stands still, 0 while it runs and when it has ended."""
        return next((process.stopped for process in self.processes if process.status is None), 0)

    @property
    def rank(self) -> tuple[int, bool, int]:
        """The higher, the rather ``%+``: what stopped last, then what began last of those that live."""
        return self.processes[-1].stop_order, self.running, self.number

    @property
    def pid(self) -> int:
        """What ``$!`` was and ``jobs -p`` shows."""
        return self.processes[-1].pid

    @property
    def text(self) -> str:
        """The command as bash prints it."""
        from runtime.bash.syntax.printer import command_text

        text = command_text(self.node)
        return f"coproc {self.coprocess} {text}" if self.coprocess else text


class Jobs:
    """The children of one shell process.

    Attributes:
        owner: whose they are.
        jobs: by number, in the order in which they began.
        statuses: how children ended whose job is gone, by pid.
    """

    __slots__ = ("jobs", "owner", "statuses")

    def __init__(self, owner: Process) -> None:
        self.owner = owner
        self.jobs: dict[int, Job] = {}
        self.statuses: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self.jobs)

    def add(self, processes: list[Process], node: Command, coprocess: str = "") -> Job:
        """A new job."""
        number = max(self.jobs, default=0) + 1
        job = self.jobs[number] = Job(number, processes, node, coprocess)
        return job

    def current(self) -> Job | None:
        """``%+``: the job that stopped last, else the one begun last of those that run, else of all."""
        return self._latest(0)

    def previous(self) -> Job | None:
        """``%-``."""
        return self._latest(1)

    def _latest(self, back: int) -> Job | None:
        ranked = sorted(self.jobs.values(), key=lambda job: job.rank, reverse=True)
        return ranked[min(back, len(ranked) - 1)] if ranked else None

    def find(self, spec: str) -> Job | str:
        """The job that ``%…`` means; else what is wrong with it, as bash says it."""
        word = spec[1:]
        if word in {"", "%", "+"}:
            return self.current() or f"{spec}: no such job"
        if word == "-":
            return self.previous() or f"{spec}: no such job"
        if word.isdecimal():
            return self.jobs.get(int(word) if len(word) < 9 else 0) or f"{spec}: no such job"
        anywhere = word.startswith("?")
        part = word[1:] if anywhere else word
        fitting = [
            job for job in self.jobs.values() if (part in job.text if anywhere else job.text.startswith(part))
        ]
        if len(fitting) > 1:
            return f"{word}: ambiguous job spec"
        return fitting[0] if fitting else f"{spec}: no such job"

    def of(self, pid: int) -> Job | None:
        """The job that a process belongs to."""
        return next((job for job in self.jobs.values() if any(p.pid == pid for p in job.processes)), None)

    def forget(self) -> None:
        """``wait`` for every child has answered for all of them."""
        self.statuses.clear()

    def retire(self) -> None:
        """The script has ended, and with it everything that ran: only statuses are left."""
        for job in list(self.jobs.values()):
            self.remove(job)

    def remove(self, job: Job) -> None:
        """Forget a job; how its processes ended is kept for ``wait``."""
        self.jobs.pop(job.number, None)
        for process in job.processes:
            if process.status is not None:
                self.statuses[process.pid] = process.status
        while len(self.statuses) > _REMEMBERED:
            del self.statuses[next(iter(self.statuses))]


def table(st: State) -> Jobs:
    """The jobs of this process; a new process has none."""
    jobs = st.extra.get("jobs")
    if not isinstance(jobs, Jobs) or jobs.owner is not st.process:
        jobs = st.extra["jobs"] = Jobs(st.process)
    return jobs


def shown(st: State) -> Jobs:
    """The jobs that ``jobs`` shows: in a command substitution or a stage of a pipeline those of the shell itself."""
    process = st.process
    jobs = table(st)
    while not jobs.jobs and process.lent and process.parent is not None:
        process = process.parent
        held = process.state.extra.get("jobs")
        if isinstance(held, Jobs) and held.owner is process:
            jobs = held
    return jobs


# Beginning


def compile_background(node: Background, compiler: Compiler) -> Run:
    """``command &``."""
    command = node.command
    run = compiler.command(body(command))

    def begin(st: State) -> int:
        _count(st)
        process = start(st, run, fds=_descriptors(st))
        if not st.options["monitor"]:
            process.ignored = frozenset({_INT, _QUIT})
        table(st).add([process], command)
        st.background = process.pid
        st.status = 0
        st.pipestatus = None
        # The job has the first turn: what it says at once stands before what its shell says next.
        machine(st).scheduler.pause()
        return 0

    return begin


def _count(st: State) -> None:
    """A job is a command of its shell, and signals are attended to before it begins."""
    meter = st.meter
    meter.left -= 1
    if meter.left < 0:
        meter.refill()


def _descriptors(st: State) -> dict[int, Stream]:
    """Without job control a background command reads nothing (POSIX 2.9.3.1), but what a pipe or a redirection gave to the
    commands around it."""
    fds = retained(st.fds)
    if not st.options["monitor"] and fds.get(0) is st.extra.get("first input"):
        before = fds.get(0)
        fds[0] = Null("/dev/null")
        if before is not None:
            before.release()
    return fds


def compile_coprocess(node: Coprocess, compiler: Compiler) -> Run:
    """``coproc name command``: its descriptors go to the array ``name``, its pid to ``name_PID``."""
    run = compiler.command(body(node.command))

    def begin(st: State) -> int:
        _count(st)
        jobs = table(st)
        before = next((job for job in jobs.jobs.values() if job.coprocess and job.running), None)
        if before is not None:
            st.complain(f"warning: execute_coproc: coproc [{before.pid}:{before.coprocess}] still exists")
        here = machine(st)
        bound = st.meter.limits.max_pipe_buffer
        reader, its_output = Pipe(here.scheduler, bound).ends()
        its_input, writer = Pipe(here.scheduler, bound).ends()
        fds = retained(st.fds)
        for number, end in ((0, its_input), (1, its_output)):
            held = fds.get(number)
            fds[number] = end
            if held is not None:
                held.release()
        # Other coprocesses' descriptors are this shell's alone.
        for number in _coprocess_fds(jobs):
            if number in fds:
                fds.pop(number).release()
        process = start(st, run, fds=fds)
        job = jobs.add([process], node.command, node.name)
        read_at = free_descriptor(st, "coprocess")
        st.fds[read_at] = reader
        write_at = free_descriptor(st, "coprocess", read_at - _APART)
        st.fds[write_at] = writer
        st.extra[f"coprocess {process.pid}"] = (read_at, write_at)
        variable = st.writable(node.name, INDEXED)
        variable.value = Indexed([str(read_at), str(write_at)])
        st.assign(f"{node.name}_PID", str(process.pid))
        st.background = job.pid
        st.status = 0
        return 0

    return begin


def _coprocess_fds(jobs: Jobs) -> list[int]:
    extra = jobs.owner.state.extra
    found: list[int] = []
    for job in jobs.jobs.values():
        held = extra.get(f"coprocess {job.pid}")
        if isinstance(held, tuple):
            found.extend(held)
    return found


# Ending


def wait_until(st: State, done: Callable[[], bool], tasks: Iterable[Task]) -> int:
    """Wait for tasks until ``done``: 0, or 128 + the signal whose trap ended the wait."""
    scheduler = machine(st).scheduler
    watched = list(tasks)
    while not done():
        for task in watched:
            if not task.done:
                task.waiters.append(scheduler.current)
        scheduler.park()
        if st.process.pending:
            number = deliver(st)
            if number:
                return 128 + number
    return 0


def wait_any(st: State, jobs: list[Job], *, stops: bool = False) -> tuple[Job | None, int]:
    """Wait for the first of ``jobs`` to end: it and 0, or None and 128 + the signal that came first.

    With ``stops`` one that is stopped is as good as ended: the caller looks which it is.
    """

    def over(job: Job) -> bool:
        return not job.running or (stops and job.stopped != 0)

    ended = next(filter(over, jobs), None)
    interrupted = 0
    if ended is None and jobs:
        tasks = [process.task for job in jobs for process in job.processes if process.task is not None]
        interrupted = wait_until(st, lambda: any(map(over, jobs)), tasks)
        ended = next(filter(over, jobs), None)
    return ended, interrupted


def bury(st: State, job: Job, *, foreground: bool = False) -> int:
    """A job has ended and its shell takes notice: says how, if that is worth saying; its status."""
    jobs = table(st)
    jobs_line = st.options["monitor"] and not foreground and not loud(job.processes[-1])
    if jobs_line:
        _notify(st, jobs, job)
    jobs.remove(job)
    explain(st, job.processes[-1], job.text)
    here = machine(st)
    for process in job.processes:
        here.processes.pop(process.pid, None)
    if job.coprocess:
        _close_coprocess(st, job)
    return job.processes[-1].status or 0


def go_on(st: State, job: Job) -> None:
    """A stopped job continues."""
    job.told = False
    for process in job.processes:
        send(st, process, _CONT)


def _notify(st: State, jobs: Jobs, job: Job, *, stopped: bool = False) -> None:
    """With job control a shell tells of every job that has ended or stopped."""
    mark = "+" if job is jobs.current() else "-" if job is jobs.previous() else " "
    before = "\n" * stopped
    st.say(f"{before}{listed(job, mark)}\n")


def _close_coprocess(st: State, job: Job) -> None:
    held = st.extra.pop(f"coprocess {job.pid}", ())
    for number in held if isinstance(held, tuple) else ():
        stream = st.fds.pop(number, None)
        if stream is not None:
            stream.release()
    st.unset(job.coprocess)
    st.unset(f"{job.coprocess}_PID")


def tidy(st: State) -> None:
    """What a shell without job control does after each command it waited for: buries the dead."""
    jobs = st.extra.get("jobs")
    if isinstance(jobs, Jobs) and jobs.owner is st.process and jobs.jobs:
        for job in list(jobs.jobs.values()):
            if not job.running and not job.coprocess:
                bury(st, job)
            elif job.stopped and not job.told:
                job.told = True
                _notify(st, jobs, job, stopped=True)


# Words


def listed(job: Job, mark: str, *, long: bool = False) -> str:
    """The job's line in ``jobs``; ``mark`` is ``+``, ``-`` or a blank."""
    state = described(job.processes[-1], long=long)
    pid = f"{job.pid:5d} " if long else " "
    return f"[{job.number}]{mark} {pid}{state:<24}{job.text}{' &' if job.running and not job.stopped else ''}"
