"""Calls: of what the program defines, of the constructs that take filters, and of plain functions of values."""

from __future__ import annotations

from runtime.bash.commands.jq.lexer import SyntaxFault
from runtime.bash.commands.jq.scope import (
    Argument,
    Code,
    Defined,
    Parameter,
    Scope,
    Valued,
    by_identity,
    constant,
)
from runtime.bash.commands.jq.tree import Call
from runtime.bash.commands.jq.values import JqError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.scope import Compiler, Env, Paths
    from runtime.bash.commands.jq.tree import Node

    Item = tuple[Any, Any]
    Plain = Callable[..., Any]

__all__ = ["CODE", "call_paths", "sections"]

# Calls inside one another; each takes some five frames of Python.
_DEEPEST = 3000


def _sections() -> Iterator[tuple[str, dict[tuple[str, int], Plain]]]:
    """Functions of values, section by section: those that are asked for later are often not needed, and not imported."""
    from runtime.bash.commands.jq import basics

    yield "values", basics.FUNCTIONS
    from runtime.bash.commands.jq import strings

    yield "texts", strings.FUNCTIONS
    from runtime.bash.commands.jq import math

    yield "numbers", math.FUNCTIONS
    from runtime.bash.commands.jq import regexes

    yield "expressions", regexes.FUNCTIONS
    from runtime.bash.commands.jq import dates

    yield "times", dates.FUNCTIONS


def sections() -> list[tuple[str, list[str]]]:
    """Every function as ``name/arity``, by what it is about."""
    from runtime.bash.commands.jq import flow, prelude, special

    found = [
        *_sections(),
        ("filters and paths", {*special.SPECIAL, *flow.FLOW, *prelude.names(), ("builtins", 0)}),
    ]
    return [
        (title, sorted(f"{name}/{arity}" for name, arity in keys if name[0] != "_")) for title, keys in found
    ]


def _plain_function(key: tuple[str, int]) -> Plain | None:
    """The function of values of that name and number of arguments: (run, input, *arguments) to a value."""
    for _, section in _sections():
        if key in section:
            return section[key]
    return None


def _catalogue() -> list[str]:
    """``builtins``; what begins with ``_`` is nobody's business."""
    return sorted({name for _, names in sections() for name in names})


def _call(compiler: Compiler, node: Call, scope: Scope) -> Code:
    arity = len(node.arguments)
    target = scope.functions.get((node.name, arity))
    if target is None:
        return _builtin(compiler, node, scope)
    if isinstance(target, Parameter):
        return _parameter(target.index)
    if isinstance(target, Valued):
        at = target.index
        return Code(lambda env, value: env[at])  # noqa: ARG005
    return _defined(compiler, target, node.arguments, scope)


def _builtin(compiler: Compiler, node: Call, scope: Scope) -> Code:
    from runtime.bash.commands.jq import flow, prelude, special

    key = (node.name, len(node.arguments))
    made = special.SPECIAL.get(key)
    if made is not None:
        return made(compiler, node.arguments, scope)
    steps = flow.FLOW.get(key)
    if steps is not None:
        return flow.values(compiler, steps, node.arguments, scope)
    defined = prelude.find(compiler, *key)
    if defined is not None:
        return _defined(compiler, defined, node.arguments, scope)
    if key == ("builtins", 0):
        return constant(_catalogue())
    plain = _plain_function(key)
    if plain is not None:
        return _plain(plain, [compiler.code(argument, scope) for argument in node.arguments])
    raise SyntaxFault(f"{node.name}/{key[1]} is not defined", node.at)


def _plain(function: Plain, arguments: list[Code]) -> Code:
    """A function of values: for every choice of its arguments, the first one's varying first."""
    if not arguments:
        return Code(lambda env, value: function(env[0], value))
    if len(arguments) == 1:
        (only,) = arguments
        if only.constant:
            fixed = only.value
            return Code(lambda env, value: function(env[0], value, fixed))
        if only.one:
            of = only.one
            return Code(lambda env, value: function(env[0], value, of(env, value)))
    if all(argument.one for argument in arguments):
        each = [argument.one for argument in reversed(arguments)]

        def one(env: Env, value: Any) -> Any:
            given = [of(env, value) for of in each]  # type: ignore[misc]
            return function(env[0], value, *reversed(given))

        return Code(one)
    return Code(
        None,
        lambda env, value: (
            function(env[0], value, *chosen) for chosen in _choices(arguments, len(arguments), (), env, value)
        ),
    )


def _choices(
    arguments: list[Code], left: int, chosen: tuple[Any, ...], env: Env, value: Any
) -> Iterator[tuple[Any, ...]]:
    if not left:
        yield chosen
        return
    for item in arguments[left - 1].many(env, value):
        yield from _choices(arguments, left - 1, (item, *chosen), env, value)


# -- what the program defines


