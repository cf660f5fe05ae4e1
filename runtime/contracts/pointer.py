"""JSON Pointers: which part of a value is meant.

Source: RFC 6901, sections 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class PointerUnresolved(ValueError):
    """The value has nothing at the place that the pointer names."""


def tokens(pointer: str) -> tuple[str, ...]:
    """The names and indexes of a pointer, unescaped.

    Raises:
        PointerUnresolved: it is no pointer.
    """
    first, *escaped = pointer.split("/")
    if first or any(part.count("~") != part.count("~0") + part.count("~1") for part in escaped):
        raise PointerUnresolved(f"{pointer!r} is no JSON pointer")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in escaped)


def replaced(value: Any, path: Sequence[str], change: Callable[[Any], Any]) -> Any:
    """A copy in which what lies at the path is changed; the value itself is not touched.

    Raises:
        PointerUnresolved: nothing lies there.
    """
    if not path:
        return change(value)
    name, rest = path[0], path[1:]
    if isinstance(value, dict) and name in value:
        return {**value, name: replaced(value[name], rest, change)}
    if isinstance(value, list):
        place = _index(name, len(value))
        return [*value[:place], replaced(value[place], rest, change), *value[place + 1 :]]
    raise PointerUnresolved("the value has nothing there")


def _index(name: str, length: int) -> int:
    # One spelling for each index, in ASCII digits; "-" is the place behind the last, where nothing lies.
    if not (name.isascii() and name.isdigit()) or (name[0] == "0" and name != "0"):
        raise PointerUnresolved("the value has nothing there")
    if len(name) > 15 or int(name) >= length:
        raise PointerUnresolved("the value has nothing there")
    return int(name)
