"""Storing into the variable or the array element that a builtin was given the name of."""

from __future__ import annotations

import re

from runtime.bash.errors import ExpansionError
from runtime.bash.state import ReadOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["is_reference", "store"]

# A name, or a name with a subscript.
is_reference = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\[.+\])?\Z", re.DOTALL).match


def store(st: State, target: str, value: str) -> int:
    """``target=value``; the status, 1 after a message."""
    try:
        if target[-1:] == "]":
            st.world.extra["assign_element"](st, target, value, False)  # type: ignore[operator]
        else:
            st.assign(target, value)
    except ReadOnly as refused:
        st.complain(refused.message)
        return 1
    except ExpansionError as failed:
        if failed.message:
            st.complain(failed.message)
        return 1
    return 0
