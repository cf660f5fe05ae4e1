"""``let``: each argument is an arithmetic expression."""

from __future__ import annotations

from runtime.bash.builtins._options import show_help
from runtime.bash.errors import BadExpression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "arg [arg ...]"
HELP = "Evaluate each arg as an arithmetic expression; the status is 1 if the last one is 0, else 0."


def main(st: State, argv: list[str]) -> int:
    """Evaluate."""
    words = argv[2:] if argv[1:2] == ["--"] else argv[1:]
    if argv[1:2] == ["--help"]:
        show_help(st, "let")
        return 2
    if not words:
        st.complain("let: expression expected")
        return 1
    value = 0
    for word in words:
        try:
            value = st.callbacks.evaluate(st, word)
        except BadExpression as failed:
            st.complain(f"let: {failed.message}")
            return 1
    return 0 if value else 1
