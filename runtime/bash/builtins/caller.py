"""``caller``: who called the running function or sourced file."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, number, options, usage
from runtime.bash.variables import Indexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[expr]"
HELP = """Prints the line and the file of the running call; with EXPR, line, function and file that many calls up.

Fails outside of functions, and when there are not so many calls."""


def main(st: State, argv: list[str]) -> int:
    """``caller [n]``."""
    lines, files, names = (_items(st, name) for name in ("BASH_LINENO", "BASH_SOURCE", "FUNCNAME"))
    if not lines or not files:
        return 1
    read = options(st, argv, "")
    if read is None:
        return USAGE
    words = argv[read[1] :]
    if not words:
        return emit(st, argv[0], f"{lines.get(0, 'NULL')} {files.get(1, 'NULL')}\n")
    up = number(words[0])
    if up is None:
        st.complain(f"{argv[0]}: {words[0]}: invalid number")
        return usage(st, argv[0])
    if up not in lines or up + 1 not in files or up + 1 not in names:
        return 1
    return emit(st, argv[0], f"{lines[up]} {names[up + 1]} {files[up + 1]}\n")


def _items(st: State, name: str) -> dict[int, str]:
    held = st.variable(name)
    return held.value.items if held is not None and isinstance(held.value, Indexed) else {}
