"""How many bytes a shell holds: the exact count behind the budget ``max_variable_bytes``.

Variables, functions, arguments, what builtins remember, and what stands in streams that are open: everything that a
script can make grow and that outlives a command.
"""

from __future__ import annotations

from runtime.bash.syntax.tree import Node
from runtime.bash.variables import Indexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, Protocol

    from runtime.bash.variables import Variable

    class State(Protocol):
        """`runtime.bash.state.State`, as far as it is counted."""

        aliases: dict[str, str]
        args: list[str]
        callbacks: Any
        extra: dict[str, object]
        frames: list[Any]
        fds: dict[int, Any]
        functions: dict[str, Any]
        vars: dict[str, str | Variable]


__all__ = ["held_bytes"]

# About what a name, and an element of an array, cost beside their text.
_NAME, _ELEMENT = 128, 64
# About what a function costs beside its text, and a node of its tree.
_FUNCTION, _NODE = 1024, 200


def held_bytes(st: State) -> int:
    """The bytes of all variables, hidden ones included, of this shell and of its others that run beside it.

    ``st.callbacks.extra["states"]() -> Iterable[State]``, where given, names the others (background jobs, pipeline stages).
    A value that several of them share is counted once.
    """
    others = st.callbacks.extra.get("states")
    states: list[State] = [st]
    if others is not None:
        listed: Callable[[], Iterable[State]] = others
        states += (other for other in listed() if other is not st)
    seen: set[int] = set()
    return sum(_of_state(state, seen) for state in states)


def _of_state(st: State, seen: set[int]) -> int:
    total = _NAME * len(st.vars) + sum(map(_of_function, _unseen(st.functions, seen)))
    total += sum(_of_binding(value, seen) for value in st.vars.values())
    for frame in st.frames:
        total += _NAME * len(frame.saved)
        total += sum(_of_binding(value, seen) for value in frame.saved.values() if value is not None)
        total += _of_texts(frame.args, seen)
    total += sum(_NAME + len(name) + len(text) for name, text in st.aliases.items())
    total += sum(_of_table(table) for table in _unseen(st.extra, seen))
    held: int = sum(stream.held() for stream in _unseen(st.fds, seen))
    return total + held + _of_texts(st.args, seen)


def _unseen(held: dict[Any, Any], seen: set[int]) -> list[Any]:
    """The values of a table that no other state has been charged for."""
    fresh = [value for value in held.values() if id(value) not in seen]
    seen.update(map(id, fresh))
    return fresh


def _of_function(definition: Any) -> int:
    weight: int = definition.weight
    if not weight:
        weight = _FUNCTION
        left: list[object] = [definition.node]
        while left:
            one = left.pop()
            if isinstance(one, str):
                weight += len(one)
            elif isinstance(one, tuple):
                left += one
            elif isinstance(one, Node):
                weight += _NODE
                left += [getattr(one, name, None) for name in one.__slots__]
        definition.weight = weight
    return weight


def _of_table(table: object) -> int:
    """What a builtin remembers: plain texts in plain containers, or an object with ``texts``."""
    if isinstance(table, str):
        return _ELEMENT + len(table)
    if isinstance(table, dict):
        return sum(_of_table(key) + _of_table(value) for key, value in table.items())
    if isinstance(table, list | tuple | set | frozenset):
        return sum(map(_of_table, table))
    return _of_table(getattr(table, "texts", None)) if hasattr(table, "texts") else 0


def _of_binding(binding: str | Variable, seen: set[int]) -> int:
    if id(binding) in seen:
        return 0
    seen.add(id(binding))
    if isinstance(binding, str):
        return len(binding)
    value = binding.value
    if value is None or isinstance(value, str):
        return len(value or "")
    if id(value) in seen:
        return 0
    seen.add(id(value))
    if isinstance(value, Indexed):
        return _ELEMENT * len(value.items) + sum(map(len, value.items.values()))
    return _ELEMENT * len(value) + sum(map(len, value)) + sum(map(len, value.values()))


def _of_texts(texts: Sequence[str], seen: set[int]) -> int:
    if id(texts) in seen:
        return 0
    seen.add(id(texts))
    return _ELEMENT * len(texts) + sum(map(len, texts))
