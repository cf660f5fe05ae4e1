"""Pipelines: stages that run side by side over bounded pipes, ``time``, and what status they leave.

Every stage is a forked process. All but the last have a task of their own; the last one runs on the task of its shell,
which waits anyway. The stages get their first turn from left to right.
"""

from __future__ import annotations

from runtime.bash.interp.exit_status_text import explain_foreground
from runtime.bash.interp.failure import failed
from runtime.bash.interp.fork import body, call, retained, start
from runtime.bash.interp.machine import machine
from runtime.bash.interp.pipes import Pipe
from runtime.bash.syntax.tree import Simple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.interp.process import Process
    from runtime.bash.state import State
    from runtime.bash.streams import Stream
    from runtime.bash.syntax.tree import Command, Pipeline

    Run = Callable[[State], int]

__all__ = ["compile_pipeline"]


def compile_pipeline(node: Pipeline, compiler: Compiler) -> Run:
    """``a | b``, ``! a | b``, ``time a``."""
    if len(node.commands) == 1:
        run = (compiler.condition if node.negated else compiler.command)(node.commands[0])
    else:
        # A stage is a process of its own: the failure that counts is the pipeline's.
        run = _piped(
            node.commands, tuple(compiler.command(body(command)) for command in node.commands), node.line
        )
    if node.negated:
        run = _answered(run, node.negated % 2 == 1)
    elif len(node.commands) > 1:
        run = _judged(run)
    if node.timed is not None:
        from runtime.bash.interp.timing import timed

        run = timed(run, node.timed)
    return run


def _judged(run: Run) -> Run:
    """The status of a whole pipeline is what ``set -e`` and ERR look at."""

    def judged(st: State) -> int:
        status = run(st)
        return failed(st, status) if status else 0

    return judged


def _answered(run: Run, negated: bool) -> Run:
    """``!``: a failure is an answer."""

    def answered(st: State) -> int:
        st.guarded += 1
        try:
            status = run(st)
        finally:
            st.guarded -= 1
        if negated:
            st.status = status = 0 if status else 1
        return status

    return answered


def _piped(nodes: tuple[Command, ...], stages: tuple[Run, ...], line: int) -> Run:
    *firsts, last = stages

    def run(st: State) -> int:
        st.line = line or st.line
        st.command = nodes[-1]
        here = machine(st)
        scheduler = here.scheduler
        bound = st.meter.limits.max_pipe_buffer
        begun: list[Process] = []
        source: Stream | None = None
        watched = st.hooks and _debugged(st)
        for node, stage in zip(nodes, firsts, strict=False):
            if watched:
                _announce(st, node)
            reader, writer = Pipe(scheduler, bound).ends()
            process = start(st, stage, fds=_placed(st, source, writer))
            if watched:
                st.extra.pop("announced", None)
            process.lent = True
            begun.append(process)
            source = reader
        if watched:
            _announce(st, nodes[-1])
        fds = _placed(st, source, None)
        scheduler.pause()
        if st.options["lastpipe"] and not st.options["monitor"]:
            statuses = [_in_this_shell(st, last, fds)]
        else:
            ended = call(st, last, fds=fds, lent=True)
            st.extra.pop("announced", None)
            statuses = [ended.status or 0]
            if ended.signal:
                explain_foreground(st, list(zip([*begun, ended], nodes, strict=True)))
        for process in reversed(begun):
            if process.task is not None and not process.task.done:
                scheduler.join(process.task)
            statuses.append(process.status or 0)
            here.processes.pop(process.pid, None)
        statuses.reverse()
        return _settled(st, statuses)

    return run


def _debugged(st: State) -> bool:
    traps = st.extra.get("traps")
    return traps is not None and "DEBUG" in traps  # type: ignore[operator]


def _announce(st: State, node: Command) -> None:
    """The DEBUG trap of a stage that is a simple command runs in the shell that forks it."""
    if isinstance(node, Simple):
        from runtime.bash.interp.command_hooks import before

        st.line = node.line
        before(st, node)
        # For the process that is forked next: under functrace it has the trap, too, and must not run it again.
        st.extra["announced"] = node


def _placed(st: State, stdin: Stream | None, stdout: Stream | None) -> dict[int, Stream]:
    """The descriptors of a stage: the shell's, with the pipe's ends (handed over) in place."""
    fds = retained(st.fds)
    for number, end in ((0, stdin), (1, stdout)):
        if end is not None:
            before = fds.get(number)
            fds[number] = end
            if before is not None:
                before.release()
    return fds


def _in_this_shell(st: State, run: Run, fds: dict[int, Stream]) -> int:
    """``shopt -s lastpipe``: the last stage is no subshell."""
    before, st.fds = st.fds, fds
    try:
        return run(st)
    finally:
        fds, st.fds = st.fds, before
        for stream in fds.values():
            stream.release()


def _settled(st: State, statuses: list[int]) -> int:
    status = statuses[-1]
    if st.options["pipefail"]:
        status = next((one for one in reversed(statuses) if one), 0)
    st.pipestatus = statuses
    st.status = status
    return status
