"""Arithmetic, comparison, logic, ``//`` and the assignments."""

from __future__ import annotations

from runtime.bash.commands.jq import values
from runtime.bash.commands.jq.access import Owned, delete, get, put
from runtime.bash.commands.jq.path_values import placed
from runtime.bash.commands.jq.scope import Code, constant
from runtime.bash.commands.jq.tree import Alternative, And, Assign, Binary, Negate, Or
from runtime.bash.commands.jq.values import NUMBERS, JqError, brief, compare, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.scope import Compiler, Env, Paths, Scope
    from runtime.bash.commands.jq.tree import Node

    Operation = Callable[[Any, Any, Any], Any]

__all__ = ["CODE", "negative", "operation_of"]

_OPERATIONS: dict[str, Operation] = {
    "+": values.add,
    "-": values.subtract,
    "*": values.multiply,
    "/": values.divide,
    "%": values.modulo,
    "==": equal,
    "!=": lambda left, right, run: not equal(left, right, run),
    "<": lambda left, right, run: compare(left, right, run) < 0,
    "<=": lambda left, right, run: compare(left, right, run) <= 0,
    ">": lambda left, right, run: compare(left, right, run) > 0,
    ">=": lambda left, right, run: compare(left, right, run) >= 0,
}
# For an int on the left and a small one, known beforehand, on the right.
_WITH_INT: dict[str, Callable[[int], Callable[[int], Any]]] = {
    "==": lambda right: right.__eq__,
    "!=": lambda right: right.__ne__,
    "<": lambda right: right.__gt__,
    "<=": lambda right: right.__ge__,
    ">": lambda right: right.__lt__,
    ">=": lambda right: right.__le__,
}
_SMALL = 1 << 31


def _binary(compiler: Compiler, node: Binary, scope: Scope) -> Code:
    left, right = compiler.code(node.left, scope), compiler.code(node.right, scope)
    operation = _OPERATIONS[node.operator]
    if left.one and right.one:
        if left.constant and right.constant:
            return _folded(left, right, operation)
        if right.constant:
            return _with_constant(node.operator, left, right.value, operation)
        first, second = left.one, right.one

        def one(env: Env, value: Any) -> Any:
            other = second(env, value)
            return operation(first(env, value), other, env[0])

        return Code(one)

    def many(env: Env, value: Any) -> Iterator[Any]:
        for other in right.many(env, value):
            for item in left.many(env, value):
                yield operation(item, other, env[0])

    return Code(None, many)


def _folded(left: Code, right: Code, operation: Operation) -> Code:
    """Two constants: numbers and strings are computed now, once."""
    mine, other = left.value, right.value
    small = type(mine) in NUMBERS and type(other) in NUMBERS

    def one(env: Env, value: Any) -> Any:
        del value
        return operation(mine, other, env[0])

    if small and operation is not values.divide and operation is not values.modulo:
        return constant(operation(mine, other, None))
    return Code(one)


def _with_constant(operator: str, left: Code, other: Any, operation: Operation) -> Code:
    first = left.one
    assert first is not None  # noqa: S101  # the caller has seen to it
    if type(other) is int and -_SMALL < other < _SMALL and operator in _WITH_INT:
        test = _WITH_INT[operator](other)

        def compared(env: Env, value: Any) -> Any:
            item = first(env, value)
            return test(item) if type(item) is int else operation(item, other, env[0])

        return Code(compared)
    if type(other) is str and operator == "==":
        return Code(lambda env, value: first(env, value) == other)
    return Code(lambda env, value: operation(first(env, value), other, env[0]))


def _negate(compiler: Compiler, node: Negate, scope: Scope) -> Code:
    body = compiler.code(node.body, scope)
    if body.constant and type(body.value) in NUMBERS:
        return constant(negative(body.value))
    if body.one:
        of = body.one
        return Code(lambda env, value: negative(of(env, value)))

    def many(env: Env, value: Any) -> Iterator[Any]:
        for item in body.many(env, value):
            yield negative(item)

    return Code(None, many)


def negative(value: Any) -> Any:
    """``-value``"""
    if type(value) is int:
        return -value or -0.0
    if type(value) not in NUMBERS:
        raise JqError(f"{brief(value)} cannot be negated")
    from runtime.bash.commands.jq.numbers import Literal

    if type(value) is not Literal:
        return -value
    made = Literal(-value)
    made.text = value.text[1:] if value.text[0] == "-" else "-" + value.text
    return made


