"""How variables and functions are written so that the shell reads them back: ``declare -p``, ``set``, ``export -p``."""

from __future__ import annotations

from runtime.bash.expand.quote import ansi, declared, single
from runtime.bash.expand.transform import array_value, letters
from runtime.bash.variables import ARRAY, READONLY, Dynamic, Indexed, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from runtime.bash.state import State

__all__ = ["assignments", "declaration", "declarations", "function", "functions"]

# What `set` quotes; a comment sign or a tilde only at the beginning.
_META = frozenset(" \t\n'\"\\|&;()<>!{}*[?]^$`,")


def binding(st: State, name: str) -> Variable | None:
    """What a name is bound to, a nameref itself and not its target; None when it is nothing."""
    held = st.vars.get(name)
    if held is None or isinstance(held, Dynamic):
        return held
    return Variable(held) if isinstance(held, str) else held


def declaration(st: State, name: str, held: Variable, *, listed: bool = False, command: str = "") -> str:
    """``declare -ax name=([0]="1")``.

    Args:
        st: the shell.
        name: the variable's name.
        held: what it is bound to.
        listed: leave out values that are computed when they are asked for (RANDOM).
        command: ``export`` or ``readonly`` as in posix mode, instead of ``declare`` and the letter of it.
    """
    marks = letters(held)
    if command:
        marks = marks.replace(command[0] if command == "readonly" else "x", "")
    head = f"{command or 'declare'} " + (f"-{marks} " if marks else "" if command else "-- ")
    value = _value(st, held, listed=listed)
    if value is None:
        return f"{head}{name}\n"
    shown = array_value(value) if isinstance(value, Indexed | dict) else declared(value)
    return f"{head}{name}={shown}\n"


def _value(st: State, held: Variable, *, listed: bool) -> str | Indexed | dict[str, str] | None:
    if not isinstance(held, Dynamic):
        return held.value
    return None if listed and not held.flags & (READONLY | ARRAY) else held.read(st)


def declarations(st: State, wanted: int, names: Iterable[str] | None = None, command: str = "") -> str:
    """The declarations of all variables (or of ``names``) that have one of the ``wanted`` attributes; 0 is any."""
    found = []
    for name in sorted(st.vars if names is None else names):
        held = binding(st, name)
        if held is not None and (not wanted or held.flags & wanted):
            found.append(declaration(st, name, held, listed=True, command=command))
    return "".join(found)


def assignments(st: State) -> str:
    """``name=value`` of all variables that are set, as ``set`` lists them."""
    found = []
    for name in sorted(st.vars):
        held = binding(st, name)
        value = None if held is None else _value(st, held, listed=True)
        if isinstance(value, Indexed | dict):
            found.append(f"{name}={array_value(value)}\n")
        elif value is not None:
            found.append(f"{name}={_plain(value)}\n")
    return "".join(found)


def _plain(text: str) -> str:
    if not text.isprintable():
        return ansi(text)
    if text[:1] in ("#", "~") or not _META.isdisjoint(text) or "=~" in text or ":~" in text:
        return single(text)
    return text


def function(st: State, name: str, *, attributes: bool = True) -> str:
    """A function's definition, and its attributes if it has any."""
    from runtime.bash.syntax.printer import declaration as printed

    node = st.functions[name].node
    marks = function_letters(st, name) if attributes else ""
    return f"{printed(name, node.body)}\n" + (f"declare -f{marks} {name}\n" if marks else "")


def function_letters(st: State, name: str) -> str:
    """The attribute letters of a function, without the f."""
    held = st.functions[name]
    readonly = name in st.extra.get("readonly functions", ())  # type: ignore[operator]
    return "r" * readonly + "t" * held.traced + "x" * held.exported


def functions(st: State, wanted: str = "", *, bodies: bool = True, attributes: bool = True) -> str:
    """All functions that have one of the ``wanted`` letters ("" is any)."""
    found = []
    for name in sorted(st.functions):
        marks = function_letters(st, name)
        if wanted and not set(wanted) & set(marks):
            continue
        found.append(function(st, name, attributes=attributes) if bodies else f"declare -f{marks} {name}\n")
    return "".join(found)
