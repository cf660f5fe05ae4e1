"""``pwd``: the working folder."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-LP]"
HELP = """Print the working folder.

Options:
  -L   as it was reached, with symbolic links (the default unless set -P)
  -P   where it really is"""


def main(st: State, argv: list[str]) -> int:
    """Print it."""
    parsed = options(st, argv, "LP")
    if parsed is None:
        return USAGE
    physical = parsed[0][-1][0] == "P" if parsed[0] else st.options["physical"]
    path = st.cwd
    if physical:
        try:
            path = st.fs.realpath(path)
        except OSError as error:
            st.complain(
                "pwd: error retrieving current directory: getcwd: cannot access parent directories: "
                f"{error.strerror}"
            )
            return 1
    return emit(st, "pwd", f"{path}\n")
