"""What a failure leads to: the ERR trap, ``set -e``, and how far a failed expansion reaches."""

from __future__ import annotations

from runtime.bash.errors import BadArithmetic, BadExpression, Exit, ExpansionError, ShellError
from runtime.bash.interp.machine import machine
from runtime.bash.state import ReadOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

_FATAL_IN_COMMAND = 127

__all__ = ["failed", "say", "settle", "survive"]

# Raised on purpose, or by a script that is nested without end: they end more than a command.
_MEANT = (ShellError, ReadOnly, RecursionError, MemoryError)


def failed(st: State, status: int) -> int:
    """A command has failed where nobody asked whether it would: the ERR trap runs, ``set -e`` leaves the shell."""
    if st.guarded:
        return status
    traps = st.extra.get("traps")
    if traps is not None and "ERR" in traps:  # type: ignore[operator]
        from runtime.bash.interp.traps import run_err

        st.status = status
        run_err(st)
        st.status = status
    if st.errexit:
        raise Exit(status)
    return status


def say(st: State, error: ExpansionError | ReadOnly) -> None:
    """Give an error its message now: the standard error that it belongs to is about to be closed."""
    if error.message:
        st.complain(error.message)
        error.message = ""


def settle(st: State, error: ExpansionError | ReadOnly) -> int:
    """A failed expansion or assignment has thrown away the running unit: say so, and give the status.

    Raises:
        Exit: the error ends a shell that is not interactive (``set -u``, ``${x?}``; POSIX 2.8.1), or ``set -e`` does,
            which lets faulty arithmetic pass.
    """
    if error.message:
        st.complain(error.message)
    fatal, status = st.options["posix"], 1
    if isinstance(error, ExpansionError):
        fatal = error.fatal
        status = _FATAL_IN_COMMAND if fatal and _is_command_line(st) else error.status
    st.status = status
    st.pipestatus = None
    if (fatal and not st.options["interactive"]) or (
        st.errexit and not isinstance(error, BadArithmetic | BadExpression)
    ):
        raise Exit(status)
    return status


def _is_command_line(st: State) -> bool:
    """Whether this is a ``bash -c``: only there a fatal error has a status of its own."""
    return not st.subshell and not st.errexit and st.extra.get("invoked") == "c"


def survive(st: State, error: Exception) -> int:
    """A defect of the shell ends the command that met it, and no more; the status. What was raised on purpose goes on.

    The embedder finds the defect among ``Result.failures``.
    """
    if isinstance(error, _MEANT):
        raise error
    if isinstance(error, OSError):
        st.complain(error.strerror or "Input/output error")
    else:
        machine(st).failures.append(error)
        st.complain("internal error")
    st.status = 1
    st.pipestatus = None
    return failed(st, 1)
