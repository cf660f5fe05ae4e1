"""Path mode: where a filter's outputs lie in its input.

A filter in path mode takes (environment, path, value) and gives (path, value) pairs. What is computed has no place: its
path is None, and going on from there is an error. A value that is the very input keeps the input's place.
"""

from __future__ import annotations

from runtime.bash.commands.jq import access
from runtime.bash.commands.jq.binding import binder, environments
from runtime.bash.commands.jq.scope import Code, Defined, Parameter, constant
from runtime.bash.commands.jq.tree import (
    Alternative,
    Call,
    Comma,
    Define,
    Each,
    Foreach,
    Identity,
    If,
    Index,
    Label,
    Node,
    Pipe,
    Reduce,
    Slice,
    Try,
    With,
)
from runtime.bash.commands.jq.values import Breaking, JqError, kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.compile import Compiler
    from runtime.bash.commands.jq.scope import Env, Paths, Scope

    Item = tuple[Any, Any]

__all__ = ["PATHS", "by_identity", "invalid", "members", "placed"]

# Bytes of a value in a message about paths.
_SHOWN = 26


def by_identity(code: Code) -> Paths:
    """A filter that computes: its outputs have no place, unless one is the input itself."""
    source = code.many
    return lambda env, path, value: ((path if item is value else None, item) for item in source(env, value))


def _text(value: Any) -> str:
    from runtime.bash.commands.jq.values import brief

    return brief(value, _SHOWN)[len(kind(value)) + 2 : -1]


def invalid(value: Any, what: str = "") -> JqError:
    """The complaint about a value without a place."""
    if not what:
        return JqError(f"Invalid path expression with result {_text(value)}")
    return JqError(f"Invalid path expression near attempt to {what} {_text(value)}")


def placed(items: Iterable[Item]) -> Iterator[Item]:
    """The items, every one of which must have a place."""
    for item in items:
        if item[0] is None:
            raise invalid(item[1])
        yield item


def members(path: Any, value: Any) -> Iterator[Item]:
    """``.[]``"""
    if path is None:
        raise invalid(value, "iterate through")
    if type(value) is dict:
        for name, item in value.items():
            yield (*path, name), item
        return
    for number, item in enumerate(access.each(value)):
        yield (*path, number), item


def _identity(compiler: Compiler, node: Node, scope: Scope) -> Paths:
    return lambda env, path, value: ((path, value),)  # noqa: ARG005


def _step(path: Any, value: Any, key: Any, run: Any) -> Item:
    if path is None:
        raise invalid(value, f"access element {_text(key)} of")
    return (*path, key), access.index(value, key, run)


def _index(compiler: Compiler, node: Index, scope: Scope) -> Paths:
    key = compiler.code(node.key, scope)
    if type(node.term) is Identity and key.one:
        by = key.one
        return lambda env, path, value: (_step(path, value, by(env, value), env[0]),)
    term = compiler.paths(node.term, scope)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        for at in key.many(env, value):
            for place, item in term(env, path, value):
                yield _step(place, item, at, env[0])

    return paths


def _slice(compiler: Compiler, node: Slice, scope: Scope) -> Paths:
    term = compiler.paths(node.term, scope)
    low = constant(None) if node.low is None else compiler.code(node.low, scope)
    high = constant(None) if node.high is None else compiler.code(node.high, scope)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        for last in high.many(env, value):
            for first in low.many(env, value):
                for place, item in term(env, path, value):
                    yield _step(place, item, {"start": first, "end": last}, env[0])

    return paths


def _each(compiler: Compiler, node: Each, scope: Scope) -> Paths:
    term = compiler.paths(node.term, scope)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        for place, item in term(env, path, value):
            yield from members(place, item)

    return paths


def _pipe(compiler: Compiler, node: Pipe, scope: Scope) -> Paths:
    left, right = compiler.paths(node.left, scope), compiler.paths(node.right, scope)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        for place, item in left(env, path, value):
            yield from right(env, place, item)

    return paths


