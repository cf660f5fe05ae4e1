"""``break`` and ``continue``."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, number, show_help
from runtime.bash.errors import Break, Continue, Exit, ExpansionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = {"break": "[n]", "continue": "[n]"}
HELP = {
    "break": """Leaves the innermost loop, or N loops.""",
    "continue": """Goes on with the next round of the innermost loop, or of the N-th around it.""",
}
# Status of a shell that a builtin's bad number has ended.
_THROWN = 128


def main(st: State, argv: list[str]) -> int:
    """Both."""
    me = argv[0]
    words = argv[2:] if argv[1:2] == ["--"] else argv[1:]
    if argv[1:2] == ["--help"]:
        show_help(st, me)
        return USAGE
    if not st.loops:
        st.complain(f"{me}: only meaningful in a `for', `while', or `until' loop")
        return 0
    levels = number(words[0]) if words else 1
    if levels is None:
        st.complain(f"{me}: {words[0]}: numeric argument required")
        raise Exit(_THROWN)
    if len(words) > 1:
        st.complain(f"{me}: too many arguments")
        raise ExpansionError("")
    if levels <= 0:
        st.complain(f"{me}: {words[0]}: loop count out of range")
        st.status = 1
        raise Break(st.loops)
    st.status = 0
    levels = min(levels, st.loops)
    raise Break(levels) if me == "break" else Continue(levels)
