"""A program to closures: what is static is decided here, once; compiled programs hold no state of a run.

Every construct has a compiler to values and, where it can name places, one to paths. The modules bring them as tables
by node; this module has the simple ones and finds the right one.
"""

from __future__ import annotations

from runtime.bash.commands.jq import access, binding, calls, operators, path_mode
from runtime.bash.commands.jq.budget import collected
from runtime.bash.commands.jq.lexer import SyntaxFault
from runtime.bash.commands.jq.scope import Code, Compiler, Scope, constant
from runtime.bash.commands.jq.tree import (
    Array,
    Comma,
    Const,
    Define,
    Each,
    Format,
    Identity,
    If,
    Index,
    Node,
    Object,
    Pipe,
    Slice,
    Text,
    Try,
    Variable,
)
from runtime.bash.commands.jq.values import JqError, brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.scope import Env, Many, One
    from runtime.bash.commands.jq.tree import Function

__all__ = ["compiler", "program"]


def _identity(compiler: Compiler, node: Node, scope: Scope) -> Code:
    del compiler, node, scope
    return Code(lambda env, value: value)  # noqa: ARG005


def _const(compiler: Compiler, node: Const, scope: Scope) -> Code:
    del compiler, scope
    return constant(node.value)


def _variable(compiler: Compiler, node: Variable, scope: Scope) -> Code:
    at = scope.variables.get(node.name)
    if at is not None:
        return Code(lambda env, value: env[at])  # noqa: ARG005
    name = node.name
    if name == "ENV":
        return Code(lambda env, value: env[0].environ)  # noqa: ARG005
    if name not in compiler.globals:
        raise SyntaxFault(f"${name} is not defined", node.at)
    return Code(lambda env, value: env[0].named[name])  # noqa: ARG005


# -- access


def _index(compiler: Compiler, node: Index, scope: Scope) -> Code:
    key = compiler.code(node.key, scope)
    if key.constant and type(key.value) is str:
        return _field(compiler, node.term, key.value, scope)
    term = compiler.code(node.term, scope)
    index = access.index
    if key.one and term.one:
        of, by = term.one, key.one

        def one(env: Env, value: Any) -> Any:
            at = by(env, value)
            return index(of(env, value), at, env[0])

        return Code(one)

    def many(env: Env, value: Any) -> Iterator[Any]:
        for at in key.many(env, value):
            for item in term.many(env, value):
                yield index(item, at, env[0])

    return Code(None, many)


def _field(compiler: Compiler, node: Node, name: str, scope: Scope) -> Code:
    """``term.name``, the hottest of all."""
    index = access.index
    if type(node) is Identity:

        def field(env: Env, value: Any) -> Any:
            if type(value) is dict:
                return value.get(name)
            return index(value, name, env[0])

        return Code(field)
    term = compiler.code(node, scope)
    if term.one:
        of = term.one

        def one(env: Env, value: Any) -> Any:
            item = of(env, value)
            if type(item) is dict:
                return item.get(name)
            return index(item, name, env[0])

        return Code(one)

    def many(env: Env, value: Any) -> Iterator[Any]:
        for item in term.many(env, value):
            yield index(item, name, env[0])

    return Code(None, many)


def _slice(compiler: Compiler, node: Slice, scope: Scope) -> Code:
    term = compiler.code(node.term, scope)
    low = constant(None) if node.low is None else compiler.code(node.low, scope)
    high = constant(None) if node.high is None else compiler.code(node.high, scope)

    def many(env: Env, value: Any) -> Iterator[Any]:
        for last in high.many(env, value):
            for first in low.many(env, value):
                for item in term.many(env, value):
                    yield access.slice_of(item, first, last)

    if term.one and low.one and high.one:
        of, begin, end = term.one, low.one, high.one

        def one(env: Env, value: Any) -> Any:
            last = end(env, value)
            first = begin(env, value)
            return access.slice_of(of(env, value), first, last)

        return Code(one)
    return Code(None, many)


def _each(compiler: Compiler, node: Each, scope: Scope) -> Code:
    each = access.each
    if type(node.term) is Identity:
        return Code(None, lambda env, value: each(value))  # noqa: ARG005
    term = compiler.code(node.term, scope)
    if term.one:
        of = term.one
        return Code(None, lambda env, value: each(of(env, value)))

    def many(env: Env, value: Any) -> Iterator[Any]:
        for item in term.many(env, value):
            yield from each(item)

    return Code(None, many)


