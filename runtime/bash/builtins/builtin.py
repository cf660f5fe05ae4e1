"""``builtin``: run a builtin past any function of its name."""

from __future__ import annotations

from runtime.bash.builtins._command_lookup import is_builtin
from runtime.bash.builtins._options import USAGE, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[shell-builtin [arg ...]]"
HELP = """Runs the builtin with its arguments, even where a function has the same name.

The status is the builtin's; failure when there is no such builtin."""


def main(st: State, argv: list[str]) -> int:
    """``builtin name [arg ...]``."""
    read = options(st, argv, "")
    if read is None:
        return USAGE
    words = argv[read[1] :]
    if not words:
        return 0
    from runtime.bash.builtins import find

    run = find(words[0]) if is_builtin(st, words[0]) else None
    if run is None:
        st.complain(f"{argv[0]}: {words[0]}: not a shell builtin")
        return 1
    return run(st, words)
