"""``declare``, ``typeset``, ``local``, ``export``, ``readonly``: their fast path, for plain options and names.

It takes names that are unset, or scalars without anything special about them; ``names=(...)`` only as a new local. All values are
expanded before the first name is declared: ``local a=1 b=$a`` reads the outer a. What the general path adds (options as
words, arrays, namerefs, readonly names, scopes of sourced files) is most of the time of a declaration.
"""

from __future__ import annotations

from runtime.bash.errors import ExpansionError
from runtime.bash.interp.assign import spelled
from runtime.bash.interp.execute import excused
from runtime.bash.interp.failure import failed
from runtime.bash.interp.fast_operands import SPECIAL_NAMES, calm
from runtime.bash.syntax.tree import ArrayLiteral, Assignment, Word
from runtime.bash.variables import (
    ARRAY,
    ASSOCIATIVE,
    CAPITAL,
    EXPORT,
    INDEXED,
    INTEGER,
    LOWER,
    NAMEREF,
    READONLY,
    TRANSFORMS,
    UPPER,
    Indexed,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import Frame, State
    from runtime.bash.syntax.tree import Simple

    Run = Callable[[State], int]
    Text = str | Callable[[State], str]
    Fields = Callable[[State], list[str]]
    Value = str | list[str] | None

__all__ = ["fast_declare"]

_LETTERS = {
    "A": ASSOCIATIVE,
    "a": INDEXED,
    "i": INTEGER,
    "l": LOWER,
    "n": NAMEREF,
    "r": READONLY,
    "u": UPPER,
    "x": EXPORT,
}
# Builtins that mark a name where they find it, and with what; the others make it local where there is a function.
_MARKS = {"export": EXPORT, "readonly": READONLY}
_CASES = LOWER | UPPER | CAPITAL
# Flags of what only the general path may change.
_UNTOUCHED = READONLY | NAMEREF | ARRAY
_NAME_BYTES = 128


class _Declared:
    """One argument: a name, and what it is given (None: nothing; a list of fields for an array)."""

    __slots__ = ("fields", "name", "text")

    def __init__(self, name: str, text: Text | None, fields: tuple[str, ...] | Fields | None = None) -> None:
        self.name = name
        self.text = text
        self.fields = fields

    def value(self, st: State) -> Value:
        """What it is given, expanded."""
        text, fields = self.text, self.fields
        if fields is not None:
            return list(fields) if isinstance(fields, tuple) else fields(st)
        return text if text is None or isinstance(text, str) else text(st)


def fast_declare(node: Simple, command: str, compiler: Compiler, general: Run) -> Run | None:
    """The fast path of a declaration, or None."""
    flags = _MARKS.get(command, 0)
    words = list(node.words[1:])
    while words and (letters := _letters(words[0], compiler)):
        del words[0]
        if command in _MARKS or not set(letters) <= _LETTERS.keys():
            return None
        for letter in letters:
            flags |= _LETTERS[letter]
    declared = [_declared(word, flags, compiler) for word in words]
    plain = [one for one in declared if one is not None]
    if not plain or len(plain) < len(declared) or _is_odd(flags, words):
        return None
    if command == "local" and not flags and all(one.fields is None for one in plain):
        return _plain_locals(node, plain, general)
    return _declaration(node, command, flags, plain, general)


def _letters(word: Word | Assignment, compiler: Compiler) -> str:
    """The letters of a word of options, "" for any other word."""
    found = compiler.words.fields((word,)) if isinstance(word, Word) else None
    return found[0][1:] if isinstance(found, tuple) and len(found) == 1 and found[0][:1] == "-" else ""


def _is_odd(flags: int, words: list[Word | Assignment]) -> bool:
    """Whether the attributes do not go together; a reference's target must bear to be expanded twice."""
    if flags & NAMEREF:
        targets = [word.value for word in words if isinstance(word, Assignment)]
        return flags != NAMEREF or not all(isinstance(target, Word) and calm(target) for target in targets)
    cases = flags & _CASES
    return bool(cases & (cases - 1)) or flags & ARRAY == ARRAY or bool(flags & ARRAY and flags & ~ARRAY)


def _declared(word: Word | Assignment, flags: int, compiler: Compiler) -> _Declared | None:
    words = compiler.words
    if isinstance(word, Assignment):
        if word.subscript is not None or word.append or word.name in SPECIAL_NAMES:
            return None
        if isinstance(word.value, Word):
            if spelled(word.name, word) is not None:
                return None
            # A command in the value sets the status that the builtin then overwrites; nothing else can be seen of it.
            return None if flags & ARRAY else _Declared(word.name, words.assigned(word.value))
        return _array(word.name, word.value, flags, compiler)
    fields = words.fields((word,))
    if not isinstance(fields, tuple) or len(fields) != 1 or not fields[0].isidentifier():
        return None
    name = fields[0]
    return _Declared(name, None) if name.isascii() and name not in SPECIAL_NAMES else None


def _array(name: str, literal: ArrayLiteral, flags: int, compiler: Compiler) -> _Declared | None:
    """``name=(words)``, where the words are only that."""
    elements = literal.elements
    if flags & ~INDEXED or any(element.subscript is not None for element in elements):
        return None
    fields = compiler.words.fields(tuple(element.value for element in elements)) if elements else ()
    return _Declared(name, None, fields)


# local name, local name=value: what nine functions in ten begin with


def _plain_locals(node: Simple, declared: list[_Declared], general: Run) -> Run:
    names = tuple(one.name for one in declared)
    values = tuple(one.text for one in declared)
    line = node.line

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        frames = st.frames
        if st.hooks or not frames or frames[-1].kind != "function":
            return general(st)
        variables = st.vars
        for name in names:
            if type(variables.get(name, "")) is not str:
                return general(st)
        st.line = line
        st.command = node
        texts = [value if value is None or isinstance(value, str) else value(st) for value in values]
        saved = frames[-1].saved
        for name, text in zip(names, texts, strict=True):
            if name not in saved:
                saved[name] = variables.get(name)
                if text is None:
                    variables[name] = Variable()
            if text is not None:
                variables[name] = text
                st.hold(len(text))
        last = texts[-1]
        st.underscore = names[-1] if last is None else f"{names[-1]}={last}"
        st.pipestatus = None
        st.status = 0
        return 0

    return run


# All others


def _declaration(node: Simple, command: str, flags: int, declared: list[_Declared], general: Run) -> Run:
    line = node.line
    only_local = (
        command == "local" or bool(flags & NAMEREF) or any(one.fields is not None for one in declared)
    )

    def run(st: State) -> int:
        meter = st.meter
        meter.left -= 1
        if meter.left < 0:
            meter.refill()
        frame = st.frames[-1] if st.frames else None
        if st.hooks or (frame is None and only_local) or (frame is not None and frame.kind != "function"):
            return general(st)
        scope = None if command in _MARKS else frame
        for one in declared:
            if not _is_plain(st, scope, one, flags):
                return general(st)
        st.line = line
        st.command = node
        values = [one.value(st) for one in declared]
        if flags & NAMEREF and not all(map(_is_target, declared, values)):
            return general(st)
        status = 0
        try:
            for one, value in zip(declared, values, strict=True):
                _declare(st, scope, one.name, value, flags)
        except ExpansionError as error:
            status = excused(st, command, error)
        last = values[-1]
        name = declared[-1].name
        st.underscore = f"{name}={last}" if isinstance(last, str) else name
        st.pipestatus = None
        st.status = status
        if status:
            failed(st, status)
        return status

    return run


def _is_plain(st: State, scope: Frame | None, one: _Declared, flags: int) -> bool:
    """Whether a name is unset, or a scalar that may be marked; for a new local, whether it hides nothing special."""
    held = st.vars.get(one.name)
    new = scope is not None and one.name not in scope.saved
    if not new and (flags & (ARRAY | NAMEREF) or one.fields is not None):
        return False
    if held is None or type(held) is str:
        return True
    if type(held) is not Variable or held.flags & READONLY:
        return False
    if new:
        # `name=value function` gives a local its value.
        return not any(frame.kind == "environment" for frame in st.frames)
    return not held.flags & _UNTOUCHED and (held.value is None or isinstance(held.value, str))


def _is_target(one: _Declared, value: Value) -> bool:
    """Whether a reference may lead to a text without a further look."""
    return value is None or (
        isinstance(value, str) and value.isidentifier() and value.isascii() and value != one.name
    )


def _declare(st: State, scope: Frame | None, name: str, value: Value, flags: int) -> None:
    variables = st.vars
    held = variables.get(name)
    if scope is not None and name not in scope.saved:
        scope.saved[name] = held
        held = None
    if isinstance(value, list):
        st.meter.fields(len(value))
        st.hold(sum(map(len, value)) + _NAME_BYTES * len(value))
        variables[name] = Variable(Indexed(value), INDEXED, st.token)
        return
    before = held if held is None or isinstance(held, str) else held.value
    if isinstance(held, Variable):
        # Of the cases there is one at most: a new one replaces.
        kept = held.flags & ~_CASES if flags & _CASES else held.flags
        flags |= kept
    if value is None:
        if flags or before is None:
            variables[name] = Variable(before, flags, st.token)
        return
    if flags & TRANSFORMS:
        variables[name] = Variable(before, flags & ~READONLY, st.token)
        value = st.transform(flags, value)
    st.hold(_NAME_BYTES + len(value))
    variables[name] = Variable(value, flags, st.token) if flags else value
