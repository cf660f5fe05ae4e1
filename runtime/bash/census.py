"""How many bytes the variables of a shell hold: the exact count behind ``max_variable_bytes``."""

from __future__ import annotations

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
        extra: dict[str, object]
        frames: list[Any]
        functions: dict[str, Any]
        vars: dict[str, str | Variable]
        world: Any


__all__ = ["held_bytes"]

# About what a name, and an element of an array, cost beside their text.
_NAME, _ELEMENT = 128, 64
# About what a function costs; its text is a part of the script's.
_FUNCTION = 1024


def held_bytes(st: State) -> int:
    """The bytes of all variables, hidden ones included, of this shell and of its others that run beside it.

    ``st.world.extra["states"]() -> Iterable[State]``, where given, names the others (background jobs, pipeline stages).
    A value that several of them share is counted once.
    """
    others = st.world.extra.get("states")
    states: list[State] = [st]
    if others is not None:
        listed: Callable[[], Iterable[State]] = others
        states += (other for other in listed() if other is not st)
    seen: set[int] = set()
    return sum(_of_state(state, seen) for state in states)


def _of_state(st: State, seen: set[int]) -> int:
    total = _FUNCTION * len(st.functions) + _NAME * len(st.vars)
    total += sum(_of_binding(value, seen) for value in st.vars.values())
    for frame in st.frames:
        total += _NAME * len(frame.saved)
        total += sum(_of_binding(value, seen) for value in frame.saved.values() if value is not None)
        total += _of_texts(frame.args, seen)
    total += sum(_NAME + len(name) + len(text) for name, text in st.aliases.items())
    # A builtin's table that can grow has a list of its texts.
    tables = (getattr(table, "texts", None) for table in st.extra.values())
    return total + _of_texts(st.args, seen) + sum(_of_texts(texts, seen) for texts in tables if texts)


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
