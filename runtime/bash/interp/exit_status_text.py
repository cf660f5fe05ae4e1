"""How processes end, in words: ``Done``, ``Exit 2``, ``Killed``, and when a shell says so without being asked."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.interp.process import Process
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Command

__all__ = ["described", "explain", "explain_foreground", "loud"]

_INT, _PIPE, _TERM = 2, 13, 15
# Signals whose victims a shell without job control passes over in silence.
_QUIET = frozenset({_INT, _PIPE, _TERM})
# What glibc's strsignal says; a core is never dumped here.
_SAYS = {
    1: "Hangup", 2: "Interrupt", 3: "Quit", 4: "Illegal instruction", 5: "Trace/breakpoint trap", 6: "Aborted",
    7: "Bus error", 8: "Floating point exception", 9: "Killed", 10: "User defined signal 1", 11: "Segmentation fault",
    12: "User defined signal 2", 13: "Broken pipe", 14: "Alarm clock", 15: "Terminated", 16: "Stack fault",
    24: "CPU time limit exceeded", 25: "File size limit exceeded", 26: "Virtual timer expired",
    27: "Profiling timer expired", 29: "I/O possible", 30: "Power failure", 31: "Bad system call",
}  # fmt: skip
_STOPPED = {19: "Stopped (signal)", 20: "Stopped", 21: "Stopped (tty input)", 22: "Stopped (tty output)"}
_RTMIN = 34


def described(process: Process, *, long: bool = False) -> str:
    """How a process is: ``Running``, ``Stopped``, ``Done``, ``Exit 2``, ``Killed``; a stop with its reason if ``long``."""
    if process.status is None:
        if process.stopped:
            return _STOPPED[process.stopped] if long else "Stopped"
        return "Running"
    if process.signal:
        return _SAYS.get(process.signal, f"Real-time signal {process.signal - _RTMIN}")
    return f"Exit {process.status}" if process.status else "Done"


def _complain(st: State, text: str) -> None:
    # A unit that is one subshell has run nothing yet that has a line.
    st.line = max(st.line, 1)
    st.complain(text)


def loud(process: Process) -> bool:
    """Whether a child was killed by what a shell always tells of."""
    return process.signal != 0 and process.signal not in _QUIET


def explain(st: State, process: Process, text: str) -> None:
    """Say that a child was killed, unless by what scripts do to their own children all the time."""
    if loud(process) and not st.process.hushed:
        _complain(st, f"{process.pid:5d} {described(process):<24}{text}")


def explain_foreground(st: State, ended: list[tuple[Process, Command]]) -> None:
    """The same for a command that its shell waited for: a subshell, or the stages of a pipeline."""
    last = ended[-1][0]
    if st.process.hushed:
        return
    if last.signal == _TERM:
        st.say("Terminated\n")
        return
    from runtime.bash.syntax.printer import command_text

    first, *others = [
        f"{process.pid:5d} {described(process):<24}{'| ' * (number > 0)}{command_text(node)}"
        for number, (process, node) in enumerate(ended)
    ]
    if last.signal not in _QUIET:
        _complain(st, "\n     ".join([first, *others]) if others else first)
