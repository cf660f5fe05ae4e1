"""Running a command whose words are known: function, builtin, utility, virtual script, or nothing of that name."""

from __future__ import annotations

from runtime.bash.errors import BadArithmetic, Exit, ExpansionError
from runtime.bash.interp.failure import failed
from runtime.bash.interp.functions import call
from runtime.bash.state import ReadOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from runtime.bash.state import State

    Main = Callable[[State, list[Any]], int]

__all__ = ["SPECIAL", "excused", "execute", "invoke", "leave_if_special", "run_fields", "run_past_functions"]

# POSIX 2.14. In posix mode they come before functions, and their failed redirection ends the shell.
SPECIAL = frozenset(
    [
        ".",
        ":",
        "break",
        "continue",
        "eval",
        "exec",
        "exit",
        "export",
        "readonly",
        "return",
        "set",
        "shift",
        "source",
        "times",
        "trap",
        "unset",
    ]
)
_UNWRITTEN = 1
# Whose words may be assignments: functions may have their names.
_DECLARING = frozenset({"declare", "export", "local", "readonly", "typeset"})


def execute(st: State, argv: list[Any]) -> int:
    """Find the command by its name and run it; its status."""
    name = argv[0]
    called = st.functions.get(name)
    if called is not None and not (name in SPECIAL and st.options["posix"]):
        return call(st, called, _texts(argv) if name in _DECLARING else argv)
    return run_past_functions(st, argv)


def _texts(argv: list[Any]) -> list[str]:
    """The words where no declaration builtin is there to carry the assignments out."""
    return [word if isinstance(word, str) else word.said() for word in argv]


def run_past_functions(st: State, argv: list[Any]) -> int:
    """Run a builtin or a utility, whatever functions there are (``command name``)."""
    name = argv[0]
    main: Main | None = st.callbacks.extra["builtin"](name)  # type: ignore[operator]
    if main is None or (st.shadowed and name in st.extra.get("disabled", ())):  # type: ignore[operator]
        from runtime.bash.interp.external_commands import run_external

        return run_external(st, _texts(argv))
    try:
        return main(st, argv)
    except (ReadOnly, OSError, ExpansionError) as error:
        return excused(st, name, error)


def invoke(st: State, argv: list[str], env: Mapping[str, str] | None) -> int:
    """Run a command as ``execvp`` would in this process: no functions, no aliases; its environment is ``env``."""
    from runtime.bash.interp.command_search import find_program
    from runtime.bash.interp.external_commands import run_external
    from runtime.bash.variables import EXPORT, Variable

    if env is not None:
        for name, held in list(st.vars.items()):
            if not isinstance(held, str) and held.flags & EXPORT and name not in env:
                st.vars[name] = Variable(held.value, held.flags & ~EXPORT, held.owner)
        for name, text in env.items():
            st.vars[name] = Variable(text, EXPORT)
            st.refresh(name)
    if "/" in argv[0] or find_program(st, argv[0]) is not None:
        return run_external(st, argv)
    return run_past_functions(st, argv)


def excused(st: State, name: str, error: ReadOnly | OSError | ExpansionError) -> int:
    """What went wrong in a builtin is said; its status. An expansion that is fatal, or was reported, goes on."""
    if isinstance(error, ReadOnly):
        st.complain(f"{name}: {error.message}")
        leave_if_special(st, name)
        return 1
    if isinstance(error, OSError):
        st.complain(f"{name}: write error: {error.strerror}")
        return _UNWRITTEN
    # One without a message has been reported, and throws away the unit.
    if error.fatal or not error.message:
        raise error
    st.complain(f"{name}: {error.message}")
    if isinstance(error, BadArithmetic):
        error.message = ""
        raise error
    return error.status


def run_fields(st: State, argv: list[str]) -> int:
    """Run a command whose words a fast path has already expanded, and account for it."""
    status = execute(st, argv)
    st.underscore = argv[-1]
    st.pipestatus = None
    st.status = status
    if status:
        failed(st, status)
    return status


def leave_if_special(st: State, name: str) -> None:
    """POSIX 2.8.1: a special builtin that cannot do its work ends a shell in posix mode. Raises Exit."""
    if name in SPECIAL and st.options["posix"]:
        raise Exit(1)
