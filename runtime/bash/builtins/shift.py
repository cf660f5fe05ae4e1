"""``shift``: drop positional parameters."""

from __future__ import annotations

from runtime.bash.builtins._options import number, show_help
from runtime.bash.errors import Exit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[n]"
HELP = "Drop the first n positional parameters (1 if n is not given). Fails if there are fewer."


def main(st: State, argv: list[str]) -> int:
    """Shift."""
    words = argv[2:] if argv[1:2] == ["--"] else argv[1:]
    if not words:
        return _shifted(st, 1)
    if argv[1] == "--help":
        show_help(st, "shift")
        return 2
    count = number(words[0])
    if count is None:
        st.complain(f"shift: {words[0]}: numeric argument required")
        return 1
    if len(words) > 1:
        # bash leaves a shell that is not interactive here.
        st.complain("shift: too many arguments")
        raise Exit(1)
    if count < 0 or (count > len(st.args) and st.options["shift_verbose"]):
        st.complain(f"shift: {words[0]}: shift count out of range")
        return 1
    return _shifted(st, count)


def _shifted(st: State, count: int) -> int:
    if count > len(st.args):
        if st.options["shift_verbose"]:
            st.complain("shift: shift count out of range")
        return 1
    if count:
        # A new list: a caller may hold the old one.
        st.args = st.args[count:]
    return 0