# -- composition


def _pipe(compiler: Compiler, node: Pipe, scope: Scope) -> Code:
    stages = [compiler.code(node.left, scope)]
    rest = node.right
    while type(rest) is Pipe:
        stages.append(compiler.code(rest.left, scope))
        rest = rest.right
    made = compiler.code(rest, scope)
    while stages:
        made = piped(stages.pop(), made)
    return made


def piped(left: Code, right: Code) -> Code:
    """``left | right``"""
    if left.one and right.one:
        first, then = left.one, right.one
        return Code(lambda env, value: then(env, first(env, value)))
    if left.one:
        first, rest = left.one, right.many
        return Code(None, lambda env, value: rest(env, first(env, value)))
    if right.one:
        source, then = left.many, right.one

        def mapped(env: Env, value: Any) -> Iterable[Any]:
            items = source(env, value)
            # A tuple has been computed already (`select`, `?`): of at most one item, no generator is needed.
            if type(items) is tuple and len(items) < 2:
                return (then(env, items[0]),) if items else items
            return _mapped(then, env, items)

        return Code(None, mapped)
    source, sink = left.many, right.many

    def many(env: Env, value: Any) -> Iterable[Any]:
        items = source(env, value)
        if type(items) is tuple and len(items) < 2:
            return sink(env, items[0]) if items else items
        return _flattened(sink, env, items)

    return Code(None, many)


