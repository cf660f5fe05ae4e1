"""Control flow that means the same to values and to paths: ``recurse``, ``limit``, ``until``, ``first`` and their like.

Each is written once, over items: an item is a value, or in path mode a (path, value) pair. ``flow.out(n, item)`` is what
argument n makes of an item, ``flow.values(n, item)`` what it makes of its value where that is only looked at.
"""

from __future__ import annotations

from itertools import islice

from runtime.bash.commands.jq import access
from runtime.bash.commands.jq.scope import Argument, Code
from runtime.bash.commands.jq.values import NUMBERS, JqError, brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.scope import Compiler, Env, Paths, Scope
    from runtime.bash.commands.jq.tree import Node

    Steps = Callable[["Flow", Any], Iterable[Any]]

__all__ = ["FLOW", "PLACES", "paths", "values"]


class Flow:
    """Arguments and environment of one call, in value mode."""

    __slots__ = ("codes", "env")

    def __init__(self, codes: list[Any], env: Env) -> None:
        self.codes = codes
        self.env = env

    def tick(self) -> None:
        """One step."""
        self.env[0].tick()

    def out(self, number: int, item: Any) -> Iterable[Any]:
        """What argument ``number`` makes of an item."""
        return self.codes[number].many(self.env, item)  # type: ignore[no-any-return]

    def values(self, number: int, item: Any) -> Iterable[Any]:
        """The same, where only the values matter."""
        return self.codes[number].many(self.env, item)  # type: ignore[no-any-return]

    def value(self, item: Any) -> Any:
        """The value of an item."""
        return item

    def members(self, item: Any) -> Iterable[Any]:
        """``.[]?`` of an item."""
        return access.each(item) if type(item) in (list, dict) else ()


class _Placed(Flow):
    """The same in path mode."""

    __slots__ = ()

    def out(self, number: int, item: Any) -> Iterable[Any]:
        return self.codes[number].paths(self.env, *item)  # type: ignore[no-any-return]

    def values(self, number: int, item: Any) -> Iterable[Any]:
        return self.codes[number].code.many(self.env, item[1])  # type: ignore[no-any-return]

    def value(self, item: Any) -> Any:
        return item[1]

    def members(self, item: Any) -> Iterable[Any]:
        from runtime.bash.commands.jq.path_values import members

        return members(*item) if type(item[1]) in (list, dict) else ()


def values(compiler: Compiler, steps: Steps, nodes: list[Node], scope: Scope) -> Code:
    """A call in value mode."""
    codes = [compiler.code(node, scope) for node in nodes]
    return Code(None, lambda env, value: steps(Flow(codes, env), value))


def paths(compiler: Compiler, steps: Steps, nodes: list[Node], scope: Scope) -> Paths:
    """A call in path mode."""
    arguments = [Argument(compiler, node, scope) for node in nodes]
    return lambda env, path, value: steps(_Placed(arguments, env), (path, value))


def _true(value: Any) -> bool:
    return value is not None and value is not False


# Levels of `recurse` that may wait: a hundred bytes each, so that `[recurse([.])]` ends before memory does.
_DEEPEST = 100_000
_END: Any = object()


class _Levels:
    """A depth-first walk: what is left to visit on every level. A level of one item goes when it is taken."""

    __slots__ = ("held",)

    def __init__(self, item: Any) -> None:
        self.held: list[Any] = [(item,)]

    def push(self, source: Iterable[Any]) -> None:
        """Below what was taken last."""
        if len(self.held) >= _DEEPEST:
            raise JqError("Recursion too deep")
        self.held.append(source if type(source) is tuple and len(source) == 1 else iter(source))

    def next(self) -> Any:
        """The next item, or _END."""
        held = self.held
        while held:
            top = held[-1]
            if type(top) is tuple:
                held.pop()
                return top[0]
            for item in top:
                return item
            held.pop()
        return _END


def _walked(flow: Flow, item: Any, step: Callable[[Any], Iterable[Any]]) -> Iterator[Any]:
    """``recurse``, on a stack of its own."""
    levels = _Levels(item)
    while (inner := levels.next()) is not _END:
        flow.tick()
        yield inner
        levels.push(step(inner))


def _recurse(flow: Flow, item: Any) -> Iterator[Any]:
    return _walked(flow, item, flow.members)


def _recurse_by(flow: Flow, item: Any) -> Iterator[Any]:
    return _walked(flow, item, lambda inner: flow.out(0, inner))


def _recurse_while(flow: Flow, item: Any) -> Iterator[Any]:
    def step(inner: Any) -> Iterator[Any]:
        for made in flow.out(0, inner):
            for test in flow.values(1, made):
                if _true(test):
                    yield made

    return _walked(flow, item, step)


def _select(flow: Flow, item: Any) -> Iterator[Any]:
    for test in flow.values(0, item):
        if _true(test):
            yield item


def _while(flow: Flow, item: Any) -> Iterator[Any]:
    levels = _Levels(item)
    while (inner := levels.next()) is not _END:
        flow.tick()
        for test in flow.values(0, inner):
            if _true(test):
                yield inner
                levels.push(flow.out(1, inner))


