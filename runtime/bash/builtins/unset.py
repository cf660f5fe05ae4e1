"""``unset``: forget variables, elements and functions."""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, bad_name, is_name, options
from runtime.bash.builtins._variables import is_reference
from runtime.bash.errors import Abandoned, ExpansionError
from runtime.bash.state import ReadOnly
from runtime.bash.variables import NAMEREF, READONLY, Indexed, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-f] [-v] [-n] [name ...]"
HELP = """Forget each name: the variable, or if there is none the function.

Options:
  -f   functions only
  -v   variables only
  -n   a name reference itself, not the variable that it names

A name may be an element: unset 'a[1]'."""


def main(st: State, argv: list[str]) -> int:
    """Forget."""
    read = options(st, argv, "fnv")
    if read is None:
        return USAGE
    letters = {letter for letter, _ in read[0]}
    if {"f", "v"} <= letters:
        st.complain("unset: cannot simultaneously unset a function and a variable")
        return 1
    status = 0
    for word in argv[read[1] :]:
        try:
            status |= _forget(st, word, letters)
        except (ReadOnly, ExpansionError) as wrong:
            if isinstance(wrong, Abandoned):
                raise
            text = wrong.message if isinstance(wrong, ExpansionError) else _readonly(wrong.name, "variable")
            st.complain(f"unset: {text}")
            status = 1
    return status


def _readonly(name: str, kind: str) -> str:
    return f"{name}: cannot unset: readonly {kind}"


def _forget(st: State, word: str, letters: set[str]) -> int:
    if "f" in letters:
        return _forget_function(st, word)
    if "n" in letters:
        held = st.vars.get(word)
        if isinstance(held, Variable) and held.flags & NAMEREF:
            st.unset(word)
            return 0
    if not is_name(word) and not is_reference(word):
        return bad_name(st, "unset", word) if "v" in letters else _forget_function(st, word)
    target = word if "n" in letters or word[-1:] == "]" else st.target(word)
    if target[-1:] == "]":
        return _forget_element(st, target)
    if target not in st.vars and "v" not in letters:
        return _forget_function(st, word)
    st.unset(target)
    return 0


def _forget_function(st: State, name: str) -> int:
    if name in st.extra.get("readonly functions", ()):  # type: ignore[operator]
        st.complain(f"unset: {_readonly(name, 'function')}")
        return 1
    st.functions.pop(name, None)
    return 0


def _forget_element(st: State, text: str) -> int:
    """``a[i]``: the subscript is expanded once more, as it mostly came in quotes."""
    from runtime.bash.expand.subscripts import unset_element
    from runtime.bash.interp.subscript import expanded

    name, _, rest = text.partition("[")
    name = st.target(name)
    variable = st.variable(name)
    if variable is None:
        return 0
    if variable.flags & READONLY:
        raise ReadOnly(name)
    subscript = expanded(st, name, rest[:-1])
    held = variable.value
    if isinstance(held, Indexed) and subscript in ("@", "*"):
        st.writable(name).value = Indexed()
    elif isinstance(held, Indexed | dict):
        unset_element(st, name, subscript)
    elif st.callbacks.evaluate(st, subscript) == 0:
        st.unset(name)
    else:
        st.complain(f"unset: {name}: not an array variable")
        return 1
    return 0
