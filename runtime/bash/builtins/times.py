"""``times``: processor time used, of the shell and of its children."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = ""
HELP = "Show the processor time that the shell and its children used: user and system, a line each."


def main(st: State, argv: list[str]) -> int:
    """Show."""
    if options(st, argv, "") is None:
        return USAGE
    # The host's clocks are none of a script's business: a virtual process uses no processor.
    return emit(st, "times", "0m0.000s 0m0.000s\n" * 2)
