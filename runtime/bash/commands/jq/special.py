"""Functions whose arguments are filters and whose outputs are new values: ``map sort_by path del any range …``."""

from __future__ import annotations

from itertools import groupby

from runtime.bash.commands.jq import access
from runtime.bash.commands.jq.budget import collected
from runtime.bash.commands.jq.numbers import EXACT, whole
from runtime.bash.commands.jq.scope import Code
from runtime.bash.commands.jq.values import NUMBERS, JqError, add, brief, order_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.scope import Compiler, Env, Scope
    from runtime.bash.commands.jq.tree import Node

    Maker = Callable[[Compiler, list[Node], Scope], Code]

__all__ = ["SPECIAL"]


def _map(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    body = compiler.code(nodes[0], scope)
    each = access.each
    if body.one:
        of = body.one

        def one(env: Env, value: Any) -> Any:
            items = each(value)
            env[0].cells(len(items))  # type: ignore[arg-type]
            return [of(env, item) for item in items]

        return Code(one)
    source = body.many

    def several(env: Env, value: Any) -> Any:
        return collected((made for item in each(value) for made in source(env, item)), env[0])

    return Code(several)


def _select(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    """In value mode a tuple, which costs no generator."""
    test = compiler.code(nodes[0], scope)
    if test.one:
        of = test.one

        def at_most_one(env: Env, value: Any) -> Iterable[Any]:
            found = of(env, value)
            return () if found is None or found is False else (value,)

        return Code(None, at_most_one)

    def many(env: Env, value: Any) -> Iterator[Any]:
        for found in test.many(env, value):
            if found is not None and found is not False:
                yield value

    return Code(None, many)


def _error(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    message = compiler.code(nodes[0], scope) if nodes else None

    def many(env: Env, value: Any) -> Iterator[Any]:
        for item in message.many(env, value) if message else (value,):
            raise JqError(item)
        yield from ()

    return Code(None, many)


# -- order


def _keyed(
    compiler: Compiler, nodes: list[Node], scope: Scope
) -> Callable[[Env, Any], list[tuple[Any, Any]]]:
    """The members of an array with their keys, which are all the outputs of a filter."""
    by = compiler.code(nodes[0], scope)

    def keyed(env: Env, value: Any) -> list[tuple[Any, Any]]:
        run = env[0]
        if type(value) is dict:
            raise JqError(f"{brief(value)} cannot be sorted, as it is not an array")
        items = access.each(value)
        run.reserve(3 * len(items))  # type: ignore[arg-type]
        if by.one:
            of = by.one
            keys = [of(env, item) for item in items]
        else:
            keys = [list(by.many(env, item)) for item in items]
        kinds = set(map(type, keys))
        if kinds != {int} and kinds != {str}:
            keys = [order_key(key, run) for key in keys]
        return list(zip(keys, items, strict=True))

    return keyed


def _key(pair: tuple[Any, Any]) -> Any:
    return pair[0]


def _sort_by(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    keyed = _keyed(compiler, nodes, scope)
    return Code(lambda env, value: [item for _, item in sorted(keyed(env, value), key=_key)])


def _group_by(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    keyed = _keyed(compiler, nodes, scope)
    return Code(
        lambda env, value: [
            [item for _, item in group] for _, group in groupby(sorted(keyed(env, value), key=_key), key=_key)
        ]
    )


def _unique_by(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    keyed = _keyed(compiler, nodes, scope)
    return Code(
        lambda env, value: [
            next(group)[1] for _, group in groupby(sorted(keyed(env, value), key=_key), key=_key)
        ]
    )


def _min_by(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    keyed = _keyed(compiler, nodes, scope)
    return Code(lambda env, value: min(keyed(env, value), key=_key, default=(None, None))[1])


def _max_by(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    keyed = _keyed(compiler, nodes, scope)
    # Of several largest the last.
    return Code(lambda env, value: max(reversed(keyed(env, value)), key=_key, default=(None, None))[1])


# -- paths


def _path(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    from runtime.bash.commands.jq.path_values import placed

    source = compiler.paths(nodes[0], scope)
    return Code(None, lambda env, value: (_listed(path, env) for path, _ in placed(source(env, (), value))))


def _paths(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    test = compiler.code(nodes[0], scope) if nodes else None

    def many(env: Env, value: Any) -> Iterator[Any]:
        for path, item in _every(env, value):
            if test is None:
                yield _listed(path, env)
                continue
            for found in test.many(env, item):
                if found is not None and found is not False:
                    yield _listed(path, env)

    return Code(None, many)


def _listed(path: tuple[Any, ...], env: Env) -> list[Any]:
    env[0].cells(len(path))
    return list(path)


def _every(env: Env, value: Any) -> Iterator[tuple[Any, Any]]:
    """Everything within a value, with its path."""
    from runtime.bash.commands.jq.path_values import members

    if type(value) not in (list, dict):
        return
    stack = [members((), value)]
    while stack:
        env[0].tick()
        for path, item in stack[-1]:
            yield path, item
            if type(item) in (list, dict):
                stack.append(members(path, item))
                break
        else:
            stack.pop()


def _del(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    from runtime.bash.commands.jq.path_values import placed

    source = compiler.paths(nodes[0], scope)

    def one(env: Env, value: Any) -> Any:
        return access.delete(value, [path for path, _ in placed(source(env, (), value))], env[0])

    return Code(one)


def _pick(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    from runtime.bash.commands.jq.path_values import placed

    source = compiler.paths(nodes[0], scope)

    def one(env: Env, value: Any) -> Any:
        owned, made, run = access.Owned(), None, env[0]
        for path, item in placed(source(env, (), value)):
            made = access.put(made, path, owned.release(item), owned, run)
        return made

    return Code(one)


def _map_values(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    body = compiler.code(nodes[0], scope)

    def one(env: Env, value: Any) -> Any:
        env[0].cells(len(access.each(value)))  # type: ignore[arg-type]
        if type(value) is dict:
            return {name: made for name, item in value.items() for made in _at_most_one(body.many(env, item))}
        return [made for item in value for made in _at_most_one(body.many(env, item))]

    return Code(one)


def _at_most_one(items: Iterable[Any]) -> Iterable[Any]:
    if type(items) is tuple and len(items) < 2:
        return items
    for item in items:
        return (item,)
    return ()


def _walk(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    body = compiler.code(nodes[0], scope)

    def single(env: Env, value: Any) -> Any:
        run = env[0]
        if type(value) is list:
            run.cells(len(value) + 1)
            value = [made for item in value for made in many(env, item)]
        elif type(value) is dict:
            run.cells(len(value) + 1)
            value = {name: made for name, item in value.items() for made in _at_most_one(many(env, item))}
        return value

    def many(env: Env, value: Any) -> Iterable[Any]:
        return body.many(env, single(env, value))

    if body.one:
        last = body.one
        return Code(lambda env, value: last(env, single(env, value)))
    return Code(None, many)


# -- questions and sums


def _any(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    return _quantified(compiler, nodes, scope, found=True)


def _all(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    return _quantified(compiler, nodes, scope, found=False)


def _quantified(compiler: Compiler, nodes: list[Node], scope: Scope, *, found: bool) -> Code:
    """``found`` as soon as one test comes out so."""
    source = compiler.code(nodes[0], scope).many if len(nodes) == 2 else lambda env, value: access.each(value)  # noqa: ARG005
    test = compiler.code(nodes[-1], scope).many if nodes else lambda env, value: (value,)  # noqa: ARG005

    def one(env: Env, value: Any) -> bool:
        for item in source(env, value):
            env[0].tick()
            for result in test(env, item):
                if (result is not None and result is not False) is found:
                    return found
        return not found

    return Code(one)


def _isempty(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    source = compiler.code(nodes[0], scope)

    def one(env: Env, value: Any) -> bool:
        for _ in source.many(env, value):
            return False
        return True

    return Code(one)


def _add(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    source = compiler.code(nodes[0], scope).many if nodes else lambda env, value: access.each(value)  # noqa: ARG005
    return Code(lambda env, value: total(source(env, value), env[0]))


def total(items: Iterable[Any], run: Any) -> Any:
    """``add``: runs of strings, arrays and objects are joined at once, so that the cost is that of the sum."""
    held: Any = None
    for shape, group in groupby(items, key=type):
        if shape is str:
            held = _joined(held, group, run)
        elif shape is list:
            made: list[Any] = []
            for item in group:
                run.cells(len(item))
                made += item
            held = add(held, made, run)
        elif shape is dict:
            merged: dict[str, Any] = {}
            for item in group:
                run.cells(len(item))
                merged.update(item)
            held = add(held, merged, run)
        else:
            for item in group:
                run.left -= 1
                if run.left < 0:
                    run.check()
                held = add(held, item, run)
    return held


def _joined(held: Any, group: Iterable[str], run: Any) -> Any:
    parts: list[str] = []
    size = 0
    for item in group:
        size += len(item)
        if not len(parts) & 1023:
            run.meter.text(size)
            run.check()
        parts.append(item)
    run.text(size)
    if held is not None and type(held) is not str:
        return add(held, parts[0], run)
    return add(held, "".join(parts), run)


def _in(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    """``IN(s)``: whether the input is among the outputs; ``IN(source; s)``: whether any of the source's is."""
    from runtime.bash.commands.jq.values import equal

    source = compiler.code(nodes[0], scope).many if len(nodes) == 2 else lambda env, value: (value,)  # noqa: ARG005
    among = compiler.code(nodes[-1], scope).many

    def one(env: Env, value: Any) -> bool:
        run = env[0]
        for item in source(env, value):
            for other in among(env, value):
                run.tick()
                if equal(item, other, run):
                    return True
        return False

    return Code(one)


# -- numbers


def _range(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    codes = [compiler.code(node, scope) for node in nodes]

    def many(env: Env, value: Any) -> Iterable[Any]:
        if len(codes) == 1:
            for end in codes[0].many(env, value):
                yield from _ranged(0, end, 1, env[0])
            return
        for start in codes[0].many(env, value):
            for end in codes[1].many(env, value):
                for step in codes[2].many(env, value) if len(codes) > 2 else (1,):
                    yield from _ranged(start, end, step, env[0])

    return Code(None, many)


def _ranged(start: Any, end: Any, step: Any, run: Any) -> Iterable[Any]:
    for bound in (start, end, step):
        if type(bound) not in NUMBERS:
            raise JqError("Range bounds must be numeric")
    if all(type(bound) is int and -EXACT < bound < EXACT for bound in (start, end, step)):
        return _whole(range(start, end, step), run) if step else ()
    return _fractions(start, end, step, run)


def _whole(numbers: range, run: Any) -> Iterator[int]:
    # The clock is looked at once in a stretch: a range is the innermost of loops.
    for begin in range(0, len(numbers), 2048):
        run.spend(2048)
        yield from numbers[begin : begin + 2048]


def _fractions(start: float, end: float, step: float, run: Any) -> Iterator[Any]:
    at = start
    while (at < end and step > 0) or (at > end and step < 0):
        run.tick()
        yield whole(float(at))
        at += step


# -- streams, tables, output


def _tostream(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    from runtime.bash.commands.jq.streams import streamed

    del compiler, nodes, scope
    return Code(None, lambda env, value: streamed(value, env[0]))


def _fromstream(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    from runtime.bash.commands.jq.streams import rebuilt

    source = compiler.code(nodes[0], scope)
    return Code(None, lambda env, value: rebuilt(source.many(env, value), env[0]))


def _truncate_stream(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    """``depth | truncate_stream(events)``: the events that lie deeper, as seen from there."""
    depth = compiler.code(nodes[0], scope).many if len(nodes) == 2 else lambda env, value: (value,)  # noqa: ARG005
    source = compiler.code(nodes[-1], scope)

    def many(env: Env, value: Any) -> Iterator[Any]:
        for count in depth(env, value):
            for event in source.many(env, value if len(nodes) == 2 else None):
                path = access.index(event, 0, env[0])
                if type(count) in NUMBERS and type(path) is list and len(path) > count:
                    yield [path[int(count) :], *event[1:]]

    return Code(None, many)


def _debug(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    message = compiler.code(nodes[0], scope) if nodes else None

    def one(env: Env, value: Any) -> Any:
        for item in message.many(env, value) if message else (value,):
            env[0].debug(item)
        return value

    return Code(one)


def _inputs(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    del compiler, nodes, scope
    return Code(None, lambda env, value: env[0].inputs)  # noqa: ARG005


def _sub(flags: str) -> Maker:
    def made(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
        from runtime.bash.commands.jq.regexes import substituted

        codes = [compiler.code(node, scope) for node in nodes]
        replacement = codes[1].many

        def many(env: Env, value: Any) -> Iterator[Any]:
            for pattern in codes[0].many(env, value):
                for given in codes[2].many(env, value) if len(codes) > 2 else ("",):
                    if given is not None and type(given) is not str:
                        raise JqError(f"{brief(given)} is not a string")
                    yield from substituted(env, value, pattern, flags + (given or ""), replacement)

        return Code(None, many)

    return made


def _env(compiler: Compiler, nodes: list[Node], scope: Scope) -> Code:
    del compiler, nodes, scope
    return Code(lambda env, value: env[0].environ)  # noqa: ARG005


SPECIAL: dict[tuple[str, int], Maker] = {
    ("map", 1): _map,
    ("select", 1): _select,
    ("error", 0): _error,
    ("error", 1): _error,
    ("sort_by", 1): _sort_by,
    ("group_by", 1): _group_by,
    ("unique_by", 1): _unique_by,
    ("min_by", 1): _min_by,
    ("max_by", 1): _max_by,
    ("path", 1): _path,
    ("paths", 0): _paths,
    ("paths", 1): _paths,
    ("del", 1): _del,
    ("pick", 1): _pick,
    ("map_values", 1): _map_values,
    ("walk", 1): _walk,
    ("any", 0): _any,
    ("any", 1): _any,
    ("any", 2): _any,
    ("all", 0): _all,
    ("all", 1): _all,
    ("all", 2): _all,
    ("isempty", 1): _isempty,
    ("add", 0): _add,
    ("add", 1): _add,
    ("IN", 1): _in,
    ("IN", 2): _in,
    ("range", 1): _range,
    ("range", 2): _range,
    ("range", 3): _range,
    ("tostream", 0): _tostream,
    ("fromstream", 1): _fromstream,
    ("truncate_stream", 1): _truncate_stream,
    ("truncate_stream", 2): _truncate_stream,
    ("debug", 0): _debug,
    ("debug", 1): _debug,
    ("inputs", 0): _inputs,
    ("env", 0): _env,
    ("sub", 2): _sub(""),
    ("sub", 3): _sub(""),
    ("gsub", 2): _sub("g"),
    ("gsub", 3): _sub("g"),
}
