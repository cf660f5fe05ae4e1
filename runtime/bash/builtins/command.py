"""``command``: run a command past any function of its name, or say what it is."""

from __future__ import annotations

from runtime.bash.builtins._command_lookup import is_builtin, programs
from runtime.bash.builtins._options import USAGE, emit, options
from runtime.bash.builtins.type import REUSABLE, SHORT, describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-pVv] command [arg ...]"
HELP = """Runs COMMAND with its arguments as a builtin or a program, never as a function of that name.

Options:
  -p\tsearch a path that is sure to hold the standard utilities
  -v\tprint what would run, as it could be typed again
  -V\tsay what would run, in words

The status is that of COMMAND; with -v and -V, failure when nothing is found."""

_NOT_FOUND = 127


def main(st: State, argv: list[str]) -> int:
    """``command [-pVv] command [arg ...]``."""
    read = options(st, argv, "pVv")
    if read is None:
        return USAGE
    letters = [letter for letter, _ in read[0]]
    words = argv[read[1] :]
    told = [letter for letter in letters if letter != "p"]
    if not words:
        return 0
    if told:
        return _tell(st, argv[0], words, SHORT if told[-1] == "V" else REUSABLE, "p" in letters)
    if "p" in letters and not is_builtin(st, words[0]):
        return _run_standard(st, words)
    from runtime.bash.interp.execute import run_past_functions

    return run_past_functions(st, words)


def _run_standard(st: State, words: list[str]) -> int:
    """Run the program that the standard path has, whatever PATH says."""
    from runtime.bash.interp.external_commands import run_program

    found = programs(st, words[0], standard=True)
    if not found:
        st.complain(f"{words[0]}: command not found")
        return _NOT_FOUND
    return run_program(st, found[0], words)


def _tell(st: State, me: str, names: list[str], manner: str, standard: bool) -> int:
    status = 1
    for name in names:
        found = "".join(describe(st, name, manner, standard=standard))
        if found:
            status = emit(st, me, found)
        elif manner == SHORT:
            st.complain(f"{me}: {name}: not found")
    return status
