"""Places in an input: (path, value) pairs, the path None where a value was computed and has no place."""

from __future__ import annotations

from runtime.bash.commands.jq import access
from runtime.bash.commands.jq.values import JqError, brief, kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    Item = tuple[Any, Any]

__all__ = ["invalid", "members", "placed", "shown"]

# Bytes of a value in a message about paths.
_SHOWN = 26


def shown(value: Any) -> str:
    """A value in a message about paths."""
    return brief(value, _SHOWN)[len(kind(value)) + 2 : -1]


def invalid(value: Any, what: str = "") -> JqError:
    """The complaint about a value without a place."""
    if not what:
        return JqError(f"Invalid path expression with result {shown(value)}")
    return JqError(f"Invalid path expression near attempt to {what} {shown(value)}")


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
