"""Processes of the virtual machine: a subshell, a background job, a stage of a pipeline.

Each is a `Process` with a forked State. One that its parent waits for (``( … )``, ``$( … )``) runs on its parent's
task as a plain call; one that runs beside its parent has a task of its own. A process ends in one place, `live`: every
way to leave becomes its exit status, and its EXIT trap runs.
"""

from __future__ import annotations

from runtime.bash.errors import Exit, ExpansionError, Killed, Leave, Return
from runtime.bash.interp.failure import settle, survive
from runtime.bash.interp.machine import machine
from runtime.bash.interp.pipes import Pipe
from runtime.bash.interp.process import Process
from runtime.bash.interp.traps import deliver, inherit, run_exit
from runtime.bash.state import ReadOnly
from runtime.bash.syntax.tree import Group, Redirected, Subshell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.streams import Stream
    from runtime.bash.syntax.tree import Command, ProcessSubstitution

    Run = Callable[[State], int]

__all__ = [
    "body",
    "call",
    "close_substitutions",
    "compile_process",
    "free_descriptor",
    "in_subshell",
    "live",
    "retained",
    "start",
]

_SIGKILL = 9
# Where bash puts the descriptors of process substitutions: the highest free one from 63 down, then those above, up to
# what a process may open (`ulimit -n`).
_PLACES: tuple[int, ...] = (*range(63, 9, -1), *range(64, 1024))


def body(node: Command) -> Command:
    """What a process runs that was forked for ``node``: ``( … )`` there is the process itself, no further one."""
    if isinstance(node, Subshell):
        return Group(node.body)
    if isinstance(node, Redirected) and isinstance(node.command, Subshell):
        return Redirected(Group(node.command.body), node.redirections, node.line)
    return node


def retained(fds: dict[int, Stream]) -> dict[int, Stream]:
    """A table of descriptors of its own."""
    for stream in fds.values():
        stream.count += 1
    return fds.copy()


def _fork(st: State, fds: dict[int, Stream] | None) -> Process:
    child = st.fork()
    here = machine(st)
    here.next_pid = pid = here.next_pid + 1
    me = st.process
    child.process = here.processes[pid] = process = Process(pid, child, me, me.task)
    child.pid = pid
    child.fds = retained(st.fds) if fds is None else fds
    child.depth = depth = st.depth + 1
    if depth > st.meter.limits.max_function_depth:
        _release(child)
        st.meter.exceeded("function_depth", f"more than {st.meter.limits.max_function_depth} levels deep")
    extra = child.extra
    if extra:
        extra.pop("substitutions", None)
        if "traps" in extra:
            inherit(child)
    return process


def _release(st: State) -> None:
    fds, st.fds = st.fds, {}
    for stream in fds.values():
        stream.release()


def in_subshell(st: State, run: Run, *, fds: dict[int, Stream] | None = None) -> int:
    """Run to its end in a forked process on the running task; its exit status.

    ``fds`` are its descriptors, already retained; without them it has its parent's.
    """
    return call(st, run, fds=fds).status  # type: ignore[return-value]


def call(st: State, run: Run, *, fds: dict[int, Stream] | None = None, lent: bool = False) -> Process:
    """The same; the process as it ended."""
    process = _fork(st, fds)
    process.lent = lent
    me = st.process
    me.child = process
    child = process.state
    try:
        process.status = live(child, run)
    finally:
        me.child = None
        del machine(st).processes[process.pid]
        _release(child)
    if me.pending:
        deliver(st)
    return process


def start(st: State, run: Run, *, fds: dict[int, Stream] | None = None) -> Process:
    """Begin a forked process with a task of its own, to be waited for (`interp.jobs`) or not."""
    process = _fork(st, fds)
    # Both go on: an array that was mine alone is now shared.
    st.token = object()
    process.task = machine(st).scheduler.spawn(lambda: _life(process, run), process)
    return process


def _life(process: Process, run: Run) -> None:
    st = process.state
    try:
        process.status = live(st, run)
    finally:
        _release(st)
        process.parent = None


def live(st: State, run: Run) -> int:
    """Run a process to its end; its exit status. What ends the whole script passes."""
    try:
        status = _ended(st, run)
    except Killed as killed:
        st.process.signal = killed.signal
        status = 128 + killed.signal
    traps = st.extra.get("traps")
    if traps and "EXIT" in traps and st.process.signal != _SIGKILL:  # type: ignore[operator]
        status = run_exit(st, status)
    return status


def _ended(st: State, run: Run) -> int:
    try:
        task = st.process.task
        if task is not None and task.thrown is not None:
            # Killed before it had its first turn.
            thrown, task.thrown = task.thrown, None
            raise thrown  # noqa: TRY301
        status = run(st)
        if st.process.pending:
            deliver(st)
        return status
    except (Exit, Return) as left:
        return left.status
    except (ExpansionError, ReadOnly) as error:
        try:
            return settle(st, error)
        except Exit as left:
            return left.status
    except Killed:
        raise
    except Leave:
        return 0
    except Exception as error:  # noqa: BLE001  a defect ends no more than this process
        try:
            return survive(st, error)
        except Exit as left:
            return left.status


# Process substitution


def compile_process(node: ProcessSubstitution, compiler: Compiler) -> Callable[[State], str]:
    """``<( … )`` and ``>( … )``: begins the process and gives the name of its pipe's other end."""
    run = compiler.command(node.body)
    reads = node.direction.startswith("<")

    def begin(st: State) -> str:
        return _substitute(st, run, reads)

    return begin


def _substitute(st: State, run: Run, reads: bool) -> str:
    here = machine(st)
    reader, writer = Pipe(here.scheduler, st.meter.limits.max_pipe_buffer).ends()
    number = free_descriptor(st, "process substitution")
    mine, its = (reader, writer) if reads else (writer, reader)
    fds = retained(st.fds)
    at = 1 if reads else 0
    before = fds.get(at)
    fds[at] = its
    if before is not None:
        before.release()
    process = start(st, run, fds=fds)
    process.state.subshell -= 1
    st.background = process.pid
    st.fds[number] = mine
    held = st.extra.get("substitutions")
    if isinstance(held, list):
        held.append(number)
    else:
        st.extra["substitutions"] = [number]
    return f"/dev/fd/{number}"


def free_descriptor(st: State, what: str, highest: int = _PLACES[0]) -> int:
    """Where the shell's end of a pipe goes: from ``highest`` down. Raises ExpansionError when all are taken."""
    for number in _PLACES:
        if (number <= highest or number > _PLACES[0]) and number not in st.fds:
            return number
    raise ExpansionError(f"cannot make pipe for {what}: Too many open files")


def close_substitutions(st: State, mark: int) -> None:
    """The command is over for which process substitutions were begun: those after the first ``mark`` are closed."""
    held = st.extra.get("substitutions")
    if not isinstance(held, list) or len(held) <= mark:
        return
    for number in held[mark:]:
        stream = st.fds.pop(number, None)
        if stream is not None:
            stream.release()
    del held[mark:]
    # Who reads from ``>( … )`` finds its end now and says what it has to say, before the next command does.
    machine(st).scheduler.pause()