def _parameter(at: int) -> Code:
    def many(env: Env, value: Any) -> Iterable[Any]:
        env[0].tick()
        argument, outer = env[at]
        return argument.code.many(outer, value)  # type: ignore[no-any-return]

    return Code(None, many)


def _body(compiler: Compiler, defined: Defined) -> Code:
    """The body of a function: first on the assumption that where it calls itself there is exactly one output."""
    if defined.code is not None:
        return defined.code
    if defined.provisional is not None:
        defined.recursive = True
        return defined.provisional
    function = defined.function
    scope = _inside(defined)
    defined.provisional = Code(defined.single)
    made = compiler.code(function.body, scope)
    if made.one is None and defined.recursive:
        defined.provisional = Code(None, defined.several)
        made = compiler.code(function.body, scope)
    defined.code = made
    return made


def _inside(defined: Defined) -> Scope:
    scope = defined.scope
    for parameter in defined.function.parameters:
        scope = scope.value(parameter[1:]) if parameter[0] == "$" else scope.parameter(parameter)
    return scope


def _entered(env: Env) -> int:
    """The depth of one more call: a step of the budget too, for calls alone can make a loop."""
    run, depth = env[0], env[1]
    run.left -= 1
    if run.left < 0:
        run.check()
    if depth >= _DEEPEST:
        raise JqError("Recursion too deep")
    return depth + 1  # type: ignore[no-any-return]


def _frames(arguments: list[tuple[bool, Any]], at: int, frame: Env, env: Env, value: Any) -> Iterator[Env]:
    """The environments of a call: one for every choice of the arguments that are values, the first one's outermost."""
    while at < len(arguments):
        is_value, argument = arguments[at]
        at += 1
        if not is_value:
            frame = (*frame, (argument, env))
            continue
        for item in argument.code.many(env, value):
            yield from _frames(arguments, at, (*frame, item), env, value)
        return
    yield frame


def _prepared(
    compiler: Compiler, defined: Defined, nodes: list[Node], scope: Scope
) -> list[tuple[bool, Argument]]:
    names = defined.function.parameters
    return [
        (name[0] == "$", Argument(compiler, node, scope)) for name, node in zip(names, nodes, strict=True)
    ]


def _defined(compiler: Compiler, defined: Defined, nodes: list[Node], scope: Scope) -> Code:
    size = defined.scope.size
    arguments = _prepared(compiler, defined, nodes, scope)
    body = _body(compiler, defined)
    if all(not is_value or argument.code.one for is_value, argument in arguments):

        def frame(env: Env, value: Any) -> Env:
            given = [
                argument.code.one(env, value) if is_value else (argument, env)  # type: ignore[misc]
                for is_value, argument in arguments
            ]
            return (env[0], _entered(env), *env[2:size], *given)

        if body.one:
            run = body.one
            return Code(lambda env, value: run(frame(env, value), value))
        run_all = body.many
        return Code(None, lambda env, value: run_all(frame(env, value), value))

    def many(env: Env, value: Any) -> Iterator[Any]:
        start = (env[0], _entered(env), *env[2:size])
        for inner in _frames(arguments, 0, start, env, value):
            yield from body.many(inner, value)

    return Code(None, many)


# -- in path mode


def call_paths(compiler: Compiler, node: Call, scope: Scope) -> Paths:
    """A call in path mode."""
    from runtime.bash.commands.jq import flow, prelude

    key = (node.name, len(node.arguments))
    target = scope.functions.get(key)
    if isinstance(target, Parameter):
        at = target.index

        def parameter(env: Env, path: Any, value: Any) -> Iterable[Item]:
            argument, outer = env[at]
            return argument.paths(outer, path, value)  # type: ignore[no-any-return]

        return parameter
    if target is None:
        if key in flow.FLOW:
            return flow.paths(compiler, flow.FLOW[key], node.arguments, scope)
        if key in flow.PLACES:
            return flow.PLACES[key](compiler, node.arguments, scope)
        target = prelude.find(compiler, *key)
    if isinstance(target, Defined):
        return _defined_paths(compiler, target, node.arguments, scope)
    return by_identity(_call(compiler, node, scope))


def _defined_paths(compiler: Compiler, defined: Defined, nodes: list[Node], scope: Scope) -> Paths:
    size = defined.scope.size
    arguments = _prepared(compiler, defined, nodes, scope)
    if not defined.compiling_paths:
        defined.compiling_paths = True
        defined.paths = compiler.paths(defined.function.body, _inside(defined))

    def paths(env: Env, path: Any, value: Any) -> Iterator[Item]:
        start = (env[0], _entered(env), *env[2:size])
        body = defined.paths
        assert body is not None  # noqa: S101  # compiled before anything runs
        for inner in _frames(arguments, 0, start, env, value):
            yield from body(inner, path, value)

    return paths


CODE: dict[type[Node], Callable[[Compiler, Any, Scope], Code]] = {Call: _call}
