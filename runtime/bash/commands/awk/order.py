"""In which order the elements of an array come: ``for … in`` by PROCINFO["sorted_in"], ``asort`` and ``asorti``."""

from __future__ import annotations

from functools import cmp_to_key

from runtime.bash.commands.awk.errors import AwkError
from runtime.bash.commands.awk.values import NUMBERS, Array, number, numeric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.commands.awk.shared_state import Core
    from runtime.bash.commands.awk.values import Value

    Item = tuple[str, Value]

__all__ = ["asort", "asorti", "keys"]

# Seconds for one element, at most: its key is made, and compared with some twenty others.
_SORTING_S = 3e-6


def keys(rt: Core, array: Array) -> list[str]:
    """The subscripts of an array as a loop visits them: as they were made, unless the program says otherwise."""
    order = rt.procinfo.get("sorted_in") if rt.procinfo else None
    if not order or len(array) < 2:
        return list(array)
    return [key for key, _ in _ordered(rt, array, rt.text(order))]


def _ordered(rt: Core, array: Array, order: str) -> list[Item]:
    items: list[Item] = list(array.items())
    if order == "@unsorted":
        return items
    rt.meter.afford(_SORTING_S * len(items))
    name = order.removesuffix("_desc")
    by: Callable[[Core, Item], Any] | None = _ORDERS.get(name.removesuffix("_asc"))
    if by is not None:
        items.sort(key=lambda item: by(rt, item), reverse=name != order)
        return items
    compare = rt.functions.get(order)
    if compare is None:
        raise AwkError(f"sort comparison function '{order}' is not defined")

    def compared(a: Item, b: Item) -> int:
        return _sign(number(compare(a[0], a[1], b[0], b[1])))

    items.sort(key=cmp_to_key(compared))
    return items


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _typed(_rt: Core, item: Item) -> tuple[Any, ...]:
    """Numbers before strings before arrays."""
    value = item[1]
    if isinstance(value, dict):
        return (2, 0.0, "")
    as_number = numeric(value)
    return (0, as_number, "") if as_number is not None else (1, 0.0, value)


def _as_number(value: Value) -> float:
    return 0.0 if isinstance(value, dict) else number(value)


def _as_text(rt: Core, value: Value) -> str:
    return "" if isinstance(value, dict) else rt.text(value)


_ORDERS: dict[str, Callable[[Core, Item], Any]] = {
    "@ind_str": lambda rt, item: item[0],  # noqa: ARG005
    "@ind_num": lambda rt, item: (NUMBERS[item[0]], item[0]),  # noqa: ARG005
    "@val_type": _typed,
    "@val_str": lambda rt, item: (_as_text(rt, item[1]), item[0]),
    "@val_num": lambda rt, item: (_as_number(item[1]), _as_text(rt, item[1])),
}


def asort(rt: Core, array: Array, target: Array | None = None, order: str = "@val_type_asc") -> float:
    """Put the values in order, under 1, 2, …; in ``target`` where that is given."""
    return _place(array if target is None else target, [value for _, value in _ordered(rt, array, order)])


def asorti(rt: Core, array: Array, target: Array | None = None, order: str = "@ind_str_asc") -> float:
    """The same with the subscripts."""
    return _place(array if target is None else target, [key for key, _ in _ordered(rt, array, order)])


def _place(target: Array, values: list[Value]) -> float:
    target.clear()
    for at, value in enumerate(values, 1):
        target[str(at)] = value
    return float(len(values))
