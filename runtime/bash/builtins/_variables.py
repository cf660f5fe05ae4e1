"""Storing into the variable, the element or the array that a builtin was given the name of."""

from __future__ import annotations

from runtime.bash.builtins._options import bad_name, is_name
from runtime.bash.interp.assign import store
from runtime.bash.state import ReadOnly
from runtime.bash.variables import ASSOCIATIVE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["is_reference", "may_hold_array", "store", "store_array"]


def is_reference(text: str) -> bool:
    """Whether ``text`` is a name, or a name with a subscript."""
    if text[-1:] != "]":
        return is_name(text)
    name, sign, subscript = text.partition("[")
    return sign != "" and len(subscript) > 1 and is_name(name)


def may_hold_array(st: State, name: str, target: str) -> bool:
    """Whether ``target`` may become an indexed array; a message for the builtin ``name`` if not."""
    if not is_name(target):
        bad_name(st, name, target)
        return False
    variable = st.variable(target)
    if variable is not None and variable.flags & ASSOCIATIVE:
        st.complain(f"{name}: {target}: not an indexed array")
        return False
    return True


def store_array(st: State, name: str, target: str, values: list[str]) -> int:
    """``target=(values)`` for the builtin ``name``; the status, 1 after a message."""
    from runtime.bash.interp import assign

    if not may_hold_array(st, name, target):
        return 1
    try:
        assign.store_array(st, target, [(None, False, value) for value in values])
    except ReadOnly as failed:
        st.complain(failed.message)
        return 1
    return 0
