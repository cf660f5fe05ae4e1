"""What a failure leads to: the ERR trap, ``set -e``, and how far a failed expansion reaches."""

from __future__ import annotations

from runtime.bash.errors import Exit, ExpansionError
from runtime.bash.state import ReadOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["failed", "settle"]


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


def settle(st: State, error: ExpansionError | ReadOnly) -> int:
    """A failed expansion or assignment has thrown away the running unit: say so, and give the status.

    Raises:
        Exit: the error ends a shell that is not interactive (``set -u``, ``${x?}``; POSIX 2.8.1).
    """
    if error.message:
        st.complain(error.message)
    fatal = st.settings["posix"] if isinstance(error, ReadOnly) else error.fatal
    st.status = status = 1 if isinstance(error, ReadOnly) else error.status
    st.pipestatus = None
    if fatal:
        raise Exit(status)
    return status
