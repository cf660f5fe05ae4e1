"""``tostream`` and ``fromstream``: values as events [path, leaf] and [path] at the end of a container."""

from __future__ import annotations

from runtime.bash.commands.jq.access import Owned, index, put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.budget import Budget

__all__ = ["rebuilt", "streamed"]


def streamed(value: Any, budget: Budget) -> Iterator[list[Any]]:
    """The events of a value."""
    if type(value) not in (list, dict) or not value:
        yield [[], value]
        return
    # Of every open container: its members with their keys, and the path to it.
    stack: list[tuple[Iterator[tuple[Any, Any]], list[Any]]] = [(_members(value), [])]
    last: Any = None
    while stack:
        members, path = stack[-1]
        budget.cells(len(path))
        step = next(members, None)
        if step is None:
            stack.pop()
            yield [[*path, last]]
            if path:
                last = path[-1]
            continue
        last, item = step
        if type(item) in (list, dict) and item:
            stack.append((_members(item), [*path, last]))
        else:
            yield [[*path, last], item]


def _members(value: Any) -> Iterator[tuple[Any, Any]]:
    return iter(value.items() if type(value) is dict else enumerate(value))


def rebuilt(events: Iterable[Any], budget: Budget) -> Iterator[Any]:
    """The values of events."""
    owned, made, begun = Owned(), None, False
    for event in events:
        budget.tick()
        path = index(event, 0, budget)
        if len(event) == 2:
            if not path:
                yield event[1]
                owned, made, begun = Owned(), None, False
                continue
            made = put(made, tuple(path), event[1], owned, budget)
            begun = True
        elif len(path) == 1 and begun:
            yield made
            owned, made, begun = Owned(), None, False
