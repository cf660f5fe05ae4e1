"""``export`` and ``readonly``: an attribute for variables and functions."""

from __future__ import annotations

from runtime.bash.builtins._declaration import DeclarationRequest, one, parsed
from runtime.bash.builtins._listing import declarations, functions
from runtime.bash.builtins._options import USAGE, emit, options
from runtime.bash.variables import ASSOCIATIVE, EXPORT, INDEXED, READONLY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.state import State

SYNOPSIS = {
    "export": "[-fn] [name[=value] ...] or export -p",
    "readonly": "[-aAf] [name[=value] ...] or readonly -p",
}
HELP = {
    "export": """Mark names so that commands get them in their environment.

Options:
  -f   the names are functions
  -n   take the mark away
  -p   show what is marked""",
    "readonly": """Mark names so that they can neither be assigned nor unset.

Options:
  -a   the names are indexed arrays
  -A   the names are associative arrays
  -f   the names are functions
  -p   show what is marked""",
}

_MARKS = {"export": (EXPORT, "x"), "readonly": (READONLY, "r")}
_KINDS = {"a": INDEXED, "A": ASSOCIATIVE}


def main(st: State, argv: list[Any]) -> int:
    """Mark or show."""
    name = argv[0]
    read = options(st, argv, "aAfnp")
    if read is None:
        return USAGE
    letters = {letter for letter, _ in read[0]}
    words = argv[read[1] :]
    flag, letter = _MARKS[name]
    if not words:
        if "f" in letters:
            return emit(st, name, functions(st, letter))
        return emit(st, name, declarations(st, flag, command=name if st.options["posix"] else ""))
    if "f" in letters:
        return _mark_functions(st, name, words, off="n" in letters)
    request = DeclarationRequest(name, flag, scope="names")
    if "n" in letters and name == "export":
        request.on, request.off = 0, flag
    for kind, array in _KINDS.items():
        if kind in letters:
            request.on |= array
    status = 0
    for word in words:
        found = parsed(st, word)
        if found is None or found[1] is not None:
            shown = word if isinstance(word, str) else f"{word.name}[{word.subscript}]"
            st.complain(f"{name}: `{shown}': not a valid identifier")
            status = 1
        else:
            status |= one(st, request, word)
    return status


def _mark_functions(st: State, command: str, names: list[Any], *, off: bool) -> int:
    from runtime.bash.builtins.declare import mark_function

    mark = _MARKS[command][1]
    status = 0
    for name in names:
        if isinstance(name, str) and name in st.functions:
            mark_function(st, name, {f"+{mark}" if off else mark})
        else:
            st.complain(f"{command}: {name}: not a function")
            status = 1
    return status