def _until(flow: Flow, item: Any) -> Iterator[Any]:
    levels = _Levels(item)
    while (inner := levels.next()) is not _END:
        flow.tick()
        for test in flow.values(0, inner):
            if _true(test):
                yield inner
            else:
                levels.push(flow.out(1, inner))


def _repeat(flow: Flow, item: Any) -> Iterator[Any]:
    return _walked(flow, item, lambda inner: flow.out(0, inner))


def _count(value: float, what: str) -> int:
    if type(value) not in NUMBERS:
        raise JqError(f"{brief(value)} and number (1) cannot be subtracted")
    if value < 0:
        raise JqError(f"{what} doesn't support negative count")
    from math import ceil

    return ceil(min(value, 1e15))


def _limit(flow: Flow, item: Any) -> Iterator[Any]:
    for count in flow.values(0, item):
        most = _count(count, "limit")
        if most:
            yield from islice(flow.out(1, item), most)


def _skip(flow: Flow, item: Any) -> Iterator[Any]:
    for count in flow.values(0, item):
        yield from islice(flow.out(1, item), _count(count, "skip"), None)


def _first(flow: Flow, item: Any) -> Iterator[Any]:
    return islice(flow.out(0, item), 1)


def _last(flow: Flow, item: Any) -> Iterator[Any]:
    last = _END
    for last in flow.out(0, item):  # noqa: B007  # the last one is what is wanted
        flow.tick()
    if last is not _END:
        yield last


def _nth(flow: Flow, item: Any) -> Iterator[Any]:
    for count in flow.values(0, item):
        if type(count) in NUMBERS and count < 0:
            raise JqError("nth doesn't support negative indices")
        at = _count(count, "nth")
        yield from islice(flow.out(1, item), at, at + 1)


def _empty(flow: Flow, item: Any) -> tuple[Any, ...]:
    del flow, item
    return ()


def _kept(*kinds: type) -> Steps:
    """``strings`` and its like."""
    wanted = frozenset(kinds)
    return lambda flow, item: (item,) if type(flow.value(item)) in wanted else ()


def _finites(flow: Flow, item: Any) -> tuple[Any, ...]:
    value = flow.value(item)
    return (item,) if type(value) in NUMBERS and abs(value) != float("inf") else ()


def _normals(flow: Flow, item: Any) -> tuple[Any, ...]:
    value = flow.value(item)
    normal = type(value) in NUMBERS and 2.2250738585072014e-308 <= abs(value) < float("inf")
    return (item,) if normal else ()


_SCALARS = (type(None), bool, str, *NUMBERS)
FLOW: dict[tuple[str, int], Steps] = {
    ("empty", 0): _empty,
    ("recurse", 0): _recurse,
    ("recurse", 1): _recurse_by,
    ("recurse", 2): _recurse_while,
    ("recurse_down", 0): _recurse,
    ("select", 1): _select,
    ("while", 2): _while,
    ("until", 2): _until,
    ("repeat", 1): _repeat,
    ("limit", 2): _limit,
    ("skip", 2): _skip,
    ("first", 1): _first,
    ("last", 1): _last,
    ("nth", 2): _nth,
    ("values", 0): _kept(bool, str, list, dict, *NUMBERS),
    ("nulls", 0): _kept(type(None)),
    ("booleans", 0): _kept(bool),
    ("numbers", 0): _kept(*NUMBERS),
    ("strings", 0): _kept(str),
    ("arrays", 0): _kept(list),
    ("objects", 0): _kept(dict),
    ("iterables", 0): _kept(list, dict),
    ("scalars", 0): _kept(*_SCALARS),
    ("finites", 0): _finites,
    ("normals", 0): _normals,
}


# -- filters that name places, but not by control flow


def _getpath(compiler: Compiler, nodes: list[Node], scope: Scope) -> Paths:
    wanted = compiler.code(nodes[0], scope)

    def at(env: Env, path: Any, value: Any) -> Iterator[tuple[Any, Any]]:
        from runtime.bash.commands.jq.path_values import invalid

        for item in wanted.many(env, value):
            keys = access.is_path(item)
            if path is None:
                raise invalid(value, f"access element {item} of")
            yield (*path, *keys), access.get(value, keys, env[0])

    return at


def _element(number: int) -> Callable[[Compiler, list[Node], Scope], Paths]:
    def made(compiler: Compiler, nodes: list[Node], scope: Scope) -> Paths:
        from runtime.bash.commands.jq.tree import Const, Identity, Index

        del nodes
        return compiler.paths(Index(Identity(), Const(number)), scope)

    return made


def _nth_element(compiler: Compiler, nodes: list[Node], scope: Scope) -> Paths:
    from runtime.bash.commands.jq.tree import Identity, Index

    return compiler.paths(Index(Identity(), nodes[0]), scope)


PLACES: dict[tuple[str, int], Callable[[Compiler, list[Node], Scope], Paths]] = {
    ("getpath", 1): _getpath,
    ("first", 0): _element(0),
    ("last", 0): _element(-1),
    ("nth", 1): _nth_element,
}
