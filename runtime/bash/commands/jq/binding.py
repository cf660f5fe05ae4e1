"""Variables: ``as`` with its patterns, ``reduce`` and ``foreach``, labels and functions' values."""

from __future__ import annotations

from runtime.bash.commands.jq.access import index
from runtime.bash.commands.jq.budget import State
from runtime.bash.commands.jq.in_place_reduce import accumulation
from runtime.bash.commands.jq.lexer import SyntaxFault
from runtime.bash.commands.jq.scope import Code
from runtime.bash.commands.jq.tree import Break, Foreach, Label, Pattern, Reduce, With
from runtime.bash.commands.jq.values import Breaking, JqError, brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.in_place_reduce import Accumulate
    from runtime.bash.commands.jq.scope import Compiler, Env, Many, One, Scope
    from runtime.bash.commands.jq.tree import Node

    # (environment of the bindings so far, value to take apart) to environments
    Bind = Callable[[Env, Any], Iterable[Env]]
    # (environment, input, state) to the last state
    Fold = Callable[[Env, Any, Any], Any]

__all__ = ["CODE", "binder", "names_of"]


def names_of(patterns: list[Pattern]) -> list[str]:
    """Every variable of the patterns, in order of first appearance."""
    found: dict[str, None] = {}

    def visit(pattern: Pattern) -> None:
        if pattern.name:
            found[pattern.name] = None
        for item in pattern.items or ():
            visit(item)
        for _, name, inner in pattern.entries or ():
            if name:
                found[name] = None
            if inner is not None:
                visit(inner)

    for pattern in patterns:
        visit(pattern)
    return list(found)


class Binder:
    """Compiled patterns: what variables they make, and how a value becomes environments that have them."""

    __slots__ = ("binds", "scope", "simple")

    def __init__(self, compiler: Compiler, patterns: list[Pattern], scope: Scope) -> None:
        names = names_of(patterns)
        self.scope = scope.variable(*names)
        # One name and nothing to take apart: by far the most.
        self.simple = len(patterns) == 1 and bool(patterns[0].name)
        blank = (None,) * len(names)
        self.binds = [_bind(compiler, pattern, self.scope, blank) for pattern in patterns]


def binder(compiler: Compiler, patterns: list[Pattern], scope: Scope) -> Binder:
    """The binder of ``as patterns``."""
    return Binder(compiler, patterns, scope)


def _bind(compiler: Compiler, pattern: Pattern, scope: Scope, blank: tuple[Any, ...]) -> Bind:
    """Environments with every variable of all the alternatives: those of this pattern set, the others null."""
    if pattern.name and len(blank) == 1:
        return lambda env, value: ((*env, value),)
    step = _take(compiler, pattern, scope)
    return lambda env, value: step(env + blank, value)


def _put(env: Env, at: int, value: Any) -> Env:
    return (*env[:at], value, *env[at + 1 :])


def _take(compiler: Compiler, pattern: Pattern, scope: Scope) -> Bind:
    """Take ``value`` apart into an environment that has all the slots already."""
    if pattern.name:
        at = scope.variables[pattern.name]
        return lambda env, value: (_put(env, at, value),)
    if pattern.items is not None:
        steps = [_element(_take(compiler, item, scope), number) for number, item in enumerate(pattern.items)]
    else:
        steps = [_entry(compiler, entry, scope) for entry in pattern.entries or ()]

    def taken(env: Env, value: Any, at: int = 0) -> Iterator[Env]:
        if at == len(steps):
            yield env
            return
        for inner in steps[at](env, value):
            yield from taken(inner, value, at + 1)

    return taken


def _element(step: Bind, number: int) -> Bind:
    return lambda env, value: step(env, index(value, number, env[0]))


def _entry(compiler: Compiler, entry: tuple[Node, str, Pattern | None], scope: Scope) -> Bind:
    node, name, inner = entry
    # A key may name variables that were bound before it.
    key = compiler.code(node, scope)
    step = _take(compiler, inner, scope) if inner is not None else None
    at = scope.variables[name] if name else -1

    def entered(env: Env, value: Any) -> Iterator[Env]:
        for field in key.many(env, value):
            if type(field) is not str:
                raise JqError(
                    f"Cannot index {_kind(value)} with {_kind(field)}" if _known(value) else _not_key(field)
                )
            item = index(value, field, env[0])
            bound = _put(env, at, item) if at >= 0 else env
            if step is None:
                yield bound
            else:
                yield from step(bound, item)

    return entered


def _known(value: Any) -> bool:
    return isinstance(value, dict)


def _kind(value: Any) -> str:
    from runtime.bash.commands.jq.values import kind

    return kind(value)


def _not_key(field: Any) -> str:
    return f"Cannot use {brief(field)} as object key"


