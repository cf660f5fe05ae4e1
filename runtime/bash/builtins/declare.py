"""``declare``, alias ``typeset``, and ``local``: variables with attributes, and what is declared."""

from __future__ import annotations

from runtime.bash.builtins._declaration import DeclarationRequest, function_frame, one
from runtime.bash.builtins._listing import (
    assignments,
    binding,
    declaration,
    declarations,
    function,
    function_letters,
    functions,
)
from runtime.bash.builtins._options import USAGE, emit, options
from runtime.bash.interp.assign import Assigned
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
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.builtins._options import Options
    from runtime.bash.state import State

_DECLARE = "[-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]"
_TYPESET = "[-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]"
SYNOPSIS = {"declare": _DECLARE, "typeset": _TYPESET, "local": "[option] name[=value] ..."}
_HELP = """Declare variables and give them attributes; without names show what is declared.

Options:
  -f   functions: show their definitions; -F only their names
  -g   in a function: the global variable, not a local one
  -I   a local variable inherits value and attributes of the outer one
  -p   show the attributes and values of each name

Attributes (+ instead of - takes one away):
  -a   indexed array          -A   associative array     -i   integer: values are evaluated
  -l   lower case             -u   upper case            -n   reference to the variable that it names
  -r   readonly               -t   trace                 -x   exported"""
HELP = {
    "declare": _HELP,
    "typeset": _HELP,
    "local": "Make variables local to the running function. Options are those of declare; local - makes the options of set "
    "local.",
}

_ATTRIBUTES = {
    "a": INDEXED,
    "A": ASSOCIATIVE,
    "c": CAPITAL,
    "i": INTEGER,
    "l": LOWER,
    "n": NAMEREF,
    "r": READONLY,
    "t": TRACE,
    "u": UPPER,
    "x": EXPORT,
}
_LETTERS = "acfgilnprtuxAFI"


def main(st: State, argv: list[Any]) -> int:
    """Declare or show."""
    name = argv[0]
    if name == "local" and function_frame(st) is None:
        st.complain("local: can only be used in a function")
        # bash assigns arrays before it runs the builtin that then refuses.
        for word in argv[1:]:
            if isinstance(word, Assigned) and isinstance(word.value, list):
                one(st, DeclarationRequest(name), word)
        return 1
    read = options(st, argv, _LETTERS, plus=True)
    if read is None:
        return USAGE
    given, at = read
    words = argv[at:]
    letters = {letter for letter, _ in given}
    if letters & {"f", "F"}:
        return _functions(st, name, letters, words)
    request = _request(st, name, given)
    if not words:
        return _list(st, name, request, letters)
    if "p" in letters:
        return _show(st, name, words)
    status = 0
    for word in words:
        if word == "-" and name == "local":
            _options_are_local(st)
        else:
            status |= one(st, request, word)
    return status


def _request(st: State, name: str, given: Options) -> DeclarationRequest:
    request = DeclarationRequest(name, scope="local" if function_frame(st) is not None else "")
    for letter, _ in given:
        if letter == "g":
            request.scope = "global"
        elif letter == "I":
            request.inherit = True
        elif letter[0] == "+":
            request.off |= _ATTRIBUTES.get(letter[1], 0)
        else:
            request.on |= _ATTRIBUTES.get(letter, 0)
    return request


# Showing


def _list(st: State, name: str, request: DeclarationRequest, letters: set[str]) -> int:
    """No names: all variables, those with one of the attributes, or the locals of the running function."""
    if name == "local":
        frame = function_frame(st)
        locals_ = [] if frame is None else [local for local in frame.saved if local in st.vars]
        return emit(st, name, declarations(st, request.on, locals_))
    if request.on or "p" in letters:
        return emit(st, name, declarations(st, request.on))
    text = assignments(st)
    if not letters:
        text += functions(st, attributes=False)
    return emit(st, name, text)


def _show(st: State, command: str, names: list[Any]) -> int:
    status = 0
    for word in names:
        name = word if isinstance(word, str) else word.name
        held = binding(st, name)
        if held is None:
            st.complain(f"{command}: {name}: not found")
            status = 1
        else:
            status = emit(st, command, declaration(st, name, held)) or status
    return status


def _functions(st: State, command: str, letters: set[str], names: list[Any]) -> int:
    """``-f`` and ``-F``: show functions, or give them attributes."""
    marks = letters & {"r", "t", "x", "+t", "+x"}
    if not names:
        wanted = "".join(mark for mark in marks if mark[0] != "+")
        return emit(st, command, functions(st, wanted, bodies="F" not in letters))
    status = 0
    for word in names:
        if not isinstance(word, str) or "=" in word:
            st.complain(f"{command}: cannot use `-f' to make functions")
            return 1
        if word not in st.functions:
            status = 1
        elif marks:
            mark_function(st, word, marks)
        else:
            text = _function(st, word, only_name="F" in letters, attributes="p" in letters)
            status = emit(st, command, text) or status
    return status


def _function(st: State, name: str, *, only_name: bool, attributes: bool) -> str:
    if not only_name:
        return function(st, name, attributes=attributes)
    if attributes:
        return f"declare -f{function_letters(st, name)} {name}\n"
    if not st.options["extdebug"]:
        return f"{name}\n"
    held = st.functions[name]
    return f"{name} {held.node.line} {held.source}\n"


def mark_function(st: State, name: str, marks: set[str]) -> None:
    """Give a function attributes, or take them away."""
    held = st.functions[name]
    if "r" in marks:
        # A new set: subshells share the old one.
        readonly: frozenset[str] = st.extra.get("readonly functions", frozenset())  # type: ignore[assignment]
        st.extra["readonly functions"] = readonly | {name}
    twin = type(held)(held.node, held.run, held.source)
    twin.exported = (held.exported or "x" in marks) and "+x" not in marks
    twin.traced = (held.traced or "t" in marks) and "+t" not in marks
    st.functions[name] = twin


# local -


class _Options(Variable):
    """The options of ``set`` as they were, kept among the locals under a name that no variable has."""

    __slots__ = ()


def _options_are_local(st: State) -> None:
    from runtime.bash.shell_options import SET_NAMES

    frame = function_frame(st)
    if frame is not None and "-" not in frame.saved:
        st.callbacks.extra["changed -"] = _restore_options
        kept = " ".join(name for name in SET_NAMES if name in st.options.on)
        frame.saved["-"] = _Options(kept)


def _restore_options(st: State) -> None:
    from runtime.bash.shell_options import SET_NAMES

    held = st.vars.pop("-", None)
    if isinstance(held, _Options) and isinstance(held.value, str):
        before = held.value.split()
        for name in SET_NAMES:
            if st.options[name] != (name in before):
                st.set(name, name in before)