def _mapped(then: One, env: Env, items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        yield then(env, item)


def _flattened(sink: Many, env: Env, items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        yield from sink(env, item)


def _comma(compiler: Compiler, node: Comma, scope: Scope) -> Code:
    parts = [compiler.code(node.right, scope)]
    rest = node.left
    while type(rest) is Comma:
        parts.append(compiler.code(rest.right, scope))
        rest = rest.left
    parts.append(compiler.code(rest, scope))
    parts.reverse()
    each = [part.many for part in parts]

    def many(env: Env, value: Any) -> Iterator[Any]:
        for part in each:
            yield from part(env, value)

    return Code(None, many)


def _if(compiler: Compiler, node: If, scope: Scope) -> Code:
    condition = compiler.code(node.condition, scope)
    then, otherwise = compiler.code(node.then, scope), compiler.code(node.otherwise, scope)
    if condition.one:
        test = condition.one
        if then.one and otherwise.one:
            yes, no = then.one, otherwise.one

            def one(env: Env, value: Any) -> Any:
                found = test(env, value)
                return no(env, value) if found is None or found is False else yes(env, value)

            return Code(one)
        all_yes, all_no = then.many, otherwise.many

        def chosen(env: Env, value: Any) -> Iterable[Any]:
            found = test(env, value)
            return all_no(env, value) if found is None or found is False else all_yes(env, value)

        return Code(None, chosen)

    def many(env: Env, value: Any) -> Iterator[Any]:
        for found in condition.many(env, value):
            yield from (otherwise if found is None or found is False else then).many(env, value)

    return Code(None, many)


def _try(compiler: Compiler, node: Try, scope: Scope) -> Code:
    body = compiler.code(node.body, scope)
    handler = compiler.code(node.handler, scope) if node.handler else None
    if body.one:
        return _tried(body.one, handler)

    def many(env: Env, value: Any) -> Iterator[Any]:
        try:
            yield from body.many(env, value)
            return
        except JqError as error:
            if handler is None:
                return
            failed = error.value
        yield from handler.many(env, failed)

    return Code(None, many)


def _tried(attempt: One, handler: Code | None) -> Code:
    """``try`` around what has one output or fails."""
    if handler and handler.one:
        rescue = handler.one

        def one(env: Env, value: Any) -> Any:
            try:
                return attempt(env, value)
            except JqError as error:
                failed = error.value
            return rescue(env, failed)

        return Code(one)

    def at_most_one(env: Env, value: Any) -> Iterable[Any]:
        try:
            return (attempt(env, value),)
        except JqError as error:
            if handler is None:
                return ()
            failed = error.value
        return handler.many(env, failed)

    return Code(None, at_most_one)


# -- construction


def _array(compiler: Compiler, node: Array, scope: Scope) -> Code:
    if node.body is None:
        return constant([])
    body = compiler.code(node.body, scope)
    if body.one:
        only = body.one

        def single(env: Env, value: Any) -> Any:
            env[0].cells(1)
            return [only(env, value)]

        return Code(single)
    source = body.many
    return Code(lambda env, value: collected(source(env, value), env[0]))


def _object(compiler: Compiler, node: Object, scope: Scope) -> Code:
    entries = [(compiler.code(key, scope), compiler.code(value, scope)) for key, value in node.entries]
    if all(key.constant and value.constant for key, value in entries):
        return constant({_key(key.value): value.value for key, value in entries})
    if all(key.one and value.one for key, value in entries):
        if all(key.constant and type(key.value) is str for key, _ in entries):
            fields = [(key.value, value.one) for key, value in entries]

            def plain(env: Env, value: Any) -> Any:
                env[0].cells(4)
                return {name: of(env, value) for name, of in fields}  # type: ignore[misc]

            return Code(plain)

        def one(env: Env, value: Any) -> Any:
            env[0].cells(4)
            return {_key(key.one(env, value)): item.one(env, value) for key, item in entries}  # type: ignore[misc]

        return Code(one)
    return Code(None, lambda env, value: _objects(entries, 0, {}, env, value))


def _key(value: Any) -> str:
    if type(value) is not str:
        raise JqError(f"Cannot use {brief(value)} as object key")
    return value


def _objects(
    entries: list[tuple[Code, Code]], at: int, made: dict[str, Any], env: Env, value: Any
) -> Iterator[Any]:
    """The objects of every choice of keys and values, the first entry's varying last."""
    if at == len(entries):
        env[0].cells(len(made) + 4)
        yield made
        return
    key, item = entries[at]
    for name in key.many(env, value):
        checked = _key(name)
        for member in item.many(env, value):
            yield from _objects(entries, at + 1, {**made, checked: member}, env, value)


def _text(compiler: Compiler, node: Text, scope: Scope) -> Code:
    from runtime.bash.commands.jq.formats import written

    shown = written(node.format)
    parts = [part if isinstance(part, str) else compiler.code(part, scope) for part in node.parts]
    if all(isinstance(part, str) or part.one for part in parts):
        singles = [part if isinstance(part, str) else part.one for part in parts]

        def one(env: Env, value: Any) -> str:
            run = env[0]
            made = "".join(
                [part if isinstance(part, str) else shown(part(env, value), run) for part in singles]  # type: ignore[misc]
            )
            run.text(len(made))
            return made

        return Code(one)

    def many(env: Env, value: Any, at: int = len(parts), tail: str = "") -> Iterator[str]:
        if at == 0:
            yield tail
            return
        part = parts[at - 1]
        if isinstance(part, str):
            yield from many(env, value, at - 1, part + tail)
            return
        for item in part.many(env, value):
            env[0].text(len(tail))
            yield from many(env, value, at - 1, shown(item, env[0]) + tail)

    return Code(None, many)


def _format(compiler: Compiler, node: Format, scope: Scope) -> Code:
    from runtime.bash.commands.jq.formats import written

    del compiler, scope
    shown = written(node.name)
    return Code(lambda env, value: shown(value, env[0]))


def _define(compiler: Compiler, node: Define, scope: Scope) -> Code:
    return compiler.code(node.rest, scope.defining(node.function)[0])


_CODE: dict[type[Node], Callable[[Compiler, Any, Scope], Code]] = {
    Identity: _identity,
    Const: _const,
    Variable: _variable,
    Index: _index,
    Slice: _slice,
    Each: _each,
    Pipe: _pipe,
    Comma: _comma,
    If: _if,
    Try: _try,
    Array: _array,
    Object: _object,
    Text: _text,
    Format: _format,
    Define: _define,
    **operators.CODE,
    **binding.CODE,
    **calls.CODE,
}


def compiler(globals_: frozenset[str] = frozenset()) -> Compiler:
    """A compiler of one program, whose variables from outside are ``globals_``."""
    return Compiler(globals_, _CODE, path_mode.PATHS)


def program(body: Node, functions: list[Function], scope: Scope, globals_: frozenset[str]) -> Code:
    """A filter below definitions. Raises SyntaxFault."""
    for function in functions:
        scope, _ = scope.defining(function)
    return compiler(globals_).code(body, scope)
