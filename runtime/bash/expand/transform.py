"""Transformations: ``${x@Q}`` and its letters."""

from __future__ import annotations

from runtime.bash.expand import hash_order, quote, subscripts
from runtime.bash.expand.parameter_operators import recased
from runtime.bash.variables import (
    ASSOCIATIVE,
    CAPITAL,
    EXPORT,
    INDEXED,
    INTEGER,
    LOWER,
    NAMEREF,
    READONLY,
    TRACE,
    UPPER,
    Indexed,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

__all__ = ["CHANGES", "array_value", "attributes", "declaration", "letters", "pairs"]

# In the order in which `declare -p` and ${x@a} write them.
_LETTERS = [
    (INDEXED, "a"),
    (ASSOCIATIVE, "A"),
    (INTEGER, "i"),
    (NAMEREF, "n"),
    (READONLY, "r"),
    (TRACE, "t"),
    (EXPORT, "x"),
    (CAPITAL, "c"),
    (LOWER, "l"),
    (UPPER, "u"),
]


def letters(variable: Variable) -> str:
    """The attribute letters of a variable."""
    flags = variable.flags
    if isinstance(variable.value, Indexed):
        flags |= INDEXED
    elif isinstance(variable.value, dict):
        flags |= ASSOCIATIVE
    return "".join(letter for flag, letter in _LETTERS if flags & flag)


def attributes(st: State, name: str) -> str:
    """``${name@a}``."""
    held = st.vars.get(st.target(name))
    if held is None or isinstance(held, str):
        return ""
    variable = st.variable(name)
    return "" if variable is None else letters(variable)


def array_value(held: Indexed | dict[str, str]) -> str:
    """``([0]="a" [1]="b")``: how ``declare -p`` writes an array."""
    if isinstance(held, Indexed):
        inside = " ".join(f"[{index}]={quote.declared(value)}" for index, value in held.ordered().items())
        return f"({inside})"
    inside = "".join(
        f"[{quote.assoc_key(key)}]={quote.declared(value)} " for key, value in hash_order.items(held)
    )
    return f"({inside})"


def pairs(held: Indexed | dict[str, str]) -> list[tuple[str, str]]:
    """Keys and values of an array, in order."""
    if isinstance(held, Indexed):
        return [(str(index), value) for index, value in held.ordered().items()]
    return hash_order.items(held)


def declaration(st: State, name: str, value: str | None) -> str:
    """``${name@A}`` of a scalar or of one element: a command that makes it again."""
    marks = attributes(st, name)
    if value is None:
        return f"declare -{marks} {name}" if marks else ""
    assigned = f"{name}={quote.transformed(value)}"
    return f"declare -{marks} {assigned}" if marks else assigned


def decoded(text: str) -> str:
    """``@E``: backslash escapes as in ``$'...'``."""
    from runtime.bash.syntax.quoting import decode_ansi

    return decode_ansi(text)


def first_upper(value: str) -> str:
    """``@u``."""
    return recased("^", value[:1]) + value[1:]


# Transformations of a value that need to know nothing else.
CHANGES: dict[str, Callable[[str], str]] = {
    "@Q": quote.transformed,
    "@K": quote.transformed,
    "@k": quote.transformed,
    "@E": decoded,
    "@U": lambda value: recased("^", value),
    "@L": lambda value: recased(",", value),
    "@u": first_upper,
}


def listed(st: State, name: str) -> list[str]:
    """``"${name[@]@K}"``: keys and quoted values as one text, in pieces; of a scalar its quoted value."""
    held = subscripts.array(st, name)
    if held is None:
        return []
    if isinstance(held, str):
        return [quote.transformed(held)]
    if isinstance(held, Indexed):
        shown = [f"{key} {quote.declared(value)}" for key, value in pairs(held)]
        return [" ".join(shown)] if shown else []
    return [f"{quote.assoc_key(key)} {quote.declared(value)} " for key, value in pairs(held)]


def words(st: State, name: str) -> list[str]:
    """``"${name[@]@k}"``: keys and values, a word each; of a scalar its quoted value."""
    held = subscripts.array(st, name)
    if isinstance(held, str):
        return [quote.transformed(held)]
    return [] if held is None else [text for pair in pairs(held) for text in pair]


def letters_of_each(st: State, name: str) -> list[str]:
    """``"${name[@]@a}"``: the attributes once for each element, and for what is declared and has no value."""
    if name in {"@", "*"}:
        return [""] * len(st.args)
    shown = attributes(st, name)
    held = None if _is_without_value(st, name) else subscripts.array(st, name)
    if held is None or isinstance(held, str):
        return [shown] if shown else []
    return [shown] * len(subscripts.values(st, name))


def _is_without_value(st: State, name: str) -> bool:
    variable = st.variable(name)
    return variable is not None and variable.value is None


def array_declaration(st: State, name: str) -> list[str]:
    """``"${name[@]@A}"``: the words of a command that makes the array again."""
    if name in {"@", "*"}:
        return ["set", "--", *map(quote.transformed, st.args)] if st.args else []
    if _is_without_value(st, name):
        return declaration(st, name, None).split()
    held = subscripts.array(st, name)
    if held is None or isinstance(held, str):
        text = declaration(st, name, held)
        return [text] if text else []
    return ["declare", f"-{attributes(st, name)}", f"{name}={array_value(held)}"]
