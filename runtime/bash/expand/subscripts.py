"""Elements of arrays: finding, reading, storing and forgetting one."""

from __future__ import annotations

from runtime.bash.errors import Abandoned, BadExpression, Exit, ExpansionError
from runtime.bash.expand import hash_order
from runtime.bash.variables import ASSOCIATIVE, INDEXED, Dynamic, Indexed, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

__all__ = [
    "BadSubscript",
    "abandoned",
    "array",
    "assign_at",
    "assign_element",
    "element",
    "index_of",
    "indexes",
    "reader",
    "split_name",
    "unset_element",
    "values",
]

# The largest index of bash: arrayind_t is an intmax_t.
_MAX_INDEX = (1 << 63) - 1
# About what an element costs beside its text (`memory_accounting` counts the same).
_ELEMENT_BYTES = 64


class BadSubscript(ExpansionError):
    """A subscript that leads nowhere: the assignment fails, the list it stands in goes on."""


def array(st: State, name: str) -> Indexed | dict[str, str] | str | None:
    """What stands behind ``name``: an array, a text, or None when it is unset."""
    held = st.vars.get(name)
    if held is None or isinstance(held, str):
        return held
    variable = st.variable(name)
    if variable is None:
        return None
    # `declare -A m` makes no table yet, but its subscripts are keys.
    return {} if variable.value is None and variable.flags & ASSOCIATIVE else variable.value


def values(st: State, name: str) -> list[str]:
    """``${name[@]}``."""
    held = array(st, name)
    if isinstance(held, Indexed):
        return held.values()
    if isinstance(held, dict):
        return hash_order.values(held)
    return [] if held is None else [held]


def indexes(st: State, name: str) -> list[str]:
    """``${!name[@]}``."""
    held = array(st, name)
    if isinstance(held, Indexed):
        return list(map(str, held.ordered()))
    if isinstance(held, dict):
        return hash_order.keys(held)
    return [] if held is None else ["0"]


def split_name(text: str) -> tuple[str, str] | None:
    """``a[i]`` as its name and the text between the brackets; None when it is no element."""
    at = text.find("[")
    if at <= 0 or not text.endswith("]"):
        return None
    return text[:at], text[at + 1 : -1]


def index_of(st: State, name: str, subscript: str) -> int:
    """The index that a subscript's text means in an indexed array; negative ones count from the end."""
    return from_end(st, name, _evaluated(st, subscript), subscript)


def _evaluated(st: State, subscript: str) -> int:
    try:
        return st.callbacks.evaluate(st, subscript)
    except BadExpression as error:
        raise abandoned(st, error) from None


def abandoned(st: State, error: BadExpression) -> Abandoned:
    """What a subscript that is no expression leads to. Said here: no command puts its name before it."""
    if error.message:
        st.complain(error.message)
    return Abandoned("", status=error.status)


def from_end(st: State, name: str, index: int, subscript: str) -> int:
    """``index``, or for a negative one the index it means. Raises BadSubscript."""
    if index < 0:
        held = array(st, name)
        index += (held.top if isinstance(held, Indexed) else 0 if held is not None else -1) + 1
        if index < 0:
            raise BadSubscript(f"{name}[{subscript}]: bad array subscript")
    return index


def reader(
    name: str, index: int | Callable[[State], int], key: str | Callable[[State], str]
) -> Callable[[State], str | None]:
    """A closure that reads one element; ``index`` is used for indexed arrays, ``key`` for associative ones."""

    def read(st: State) -> str | None:
        held = st.vars.get(name)
        value = None if held is None else held if isinstance(held, str) else held.value
        if isinstance(value, Indexed):
            try:
                at = index if isinstance(index, int) else index(st)
            except BadExpression as error:
                raise abandoned(st, error) from None
            return value.items.get(at) if at >= 0 else _below(st, name, value, at)
        if isinstance(value, dict):
            return _of_key(st, name, value, key if isinstance(key, str) else key(st))
        return slow(st)

    def slow(st: State) -> str | None:
        value = array(st, name)
        if isinstance(value, dict):
            return _of_key(st, name, value, key if isinstance(key, str) else key(st))
        try:
            at = index if isinstance(index, int) else index(st)
        except BadExpression as error:
            raise abandoned(st, error) from None
        if isinstance(value, Indexed):
            return value.items.get(at) if at >= 0 else _below(st, name, value, at)
        if at < -1 or (value is None and at < 0):
            _bad(st, name)
            return None
        return value if at in {0, -1} else None

    return read


