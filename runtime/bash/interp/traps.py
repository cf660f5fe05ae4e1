"""Traps and signals: what runs when a process ends, fails, or is sent a signal.

``st.extra["traps"]`` maps a name (``EXIT``, ``ERR``, ``TERM``) to the text to run; "" ignores. The table is replaced,
never changed: forked states share it. A signal with a trap waits for the end of the running command (the meter's
boundary); one without ends the process where it stands.
"""

from __future__ import annotations

from runtime.bash.errors import Exit, Killed
from runtime.bash.interp.machine import machine
from runtime.bash.signals import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.machine import Machine
    from runtime.bash.interp.process import Process
    from runtime.bash.state import State

__all__ = [
    "alert",
    "broken_pipe",
    "deliver",
    "inherit",
    "listed",
    "run_debug",
    "run_err",
    "run_exit",
    "run_return",
    "running",
    "send",
    "send_group",
    "set_trap",
]

_SIGPIPE = 13
_UNCAUGHT = frozenset({9, 19})  # KILL, STOP
# What a process that sets no trap does not notice: CHLD CONT URG WINCH.
_HARMLESS = frozenset({17, 18, 23, 28})
_STOPS = frozenset({19, 20, 21, 22})  # STOP TSTP TTIN TTOU
# What a process that stands still goes on by: KILL, to end, and CONT.
_MOVING = frozenset({9, 18})
# Who complains of an action that is no script.
_TITLES = {"DEBUG": "debug trap", "ERR": "error trap", "EXIT": "exit trap", "RETURN": "return trap"}
# Actions whose LINENO is that of the command they belong to; those of the others count from 1.
_AT_COMMANDS = frozenset({"DEBUG", "ERR"})
_EVENTS_OF_FUNCTIONS = ("DEBUG", "RETURN")


# The table


def _table(st: State) -> dict[str, str]:
    return st.extra.get("traps") or {}  # type: ignore[return-value]


def set_trap(st: State, name: str, text: str | None) -> None:
    """Set (or with None reset) the action of one event or signal."""
    table = _table(st).copy()
    table.pop(name, None)
    if text is not None:
        st.hold(len(text))
        table[name] = text
    st.extra["traps"] = table
    # From now on a subshell shows its own.
    st.extra.pop("shown traps", None)
    st.refresh_hooks()


def listed(st: State) -> dict[str, str]:
    """What ``trap -p`` shows: in a subshell its parent's traps, until it sets one."""
    shown = st.extra.get("shown traps")
    return _table(st) if shown is None else shown  # type: ignore[return-value]


def inherit(child: State) -> None:
    """A forked process keeps what is ignored; ERR, DEBUG and RETURN where the options say so."""
    table = _table(child)
    options = child.options
    kept: dict[str, str] = {name: text for name, text in table.items() if not text}
    if options["errtrace"] and "ERR" in table:
        kept["ERR"] = table["ERR"]
    if options["functrace"]:
        kept.update((name, table[name]) for name in _EVENTS_OF_FUNCTIONS if name in table)
    if kept != table:
        child.extra.setdefault("shown traps", table)
        child.extra["traps"] = kept
        child.refresh_hooks()


# Running them


def _run(st: State, name: str, text: str) -> int:
    """Run one action with ``$?`` as it is, and put it back; the action's own status."""
    status, pipestatus, line = st.status, st.pipestatus, st.line
    before = st.extra.get("status before trap")
    st.extra["status before trap"] = status
    interrupts = "command before trap" not in st.extra
    if interrupts:
        st.extra["command before trap"] = st.command
    run_text: Callable[..., int] = st.callbacks.extra["run_text"]  # type: ignore[assignment]
    try:
        return run_text(
            st, text, name=_TITLES.get(name, "trap"), first_line=max(line, 1) if name in _AT_COMMANDS else 1
        )
    finally:
        st.status, st.pipestatus, st.line = status, pipestatus, line
        if interrupts:
            del st.extra["command before trap"]
        if before is None:
            st.extra.pop("status before trap", None)
        else:
            st.extra["status before trap"] = before


def _once(st: State, name: str) -> int:
    """Run an event's action, unless it is running already."""
    text = _table(st).get(name)
    running = f"in {name}"
    if not text or running in st.extra:
        return 0
    st.extra[running] = True
    try:
        return _run(st, name, text)
    finally:
        del st.extra[running]


def run_err(st: State) -> None:
    """A command has failed."""
    _once(st, "ERR")


