"""Path mode: where a filter's outputs lie in its input.

A filter in path mode takes (environment, path, value) and gives (path, value) pairs. What is computed has no place: its
path is None, and going on from there is an error. A value that is the very input keeps the input's place.
"""

from __future__ import annotations

from runtime.bash.commands.jq import access
from runtime.bash.commands.jq.binding import binder, environments
from runtime.bash.commands.jq.calls import call_paths
from runtime.bash.commands.jq.path_values import invalid, members, shown
from runtime.bash.commands.jq.scope import constant
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
from runtime.bash.commands.jq.values import Breaking, JqError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.scope import Compiler, Env, Paths, Scope

    Item = tuple[Any, Any]

__all__ = ["PATHS"]


def _identity(compiler: Compiler, node: Node, scope: Scope) -> Paths:
    del compiler, node, scope
    return lambda env, path, value: ((path, value),)  # noqa: ARG005


def _step(path: Any, value: Any, key: Any, run: Any) -> Item:
    if path is None:
        raise invalid(value, f"access element {shown(key)} of")
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
        for item in left(env, path, value):
            if item[1] is not None and item[1] is not False:
                found = True
                yield item
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
        for begin in start(env, path, value):
            held = begin
            for item in source.many(env, value):
                env[0].tick()
                for inner in environments(bind, env, item):
                    made: Item = (None, None)
                    for made in update(inner, *held):  # noqa: B007
                        pass
                    held = made
            yield held

    return paths


def _foreach(compiler: Compiler, node: Foreach, scope: Scope) -> Paths:
    source, start = compiler.code(node.source, scope), compiler.paths(node.start, scope)
    bind = binder(compiler, node.patterns, scope)
    update = compiler.paths(node.update, bind.scope)
    extract = compiler.paths(node.extract or Identity(), bind.scope)

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        for begin in start(env, path, value):
            held = begin
            for item in source.many(env, value):
                env[0].tick()
                for inner in environments(bind, env, item):
                    made: Item = (None, None)
                    for made in update(inner, *held):
                        yield from extract(inner, *made)
                    held = made

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
    Call: call_paths,
}
