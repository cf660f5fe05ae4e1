"""``${x:offset:length}`` of texts, positional parameters and arrays."""

from __future__ import annotations

from runtime.bash.charset import narrow
from runtime.bash.errors import BadArithmetic, BadExpression, ExpansionError
from runtime.bash.expand import hash_order, subscripts
from runtime.bash.expand.expansion import Expansion, Many, Scalar
from runtime.bash.expand.reference import Reference, required
from runtime.bash.variables import Indexed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.expand.compiler_port import WordCompilerPort
    from runtime.bash.state import State
    from runtime.bash.syntax.tree import Parameter, Word

    Number = Callable[[State], int]

__all__ = ["sliced"]


def sliced(words: WordCompilerPort, node: Parameter, reference: Reference, quoted: bool) -> Expansion:
    """Compile a substring or slice."""
    label = reference.label.removeprefix("$")
    offset = _number(words, node.argument, label)
    length = None if node.replacement is None else _number(words, node.replacement, label)
    if reference.values is None:
        return Scalar(_text(required(reference), offset, length), quoted)
    name = reference.name
    any_of = reference.values
    take = _positional if name in {"@", "*"} else _elements(name)

    def values(st: State) -> list[str]:
        if take is not _positional and not any_of(st):
            # Of an empty array nothing is taken, whatever offset and length say.
            return []
        start = offset(st)
        return take(st, start, None if length is None else length(st))

    return Many(values, reference.star, quoted)


def _number(words: WordCompilerPort, word: Word | None, name: str) -> Number:
    if word is None:
        return lambda st: 0  # noqa: ARG005
    compiled = words.arithmetic(word)
    if isinstance(compiled, int):
        return lambda st: compiled  # noqa: ARG005

    def number(st: State) -> int:
        try:
            return compiled(st)
        except BadExpression as failed:
            raise BadArithmetic(f"{name}: {failed.message}") from None

    return number


def _text(read: Callable[[State], str], offset: Number, length: Number | None) -> Callable[[State], str]:
    def substring(st: State) -> str:
        value = read(st)
        if not value:
            # Of nothing bash takes nothing, whatever offset and length say.
            return ""
        if st.narrow and not value.isascii():
            # Its pieces may be put together to characters again.
            st.extra["split characters"] = True
            value = narrow(value)
        return _part(value, offset(st), None if length is None else length(st))

    return substring


def _part(value: str, start: int, count: int | None) -> str:
    size = len(value)
    if start < 0:
        start += size
    if start < 0 or start > size:
        return ""
    if count is None:
        return value[start:]
    if count >= 0:
        return value[start : start + count]
    if size + count < start:
        raise _negative(count)
    return value[start : size + count]


def _negative(count: int) -> ExpansionError:
    return ExpansionError(f"{count}: substring expression < 0")


def _cut(values: list[str], start: int, count: int | None) -> list[str]:
    if start < 0:
        start += len(values)
        if start < 0:
            return []
    if count is not None and count < 0:
        raise _negative(count)
    return values[start:] if count is None else values[start : start + count]


def _positional(st: State, start: int, count: int | None) -> list[str]:
    return _cut([st.name0, *st.args], start, count)


def _elements(name: str) -> Callable[[State, int, int | None], list[str]]:
    def take(st: State, start: int, count: int | None) -> list[str]:
        held = subscripts.array(st, name)
        if isinstance(held, Indexed):
            return _indexed(held, start, count)
        if isinstance(held, dict):
            # Elements of a table are numbered from 1, as parameters are; 0 is the first one too.
            return _cut(hash_order.values(held), max(start - 1, 0) if start >= 0 else start, count)
        return [] if held is None else [_part(held, start, count)]

    return take


def _indexed(held: Indexed, start: int, count: int | None) -> list[str]:
    """An offset is an index, a length counts elements: holes in the array count for nothing."""
    if start < 0:
        start += held.top + 1
        if start < 0:
            return []
    if count is not None and count < 0:
        raise _negative(count)
    items = held.ordered()
    if held.top + 1 == len(items):
        values = list(items.values())[start:]
    else:
        values = [value for index, value in items.items() if index >= start]
    return values if count is None else values[:count]
