"""Operands of commands with a fast path: words that are sure to be one field, read without making a list of fields.

A reader gives the field, or None where only the whole expansion can tell (blanks to split at, a pattern, an unset name
under ``set -u``): the command then takes its general path. A reader has no side effects, so nothing is done twice.
"""

from __future__ import annotations

from runtime.bash.state import WATCHED
from runtime.bash.syntax.tree import DoubleQuoted, Literal, Parameter, Quoted, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Part

    Reader = Callable[[State], str | None]

__all__ = ["SPECIAL_NAMES", "calm", "number", "operand", "plain_name"]

# Names whose binding is more than their value: the general paths bring their second form up to date.
SPECIAL_NAMES = WATCHED | {"FUNCNEST"}
# Parameters whose value is digits whatever happens.
_NUMERIC = frozenset("#?$")


def calm(word: Word) -> bool:
    """Whether expanding a word runs no command and assigns nothing."""
    return all(map(_calm, word.parts))


def _calm(part: Part) -> bool:
    if isinstance(part, Literal | Quoted):
        return True
    if isinstance(part, DoubleQuoted):
        return all(map(_calm, part.parts))
    if not isinstance(part, Parameter) or part.operator in {"=", ":="}:
        return False
    words = (part.argument, part.replacement, part.subscript)
    # An offset or a subscript is arithmetic, which may assign; it is rare enough to count as not calm.
    return part.operator != ":" and all(word is None for word in words)


def plain_name(word: Word) -> str | None:
    """The name in ``$name`` or ``${name}`` without quotes, else None."""
    if len(word.parts) != 1:
        return None
    part = word.parts[0]
    if not isinstance(part, Parameter) or part.operator or part.indirect or part.subscript is not None:
        return None
    return part.name if part.name.isidentifier() else None


def operand(word: Word, compiler: Compiler) -> str | Reader | None:
    """A text, a reader, or None for a word that may be any number of fields or does something."""
    if not calm(word):
        return None
    if all(isinstance(part, Quoted | DoubleQuoted) for part in word.parts):
        return compiler.words.text(word) if word.parts and _is_one(word) else None
    if len(word.parts) != 1:
        return None
    part = word.parts[0]
    if isinstance(part, Literal):
        fields = compiler.words.fields((word,))
        return fields[0] if isinstance(fields, tuple) and len(fields) == 1 else None
    if isinstance(part, Parameter):
        return _unquoted(word, part, compiler)
    return None


def _is_one(word: Word) -> bool:
    """Whether a quoted word is one field: no ``"$@"`` in it."""
    inner = [part for quoted in word.parts if isinstance(quoted, DoubleQuoted) for part in quoted.parts]
    return not any(isinstance(part, Parameter) and _may_be_many(part) for part in inner)


def _may_be_many(part: Parameter) -> bool:
    many = part.name in {"@", "*"} or part.subscript in {"@", "*"}
    return many or part.indirect or part.operator.startswith("names")


def _unquoted(word: Word, part: Parameter, compiler: Compiler) -> Reader | None:
    if _may_be_many(part) or part.operator not in {"", "#len"}:
        return None
    name = plain_name(word)
    if name is not None:

        def read_variable(st: State) -> str | None:
            text = st.vars.get(name)
            if type(text) is str and st.ifs_plain and (text.isalnum() or _is_signed(text)):
                return text
            return None

        return read_variable
    if part.name.isdecimal() and len(part.name) < 10 and not part.operator:
        at = int(part.name) - 1
        return None if at < 0 else _positional(at)
    value = compiler.words.text(word)
    if isinstance(value, str) or not (part.operator or part.name in _NUMERIC):
        return None

    def read_number(st: State) -> str | None:
        return value(st) if st.ifs_plain else None

    return read_number


def _positional(at: int) -> Reader:
    def read(st: State) -> str | None:
        args = st.args
        if at < len(args) and st.ifs_plain:
            text = args[at]
            if text.isalnum() or _is_signed(text):
                return text
        return None

    return read


def _is_signed(text: str) -> bool:
    return text[:1] == "-" and text[1:].isalnum()


def number(text: str | None) -> int | None:
    """The number that a text plainly is; None where `primaries.integer` has to look closer."""
    if text is None or len(text) > 18 or not text.isascii():
        return None
    if text.isdecimal() or (text[:1] == "-" and text[1:].isdecimal()):
        return int(text)
    return None
