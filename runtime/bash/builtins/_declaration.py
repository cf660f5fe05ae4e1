"""One argument of ``declare``, ``local``, ``export`` or ``readonly``: read, checked and carried out.

The order is bash's: the name, its scope, whether the change is allowed, the attributes, the value, and readonly last.
"""

from __future__ import annotations

import re

from runtime.bash.builtins._variables import is_reference
from runtime.bash.errors import ExpansionError
from runtime.bash.expand.quote import single
from runtime.bash.expand.subscripts import BadSubscript
from runtime.bash.interp.assign import Assigned, assign
from runtime.bash.interp.subscript import expanded
from runtime.bash.state import ReadOnly
from runtime.bash.syntax.lazy_regex import LazyRegex
from runtime.bash.variables import (
    ARRAY,
    ASSOCIATIVE,
    CAPITAL,
    INDEXED,
    LOWER,
    NAMEREF,
    READONLY,
    UPPER,
    Dynamic,
    Indexed,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.assign import Element
    from runtime.bash.state import Frame, State

__all__ = ["DeclarationRequest", "function_frame", "made_readonly", "one", "parsed"]

_ARGUMENT = LazyRegex(r"([A-Za-z_][A-Za-z0-9_]*)(?:\[(.*?)\])?(?:(\+?)=(.*))?\Z", re.DOTALL)
_CASES = LOWER | UPPER | CAPITAL


class DeclarationRequest:
    """What is asked for: attributes ``on`` and ``off``, and where.

    Attributes:
        command: the builtin's name, for messages; "" where bash gives none.
        scope: "local" (of the running function), "global" (past all functions) or "" (where the name is found).
        inherit: a new local begins with the value and the attributes of the outer variable (-I).
    """

    __slots__ = ("command", "inherit", "off", "on", "scope")

    def __init__(
        self, command: str, on: int = 0, off: int = 0, scope: str = "", inherit: bool = False
    ) -> None:
        self.command = command
        self.on = on
        self.off = off
        self.scope = scope
        self.inherit = inherit


class _Refused(Exception):
    """What bash says instead of doing it."""


def parsed(st: State, word: str | Assigned) -> tuple[str, str | None, Assigned | None] | None:
    """An argument as name, subscript and assignment; None if it has no valid name."""
    if isinstance(word, Assigned):
        return word.name, word.subscript, word
    match = _ARGUMENT.match(word)
    if match is None:
        return None
    name, subscript, append, value = match.groups()
    if subscript is not None:
        subscript = expanded(st, name, subscript)
    if value is None:
        return name, subscript, None
    return name, subscript, Assigned(name, subscript, append == "+", value)


def one(st: State, request: DeclarationRequest, word: str | Assigned) -> int:
    """Declare one argument; the status, 1 after a message."""
    found = parsed(st, word)
    if found is None:
        st.complain(f"{request.command}: `{word}': not a valid identifier")
        return 1
    name, subscript, assigned = found
    try:
        if request.scope == "global":
            _at_global(st, name, lambda: _declare(st, request, name, subscript, assigned))
        else:
            _declare(st, request, name, subscript, assigned)
    except _Refused as refused:
        st.complain(f"{request.command}: {refused}")
    except ReadOnly as refused:
        st.complain(f"{request.command}: {refused.message}" if request.scope != "names" else refused.message)
    except BadSubscript as wrong:
        st.complain(wrong.message)
    else:
        return 0
    return 1


def _declare(
    st: State, request: DeclarationRequest, name: str, subscript: str | None, assigned: Assigned | None
) -> None:
    naming = (request.on | request.off) & NAMEREF
    if (
        request.on & NAMEREF
        and assigned is not None
        and isinstance(assigned.value, str)
        and not assigned.append
    ):
        _check_target(assigned.value)
    if request.scope == "local":
        _make_local(st, name, request)
    elif not naming:
        name = st.target(name)
        if "[" in name:
            name, _, rest = name.partition("[")
            subscript = rest[:-1]
    on = request.on
    if subscript is not None and not on & ARRAY:
        on |= _kind(st, name)
    _check(st, name, on, request.off, assigned)
    if on & NAMEREF:
        _refer(st, request, name, assigned)
        return
    if on or request.off or assigned is None:
        _mark(st, name, on & ~READONLY, request.off)
    if assigned is not None:
        _store(st, name, subscript, assigned, on)
    if on & READONLY:
        made_readonly(st, name)


def _kind(st: State, name: str) -> int:
    held = st.vars.get(name)
    return held.flags & ARRAY or INDEXED if isinstance(held, Variable) else INDEXED


# Scopes


def function_frame(st: State) -> Frame | None:
    """The frame of the running function."""
    for frame in reversed(st.frames):
        if frame.kind == "function":
            return frame
    return None


def _make_local(st: State, name: str, request: DeclarationRequest) -> None:
    """Hide the outer variable of that name behind a new one, unless the running function has one already."""
    frame = function_frame(st)
    if frame is None or name in frame.saved or _is_of_command(st, frame, name):
        return
    outer = st.vars.get(name)
    if isinstance(outer, Variable) and outer.flags & READONLY:
        raise ReadOnly(name)
    st.make_local(name)
    if request.inherit or st.options["localvar_inherit"] or _is_given(st, frame, name):
        if isinstance(outer, Variable):
            inherited = outer.clone(st.token)
            inherited.flags &= ~NAMEREF
            st.rebind(name, inherited)
        return
    st.rebind(name, Variable(None))


def _is_of_command(st: State, frame: Frame, name: str) -> bool:
    """Whether the running function has the name from ``name=value eval …``: that is as local as can be, and ends first."""
    above = st.frames[st.frames.index(frame) + 1 :]
    return any(inner.kind == "environment" and name in inner.saved for inner in above)


def _is_given(st: State, frame: Frame, name: str) -> bool:
    """Whether what is visible was given before a command (``name=value function``): a local begins with that value."""
    for outer in reversed(st.frames[: st.frames.index(frame)]):
        if name in outer.saved:
            return outer.kind == "environment"
    return False


def _at_global(st: State, name: str, act: Callable[[], None]) -> None:
    """Act on the variable that no function has hidden."""
    for frame in st.frames:
        if name in frame.saved:
            break
    else:
        act()
        return
    inner = st.vars.get(name)
    st.rebind(name, frame.saved[name])
    try:
        act()
    finally:
        frame.saved[name] = st.vars.get(name)
        st.rebind(name, inner)


# Checks and attributes


def _check(st: State, name: str, on: int, off: int, assigned: Assigned | None) -> None:
    held = st.vars.get(name)
    if not isinstance(held, Variable):
        return
    if held.flags & READONLY and (assigned is not None or off & READONLY):
        raise ReadOnly(name)
    if on & INDEXED and held.flags & ASSOCIATIVE:
        raise _Refused(f"{name}: cannot convert associative to indexed array")
    if on & ASSOCIATIVE and held.flags & INDEXED:
        raise _Refused(f"{name}: cannot convert indexed to associative array")
    if off & held.flags & ARRAY:
        raise _Refused(f"{name}: cannot destroy array variables in this way")


def _mark(st: State, name: str, on: int, off: int) -> None:
    """Give and take attributes; the variable is made if there is none."""
    held = st.vars.get(name)
    if held is not None and not on and isinstance(held, str):
        return
    if held is None or isinstance(held, str):
        made = Variable(held, on, st.token)
    elif isinstance(held, Dynamic):
        # Shared by all shells: never changed in place.
        made = Dynamic(held.read, held.assign, held.flags)
    else:
        made = held if held.owner is st.token else held.clone(st.token)
    made.flags = _flags(made.flags, on) & ~off
    if on & ARRAY and isinstance(made.value, str):
        made.value = {"0": made.value} if on & ASSOCIATIVE else Indexed([made.value])
    st.rebind(name, made)


def _flags(before: int, on: int) -> int:
    """Of the cases there is one at most: a new one replaces, two at once cancel each other."""
    cases = on & _CASES
    if cases:
        before &= ~_CASES
        if cases & (cases - 1):
            on &= ~_CASES
    return before | on


def made_readonly(st: State, name: str) -> None:
    """``name`` can no longer be assigned."""
    _mark(st, name, READONLY, 0)


# Values


def _store(st: State, name: str, subscript: str | None, assigned: Assigned, on: int) -> None:
    value = assigned.value
    held = st.vars.get(name)
    array = on & ARRAY or (held.flags & ARRAY if isinstance(held, Variable) else 0)
    compound = isinstance(value, str) and value[:1] == "(" and value[-1:] == ")"
    if isinstance(value, str) and compound and array and subscript is None:
        value = _compound(st, name, value, associative=bool(array & ASSOCIATIVE))
    elif compound and subscript is not None:
        st.complain(f"warning: {name}[{subscript}]={value}: quoted compound array assignment deprecated")
    if subscript is not None and isinstance(value, str) and not subscript:
        raise BadSubscript(f"{name}[]: bad array subscript")
    if isinstance(value, list) and array & ASSOCIATIVE:
        value = _keyed(st, name, value)
    assign(st, Assigned(name, subscript, assigned.append, value), array)


def _keyed(st: State, name: str, elements: list[Element]) -> list[Element]:
    """Elements for an associative array; among those with keys one without is said, in quotes as bash passes it on."""
    if elements and elements[0][0] is None:
        return elements
    for key, _, text in elements:
        if key is None:
            st.complain(f"{name}: {single(text)}: must use subscript when assigning associative array")
    return [element for element in elements if element[0] is not None]


def _compound(st: State, name: str, text: str, *, associative: bool) -> list[Element]:
    """The elements of ``(...)`` that came as a text: parsed and expanded now."""
    from runtime.bash.errors import ShellSyntaxError
    from runtime.bash.interp.assign import assigned
    from runtime.bash.interp.dispatch import COMPILER
    from runtime.bash.syntax.parser import parse
    from runtime.bash.syntax.tree import ArrayLiteral, Simple

    try:
        commands = parse(f"{name}={text}").commands
    except ShellSyntaxError as wrong:
        raise ExpansionError(wrong.message) from None
    command = commands[0]
    # Exactly one assignment and nothing else: no text gets a command in by way of a value.
    if (
        len(commands) != 1
        or not isinstance(command, Simple)
        or command.words
        or command.redirections
        or len(command.assignments) != 1
        or not isinstance(command.assignments[0].value, ArrayLiteral)
    ):
        raise ExpansionError(f"{text}: syntax error in array value")
    value = assigned(command.assignments[0], COMPILER)(st, associative).value
    return value if isinstance(value, list) else []


# References


def _check_target(target: str) -> None:
    if not is_reference(target):
        raise _Refused(f"`{target}': invalid variable name for name reference")


def _refer(st: State, request: DeclarationRequest, name: str, assigned: Assigned | None) -> None:
    """``declare -n name=target``."""
    held = st.vars.get(name)
    if isinstance(held, Variable) and (held.flags & ARRAY or isinstance(held.value, Indexed | dict)):
        raise _Refused(f"{name}: reference variable cannot be an array")
    before = held if isinstance(held, str) else held.value if held is not None else None
    target = before if isinstance(before, str) else None
    if assigned is not None:
        if not isinstance(assigned.value, str):
            raise _Refused(f"{name}: reference variable cannot be an array")
        target = (target or "") + assigned.value if assigned.append else assigned.value
    if target is not None:
        _check_target(target)
    if target is not None and target.partition("[")[0] == name:
        if request.scope != "local":
            raise _Refused(f"{name}: nameref variable self references not allowed")
        st.complain(f"{request.command}: warning: {name}: circular name reference")
    flags = held.flags if isinstance(held, Variable) else 0
    st.rebind(name, Variable(target, (flags | request.on) & ~request.off, st.token))
