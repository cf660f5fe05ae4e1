"""``eval``: run text as commands."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[arg ...]"
HELP = """Joins its arguments with blanks and runs the result in this shell.

The status is that of the commands; success when there are none."""


def main(st: State, argv: list[str]) -> int:
    """``eval word ...``."""
    read = options(st, argv, "")
    if read is None:
        return USAGE
    text = " ".join(argv[read[1] :])
    if not text:
        return 0
    from runtime.bash.interp.script import run_text

    return run_text(st, text, name="eval", first_line=st.line)