def run_debug(st: State) -> int:
    """A command is about to run; the action's status (``extdebug``: what becomes of the command)."""
    return _once(st, "DEBUG")


def run_return(st: State) -> None:
    """A function or sourced file has ended."""
    _once(st, "RETURN")


def run_exit(st: State, status: int) -> int:
    """The process ends with ``status``: its EXIT action runs, once, and may end it with another."""
    table = _table(st).copy()
    text = table.pop("EXIT", "")
    st.extra["traps"] = table
    if not text:
        return status
    st.status = status
    st.guarded = 0
    try:
        _run(st, "EXIT", text)
    except Exit as left:
        return left.status
    except Killed as killed:
        st.process.signal = killed.signal
        return 128 + killed.signal
    return status


# Signals


def send(st: State, target: Process, number: int) -> None:
    """Process ``st`` sends a signal. Raises Killed when it ends itself."""
    if number == 0 or target.status is not None or number in target.ignored:
        return
    action = None if number in _UNCAUGHT else _table(target.state).get(name_of(number))
    if number in _MOVING:
        _move(machine(st), target)
    if action == "" or (action is None and number in _HARMLESS):
        return
    if action is None and number in _STOPS:
        _stop(machine(st), target, number)
        return
    scheduler = machine(st).scheduler
    task = target.task or scheduler.root
    if action is None and target.child is None:
        if target is st.process:
            raise Killed(number)
        scheduler.throw(task, Killed(number))
        return
    target.pending.append(number)
    if task is scheduler.current:
        alert(st)
    else:
        task.alert = True
        scheduler.wake(task)


def _family(here: Machine, target: Process) -> list[Process]:
    """A process and those beneath it: with job control they are one group. Itself comes last: it may be who sends."""
    if target.parent is None or not target.parent.state.options["monitor"]:
        return [target]
    found = [target]
    for process in here.processes.values():
        above: Process | None = process
        while above is not None and above is not target:
            above = above.parent
        if above is target and process is not target:
            found.append(process)
    return found[::-1]


def _stop(here: Machine, target: Process, number: int) -> None:
    """A process stands still, unless it is the script itself: nobody could let that go on."""
    root = here.scheduler.root
    if target.task is None or target.task is root:
        return
    if target.parent is not None and target.parent.state.options["monitor"]:
        target.stopped = number
        here.stops += 1
        target.stop_order = here.stops
    for process in _family(here, target):
        if process.task is not None and process.task is not root and not process.task.done:
            here.scheduler.hold(process.task)


def _move(here: Machine, target: Process) -> None:
    target.stopped = 0
    for process in _family(here, target):
        if process.task is not None:
            here.scheduler.release(process.task)


def send_group(st: State, target: Process, number: int) -> None:
    """A signal to a process, those in its foreground and the utility that runs there: to its whole group, as ``timeout`` does."""
    while target.child is not None:
        # It finds the signal when its child has ended, which is at once.
        send(st, target, number)
        target.hushed = name_of(number) not in _table(target.state)
        target = target.child
    send(st, target, number)
    task = target.task
    if target.pending and task is not None and task.utilities:
        machine(st).scheduler.throw(task, Killed(number, program=True))


def alert(st: State) -> None:
    """The running task has signals to attend to before its next command."""
    here = machine(st)
    meter = st.meter

    def boundary() -> None:
        process = running(here)
        if process.pending:
            deliver(process.state)
        if any(other.pending for other in here.processes.values()):
            # Some other process's: it is looked for again until its turn has come.
            meter.boundary = boundary

    meter.interrupt(boundary)


def running(here: Machine) -> Process:
    """The process that runs now."""
    process: Process = here.scheduler.current.process
    while process.child is not None:
        process = process.child
    return process


def broken_pipe(here: Machine) -> None:
    """A write to a pipe that nobody reads sends SIGPIPE: a utility ends by the error, the shell's own code here."""
    if here.scheduler.current.utilities:
        return
    process = running(here)
    if "PIPE" not in _table(process.state):
        raise Killed(_SIGPIPE)
    send(process.state, process, _SIGPIPE)


def deliver(st: State) -> int:
    """Attend to the pending signals of a process, between two of its commands; the last one's number, 0 for none."""
    pending = st.process.pending
    number = 0
    while pending:
        number = pending.pop(0)
        action = _table(st).get(name_of(number))
        if action is None:
            raise Killed(number)
        if action:
            _run(st, name_of(number), action)
    return number