def _comma(compiler: Compiler, node: Comma, scope: Scope) -> Paths:
    left, right = compiler.paths(node.left, scope), compiler.paths(node.right, scope)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        yield from left(env, path, value)
        yield from right(env, path, value)

    return paths


def _if(compiler: Compiler, node: If, scope: Scope) -> Paths:
    condition = compiler.code(node.condition, scope)
    then, otherwise = compiler.paths(node.then, scope), compiler.paths(node.otherwise, scope)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        for found in condition.many(env, value):
            yield from (otherwise if found is None or found is False else then)(env, path, value)

    return paths


def _try(compiler: Compiler, node: Try, scope: Scope) -> Paths:
    body = compiler.paths(node.body, scope)
    handler = compiler.paths(node.handler, scope) if node.handler else None

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        try:
            yield from body(env, path, value)
            return
        except JqError as error:
            if handler is None:
                return
            failed = error.value
        yield from handler(env, None, failed)

    return paths


def _alternative(compiler: Compiler, node: Alternative, scope: Scope) -> Paths:
    left, right = compiler.paths(node.left, scope), compiler.paths(node.right, scope)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        found = False
        try:
            for item in left(env, path, value):
                if item[1] is not None and item[1] is not False:
                    found = True
                    yield item
        except JqError:
            pass
        if not found:
            yield from right(env, path, value)

    return paths


def _with(compiler: Compiler, node: With, scope: Scope) -> Paths:
    source = compiler.code(node.source, scope)
    bind = binder(compiler, node.patterns, scope)
    body = compiler.paths(node.body, bind.scope)

    def attempt(env: Env, path: Any, value: Any, item: Any) -> Iterator[Item]:
        for step in bind.binds[:-1]:
            try:
                for inner in step(env, item):
                    yield from body(inner, path, value)
                return
            except JqError:
                continue
        for inner in bind.binds[-1](env, item):
            yield from body(inner, path, value)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        for item in source.many(env, value):
            yield from attempt(env, path, value, item)

    return paths


def _reduce(compiler: Compiler, node: Reduce, scope: Scope) -> Paths:
    source, start = compiler.code(node.source, scope), compiler.paths(node.start, scope)
    bind = binder(compiler, node.patterns, scope)
    update = compiler.paths(node.update, bind.scope)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        for held in start(env, path, value):
            for item in source.many(env, value):
                env[0].tick()
                for inner in environments(bind, env, item):
                    before, held = held, (None, None)
                    for held in update(inner, *before):  # noqa: B007
                        pass
            yield held

    return paths


def _foreach(compiler: Compiler, node: Foreach, scope: Scope) -> Paths:
    source, start = compiler.code(node.source, scope), compiler.paths(node.start, scope)
    bind = binder(compiler, node.patterns, scope)
    update = compiler.paths(node.update, bind.scope)
    extract = compiler.paths(node.extract or Identity(), bind.scope)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        for held in start(env, path, value):
            for item in source.many(env, value):
                env[0].tick()
                for inner in environments(bind, env, item):
                    before, held = held, (None, None)
                    for held in update(inner, *before):
                        yield from extract(inner, *held)

    return paths


def _label(compiler: Compiler, node: Label, scope: Scope) -> Paths:
    body = compiler.paths(node.body, scope.label(node.name))

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        token = object()
        try:
            yield from body((*env, token), path, value)
        except Breaking as leave:
            if leave.token is not token:
                raise

    return paths


def _define(compiler: Compiler, node: Define, scope: Scope) -> Paths:
    return compiler.paths(node.rest, scope.defining(node.function)[0])


def _call(compiler: Compiler, node: Call, scope: Scope) -> Paths:
    from runtime.bash.commands.jq import calls

    return calls.call_paths(compiler, node, scope)


PATHS: dict[type[Node], Callable[[Compiler, Any, Scope], Paths]] = {
    Identity: _identity,
    Index: _index,
    Slice: _slice,
    Each: _each,
    Pipe: _pipe,
    Comma: _comma,
    If: _if,
    Try: _try,
    Alternative: _alternative,
    With: _with,
    Reduce: _reduce,
    Foreach: _foreach,
    Label: _label,
    Define: _define,
    Call: _call,
}