def _bad(st: State, name: str) -> None:
    """An element that cannot be: it reads as unset, but under ``set -e`` bash gives up at once."""
    st.complain(f"{name}: bad array subscript")
    if st.errexit:
        raise Exit(st.status or 1)


def _of_key(st: State, name: str, held: dict[str, str], key: str) -> str | None:
    if not key:
        _bad(st, name)
    return held.get(key)


def _below(st: State, name: str, held: Indexed, index: int) -> str | None:
    index += held.top + 1
    if index < 0:
        _bad(st, name)
        return None
    return held.items.get(index)


def element(st: State, text: str) -> str | None:
    """What ``${text}`` gives for ``a[i]`` by its text, as namerefs and indirection need it."""
    parts = split_name(text)
    if parts is None:
        return st.get(text)
    name, subscript = parts
    held = array(st, name)
    if subscript in {"@", "*"}:
        found = values(st, name)
        return " ".join(found) if found else None
    if isinstance(held, dict):
        return held.get(subscript)
    return reader(name, _evaluated(st, subscript), subscript)(st)


def assign_element(st: State, text: str, value: str, append: bool = False) -> None:
    """``a[i]=value`` by its text."""
    parts = split_name(text)
    if parts is None:
        st.assign(text, value, append=append)
    else:
        assign_at(st, parts[0], parts[1], value, append)


def assign_at(st: State, name: str, subscript: str, value: str, append: bool = False) -> None:
    """``name[subscript]=value``; the subscript is expanded already. Raises ReadOnly or BadSubscript."""
    variable = st.variable(name)
    # By its attribute: an associative array that is declared but not assigned has no value yet.
    if variable is not None and variable.flags & ASSOCIATIVE:
        if not subscript:
            raise BadSubscript(f"{name}[{subscript}]: bad array subscript")
        store(st, name, subscript, value, append)
    elif not subscript.strip():
        raise BadSubscript(f"{name}[{subscript}]: bad array subscript")
    else:
        store(st, name, index_of(st, name, subscript), value, append)


def store(st: State, name: str, at: int | str, value: str, append: bool = False) -> None:
    """Put ``value`` at an index or key that is resolved already."""
    original = st.vars.get(name)
    if type(original) is Variable and original.owner is st.token and not append:
        # A counter in a table, a cell in a grid: an array that is this shell's own, without attributes.
        table = original.value
        if type(table) is dict and original.flags == ASSOCIATIVE and isinstance(at, str):
            table[at] = value
            return
        if type(table) is Indexed and original.flags == INDEXED and isinstance(at, int) and at <= _MAX_INDEX:
            table.set(at, value)
            return
    if isinstance(original, Dynamic):
        if original.assign is not None:
            original.assign(st, value)
        return
    variable = st.writable(name, ASSOCIATIVE if isinstance(at, str) else INDEXED)
    held = variable.value
    st.hold(_ELEMENT_BYTES + len(value) + (len(at) if isinstance(at, str) else 0))
    if isinstance(held, Indexed):
        if not isinstance(at, int) or at > _MAX_INDEX:
            raise BadSubscript(f"{name}[{at}]: bad array subscript")
        if append or variable.flags:
            value = st.transform(variable.flags, value, held.items.get(at, "") if append else None)
        held.set(at, value)
    elif isinstance(held, dict):
        key = str(at)
        held[key] = st.transform(variable.flags, value, held.get(key, "") if append else None)


def unset_element(st: State, name: str, subscript: str) -> None:
    """``unset 'name[subscript]'``; of a scalar, element 0 is all there is."""
    if not isinstance(array(st, name), Indexed | dict):
        if index_of(st, name, subscript) == 0:
            st.unset(name)
        return
    variable = st.writable(name)
    held = variable.value
    if isinstance(held, dict):
        held.pop(subscript, None)
    elif isinstance(held, Indexed):
        try:
            held.remove(index_of(st, name, subscript))
        except BadSubscript:
            raise BadSubscript(f"[{subscript}]: bad array subscript") from None
