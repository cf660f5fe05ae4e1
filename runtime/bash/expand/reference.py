"""What a parameter expansion refers to: a scalar or a list, before any operator works on it."""

from __future__ import annotations

from runtime.bash.errors import ExpansionError
from runtime.bash.expand import special_parameters, subscripts
from runtime.bash.variables import Indexed, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Word

    Maybe = Callable[[State], str | None]
    Values = Callable[[State], list[str]]

__all__ = ["UNBOUND_STATUS", "Reference", "list_of", "plain", "refer", "required", "unbound"]

# What a script leaves that ``set -u`` or ``${x?}`` ends (`bash -c` alone leaves 127).
UNBOUND_STATUS = 1


class Reference:
    """A parameter.

    Attributes:
        name: the variable or special parameter.
        label: how messages about an unset one call it: ``x``, ``$1``, ``a[1]``.
        subscript: the text between the brackets, None without.
        maybe: reads a scalar, None when it is unset.
        values: reads a list; None for a scalar.
        star: the list is ``$*`` or ``${a[*]}``.
    """

    __slots__ = ("label", "maybe", "name", "star", "subscript", "values")

    def __init__(
        self,
        name: str,
        label: str,
        maybe: Maybe,
        values: Values | None = None,
        star: bool = False,
        subscript: str | None = None,
    ) -> None:
        self.name = name
        self.label = label
        self.maybe = maybe
        self.values = values
        self.star = star
        self.subscript = subscript


def unbound(st: State, label: str) -> str:
    """The value of an unset parameter: nothing, or the end of the shell under ``set -u``."""
    if st.nounset:
        raise ExpansionError(f"{label}: unbound variable", fatal=True, status=UNBOUND_STATUS)
    return ""


def plain(name: str) -> Callable[[State], str]:
    """``$name`` of an ordinary variable: the closure that scripts run most."""

    def read(st: State) -> str:
        value = st.vars.get(name)
        if type(value) is str:
            return value
        if value is not None:
            found = st.get(name)
            if found is not None:
                return found
        return unbound(st, name)

    return read


def required(reference: Reference) -> Callable[[State], str]:
    """A scalar's value; unset is empty or an error."""
    maybe, label = reference.maybe, reference.label

    def read(st: State) -> str:
        value = maybe(st)
        return unbound(st, label) if value is None else value

    return read


def _variable(name: str) -> Maybe:
    def maybe(st: State) -> str | None:
        value = st.vars.get(name)
        if value is None or type(value) is str:
            return value
        return st.get(name)

    return maybe


def list_of(name: str) -> Values:
    """``${name[@]}``."""

    def values(st: State) -> list[str]:
        held = st.vars.get(name)
        if type(held) is Variable and type(held.value) is Indexed:
            return held.value.values()
        return subscripts.values(st, name)

    return values


def _positional(st: State) -> list[str]:
    return st.args


def refer(
    name: str,
    subscript: Word | str | None,
    index: Callable[[Word], int | Callable[[State], int]],
    text: Callable[[Word], str | Callable[[State], str]],
) -> Reference:
    """What ``${name[subscript]}`` refers to; ``index`` and ``text`` compile a subscript's word."""
    if subscript is None:
        if name in {"@", "*"}:
            return Reference(name, f"${name}", special_parameters.reader(name), _positional, name == "*")
        if special_parameters.is_special(name):
            return Reference(name, f"${name}", special_parameters.reader(name))
        return Reference(name, name, _variable(name))
    if isinstance(subscript, str):
        values = list_of(name)

        def joined(st: State) -> str | None:
            found = values(st)
            return " ".join(found) if found else None

        return Reference(
            name, f"{name}[{subscript}]", joined, values, star=subscript == "*", subscript=subscript
        )
    written = subscript.source
    maybe = subscripts.reader(name, index(subscript), text(subscript))
    return Reference(name, f"{name}[{written}]", maybe, subscript=written)