def _with(compiler: Compiler, node: With, scope: Scope) -> Code:
    source = compiler.code(node.source, scope)
    bind = binder(compiler, node.patterns, scope)
    body = compiler.code(node.body, bind.scope)
    if bind.simple:
        if source.one and body.one:
            of, then = source.one, body.one
            return Code(lambda env, value: then((*env, of(env, value)), value))
        rest = body.many
        if source.one:
            of = source.one
            return Code(None, lambda env, value: rest((*env, of(env, value)), value))

        def looped(env: Env, value: Any) -> Iterator[Any]:
            for item in source.many(env, value):
                yield from rest((*env, item), value)

        return Code(None, looped)

    def many(env: Env, value: Any) -> Iterator[Any]:
        for item in source.many(env, value):
            yield from alternatives(bind.binds, body.many, env, item, value)

    return Code(None, many)


def alternatives(binds: list[Bind], body: Many, env: Env, item: Any, value: Any) -> Iterator[Any]:
    """``?//``: an error in one alternative, its body included, is reason to try the next; the last one's stands."""
    for bind in binds[:-1]:
        try:
            for inner in bind(env, item):
                yield from body(inner, value)
            return
        except JqError:
            continue
    for inner in binds[-1](env, item):
        yield from body(inner, value)


def environments(bind: Binder, env: Env, item: Any) -> Iterable[Env]:
    """The environments that an item makes, with ``?//`` as above."""
    if bind.simple:
        return ((*env, item),)
    return alternatives(bind.binds, lambda inner, value: (inner,), env, item, None)  # noqa: ARG005


def _reduce(compiler: Compiler, node: Reduce, scope: Scope) -> Code:
    source, start = compiler.code(node.source, scope), compiler.code(node.start, scope)
    bind = binder(compiler, node.patterns, scope)
    update = compiler.code(node.update, bind.scope)
    if bind.simple and update.one:
        fold = _single(source.many, update.one, accumulation(compiler, node.update, bind.scope))
    else:
        fold = _general(source.many, bind, update.many)

    if start.one:
        begin = start.one
        return Code(lambda env, value: fold(env, value, begin(env, value)))
    return Code(None, lambda env, value: (fold(env, value, held) for held in start.many(env, value)))


def _single(source: Many, step: One, accumulate: Accumulate | None) -> Fold:
    """One name, one new state a round. Where the round only adds to the state, it is added to in place."""

    def fold(env: Env, value: Any, held: Any) -> Any:
        run = env[0]
        state, mine = State(run), None
        for item in source(env, value):
            run.left -= 1
            if run.left < 0:
                run.check()
            wide, characters = run.wide, run.characters
            if accumulate is not None:
                held = mine = accumulate((*env, item), held, held is mine)
            else:
                held = step((*env, item), held)
            if run.wide != wide or run.characters != characters:
                state.settle(wide, characters, held)
        return held

    return fold


def _general(source: Many, bind: Binder, update: Many) -> Fold:
    """Of several new states the last one counts, of none null."""

    def fold(env: Env, value: Any, held: Any) -> Any:
        run = env[0]
        state = State(run)
        for item in source(env, value):
            run.tick()
            wide, characters = run.wide, run.characters
            for inner in environments(bind, env, item):
                made = None
                for made in update(inner, held):  # noqa: B007
                    pass
                held = made
            if run.wide != wide or run.characters != characters:
                state.settle(wide, characters, held)
        return held

    return fold


def _foreach(compiler: Compiler, node: Foreach, scope: Scope) -> Code:
    source, start = compiler.code(node.source, scope), compiler.code(node.start, scope)
    bind = binder(compiler, node.patterns, scope)
    update = compiler.code(node.update, bind.scope)
    extract = compiler.code(node.extract, bind.scope) if node.extract else None

    def many(env: Env, value: Any) -> Iterator[Any]:
        for begin in start.many(env, value):
            held = begin
            for item in source.many(env, value):
                env[0].tick()
                for inner in environments(bind, env, item):
                    made = None
                    for made in update.many(inner, held):
                        if extract is None:
                            yield made
                        else:
                            yield from extract.many(inner, made)
                    held = made

    return Code(None, many)


def _label(compiler: Compiler, node: Label, scope: Scope) -> Code:
    body = compiler.code(node.body, scope.label(node.name))

    def many(env: Env, value: Any) -> Iterator[Any]:
        token = object()
        try:
            yield from body.many((*env, token), value)
        except Breaking as leave:
            if leave.token is not token:
                raise

    return Code(None, many)


def _break(compiler: Compiler, node: Break, scope: Scope) -> Code:
    del compiler
    at = scope.labels.get(node.name)
    if at is None:
        raise SyntaxFault(f"$*label-{node.name} is not defined", node.at)

    def one(env: Env, value: Any) -> Any:
        del value
        raise Breaking(env[at])

    return Code(one)


CODE: dict[type[Node], Callable[[Compiler, Any, Scope], Code]] = {
    With: _with,
    Reduce: _reduce,
    Foreach: _foreach,
    Label: _label,
    Break: _break,
}
