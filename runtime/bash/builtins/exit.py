"""``exit``, ``logout`` and ``return``: leaving with a status."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, number, show_help
from runtime.bash.errors import Exit, ExpansionError, Return

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = {"exit": "[n]", "logout": "[n]", "return": "[n]"}
HELP = {
    "exit": """Ends the shell, or the subshell, with status N or that of the last command.""",
    "logout": """Ends a login shell with status N or that of the last command; fails in any other.""",
    "return": """Ends the running function or sourced file with status N or that of the last command.

Fails outside of functions and sourced files.""",
}


def main(st: State, argv: list[str]) -> int:
    """All three."""
    me = argv[0]
    if argv[1:2] == ["--help"]:
        show_help(st, me)
        return USAGE
    if me == "logout" and not st.options["login_shell"]:
        st.complain("logout: not login shell: use `exit'")
        return 1
    status = _status(st, argv)
    if me != "return":
        raise Exit(status)
    if any(frame.kind != "environment" for frame in st.frames):
        raise Return(status)
    st.complain("return: can only `return' from a function or sourced script")
    return USAGE


def _status(st: State, argv: list[str]) -> int:
    """The status that the arguments ask for."""
    words = argv[2:] if argv[1:2] == ["--"] else argv[1:]
    if not words:
        # A trap's action without a status of its own leaves what was there before it.
        before = st.extra.get("status before trap")
        return before if isinstance(before, int) else st.status
    value = number(words[0])
    if value is None:
        st.complain(f"{argv[0]}: {words[0]}: numeric argument required")
        return USAGE
    if len(words) > 1:
        st.complain(f"{argv[0]}: too many arguments")
        raise ExpansionError("")
    return value & 255