def _and(compiler: Compiler, node: And, scope: Scope) -> Code:
    return _logical(compiler, node, scope, goes_on=True)


def _or(compiler: Compiler, node: Or, scope: Scope) -> Code:
    return _logical(compiler, node, scope, goes_on=False)


def _logical(compiler: Compiler, node: Any, scope: Scope, *, goes_on: bool) -> Code:
    """The right side counts where the left one is ``goes_on``."""
    left, right = compiler.code(node.left, scope), compiler.code(node.right, scope)
    if left.one and right.one:
        first, second = left.one, right.one

        def one(env: Env, value: Any) -> bool:
            item = first(env, value)
            if (item is not None and item is not False) is not goes_on:
                return not goes_on
            item = second(env, value)
            return item is not None and item is not False

        return Code(one)

    def many(env: Env, value: Any) -> Iterator[bool]:
        for item in left.many(env, value):
            if (item is not None and item is not False) is not goes_on:
                yield not goes_on
                continue
            for other in right.many(env, value):
                yield other is not None and other is not False

    return Code(None, many)


def _alternative(compiler: Compiler, node: Alternative, scope: Scope) -> Code:
    left, right = compiler.code(node.left, scope), compiler.code(node.right, scope)
    if left.one and right.one:
        first, second = left.one, right.one

        def one(env: Env, value: Any) -> Any:
            item = first(env, value)
            return second(env, value) if item is None or item is False else item

        return Code(one)

    def many(env: Env, value: Any) -> Iterator[Any]:
        found = False
        for item in left.many(env, value):
            if item is not None and item is not False:
                found = True
                yield item
        if not found:
            yield from right.many(env, value)

    return Code(None, many)


# -- assignment


def _assign(compiler: Compiler, node: Assign, scope: Scope) -> Code:
    target = compiler.paths(node.target, scope)
    value = compiler.code(node.value, scope)
    if node.operator == "=":
        return _plain(target, value)
    if node.operator == "|=":
        update = value.many
        return Code(lambda env, given: modified(target, update, env, given))
    operator = node.operator[:-1]
    operation = operation_of(operator)

    def updated(env: Env, given: Any, operand: Any) -> Any:
        return modified(target, lambda env, item: (operation(item, operand, env[0]),), env, given)

    if value.one:
        of = value.one
        return Code(lambda env, given: updated(env, given, of(env, given)))
    return Code(None, lambda env, given: (updated(env, given, operand) for operand in value.many(env, given)))


def operation_of(operator: str) -> Operation:
    """What ``operator=`` does with the value that is there and the operand."""
    return _or_else if operator == "//" else _OPERATIONS[operator]


def _or_else(item: Any, other: Any, run: Any) -> Any:
    del run
    return other if item is None or item is False else item


def _plain(target: Paths, value: Code) -> Code:
    """``target = value``: every place gets the value that the whole input gives."""

    def stored(env: Env, given: Any, new: Any) -> Any:
        owned, made, run = Owned(), given, env[0]
        for path, _ in placed(target(env, (), given)):
            run.tick()
            made = put(made, path, new, owned, run)
        return made

    if value.one:
        of = value.one
        return Code(lambda env, given: stored(env, given, of(env, given)))
    return Code(None, lambda env, given: (stored(env, given, new) for new in value.many(env, given)))


def modified(target: Paths, update: Callable[[Env, Any], Iterable[Any]], env: Env, given: Any) -> Any:
    """``target |= update``: the first output replaces what is there; where there is none the place goes."""
    owned, made, run = Owned(), given, env[0]
    gone = []
    for path, _ in placed(target(env, (), given)):
        run.tick()
        before = owned.release(get(made, path, run))
        for new in update(env, before):
            made = put(made, path, new, owned, run)
            break
        else:
            gone.append(path)
    return delete(made, gone, run) if gone else made


CODE: dict[type[Node], Callable[[Compiler, Any, Scope], Code]] = {
    Binary: _binary,
    Negate: _negate,
    And: _and,
    Or: _or,
    Alternative: _alternative,
    Assign: _assign,
}
