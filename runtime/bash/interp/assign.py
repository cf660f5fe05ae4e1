"""Assignments: ``x=v``, ``x+=v``, ``a[i]=v``, ``a=(...)``, and what declaration builtins get in their argv.

A compiled assignment carries itself out, after it has been traced.
"""

from __future__ import annotations

from runtime.bash.errors import Abandoned, BadExpression, ExpansionError
from runtime.bash.expand.arithmetic_numbers import number_text, value_of
from runtime.bash.expand.arithmetic_parser import wrap
from runtime.bash.expand.braces import expansion
from runtime.bash.expand.subscripts import BadSubscript, abandoned, assign_at
from runtime.bash.interp import command_hooks
from runtime.bash.state import WATCHED, ReadOnly
from runtime.bash.syntax.tree import ArrayLiteral, Literal, Word
from runtime.bash.variables import (
    ARRAY,
    ASSOCIATIVE,
    INDEXED,
    INTEGER,
    NAMEREF,
    READONLY,
    Dynamic,
    Indexed,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import ArrayElement, Assignment, Part

    # subscript or None, whether it appends, value
    Element = tuple[str | None, bool, str]
    Store = Callable[[State], None]

__all__ = [
    "ELEMENT_BYTES",
    "SMALL",
    "Assigned",
    "assign",
    "assigned",
    "assignment",
    "spelled",
    "store",
    "store_array",
]

# What an array's element costs beside its text; texts up to this long are overwritten without being counted.
ELEMENT_BYTES = 64
SMALL = 128


class Assigned:
    """An assignment whose right side is expanded, waiting to be carried out by `assign` or a declaration builtin.

    ``value`` is a text, or for ``name=(...)`` a list of (subscript text or None, whether it appends, value).
    """

    __slots__ = ("append", "name", "subscript", "value")

    def __init__(self, name: str, subscript: str | None, append: bool, value: str | list[Element]) -> None:
        self.name = name
        self.subscript = subscript
        self.append = append
        self.value = value

    def said(self) -> str:
        """The argument as ``$_`` and ``set -x`` show it: of an array its name."""
        if not isinstance(self.value, str):
            return self.name
        subscript = "" if self.subscript is None else f"[{self.subscript}]"
        return f"{self.name}{subscript}{'+=' if self.append else '='}{self.value}"


def assign(st: State, assigned: Assigned, flags: int = 0) -> None:
    """Carry out an assignment; ``flags`` may say INDEXED or ASSOCIATIVE for an array that is made by it."""
    value = assigned.value
    if isinstance(value, list):
        store_array(st, assigned.name, value, append=assigned.append, flags=flags)
    elif assigned.subscript is not None:
        # Not by way of a text: this subscript is expanded already.
        assign_at(st, _target(st, assigned.name), assigned.subscript, value, assigned.append)
    else:
        st.assign(assigned.name, value, append=assigned.append)


def store(st: State, target: str, value: str) -> int:
    """``target=value`` for a builtin that was given the name, or the element, as a word; the status, 1 after a message."""
    try:
        if target[-1:] == "]":
            st.callbacks.extra["assign_element"](st, target, value, False)  # type: ignore[operator]
        else:
            st.assign(target, value)
    except (ReadOnly, BadSubscript) as failed:
        st.complain(failed.message)
        return 1
    return 0


# Compiling


def assignment(node: Assignment, compiler: Compiler) -> Store:
    """Compile an assignment that stands alone or before a command."""
    if isinstance(node.value, ArrayLiteral):
        if node.subscript is not None:
            return _refused(f"{node.name}[{node.subscript.source}]: cannot assign list to array member")
        return _array(node, node.value, compiler)
    if node.subscript is not None:
        return _element(node, node.subscript, node.value, compiler)
    return _scalar(node, node.value, compiler)


def _refused(message: str) -> Store:
    def refuse(_st: State) -> None:
        raise ExpansionError(message)

    return refuse


def _scalar(node: Assignment, word: Word, compiler: Compiler) -> Store:
    value = compiler.words.assigned(word)
    name, append = node.name, node.append
    watched = name in WATCHED

    def store(st: State) -> None:
        text = value if isinstance(value, str) else value(st)
        old = st.vars.get(name)
        if st.hooks:
            command_hooks.assignment(st, node, text)
            st.assign(name, text, append=append)
        elif type(old) is str:
            if append:
                st.meter.text(len(old) + len(text))
                st.vars[name] = old + text
            else:
                st.vars[name] = text
            if len(text) > SMALL:
                st.hold(len(text))
        elif (
            type(old) is Variable
            and old.flags == INTEGER
            and not watched
            and not isinstance(old.value, Indexed | dict)
        ):
            # `declare -i`: a quarter of the time that the way through the attributes takes.
            try:
                number = value_of(st, text) if text else 0
                if append and old.value:
                    number = wrap(number + value_of(st, old.value))
            except BadExpression as error:
                raise Abandoned(error.message, status=error.status) from None
            st.vars[name] = Variable(number_text(number), INTEGER)
        else:
            st.assign(name, text, append=append)

    return store


def _element(node: Assignment, subscript: Word, word: Word, compiler: Compiler) -> Store:
    value = compiler.words.assigned(word)
    index = compiler.words.arithmetic(subscript)
    key = compiler.words.text(subscript)
    source = subscript.source
    name, append = node.name, node.append
    if not subscript.parts:
        return _refused(f"{name}[]: bad array subscript")

    def store(st: State) -> None:
        # The value is expanded before the subscript, as bash does.
        text = value if isinstance(value, str) else value(st)
        if st.hooks:
            command_hooks.assignment(st, node, text)
        held = st.vars.get(name)
        if (
            isinstance(held, Variable)
            and held.owner is st.token
            and (held.flags == INDEXED or held.flags == ASSOCIATIVE)
        ):
            # Nine in ten: an array of this shell without further attributes.
            array = held.value
            if isinstance(array, dict):
                at = key if isinstance(key, str) else key(st)
                if at:
                    array[at] = array.get(at, "") + text if append else text
                    st.hold(len(at) + len(text) + ELEMENT_BYTES)
                    return
            elif isinstance(array, Indexed):
                try:
                    number = index if isinstance(index, int) else index(st)
                except BadExpression as error:
                    raise abandoned(st, error) from None
                if number < 0:
                    number = _from_end(array, number, f"{name}[{source}]")
                array.set(number, array.items.get(number, "") + text if append else text)
                st.hold(len(text) + ELEMENT_BYTES)
                return
        _store_element(st, name, key, index, source, text, append)

    return store


def _from_end(array: Indexed, number: int, shown: str) -> int:
    if number + array.top + 1 < 0:
        raise ExpansionError(f"{shown}: bad array subscript")
    return number + array.top + 1


def _store_element(
    st: State,
    name: str,
    key: str | Callable[[State], str],
    index: int | Callable[[State], int],
    source: str,
    text: str,
    append: bool,
) -> None:
    """An element of anything: namerefs followed, the array made where there is none, attributes applied."""
    name = _target(st, name)
    held = st.vars.get(name)
    if isinstance(held, Dynamic):
        return
    if isinstance(held, Variable) and held.flags & READONLY:
        raise ReadOnly(name)
    shown = f"{name}[{source}]"
    if isinstance(held, Variable) and held.flags & ASSOCIATIVE:
        at = key if isinstance(key, str) else key(st)
        if not at:
            raise ExpansionError(f"{shown}: bad array subscript")
        variable = st.writable(name, ASSOCIATIVE)
        _put_key(st, variable, at, text, variable.value if append else None)
        return
    try:
        number = index if isinstance(index, int) else index(st)
    except BadExpression as error:
        raise abandoned(st, error) from None
    variable = st.writable(name, INDEXED)
    if isinstance(variable.value, Indexed):
        _put_index(st, variable, number, text, append, shown)


def _target(st: State, name: str) -> str:
    held = st.vars.get(name)
    if not isinstance(held, Variable) or not held.flags & NAMEREF:
        return name
    target = st.target(name)
    if target == name and not held.value:
        st.complain(f"warning: {name}: removing nameref attribute")
        st.vars[name] = Variable(None, held.flags & ~NAMEREF, st.token)
    if "[" in target:
        raise ExpansionError(f"`{target}': not a valid identifier")
    return target


def _put_key(st: State, variable: Variable, key: str, text: str, before: object) -> None:
    """``before`` is the table whose value is appended to, None where nothing is."""
    array = variable.value
    if isinstance(array, dict):
        array[key] = st.transform(
            variable.flags, text, before.get(key, "") if isinstance(before, dict) else None
        )
        st.hold(len(key) + len(array[key]) + ELEMENT_BYTES)


def _put_index(st: State, variable: Variable, number: int, text: str, append: bool, shown: str) -> None:
    array = variable.value
    if isinstance(array, Indexed):
        if number < 0:
            number = _from_end(array, number, shown)
        value = st.transform(variable.flags, text, array.items.get(number, "") if append else None)
        array.set(number, value)
        st.hold(len(value) + ELEMENT_BYTES)


# Array literals


def _array(node: Assignment, literal: ArrayLiteral, compiler: Compiler) -> Store:
    elements = _elements(literal, compiler)
    name, append = node.name, node.append
    plain = all(element.subscript is None for element in literal.elements)

    def store(st: State) -> None:
        if st.hooks:
            command_hooks.assignment(st, node, "")
        held = st.vars.get(name)
        if (
            plain
            and append
            and isinstance(held, Variable)
            and held.flags == INDEXED
            and held.owner is st.token
            and isinstance(held.value, Indexed)
        ):
            array = held.value
            for _, _, text in elements(st, False):
                array.append(text)
                st.hold(len(text) + ELEMENT_BYTES)
            return
        target = _target(st, name)
        held = st.vars.get(target)
        associative = isinstance(held, Variable) and bool(held.flags & ASSOCIATIVE)
        store_array(st, target, elements(st, associative), append=append)

    return store


def _elements(literal: ArrayLiteral, compiler: Compiler) -> Callable[[State, bool], list[Element]]:
    """The elements of ``( ... )`` expanded: split and globbed for an indexed array, one text each for an associative one."""
    words = compiler.words
    if all(element.subscript is None for element in literal.elements):
        fields = words.fields(tuple(element.value for element in literal.elements))
        texts: list[str | Callable[[State], str]] = []

        def expand(st: State, associative: bool) -> list[Element]:
            if associative:
                if not texts:
                    texts.extend(words.keyed(element.value) for element in literal.elements)
                return [(None, False, text if isinstance(text, str) else text(st)) for text in texts]
            return [(None, False, field) for field in (fields if isinstance(fields, tuple) else fields(st))]

        return expand
    parts = tuple(_part(element, compiler) for element in literal.elements)

    def expand_parts(st: State, associative: bool) -> list[Element]:
        return [element for part in parts for element in part(st, associative)]

    return expand_parts


def _part(element: ArrayElement, compiler: Compiler) -> Callable[[State, bool], Iterable[Element]]:
    words = compiler.words
    text, keyed = words.assigned(element.value), words.keyed(element.value)
    if element.subscript is None:
        fields = words.fields((element.value,))

        def expand(st: State, associative: bool) -> Iterable[Element]:
            if associative:
                return [(None, False, keyed if isinstance(keyed, str) else keyed(st))]
            return [(None, False, field) for field in (fields if isinstance(fields, tuple) else fields(st))]

        return expand
    key = words.text(element.subscript)
    append = element.append
    word = spelled("", element)
    plain = None if word is None else words.fields((word,))

    def expand_keyed(st: State, associative: bool) -> Iterable[Element]:
        if plain is not None and not associative:
            return [(None, False, field) for field in (plain if isinstance(plain, tuple) else plain(st))]
        at = key if isinstance(key, str) else key(st)
        value = keyed if associative else text
        return [(at, append, value if isinstance(value, str) else value(st))]

    return expand_keyed


def spelled(name: str, made: Assignment | ArrayElement) -> Word | None:
    """``name[subscript]=value`` as a plain word, where it has braces to expand: bash then takes it for no assignment."""
    value = made.value
    if not isinstance(value, Word):
        return None
    before: list[Part] = [Literal(name)]
    subscript = made.subscript
    if subscript is not None:
        before = [*before, Literal("["), *subscript.parts, Literal("]")]
    parts = (*before, Literal("+=" if made.append else "="), *value.parts)
    if not any(isinstance(part, Literal) and "{" in part.text for part in parts):
        return None
    # Of the source only what stands before a brace counts.
    word = Word(parts, f"{'' if subscript is None else subscript.source}={value.source}")
    return word if expansion(word) is not None else None


def assigned(node: Assignment, compiler: Compiler) -> Callable[[State, bool], Assigned]:
    """Compile an argument of a declaration builtin; the flag says whether it declares an associative array."""
    words = compiler.words
    name, append = node.name, node.append
    subscript = None if node.subscript is None else words.text(node.subscript)
    if isinstance(node.value, ArrayLiteral):
        elements = _elements(node.value, compiler)

        def expand_array(st: State, associative: bool) -> Assigned:
            held = st.vars.get(name)
            known = isinstance(held, Variable) and bool(held.flags & ASSOCIATIVE)
            return Assigned(name, None, append, elements(st, associative or known))

        return expand_array
    value = words.assigned(node.value)

    def expand(st: State, _associative: bool) -> Assigned:
        at = subscript if subscript is None or isinstance(subscript, str) else subscript(st)
        return Assigned(name, at, append, value if isinstance(value, str) else value(st))

    return expand


def store_array(
    st: State, name: str, elements: list[Element], *, append: bool = False, flags: int = 0
) -> None:
    """``name=(...)``: the elements expanded, the array made or replaced (or, with ``append``, grown)."""
    name = _target(st, name)
    held = st.vars.get(name)
    if isinstance(held, Dynamic):
        return
    if isinstance(held, Variable) and held.flags & READONLY:
        raise ReadOnly(name)
    associative = flags & ASSOCIATIVE or (isinstance(held, Variable) and held.flags & ASSOCIATIVE)
    kind = ASSOCIATIVE if associative else INDEXED
    st.meter.fields(len(elements))
    if append:
        variable = st.writable(name, kind)
    else:
        # Filled before it is put in place: the elements' own subscripts may read the old array.
        kept = held.flags & ~ARRAY if isinstance(held, Variable) else 0
        variable = Variable({} if associative else Indexed(), kept | kind, st.token)
    if associative:
        old = held.value if isinstance(held, Variable) and isinstance(held.value, dict) else {}
        _fill_keys(st, name, variable, elements, old)
    else:
        _fill_indexes(st, name, variable, elements)
    if not append:
        st.rebind(name, variable)


def _fill_indexes(st: State, name: str, variable: Variable, elements: list[Element]) -> None:
    array = variable.value
    if not isinstance(array, Indexed):
        return
    at = array.top + 1
    for subscript, append, text in elements:
        if subscript is not None:
            try:
                at = st.callbacks.evaluate(st, subscript)
            except BadExpression as error:
                raise abandoned(st, error) from None
            if at < 0:
                at = _from_end(array, at, f"[{subscript}]={text}")
        _put_index(st, variable, at, text, append, name)
        at += 1


def _fill_keys(
    st: State, name: str, variable: Variable, elements: list[Element], old: dict[str, str]
) -> None:
    if elements and elements[0][0] is None:
        # bash 5.1: without subscripts the words are keys and values by turns.
        texts = [text for _, _, text in elements]
        pairs: list[Element] = [
            (key, False, texts[at + 1] if at + 1 < len(texts) else "")
            for at, key in enumerate(texts)
            if at % 2 == 0
        ]
    else:
        pairs = elements
    for key, append, text in pairs:
        if key is None:
            st.complain(f"{name}: {text}: must use subscript when assigning associative array")
        elif not key:
            st.complain(
                f"[{key}]={text}: bad array subscript" if elements is pairs else "bad array subscript"
            )
        else:
            # `+=` grows what the key had before the whole assignment.
            _put_key(st, variable, key, text, old if append else None)
